"""Distributions of positive amounts, of counts and of proportions."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.functions import maths
from core.functions.words import (
    digamma_1p,
    log,
    log_gamma_1p,
    log_softplus,
    log_softplus_slope,
    named,
    sigmoid,
    softplus,
    symbol,
)
from core.language import mark, tr
from core.outputs.distributed import (
    Distributed,
    bounded_exp,
    inverse_softplus_of,
)
from core.outputs.laws import Beta, Gamma, Law, Poisson
from core.outputs.predicted import Counted
from core.outputs.unit import check_range

_r, _a, _b, y = (symbol(name) for name in ("r", "a", "b", "y"))
_rate = named("rate", softplus(_r))
_alpha, _beta = named("α", softplus(_a)), named("β", softplus(_b))
#: log α − log β, and log(α + β) − log α in terms of it.
_lead = named("lead", log_softplus(_a) - log_softplus(_b))


class ExponentialNll(Distributed):
    """An exponential distribution: waiting times."""

    name = "exponential_nll"
    order = 130
    title = mark("Exponential with learned rate")
    formula = r"\sum_k r_k y_k - \log r_k, \quad r = \mathrm{softplus}(a)"
    heads = (_r,)
    head_titles = ("rates",)
    head_letters = ("r",)
    each = _rate * y - log_softplus(_r)
    slopes = (sigmoid(_r) * y - log_softplus_slope(_r),)
    words = "{rate}·{y} − log {rate}"

    def check_targets(self, y: Floats, thing: str) -> None:
        """Amounts are positive."""
        _check_positive(y, thing)

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """The mean, 1/r."""
        return inverse_softplus_of(z)

    def mode(self, z: Floats) -> Floats:
        """Short waits are the most likely."""
        return np.zeros_like(z)

    def distribution(self, z: Floats) -> Law:
        """The distribution of every target."""
        scale = inverse_softplus_of(z)
        return Gamma(np.ones_like(scale), scale)


class GammaNll(Distributed):
    """A gamma distribution: amounts that cluster away from 0."""

    name = "gamma_nll"
    order = 140
    title = mark("Gamma with learned shape and rate")
    formula = (
        r"\sum_k r_k y_k - (\alpha_k - 1) \log y_k - \alpha_k \log r_k "
        r"+ \log \Gamma(\alpha_k)"
    )
    heads = (_a, _r)
    head_titles = ("shapes", "rates")
    head_letters = ("α", "r")
    # log Γ(α) = log Γ(1 + α) − log α, which stays finite as α goes to 0.
    each = (
        _rate * y
        + (1.0 - _alpha) * log(y)
        - _alpha * log_softplus(_r)
        + log_gamma_1p(_alpha)
        - log_softplus(_a)
    )
    slopes = (
        sigmoid(_a) * (digamma_1p(_alpha) - log(y) - log_softplus(_r))
        - log_softplus_slope(_a),
        sigmoid(_r) * y - _alpha * log_softplus_slope(_r),
    )
    words = "−log Gamma({y}; {α}, {rate})"

    def check_targets(self, y: Floats, thing: str) -> None:
        """Amounts are positive."""
        _check_positive(y, thing)

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """The mean, α/r."""
        shape, rate = self.split(z)
        return bounded_exp(maths.log_softplus(shape) - maths.log_softplus(rate))

    def mode(self, z: Floats) -> Floats:
        """(α − 1)/r, and 0 where α is below 1."""
        shape, rate = self.split(z)
        above = np.maximum(maths.softplus(shape) - 1.0, 0.0)
        return np.asarray(above * inverse_softplus_of(rate))

    def distribution(self, z: Floats) -> Law:
        """The distribution of every target."""
        shape, rate = self.split(z)
        return Gamma(_at_least(shape), inverse_softplus_of(rate))


class PoissonNll(Distributed):
    """A Poisson distribution: counts."""

    kind = Counted
    name = "poisson_nll"
    order = 180
    title = mark("Poisson with learned rate")
    formula = r"\sum_k r_k - y_k \log r_k + \log y_k!, \quad r = \mathrm{softplus}(a)"
    heads = (_r,)
    head_titles = ("rates",)
    head_letters = ("r",)
    each = _rate - y * log_softplus(_r) + log_gamma_1p(y)
    slopes = (sigmoid(_r) - y * log_softplus_slope(_r),)
    words = "{rate} − {y}·log {rate} + log {y}!"

    def check_targets(self, y: Floats, thing: str) -> None:
        """Counts are whole numbers from 0."""
        super().check_targets(y, thing)
        wrong = (y < 0.0) | (y != np.floor(y))
        check_range(y, wrong, thing, tr("be a whole number from 0"))

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """The mean, r."""
        return maths.softplus(z)

    def mode(self, z: Floats) -> Floats:
        """The whole number below the rate."""
        return np.floor(maths.softplus(z))

    def distribution(self, z: Floats) -> Law:
        """The distribution of every target."""
        return Poisson(maths.softplus(z))


class BetaNll(Distributed):
    """A beta distribution: proportions."""

    name = "beta_nll"
    order = 150
    title = mark("Beta with learned shapes")
    formula = (
        r"\sum_k -(\alpha_k - 1) \log y_k - (\beta_k - 1) \log(1 - y_k) "
        r"+ \log \mathrm{B}(\alpha_k, \beta_k)"
    )
    heads = (_a, _b)
    head_titles = ("α", "β")
    head_letters = ("α", "β")
    each = (
        (1.0 - _alpha) * log(y)
        + (1.0 - _beta) * log(1.0 - y)
        + log_gamma_1p(_alpha)
        + log_gamma_1p(_beta)
        - log_gamma_1p(_alpha + _beta)
        + softplus(-_lead)
        - log_softplus(_b)
    )
    slopes = (
        sigmoid(_a) * (digamma_1p(_alpha) - digamma_1p(_alpha + _beta) - log(y))
        - sigmoid(-_lead) * log_softplus_slope(_a),
        sigmoid(_b) * (digamma_1p(_beta) - digamma_1p(_alpha + _beta) - log(1.0 - y))
        - sigmoid(_lead) * log_softplus_slope(_b),
    )
    words = "−log Beta({y}; {α}, {β})"

    def check_targets(self, y: Floats, thing: str) -> None:
        """Proportions are inside (0, 1)."""
        super().check_targets(y, thing)
        check_range(y, (y <= 0.0) | (y >= 1.0), thing, tr("be inside (0, 1)"))

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """The mean, α/(α + β)."""
        first, second = (maths.log_softplus(part) for part in self.split(z))
        return maths.sigmoid(first - second)

    def mode(self, z: Floats) -> Floats:
        """(α − 1)/(α + β − 2); an end of the range where α or β is below 1."""
        first, second = (maths.softplus(part) for part in self.split(z))
        inner = (first - 1.0) / np.where(first + second > 2.0, first + second - 2.0, 1)
        both = (first > 1.0) & (second > 1.0)
        return np.where(both, inner, (first > second).astype(z.dtype))

    def distribution(self, z: Floats) -> Law:
        """The distribution of every target."""
        first, second = self.split(z)
        return Beta(_at_least(first), _at_least(second))


def _check_positive(y: Floats, thing: str) -> None:
    check_range(y, ~np.isfinite(y), thing, tr("be finite"))
    check_range(y, y <= 0.0, thing, tr("be above 0"))


def _at_least(logit: Floats) -> Floats:
    """softplus(logit), with a lower bound that scipy's distributions accept."""
    return np.maximum(maths.softplus(logit), 1e-37)


EXPONENTIAL_NLL = ExponentialNll()
GAMMA_NLL = GammaNll()
POISSON_NLL = PoissonNll()
BETA_NLL = BetaNll()
