"""The functions of the expression language of `core.functions.algebra`.

A word has a rule for NumPy, a text for exported scripts and, where a loss uses it, its
first two derivatives. Kernels use the function of that name in
`core.kernels.elementary`, or from a rule of `tools.generate_kernels`.
"""

from __future__ import annotations

import numpy as np

from core.functions import maths
from core.functions.algebra import Expr, Primitive, both, named, number, symbol, where

__all__ = ["Expr", "both", "named", "number", "symbol", "where"]

#: The pre-activation, the activation, and the settings of a layer.
z, a = symbol("z"), symbol("a")
negative_slope, alpha, sigma, slope = (
    symbol(name) for name in ("negative_slope", "alpha", "sigma", "slope")
)

maximum: Primitive = Primitive("maximum", np.maximum, "{np}.clip({}, {}, None)")
minimum: Primitive = Primitive("minimum", np.minimum, "{np}.clip({}, None, {})")
#: Slope 0 at 0, so that an error of exactly 0 stays there.
absolute: Primitive = Primitive(
    "abs", np.abs, "{np}.abs({})", slopes=lambda x: (sign(x), number(0.0))
)
sign: Primitive = Primitive("sign", np.sign, "{np}.sign({})")
square: Primitive = Primitive(
    "square", np.square, "({} ** 2)", slopes=lambda x: (2.0 * x, number(2.0))
)
exp: Primitive = Primitive(
    "exp", np.exp, "{np}.exp({})", slopes=lambda x: (exp(x), exp(x))
)
expm1: Primitive = Primitive("expm1", np.expm1, "{np}.expm1({})")
log: Primitive = Primitive(
    "log", np.log, "{np}.log({})", slopes=lambda x: (1.0 / x, -1.0 / (x * x))
)
tanh: Primitive = Primitive("tanh", np.tanh, "{np}.tanh({})")
cos: Primitive = Primitive(
    "cos", np.cos, "{np}.cos({})", slopes=lambda x: (-sin(x), -cos(x))
)
sin: Primitive = Primitive(
    "sin", np.sin, "{np}.sin({})", slopes=lambda x: (cos(x), -sin(x))
)
sigmoid: Primitive = Primitive(
    "sigmoid",
    maths.sigmoid,
    "(1 / (1 + {np}.exp(-{})))",
    slopes=lambda x: (sigmoid_slope(x), sigmoid_slope(x) * (1.0 - 2.0 * sigmoid(x))),
)
sigmoid_slope: Primitive = Primitive("sigmoid_slope", maths.sigmoid_slope)
softplus: Primitive = Primitive(
    "softplus",
    maths.softplus,
    "{np}.logaddexp({0}, 0 * {0})",
    slopes=lambda x: (sigmoid(x), sigmoid_slope(x)),
)
#: softplus(x) − b, where the two nearly cancel.
softplus_less: Primitive = Primitive("softplus_less", maths.softplus_less)
log_softplus: Primitive = Primitive(
    "log_softplus",
    maths.log_softplus,
    slopes=lambda x: (log_softplus_slope(x), log_softplus_curvature(x)),
)
log_softplus_slope: Primitive = Primitive(
    "log_softplus_slope", maths.log_softplus_slope
)
log_softplus_curvature: Primitive = Primitive(
    "log_softplus_curvature", maths.log_softplus_curvature
)
#: The standard normal distribution function and density at x.
normal_share: Primitive = Primitive(
    "normal_share",
    maths.normal_cdf,
    "((1 + np.vectorize(math.erf)({} / math.sqrt(2))) / 2)",
    "((1 + torch.erf({} / math.sqrt(2))) / 2)",
)
normal_density: Primitive = Primitive("normal_density", maths.normal_pdf)
#: log Γ(1 + x) and log Γ(x + ½) − log Γ(x), with their slopes.
log_gamma_1p: Primitive = Primitive(
    "log_gamma_1p",
    maths.log_gamma_1p,
    slopes=lambda x: (digamma_1p(x), trigamma_1p(x)),
)
digamma_1p: Primitive = Primitive("digamma_1p", maths.digamma_1p)
trigamma_1p: Primitive = Primitive("trigamma_1p", maths.trigamma_1p)
log_gamma_gap: Primitive = Primitive(
    "log_gamma_gap",
    maths.log_gamma_gap,
    slopes=lambda x: (digamma_gap(x), trigamma_gap(x)),
)
digamma_gap: Primitive = Primitive("digamma_gap", maths.digamma_gap)
trigamma_gap: Primitive = Primitive("trigamma_gap", maths.trigamma_gap)
#: log I₀(√s), which is smooth at 0.
log_bessel: Primitive = Primitive(
    "log_bessel",
    maths.log_bessel,
    slopes=lambda s: (log_bessel_slope(s), log_bessel_curvature(s)),
)
log_bessel_slope: Primitive = Primitive("log_bessel_slope", maths.log_bessel_slope)
log_bessel_curvature: Primitive = Primitive(
    "log_bessel_curvature", maths.log_bessel_curvature
)
