"""One room per game: its cards, moves, state, options and rules, in the same order in each."""
