"""Curves in the input plane, cut where the network folds them.

A straight line stays straight under a piecewise-linear network except where it
crosses a fold line. `follow` finds those crossings exactly, layer by layer (values
along a piece are affine, so interpolation is exact), and for smooth activation
functions and feature maps halves pieces until they look straight.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.analysis.values import Evaluate
from core.arrays import Bools, Floats, Ints
from core.network import NetworkSpec
from core.problems.base import Box
from core.steps import Step, plan_of
from core.steps.forward import LayerValues
from core.steps.kinds import Map

FeatureMap = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """Polylines in one array; ``joined[i]``: i and i + 1 are connected."""

    points: Floats  # (v, d)
    joined: Bools  # (v,)
    line: Ints  # (v,) which polyline each vertex belongs to

    def __len__(self) -> int:
        return len(self.points)


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """Curves with the values of every layer at their vertices."""

    curves: Curves
    inputs: Floats  # (v, features)
    layers: tuple[LayerValues, ...]
    exact: bool  # every fold crossing is a vertex


def grid(box: Box, count: int, pieces: int = 8) -> Curves:
    """``count`` horizontal and ``count`` vertical lines, each in ``pieces`` pieces."""
    x0, x1, y0, y1 = box
    xs, ys = np.linspace(x0, x1, count), np.linspace(y0, y1, count)
    along_x, along_y = np.linspace(x0, x1, pieces + 1), np.linspace(y0, y1, pieces + 1)
    across = np.stack([np.tile(along_x, count), np.repeat(ys, pieces + 1)], axis=1)
    upright = np.stack([np.repeat(xs, pieces + 1), np.tile(along_y, count)], axis=1)
    line = np.repeat(np.arange(2 * count), pieces + 1)
    return _curves(np.vstack([across, upright]), line)


def interval(low: float, high: float, pieces: int = 128) -> Curves:
    """The input line of a 1-D problem."""
    points = np.linspace(low, high, pieces + 1)[:, None]
    return _curves(points, np.zeros(pieces + 1, dtype=np.int64))


def bends_smoothly(network: NetworkSpec, raw: bool) -> bool:
    """Whether lines also bend away from folds."""
    return not raw or any(not step.piecewise for step in plan_of(network).forward)


def follow(
    curves: Curves,
    network: NetworkSpec,
    evaluate: Evaluate,
    features: FeatureMap,
    *,
    raw: bool,
    budget: int = 24_000,
    tolerance: float = 2e-3,
    rounds: int = 4,
) -> Followed:
    """Cut ``curves`` at every fold and refine them where they bend smoothly.

    ``evaluate`` is the forward pass, ``features`` the feature map; pieces that bend by
    more than ``tolerance`` of the picture are halved ``rounds`` times. ``raw`` means
    that the feature map is the identity, so lines stay straight until the first layer.
    At most ``budget`` vertices are made; if more are needed, some folds are missed by
    less than a pixel and ``exact`` is False.
    """
    smooth = bends_smoothly(network, raw)
    exact = not smooth
    if raw:
        curves, complete = _cut_at_folds(curves, network, evaluate, budget)
        exact = exact and complete
    values = _values(curves, evaluate, features)
    if smooth:
        for _ in range(rounds):
            bent = _bent(curves, values[1], tolerance)
            if not bent.any() or len(curves) + int(bent.sum()) > budget:
                break
            curves = _halved(curves, bent)
            values = _values(curves, evaluate, features)
    return Followed(curves, values[0], values[1], exact)


def _curves(points: Floats, line: Ints) -> Curves:
    joined = np.zeros(len(points), dtype=bool)
    joined[:-1] = line[1:] == line[:-1]
    return Curves(points, joined, line)


def _values(
    curves: Curves, evaluate: Evaluate, features: FeatureMap
) -> tuple[Floats, tuple[LayerValues, ...]]:
    inputs = features(curves.points)
    return inputs, tuple(evaluate(inputs))


def _cut_at_folds(
    curves: Curves, network: NetworkSpec, evaluate: Evaluate, budget: int
) -> tuple[Curves, bool]:
    """Insert a vertex at every crossing of a kink, one layer after the other."""
    complete = True
    for step in plan_of(network).forward:
        columns = _bends(step, evaluate, curves.points)
        if not columns.shape[1]:
            continue
        where, share = _crossings(columns, curves.joined)
        if len(curves) + len(where) > budget:
            complete = False
            break
        curves = _inserted(curves, where, share)
    return curves, complete


def _bends(step: Step, evaluate: Evaluate, points: Floats) -> Floats:
    """Columns that change sign at a kink of ``step``; none if it has no kinks."""
    if not isinstance(step, Map):
        return points[:, :0]
    return step.bends(evaluate(points)[step.layer].normed)


def _crossings(columns: Floats, joined: Bools) -> tuple[Ints, Floats]:
    """Pieces (by first vertex) and fractions along them at which a column is zero."""
    start = np.flatnonzero(joined)
    low, high = columns[start], columns[start + 1]
    row, unit = np.nonzero(((low < 0) & (high > 0)) | ((low > 0) & (high < 0)))
    a, b = low[row, unit], high[row, unit]
    return start[row], a / (a - b)


def _inserted(curves: Curves, where: Ints, share: Floats) -> Curves:
    """New vertices at the fractions ``share`` of the pieces that start at ``where``."""
    if not len(where):
        return curves
    new = curves.points[where] + share[:, None] * (
        curves.points[where + 1] - curves.points[where]
    )
    place = np.concatenate([np.arange(len(curves), dtype=np.float64), where + share])
    order = np.argsort(place, kind="stable")
    points = np.vstack([curves.points, new])[order]
    line = np.concatenate([curves.line, curves.line[where]])[order]
    return _curves(points, line)


def _halved(curves: Curves, bent: Bools) -> Curves:
    """A new vertex in the middle of every bent piece."""
    copies = 1 + bent.astype(np.int64)
    points = np.repeat(curves.points, copies, axis=0)
    where = np.flatnonzero(bent)
    new = where + np.arange(1, len(where) + 1)
    points[new] = 0.5 * (curves.points[where] + curves.points[where + 1])
    return _curves(points, np.repeat(curves.line, copies))


def _bent(curves: Curves, layers: tuple[LayerValues, ...], tolerance: float) -> Bools:
    """Pieces next to a vertex that is off the chord of its neighbours."""
    bent = np.zeros(len(curves), dtype=bool)
    if len(curves) < 3:
        return bent
    x = curves.points
    ahead, behind = _lengths(x[2:] - x[:-2]), _lengths(x[1:-1] - x[:-2])
    share = behind / np.where(ahead > 0, ahead, 1.0)
    inside = curves.joined[:-2] & curves.joined[1:-1]
    for layer in layers:
        a = layer.h.T  # by unit: reductions run along memory
        spread = float(np.max(np.ptp(a, axis=1), initial=0.0))
        if not spread > 0.0 or not np.isfinite(spread):
            continue
        chord = a[:, :-2] + share * (a[:, 2:] - a[:, :-2])
        off = np.abs(a[:, 1:-1] - chord).max(axis=0)
        corner = np.flatnonzero(inside & (off > tolerance * spread)) + 1
        bent[corner] = True
        bent[corner - 1] = True
    return bent


def _lengths(steps: Floats) -> Floats:
    return np.asarray(np.sqrt(np.einsum("nd,nd->n", steps, steps)))
