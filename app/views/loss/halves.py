"""Curves of the left and the right half, whichever of them is being learned.

While one half is learned, the other is the test split. After the change to the other
half, train and test change places; the curves of the halves go on.
"""

from __future__ import annotations

import numpy as np

from app.frame.base import RunFrame
from core.arrays import Bools, Floats
from core.language import tr
from core.problems.base import BOTH, LEFT, RIGHT


def words_of(halves: bool) -> tuple[str, str]:
    """What the two curves of a run are called."""
    return (tr("left half"), tr("right half")) if halves else (tr("train"), tr("test"))


def left_is_learned(run: RunFrame, steps: Floats) -> Bools | None:
    """Whether the left half was learned at each of ``steps``; None: it has no halves.

    The engine keeps a snapshot whenever the data change.
    """
    if run.snapshot.run.data.half == BOTH:
        return None
    kept = run.timeline.snapshots()
    halves = [snapshot.run.data.half for snapshot in kept]
    if not halves or BOTH in halves:
        return None
    at = np.searchsorted([snapshot.step for snapshot in kept], steps, side="right") - 1
    return np.array([halves[max(0, i)] == LEFT for i in at], np.bool_)


def sorted_out(
    first: Floats, second: Floats, left: Bools | None
) -> tuple[Floats, Floats]:
    """Train and test values; or, with halves, those of the left and of the right."""
    if left is None:
        return first, second
    return np.where(left, first, second), np.where(left, second, first)


def names_now(halves: bool, half: str, train: str, test: str) -> tuple[str, str]:
    """The metrics that the two curves end with."""
    return (test, train) if halves and half == RIGHT else (train, test)
