"""The rows of a study: their columns, and the kinds of values that may stand in them."""

from __future__ import annotations

import inspect
from math import isfinite

from shedkit.study.measures.kinds import GameMeasure

__all__ = ["COLUMNS", "DECISIONS", "FORMAT", "FORMATS", "FORMAT_OF_DECISIONS", "KINDS", "fits", "kind_of"]

COLUMNS = {
    "game": "int",
    "deal": "int",
    "seed": "int",
    "seats": "list[int]",
    "places": "list[int]",
    "winners": "list[int]",
    "scores": "list[int]",
}
"""The columns of every row, before those of the measures, and the kind of value in each."""
DECISIONS = {
    "game": "int",
    "deal": "int",
    "seed": "int",
    "move": "int",
    "seat": "int",
    "player": "int",
    "options": "list[str]",
    "made": "str",
    "chosen": "int",
    "value": "float",
    "hidden": "int",
    "place": "int",
    "won": "float",
}
"""The columns of a table of decisions."""
FORMAT = "shedkit rows 1"
"""What the head of a file of games says of its format."""
FORMAT_OF_DECISIONS = "shedkit decisions 1"
"""What that of a file of decisions says."""
FORMATS = {FORMAT: COLUMNS, FORMAT_OF_DECISIONS: DECISIONS}
"""With which columns the files of each format begin."""
KINDS = ("bool", "int", "float", "str", "list[int]", "list[float]", "list[str]")
"""The kinds of values; ``None`` belongs to each of them, and to the lists of each of them."""

_FLOATS = {float, type(None)}


def fits(value: object, kind: str) -> bool:
    """Whether a value may stand in a column of a kind: a plain one, of a size that every format of files can hold.

    >>> fits(3, "float"), fits(3.5, "int"), fits([1, None], "list[int]"), fits(float("nan"), "float")
    (True, False, True, False)
    """
    if value is None:
        return True
    if type(value) is list:
        if kind == "list[float]" and _FLOATS.issuperset(map(type, value)):  # as nearly all are
            return all(map(isfinite, filter(None, value)))
        return kind.startswith("list[") and all(fits(entry, kind[5:-1]) for entry in value)
    if type(value) is int:
        return -(2**63) <= value < 2**63 if kind == "int" else kind == "float" and abs(value) <= 2**53
    if type(value) is float:
        return kind == "float" and isfinite(value)
    if type(value) is str:  # half of a pair of surrogates can be written nowhere
        return kind == "str" and not any("\ud800" <= letter <= "\udfff" for letter in value)
    return type(value) is bool and kind == "bool"


def kind_of(measure: GameMeasure) -> str:
    """What a measure gives, as its function declares; without that, numbers."""
    try:
        declared = inspect.signature(measure.of).return_annotation
    except (TypeError, ValueError):  # not everything that can be called has a signature
        declared = ""
    text = declared if isinstance(declared, str) else inspect.formatannotation(declared)
    text = text.replace(" ", "").replace("|None", "").replace("None|", "")
    if text in KINDS:
        return text
    return "float" if measure.shape == "game" else "list[float]"
