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
from core.language import mark
from core.outputs.elementwise import Elementwise
from core.outputs.laws import Normal
from core.outputs.predicted import FromLaw, Predicted
from core.outputs.unit import HALF_LOG_2PI

_mean, _raw, y = symbol("μ"), symbol("a"), symbol("y")
_precision = named("β", softplus(_raw))
_error = named("e", _mean - y)
_variance = named("v", softplus(_raw))
_deviation = named("s", softplus(_raw))
_scaled = named("q", _error / _deviation)


def mean_and_precision(z: Floats) -> tuple[Floats, Floats]:
    """Split the logits of `gaussian_nll` into μ and β = softplus(a), each (n, d)."""
    mean, raw = GAUSSIAN_NLL.split(z)
    return mean, maths.softplus(raw)


def normal(mean: Floats, spread: Floats) -> Predicted:
    """Gaussians by mean and standard deviation, (n,) each."""
    return FromLaw(Normal(mean, spread), mean, mean)


class GaussianNll(Elementwise):
    """A Gaussian whose precision is learned too: all μ, then all a; β = softplus(a)."""

    predicts_distribution = True
    name = "gaussian_nll"
    order = 90
    title = mark("Gaussian with learned precision")
    formula = (
        r"\sum_k \frac{1}{2} \beta_k (y_k - \mu_k)^2 - \frac{1}{2} \log \beta_k "
        r"+ \frac{1}{2} \log 2\pi, \quad \beta = \mathrm{softplus}(a)"
    )
    heads = (_mean, _raw)
    head_titles = ("means", "precisions")
    head_letters = ("μ", "β")
    family = "gaussian_nll"
    scale = "precision"
    each = 0.5 * _precision * _error * _error - 0.5 * log_softplus(_raw) + HALF_LOG_2PI
    slopes = (
        _precision * _error,
        0.5 * _error * _error * sigmoid(_raw) - 0.5 * log_softplus_slope(_raw),
    )
    words = "½·{β}·({y} − {μ:factor})² − ½ log {β} + ½ log 2π"

    def predicted(self, z: Floats, target: int = 0, components: int = 3) -> Predicted:
        """The Gaussian of one target."""
        mean, spread = self.split(z)[0][:, target], self.spread(z)[:, target]
        return normal(mean, spread)

    def spread(self, z: Floats) -> Floats:
        """1/√β."""
        return np.asarray(1.0 / np.sqrt(np.maximum(mean_and_precision(z)[1], 1e-12)))


class _Scaled(GaussianNll):
    """A Gaussian with another scale than the precision, kept for comparison."""

    family = "gaussian_nll"
    rival = "gaussian_nll"

    def spread(self, z: Floats) -> Floats:
        """The deviation."""
        raise NotImplementedError(self.name)


class GaussianVariance(_Scaled):
    """The variance is the softplus; where it underflows the loss is infinite."""

    name = "gaussian_nll_variance"
    order = 91
    scale = "variance"
    title = mark("Gaussian with learned variance")
    formula = (
        r"\sum_k \frac{(y_k - \mu_k)^2}{2 v_k} + \frac{1}{2} \log v_k "
        r"+ \frac{1}{2} \log 2\pi, \quad v = \mathrm{softplus}(a)"
    )
    head_titles = ("means", "variances")
    head_letters = ("μ", "v")
    each = 0.5 * _error * _error / _variance + 0.5 * log_softplus(_raw) + HALF_LOG_2PI
    slopes = (
        _error / _variance,
        0.5 * log_softplus_slope(_raw) * (1.0 - _error * _error / _variance),
    )
    words = "({y} − {μ:factor})² / (2·{v}) + ½ log {v} + ½ log 2π"

    def spread(self, z: Floats) -> Floats:
        """√v."""
        return np.sqrt(np.maximum(mean_and_precision(z)[1], 1e-30))


class GaussianDeviation(_Scaled):
    """The standard deviation is the softplus."""

    name = "gaussian_nll_deviation"
    order = 92
    scale = "deviation"
    title = mark("Gaussian with learned deviation")
    formula = (
        r"\sum_k \frac{(y_k - \mu_k)^2}{2 s_k^2} + \log s_k "
        r"+ \frac{1}{2} \log 2\pi, \quad s = \mathrm{softplus}(a)"
    )
    head_titles = ("means", "deviations")
    head_letters = ("μ", "s")
    each = 0.5 * _scaled * _scaled + log_softplus(_raw) + HALF_LOG_2PI
    slopes = (
        _scaled / _deviation,
        log_softplus_slope(_raw) * (1.0 - _scaled * _scaled),
    )
    words = "½·(({y} − {μ:factor}) / {s})² + log {s} + ½ log 2π"

    def spread(self, z: Floats) -> Floats:
        """The softplus itself."""
        return np.maximum(mean_and_precision(z)[1], 1e-30)


GAUSSIAN_NLL = GaussianNll()
GAUSSIAN_NLL_VARIANCE = GaussianVariance()
GAUSSIAN_NLL_DEVIATION = GaussianDeviation()
