"""The path of a run's weights, from the snapshots on its timeline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.engine.timeline import Timeline

MOST = 256  # most snapshots of a path


@dataclass(frozen=True, slots=True, eq=False)
class WeightPath:
    """Kept snapshots of one network, oldest first; the newest is the last row."""

    steps: Ints  # (T,)
    thetas: Floats  # (T, parameters), float64
    losses: Floats  # (T,), as the run measured them: data loss, training split
    tests: Floats  # (T,), NaN without a test split
    accuracies: Floats  # (T,), NaN without classes

    def __len__(self) -> int:
        return len(self.steps)

    def values(self, quantity: str) -> Floats:
        """The values of ``quantity`` at these weights."""
        tables = {"loss": self.losses, "test": self.tests, "accuracy": self.accuracies}
        return tables[quantity]


def path_of(timeline: Timeline, newest: Snapshot, most: int = MOST) -> WeightPath:
    """The path that ends at ``newest``, thinned evenly to about ``most`` snapshots.

    Leaves out snapshots of another network, from before an edit.
    """
    kept = [
        s
        for s in timeline.snapshots()
        if s.network is newest.network or s.network == newest.network
    ]
    kept = [s for s in kept if s.step < newest.step]
    every = 1 << max(0, -(-len(kept) // most) - 1).bit_length()
    kept = [*kept[::every], newest]
    metrics = [s.metrics for s in kept]
    return WeightPath(
        np.array([s.step for s in kept], np.int64),
        np.stack([s.theta for s in kept]).astype(np.float64),
        _column([m.loss for m in metrics]),
        _column([m.test_loss for m in metrics]),
        _column([m.accuracy for m in metrics]),
    )


def _column(values: list[float | None] | list[float]) -> Floats:
    return np.array([np.nan if v is None else v for v in values])
