"""A Gaussian whose precision is learned too."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.functions import maths
from core.functions.words import (
    log_softplus,
    log_softplus_slope,
    named,
    sigmoid,
    softplus,
    symbol,
)
from core.outputs.elementwise import Elementwise
from core.outputs.unit import HALF_LOG_2PI

_mean, _raw, y = symbol("μ"), symbol("a"), symbol("y")
_precision = named("β", softplus(_raw))
_error = named("e", _mean - y)


def mean_and_precision(z: Floats) -> tuple[Floats, Floats]:
    """Split the logits of `gaussian_nll` into μ and β = softplus(a), each (n, d)."""
    mean, raw = GAUSSIAN_NLL.split(z)
    return mean, maths.softplus(raw)


class GaussianNll(Elementwise):
    """A Gaussian whose precision is learned too: all μ, then all a; β = softplus(a)."""

    name = "gaussian_nll"
    order = 90
    title = "Gaussian with learned precision"
    formula = (
        r"\sum_k \frac{1}{2} \beta_k (y_k - \mu_k)^2 - \frac{1}{2} \log \beta_k "
        r"+ \frac{1}{2} \log 2\pi, \quad \beta = \mathrm{softplus}(a)"
    )
    heads = (_mean, _raw)
    head_titles = ("means", "precisions")
    head_letters = ("μ", "β")
    each = 0.5 * _precision * _error * _error - 0.5 * log_softplus(_raw) + HALF_LOG_2PI
    slopes = (
        _precision * _error,
        0.5 * _error * _error * sigmoid(_raw) - 0.5 * log_softplus_slope(_raw),
    )
    words = "½·{β}·({y} − {μ:factor})² − ½ log {β} + ½ log 2π"

    def density(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """√(β/2π) exp(−½ β (y − μ)²)."""
        mean, precision = (part[:, 0] for part in mean_and_precision(z))
        away = y[:, None] - mean
        peak = np.sqrt(precision / (2.0 * np.pi))
        return np.asarray(peak * np.exp(-0.5 * precision * away * away))

    def spread(self, z: Floats) -> Floats:
        """1/√β."""
        return np.asarray(1.0 / np.sqrt(np.maximum(mean_and_precision(z)[1], 1e-12)))


GAUSSIAN_NLL = GaussianNll()
