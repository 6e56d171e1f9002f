"""Units that read how far a point is from their centre."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.functions.unit import HiddenUnit

if TYPE_CHECKING:
    from core.network import LayerSpec


def _rbf(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.asarray(np.exp(-z / layer.sigma**2))


def _rbf_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return -_rbf(z, layer, slopes) / layer.sigma**2


def _rbf_curvature(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return _rbf(z, layer, slopes) / layer.sigma**4


RBF = HiddenUnit(
    name="rbf",
    order=150,
    title="Radial basis",
    formula=r"a_j = \exp(-\|w_j - h\|^2 / \sigma^2)",
    value=_rbf,
    slope=_rbf_slope,
    curvature=_rbf_curvature,
    distances=True,
)
