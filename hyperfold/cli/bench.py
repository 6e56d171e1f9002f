"""``hyperfold bench``: `core`'s benchmarks and those of the window."""

from __future__ import annotations

import argparse

from core.bench import GROUPS as CORE_GROUPS
from core.cli import bench
from core.cli.frame import Subparsers

GROUPS = {
    **CORE_GROUPS,
    "gui": ("app.bench.gui",),
    "start": ("app.bench.start",),
    "many": (*CORE_GROUPS["many"], "app.bench.grid"),
}


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``bench``."""
    bench.register(subparsers, GROUPS)


def run(args: argparse.Namespace) -> int:
    """Measure and print a table or one JSON object."""
    return bench.run(args, GROUPS)
