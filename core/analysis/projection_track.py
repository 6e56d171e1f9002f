"""Projections that keep their orientation along a run's kept snapshots.

Some of the kept snapshots, evenly in log-time, are anchors: each one's projection is
aligned with that of the anchor before it, and the one on show with the last anchor
before it. So a picture depends on the timeline
alone, not on how one came to look at it: playing, scrubbing and reopening agree.
"""

from __future__ import annotations

from threading import Lock
from typing import Protocol

import numpy as np

from core.analysis.projection import Projection, aligned
from core.analysis.values import values_at
from core.analysis.warp import Cloud, ProjectionChoice, choose_projections
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot

DENSITY = 16  # steps an octave to align with, up to twice as many
MAX_POINTS = 400  # the sample that projections are fitted on


class Kept(Protocol):
    """Snapshots of the past; a timeline is one."""

    @property
    def steps(self) -> Ints:
        """The steps that were kept."""
        ...

    def at(self, step: int) -> Snapshot:
        """The kept snapshot at a step or before."""
        ...


class ProjectionTrack:
    """Remembers the aligned projections of the anchors of one run."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._key: tuple[object, ...] = ()
        self._kept: dict[int, tuple[Projection, ...]] = {}

    def at(
        self, snapshot: Snapshot, timeline: Kept, choice: ProjectionChoice
    ) -> tuple[Projection, ...]:
        """The projections of input, hidden layers and logits at ``snapshot``."""
        plain = fitted(snapshot, choice)
        if choice.mode == "pair" or all(p.mode == "space" for p in plain):
            return plain  # nothing is free that could flip
        with self._lock:
            key = (snapshot.generation, snapshot.network, choice)
            if key != self._key:
                self._key, self._kept = key, {}
            before: tuple[Projection, ...] | None = None
            for step in _anchors(timeline.steps, snapshot.step):
                if step not in self._kept:
                    kept = timeline.at(step)
                    if kept.network != snapshot.network:
                        continue  # another structure: nothing to align with
                    self._kept[step] = _all_aligned(fitted(kept, choice), before)
                before = self._kept[step]
            return _all_aligned(plain, before)


def _anchors(steps: Ints, before: int) -> list[int]:
    """The kept steps that others are aligned with: evenly in log-time, few enough.

    A step is chosen by its number alone, so it stays chosen however the run goes on.
    """
    steps = steps[steps < before]
    octave = np.floor(np.log2(np.maximum(1, steps // DENSITY))).astype(np.int64)
    return [int(s) for s in steps[steps % (1 << octave) == 0]]


def fitted(snapshot: Snapshot, choice: ProjectionChoice) -> tuple[Projection, ...]:
    """Projections of one snapshot, not aligned with anything."""
    points = sample_cloud(snapshot, MAX_POINTS)
    return choose_projections(snapshot.network, snapshot.theta, points, choice)


def sample_cloud(snapshot: Snapshot, limit: int) -> Cloud:
    """Training points with their values in every layer; evenly thinned to a limit."""
    x = snapshot.splits.train.x
    step = -(-len(x) // limit)
    return cloud(snapshot, x[::step])


def cloud(snapshot: Snapshot, x: Floats) -> Cloud:
    """Points (n, d) of the problem with their values in every layer."""
    inputs = snapshot.run.features.apply(x)
    return Cloud(inputs, tuple(values_at(snapshot, inputs)))


def _all_aligned(
    found: tuple[Projection, ...], before: tuple[Projection, ...] | None
) -> tuple[Projection, ...]:
    if before is None:
        return found
    return tuple(aligned(p, q) for p, q in zip(found, before, strict=True))
