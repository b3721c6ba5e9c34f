"""``python -m shedkit``."""

import sys

from shedkit.cli import main

if __name__ == "__main__":
    sys.exit(main())
