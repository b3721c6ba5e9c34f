"""For tools that pack a program and its libraries into one folder or file."""

from __future__ import annotations

from pathlib import Path

__all__ = ["hook_folders"]


def hook_folders() -> list[str]:
    """Where PyInstaller finds what it has to know of this package; it asks by the entry point ``pyinstaller40``."""
    return [str(Path(__file__).parent)]
