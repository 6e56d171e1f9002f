"""A function with a parameter of its own for every unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.functions.unit import HiddenUnit
from core.functions.words import number

if TYPE_CHECKING:
    from core.network import LayerSpec


def _known(slopes: Floats | None) -> Floats:
    if slopes is None:
        raise TypeError("prelu needs the slopes of its units")
    return slopes


def _prelu(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, z, _known(slopes) * z)


def _prelu_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.ones_like(z), _known(slopes))


PRELU = HiddenUnit(
    name="prelu",
    order=40,
    title="PReLU",
    formula=r"a_j = \max(0, z_j) + \alpha_j \min(0, z_j)",
    value=_prelu,
    slope=_prelu_slope,
    curvature=number(0.0),
    kinks=(0.0,),
    piecewise_linear=True,
    learns_slopes=True,
)
