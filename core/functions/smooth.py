"""Smooth functions of the pre-activation."""

from __future__ import annotations

from core.functions.unit import HiddenUnit
from core.functions.words import (
    a,
    cos,
    normal_density,
    normal_share,
    sigmoid,
    sigmoid_slope,
    sin,
    slope,
    softplus,
    tanh,
    z,
)
from core.language import mark

TANH = HiddenUnit(
    name="tanh",
    order=50,
    title="tanh",
    formula=r"a = \tanh(z)",
    words="tanh({z})",
    value=tanh(z),
    slope=1.0 - a * a,
    curvature=-2.0 * a * (1.0 - a * a),
)

SIGMOID = HiddenUnit(
    name="sigmoid",
    order=60,
    title=mark("Sigmoid"),
    formula=r"a = \sigma(z) = \frac{1}{1 + e^{-z}}",
    words="σ({slope:times}{z})",
    is_probability=True,
    value=sigmoid(slope * z),
    slope=slope * sigmoid_slope(slope * z),  # unlike a (1 − a) it does not cancel
    curvature=slope * (slope * sigmoid_slope(slope * z)) * (1.0 - 2.0 * a),
)

SOFTPLUS = HiddenUnit(
    name="softplus",
    order=70,
    title=mark("Softplus"),
    formula=r"a = \log(1 + e^{z})",
    words="log(1 + exp({z}))",
    value=softplus(z),
    slope=sigmoid(z),
    curvature=sigmoid_slope(z),
)

GELU = HiddenUnit(
    name="gelu",
    order=120,
    title="GELU",
    formula=r"a = \frac{z}{2} (1 + \mathrm{erf}(z / \sqrt{2}))",
    words="{z}·Φ({z})",
    value=z * normal_share(z),
    slope=normal_share(z) + z * normal_density(z),
    curvature=2.0 * normal_density(z) - z * (z * normal_density(z)),
)

_bend = sigmoid_slope(z) * (1.0 - 2.0 * sigmoid(z))

SILU = HiddenUnit(
    name="silu",
    order=125,
    title="SiLU",
    formula=r"a = z \, \sigma(z)",
    words="{z}·σ({z})",
    value=z * sigmoid(z),
    slope=sigmoid(z) + z * sigmoid_slope(z),
    curvature=2.0 * sigmoid_slope(z) + z * _bend,
)

COSINE = HiddenUnit(
    name="cosine",
    order=130,
    title=mark("Cosine"),
    formula=r"a = \cos(z)",
    words="cos({z})",
    value=cos(z),
    slope=-sin(z),
    curvature=-cos(z),
)
