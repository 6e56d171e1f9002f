"""Which examples a snapshot gets wrong, once for all views that ring them."""

from __future__ import annotations

import numpy as np

from app.frame.snapshot_cache import SnapshotCache
from core.analysis.field import wrong
from core.arrays import Bools
from core.engine.snapshot import Snapshot
from core.problems.base import Sample

MOST = 20_000  # examples: a million would slow every frame; the toolbar counts them


def mistakes(snapshot: Snapshot) -> tuple[Bools, Bools]:
    """Wrong training and test examples; empty if there are too many to ring.

    On a plane through many inputs an example is judged at its true position.
    """
    return _known.of(snapshot.whole or snapshot)


def _work(snapshot: Snapshot) -> tuple[Bools, Bools]:
    train, test = snapshot.splits.train, snapshot.splits.test
    if len(train) + len(test) > MOST:
        return np.zeros(0, bool), np.zeros(0, bool)
    both = Sample(  # one pass is faster than two
        np.concatenate([train.x, test.x]),
        np.concatenate([train.y, test.y]),
        train.classes,
    )
    found = wrong(snapshot, both)
    return found[: len(train)], found[len(train) :]


_known: SnapshotCache[tuple[Bools, Bools]] = SnapshotCache(_work, room=8)
