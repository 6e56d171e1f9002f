"""``hyperfold walk``: one example forward and backward, node by node."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from core.cli.files import is_net
from core.cli.frame import DIVERGED, DONE, Subparsers, add_json, whole
from core.jsonout import print_json

if TYPE_CHECKING:
    from core.analysis.walk_subject import Subject
    from core.errors import Divergence


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``walk``."""
    parser = subparsers.add_parser(
        "walk",
        description="One example forward and backward through the graph, by numbers.",
    )
    parser.add_argument("source", metavar="SCENE|NET.json")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--example",
        type=whole(0),
        default=0,
        metavar="I",
        help="which training example, or row of data; from 0",
    )
    chosen.add_argument(
        "--minibatch", action="store_true", help="the next minibatch, or all data"
    )
    parser.add_argument(
        "--steps",
        type=whole(0),
        default=0,
        metavar="N",
        help="steps that a scene trains first (0: its initial weights)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Walk and print."""
    from core.analysis.walk import take_walk
    from core.analysis.walk_report import report, text_of

    example = None if args.minibatch else args.example
    subject, divergence = _subject(args.source, example, args.steps)
    walk = take_walk(subject)
    if args.json:
        told = {"source": args.source, **report(walk)}
        if divergence is not None:
            told["diverged"] = {
                "step": divergence.step,
                "layer": divergence.layer,
                "what": divergence.what,
            }
        print_json(told)
    else:
        print("\n".join(text_of(walk)))
    if divergence is None:
        return DONE
    print(f"hyperfold: {divergence}", file=sys.stderr)
    return DIVERGED


def _subject(
    source: str, example: int | None, steps: int
) -> tuple[Subject, Divergence | None]:
    """What is walked; where training diverged, the last state that was finite."""
    from core.analysis.walk_subject import subject_of, subject_of_net
    from core.files.net_json import load_net
    from core.scenes import load_scene
    from core.scenes.player import play

    if is_net(source):
        return subject_of_net(load_net(source), example), None
    scene = load_scene(source)
    session = play(scene, "compiled" if steps else "reference", keeps=False)
    session.advance(steps)
    return subject_of(session.snapshot(), example), session.divergence
