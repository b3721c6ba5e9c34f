"""The study of rule families: many games, measures, comparisons."""
