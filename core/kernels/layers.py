"""One layer forward and backward over a block of examples, laid out (units, batch).

Rows are ``ld`` long, whole vectors; the columns beyond the ``nb`` examples hold finite
numbers that count for nothing, because their gradient is zero.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.activations import SELU_ALPHA, SELU_SCALE
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
from core.kernels.memory import view
from core.kernels.options import FAST
from core.kernels.program import (
    ABS,
    COSINE,
    ELU,
    GELU,
    HARD_TANH,
    IDENTITY,
    LEAKY_RELU,
    MAXOUT,
    PRELU,
    RBF,
    RELU,
    SELU,
    SIGMOID,
    SOFTPLUS,
    TANH,
)

_EPSILON = 1e-5  # added to a variance, as PyTorch does


@njit(**FAST)
def smooth(unit, work, z0, a0, n, alpha, sigma):  # type: ignore[no-untyped-def]
    """Activation functions that need an exponential; the slope takes z's place."""
    z, a = view(work, z0, n), view(work, a0, n)
    real = work.dtype.type
    zero, one = real(0.0), real(1.0)
    if unit == TANH:
        for j in range(n):
            a[j] = tanh(z[j])
    elif unit == SIGMOID:
        for j in range(n):
            x = z[j]
            a[j] = sigmoid(x)
            z[j] = sigmoid_slope(x)
    elif unit == SOFTPLUS:
        for j in range(n):
            x = z[j]
            a[j] = softplus(x)
            z[j] = sigmoid(x)
    elif unit in (ELU, SELU):
        low = real(SELU_SCALE * SELU_ALPHA if unit == SELU else alpha)
        high = real(SELU_SCALE if unit == SELU else 1.0)
        for j in range(n):
            x = z[j]
            fallen = low * expm1(zero if x > zero else x)
            a[j] = high * x if x > zero else fallen
            z[j] = high if x > zero else fallen + low
    elif unit == GELU:
        for j in range(n):
            x = z[j]
            below, density = normal(x)
            a[j] = x * below
            z[j] = below + (x * density if density > zero else zero)
    elif unit == COSINE:
        largest = zero
        for j in range(n):
            size = abs(z[j])
            largest = size if size > largest else largest
        if largest < real(WAVE_LIMIT):
            for j in range(n):
                c, s = wave(z[j])
                a[j] = real(c)
                z[j] = real(-s)
        else:
            for j in range(n):
                x = np.float64(z[j])
                a[j] = real(math.cos(x))
                z[j] = real(-math.sin(x))
    elif unit == RBF:
        scale = real(-1.0 / (sigma * sigma))
        for j in range(n):
            fallen = exp(scale * z[j])
            a[j] = fallen
            z[j] = scale * fallen
    return one


@njit(**FAST)
def straight(unit, work, z0, a0, n, negative):  # type: ignore[no-untyped-def]
    """Piecewise linear activation functions of one number."""
    z, a = view(work, z0, n), view(work, a0, n)
    real = work.dtype.type
    zero, one = real(0.0), real(1.0)
    if unit == RELU:
        for j in range(n):
            x = z[j]
            a[j] = zero if x < zero else x  # NaN stays NaN
    elif unit == LEAKY_RELU:
        low = real(negative)
        for j in range(n):
            x = z[j]
            a[j] = x if x > zero else low * x
            z[j] = one if x > zero else low
    elif unit == HARD_TANH:
        for j in range(n):
            x = z[j]
            y = -one if x < -one else x
            a[j] = one if y > one else y
            z[j] = one if (x > -one) & (x < one) else zero
    elif unit == ABS:
        for j in range(n):
            x = z[j]
            a[j] = -x if x < zero else x
            z[j] = one if x > zero else -one
    elif unit == IDENTITY and z0 != a0:
        for j in range(n):
            a[j] = z[j]


@njit(**FAST)
def prelu(work, z0, a0, units, ld, theta, slopes0):  # type: ignore[no-untyped-def]
    """Activations of units with a learned slope on the negative side."""
    zero = work.dtype.type(0.0)
    for u in range(units):
        low = theta[slopes0 + u]
        z, a = view(work, z0 + u * ld, ld), view(work, a0 + u * ld, ld)
        for j in range(ld):
            x = z[j]
            a[j] = x if x > zero else low * x


@njit(**FAST)
def maxout(work, z0, a0, units, k, ld):  # type: ignore[no-untyped-def]
    """The largest of k rows for each unit."""
    for u in range(units):
        a = view(work, a0 + u * ld, ld)
        z = view(work, z0 + u * k * ld, ld)
        for j in range(ld):
            a[j] = z[j]
        for r in range(1, k):
            z = view(work, z0 + (u * k + r) * ld, ld)
            for j in range(ld):
                # "not less or equal" lets a NaN through to the finite check.
                a[j] = a[j] if z[j] <= a[j] else z[j]


@njit(**FAST)
def activate(unit, work, z0, a0, units, k, ld, theta, slopes0, negative, alpha, sigma):  # type: ignore[no-untyped-def]
    """Activations of a layer from its pre-activations at z0."""
    if unit in (TANH, SIGMOID, SOFTPLUS) or unit >= ELU:
        if unit == MAXOUT:
            maxout(work, z0, a0, units, k, ld)
        else:
            smooth(unit, work, z0, a0, units * ld, alpha, sigma)
    elif unit == PRELU:
        prelu(work, z0, a0, units, ld, theta, slopes0)
    else:
        straight(unit, work, z0, a0, units * ld, negative)


@njit(**FAST)
def distances(theta, w0, work, h0, z0, rows, count, ld):  # type: ignore[no-untyped-def]
    """Squared distances of the examples to the rows of W."""
    zero = work.dtype.type(0.0)
    for r in range(rows):
        z = view(work, z0 + r * ld, ld)
        for j in range(ld):
            z[j] = zero
        for i in range(count):
            w = theta[w0 + r * count + i]
            h = view(work, h0 + i * ld, ld)
            for j in range(ld):
                gap = w - h[j]
                z[j] += gap * gap


@njit(**FAST)
def distances_back(
    theta, w0, work, h0, g0, out, out0, prev0, rows, count, ld, more, down
):  # type: ignore[no-untyped-def]
    """Gradients of `distances` by W (into out) and, with ``down``, by h (prev0)."""
    two, zero = work.dtype.type(2.0), work.dtype.type(0.0)
    if down:
        back = view(work, prev0, count * ld)
        for j in range(count * ld):
            back[j] = zero
    for r in range(rows):
        g = view(work, g0 + r * ld, ld)
        for i in range(count):
            w = theta[w0 + r * count + i]
            h = view(work, h0 + i * ld, ld)
            total = zero
            for j in range(ld):
                total += g[j] * (w - h[j])
            place = out0 + r * count + i
            out[place] = two * total + (out[place] if more else zero)
            if down:
                back = view(work, prev0 + i * ld, ld)
                for j in range(ld):
                    back[j] -= two * g[j] * (w - h[j])


@njit(**FAST)
def normalise(work, z0, out0, statistics0, theta, gamma0, beta0, rows, nb, ld):  # type: ignore[no-untyped-def]
    """Batch normalisation of z: x̂ goes to out0, γx̂ + β takes z's place.

    The batch's mean, 1/spread and (biased) variance are kept at statistics0.
    """
    real = work.dtype.type
    share = real(1.0 / nb)
    for r in range(rows):
        z, normed = view(work, z0 + r * ld, ld), view(work, out0 + r * ld, ld)
        total = real(0.0)
        for j in range(nb):
            total += z[j]
        mean = total * share
        total = real(0.0)
        for j in range(nb):
            gap = z[j] - mean
            total += gap * gap
        variance = total * share
        inverse = real(1.0) / np.sqrt(variance + real(_EPSILON))
        work[statistics0 + r] = mean
        work[statistics0 + rows + r] = inverse
        work[statistics0 + 2 * rows + r] = variance
        gamma, beta = theta[gamma0 + r], theta[beta0 + r]
        for j in range(ld):
            x = (z[j] - mean) * inverse
            normed[j] = x
            z[j] = gamma * x + beta


@njit(**FAST)
def normalise_fixed(work, z0, stats, mean0, var0, theta, gamma0, beta0, rows, ld):  # type: ignore[no-untyped-def]
    """Batch normalisation by the running statistics, in place."""
    real = work.dtype.type
    for r in range(rows):
        z = view(work, z0 + r * ld, ld)
        scale = theta[gamma0 + r] / np.sqrt(stats[var0 + r] + real(_EPSILON))
        mean, beta = stats[mean0 + r], theta[beta0 + r]
        for j in range(ld):
            z[j] = (z[j] - mean) * scale + beta


@njit(**FAST)
def normalise_back(
    work,
    g0,
    normed0,
    statistics0,
    theta,
    gamma0,
    out,
    gamma_out,
    beta_out,
    rows,
    nb,
    ld,
):  # type: ignore[no-untyped-def]
    """Gradients by γ and β, and by the affine step in place of g."""
    real = work.dtype.type
    share = real(1.0 / nb)
    for r in range(rows):
        g, normed = view(work, g0 + r * ld, ld), view(work, normed0 + r * ld, ld)
        by_beta, by_gamma = real(0.0), real(0.0)
        for j in range(nb):
            by_beta += g[j]
            by_gamma += g[j] * normed[j]
        out[gamma_out + r] = by_gamma
        out[beta_out + r] = by_beta
        scale = theta[gamma0 + r] * work[statistics0 + rows + r]
        for j in range(nb):
            g[j] = scale * (g[j] - (by_beta + normed[j] * by_gamma) * share)


@njit(**FAST)
def activate_back(
    unit, work, g0, z0, a0, spare0, units, k, ld, theta, slopes0, out, slopes_out, more
):  # type: ignore[no-untyped-def]
    """Turn ∂/∂a at g0 into ∂/∂z; returns where it lies (maxout has more rows)."""
    n = units * ld
    real = work.dtype.type
    zero, one = real(0.0), real(1.0)
    g = view(work, g0, n)
    if unit == RELU:
        a = view(work, a0, n)
        for j in range(n):
            g[j] = g[j] if a[j] > zero else zero
    elif unit == TANH:
        a = view(work, a0, n)
        for j in range(n):
            g[j] = g[j] * (one - a[j] * a[j])
    elif unit == PRELU:
        for u in range(units):
            row, z = view(work, g0 + u * ld, ld), view(work, z0 + u * ld, ld)
            low = theta[slopes0 + u]
            total = zero
            for j in range(ld):
                x = z[j]
                total += row[j] * (zero if x > zero else x)
                row[j] = row[j] if x > zero else low * row[j]
            place = slopes_out + u
            out[place] = total + (out[place] if more else zero)
    elif unit == MAXOUT:
        for u in range(units):
            push, best = view(work, g0 + u * ld, ld), view(work, a0 + u * ld, ld)
            for r in range(k):
                row = (u * k + r) * ld
                z, share = view(work, z0 + row, ld), view(work, spare0 + row, ld)
                for j in range(ld):
                    share[j] = push[j] if z[j] == best[j] else zero
                for j in range(ld):  # of equal rows only the first learns
                    push[j] = zero if z[j] == best[j] else push[j]
        return spare0
    elif unit != IDENTITY:
        slope = view(work, z0, n)
        for j in range(n):
            g[j] = g[j] * slope[j]
    return g0
