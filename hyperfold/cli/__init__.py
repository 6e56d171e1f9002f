"""The whole command line: the commands of `core.cli`, and those that need the window.

To add a command without a window, see `core.cli`; for one with a window, write its
module here and add one line to `COMMANDS`.
"""

from __future__ import annotations

import importlib
import sys

from core import cli
from core.cli import Command

COMMANDS = {
    **cli.COMMANDS,
    "shot": Command(
        "hyperfold.cli.shot", "render a scene to a picture, without a screen"
    ),
    "film": Command("hyperfold.cli.film", "make a film of a scene or a saved run"),
    "bench": Command("hyperfold.cli.bench", "measure the speed on this machine"),
    "doctor": Command("hyperfold.cli.doctor", "check what works on this machine"),
}
FIRST_PAINT = "--first-paint"  # `bench start` opens a window that ends once painted


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == [FIRST_PAINT]:
        return int(importlib.import_module("app.stage.first_paint").main(*words[1:]))
    return cli.main(argv, COMMANDS, otherwise="hyperfold.cli.window")
