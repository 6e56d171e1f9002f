"""``python -m hyperfold``: the command line without the installed script."""

import sys

from hyperfold.cli import main

sys.exit(main())
