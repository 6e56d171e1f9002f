# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Losses that are a sum over targets, with their slopes.

Written by ``python -m tools.generate_kernels`` from
core/outputs; do not edit.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.codes import (
    BCE,
    BETA_NLL,
    EXPONENTIAL_NLL,
    GAMMA_NLL,
    GAUSSIAN_NLL,
    GAUSSIAN_NLL_DEVIATION,
    GAUSSIAN_NLL_VARIANCE,
    HINGE,
    HUBER,
    LAPLACE_NLL,
    MAE,
    MSE,
    POISSON_NLL,
    SIGMOID_MSE,
    STUDENT_T_NLL,
    VON_MISES_NLL,
)
from core.kernels.elementary import (
    exp,
    log,
    log1p_unit,
    positive,
    sigmoid,
    sigmoid_slope,
    softplus,
)
from core.kernels.linking import exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INNER
from core.kernels.special import (
    digamma_1p,
    digamma_gap,
    log_bessel,
    log_bessel_slope,
    log_gamma_1p,
    log_gamma_gap,
)


@exported("ipiiiiii>v", **FLAGS)
def usual_target(loss, work, z_at, y_at, g_at, e_at, step, nb):
    """Add losses of one target, whose further logits lie ``step`` apart."""
    z, y = view(work, z_at, nb), view(work, y_at, nb)
    g, each = view(work, g_at, nb), view(work, e_at, nb)
    real = z.dtype.type
    if loss == MSE:
        two = real(2.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            e = x - t
            each[j] += e * e
            g[j] = two * e
    elif loss == MAE:
        zero = real(0.0)
        one = real(1.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            e = x - t
            each[j] += abs(e)
            g[j] = one if e > zero else -one if e < zero else zero
    elif loss == HUBER:
        one = real(1.0)
        half = real(0.5)
        for j in range(nb):
            x = z[j]
            t = y[j]
            e = x - t
            t1 = abs(e)
            each[j] += half * e * e if t1 <= one else t1 - half
            t2 = -one if e < -one else e
            g[j] = one if t2 > one else t2
    elif loss == BCE:
        zero = real(0.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            each[j] += (zero if x < zero else x) - t * x + log1p_unit(exp(-abs(x)))
            g[j] = sigmoid(x) - t
    elif loss == SIGMOID_MSE:
        two = real(2.0)
        for j in range(nb):
            x = z[j]
            t = y[j]
            p = sigmoid(x)
            e = p - t
            each[j] += e * e
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
            each[j] += zero if room <= zero else room
            g[j] = zero if room <= zero else -side


@exported("ipiiiiii>v", "gaussian", **FLAGS)
def gaussian_target(loss, work, z_at, y_at, g_at, e_at, step, nb):
    """Add losses of one target, whose further logits lie ``step`` apart."""
    z, y = view(work, z_at, nb), view(work, y_at, nb)
    g, each = view(work, g_at, nb), view(work, e_at, nb)
    real = z.dtype.type
    if loss == GAUSSIAN_NLL:
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
            each[j] += half * amount * e * e - half * logged + c1
            g[j] = amount * e
            g1[j] = half * e * e * slope - half * logged_slope
    elif loss == GAUSSIAN_NLL_VARIANCE:
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
            e = mu - t
            logged, logged_slope, amount, slope = positive(x, c0, one)
            each[j] += half * e * e / amount + half * logged + c1
            g[j] = e / amount
            g1[j] = half * logged_slope * (one - e * e / amount)
    elif loss == GAUSSIAN_NLL_DEVIATION:
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
            e = mu - t
            logged, logged_slope, amount, slope = positive(x, c0, one)
            q = e / amount
            each[j] += half * q * q + logged + c1
            g[j] = q / amount
            g1[j] = logged_slope * (one - q * q)


@exported("ipiiiiii>v", "robust", **FLAGS)
def robust_target(loss, work, z_at, y_at, g_at, e_at, step, nb):
    """Add losses of one target, whose further logits lie ``step`` apart."""
    z, y = view(work, z_at, nb), view(work, y_at, nb)
    g, each = view(work, g_at, nb), view(work, e_at, nb)
    real = z.dtype.type
    if loss == LAPLACE_NLL:
        z1 = view(work, z_at + step, nb)
        g1 = view(work, g_at + step, nb)
        c0 = real(-30.0)
        one = real(1.0)
        c1 = real(0.6931471805599453)
        zero = real(0.0)
        for j in range(nb):
            mu = z[j]
            r = z1[j]
            t = y[j]
            logged, logged_slope, amount, slope = positive(r, c0, one)
            e = mu - t
            t1 = abs(e)
            each[j] += amount * t1 - logged + c1
            g[j] = amount * (one if e > zero else -one if e < zero else zero)
            g1[j] = slope * t1 - logged_slope
    elif loss == STUDENT_T_NLL:
        z1 = view(work, z_at + step, nb)
        g1 = view(work, g_at + step, nb)
        z2 = view(work, z_at + 2 * step, nb)
        g2 = view(work, g_at + 2 * step, nb)
        half = real(0.5)
        two = real(2.0)
        one = real(1.0)
        c0 = real(-30.0)
        c1 = real(3.141592653589793)
        for j in range(nb):
            mu = z[j]
            b = z1[j]
            n = z2[j]
            t = y[j]
            nu = two + softplus(n)
            t2 = nu + one
            t1 = half * t2
            logged, logged_slope, amount, slope = positive(b, c0, one)
            e = mu - t
            q = amount * e * e / nu
            t4 = one + q
            t3 = log(t4)
            t5 = half * nu
            each[j] += t1 * t3 - log_gamma_gap(t5) + half * log(c1 * nu) - half * logged
            t6 = nu * t4
            g[j] = t2 * amount * e / t6
            g1[j] = t1 * e * e * slope / t6 - half * logged_slope
            g2[j] = half * sigmoid(n) * (t3 - t2 * q / t6 - digamma_gap(t5) + one / nu)


@exported("ipiiiiii>v", "amounts", **FLAGS)
def amounts_target(loss, work, z_at, y_at, g_at, e_at, step, nb):
    """Add losses of one target, whose further logits lie ``step`` apart."""
    z, y = view(work, z_at, nb), view(work, y_at, nb)
    g, each = view(work, g_at, nb), view(work, e_at, nb)
    real = z.dtype.type
    if loss == EXPONENTIAL_NLL:
        c0 = real(-30.0)
        one = real(1.0)
        for j in range(nb):
            r = z[j]
            t = y[j]
            logged, logged_slope, amount, slope = positive(r, c0, one)
            each[j] += amount * t - logged
            g[j] = slope * t - logged_slope
    elif loss == GAMMA_NLL:
        z1 = view(work, z_at + step, nb)
        g1 = view(work, g_at + step, nb)
        c0 = real(-30.0)
        one = real(1.0)
        for j in range(nb):
            x = z[j]
            r = z1[j]
            t = y[j]
            logged, logged_slope, amount, slope = positive(r, c0, one)
            logged1, logged_slope1, amount1, slope1 = positive(x, c0, one)
            t1 = log(t)
            each[j] += (
                amount * t
                + (one - amount1) * t1
                - amount1 * logged
                + log_gamma_1p(amount1)
                - logged1
            )
            g[j] = slope1 * (digamma_1p(amount1) - t1 - logged) - logged_slope1
            g1[j] = slope * t - amount1 * logged_slope
    elif loss == BETA_NLL:
        z1 = view(work, z_at + step, nb)
        g1 = view(work, g_at + step, nb)
        one = real(1.0)
        c0 = real(-30.0)
        for j in range(nb):
            x = z[j]
            b = z1[j]
            t = y[j]
            logged, logged_slope, amount, slope = positive(x, c0, one)
            t1 = log(t)
            logged1, logged_slope1, amount1, slope1 = positive(b, c0, one)
            t2 = log(one - t)
            t3 = amount + amount1
            lead = logged - logged1
            t4 = -lead
            each[j] += (
                (one - amount) * t1
                + (one - amount1) * t2
                + log_gamma_1p(amount)
                + log_gamma_1p(amount1)
                - log_gamma_1p(t3)
                + softplus(t4)
                - logged1
            )
            t5 = digamma_1p(t3)
            g[j] = slope * (digamma_1p(amount) - t5 - t1) - sigmoid(t4) * logged_slope
            g1[j] = (
                slope1 * (digamma_1p(amount1) - t5 - t2) - sigmoid(lead) * logged_slope1
            )
    elif loss == POISSON_NLL:
        c0 = real(-30.0)
        one = real(1.0)
        for j in range(nb):
            r = z[j]
            t = y[j]
            logged, logged_slope, amount, slope = positive(r, c0, one)
            each[j] += amount - t * logged + log_gamma_1p(t)
            g[j] = slope - t * logged_slope


@exported("ipiiiiii>v", "directions", **FLAGS)
def directions_target(loss, work, z_at, y_at, g_at, e_at, step, nb):
    """Add losses of one target, whose further logits lie ``step`` apart."""
    z, y = view(work, z_at, nb), view(work, y_at, nb)
    g, each = view(work, g_at, nb), view(work, e_at, nb)
    real = z.dtype.type
    if loss == VON_MISES_NLL:
        z1 = view(work, z_at + step, nb)
        g1 = view(work, g_at + step, nb)
        c0 = real(1.8378770664093453)
        two = real(2.0)
        for j in range(nb):
            x = z[j]
            b = z1[j]
            t = y[j]
            s = x * x + b * b
            each[j] += (
                log_bessel(s)
                - x * real(math.cos(np.float64(t)))
                - b * real(math.sin(np.float64(t)))
                + c0
            )
            t1 = two * log_bessel_slope(s)
            g[j] = t1 * x - real(math.cos(np.float64(t)))
            g1[j] = t1 * b - real(math.sin(np.float64(t)))


@njit(**INNER)
def one_target(loss, work, z_at, y_at, g_at, e_at, step, nb):
    """Add losses of one target, by the kernel of its family."""
    if loss in (
        GAUSSIAN_NLL,
        GAUSSIAN_NLL_VARIANCE,
        GAUSSIAN_NLL_DEVIATION,
    ):
        gaussian_target(loss, work, z_at, y_at, g_at, e_at, step, nb)
    elif loss in (
        LAPLACE_NLL,
        STUDENT_T_NLL,
    ):
        robust_target(loss, work, z_at, y_at, g_at, e_at, step, nb)
    elif loss in (
        EXPONENTIAL_NLL,
        GAMMA_NLL,
        BETA_NLL,
        POISSON_NLL,
    ):
        amounts_target(loss, work, z_at, y_at, g_at, e_at, step, nb)
    elif loss in (VON_MISES_NLL,):
        directions_target(loss, work, z_at, y_at, g_at, e_at, step, nb)
    else:
        usual_target(loss, work, z_at, y_at, g_at, e_at, step, nb)
