"""``hyperfold walk``: one example forward and backward, node by node."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from core.cli.files import is_net
from core.cli.frame import DIVERGED, DONE, Subparsers, add_json, whole
from core.cli.options import add_set
from core.cli.source import open_source
from core.errors import BadInput
from core.jsonout import print_json

if TYPE_CHECKING:
    from core.analysis.walk_subject import Subject
    from core.errors import Divergence


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``walk``."""
    parser = subparsers.add_parser(
        "walk",
        description=(
            "Take one example forward and backward through the graph, number by number."
        ),
    )
    parser.add_argument("source", metavar="SCENE|RUN|NET.json")
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
        help="steps to train a scene first (0: its initial weights)",
    )
    parser.add_argument(
        "--step",
        type=whole(0),
        metavar="N",
        help="a step of a saved run (default: its last)",
    )
    add_set(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Walk and print."""
    from core.analysis.walk import take_walk
    from core.analysis.walk_report import report, text_of

    example = None if args.minibatch else args.example
    subject, divergence = _subject(args, example)
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
    args: argparse.Namespace, example: int | None
) -> tuple[Subject, Divergence | None]:
    """What is walked; if training diverged, the last finite state."""
    from core.analysis.walk_subject import subject_of, subject_of_net
    from core.files.net_json import load_net

    if is_net(args.source):
        return subject_of_net(load_net(args.source), example), None
    source = open_source(args.source, args.settings)
    if source.run is not None:
        snapshot = source.at(args.step)
    elif args.step is not None:
        raise BadInput("--step must be left out for a scene; --steps trains it")
    else:
        snapshot = source.at(args.steps, "compiled" if args.steps else "reference")
    return subject_of(snapshot, example), snapshot.divergence
