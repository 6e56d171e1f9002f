"""What the Gradients view computes away from the GUI thread."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np

from app.panels.base import RunFrame
from core.analysis.curvature import Curvature, curvature
from core.analysis.gradient_report import GradientReport, gradient_report, norms
from core.analysis.gradients import Verdict, verdict
from core.arrays import Floats
from core.engine.series import Series, SeriesView
from core.engine.snapshot import Snapshot
from core.engine.state import column
from core.outputs import LOSSES

#: What can be plotted: title, series columns, column of `norms` (−1: none).
QUANTITIES: dict[str, tuple[str, str, int]] = {
    "w": ("‖∂J/∂W‖ by layer", "grad_w", 0),
    "b": ("‖∂J/∂b‖ by layer", "grad_b", 1),
    "z": ("‖∂loss/∂z‖ by layer", "grad_z", 2),
    "ratio": ("‖ΔW‖/‖W‖ by layer", "delta_w", -1),
}
WINDOW = 400  # recent steps that the verdict looks at
DOTS = 16  # kept snapshots whose whole-sample norms are shown


class NormCache:
    """Whole-sample norms of kept snapshots, worked out once each."""

    def __init__(self, room: int = 400) -> None:
        self._lock = Lock()
        self._room = room
        self._known: OrderedDict[tuple[int, int, int], Floats] = OrderedDict()

    def of(self, snapshot: Snapshot) -> Floats:
        """(layers, 3), see `norms`."""
        key = (snapshot.generation, snapshot.step, id(snapshot.theta))
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        found = norms(snapshot, 300)
        with self._lock:
            self._known[key] = found
            if len(self._known) > self._room:
                self._known.popitem(last=False)
        return found


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
    curvature: Curvature | None


@dataclass(frozen=True)
class GradientWish:
    """What is wanted of one run."""

    run: RunFrame
    quantity: str
    pixels: int
    cache: NormCache
    with_curvature: bool


def compute(wish: GradientWish) -> GradientResult:
    """Read the series, and measure the present state."""
    run, snapshot = wish.run, wish.run.snapshot
    depth = snapshot.network.depth
    _, name, place = QUANTITIES[wish.quantity]
    first, last = run.series.first, run.series.last
    columns = [column(name, i) for i in range(depth)]
    view = _view(run.series, columns, first, last + 1, wish.pixels)
    low, mean, high = view.low, view.mean, view.high
    if wish.quantity == "ratio":
        sizes_of = [column("norm_w", i) for i in range(depth)]
        sizes = _view(run.series, sizes_of, first, last + 1, wish.pixels).mean
        with np.errstate(all="ignore"):
            low, mean, high = low / sizes, mean / sizes, high / sizes
    dot_steps, dots = _dots(wish, place)
    report = gradient_report(snapshot)
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
        verdict=_judge(run, report),
        curvature=_curvature(snapshot) if wish.with_curvature else None,
    )


def _view(
    series: Series, columns: list[int], start: int, stop: int, pixels: int
) -> SeriesView:
    """Columns of the series; NaN for layers that only the past had.

    The series has the depth of the present network, the snapshot may be an older one.
    """
    known = [c for c in columns if c < series.columns]
    found = series.view(known, start, stop, pixels)
    missing = len(columns) - len(known)
    if not missing:
        return found
    absent = np.full((missing, len(found.steps)), np.nan)
    parts = (np.vstack([v, absent]) for v in (found.low, found.mean, found.high))
    return SeriesView(found.steps, *parts)


def _dots(wish: GradientWish, place: int) -> tuple[Floats, Floats]:
    """Norms of the whole sample at kept snapshots, evenly over the steps shown."""
    depth = wish.run.snapshot.network.depth
    steps = wish.run.timeline.steps
    if place < 0 or not len(steps):
        return np.zeros(0), np.zeros((depth, 0))
    wanted = np.linspace(steps[0], steps[-1], DOTS)
    picked = np.unique(
        steps[np.clip(np.searchsorted(steps, wanted), 0, len(steps) - 1)]
    )
    found = []
    for step in picked.tolist():
        kept = wish.run.timeline.at(step)
        if kept.network.depth == depth:
            found.append((float(step), wish.cache.of(kept)[:, place]))
    if not found:
        return np.zeros(0), np.zeros((depth, 0))
    return np.array([s for s, _ in found]), np.stack([v for _, v in found], axis=1)


def _judge(run: RunFrame, report: GradientReport) -> Verdict:
    last = run.series.last
    start = max(run.series.first, last + 1 - WINDOW)
    depth = run.snapshot.network.depth
    columns = [column("loss"), *(column("cosine", i) for i in range(depth))]
    recent = _view(run.series, columns, start, last + 1, WINDOW).mean
    cosines = recent[1:].mean(axis=0) if recent.shape[1] else np.zeros(0)
    losses = recent[0] if recent.shape[1] else np.zeros(0)
    return verdict(
        np.array([layer.z for layer in report.layers]),
        dead_shares=report.dead_shares,
        cosines=cosines,
        losses=losses,
        mean_slopes=report.mean_slopes,
    )


def _curvature(snapshot: Snapshot) -> Curvature:
    run, sample = snapshot.run, snapshot.splits.train
    part = sample.take(slice(None, None, -(-len(sample) // 500)))
    return curvature(
        snapshot.network, np.asarray(snapshot.theta, np.float64), snapshot.running,
        run.features.apply(part.x), LOSSES[run.loss].encode(part),
        run.training, snapshot.learning_rate,
    )  # fmt: skip
