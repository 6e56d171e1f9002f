"""``hyperfold sweep``: one scene with settings varied and seeds repeated."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from core.cli.frame import DONE, Subparsers, Unavailable, add_json, cores, whole
from core.errors import BadInput, shown
from core.jsonout import print_json

if TYPE_CHECKING:
    from core.arrays import Stop
    from core.sweep.plan import Case, Plan

MAX_SEEDS = 100_000
MAX_WORKERS = 256
_EVERY = 1.0  # seconds between two lines of progress

Rows = dict[int, Mapping[str, Any]]  # by row number in the finished table


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``sweep``."""
    parser = subparsers.add_parser(
        "sweep", description="Train a scene with settings varied and seeds repeated."
    )
    parser.add_argument("scene", metavar="SCENE", help="a built-in name or a file")
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="KEY=V1,V2,…",
        help="a key of the scene file, such as training.learning_rate; may be repeated",
    )
    parser.add_argument(
        "--seeds",
        type=whole(1, MAX_SEEDS),
        default=1,
        metavar="K",
        help="seeds for each combination, starting at the scene's own (1)",
    )
    parser.add_argument(
        "--steps",
        type=whole(0),
        metavar="N",
        help="steps of each run, instead of the scene's own",
    )
    parser.add_argument(
        "--workers",
        type=whole(1, MAX_WORKERS),
        metavar="W",
        help="runs at the same time (default: one per core)",
    )
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786"
    )
    parser.add_argument(
        "-o", dest="out", metavar="OUT.csv", help="CSV file, written run by run"
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the CSV file without repeating runs",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Train every combination and print the table or one JSON object."""
    from core.cli.source import open_source
    from core.sweep import group_rows, make_plan

    if args.resume and args.out is None:
        raise BadInput("--resume needs the table to continue: -o OUT.csv")
    if args.dask is not None and args.workers is not None:
        raise BadInput("--workers must be left out with --dask, got both")
    scene = open_source(args.scene).scene
    plan = make_plan(scene, _varied(args.vary), args.seeds, args.steps)
    out = None if args.out is None else Path(args.out)
    rows: Rows = {} if out is None else _started(out, plan, args.resume)
    if len(rows) < len(plan):
        _fill(plan, rows, out, args)
    ordered = [rows[index] for index in sorted(rows)]
    groups = group_rows(ordered, plan.keys)
    if args.json:
        print_json({"rows": ordered, "groups": groups})
    else:
        _show(groups)
    return DONE


def _varied(options: Sequence[str]) -> dict[str, list[Any]]:
    from core.scenes.keys import read_assignment, read_value, split_values

    varied: dict[str, list[Any]] = {}
    for option in options:
        try:
            key, text = read_assignment(option)
        except BadInput as error:
            raise BadInput(f"--vary {error}") from None
        if key in varied:
            raise BadInput(f"--vary must name each key once, got {key} twice")
        varied[key] = [read_value(part) for part in split_values(text)]
    return varied


def _started(out: Path, plan: Plan, resume: bool) -> Rows:
    """The rows already in the table; no unfinished table is overwritten."""
    from core.sweep.table import read_done

    if not out.parent.is_dir():
        raise BadInput(f"-o must be in a folder that exists, got {shown(str(out))}")
    if not out.exists():
        return {}
    try:
        done: Rows = dict(read_done(out, plan))
    except BadInput:
        if resume:
            raise
        return {}
    if resume:
        return done
    if 0 < len(done) < len(plan):
        raise BadInput(
            f"{out} has {len(done)} of the {len(plan)} runs of this sweep: continue "
            "with --resume, or remove it first"
        )
    return {}


def _fill(plan: Plan, rows: Rows, out: Path | None, args: argparse.Namespace) -> None:
    """Train the missing rows; each is written to the table as soon as it is known."""
    from core.cli.working import signals_noted
    from core.sweep.table import appending, rewrite

    missing = [case for case in plan if case.index not in rows]
    progress = Progress(len(plan), len(rows))
    file = nullcontext() if out is None else appending(out, plan, rows)
    # An exception that Ctrl-C raises inside a library may get lost or end the program
    # in another way, especially while kernels are loading; a flag is safe.
    noted = nullcontext() if args.dask is not None else signals_noted()
    with noted as stop, file as table:
        for case, row in _results(missing, args, stop):
            rows[case.index] = row
            if table is not None:
                table.add(row)
            progress.show(len(rows))
    if out is not None:
        rewrite(out, plan, rows)


def _results(
    cases: Sequence[Case], args: argparse.Namespace, stop: Stop | None
) -> Iterator[tuple[Case, dict[str, Any]]]:
    if args.dask is not None:
        from core.sweep.cluster import NoDask, on_dask

        try:
            yield from on_dask(cases, args.dask)
        except NoDask as error:
            raise Unavailable(str(error)) from None
        return
    from core.engine.cold_start import load_kernels
    from core.kernels.families import sets_of
    from core.sweep import in_threads, run_case

    runs = [case.scene.run for case in cases]
    needed = [sets_of(run.network, run.training) for run in runs]
    for what in dict.fromkeys(what for sets in needed for what in sets):
        if stop is not None and stop[0]:
            return
        load_kernels(what)
    yield from in_threads(run_case, cases, args.workers or cores(), stop)


class Progress:
    """Shows how far a sweep has got, on standard error, about once a second."""

    def __init__(self, total: int, done: int) -> None:
        self._total, self._before = total, done
        self._begin = self._last = monotonic()

    def show(self, done: int) -> None:
        """Print a line if one is due; always for the last run."""
        now = monotonic()
        if now - self._last < _EVERY and done < self._total:
            return
        self._last = now
        each = (now - self._begin) / max(1, done - self._before)
        left = each * (self._total - done)
        print(
            f"sweep: {done} of {self._total} runs, {left:.0f} s left",
            file=sys.stderr,
            flush=True,
        )


def _show(groups: Sequence[Mapping[str, Any]]) -> None:
    """A line for each combination of settings."""
    for group in groups:
        words = [f"{key} = {value}" for key, value in group["settings"].items()]
        ends = [f"{group['runs']} run{'s' if group['runs'] != 1 else ''}"]
        if group["reached"] is not None:
            low, high = group["interval"]
            share = group["reached"] / group["runs"]
            ends.append(
                f"{share:.0%} reached the goal (95 % interval {low:.0%} to {high:.0%})"
            )
        if group["loss_median"] is not None:
            low, high = group["loss_quartiles"]
            ends.append(
                f"median loss {group['loss_median']:.4g} "
                f"(quartiles {low:.4g} and {high:.4g})"
            )
        print(f"{', '.join(words) or 'all runs'}: {', '.join(ends)}")
