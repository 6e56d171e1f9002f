"""Projections that keep their orientation along a run's kept snapshots.

Each kept snapshot's projection is aligned with that of the kept one before it, and the
one on show with the last kept one before it. So a picture depends on the timeline
alone, not on how one came to look at it: playing, scrubbing and reopening agree.
"""

from __future__ import annotations

from threading import Lock

from core.analysis.projection import Projection, aligned
from core.analysis.warp import Cloud, ProjectionChoice, choose_projections
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.engine.timeline import Timeline
from core.forward import layer_values

MAX_POINTS = 400  # the sample that projections are fitted on


class ProjectionTrack:
    """Remembers the aligned projections of the kept snapshots of one run."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._key: tuple[object, ...] = ()
        self._kept: dict[int, tuple[Projection, ...]] = {}

    def at(
        self, snapshot: Snapshot, timeline: Timeline, choice: ProjectionChoice
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
            for step in timeline.steps.tolist():
                if step >= snapshot.step:
                    break
                if step not in self._kept:
                    kept = timeline.at(step)
                    if kept.network != snapshot.network:
                        continue  # another structure: nothing to align with
                    self._kept[step] = _all_aligned(fitted(kept, choice), before)
                before = self._kept[step]
            return _all_aligned(plain, before)


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
    values = layer_values(snapshot.network, snapshot.theta, snapshot.running, inputs)
    return Cloud(inputs, tuple(values))


def _all_aligned(
    found: tuple[Projection, ...], before: tuple[Projection, ...] | None
) -> tuple[Projection, ...]:
    if before is None:
        return found
    return tuple(aligned(p, q) for p, q in zip(found, before, strict=True))
