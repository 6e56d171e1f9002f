"""What the Gradients view computes away from the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from time import monotonic

import numpy as np

from app.frame.base import RunFrame
from app.frame.snapshot_cache import SnapshotCache
from app.frame.turns import breathe
from core.analysis.curvature import Curvature, curvature
from core.analysis.gradient_report import GradientReport, gradient_report
from core.analysis.gradients import Verdict, verdict
from core.analysis.saturation import push_report
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.language import mark
from core.outputs import LOSSES
from core.training.state import column

#: What can be plotted: title, tab, series columns, column of `norms` (−1: none).
QUANTITIES: dict[str, tuple[str, str, str, int]] = {
    "w": (mark("‖∂J/∂W‖ by layer"), "∂J/∂W", "grad_w", 0),
    "b": (mark("‖∂J/∂b‖ by layer"), "∂J/∂b", "grad_b", 1),
    "z": (mark("‖∂loss/∂z‖ by layer"), "∂loss/∂z", "grad_z", 2),
    "ratio": (mark("‖ΔW‖/‖W‖ by layer"), "ΔW/W", "delta_w", -1),
}
WINDOW = 400  # recent steps the verdict uses
DOTS = 16  # kept snapshots whose whole-sample norms are shown
CURVATURE_ROWS = 500  # examples the Hessian is measured on
CATCH_UP = 8  # kept snapshots measured at once while nothing moves
JUDGED_FOR = 0.3  # seconds a verdict stays during training
NEW_DOTS = 1  # kept snapshots measured per frame meanwhile
FLOOR = 1e-12  # smaller values do not widen a range: zero has no logarithm


class CurvatureLog:
    """Measured curvatures by run and step; a reset of the run drops its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[str, tuple[int, dict[int, Curvature]]] = {}

    def add(self, label: str, snapshot: Snapshot, found: Curvature) -> None:
        """Keep what was found at a snapshot."""
        with self._lock:
            generation, steps = self._known.get(label, (-1, {}))
            if generation != snapshot.generation:
                steps = {}
            steps[snapshot.step] = found
            self._known[label] = (snapshot.generation, steps)

    def of(self, label: str, generation: int) -> dict[int, Curvature]:
        """The measurements of a run, by ascending step."""
        with self._lock:
            kept, steps = self._known.get(label, (-1, {}))
            return dict(sorted(steps.items())) if kept == generation else {}


class Judge:
    """The report and the verdict of each run; during training, a few per second.

    Curves follow every frame, but text and bars that change that fast cannot be read.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[str, tuple[float, Snapshot, GradientReport, Verdict]] = {}

    def of(self, run: RunFrame, moving: bool) -> tuple[GradientReport, Verdict]:
        """The report and verdict of ``run``, recomputed if due."""
        now, snapshot = monotonic(), run.snapshot
        with self._lock:
            known = self._known.get(run.label)
        if known is not None:
            at, of, report, verdict = known
            same = of.generation == snapshot.generation and of.network == (
                snapshot.network
            )
            if of is snapshot or (moving and same and now - at < JUDGED_FOR):
                return report, verdict
        report = gradient_report(snapshot)
        verdict = _judge(run, report)
        with self._lock:
            self._known[run.label] = (now, snapshot, report, verdict)
        return report, verdict


Span = tuple[float, float]  # least and largest value


@dataclass(frozen=True, eq=False)
class GradientResult:
    """One run's curves, profile and verdict."""

    label: str
    snapshot: Snapshot
    steps: Floats
    low: Floats  # (layers, m)
    mean: Floats
    high: Floats
    dot_steps: Floats
    dots: Floats  # (layers, k) of the whole sample
    report: GradientReport
    verdict: Verdict
    curvatures: dict[int, Curvature]  # by step
    spans: tuple[Span | None, ...]  # of each layer's curve and dots


def _span(values: Floats) -> Span | None:
    """Where the values are that a logarithmic scale can show."""
    values = values[np.isfinite(values) & (values > FLOOR)]
    return (float(values.min()), float(values.max())) if len(values) else None


@dataclass(frozen=True)
class GradientWish:
    """What is wanted of one run."""

    run: RunFrame
    quantity: str
    pixels: int
    cache: SnapshotCache[Floats]  # of `norms`
    log: CurvatureLog
    judge: Judge
    every: int = 0  # steps between measurements of curvature; 0: none
    now: bool = False  # always measure the present state
    moving: bool = False


def compute(wish: GradientWish) -> GradientResult:
    """Read the series, and measure the present state."""
    run, snapshot = wish.run, wish.run.snapshot
    depth = snapshot.network.depth
    _, _, name, place = QUANTITIES[wish.quantity]
    first, last = run.series.first, run.series.last
    columns = [column(name, i) for i in range(depth)]
    view = run.series.view(columns, first, last + 1, wish.pixels, lenient=True)
    low, mean, high = view.low, view.mean, view.high
    if wish.quantity == "ratio":
        sizes_of = [column("norm_w", i) for i in range(depth)]
        sizes = run.series.view(
            sizes_of, first, last + 1, wish.pixels, lenient=True
        ).mean
        with np.errstate(all="ignore"):
            low, mean, high = low / sizes, mean / sizes, high / sizes
    breathe()
    dot_steps, dots = _dots(wish, place)
    breathe()
    report, verdict = wish.judge.of(run, wish.moving)
    _measure(wish)
    return GradientResult(
        label=run.label,
        snapshot=snapshot,
        steps=view.steps,
        low=low,
        mean=mean,
        high=high,
        dot_steps=dot_steps,
        dots=dots,
        report=report,
        verdict=verdict,
        curvatures=wish.log.of(run.label, snapshot.generation),
        spans=tuple(_span(np.append(mean[k], dots[k])) for k in range(depth)),
    )


def _dots(wish: GradientWish, place: int) -> tuple[Floats, Floats]:
    """Norms of the whole sample at kept snapshots, evenly over the steps shown."""
    depth = wish.run.snapshot.network.depth
    steps = wish.run.timeline.steps
    if place < 0 or not len(steps):
        return np.zeros(0), np.zeros((depth, 0))
    # Every 2ⁿth kept step: the same ones in every frame, computed once.
    picked = steps[:: 1 << max(0, -(-len(steps) // DOTS) - 1).bit_length()]
    found = []
    left = NEW_DOTS if wish.moving else len(picked)
    for step in picked.tolist():
        kept = wish.run.timeline.at(step)
        if kept.network.depth != depth:
            continue
        known = wish.cache.known(kept)
        if known is None and left:
            known, left = wish.cache.of(kept), left - 1
        if known is not None:
            found.append((float(step), known[:, place]))
    if not found:
        return np.zeros(0), np.zeros((depth, 0))
    return np.array([s for s, _ in found]), np.stack([v for _, v in found], axis=1)


def _judge(run: RunFrame, report: GradientReport) -> Verdict:
    last = run.series.last
    start = max(run.series.first, last + 1 - WINDOW)
    depth = run.snapshot.network.depth
    columns = [column("loss"), *(column("cosine", i) for i in range(depth))]
    recent = run.series.view(columns, start, last + 1, WINDOW, lenient=True).mean
    cosines = recent[1:].mean(axis=0) if recent.shape[1] else np.zeros(0)
    losses = recent[0] if recent.shape[1] else np.zeros(0)
    return verdict(
        np.array([layer.z for layer in report.layers]),
        dead_shares=report.dead_shares,
        cosines=cosines,
        losses=losses,
        mean_slopes=report.mean_slopes,
        stretches=np.array([layer.cause.typical for layer in report.layers]),
        stuck_share=_stuck_share(run.snapshot),
    )


def _stuck_share(snapshot: Snapshot) -> float:
    """Share of training examples that are confidently wrong and get no push."""
    from core.analysis.field import logits_at

    loss, sample = snapshot.run.loss, snapshot.splits.train
    if LOSSES[loss].rival is None or not sample.classes:
        return 0.0
    part = sample.take(slice(None, None, -(-len(sample) // 1500)))
    z = logits_at(snapshot, np.ascontiguousarray(part.x))
    y = LOSSES[loss].encode(part)
    found = push_report(loss, z, y, part.y.astype(np.int64))
    return 0.0 if found is None else float(np.mean(found.stuck))


def _measure(wish: GradientWish) -> None:
    """Measure the curvatures that are due.

    During training, only the present state at the set interval; when paused, also kept
    snapshots that were skipped.
    """
    label, snapshot = wish.run.label, wish.run.snapshot
    if wish.now:
        wish.log.add(label, snapshot, _curvature(snapshot))
    if not wish.every:
        return
    known = np.array(list(wish.log.of(label, snapshot.generation)), np.int64)
    if _due(known, snapshot.step, wish.every):
        wish.log.add(label, snapshot, _curvature(snapshot))
        known = np.append(known, snapshot.step)
    if wish.moving:
        return
    passed = [s for s in wish.run.timeline.steps.tolist() if s < snapshot.step]
    made = 0
    for step in reversed(passed):
        kept = wish.run.timeline.at(step)
        if made == CATCH_UP:
            return
        if kept.generation == snapshot.generation and _due(known, step, wish.every):
            wish.log.add(label, kept, _curvature(kept))
            known = np.append(known, step)
            made += 1


def _due(known: Ints, step: int, every: int) -> bool:
    return not len(known) or bool(np.abs(known - step).min() >= every)


def _curvature(snapshot: Snapshot) -> Curvature:
    run, sample = snapshot.run, snapshot.splits.train
    part = sample.take(slice(None, None, -(-len(sample) // CURVATURE_ROWS)))
    return curvature(
        snapshot.network,
        np.asarray(snapshot.theta, np.float64),
        snapshot.running,
        run.features.apply(part.x),
        LOSSES[run.loss].encode(part),
        run.training,
        snapshot.learning_rate,
    )
