# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Elementary functions that LLVM can vectorise: polynomials and bits, no branches.

Errors are at most 1e-14 in float64 (most are a few units in the last place) and a few
units in the last place in float32, which has shorter polynomials. Arguments beyond the
range of the exponential are clipped; NaN stays NaN.

The exponential is Cephes' rational form: with x = n·ln 2 + r and R = r P(r²),
e^x = 2ⁿ (Q + R) / (Q − R), from which tanh and σ come with a single division and
without cancellation.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload

from core.kernels.memory import from_bits, to_bits
from core.kernels.options import EXACT, INNER

Function = Any  # compiled: a dispatcher of numba

#: atanh(u)/u in powers of u², highest first, for u² ≤ 0.0295 (a Chebyshev fit).
_ATANH64 = (
    0.074051956081573000883,
    0.076562315147870742616,
    0.090918170561543755513,
    0.11111098506000979972,
    0.14285714380530159288,
    0.19999999999650245546,
    0.33333333333333824338,
    1.0,
)
_ATANH32 = (0.14962498168, 0.199874141233, 0.333334077673, 1.0)

#: e^(x²) erfc(x) / t in powers of 2t − 1 with t = 2/(2 + x), highest first.
_ERFC64 = (
    -9.7431147071256364528e-10,
    -1.8983186718246215203e-9,
    1.2683079730488243432e-8,
    6.4435984840905101684e-9,
    -6.8180764566331826452e-8,
    3.6201681901107185335e-8,
    1.7630181319170114961e-7,
    -3.2654749603030843629e-7,
    -1.1319611775353602199e-8,
    1.0308565821539691745e-6,
    -1.8167079034763669525e-6,
    -5.778222972277844244e-7,
    8.058654614518909545e-6,
    -0.000010842910058758216738,
    -0.00001707402515180309323,
    0.000072234167592484220427,
    -0.000017185781852296953024,
    -0.00033153657308599675107,
    0.00041864803692931770749,
    0.0015453060137318355488,
    -0.0032395925341297784115,
    -0.010755330944017010164,
    0.018221115753444061029,
    0.13973604627801434885,
    0.34358034220690528405,
    0.51079135262101152638,
)
_ERFC32 = (
    4.42884146715e-5,
    -3.67643616357e-5,
    -0.000304719086412,
    0.000431040021642,
    0.00153384704434,
    -0.0032437330678,
    -0.0107533108827,
    0.0182217491146,
    0.139735945797,
    0.343580312549,
    0.510791352621,
)

#: sin(r)/r and cos(r) in powers of r², highest first, for |r| ≤ π/4.
_SIN = (
    -7.5780213832020094855e-13,
    1.6058351049303359095e-10,
    -2.5052104768288217678e-8,
    2.7557319213520537562e-6,
    -0.00019841269841253396365,
    0.0083333333333333206424,
    -0.16666666666666666629,
    1.0,
)
_COS = (
    -1.135326283413335253e-11,
    2.0875580037755040604e-9,
    -2.7557313079436854013e-7,
    0.000024801587283810356346,
    -0.0013888888888860955565,
    0.041666666666666451102,
    -0.49999999999999999366,
    1.0,
)
#: π/2 in three parts; whole numbers below 2²⁰ times the first two are exact.
_QUARTER = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21)
#: Beyond this the three parts are too few; `core.kernels.layers` uses libm instead.
WAVE_LIMIT = 1e6


def polynomial(coefficients: tuple[float, ...], real: Any) -> Function:
    """Horner's rule, unrolled; numba would loop over a tuple."""
    names = [f"c{i}" for i in range(len(coefficients))]
    body = names[0]
    for name in names[1:]:
        body = f"({body} * w + {name})"
    scope: dict[str, Any] = {
        name: real(c) for name, c in zip(names, coefficients, strict=True)
    }
    exec(f"def value(w):\n    return {body}", scope)
    return njit(inline="always", **EXACT)(scope["value"])


def _family(real: Any, whole: Any) -> dict[str, Function]:
    """All functions for one precision; every constant has its type."""
    double = real is np.float64
    magic = real(1.5 * 2.0 ** (52 if double else 23))  # adding it rounds to a whole
    digits, bias = (whole(52), whole(1023)) if double else (whole(23), whole(127))
    log2e = real(1.4426950408889634074)
    ln2_high = real(6.93145751953125e-1 if double else 0.693359375)
    ln2_low = real(1.42860682030941723212e-6 if double else -2.12194440e-4)
    bottom, top = (real(-708.0), real(708.0)) if double else (real(-87.0), real(87.0))
    flat = real(20.0 if double else 10.0)  # tanh is ±1 from here on
    zero, half, one, two, three = (real(c) for c in (0.0, 0.5, 1.0, 2.0, 3.0))
    ln2 = real(math.log(2.0))
    gap = real(math.sqrt(2.0) - 1.0)
    if double:
        even = polynomial(
            (1.26177193074810590878e-4, 3.02994407707441961300e-2, 1.0), real
        )
        odd = polynomial(
            (
                3.00198505138664455042e-6,
                2.52448340349684104192e-3,
                2.27265548208155028766e-1,
                2.0,
            ),
            real,
        )
    else:  # the truncated continued fraction of tanh
        even = polynomial((1.0 / 60.0, 1.0), real)
        odd = polynomial((0.2, 2.0), real)
    atanh = polynomial(_ATANH64 if double else _ATANH32, real)
    tail = polynomial(_ERFC64 if double else _ERFC32, real)
    far = real(26.0 if double else 9.0)  # erfc(26) is the smallest normal number
    root_two = real(math.sqrt(2.0))
    density = real(1.0 / math.sqrt(2.0 * math.pi))
    mantissa = whole((1 << 52) - 1) if double else whole((1 << 23) - 1)
    one_bits = whole(1023 << 52) if double else whole(127 << 23)

    @njit(inline="always", **EXACT)
    def parts(x):
        """2ⁿ, Q and R with e^x = 2ⁿ (Q + R) / (Q − R)."""
        shifted = x * log2e + magic
        n = shifted - magic
        r = x - n * ln2_high
        r = r - n * ln2_low
        w = r * r
        scale = from_bits(whole((to_bits(shifted) + bias) << digits))
        return scale, odd(w), r * even(w)

    @njit(inline="always", **EXACT)
    def bounded(x, low, high):
        x = low if x < low else x
        return high if x > high else x

    @njit(**EXACT)
    def exp(x):
        s, q, r = parts(bounded(x, bottom, top))
        return s * (q + r) / (q - r)

    @njit(**EXACT)
    def expm1(x):
        s, q, r = parts(bounded(x, bottom, top))
        return ((s - one) * q + (s + one) * r) / (q - r)

    @njit(**EXACT)
    def tanh(x):
        s, q, r = parts(two * bounded(x, -flat, flat))
        return ((s - one) * q + (s + one) * r) / ((s + one) * q + (s - one) * r)

    @njit(**EXACT)
    def sigmoid(x):
        s, q, r = parts(bounded(x, bottom, top))
        up = s * (q + r)
        return up / (up + (q - r))

    @njit(**EXACT)
    def sigmoid_slope(x):
        # σ(x) σ(−x), from the small side: no overflow, no cancellation.
        small = x if x < zero else -x
        s, q, r = parts(bounded(small, bottom, zero))
        up = s * (q + r)
        down = q - r
        total = up + down
        return (up / total) * (down / total)

    @njit(**EXACT)
    def log(x):
        """The logarithm of normal positive numbers; infinities and NaN give NaN."""
        word = to_bits(x)
        exponent = real((word >> digits) - bias)
        m = from_bits(whole((word & mantissa) | one_bits))
        large = m > root_two
        m = m * half if large else m
        exponent = exponent + one if large else exponent
        u = (m - one) / (m + one)
        return exponent * ln2 + two * u * atanh(u * u) + (x - x)

    @njit(**EXACT)
    def log1p_unit(x):
        """Log(1 + x) for x in [0, 1]."""
        large = x > gap
        u = (x - one if large else x) / (x + three if large else x + two)
        base = ln2 if large else zero
        return base + two * u * atanh(u * u)

    @njit(**EXACT)
    def softplus(x):
        small = x if x < zero else -x
        return (x if x > zero else zero) + log1p_unit(exp(small))

    @njit(**EXACT)
    def normal(x):
        """The standard normal distribution function and density at x."""
        size = (-x if x < zero else x) / root_two
        size = far if size > far else size
        fallen = exp(-size * size)
        t = two / (two + size)
        beyond = half * t * tail(two * t - one) * fallen
        return (beyond if x < zero else one - beyond), density * fallen

    return {
        "exp": exp,
        "expm1": expm1,
        "tanh": tanh,
        "sigmoid": sigmoid,
        "sigmoid_slope": sigmoid_slope,
        "log": log,
        "log1p_unit": log1p_unit,
        "softplus": softplus,
        "normal": normal,
    }


_DOUBLE = _family(np.float64, np.int64)
_SINGLE = _family(np.float32, np.int32)


def _either(name: str) -> Function:
    """A function of compiled code that picks the precision of its argument."""

    def function(x: Any) -> Any:
        """Only for compiled code."""
        raise NotImplementedError(name)

    double, single = _DOUBLE[name], _SINGLE[name]

    @overload(function, jit_options=EXACT)
    def choose(x):
        return (single if x == types.float32 else double).py_func

    return function


exp = _either("exp")
expm1 = _either("expm1")
tanh = _either("tanh")
sigmoid = _either("sigmoid")
sigmoid_slope = _either("sigmoid_slope")
log = _either("log")
log1p_unit = _either("log1p_unit")
softplus = _either("softplus")
normal = _either("normal")


@njit(**INNER)
def positive(x, low, one):
    """Log of softplus(x), the log's slope, softplus(x) itself and its slope.

    Below ``low`` the logarithm is x itself, to the last bit.
    """
    amount = softplus(x)
    slope = sigmoid(x)
    logged = x if x < low else log(amount)
    logged_slope = one if x < low else slope / amount
    return logged, logged_slope, amount, slope


_sine = polynomial(_SIN, np.float64)
_cosine = polynomial(_COS, np.float64)
_MAGIC = 1.5 * 2.0**52
_PER_QUARTER = 2.0 / math.pi


@njit(**EXACT)
def wave(x):
    """Cos x and sin x for |x| ≤ `WAVE_LIMIT`, always computed in float64."""
    shifted = np.float64(x) * _PER_QUARTER + _MAGIC
    n = shifted - _MAGIC
    r = x - n * _QUARTER[0]
    r = r - n * _QUARTER[1]
    r = r - n * _QUARTER[2]
    quarter = to_bits(shifted)
    w = r * r
    s = r * _sine(w)
    c = _cosine(w)
    swap = (quarter & 1) != 0
    cosine = s if swap else c
    sine = c if swap else s
    cosine = -cosine if ((quarter + 1) & 2) != 0 else cosine
    sine = -sine if (quarter & 2) != 0 else sine
    return cosine, sine
