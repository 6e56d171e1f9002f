# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Activation functions of a layer over a block of examples, and back again.

Functions of one entry are generated (`core.kernels.generated_activations`); here are
those that read more: a learned slope, or several rows of W per unit.
"""

from __future__ import annotations

from numba import njit

from core.kernels.codes import MAXOUT, PRELU
from core.kernels.families import LAYERS
from core.kernels.generated_activations import elementwise, elementwise_back
from core.kernels.linking import exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INNER


@njit(**INNER)
def activate(
    unit,
    work,
    z0,
    a0,
    units,
    k,
    ld,
    theta,
    slopes0,
    negative_slope,
    alpha,
    sigma,
    slope,
):
    """Activations of a layer from its pre-activations at z0.

    If the slope does not follow from the activation, it overwrites z.
    """
    if unit == PRELU:
        learned_slope(work, z0, a0, units, ld, theta, slopes0)
    elif unit == MAXOUT:
        largest(work, z0, a0, units, k, ld)
    else:
        elementwise(unit, work, z0, a0, units * ld, negative_slope, alpha, sigma, slope)


@njit(**INNER)
def activate_back(
    unit, work, g0, z0, a0, spare0, units, k, ld, theta, slopes0, out, slopes_out, more
):
    """Turn ∂/∂a at g0 into ∂/∂z; returns its place (maxout has more rows)."""
    if unit == MAXOUT:
        largest_back(work, g0, z0, a0, spare0, units, k, ld)
        return spare0
    if unit == PRELU:
        learned_slope_back(
            work, g0, z0, units, ld, theta, slopes0, out, slopes_out, more
        )
    else:
        elementwise_back(unit, work, g0, z0, a0, units * ld)
    return g0


@exported("piiiipi>v", LAYERS, **FLAGS)
def learned_slope(work, z0, a0, units, ld, theta, slopes0):
    """``z or α z`` with a learned α per unit."""
    slopes = view(theta, slopes0, units)
    zero = slopes.dtype.type(0.0)
    for u in range(units):
        low = slopes[u]
        z, a = view(work, z0 + u * ld, ld), view(work, a0 + u * ld, ld)
        for j in range(ld):
            x = z[j]
            a[j] = x if x > zero else low * x


@exported("piiiipipii>v", LAYERS, **FLAGS)
def learned_slope_back(work, g0, z0, units, ld, theta, slopes0, out, slopes_out, more):
    """Gradients by z, in place, and by the slopes."""
    slopes, sums = view(theta, slopes0, units), view(out, slopes_out, units)
    zero = slopes.dtype.type(0.0)
    for u in range(units):
        row, z = view(work, g0 + u * ld, ld), view(work, z0 + u * ld, ld)
        low = slopes[u]
        total = zero
        for j in range(ld):
            x, push = z[j], row[j]
            total += push * (zero if x > zero else x)
            row[j] = push if x > zero else low * push
        sums[u] = total + (sums[u] if more else zero)


@exported("piiiii>v", LAYERS, **FLAGS)
def largest(work, z0, a0, units, k, ld):
    """The largest of the k rows of each unit."""
    for u in range(units):
        a = view(work, a0 + u * ld, ld)
        z = view(work, z0 + u * k * ld, ld)
        for j in range(ld):
            a[j] = z[j]
        for r in range(1, k):
            z = view(work, z0 + (u * k + r) * ld, ld)
            for j in range(ld):
                x, best = z[j], a[j]
                # "not less or equal" lets a NaN through to the finite check.
                a[j] = best if x <= best else x


@exported("piiiiiii>v", LAYERS, **FLAGS)
def largest_back(work, g0, z0, a0, spare0, units, k, ld):
    """The gradient goes to the largest row, at spare0."""
    zero = view(work, 0, 1).dtype.type(0.0)
    for u in range(units):
        left, best = view(work, g0 + u * ld, ld), view(work, a0 + u * ld, ld)
        for r in range(k):
            row = (u * k + r) * ld
            z, share = view(work, z0 + row, ld), view(work, spare0 + row, ld)
            for j in range(ld):
                push, chosen = left[j], z[j] == best[j]
                share[j] = push if chosen else zero
                left[j] = zero if chosen else push  # only the first of equals
