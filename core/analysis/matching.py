"""The same solution in another order: match one network's units to another's.

Swapping units of a hidden layer, together with the columns that read them, does not
change the function. So two runs may have found the same function with units in another
order. An assignment puts each layer's units into the order whose weights are nearest,
and repeats until nothing moves.
"""

from __future__ import annotations

import numpy as np

from core.analysis.planes import units_of
from core.arrays import Floats, Ints
from core.errors import BadInput
from core.language import tr
from core.network import NetworkSpec

_SWEEPS = 50


def matched(network: NetworkSpec, theta: Floats, other: Floats) -> Floats:
    """``other`` with its hidden units in the order that is nearest to ``theta``."""
    from scipy.optimize import linear_sum_assignment

    if not network.is_chain or any(h.batch_norm for h in network.hidden):
        raise BadInput(
            tr(
                "landscape: units can be matched only if every layer reads just the "
                "one before it, without batch normalisation"
            )
        )
    found: Floats = np.array(other, np.float64)
    for _ in range(_SWEEPS):
        moved = False
        for layer in range(len(network.hidden)):
            likeness = _likeness(network, theta, found, layer)
            order = np.asarray(linear_sum_assignment(likeness, maximize=True)[1])
            now = np.arange(len(order))
            gain = likeness[now, order].sum() - likeness[now, now].sum()
            if gain > 1e-9 * max(1.0, float(np.abs(likeness).max())):
                found, moved = reordered(network, found, layer, order), True
        if not moved:
            break
    return found


def reordered(network: NetworkSpec, theta: Floats, layer: int, order: Ints) -> Floats:
    """The same function with unit ``order[i]`` of a hidden layer moved to place i."""
    made = np.array(theta, np.float64)
    blocks = network.layout.layers
    for _, block in blocks[layer].parameters():
        units = np.array(units_of(network, layer, block.shape[0]))
        rows = np.empty(len(units), np.int64)
        for place, unit in enumerate(order):  # a unit's rows keep their own order
            rows[units == place] = np.flatnonzero(units == unit)
        block.of(made)[...] = block.of(theta)[rows]
    reader = blocks[layer + 1].W
    reader.of(made)[...] = reader.of(theta)[:, order]
    return made


def _likeness(network: NetworkSpec, theta: Floats, other: Floats, layer: int) -> Floats:
    """(units, units): dot products of the units' incoming and outgoing weights."""
    count = network.widths[layer + 1]
    total = np.zeros((count, count))
    blocks = network.layout.layers
    for _, block in blocks[layer].parameters():
        units = np.array(units_of(network, layer, block.shape[0]))
        mine, its = (block.of(t).reshape(len(units), -1) for t in (theta, other))
        for piece in range(len(units) // count):
            rows = [np.flatnonzero(units == u)[piece] for u in range(count)]
            total += mine[rows] @ its[rows].T
    reader = blocks[layer + 1].W
    total += reader.of(theta).T @ reader.of(other)
    return total
