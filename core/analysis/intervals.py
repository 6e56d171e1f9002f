"""The linear pieces of a network with one input: intervals of the line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.analysis.piecewise import PiecewiseLayer, checked_box, piecewise
from core.arrays import Floats, Ints
from core.errors import require
from core.kernels.mesh_layers import HARD_TANH, IDENTITY, MAXOUT, TOLERANCE
from core.network import NetworkSpec


@dataclass(frozen=True, eq=False)
class Intervals:
    """Pieces of the line on which the network is affine."""

    ends: Floats  # (n+1,) ascending, the interval's ends first and last
    outputs: Floats  # (n+1, width) at the ends
    layers: Ints  # (n+1,) layer (0-based) whose kink is there; −1 at the outer ends
    after_each_layer: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of pieces."""
        return len(self.ends) - 1

    @property
    def slopes(self) -> Floats:
        """Slope of every output on every piece (n, width)."""
        return np.diff(self.outputs, axis=0) / np.diff(self.ends)[:, None]


def find_intervals(
    network: NetworkSpec, theta: Floats, running: Floats, interval: Iterable[float]
) -> Intervals:
    """The linear pieces over an interval (xmin, xmax); same rules as `find_regions`."""
    require(network.inputs == 1, "intervals: inputs", "be 1", network.inputs)
    ends = np.array(checked_box(interval, inputs=1))
    layers = piecewise(network, theta, running)
    makers = np.full(2, -1)
    h = ends[:, None]
    counts = []
    for number, layer in enumerate(layers.hidden):
        z = h @ layer.weights.T + layer.bias
        places = _kinks(layer, z, np.abs(h) @ np.abs(layer.weights.T))
        if len(places):
            whole = np.floor(places).astype(int)
            part = (places - whole)[:, None]
            ends = np.concatenate([ends, _between(ends[:, None], whole, part)[:, 0]])
            z = np.concatenate([z, _between(z, whole, part)])
            order = np.argsort(
                np.concatenate([np.arange(len(ends) - len(places)), places]),
                kind="stable",
            )
            ends, z = ends[order], z[order]
            makers = np.concatenate([makers, np.full(len(places), number)])[order]
        h = layer.values(z)
        counts.append(len(ends) - 1)
    outputs = h @ layers.weights.T + layers.bias
    return Intervals(ends, outputs, makers, tuple(counts))


def _between(values: Floats, whole: Ints, part: Floats) -> Floats:
    """Values (k, m) interpolated between rows ``whole`` and ``whole + 1``."""
    return np.asarray(values[whole] + part * (values[whole + 1] - values[whole]))


def _kinks(layer: PiecewiseLayer, z: Floats, terms: Floats) -> Floats:
    """Places of new kinks, as row number plus fraction of the way to the next row.

    ``z`` (m, rows) are values at the ends so far; ``terms`` is the size of what was
    summed, which sets the rounding error.
    """
    eps = TOLERANCE * (terms.max(axis=0) + np.abs(layer.bias))
    z, eps = z[:, : layer.rows], eps[: layer.rows]
    if layer.kind == IDENTITY:
        return np.zeros(0)
    if layer.kind == MAXOUT:
        found = [_envelope(layer, z, eps, unit) for unit in range(layer.units)]
    elif layer.kind == HARD_TANH:
        found = [_crossings(z - 1.0, eps), _crossings(z + 1.0, eps)]
    else:
        found = [_crossings(z, eps)]
    return _distinct(np.sort(np.concatenate(found)))


def _crossings(d: Floats, eps: Floats) -> Floats:
    """Where columns of ``d`` (m, k) change sign strictly between two rows."""
    above, below = d > eps, d < -eps
    crossing = (above[:-1] & below[1:]) | (below[:-1] & above[1:])
    row, column = np.nonzero(crossing)
    a, b = d[row, column], d[row + 1, column]
    return np.asarray(row + a / (a - b))


def _envelope(layer: PiecewiseLayer, z: Floats, eps: Floats, unit: int) -> Floats:
    """Where two pieces of a maxout unit are equal and the largest."""
    rows = slice(unit * layer.pieces, (unit + 1) * layer.pieces)
    pieces, slack = z[:, rows], 2.0 * eps[rows].max(initial=0.0)
    found = [np.zeros(0)]
    for i in range(layer.pieces):
        for j in range(i):
            d = pieces[:, [i]] - pieces[:, [j]]
            places = _crossings(d, np.array([slack]))
            whole = np.floor(places).astype(int)
            there = _between(pieces, whole, (places - whole)[:, None])
            found.append(places[there[:, i] >= there.max(axis=1) - slack])
    return np.concatenate(found)


def _distinct(places: Floats) -> Floats:
    """Sorted places without those that coincide up to rounding."""
    if len(places) == 0:
        return places
    return np.asarray(places[np.concatenate([[True], np.diff(places) > 1e-12])])
