"""``hyperfold [FILE|SCENE]``: open the window."""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from core.cli import Command
from core.cli.frame import Parser, Unavailable
from core.errors import BadInput, shown
from core.system_libraries import advice, is_missing_library
from core.version import described
from hyperfold.cli import native_dialog
from hyperfold.cli.screen import check_screen


def parser(commands: Mapping[str, Command]) -> Parser:
    """The parser of everything whose first word is not a command."""
    width = max(map(len, commands))
    lines = [f"  {name:<{width}}  {c.summary}" for name, c in commands.items()]
    made = Parser(
        prog="hyperfold",
        usage="hyperfold [FILE|SCENE]\n       hyperfold COMMAND …",
        description="Watch small neural networks learn.",
        epilog="commands (see hyperfold COMMAND --help):\n" + "\n".join(lines),
    )
    made.add_argument(
        "target",
        nargs="?",
        metavar="FILE|SCENE",
        help="what the window opens: a run, a scene, a lesson, a CSV file or an image",
    )
    made.add_argument("--version", action="version", version=f"hyperfold {described()}")
    return made


def run(args: argparse.Namespace) -> int:
    """Open the window; without a terminal, errors are shown in a dialog."""
    try:
        return open_window(args)
    except (BadInput, Unavailable) as error:
        native_dialog.tell(f"{error}.")
        raise
    except ImportError as error:
        if is_missing_library(error):
            native_dialog.tell(f"{advice(str(error))}.")
        raise


def open_window(args: argparse.Namespace) -> int:
    """Check the target and the screen, then open the window."""
    if args.target is not None:
        _check(args.target)
    if not has_display():
        raise Unavailable(
            "no display: DISPLAY and WAYLAND_DISPLAY are not set, so no window can "
            "open here (the commands of hyperfold --help work without one)"
        )
    if importlib.util.find_spec("app.shell.main") is None:
        raise Unavailable("this installation has no window; see hyperfold --help")
    check_screen()
    return int(load().main(args.target))


def load() -> ModuleType:
    """The module that opens the window.

    Loading creates hardly any garbage, and collecting it takes a tenth of the time to
    the first paint; the window has a collector of its own.
    """
    gc.disable()
    return importlib.import_module("app.shell.main")


def has_display() -> bool:
    """Whether a window can open, judging by the environment."""
    if sys.platform != "linux":
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in names)


def _check(target: str) -> None:
    if Path(target).is_file():
        return
    from core.scenes import scene_names
    from hyperfold.cli import COMMANDS

    if target not in scene_names():
        raise BadInput(
            f"first word must be a command ({', '.join(COMMANDS)}), a scene or a file, "
            f"got {shown(target)}"
        )
