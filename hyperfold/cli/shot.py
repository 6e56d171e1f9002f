"""``hyperfold shot SCENE -o OUT.png``: a picture of the window or of one view."""

from __future__ import annotations

import argparse
import importlib
import os
from pathlib import Path

from core.cli.frame import DONE, Subparsers, whole
from core.cli.options import add_set
from core.cli.source import Source, open_source
from core.cli.working import signals_noted
from core.errors import BadInput, shown
from hyperfold.cli.rendering import (
    add_size,
    add_source,
    add_steps,
    add_theme,
    add_view,
    go_offscreen,
    size_of,
)

WINDOW, VIEW = (1440, 900), (720, 480)  # default sizes in logical pixels


def register(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser(
        "shot", description="Render a scene or a saved run to a picture."
    )
    add_source(parser)
    parser.add_argument(
        "-o",
        dest="out",
        metavar="OUT",
        required=True,
        help="a .png file; .pdf or .svg for a figure",
    )
    parser.add_argument(
        "--figure",
        type=size_in_mm,
        metavar="WxH",
        help="a figure for a paper, in millimetres: a view without buttons, as .pdf or "
        ".svg",
    )
    parser.add_argument(
        "--letters",
        type=points,
        default=8.0,
        metavar="PT",
        help="size of a figure's ordinary text in points (8)",
    )
    add_view(parser)
    add_steps(parser)
    parser.add_argument(
        "--step",
        type=whole(0),
        metavar="N",
        help="look back to this step of a saved run",
    )
    add_set(parser)
    add_size(parser, WINDOW, VIEW)
    parser.add_argument(
        "--scale",
        type=whole(1, 4),
        default=1,
        metavar="K",
        help="pixels per logical pixel, 1 to 4 (1)",
    )
    add_theme(parser)


def run(args: argparse.Namespace) -> int:
    """Train, show, and write the picture."""
    out = Path(args.out)
    endings = (".pdf", ".svg") if args.figure is not None else (".png",)
    if out.suffix.lower() not in endings:
        raise BadInput(
            f"-o must name a {' or '.join(endings)} file, got {shown(args.out)}"
        )
    if args.figure is not None and args.view == "window":
        raise BadInput("--view must name one view for a figure, got 'window'")
    if not out.parent.is_dir():
        raise BadInput(f"-o must be in a folder that exists, got {shown(args.out)}")
    source = open_source(args.scene, args.settings)
    _check(source, args)
    go_offscreen()
    if args.figure is not None:
        make_figure = importlib.import_module("app.stage.figure").make_figure
        with signals_noted() as stop:
            make_figure(
                source,
                out,
                view=args.view,
                paper=args.figure,
                letters=args.letters,
                theme=args.theme,
                steps=args.steps,
                step=args.step,
                stop=stop,
            )
        return DONE
    os.environ["QT_SCALE_FACTOR"] = str(args.scale)
    take_shot = importlib.import_module("app.stage.shot").take_shot
    with signals_noted() as stop:
        take_shot(
            source.scene,
            out,
            view=args.view,
            steps=args.steps,
            size=size_of(args, WINDOW, VIEW),
            theme=args.theme,
            run=source.run,
            step=args.step,
            stop=stop,
        )
    return DONE


def size_in_mm(text: str) -> tuple[float, float]:
    """An option type: ``WxH`` in millimetres."""
    parts = text.lower().replace("×", "x").removesuffix("mm").split("x")
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        width = height = 0.0
    if not (10 <= width <= 1000 and 10 <= height <= 1000):
        raise argparse.ArgumentTypeError(
            f"must be WIDTHxHEIGHT in millimetres, each from 10 to 1000, "
            f"got {shown(text)}"
        )
    return width, height


def points(text: str) -> float:
    """An option type: a font size in points."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 4 <= value <= 36:
        raise argparse.ArgumentTypeError(f"must be from 4 to 36, got {shown(text)}")
    return value


def _check(source: Source, args: argparse.Namespace) -> None:
    """Reject options that do not apply to a scene or a saved run."""
    if source.run is None:
        if args.step is not None:
            raise BadInput("--step must be left out for a scene; --steps trains it")
        return
    if args.steps is not None or args.settings:
        raise BadInput(
            "--steps and --set must be left out for a run file, which is shown as it "
            "was saved; see --step"
        )
    if args.step is not None and args.step > source.first:
        last = source.first
        raise BadInput(f"--step must be from 0 to {last}, got {args.step}")
