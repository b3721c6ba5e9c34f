"""Pictures of tables as SVG, drawn from what a game declares; any game has them without a line of its own."""

from shedkit.pictures.studio import Drawing

__all__ = ["Drawing"]
