"""The study of rule families: many games, measures, comparisons.

What is named here needs no package but the engine's; Parquet files, tables and bars come with ``shedkit[study]``.
"""

from shedkit.study.many import Study, derived, simulate_many
from shedkit.study.measures import GAME_MEASURES, GameMeasure, Measure, Row, Value, measure
from shedkit.study.results import head_of, read_frame, read_rows, save
from shedkit.study.trails import Trail, follow

__all__ = [
    "GAME_MEASURES",
    "GameMeasure",
    "Measure",
    "Row",
    "Study",
    "Trail",
    "Value",
    "derived",
    "follow",
    "head_of",
    "measure",
    "read_frame",
    "read_rows",
    "save",
    "simulate_many",
]
