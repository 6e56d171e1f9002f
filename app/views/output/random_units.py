"""Random units in the Output view: mean and spread of the predictions over draws."""

from __future__ import annotations

import numpy as np

from app.plane.picture import Kind
from core.analysis.field import Field, grid
from core.chance.forward import scattered
from core.engine.snapshot import Snapshot
from core.sampling import sampling_layers

MEAN, SPREAD = "mean", "spread"
DRAWS = {
    "none": "As their means",
    MEAN: "Mean over 50 draws",
    SPREAD: "Spread of draws",
}
COUNT = 50
_POINTS = 4000  # of the plane at which draws are made


def drawn_words(snapshot: Snapshot, draws: str, kind: Kind) -> str:
    """What is shown of the draws; empty where nothing is drawn."""
    planes = (Kind.CLASSES, Kind.VALUE)
    if draws == "none" or kind not in planes or not sampling_layers(snapshot.network):
        return ""
    what = "mean prediction" if draws == MEAN else "standard deviation of predictions"
    return f"{what} over {COUNT} draws"


def drawn_field(snapshot: Snapshot, made: Field, draws: str) -> Field:
    """Mean or spread over draws instead of the predictions; on fewer points."""
    h, w = made.shape
    shrink = min(1.0, (_POINTS / (h * w)) ** 0.5)
    h, w = max(8, round(h * shrink)), max(8, round(w * shrink))
    points = grid(made.box, w, h).astype(np.float64)
    theta, running = (v.astype(np.float64) for v in (snapshot.theta, snapshot.running))
    x = snapshot.run.features.apply(points)
    with np.errstate(all="ignore"):
        mean, spread = scattered(snapshot.network, theta, running, x, COUNT)
    shown = mean if draws == MEAN else spread
    shown = shown.astype(np.float32).reshape(h, w, -1)
    # The decision follows the mean prediction, not the logits of any draw.
    return Field(made.box, shown, shown)
