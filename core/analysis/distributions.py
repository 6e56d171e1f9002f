"""The distribution a network predicts at many places, summarised for pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Bools, Floats, Ints
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES
from core.outputs.predicted import Predicted, Turned

#: Mean and median this far apart, as a share of the 50 % band, get a line each.
SKEWED = 0.08
#: The bands drawn: the middle half, and nearly all.
HALF, MOST = 0.5, 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """Mean, median, mode and bands of one target at n places, (n,) each."""

    mean: Floats
    median: Floats
    mode: Floats
    half: tuple[Floats, Floats]  # ends of the 50 % band
    most: tuple[Floats, Floats]  # of the 90 % band
    skewed: bool  # mean and median differ enough to draw both
    whole: bool  # counts
    certainty: Floats | None  # of directions, from 0 to 1; None: no directions


def predicted(snapshot: Snapshot, z: Floats, target: int = 0) -> Predicted | None:
    """The distribution of one target for logits ``z``; None: none is predicted."""
    run = snapshot.run
    if run.data.problem.classes:
        return None
    return LOSSES[run.loss].predicted(np.asarray(z, np.float64), target, run.components)


def summary(found: Predicted) -> Summary:
    """What a picture shows of a distribution."""
    with np.errstate(all="ignore"):
        half, most = found.band(HALF), found.band(MOST)
        median = found.median
        apart = np.abs(found.mean - median) / (half[1] - half[0])
        known = apart[np.isfinite(apart)]  # empty where the weights overflowed
        # The median of counts is a whole number, so it nearly always differs from the
        # mean.
        skewed = not found.whole and len(known) > 0 and np.median(known) > SKEWED
    return Summary(
        found.mean,
        median,
        found.mode,
        half,
        most,
        bool(skewed),
        found.whole,
        found.certainty if isinstance(found, Turned) else None,
    )


@dataclass(frozen=True, slots=True, eq=False)
class OrderRegions:
    """The most likely ranking at each place of a grid."""

    orders: Ints  # (m, K), winners, by area, largest first
    index: Ints  # (h, w), which of them
    chance: Floats  # (h, w), the probability of the winner


def order_regions(snapshot: Snapshot, logits: Floats) -> OrderRegions | None:
    """The winning order at logits (h, w, K); None where no ranking is predicted."""
    h, w, k = logits.shape
    flat = np.asarray(logits.reshape(-1, k), np.float64)
    unit = LOSSES[snapshot.run.loss]
    order = unit.order_of(flat)
    if order is None:
        return None
    chance = np.exp(-unit.value(flat, order.astype(np.float64)))
    found, index, counts = np.unique(
        order, axis=0, return_inverse=True, return_counts=True
    )
    rank = np.argsort(-counts, kind="stable")
    place = np.argsort(rank)[index.ravel()]
    return OrderRegions(found[rank], place.reshape(h, w), chance.reshape(h, w))


def ellipse(mean: Floats, covariance: Floats, share: float, count: int = 48) -> Floats:
    """The outline that contains ``share`` of a 2-D Gaussian, (count, 2)."""
    radius = np.sqrt(-2.0 * np.log(1.0 - share))
    sizes, axes = np.linalg.eigh(covariance)
    turn = np.linspace(0.0, 2.0 * np.pi, count)
    circle = np.stack([np.cos(turn), np.sin(turn)])
    reach = axes * np.sqrt(np.maximum(sizes, 0.0))
    return np.asarray(mean + radius * (reach @ circle).T)


def without_jumps(angle: Floats) -> Floats:
    """Angles along a line with gaps where they cross the cut at ±π."""
    jump: Bools = np.abs(np.diff(angle, append=angle[-1:])) > np.pi
    return np.where(jump, np.nan, angle)
