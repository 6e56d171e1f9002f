"""Random units in the Output view: mean and spread of the predictions over draws."""

from __future__ import annotations

import numpy as np

from app.frame.turns import breathe
from app.plane.picture import Kind
from core.analysis.field import Field, grid
from core.arrays import Floats
from core.chance.forward import scattered
from core.engine.snapshot import Snapshot
from core.language import mark, tr
from core.sampling import sampling_layers

MEAN, SPREAD = "mean", "spread"
DRAWS = {
    "none": mark("As their means"),
    MEAN: mark("Mean over 50 draws"),
    SPREAD: mark("Spread of draws"),
}
COUNT = 50
_POINTS = 4000  # points of the plane at which draws are made


def draws_shown(snapshot: Snapshot, draws: str) -> bool:
    """Whether there are random units, and their draws are wanted."""
    return draws != "none" and bool(sampling_layers(snapshot.network))


def drawn_words(snapshot: Snapshot, draws: str, kind: Kind) -> str:
    """The caption of the draws; empty if nothing is drawn."""
    if not draws_shown(snapshot, draws):
        return ""
    over = tr("over {COUNT} draws", COUNT=COUNT)
    if draws == MEAN:
        return tr("mean prediction {over}", over=over)
    if kind is Kind.LINE:
        return tr("mean prediction ± standard deviation {over}", over=over)
    return tr("standard deviation of predictions {over}", over=over)


def drawn_at(snapshot: Snapshot, points: Floats) -> tuple[Floats, Floats]:
    """Mean and standard deviation of the predictions at ``points``, (n, k)."""
    theta, running = (v.astype(np.float64) for v in (snapshot.theta, snapshot.running))
    x = snapshot.run.features.apply(np.ascontiguousarray(points, np.float64))
    with np.errstate(all="ignore"):
        return scattered(snapshot.network, theta, running, x, COUNT, breathe)


def drawn_field(snapshot: Snapshot, made: Field) -> tuple[Field, Field]:
    """Mean and spread over draws in place of the predictions; on fewer points."""
    h, w = made.shape
    shrink = min(1.0, (_POINTS / (h * w)) ** 0.5)
    h, w = max(8, round(h * shrink)), max(8, round(w * shrink))
    found = drawn_at(snapshot, grid(made.box, w, h))
    mean, spread = (v.astype(np.float32).reshape(h, w, -1) for v in found)
    # The decision follows the mean prediction, not the logits of any draw.
    return Field(made.box, mean, mean), Field(made.box, spread, spread)
