"""The kept snapshots of a run, under a memory budget, and what happened when.

Snapshots are kept evenly in log-time: every step at first, then at steps that are
multiples of a power of two that grows with the step. This depends on the step alone, so
a run has the same timeline however training was split up. When the budget is reached,
the grid becomes half as dense and the snapshots off it are dropped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Literal

import numpy as np
import numpy.typing as npt

from core.engine.snapshot import Metrics, Snapshot
from core.errors import BadInput
from core.goal import spacing

BUDGET = 256 * 2**20  # bytes
DENSITY = 128  # snapshots per octave of steps, up to twice as many
_OVERHEAD = 2000  # approximate bytes of a snapshot besides its arrays
METRICS = 4096  # entries of the live metrics
_MARKERS = 1000

MarkerKind = Literal["change", "branch", "divergence", "backend"]


@dataclass(frozen=True, slots=True)
class Marker:
    """Something that happened to the run, in plain words."""

    step: int
    text: str
    kind: MarkerKind


@dataclass(frozen=True, slots=True, eq=False)
class MetricSeries:
    """Metrics over steps; absent numbers are NaN. All arrays are (m,)."""

    steps: npt.NDArray[np.int64]
    loss: npt.NDArray[np.float64]
    test_loss: npt.NDArray[np.float64]
    accuracy: npt.NDArray[np.float64]
    test_accuracy: npt.NDArray[np.float64]


def _row(metrics: Metrics) -> tuple[float, ...]:
    values = (metrics.loss, metrics.test_loss, metrics.accuracy, metrics.test_accuracy)
    return tuple(np.nan if v is None else v for v in values)


class _Table:
    """Metrics by step in growing arrays, so that reading them is one copy.

    Views read them every frame during training; building arrays from thousands of rows
    each time would slow both.
    """

    def __init__(self, rows: Mapping[int, tuple[float, ...]] | None = None) -> None:
        rows = rows or {}
        steps = sorted(rows)
        self._count = len(steps)
        self._steps = np.zeros(max(256, 2 * len(steps)), np.int64)
        self._values = np.zeros((4, len(self._steps)))
        if steps:
            self._steps[: len(steps)] = steps
            self._values[:, : len(steps)] = np.array([rows[s] for s in steps]).T
        self._series: MetricSeries | None = None  # as last asked for
        self.stale = False  # it must be rebuilt before it is read

    def append(self, step: int, row: tuple[float, ...]) -> None:
        """Add a row; one of the same step or a later one is dropped."""
        if self.stale:
            return
        self.cut(step - 1)
        if self._count == len(self._steps):
            self._steps = np.concatenate([self._steps, np.zeros_like(self._steps)])
            self._values = np.hstack([self._values, np.zeros_like(self._values)])
        self._steps[self._count] = step
        self._values[:, self._count] = row
        self._count += 1
        self._series = None

    def cut(self, step: int) -> None:
        """Drop rows after ``step``."""
        while self._count and self._steps[self._count - 1] > step:
            self._count -= 1
            self._series = None

    def series(self) -> MetricSeries:
        """A copy that no longer changes."""
        if self._series is None:
            steps = self._steps[: self._count].copy()
            values = self._values[:, : self._count].copy()
            steps.flags.writeable = values.flags.writeable = False
            self._series = MetricSeries(steps, *values)
        return self._series


class Timeline:
    """Snapshots by step, markers and metrics; one thread writes, any thread reads."""

    def __init__(self, budget: int = BUDGET, density: int = DENSITY) -> None:
        self._budget = budget
        self._finest = density
        self.lock = Lock()  # held while values that belong together change
        self.clear()

    def clear(self, *anew: Snapshot) -> None:
        """Replace the history by ``anew``; readers never see an empty timeline."""
        with self.lock:
            self._steps: list[int] = []
            self._kept: list[Snapshot] = []
            self._bytes = 0
            self._density = self._finest
            self._markers: list[Marker] = []
            self._before: dict[Marker, tuple[str, str]] = {}  # value before a change
            self._live: list[tuple[int, tuple[float, ...]]] = []
            self._every = 1  # one in this many measurements is recorded
            self._seen = 0
            self._table = _Table()
            for snapshot in anew:
                self._keep(snapshot)

    def next_after(self, step: int) -> int:
        """The next step whose snapshot is to be kept."""
        width = spacing(step, self._density)
        following = (step // width + 1) * width
        # The grid may widen meanwhile; its coarser points are among the finer ones.
        wider = spacing(following, self._density)
        return -(-following // wider) * wider

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot as the newest; one of the same step is replaced."""
        with self.lock:
            self._keep(snapshot)

    def _keep(self, snapshot: Snapshot) -> None:
        self._cut(snapshot.step - 1)
        self._steps.append(snapshot.step)
        self._kept.append(snapshot)
        self._bytes += snapshot.nbytes + _OVERHEAD
        self._table.append(snapshot.step, _row(snapshot.metrics))
        while self._bytes > self._budget and len(self._kept) > 2:
            self._thin()

    def measure(self, step: int, metrics: Metrics) -> None:
        """Record metrics between kept snapshots, for a finer curve."""
        with self.lock:
            self._seen += 1
            if self._seen % self._every:
                return
            while self._live and self._live[-1][0] >= step:
                self._live.pop()
            row = _row(metrics)
            self._live.append((step, row))
            kept = self._steps[-1] if self._steps else -1
            if kept > step:
                self._table.stale = True
            elif kept < step:  # metrics of a kept snapshot take precedence
                self._table.append(step, row)
            if len(self._live) > METRICS:
                del self._live[::2]
                self._every *= 2
                self._table.stale = True

    def mark(self, step: int, text: str, kind: MarkerKind = "change") -> None:
        """Record what happened at ``step``; repeating the same text has no effect."""
        marker = Marker(step, text, kind)
        with self.lock:
            if not (self._markers and self._markers[-1] == marker):
                self._add_marker(marker)

    def mark_change(self, step: int, subject: str, before: str, after: str) -> None:
        """Record ``subject before → after``.

        A slider dragged while training is paused leaves one marker, from its first to
        its last value, or none if they are equal.
        """
        with self.lock:
            for marker in self._markers[::-1]:
                if marker.step != step:
                    break
                earlier = self._before.get(marker)
                if earlier is not None and earlier[0] == subject:
                    before = earlier[1]
                    self._markers.remove(marker)
                    del self._before[marker]
                    break
            if before != after:
                marker = Marker(step, f"{subject} {before} → {after}", "change")
                self._before[marker] = (subject, before)
                self._add_marker(marker)

    def _add_marker(self, marker: Marker) -> None:
        self._markers.append(marker)
        if len(self._markers) > _MARKERS:
            self._before.pop(self._markers.pop(0), None)

    def cut(self, step: int) -> None:
        """Drop what came after ``step``: snapshots, metrics and markers."""
        with self.lock:
            self._cut(step)
            self._markers = [m for m in self._markers if m.step <= step]
            self._before = {m: b for m, b in self._before.items() if m.step <= step}

    def _cut(self, step: int) -> None:
        while self._steps and self._steps[-1] > step:
            self._steps.pop()
            self._bytes -= self._kept.pop().nbytes + _OVERHEAD
        while self._live and self._live[-1][0] > step:
            self._live.pop()
        self._table.cut(step)

    def _thin(self) -> None:
        """Drop snapshots off the grid; if there are none, halve the grid's density."""
        newest = len(self._kept) - 1
        while True:
            on = [
                i in (0, newest) or step % spacing(step, self._density) == 0
                for i, step in enumerate(self._steps)
            ]
            if not all(on):
                break
            self._density //= 2
        self._steps = [s for s, keep in zip(self._steps, on, strict=True) if keep]
        self._kept = [s for s, keep in zip(self._kept, on, strict=True) if keep]
        self._bytes = sum(s.nbytes + _OVERHEAD for s in self._kept)
        self._table.stale = True

    def copy(self) -> Timeline:
        """An independent copy that no longer grows with the run."""
        twin = Timeline(self._budget)
        with self.lock:
            for name in ("_steps", "_kept", "_markers", "_live"):
                setattr(twin, name, list(getattr(self, name)))
            for name in ("_bytes", "_density", "_every", "_seen"):
                setattr(twin, name, getattr(self, name))
            twin._before = dict(self._before)
            twin._table.stale = True
        return twin

    @property
    def steps(self) -> npt.NDArray[np.int64]:
        """The steps of the kept snapshots, ascending."""
        with self.lock:
            return np.array(self._steps, np.int64)

    @property
    def nbytes(self) -> int:
        """Approximate bytes of all kept snapshots."""
        return self._bytes

    @property
    def markers(self) -> tuple[Marker, ...]:
        """What happened, in order."""
        with self.lock:
            return tuple(self._markers)

    def at(self, step: int) -> Snapshot:
        """The snapshot kept at ``step`` or the nearest before it (else the first)."""
        with self.lock:
            if not self._kept:
                raise BadInput("timeline must contain a snapshot, got none")
            return self._kept[max(0, bisect_right(self._steps, step) - 1)]

    def snapshots(self) -> tuple[Snapshot, ...]:
        """All kept snapshots, ascending."""
        with self.lock:
            return tuple(self._kept)

    def metrics(self) -> MetricSeries:
        """Metrics of the kept snapshots and of those measured between them."""
        with self.lock:
            if self._table.stale:
                rows = dict(self._live)
                rows.update((s.step, _row(s.metrics)) for s in self._kept)
                self._table = _Table(rows)
            return self._table.series()
