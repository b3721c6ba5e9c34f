"""What files of results need from other packages; they import it by name, so PyInstaller does not see it."""

from importlib.util import find_spec

hiddenimports = [name for name in ("pandas", "pyarrow", "tqdm") if find_spec(name)]
hiddenimports += ["pyarrow.parquet"] if find_spec("pyarrow") else []
