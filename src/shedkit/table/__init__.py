"""A table in play: the runner. It knows the core and finds games by name."""
