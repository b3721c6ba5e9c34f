"""The version of the library; the package metadata takes it from here."""

__all__ = ["__version__"]

__version__ = "0.1.0"
