"""``hyperfold bench``: figures for this machine, next to those of the peers."""

from __future__ import annotations

import argparse
import sys

from core.bench import GROUPS, Groups, Row, available, collect, machine
from core.cli.frame import DONE, Subparsers, Unavailable, add_json, one_of
from core.jsonout import print_json


def register(subparsers: Subparsers, known: Groups = GROUPS) -> None:
    """Add the parser of ``bench``."""
    parser = subparsers.add_parser("bench", description="Measure speed.")
    parser.add_argument(
        "groups",
        nargs="*",
        metavar="GROUP",
        type=one_of(*known),
        help=f"{', '.join(known)}; everything if none is named",
    )
    add_json(parser)


def run(args: argparse.Namespace, known: Groups = GROUPS) -> int:
    """Measure and print a table or one JSON object."""
    have = available(known)
    groups = tuple(dict.fromkeys(args.groups)) or have
    for group in groups:
        if group not in have:
            raise Unavailable(f"bench: this installation cannot measure {group}")
    if args.json:
        rows = collect(groups, known=known)
        print_json({"machine": machine(), "results": [row.as_dict() for row in rows]})
        return DONE
    for name, value in machine().items():
        print(f"{name}: {value}")
    print(f"\n{'':44} {'value':>12} {'best peer':>12} {'ratio':>8} {'goal':>8}")
    collect(groups, progress=_show, known=known)
    return DONE


def _show(row: Row) -> None:
    """Print one line of the table at once: some rows take a minute to measure."""
    peers = {name: v for name, v in row.against.items() if v is not None}
    best = (min if row.less_is_better else max)(peers.values(), default=None)
    ratio = f"{row.ratio:.3g}×" if row.ratio is not None else "–"
    goal = _number(row.goal)
    if row.goal is not None and row.against and not row.goal_is_value:
        goal += "×"
    verdict = {True: "met", False: "missed", None: ""}[row.met]
    name = f"{row.name} [{row.unit}]"
    line = (
        f"{name:44} {_number(row.value):>12} {_number(best):>12} {ratio:>8} {goal:>8}"
    )
    print(f"{line} {verdict}{'  ' + row.note if row.note else ''}")
    sys.stdout.flush()


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
