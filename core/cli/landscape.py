"""``hyperfold landscape``: the loss over a plane through weight space."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from core.cli.files import is_net
from core.cli.frame import DIVERGED, DONE, Subparsers, add_json, number, whole
from core.cli.working import until_interrupted
from core.errors import BadInput, shown
from core.jsonout import print_json

if TYPE_CHECKING:
    from core.analysis.planes import Plane
    from core.arrays import Floats, Stop
    from core.engine.snapshot import Snapshot
    from core.errors import Divergence
    from core.network import NetworkSpec

T = TypeVar("T")
PLANES = ("random", "pca", "hessian", "weights", "runs")
MAX_GRID = 1024


@dataclass(frozen=True, slots=True, eq=False)
class _Subject:
    """The weights at the centre, the data, and the path that led there."""

    network: NetworkSpec
    theta: Floats
    running: Floats
    inputs: Floats  # (features, n)
    targets: Floats  # (targets, n)
    steps: Sequence[int]
    path: Floats  # (T, parameters), its last row θ
    others: tuple[Floats, ...] = ()  # weights of two other runs
    divergence: Divergence | None = None


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``landscape``."""
    parser = subparsers.add_parser(
        "landscape", description="Compute the loss over a plane through weight space."
    )
    parser.add_argument("source", nargs="?", metavar="SCENE|RUN|NET.json")
    parser.add_argument(
        "--steps",
        type=whole(0),
        metavar="N",
        help="steps to train a scene first (default: the scene's own)",
    )
    parser.add_argument(
        "--plane",
        nargs="+",
        default=["random"],
        metavar="PLANE",
        help="random, pca (of the path), hessian, weights I J (two parameters, counted "
        "from 0), or runs (through the ends of three seeds, or of a saved run)",
    )
    parser.add_argument(
        "--grid",
        type=whole(2, MAX_GRID),
        default=41,
        metavar="G",
        help="points along each axis (41)",
    )
    parser.add_argument(
        "--span", type=number, metavar="S", help="range of both axes, from −S to S"
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        default=0,
        metavar="S",
        help="seed of a random plane (0)",
    )
    parser.add_argument("--npz", metavar="OUT", help="write the arrays to this file")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compute the plane and print it."""
    import numpy as np

    from core.analysis.landscape import plane_losses

    plane_words, source = _words(args)
    if args.span is not None and args.span <= 0:
        raise BadInput(f"--span must be above 0, got {args.span}")
    out = None if args.npz is None else _target(args.npz)
    subject = _stoppable(
        lambda stop: _subject(source, args.steps, plane_words[0], stop)
    )
    plane = _plane(plane_words, subject, args.seed)
    span = plane.span if args.span is None else args.span
    axis = np.linspace(-span, span, args.grid)
    loss = _stoppable(
        lambda stop: plane_losses(
            subject.network,
            subject.theta,
            subject.running,
            plane.u,
            plane.v,
            axis,
            axis,
            subject.inputs,
            subject.targets,
            stop=stop,
        )
    )
    alpha, beta, off = plane.coordinates(subject.path - subject.theta)
    result: dict[str, Any] = {
        "alphas": axis,
        "betas": axis,
        "loss": loss,
        "path": [
            {"step": step, "alpha": a, "beta": b, "off": o}
            for step, a, b, o in zip(subject.steps, alpha, beta, off, strict=True)
        ],
        "explained": list(plane.explained(subject.path) or (None, None)),
    }
    if out is not None:
        _write(out, subject, plane, result)
    if args.json:
        print_json(result)
    else:
        _show(source, result)
    if subject.divergence is not None:
        print(f"hyperfold: {subject.divergence}", file=sys.stderr)
        return DIVERGED
    return DONE


def _stoppable(work: Callable[[Stop], T]) -> T:
    """Return the result of ``work``, unless Ctrl-C or SIGTERM ended it."""
    found, interrupted = until_interrupted(work)
    if interrupted:
        raise KeyboardInterrupt
    return found


def _words(args: argparse.Namespace) -> tuple[list[str], str]:
    """The words of ``--plane``, and the source, which may follow them."""
    words, source = list(args.plane), args.source
    wanted = 3 if words[0] == "weights" else 1
    if source is None and len(words) > wanted:
        source = words.pop()
    if words[0] not in PLANES:
        names = ", ".join(PLANES)
        raise BadInput(f"--plane must be one of {names}, got {shown(words[0])}")
    if len(words) != wanted:
        rule = "weights I J" if wanted == 3 else words[0]
        raise BadInput(f"--plane must be {rule}, got {shown(' '.join(words))}")
    if source is None:
        raise BadInput("landscape needs a scene, a run or a NET.json file, got nothing")
    return words, source


def _target(path: str) -> Path:
    out = Path(path)
    if not out.parent.is_dir():
        raise BadInput(f"--npz must be in a folder that exists, got {shown(path)}")
    return out


def _subject(source: str, steps: int | None, kind: str, stop: Stop) -> _Subject:
    path = Path(source)
    if is_net(source):
        return _of_net(source)
    if path.suffix.lower() == ".hyperfold" and steps is None:
        return _of_run(path, kind)
    return _of_scene(source, steps, kind, stop)


def _of_net(source: str) -> _Subject:
    from core.files.net_json import load_net

    net = load_net(source)
    assert net.x is not None
    assert net.y is not None
    return _Subject(
        net.network,
        net.theta,
        net.running,
        net.x.T,
        net.y.T,
        [0],
        net.theta[None],
    )


def _of_run(path: Path, kind: str) -> _Subject:
    from core.files.run_file import read_run

    snapshots = read_run(path).saved.snapshots
    return _of_snapshots(snapshots, None, kind)


def _of_scene(source: str, steps: int | None, kind: str, stop: Stop) -> _Subject:
    from dataclasses import replace

    from core.cli.source import open_source
    from core.engine.cold_start import load_kernels_of
    from core.scenes.player import play

    scene = open_source(source).scene
    load_kernels_of(scene.run)
    count = scene.steps if steps is None else steps
    session = play(scene, "compiled", keeps=True)
    session.advance(count, stop)
    others: list[Floats] = []
    for more in (1, 2) if kind == "runs" else ():
        seeded = replace(scene, run=replace(scene.run, seed=scene.run.seed + more))
        other = play(seeded, "compiled", keeps=False)
        other.advance(count, stop)
        others.append(other.snapshot().theta)
    session.keep()
    found = _of_snapshots(session.timeline.snapshots(), tuple(others), kind)
    return replace(found, divergence=session.divergence)


def _of_snapshots(
    snapshots: Sequence[Snapshot], others: tuple[Floats, ...] | None, kind: str
) -> _Subject:
    import numpy as np

    from core.engine.data import encode

    last = snapshots[-1]
    same = [s for s in snapshots if s.network == last.network]
    data = encode(last.run, last.splits.train)
    path = np.stack([s.theta for s in same]).astype(np.float64)
    if others is None and kind == "runs":  # a saved run: its start and half-way point
        if len(same) < 3:
            raise BadInput("landscape: a run must have three snapshots for runs")
        others = (path[0], path[len(path) // 2])
    return _Subject(
        last.network,
        path[-1],
        last.running,
        data.inputs,
        data.targets,
        [s.step for s in same],
        path,
        others or (),
    )


def _plane(words: Sequence[str], subject: _Subject, seed: int) -> Plane:
    from core.analysis import planes

    theta = subject.theta
    match words[0]:
        case "random":
            return planes.random_plane(subject.network, theta, seed)
        case "pca":
            return planes.pca_plane(subject.path)
        case "hessian":
            return planes.hessian_plane(
                subject.network,
                theta,
                subject.running,
                subject.inputs.T,
                subject.targets.T,
            )
        case "weights":
            first, second = (_whole(word) for word in words[1:])
            return planes.weights_plane(theta, first, second)
    if len(subject.others) != 2:
        raise BadInput("--plane runs needs a scene or a saved run, got a network")
    return planes.through(theta, [o.astype(theta.dtype) for o in subject.others])


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise BadInput(
            f"--plane weights must name two parameters by whole numbers from 0, "
            f"got {shown(text)}"
        )
    return int(text)


def _write(out: Path, subject: _Subject, plane: Plane, result: dict[str, Any]) -> None:
    import numpy as np

    from core.disk.atomic import replacing

    with replacing(out) as file:
        np.savez(
            file,
            theta=subject.theta,
            u=plane.u,
            v=plane.v,
            alphas=result["alphas"],
            betas=result["betas"],
            loss=result["loss"],
        )


def _show(source: str, result: dict[str, Any]) -> None:
    import numpy as np

    loss, axis = result["loss"], result["alphas"]
    finite = np.where(np.isfinite(loss), loss, np.inf)
    i, j = np.unravel_index(int(np.argmin(finite)), loss.shape)
    top = loss[np.isfinite(loss)].max(initial=-np.inf)
    print(
        f"{source}: {len(axis)} × {len(axis)} losses from {axis[0]:g} to {axis[-1]:g}"
    )
    print(
        f"lowest {loss[i, j]:.6g} at ({axis[j]:.4g}, {axis[i]:.4g}), highest {top:.6g}"
    )
    first, second = result["explained"]
    if first is not None:
        far = max(point["off"] for point in result["path"])
        print(
            f"the plane contains {first + second:.1%} of the path's variance "
            f"({first:.1%} and {second:.1%}); the path is up to {far:.4g} off it"
        )
