"""``hyperfold train``: train a scene with the compiled kernels and print the result."""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from core.cli.frame import DIVERGED, DONE, Subparsers, add_json, whole
from core.errors import BadInput
from core.jsonout import print_json

if TYPE_CHECKING:
    from core.arrays import Floats
    from core.engine.session import Session
    from core.scenes import Scene

MAX_SEEDS = 100_000


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``train``."""
    parser = subparsers.add_parser(
        "train", description="Train a scene and print what came out."
    )
    parser.add_argument("scene", metavar="SCENE", help="a built-in name or a file")
    parser.add_argument(
        "--steps", type=whole(0), metavar="N", help="instead of the scene's own"
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        metavar="S",
        help="of initial weights, minibatch order and dropout",
    )
    parser.add_argument(
        "--seeds",
        type=whole(1, MAX_SEEDS),
        metavar="K",
        help="train K seeds on all cores and tell how many reach the goal",
    )
    parser.add_argument("--save", metavar="RUN", help="write the run to a file")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Train and print a summary or one JSON object."""
    from core.engine.cold_start import load_kernels
    from core.scenes import load_scene

    if args.seeds is not None and args.save is not None:
        raise BadInput("--save must be left out with --seeds, got both")
    scene = load_scene(args.scene)
    if args.seed is not None:
        scene = replace(scene, run=replace(scene.run, seed=args.seed))
    steps = scene.steps if args.steps is None else args.steps
    load_kernels(scene.run.training.precision)  # not to be counted as training
    if args.seeds is None:
        return _train_one(scene, steps, args.save, args.json)
    return _train_many(scene, steps, args.seeds, args.json)


def _train_one(scene: Scene, steps: int, save: str | None, as_json: bool) -> int:
    session, result = train(scene, steps, keeps=save is not None)
    if save is not None:
        _save(session, scene, save)
    if as_json:
        print_json(result)
    else:
        _show(scene, session, result)
    if session.divergence is not None:
        print(f"hyperfold: {session.divergence}", file=sys.stderr)
        return DIVERGED
    return DONE


def train(
    scene: Scene, steps: int, keeps: bool = False
) -> tuple[Session, dict[str, Any]]:
    """Train a scene from its first step; the result is what ``--json`` prints.

    With ``keeps``, the session has a timeline of the whole way.
    """
    from core.scenes.player import play

    session = play(scene, keeps=keeps)
    begin = perf_counter()
    session.advance(steps)
    seconds = perf_counter() - begin
    metrics = session.metrics()
    result: dict[str, Any] = {
        "scene": scene.name,
        "seed": session.run.seed,
        "steps": session.step,
        "loss": metrics.loss,
        "test_loss": metrics.test_loss,
        "accuracy": metrics.accuracy,
        "test_accuracy": metrics.test_accuracy,
        "parameters_sha256": parameters_sha256(session.snapshot().theta),
        "seconds": seconds,
        "backend": session.backend,
        "precision": session.run.training.precision,
    }
    if session.divergence is not None:
        result["diverged"] = {
            "step": session.divergence.step,
            "layer": session.divergence.layer,
            "what": session.divergence.what,
        }
    return session, result


def parameters_sha256(theta: Floats) -> str:
    """Fingerprint of the parameters: of their bytes, little-endian on any machine."""
    ordered = theta.astype(theta.dtype.newbyteorder("<"))
    return hashlib.sha256(ordered.tobytes()).hexdigest()


def _train_many(scene: Scene, steps: int, seeds: int, as_json: bool) -> int:
    first = scene.run.seed
    scenes = [
        replace(scene, run=replace(scene.run, seed=first + i)) for i in range(seeds)
    ]
    # Threads do: kernels hold no lock while they train, and share the compiled code.
    with ThreadPoolExecutor(_cores()) as pool:
        runs = list(pool.map(lambda s: train(s, steps)[1], scenes))
    reached = sum(
        "diverged" not in r and scene.goal.reached(r["loss"], r["accuracy"])
        for r in runs
    )
    if as_json:
        print_json({"seeds": seeds, "reached": reached, "runs": runs})
    else:
        for r in runs:
            ended = "diverged" if "diverged" in r else f"loss {r['loss']:.6g}"
            accuracy = _percent(", accuracy", r["accuracy"])
            print(f"seed {r['seed']}: {ended}{accuracy}")
        print(f"{reached} of {seeds} reached the goal ({scene.goal})")
    diverged = [r for r in runs if "diverged" in r]
    if diverged:
        print(
            f"hyperfold: training diverged for {len(diverged)} of {seeds} seeds",
            file=sys.stderr,
        )
        return DIVERGED
    return DONE


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _show(scene: Scene, session: Session, result: dict[str, Any]) -> None:
    print(f"{scene.title}: {session.step} steps with seed {result['seed']}")
    print(f"loss {result['loss']:.6g}{_percent(', accuracy', result['accuracy'])}")
    if result["test_loss"] is not None:
        accuracy = _percent(", accuracy", result["test_accuracy"])
        print(f"test loss {result['test_loss']:.6g}{accuracy}")
    if str(scene.goal) != "none":
        met = scene.goal.reached(result["loss"], result["accuracy"])
        print(f"goal ({scene.goal}): {'reached' if met else 'not reached'}")
    rate = session.step / max(result["seconds"], 1e-9)
    print(
        f"{result['seconds']:.3g} s, {rate:,.0f} steps/s, {result['backend']} backend, "
        f"{result['precision']}"
    )


def _percent(label: str, share: float | None) -> str:
    return "" if share is None else f"{label} {share:.1%}"


def _save(session: Session, scene: Scene, path: str) -> None:
    from core.files.run_file import save

    save(Path(path), session, scene)
