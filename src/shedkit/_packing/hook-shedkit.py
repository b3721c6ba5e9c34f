"""What PyInstaller packs beside the modules: the page of reports, for one. It runs only while a program is packed."""

from pathlib import Path

_package = Path(__file__).parents[1]

datas = [
    (str(path), str(path.parent.relative_to(_package.parent)))
    for path in sorted(_package.rglob("*"))
    if path.is_file() and path.suffix not in (".py", ".pyc")
]
