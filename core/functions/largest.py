"""Units that take the largest of several rows of W."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.functions.unit import HiddenUnit
from core.functions.words import number

if TYPE_CHECKING:
    from core.network import LayerSpec


def _grouped(z: Floats, layer: LayerSpec) -> Floats:
    """The rows of each maxout unit on an axis of their own: (…, units, k)."""
    return z.reshape(*z.shape[:-1], layer.units, layer.maxout_k)


def _maxout(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.asarray(_grouped(z, layer).max(axis=-1))


def _maxout_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    rows = _grouped(z, layer)
    best = rows.argmax(axis=-1)  # the first of equals: the lower index
    mask = best[..., None] == np.arange(layer.maxout_k)
    return np.asarray(mask.reshape(z.shape), dtype=z.dtype)


# Its kinks are where two rows of a unit are equal, not at a value of z.
MAXOUT = HiddenUnit(
    name="maxout",
    order=140,
    title="Maxout",
    formula=r"a_j = \max_{i} z_{kj + i}",
    value=_maxout,
    slope=_maxout_slope,
    curvature=number(0.0),
    piecewise_linear=True,
    largest=True,
    settings=("maxout_k",),
)
