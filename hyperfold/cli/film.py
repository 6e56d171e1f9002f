"""``hyperfold film SCENE -o OUT.gif``: how a network learns, as a film."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from core.cli.frame import DONE, Subparsers, Unavailable, whole
from core.cli.options import add_set
from core.cli.source import open_source
from core.cli.working import ProgressLine, signals_noted
from core.errors import BadInput
from core.files.films import MAX_FRAMES, NoEncoder, check_target
from hyperfold.cli.rendering import (
    add_size,
    add_source,
    add_steps,
    add_theme,
    add_view,
    go_offscreen,
    size_of,
)

WINDOW, VIEW = (1200, 750), (600, 400)  # default sizes in logical pixels


def register(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser(
        "film",
        description="Train a scene and film it, or film the timeline of a saved run.",
    )
    add_source(parser)
    parser.add_argument(
        "-o",
        dest="out",
        metavar="OUT",
        required=True,
        help="a .gif, .webp or .mp4 file",
    )
    add_steps(parser)
    parser.add_argument(
        "--frames",
        type=whole(2, MAX_FRAMES),
        default=60,
        metavar="K",
        help="number of frames, spread evenly from the first step to the last (60)",
    )
    parser.add_argument(
        "--fps",
        type=whole(1, 60),
        default=20,
        metavar="F",
        help="frames per second (20)",
    )
    add_view(parser)
    add_size(parser, WINDOW, VIEW)
    add_theme(parser)
    add_set(parser)
    parser.add_argument(
        "--progress",
        action="store_true",
        help="print each frame's number on standard output",
    )


def run(args: argparse.Namespace) -> int:
    """Train, film, and write the file."""
    out = Path(args.out)
    try:
        check_target(out)
    except NoEncoder as error:
        raise Unavailable(str(error)) from None
    source = open_source(args.scene, args.settings)
    if source.run is not None and (args.steps is not None or args.settings):
        raise BadInput(
            "--steps and --set must be left out for a run file, whose own timeline "
            "is filmed"
        )
    made = [0]
    line = ProgressLine(lambda: f"picture {made[0]} of {args.frames}")

    def show(done: int, total: int) -> None:
        made[0] = done
        line.show()

    go_offscreen()
    make_film = importlib.import_module("app.stage.film").make_film
    try:
        with signals_noted() as stop:
            make_film(
                source,
                out,
                view=args.view,
                steps=args.steps,
                frames=args.frames,
                fps=args.fps,
                size=size_of(args, WINDOW, VIEW),
                theme=args.theme,
                progress=_tell if args.progress else show,
                stop=stop,
            )
    finally:
        line.clear()
    return DONE


def _tell(done: int, total: int) -> None:
    print(f"{done}/{total}", flush=True, file=sys.stdout)
