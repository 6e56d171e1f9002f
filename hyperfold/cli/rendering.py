"""What the commands that render the window without a screen share."""

from __future__ import annotations

import argparse
import os

from core.cli.frame import one_of, size, whole
from core.scenes import VIEW_NAMES

Pixels = tuple[int, int]


def add_source(parser: argparse.ArgumentParser) -> None:
    """Add the scene or run to show."""
    parser.add_argument(
        "scene", metavar="SCENE|RUN", help="a built-in scene, a scene or a run file"
    )


def add_steps(parser: argparse.ArgumentParser) -> None:
    """Add ``--steps``."""
    parser.add_argument(
        "--steps",
        type=whole(0),
        metavar="N",
        help="steps to train (default: the scene's own)",
    )


def add_view(parser: argparse.ArgumentParser) -> None:
    """Add ``--view``."""
    parser.add_argument(
        "--view",
        type=one_of(*VIEW_NAMES),
        default="window",
        metavar="NAME",
        help=f"one of {', '.join(VIEW_NAMES)}",
    )


def add_size(parser: argparse.ArgumentParser, window: Pixels, view: Pixels) -> None:
    """Add ``--size``, with the default sizes of the window and of one view."""
    words = ["x".join(map(str, pixels)) for pixels in (window, view)]
    parser.add_argument(
        "--size",
        type=size,
        metavar="WxH",
        help=f"logical pixels; {words[0]} for the window, {words[1]} for a view",
    )


def add_theme(parser: argparse.ArgumentParser) -> None:
    """Add ``--theme``."""
    parser.add_argument(
        "--theme",
        type=one_of("light", "dark"),
        default="light",
        help="light (default) or dark",
    )


def size_of(args: argparse.Namespace, window: Pixels, view: Pixels) -> Pixels:
    """The requested size, or the default of the window or of one view."""
    chosen: Pixels | None = args.size
    return chosen or (window if args.view == "window" else view)


def go_offscreen() -> None:
    """Make Qt start without a screen; call this before Qt is imported."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
