"""Errors of a predicted value: the logit is the prediction."""

from __future__ import annotations

from core.functions.words import (
    absolute,
    maximum,
    minimum,
    named,
    sign,
    square,
    symbol,
    where,
    z,
)
from core.language import mark
from core.outputs.elementwise import Elementwise

y = symbol("y")
_error = named("e", z - y)


class _Value(Elementwise):
    """The logit estimates the value itself."""

    on_values = True


class SquaredError(_Value):
    """Squared error: a Gaussian of unit variance."""

    name = "mse"
    order = 10
    title = mark("Squared error")
    formula = r"\sum_k (z_k - y_k)^2"
    each = square(_error)
    slopes = (2.0 * _error,)
    slope_words = "∂L/∂z = 2 (z − y)"
    words = "({z} − {y:factor})²"
    least_squares = True


class AbsoluteError(_Value):
    """Absolute error: a Laplace distribution; learns the conditional median."""

    name = "mae"
    order = 20
    title = mark("Absolute error")
    formula = r"\sum_k |z_k - y_k|"
    each = absolute(_error)
    slopes = (sign(_error),)
    slope_words = mark("∂L/∂z = sign(z − y)")
    words = "|{z} − {y:factor}|"


class Huber(_Value):
    """Squared near the target, absolute far from it."""

    name = "huber"
    order = 30
    title = mark("Huber")
    formula = (
        r"\sum_k h(z_k - y_k), \quad "
        r"h(e) = \frac{1}{2} e^2 \text{ if } |e| \le 1, \text{ else } |e| - \frac{1}{2}"
    )
    each = where(absolute(_error) <= 1.0, 0.5 * _error * _error, absolute(_error) - 0.5)
    slopes = (minimum(maximum(_error, -1.0), 1.0),)
    slope_words = mark("∂L/∂z = z − y, clipped to [−1, 1]")
    words = "h({z} − {y:factor})"


MSE = SquaredError()
MAE = AbsoluteError()
HUBER = Huber()
