"""One input: the function, the predicted distribution and its summary over x."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QImage

from app.look.palette import amounts, image_of
from app.views.output.random_units import SPREAD, drawn_at, draws_shown
from app.views.output.wish import Wish
from core.analysis.distributions import Summary, predicted, summary
from core.analysis.field import Line, density, logits_at, output_line, truth_of
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES
from core.problems.base import Box

CELLS = 9  # ellipses along x
#: Share of the colour scale that shading may use: lines on it must be visible.
DEPTH = 0.55


@dataclass(frozen=True, eq=False)
class JointCell:
    """Two jointly predicted values near one x."""

    x: float
    covariance: Floats  # (2, 2)
    away: Floats  # (m, 2) of the training examples near it, relative to their means


@dataclass(frozen=True, eq=False)
class LineResult:
    """One run along its single input."""

    label: str
    snapshot: Snapshot
    line: Line
    truth: Floats | None
    image: QImage | None  # density of the chosen target over (y, x)
    image_box: Box
    summed: Summary | None = None  # of the predicted distribution, at `line.x`
    target: int = 0
    cells: tuple[JointCell, ...] = ()
    scatter: Floats | None = None  # over draws of random units, like `line.predicted`
    drawn: bool = False  # `line.predicted` is a mean over draws


def line(wish: Wish) -> LineResult:
    """The run of ``wish`` along x."""
    snapshot = wish.snapshot
    x0, x1 = wish.box[:2]
    most = 200 if wish.moving else 1024
    found = output_line(snapshot, x0, x1, min(most, max(32, wish.width // 2)))
    truth = truth_of(snapshot.run.data.problem)
    if draws_shown(snapshot, wish.draws):
        return _drawn_line(wish, found)
    chosen = predicted(snapshot, found.logits, wish.target)
    return LineResult(
        wish.label,
        snapshot,
        found,
        None if truth is None else np.asarray(truth(found.x[:, None])),
        None if chosen is None else _shading(wish),
        wish.box,
        None if chosen is None else summary(chosen),
        wish.target,
        _cells(wish),
    )


def _drawn_line(wish: Wish, found: Line) -> LineResult:
    """The mean over draws of random units, with their spread if requested."""
    snapshot = wish.snapshot
    truth = truth_of(snapshot.run.data.problem)
    mean, spread = drawn_at(snapshot, found.x[:, None])
    return LineResult(
        wish.label,
        snapshot,
        replace(found, predicted=mean),
        None if truth is None else np.asarray(truth(found.x[:, None])),
        None,
        wish.box,
        target=wish.target,
        scatter=spread if wish.draws == SPREAD else None,
        drawn=True,
    )


def _shading(wish: Wish) -> QImage | None:
    """The density over (y, x)."""
    x0, x1, y0, y1 = wish.box
    most = 128 if wish.moving else 1024
    rows = min(128 if wish.moving else 384, max(16, wish.height))
    columns = min(most, max(32, wish.width // 2))
    picked = output_line(wish.snapshot, x0, x1, columns, even=True)
    with np.errstate(all="ignore"):
        heat = density(wish.snapshot, picked, y0, y1, rows, wish.target)
    if heat is None:
        return None
    # A square root, so that the flanks of a peak are visible too.
    heat = np.sqrt(np.nan_to_num(heat, posinf=1e6))
    top = float(np.percentile(heat, 99.5)) or 1.0
    return image_of(amounts(wish.theme, heat, 0.0, top / DEPTH))


def _cells(wish: Wish) -> tuple[JointCell, ...]:
    """Covariances at even distances along x, with the examples near each."""
    snapshot = wish.snapshot
    unit = LOSSES[snapshot.run.loss]
    x0, x1 = wish.box[:2]
    width = (x1 - x0) / CELLS
    at = x0 + width * (np.arange(CELLS) + 0.5)
    found = unit.joint(np.asarray(logits_at(snapshot, at[:, None]), np.float64))
    if found is None or found[0].shape[1] != 2:
        return ()
    sample = snapshot.splits.train
    known = unit.predict(logits_at(snapshot, np.ascontiguousarray(sample.x)))
    place = np.floor((sample.x[:, 0] - x0) / width).astype(int)
    return tuple(
        JointCell(float(at[i]), found[1][i], (sample.y - known)[place == i][:200])
        for i in range(CELLS)
    )
