"""Measure this checkout beside another one, taking turns.

    python -m tools.beside ../old engine regions gui --rounds 3 --level x86-64-v3

Runs ``hyperfold bench`` of both checkouts alternately, with this environment's
libraries and a kernel cache for each checkout, and compares the rows that both have by
the best of all rounds. ``--level`` compiles the kernels of both for a processor with
exactly these instructions. Nothing else should run meanwhile. Install no peers: they
take most of the time, and are not compared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.kernels.target import LEVELS, features_of

HERE = Path(__file__).resolve().parent.parent
MORE_IS_BETTER = ("steps/s", "1/s", "Hz", "%", "runs/s", "share")  # else less is
SLOWER = 1.03  # times the other checkout's figure


@dataclass(frozen=True, slots=True)
class Pair:
    """One row of both checkouts, each with its best figure."""

    name: str
    unit: str
    other: float
    here: float

    @property
    def slower(self) -> float:
        """How many times slower this checkout is; below 1 if it is faster."""
        if self.unit in MORE_IS_BETTER:
            return self.other / self.here
        return self.here / self.other


def main() -> int:
    """Measure, print one line per common row, and fail if one is slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("groups", nargs="+", help="groups of hyperfold bench")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--level", choices=LEVELS, help="of the kernels' processor")
    args = parser.parse_args()
    other: list[list[dict[str, object]]] = []
    here: list[list[dict[str, object]]] = []
    for number in range(1, args.rounds + 1):
        # The first of a round alternates, so that a drift of the machine evens out.
        turns = [(args.other.resolve(), other), (HERE, here)]
        for tree, found in turns if number % 2 else reversed(turns):
            print(f"round {number}: {tree.name}", file=sys.stderr, flush=True)
            found.append(measured(tree, args.groups, args.level))
    pairs = compared(other, here)
    print(f"{'':68} {args.other.name:>12} {'here':>12} {'slower':>7}")
    for pair in pairs:
        print(
            f"{pair.name + ' [' + pair.unit + ']':68} {pair.other:12,.4g} "
            f"{pair.here:12,.4g} {pair.slower:6.3f}×"
        )
    slow = [pair for pair in pairs if pair.slower > SLOWER]
    print(f"{len(slow)} of {len(pairs)} rows more than 3 % slower")
    return 1 if slow else 0


def measured(
    tree: Path, groups: Iterable[str], level: str | None = None
) -> list[dict[str, object]]:
    """The rows that ``hyperfold bench`` of a checkout prints."""
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, function = project["project"]["scripts"]["hyperfold"].partition(":")
    start = f"import sys; from {module} import {function}; sys.exit({function}())"
    environment = {
        **os.environ,
        "PYTHONPATH": str(tree),
        "HYPERFOLD_CACHE": str(tree / "build" / ("beside-" + (level or "native"))),
    }
    if level is not None:
        # Without the features, numba would use all those of this machine.
        environment["NUMBA_CPU_NAME"] = level
        environment["NUMBA_CPU_FEATURES"] = features_of(level)
    done = subprocess.run(
        [sys.executable, "-c", start, "bench", *groups, "--json"],
        cwd=tree,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
    )
    rows: list[dict[str, object]] = json.loads(done.stdout)["results"]
    return rows


def compared(
    other: Iterable[list[dict[str, object]]], here: Iterable[list[dict[str, object]]]
) -> list[Pair]:
    """Rows with a figure in both, by the best of all rounds."""
    ours, theirs = _best(here), _best(other)
    return [
        Pair(name, unit, theirs[name, unit], figure)
        for (name, unit), figure in ours.items()
        if theirs.get((name, unit)) and figure
    ]


def _best(rounds: Iterable[list[dict[str, object]]]) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for rows in rounds:
        for row in rows:
            name, unit, value = row["name"], row["unit"], row["value"]
            if not isinstance(value, int | float):
                continue
            choose = max if unit in MORE_IS_BETTER else min
            key = str(name), str(unit)
            found[key] = choose(found.get(key, value), value)
    return found


if __name__ == "__main__":
    sys.exit(main())
