"""Straight on the right, exponential on the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.functions.maths import (
    negative_exp,
)
from core.functions.unit import HiddenUnit, simple

if TYPE_CHECKING:
    from core.network import LayerSpec


#: Klambauer et al. 2017: a unit-variance input keeps mean 0 and variance 1.
SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946


def _elu(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, z, layer.alpha * np.expm1(np.minimum(z, 0.0)))


def _elu_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.ones_like(z), layer.alpha * negative_exp(z))


def _elu_curvature(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.zeros_like(z), layer.alpha * negative_exp(z))


def _selu(z: Floats) -> Floats:
    low = SELU_ALPHA * np.expm1(np.minimum(z, 0.0))
    return np.asarray(SELU_SCALE * np.where(z > 0.0, z, low))


def _selu_slope(z: Floats) -> Floats:
    low = SELU_ALPHA * negative_exp(z)
    return np.asarray(SELU_SCALE * np.where(z > 0.0, np.ones_like(z), low))


def _selu_curvature(z: Floats) -> Floats:
    low = SELU_ALPHA * negative_exp(z)
    return np.asarray(SELU_SCALE * np.where(z > 0.0, np.zeros_like(z), low))


# Smooth at 0 for α = 1 alone.
ELU = HiddenUnit(
    name="elu",
    order=100,
    title="ELU",
    formula=r"a = \max(0, z) + \alpha (e^{\min(0, z)} - 1)",
    value=_elu,
    slope=_elu_slope,
    curvature=_elu_curvature,
    kinks=(0.0,),
)

SELU = HiddenUnit(
    name="selu",
    order=110,
    title="SELU",
    formula=r"a = \lambda (\max(0, z) + \alpha (e^{\min(0, z)} - 1))",
    value=simple(_selu),
    slope=simple(_selu_slope),
    curvature=simple(_selu_curvature),
    kinks=(0.0,),
)
