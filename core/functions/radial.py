"""Units that depend on the distance of a point from their centre."""

from __future__ import annotations

from core.functions.unit import HiddenUnit
from core.functions.words import exp, named, sigma, z
from core.language import mark

_rate = -1.0 / (sigma * sigma)
_fallen = named("fallen", exp(_rate * z))

RBF = HiddenUnit(
    name="rbf",
    order=150,
    title=mark("Radial basis"),
    short="RBF",
    formula=r"a_j = \exp(-\|w_j - h\|^2 / \sigma^2)",
    words="exp(−{z} / {sigma}²)",
    value=_fallen,
    slope=_rate * _fallen,
    curvature=_rate * _rate * _fallen,
    distances=True,
)
