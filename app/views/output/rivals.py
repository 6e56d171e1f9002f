"""Baselines by local smoothness on the same points, next to a learned picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.look.palette import Bytes
from core.analysis.baselines import baseline
from core.analysis.field import grid
from core.arrays import Floats
from core.language import mark
from core.problems.base import Box, Splits

SIDE = 64  # pixels of a baseline's picture; finer would delay other views
NAMES = (("knn", mark("5 neighbours")), ("rbf", mark("RBF kernel")))


@dataclass(frozen=True, eq=False)
class Rival:
    """One baseline's picture."""

    title: str
    pixels: Bytes
    error: Floats  # (h, w) squared, mean over channels


@dataclass(frozen=True, eq=False)
class _Kept:
    splits: Splits
    box: Box
    made: tuple[Rival, ...]


class Rivals:
    """Makes the pictures and keeps them until the sample or the view changes.

    Only the analysis worker's thread uses one.
    """

    def __init__(self) -> None:
        self.kept: _Kept | None = None

    def of(self, splits: Splits, box: Box, target: Floats) -> tuple[Rival, ...]:
        """Both baselines; ``target`` (h, w, 3) is the true picture."""
        kept = self.kept
        if kept is None or kept.splits is not splits or kept.box != box:
            made = _made(splits, box, target)
            kept = self.kept = _Kept(splits, box, made)
        return kept.made


def _made(splits: Splits, box: Box, target: Floats) -> tuple[Rival, ...]:
    x0, x1, y0, y1 = box
    longest = max(x1 - x0, y1 - y0)
    w = max(8, round(SIDE * (x1 - x0) / longest))
    h = max(8, round(SIDE * (y1 - y0) / longest))
    at = grid(box, w, h).astype(np.float64)
    rows = ((np.arange(h) + 0.5) * target.shape[0] / h).astype(int)
    columns = ((np.arange(w) + 0.5) * target.shape[1] / w).astype(int)
    wanted = target[rows][:, columns]
    x, y = splits.train.x, splits.train.y[:, :3]
    made = []
    for name, title in NAMES:
        values = baseline(name, x, y, at).reshape(h, w, 3)
        values = np.clip(np.nan_to_num(values), 0.0, 1.0)
        error = np.mean((values - wanted) ** 2, axis=-1)
        made.append(Rival(title, (255 * values).astype(np.uint8), error))
    return tuple(made)
