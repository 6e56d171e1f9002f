# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Elementwise activation functions over a block, and back again.

Written by ``python -m tools.generate_kernels`` from
core/functions; do not edit.
"""

from __future__ import annotations

import math

import numpy as np

from core.kernels.codes import (
    ABS,
    COSINE,
    ELU,
    GELU,
    HARD_TANH,
    IDENTITY,
    LEAKY_RELU,
    RBF,
    RELU,
    SELU,
    SIGMOID,
    SILU,
    SOFTPLUS,
    TANH,
)
from core.kernels.elementary import (
    WAVE_LIMIT,
    exp,
    expm1,
    normal,
    sigmoid,
    sigmoid_slope,
    softplus,
    tanh,
    wave,
)
from core.kernels.linking import exported
from core.kernels.memory import view
from core.kernels.options import FLAGS


@exported("ipiiidddd>v", **FLAGS)
def elementwise(unit, work, z0, a0, n, negative_slope, alpha, sigma, slope):
    """Activations of n pre-activations at z0.

    Where the slope does not follow from the activation, it takes z's place.
    """
    z, a = view(work, z0, n), view(work, a0, n)
    real = z.dtype.type
    if unit == IDENTITY:
        if z0 != a0:
            for j in range(n):
                a[j] = z[j]
    elif unit == RELU:
        if z0 != a0:
            for j in range(n):
                a[j] = z[j]
        zero = real(0.0)
        for j in range(n):
            x = a[j]
            a[j] = zero if x < zero else x
    elif unit == LEAKY_RELU:
        zero = real(0.0)
        c0 = real(negative_slope)
        one = real(1.0)
        for j in range(n):
            x = z[j]
            a[j] = x if x > zero else c0 * x
            z[j] = one if x > zero else c0
    elif unit == TANH:
        if z0 != a0:
            for j in range(n):
                a[j] = z[j]
        for j in range(n):
            x = a[j]
            a[j] = tanh(x)
    elif unit == SIGMOID:
        c0 = real(slope)
        for j in range(n):
            x = z[j]
            t1 = c0 * x
            a[j] = sigmoid(t1)
            z[j] = c0 * sigmoid_slope(t1)
    elif unit == SOFTPLUS:
        for j in range(n):
            x = z[j]
            a[j] = softplus(x)
            z[j] = sigmoid(x)
    elif unit == HARD_TANH:
        one = real(1.0)
        zero = real(0.0)
        for j in range(n):
            x = z[j]
            t1 = -one if x < -one else x
            a[j] = one if t1 > one else t1
            z[j] = one if (x > -one) & (x < one) else zero
    elif unit == ABS:
        zero = real(0.0)
        one = real(1.0)
        for j in range(n):
            x = z[j]
            a[j] = abs(x)
            z[j] = one if x > zero else -one
    elif unit == ELU:
        zero = real(0.0)
        c0 = real(alpha)
        one = real(1.0)
        for j in range(n):
            x = z[j]
            left = zero if x > zero else x
            a[j] = x if x > zero else c0 * expm1(left)
            z[j] = one if x > zero else c0 * exp(left)
    elif unit == SELU:
        zero = real(0.0)
        c0 = real(1.0507009873554805)
        c1 = real(1.7580993408473766)
        for j in range(n):
            x = z[j]
            left = zero if x > zero else x
            a[j] = c0 * x if x > zero else c1 * expm1(left)
            z[j] = c0 if x > zero else c1 * exp(left)
    elif unit == GELU:
        for j in range(n):
            x = z[j]
            share, density = normal(x)
            a[j] = x * share
            z[j] = share + x * density
    elif unit == SILU:
        for j in range(n):
            x = z[j]
            t1 = sigmoid(x)
            a[j] = x * t1
            z[j] = t1 + x * sigmoid_slope(x)
    elif unit == COSINE:
        largest = real(0.0)
        for j in range(n):
            x = z[j]
            size = abs(x)
            largest = size if size > largest else largest
        if largest < real(WAVE_LIMIT):
            for j in range(n):
                x = z[j]
                cosine, sine = wave(x)
                a[j] = real(cosine)
                z[j] = -real(sine)
        else:
            for j in range(n):
                x = z[j]
                a[j] = real(math.cos(np.float64(x)))
                z[j] = -real(math.sin(np.float64(x)))
    elif unit == RBF:
        c0 = real(-1.0 / (sigma * sigma))
        for j in range(n):
            x = z[j]
            fallen = exp(c0 * x)
            a[j] = fallen
            z[j] = c0 * fallen


@exported("ipiiii>v", **FLAGS)
def elementwise_back(unit, work, g0, z0, a0, n):
    """Turn ∂/∂a at g0 into ∂/∂z, in place."""
    g, a, slope = view(work, g0, n), view(work, a0, n), view(work, z0, n)
    real = g.dtype.type
    if unit == IDENTITY:
        pass
    elif unit == RELU:
        zero = real(0.0)
        for j in range(n):
            push = g[j]
            x = a[j]
            g[j] = push if x > zero else zero
    elif unit == TANH:
        one = real(1.0)
        for j in range(n):
            push = g[j]
            x = a[j]
            g[j] = push * (one - x * x)
    else:
        for j in range(n):
            g[j] = g[j] * slope[j]
