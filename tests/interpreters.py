"""The interpreters of this machine, and a folder with all that the engine needs and nothing else.

They are looked for under ``~/.pyenv/versions``, on the path (also free-threaded builds, such as ``python3.13t``), and
among the paths that the variable ``SHEDKIT_PYTHONS`` names.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import attrs
import typing_extensions

import shedkit

ASKED = (
    "import sys; free = not getattr(sys, '_is_gil_enabled', lambda: True)(); "
    "print('.'.join(map(str, sys.version_info[:3])) + 't' * free)"
)


def versions() -> dict[str, str]:
    """The path of one interpreter for each version from 3.10 on; a free-threaded one is a version such as ``3.13.5t``."""
    names = [Path(path) for path in os.environ.get("SHEDKIT_PYTHONS", "").split(os.pathsep) if path]
    names += [path / "bin" / "python" for path in (Path.home() / ".pyenv" / "versions").glob("3.*")]
    minors = [f"python3.{minor}{free}" for minor in range(10, 20) for free in ("", "t")]
    names += [Path(path) for name in minors if (path := shutil.which(name))]
    pythons: dict[tuple[str, bool], tuple[str, str]] = {}
    for path in names:
        try:
            version = subprocess.run([path, "-c", ASKED], capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            continue
        major, minor, *_ = version.split(".")
        if (int(major), int(minor)) >= (3, 10):
            pythons.setdefault((f"{major}.{minor}", version.endswith("t")), (version, str(path)))
    return dict(sorted(pythons.values(), key=lambda found: [int(part.strip("t")) for part in found[0].split(".")]))


def engine_in(folder: Path) -> Path:
    """Put links to the engine and what it needs into a folder: other packages may be built for this Python alone."""
    for package in ("attr", "attrs"):
        (folder / package).symlink_to(Path(attrs.__file__).parents[1] / package)
    (folder / "typing_extensions.py").symlink_to(typing_extensions.__file__)
    (folder / "shedkit").symlink_to(Path(shedkit.__file__).parent)
    return folder
