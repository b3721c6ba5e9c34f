"""The version of the library; the package metadata takes it from here."""

from typing import Final

__all__ = ["__version__"]

__version__: Final = "0.1.0"
