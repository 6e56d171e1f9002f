"""Straight pieces: the functions whose regions are polygons."""

from __future__ import annotations

from core.functions.unit import HiddenUnit
from core.functions.words import (
    a,
    absolute,
    maximum,
    minimum,
    negative_slope,
    number,
    where,
    z,
)
from core.language import mark

IDENTITY = HiddenUnit(
    name="identity",
    order=10,
    title=mark("Identity"),
    formula=r"a = z",
    words="{z}",
    value=z,
    slope=number(1.0),
    curvature=number(0.0),
    piecewise_linear=True,
)

RELU = HiddenUnit(
    name="relu",
    order=20,
    title="ReLU",
    formula=r"a = \max(0, z)",
    words="max(0, {z})",
    value=maximum(z, 0.0),
    slope=where(a > 0.0, 1.0, 0.0),  # 0 at 0: a dead unit stays dead, and visibly so
    curvature=number(0.0),
    kinks=(0.0,),
    piecewise_linear=True,
)

LEAKY_RELU = HiddenUnit(
    name="leaky_relu",
    order=30,
    title=mark("Leaky ReLU"),
    short="Leaky",
    formula=r"a = \max(0, z) + \alpha \min(0, z)",
    words="max(0, {z}) + {negative_slope}·min(0, {z})",
    value=where(z > 0.0, z, negative_slope * z),
    slope=where(z > 0.0, 1.0, negative_slope),
    curvature=number(0.0),
    kinks=(0.0,),
    piecewise_linear=True,
)

HARD_TANH = HiddenUnit(
    name="hard_tanh",
    order=80,
    title=mark("Hard tanh"),
    short="Hard",
    formula=r"a = \max(-1, \min(1, z))",
    words="max(−1, min(1, {z}))",
    value=minimum(maximum(z, -1.0), 1.0),
    slope=where((z > -1.0) & (z < 1.0), 1.0, 0.0),
    curvature=number(0.0),
    kinks=(-1.0, 1.0),
    piecewise_linear=True,
)

ABS = HiddenUnit(
    name="abs",
    order=90,
    title=mark("Absolute value"),
    short="Abs",
    formula=r"a = |z|",
    words="|{z}|",
    value=absolute(z),
    slope=where(z > 0.0, 1.0, -1.0),
    curvature=number(0.0),
    kinks=(0.0,),
    piecewise_linear=True,
)
