"""Smooth functions of the pre-activation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.functions.maths import (
    normal_cdf,
    normal_pdf,
    sigmoid,
    sigmoid_slope,
    softplus,
)
from core.functions.unit import HiddenUnit, simple

if TYPE_CHECKING:
    pass


def _tanh_slope(z: Floats) -> Floats:
    a = np.tanh(z)
    return np.asarray(1.0 - a * a)


def _tanh_curvature(z: Floats) -> Floats:
    a = np.tanh(z)
    return np.asarray(-2.0 * a * (1.0 - a * a))


def _sigmoid_curvature(z: Floats) -> Floats:
    return sigmoid_slope(z) * (1.0 - 2.0 * sigmoid(z))


def _gelu(z: Floats) -> Floats:
    return np.asarray(z * normal_cdf(z))


def _gelu_slope(z: Floats) -> Floats:
    return normal_cdf(z) + z * normal_pdf(z)


def _gelu_curvature(z: Floats) -> Floats:
    pdf = normal_pdf(z)
    return np.asarray(2.0 * pdf - z * (z * pdf))


TANH = HiddenUnit(
    name="tanh",
    order=50,
    title="tanh",
    formula=r"a = \tanh(z)",
    value=simple(np.tanh),
    slope=simple(_tanh_slope),
    curvature=simple(_tanh_curvature),
    slope_from_value=True,
)

SIGMOID = HiddenUnit(
    name="sigmoid",
    order=60,
    title="Sigmoid",
    formula=r"a = \sigma(z) = \frac{1}{1 + e^{-z}}",
    value=simple(sigmoid),
    slope=simple(sigmoid_slope),
    curvature=simple(_sigmoid_curvature),
)

SOFTPLUS = HiddenUnit(
    name="softplus",
    order=70,
    title="Softplus",
    formula=r"a = \log(1 + e^{z})",
    value=simple(softplus),
    slope=simple(sigmoid),
    curvature=simple(sigmoid_slope),
)

GELU = HiddenUnit(
    name="gelu",
    order=120,
    title="GELU",
    formula=r"a = \frac{z}{2} (1 + \mathrm{erf}(z / \sqrt{2}))",
    value=simple(_gelu),
    slope=simple(_gelu_slope),
    curvature=simple(_gelu_curvature),
)

COSINE = HiddenUnit(
    name="cosine",
    order=130,
    title="Cosine",
    formula=r"a = \cos(z)",
    value=simple(np.cos),
    slope=simple(lambda z: -np.sin(z)),
    curvature=simple(lambda z: -np.cos(z)),
)
