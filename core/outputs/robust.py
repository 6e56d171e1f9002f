"""Distributions with heavier tails than a Gaussian's, for values with outliers."""

from __future__ import annotations

from math import log as logarithm
from math import pi

from core.arrays import Floats
from core.functions import maths
from core.functions.words import (
    absolute,
    digamma_gap,
    log,
    log_gamma_gap,
    log_softplus,
    log_softplus_slope,
    named,
    sigmoid,
    sign,
    softplus,
    symbol,
)
from core.language import mark
from core.outputs.distributed import (
    Distributed,
    bounded_exp,
    inverse_softplus_of,
)
from core.outputs.laws import Laplace, Law, Student

_mean, _r, _b, _n, y = (symbol(name) for name in ("μ", "r", "b", "n", "y"))
_error = named("e", _mean - y)
_rate = named("rate", softplus(_r))
_beta = named("β", softplus(_b))
_nu = named("ν", 2.0 + softplus(_n))
_ratio = named("q", _beta * _error * _error / _nu)


class LaplaceNll(Distributed):
    """A Laplace distribution with learned median and scale."""

    name = "laplace_nll"
    order = 110
    title = mark("Laplace with learned rate")
    formula = (
        r"\sum_k r_k |y_k - \mu_k| - \log r_k + \log 2, "
        r"\quad r = \mathrm{softplus}(a)"
    )
    heads = (_mean, _r)
    head_titles = ("medians", "rates")
    head_letters = ("μ", "r")
    each = _rate * absolute(_error) - log_softplus(_r) + logarithm(2.0)
    slopes = (
        _rate * sign(_error),
        sigmoid(_r) * absolute(_error) - log_softplus_slope(_r),
    )
    words = "{rate}·|{y} − {μ:factor}| − log {rate} + log 2"

    def distribution(self, z: Floats) -> Law:
        """The distribution of every target."""
        mean, raw = self.split(z)
        return Laplace(mean, inverse_softplus_of(raw))


class StudentNll(Distributed):
    """Student's t: the smaller ν, the less an outlier matters."""

    name = "student_t_nll"
    order = 120
    title = mark("Student's t with learned precision and tails")
    formula = (
        r"\sum_k \frac{\nu_k + 1}{2} \log(1 + \beta_k (y_k - \mu_k)^2 / \nu_k) "
        r"+ \log \frac{\Gamma(\nu_k / 2)}{\Gamma((\nu_k + 1) / 2)} "
        r"+ \frac{1}{2} \log \frac{\pi \nu_k}{\beta_k}, \quad "
        r"\nu = 2 + \mathrm{softplus}"
    )
    heads = (_mean, _b, _n)
    head_titles = ("means", "precisions", mark("degrees of freedom"))
    head_letters = ("μ", "β", "ν")
    each = (
        0.5 * (_nu + 1.0) * log(1.0 + _ratio)
        - log_gamma_gap(0.5 * _nu)
        + 0.5 * log(pi * _nu)
        - 0.5 * log_softplus(_b)
    )
    slopes = (
        (_nu + 1.0) * _beta * _error / (_nu * (1.0 + _ratio)),
        0.5 * (_nu + 1.0) * _error * _error * sigmoid(_b) / (_nu * (1.0 + _ratio))
        - 0.5 * log_softplus_slope(_b),
        0.5
        * sigmoid(_n)
        * (
            log(1.0 + _ratio)
            - (_nu + 1.0) * _ratio / (_nu * (1.0 + _ratio))
            - digamma_gap(0.5 * _nu)
            + 1.0 / _nu
        ),
    )
    words = "−log t({y}; {μ}, {β}, {ν})"

    def distribution(self, z: Floats) -> Law:
        """The distribution of every target."""
        mean, raw, tails = self.split(z)
        scale = bounded_exp(-0.5 * maths.log_softplus(raw))
        return Student(2.0 + maths.softplus(tails), mean, scale)


LAPLACE_NLL = LaplaceNll()
STUDENT_T_NLL = StudentNll()
