"""What Matplotlib needs to write the plots; it imports its backends by name, so PyInstaller does not see them."""

from importlib.util import find_spec

_backends = "matplotlib.backends"
hiddenimports = [f"{_backends}.backend_agg", f"{_backends}.backend_svg"] if find_spec("matplotlib") else []
