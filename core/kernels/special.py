# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Special functions for losses: log Γ, digamma and Bessel functions.

All of them are computed in float64, whatever the precision of the loop, since losses
subtract large values from each other. Errors are at most 1e-13·max(1, |value|).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload

from core.kernels.elementary import log
from core.kernels.elementary import polynomial as _polynomial
from core.kernels.options import EXACT

Function = Any  # compiled: a dispatcher of numba

_HALF_LOG_2PI = 0.5 * math.log(2.0 * math.pi)
#: Stirling's series for log Γ(w) and for ψ(w), in powers of 1/w², highest first.
_STIRLING = _polynomial(
    (
        1.0 / 156.0,
        -691.0 / 360360.0,
        1.0 / 1188.0,
        -1.0 / 1680.0,
        1.0 / 1260.0,
        -1.0 / 360.0,
        1.0 / 12.0,
    ),
    np.float64,
)
_DIGAMMA = _polynomial(
    (
        1.0 / 12.0,
        -691.0 / 32760.0,
        1.0 / 132.0,
        -1.0 / 240.0,
        1.0 / 252.0,
        -1.0 / 120.0,
        1.0 / 12.0,
    ),
    np.float64,
)
_SHIFT = 8  # the series are accurate from 9 on
_LARGE = 1e6  # from here on no shift is needed, and its product might overflow

#: I₀(κ) and 2 I₁(κ)/κ in powers of κ²/4: every term is positive, nothing cancels.
_SERIES_UNTIL = 20.0
_TERMS = 50
_BESSEL0 = _polynomial(
    tuple(1.0 / math.factorial(k) ** 2 for k in reversed(range(_TERMS))), np.float64
)
_BESSEL1 = _polynomial(
    tuple(
        1.0 / (math.factorial(k) * math.factorial(k + 1))
        for k in reversed(range(_TERMS))
    ),
    np.float64,
)


def _asymptotic(order: int, terms: int) -> tuple[float, ...]:
    """√(2πκ) e^−κ I_order(κ) in powers of 1/κ, highest first (Hankel)."""
    found, term = [1.0], 1.0
    for k in range(1, terms):
        term *= -(4.0 * order**2 - (2.0 * k - 1.0) ** 2) / (8.0 * k)
        found.append(term)
    return tuple(reversed(found))


_FAR0 = _polynomial(_asymptotic(0, 24), np.float64)
_FAR1 = _polynomial(_asymptotic(1, 24), np.float64)


@njit(**EXACT)
def _log_gamma(w):
    """Log Γ(w) for w > 0."""
    shift = w < _LARGE
    product = 1.0
    if shift:
        for i in range(_SHIFT):
            product *= w + i
        w = w + _SHIFT
    inverse = 1.0 / w
    series = inverse * _STIRLING(inverse * inverse)
    found = (w - 0.5) * log(w) - w + _HALF_LOG_2PI + series
    return found - log(product) if shift else found


@njit(**EXACT)
def _psi(w):
    """ψ(w) for w > 0."""
    passed = 0.0
    if w < _LARGE:
        for i in range(_SHIFT):
            passed += 1.0 / (w + i)
        w = w + _SHIFT
    inverse = 1.0 / w
    square = inverse * inverse
    return log(w) - 0.5 * inverse - square * _DIGAMMA(square) - passed


@njit(**EXACT)
def _log_gamma_1p(x):
    return _log_gamma(1.0 + x)


@njit(**EXACT)
def _digamma_1p(x):
    return _psi(1.0 + x)


@njit(**EXACT)
def _log_gamma_gap(x):
    return _log_gamma(x + 0.5) - _log_gamma(x)


@njit(**EXACT)
def _digamma_gap(x):
    return _psi(x + 0.5) - _psi(x)


@njit(**EXACT)
def _log_bessel(s):
    if s < _SERIES_UNTIL * _SERIES_UNTIL:
        return log(_BESSEL0(0.25 * s))
    kappa = math.sqrt(s)
    return kappa - 0.5 * log(kappa) - _HALF_LOG_2PI + log(_FAR0(1.0 / kappa))


@njit(**EXACT)
def _log_bessel_slope(s):
    if s < _SERIES_UNTIL * _SERIES_UNTIL:
        return 0.25 * _BESSEL1(0.25 * s) / _BESSEL0(0.25 * s)
    kappa = math.sqrt(s)
    inverse = 1.0 / kappa
    return 0.5 * inverse * _FAR1(inverse) / _FAR0(inverse)


def _in_double(function: Function) -> Function:
    """A function of compiled code that takes and gives the loop's own precision."""

    def name(x: Any) -> Any:
        """Only for compiled code."""
        raise NotImplementedError

    @overload(name, jit_options=EXACT)
    def choose(x):
        if x == types.float32:

            def single(x):
                return np.float32(function(np.float64(x)))

            return single

        def double(x):
            return function(x)

        return double

    return name


log_gamma_1p = _in_double(_log_gamma_1p)
digamma_1p = _in_double(_digamma_1p)
log_gamma_gap = _in_double(_log_gamma_gap)
digamma_gap = _in_double(_digamma_gap)
log_bessel = _in_double(_log_bessel)
log_bessel_slope = _in_double(_log_bessel_slope)
