"""Pictures as PNG."""

from collections.abc import Sequence

from resvg_py import svg_to_bytes

__all__ = ["png"]


def png(svg: str, zoom: float, fonts: Sequence[str]) -> bytes:
    """The text of an SVG as PNG; names and sentences need a font, of the system or from a file."""
    width = int(svg.partition('width="')[2].partition('"')[0])
    made = svg_to_bytes(svg_string=svg, width=max(1, round(width * zoom)), font_files=list(fonts))
    return bytes(made)
