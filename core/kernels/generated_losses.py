# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Losses that are a sum over targets, with their slopes.

Written by ``python -m tools.generate_kernels`` from
core/outputs; do not edit.
"""

from __future__ import annotations

import numpy as np

from core.kernels.codes import BCE, GAUSSIAN_NLL, HINGE, HUBER, MAE, MSE, SIGMOID_MSE
from core.kernels.elementary import exp, log1p_unit, positive, sigmoid, sigmoid_slope
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS


@exported("ipiiiii>d", **FLAGS)
def one_target(loss, work, z_at, y_at, g_at, step, nb):
    """The losses of one target; its further logits lie ``step`` apart."""
    z, y = view(work, z_at, nb), view(work, y_at, nb)
    g = view(work, g_at, nb)
    real = view(work, 0, ALL).dtype.type
    total = real(0.0)
    if loss == MSE:
        two = real(2.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            e = x - t
            total += e * e
            g[j] = two * e
    elif loss == MAE:
        zero = real(0.0)
        one = real(1.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            e = x - t
            total += abs(e)
            g[j] = one if e > zero else -one if e < zero else zero
    elif loss == HUBER:
        one = real(1.0)
        half = real(0.5)
        for j in range(nb):
            x = z[j]
            t = y[j]
            e = x - t
            t1 = abs(e)
            total += half * e * e if t1 <= one else t1 - half
            t2 = -one if e < -one else e
            g[j] = one if t2 > one else t2
    elif loss == BCE:
        zero = real(0.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            total += (zero if x < zero else x) - t * x + log1p_unit(exp(-abs(x)))
            g[j] = sigmoid(x) - t
    elif loss == SIGMOID_MSE:
        two = real(2.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            p = sigmoid(x)
            e = p - t
            total += e * e
            g[j] = two * e * sigmoid_slope(x)
    elif loss == HINGE:
        one = real(1.0)
        two = real(2.0)
        zero = real(0.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            side = two * t - one
            room = one - side * x
            total += zero if room <= zero else room
            g[j] = zero if room <= zero else -side
    elif loss == GAUSSIAN_NLL:
        z1 = view(work, z_at + step, nb)
        g1 = view(work, g_at + step, nb)
        half = real(0.5)
        c0 = real(-30.0)
        one = real(1.0)
        c1 = real(0.9189385332046727)
        for j in range(nb):
            mu = z[j]
            x = z1[j]
            t = y[j]
            logged, logged_slope, amount, slope = positive(x, c0, one)
            e = mu - t
            total += half * amount * e * e - half * logged + c1
            g[j] = amount * e
            g1[j] = half * e * e * slope - half * logged_slope
    return np.float64(total)
