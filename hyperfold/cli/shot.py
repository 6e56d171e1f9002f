"""``hyperfold shot SCENE -o OUT.png``: a picture of the window or of one view."""

from __future__ import annotations

import argparse
import importlib
import os
from pathlib import Path

from core.cli.frame import DONE, Subparsers, one_of, size, whole
from core.errors import BadInput, shown
from core.scenes import VIEW_NAMES, load_scene


def register(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser("shot", help="a picture of a scene, without screen")
    parser.add_argument("scene", metavar="SCENE", help="a built-in scene or a file")
    parser.add_argument("-o", dest="out", metavar="OUT.png", required=True)
    parser.add_argument(
        "--view",
        type=one_of(*VIEW_NAMES),
        default="window",
        metavar="NAME",
        help=f"one of {', '.join(VIEW_NAMES)}",
    )
    parser.add_argument(
        "--steps", type=whole(0), metavar="N", help="steps to train; else the scene's"
    )
    parser.add_argument(
        "--size",
        type=size,
        metavar="WxH",
        help="logical pixels; 1440x900 for the window, 720x480 for a view",
    )
    parser.add_argument(
        "--scale",
        type=whole(1, 4),
        default=1,
        metavar="K",
        help="pixels of the picture for each logical pixel",
    )
    parser.add_argument("--theme", type=one_of("light", "dark"), default="light")


def run(args: argparse.Namespace) -> int:
    """Train, show, and write the picture."""
    out = Path(args.out)
    if out.suffix.lower() != ".png":
        raise BadInput(f"-o must name a .png file, got {shown(args.out)}")
    if not out.parent.is_dir():
        raise BadInput(f"-o must lie in a folder that exists, got {shown(args.out)}")
    scene = load_scene(args.scene)
    usual = (1440, 900) if args.view == "window" else (720, 480)
    # Read by Qt when it starts: no screen is needed, and none is looked at.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(args.scale)
    importlib.import_module("app.stage.shot").take_shot(
        scene,
        out,
        view=args.view,
        steps=args.steps,
        size=args.size or usual,
        theme=args.theme,
    )
    return DONE
