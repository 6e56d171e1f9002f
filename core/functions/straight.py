"""Straight pieces: the functions whose regions are polygons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.functions.unit import HiddenUnit, simple, zero

if TYPE_CHECKING:
    from core.network import LayerSpec


def step(z: Floats) -> Floats:
    """1 where z > 0, else 0, in z's own precision."""
    return (z > 0.0).astype(z.dtype)


def _leaky(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, z, layer.negative_slope * z)


def _leaky_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.ones_like(z), z.dtype.type(layer.negative_slope))


def _hard_tanh_slope(z: Floats) -> Floats:
    return ((z > -1.0) & (z < 1.0)).astype(z.dtype)


IDENTITY = HiddenUnit(
    name="identity",
    order=10,
    title="Identity",
    formula=r"a = z",
    value=simple(np.array),
    slope=simple(np.ones_like),
    curvature=zero,
    piecewise_linear=True,
    slope_from_value=True,
)

# Slope 0 at 0: a dead unit stays dead, and visibly so.
RELU = HiddenUnit(
    name="relu",
    order=20,
    title="ReLU",
    formula=r"a = \max(0, z)",
    value=simple(lambda z: np.maximum(z, 0.0)),
    slope=simple(step),
    curvature=zero,
    kinks=(0.0,),
    piecewise_linear=True,
    slope_from_value=True,
)

LEAKY_RELU = HiddenUnit(
    name="leaky_relu",
    order=30,
    title="Leaky ReLU",
    formula=r"a = \max(0, z) + \alpha \min(0, z)",
    value=_leaky,
    slope=_leaky_slope,
    curvature=zero,
    kinks=(0.0,),
    piecewise_linear=True,
)

HARD_TANH = HiddenUnit(
    name="hard_tanh",
    order=80,
    title="Hard tanh",
    formula=r"a = \max(-1, \min(1, z))",
    value=simple(lambda z: np.clip(z, -1.0, 1.0)),
    slope=simple(_hard_tanh_slope),
    curvature=zero,
    kinks=(-1.0, 1.0),
    piecewise_linear=True,
)

ABS = HiddenUnit(
    name="abs",
    order=90,
    title="Absolute value",
    formula=r"a = |z|",
    value=simple(np.abs),
    slope=simple(lambda z: 2.0 * step(z) - 1.0),
    curvature=zero,
    kinks=(0.0,),
    piecewise_linear=True,
)
