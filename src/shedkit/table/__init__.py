"""A table in play: matches, records, journals, JSON Schema and the runner. It knows the core, and games by name."""
