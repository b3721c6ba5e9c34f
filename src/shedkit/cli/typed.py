"""What somebody typed: numbers, and words that are safe to print."""

from __future__ import annotations

import argparse
import re

from shedkit.core.errors import ShedkitError

__all__ = ["UsageError", "part", "quoted", "whole"]


class UsageError(ShedkitError):
    """An argument that is wrong; the text says what would be right."""


def whole(text: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        raise argparse.ArgumentTypeError(f"it must be a whole number, not {quoted(text)}")
    if len(text) > 50:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} digits is too large")
    return int(text)


def part(text: str) -> float:
    """A number between 0 and 1."""
    if not re.fullmatch(r"0?\.[0-9]{1,15}", text):
        raise argparse.ArgumentTypeError(f"it must be a number between 0 and 1, such as 0.95, not {quoted(text)}")
    return float(text)


def quoted(text: str) -> str:
    """What somebody typed, safe to print and not too long."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")
