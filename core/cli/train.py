"""``hyperfold train``: train a scene with the compiled kernels and print the result."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from core.arrays import Stop
from core.cli.frame import (
    DIVERGED,
    DONE,
    INTERRUPTED,
    Subparsers,
    add_json,
    cores,
    whole,
)
from core.cli.options import add_set
from core.cli.source import Source, open_source
from core.cli.working import until_interrupted
from core.errors import BadInput, why
from core.jsonout import print_json
from core.sampling import sampling_layers

if TYPE_CHECKING:
    from core.engine.session import Session
    from core.engine.snapshot import Metrics, Snapshot
    from core.scenes import Scene
    from core.sweep import Case

MAX_SEEDS = 100_000


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``train``."""
    parser = subparsers.add_parser(
        "train",
        description=(
            "Train a scene and print the results, or continue a saved run. For a "
            "table (CSV, Excel, Parquet) the roles of the columns are guessed."
        ),
    )
    parser.add_argument(
        "scene",
        metavar="SCENE|RUN|TABLE",
        help="a built-in name, a scene, a run file or a table",
    )
    parser.add_argument(
        "--steps",
        type=whole(0),
        metavar="N",
        help="steps to train, instead of the scene's own; for a run, how many more",
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        metavar="S",
        help="seed of initial weights, minibatch order and dropout",
    )
    parser.add_argument(
        "--seeds",
        type=whole(1, MAX_SEEDS),
        metavar="K",
        help="train K seeds on all cores and count how many reach the goal",
    )
    parser.add_argument(
        "--save", metavar="RUN", help="write the run to a file, also after Ctrl-C"
    )
    add_set(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Train and print a summary or one JSON object."""
    from core.engine.cold_start import load_kernels_of

    if args.seeds is not None and args.save is not None:
        raise BadInput("--save must be left out with --seeds, got both")
    source = open_source(args.scene, args.settings)
    for option in ("seed", "seeds"):
        if source.run is not None and getattr(args, option) is not None:
            raise BadInput(
                f"--{option} must be left out for a run file, which is continued"
            )
    scene = source.scene
    if args.seed is not None:
        scene = replace(scene, run=replace(scene.run, seed=args.seed))
        source = replace(source, scene=scene)
    steps = scene.steps if args.steps is None else args.steps
    save = None if args.save is None else Path(args.save)
    if save is not None:
        check_writable(save)
    load_kernels_of(scene.run)  # not counted as training
    if args.seeds is None:
        return _train_one(source, steps, save, args.json)
    return _train_many(source, steps, args.seeds, args.json)


def check_writable(path: Path) -> None:
    """Reject a file that could not be written, before any work is done."""
    from core.disk.atomic import beside

    if path.is_dir():
        raise BadInput(f"{path}: cannot be written: it is a folder")
    if path.exists() and not os.access(path, os.W_OK):
        raise BadInput(f"{path}: cannot be written: it is read-only")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: cannot be written: there is no folder {path.parent}")
    unfinished = beside(path)
    try:
        with open(unfinished, "ab"):
            pass
        unfinished.unlink()
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {why(error)}") from None


def _train_one(source: Source, steps: int, save: Path | None, as_json: bool) -> int:
    scene = source.scene
    session = source.session(keeps=save is not None)

    def progress() -> str:
        return f"step {session.step:,} of {source.first + steps:,}"

    result, interrupted = until_interrupted(
        lambda stop: train(source, session, steps, stop), progress
    )
    if save is not None:
        _save(session, source, save)
    if interrupted:
        kept = f"; the run so far is in {save}" if save is not None else ""
        print(f"hyperfold: interrupted at step {session.step}{kept}", file=sys.stderr)
        return INTERRUPTED
    if as_json:
        print_json(result)
    else:
        for line in source.guessed.lines() if source.guessed else ():
            print(line)
        _show(scene, session, result)
    if session.divergence is not None:
        print(f"hyperfold: {session.divergence}", file=sys.stderr)
        return DIVERGED
    return DONE


def train(
    source: Source, session: Session, steps: int, stop: Stop | None = None
) -> dict[str, Any]:
    """Train ``steps`` steps; the result is what ``--json`` prints.

    Training ends early once ``stop[0]`` becomes 1; the result covers the steps made.
    """
    from core.analysis.measures import run_measures
    from core.arrays import sha256_of

    stop = np.zeros(1, np.uint8) if stop is None else stop
    first = session.step
    begin = perf_counter()
    session.advance(steps, stop)
    seconds = perf_counter() - begin
    if stop[0]:
        return {}
    metrics = session.metrics()
    snapshot = session.snapshot()
    result: dict[str, Any] = {
        "scene": source.scene.name,
        "seed": session.run.seed,
        "steps": session.step,
        "loss": metrics.loss,
        "test_loss": metrics.test_loss,
        "accuracy": metrics.accuracy,
        "test_accuracy": metrics.test_accuracy,
        "parameters_sha256": sha256_of(snapshot.theta),
        "seconds": seconds,
        "backend": session.backend,
        "precision": session.run.training.precision,
        **run_measures(snapshot),
    }
    if sampling_layers(snapshot.network):
        result |= _expected(snapshot, metrics)
    if source.guessed is not None:
        widths = session.run.network.widths
        result |= {**source.guessed.table(), "network": list(widths)}
    if first:
        result["from_step"] = first
    if session.divergence is not None:
        result["diverged"] = {
            "step": session.divergence.step,
            "layer": session.divergence.layer,
            "what": session.divergence.what,
        }
    return result


def _expected(snapshot: Snapshot, metrics: Metrics) -> dict[str, Any]:
    """Replace the losses by expected losses, and record how they were computed."""
    from core.analysis.expected import expected_loss

    splits = snapshot.splits
    train = expected_loss(snapshot, splits.train)
    test = expected_loss(snapshot, splits.test) if len(splits.test) else None
    return {
        "loss": train.loss,
        "test_loss": None if test is None else test.loss,
        "random_units": {
            "loss": "expected",
            "draws": train.draws,  # null: the sum over all patterns, exact
            "loss_error": train.error,
            "test_loss_error": None if test is None else test.error,
            "loss_of_means": metrics.loss,
            "test_loss_of_means": metrics.test_loss,
        },
    }


def _train_many(source: Source, steps: int, seeds: int, as_json: bool) -> int:
    from core.sweep import in_threads, make_plan

    scene, guessed = source.scene, source.guessed
    done: dict[int, dict[str, Any]] = {}

    def one(case: Case, stop: Stop) -> dict[str, Any]:
        source = Source(case.scene)
        return train(source, source.session(keeps=False), case.steps, stop)

    def work(stop: Stop) -> None:
        plan = make_plan(scene, {}, seeds, steps)
        for case, found in in_threads(one, plan, cores(), stop):
            done[case.index] = found

    _, interrupted = until_interrupted(
        work, lambda: f"{len(done)} of {seeds} seeds trained"
    )
    if interrupted:
        print(
            f"hyperfold: interrupted after {len(done)} of {seeds} seeds",
            file=sys.stderr,
        )
        return INTERRUPTED
    runs = [done[index] for index in sorted(done)]
    asks = scene.goal.asks
    reached = sum(
        "diverged" not in r and scene.goal.reached(r["loss"], r["accuracy"])
        for r in runs
    )
    if as_json:
        told = reached if asks else None
        more = guessed.table() if guessed else {}
        print_json({"seeds": seeds, "reached": told, "runs": runs, **more})
    else:
        for line in guessed.lines() if guessed else ():
            print(line)
        for r in runs:
            ended = "diverged" if "diverged" in r else f"loss {r['loss']:.6g}"
            accuracy = _percent(", accuracy", r["accuracy"])
            print(f"seed {r['seed']}: {ended}{accuracy}")
        if asks:
            print(f"{reached} of {seeds} reached the goal ({scene.goal})")
    diverged = [r for r in runs if "diverged" in r]
    if diverged:
        print(
            f"hyperfold: training diverged for {len(diverged)} of {seeds} seeds",
            file=sys.stderr,
        )
        return DIVERGED
    return DONE


def _show(scene: Scene, session: Session, result: dict[str, Any]) -> None:
    print(f"{scene.title}: {session.step} steps with seed {result['seed']}")
    print(f"loss {result['loss']:.6g}{_percent(', accuracy', result['accuracy'])}")
    if (drawn := result.get("random_units")) is not None:
        print(_how_expected(drawn))
    if result["test_loss"] is not None:
        accuracy = _percent(", accuracy", result["test_accuracy"])
        print(f"test loss {result['test_loss']:.6g}{accuracy}")
    if scene.goal.asks:
        met = scene.goal.reached(result["loss"], result["accuracy"])
        print(f"goal ({scene.goal}): {'reached' if met else 'not reached'}")
    made = session.step - result.get("from_step", 0)
    rate = made / max(result["seconds"], 1e-9)
    print(
        f"{result['seconds']:.3g} s, {rate:,.0f} steps/s, {result['backend']} backend, "
        f"{result['precision']}"
    )


def _how_expected(drawn: dict[str, Any]) -> str:
    """How the expected loss was computed."""
    how = "summed exactly over all draws of the random units"
    if drawn["draws"] is not None:
        count, error = drawn["draws"], drawn["loss_error"]
        how = f"an average over {count:,} draws of the random units ± {error:.2g}"
    means = drawn["loss_of_means"]
    return f"this is the expected loss, {how}; with every unit at its mean: {means:.6g}"


def _percent(label: str, share: float | None) -> str:
    return "" if share is None else f"{label} {share:.1%}"


def _save(session: Session, source: Source, path: Path) -> None:
    """Write the run; whatever else a run file contained is kept."""
    from core.engine.saved import saved_of
    from core.files.run_file import RunFile, write_run

    saved = saved_of(session.snapshot(), session.timeline, session.series)
    if source.run is None:
        write_run(path, RunFile(source.scene, saved))
    else:
        write_run(path, replace(source.run, scene=source.scene, saved=saved))
