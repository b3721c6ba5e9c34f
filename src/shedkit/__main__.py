"""``python -m shedkit``."""

import sys

from shedkit.cli import main

sys.exit(main())
