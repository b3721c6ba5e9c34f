"""Simple opponents, each tuned to one game and found by its name."""
