"""Distances between networks by their predictions, and a map of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.field import grid
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.grid.ensemble import Predictions
from core.language import tr

SIDE, ALONG, MOST_POINTS = 24, 160, 400


def compared_at(snapshot: Snapshot) -> tuple[Floats, str]:
    """The points at which predictions are compared, and their name."""
    problem = snapshot.run.data.problem
    x0, x1, *_ = problem.box
    if problem.inputs == 1:
        return np.linspace(x0, x1, ALONG)[:, None], tr("along x")
    if problem.inputs == 2:
        return grid(problem.box, SIDE, SIDE).astype(np.float64), tr("over the plane")
    sample = (
        snapshot.splits.test if len(snapshot.splits.test) else snapshot.splits.train
    )
    tested = len(snapshot.splits.test)
    name = tr("on test points") if tested else tr("on training points")
    return np.asarray(sample.x[:MOST_POINTS], np.float64), name


def functions(made: Predictions) -> Floats:
    """Every member as a vector (K, m) whose Euclidean distances are `distances`.

    Classes: the root mean square over points of the difference of probabilities, 0 for
    equal and 1 for certain and opposite predictions everywhere. Values: the root mean
    square difference.
    """
    each = np.nan_to_num(made.each)
    scale = 0.5 if made.classes else 1.0
    count, points = each.shape[:2]
    return np.asarray(each.reshape(count, -1) * np.sqrt(scale / points))


def distances(rows: Floats) -> Floats:
    """Distances between all pairs of rows, (K, K)."""
    squares = (rows**2).sum(axis=1)
    found = squares[:, None] + squares[None, :] - 2.0 * rows @ rows.T
    np.fill_diagonal(found, 0.0)
    return np.asarray(np.sqrt(np.maximum(found, 0.0)))


def apart(found: Floats) -> float | None:
    """The mean distance of two different members; None: there are fewer than two."""
    k = len(found)
    return float(found.sum() / (k * (k - 1))) if k > 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class FlatMap:
    """Members as points of a plane, with distances as true as two dimensions allow."""

    places: Floats  # (K, 2); the first row is at the origin
    explained: float  # share of the squared distances from the middle


def flat_map(rows: Floats) -> FlatMap:
    """Classical scaling of their distances: the two directions of most variance."""
    middle = rows - rows.mean(axis=0)
    values, vectors = np.linalg.eigh(middle @ middle.T)  # K is smaller than m
    values = np.maximum(values[::-1], 0.0)
    vectors = vectors[:, ::-1]
    if len(values) < 2:
        return FlatMap(np.zeros((len(rows), 2)), 1.0)
    places = vectors[:, :2] * np.sqrt(values[:2])
    places = places - places[0]
    for axis in range(2):  # a fixed sign for the farthest, so that maps do not flip
        if places[np.argmax(np.abs(places[:, axis])), axis] < 0:
            places[:, axis] *= -1.0
    total = float(values.sum())
    return FlatMap(places, float(values[:2].sum()) / total if total else 1.0)
