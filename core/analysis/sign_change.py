"""The smallest change along the sign of the gradient that flips the answer.

Every input moves by the same amount, up or down as it brings the runner-up closer:
x' = x − ε sign ∂(score of the answer − score of the runner-up)/∂x. Pixels stay between
0 and 1; inputs that are words stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.asking import Reply, decisions, predictions
from core.analysis.columns import WORDS, columns_of
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot

SIZES = 500  # number of sizes tried
PICTURE_MOST, TABLE_MOST = 0.5, 3.0  # largest sizes: pixel values, deviations


@dataclass(frozen=True, slots=True, eq=False)
class SignChange:
    """The answer as the change grows."""

    direction: Floats  # (inputs,) −1, 0 or 1
    sizes: Floats  # (m,) from 0 on, evenly
    decided: Ints  # (m,) class at each size
    shares: Floats  # (m, classes)
    smallest: float | None  # size at which the answer first differs; None: none does


def changed(snapshot: Snapshot, x: Floats, direction: Floats, sizes: Floats) -> Floats:
    """``x`` (inputs,) changed by each of ``sizes``; (m, inputs)."""
    moved = x + np.asarray(sizes)[:, None] * direction
    if getattr(snapshot.run.data.problem, "image", None):
        # Noise may leave pixels outside 0 to 1; those must not jump.
        low, high = np.minimum(x, 0.0), np.maximum(x, 1.0)
        moved = np.clip(moved, low, high)
    return np.asarray(moved)


def largest_size(snapshot: Snapshot) -> float:
    """The largest size searched."""
    picture = getattr(snapshot.run.data.problem, "image", None)
    return PICTURE_MOST if picture else TABLE_MOST


def sign_change(snapshot: Snapshot, reply: Reply, count: int = SIZES) -> SignChange:
    """Try ``count`` sizes from 0 to the largest, all of them."""
    free = np.zeros(len(reply.x))
    for column in columns_of(snapshot.run.data.problem):
        if column.kind != WORDS:
            free[column.inputs[0]] = 1.0
    direction = -np.sign(reply.gradient) * free
    sizes = np.linspace(0.0, largest_size(snapshot), count + 1)
    points = changed(snapshot, reply.x, direction, sizes)
    decided = decisions(snapshot, points)
    flipped = np.flatnonzero(decided != decided[0])
    return SignChange(
        direction,
        sizes,
        decided,
        predictions(snapshot, points),
        float(sizes[flipped[0]]) if flipped.size else None,
    )
