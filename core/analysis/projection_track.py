"""Projections that keep their orientation along a run's kept snapshots.

Some of the kept snapshots, evenly in log-time, are anchors: each one's projection is
aligned with that of the anchor before it, and the one on show with the latest anchor
before it. So a picture depends on the timeline alone: playing, scrubbing and reopening
give the same one.
"""

from __future__ import annotations

from threading import Lock
from typing import Protocol
from weakref import ReferenceType, ref

import numpy as np

from core.analysis.projection import WIDE, Projection, aligned, principal
from core.analysis.values import values_at
from core.analysis.warp import Cloud, ProjectionChoice, choose_projections
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.features import FeatureSpec

DENSITY = 16  # anchors per octave, up to twice as many
MAX_POINTS = 400  # points that projections are fitted on


class Kept(Protocol):
    """Kept snapshots, such as a timeline."""

    @property
    def steps(self) -> Ints:
        """The steps that were kept."""
        ...

    def at(self, step: int) -> Snapshot:
        """The last kept snapshot at or before a step."""
        ...


class ProjectionTrack:
    """The aligned projections of one run's anchors, cached."""

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
            return plain  # there are no free signs to align
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

    A step is chosen by its number alone, so the choice holds as the run goes on.
    """
    steps = steps[steps < before]
    octave = np.floor(np.log2(np.maximum(1, steps // DENSITY))).astype(np.int64)
    return [int(s) for s in steps[steps % (1 << octave) == 0]]


def fitted(snapshot: Snapshot, choice: ProjectionChoice) -> tuple[Projection, ...]:
    """Projections of one snapshot, not aligned with anything."""
    points = sample_cloud(snapshot, MAX_POINTS)
    known = None
    if points.inputs.shape[1] > WIDE:
        known = _principal_inputs(snapshot, points.inputs)
    return choose_projections(snapshot.network, snapshot.theta, points, choice, known)


#: The axes of the inputs seen last, which stay the same while a network learns; the
#: reference keeps no table in memory.
_last: tuple[ReferenceType[Floats], FeatureSpec, Projection] | None = None


def _principal_inputs(snapshot: Snapshot, inputs: Floats) -> Projection:
    global _last
    x, features, last = snapshot.splits.train.x, snapshot.run.features, _last
    if last is not None and last[0]() is x and last[1] == features:
        return last[2]
    found = principal(inputs)
    _last = ref(x), features, found
    return found


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
