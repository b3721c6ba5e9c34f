"""What every game stands on: cards, states, views, events and the protocol of rules. It knows no game."""
