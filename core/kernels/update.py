"""From summed gradients to new parameters, with the series of the step."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.elementary import exp
from core.kernels.memory import view
from core.kernels.options import FAST
from core.kernels.program import (
    ACCUMULATED,
    ADAM,
    ADAMW,
    AT_MOMENT,
    AT_STEP,
    BETA1,
    BETA2,
    CLIP,
    COSINE_DECAY,
    DECAY,
    DEPTH,
    END,
    EPSILON,
    EVERY,
    FACTOR,
    FINAL,
    FROZEN,
    GRADIENT,
    IN,
    L1,
    L2,
    LOG_BETA1,
    LOG_BETA2,
    MOMENT1,
    MOMENT2,
    MOMENTUM,
    MU,
    NESTEROV,
    OPTIMISER,
    OVER,
    RATE,
    RISE,
    RMS_ALPHA,
    RMSPROP,
    ROWS,
    SCHEDULE,
    SIZE,
    STEP,
    THETA,
    B,
    W,
)


@njit(**FAST)
def squares(x, x0, n):  # type: ignore[no-untyped-def]
    """Σ x²."""
    values = view(x, x0, n)
    total = x.dtype.type(0.0)
    for i in range(n):
        total += values[i] * values[i]
    return np.float64(total)


@njit(**FAST)
def scale_gradient(store, from0, to0, before0, n, share):  # type: ignore[no-untyped-def]
    """Mean gradients of n parameters; returns Σ g² and Σ g·(gradient before)."""
    summed, g, old = view(store, from0, n), view(store, to0, n), view(store, before0, n)
    real = store.dtype.type
    factor = real(share)
    square, dot = real(0.0), real(0.0)
    for i in range(n):
        value = summed[i] * factor
        g[i] = value
        square += value * value
        dot += value * old[i]
    return np.float64(square), np.float64(dot)


@njit(**FAST)
def add_penalty(store, sum0, theta0, n, l1, l2, count):  # type: ignore[no-untyped-def]
    """Raise summed gradients by what a penalty on these weights adds."""
    summed, theta = view(store, sum0, n), view(store, theta0, n)
    real = store.dtype.type
    zero = real(0.0)
    linear, square = real(l1 * count), real(2.0 * l2 * count)
    for i in range(n):
        w = theta[i]
        sign = linear if w > zero else (-linear if w < zero else zero)
        summed[i] += sign + square * w


@njit(**FAST)
def moved(store, new0, old0, n):  # type: ignore[no-untyped-def]
    """Σ new² and Σ (new − old)²."""
    new, old = view(store, new0, n), view(store, old0, n)
    real = store.dtype.type
    square, change = real(0.0), real(0.0)
    for i in range(n):
        value = new[i]
        gap = value - old[i]
        square += value * value
        change += gap * gap
    return np.float64(square), np.float64(change)


@njit(**FAST)
def schedule_factor(whole, reals, step):  # type: ignore[no-untyped-def]
    """`core.training.Schedule.at`."""
    rise = whole[RISE]
    factor = 1.0
    if rise > 0:
        factor = min(1.0, (step + 1) / rise)
    since = max(0, step - rise)
    if whole[SCHEDULE] == STEP:
        factor *= reals[FACTOR] ** np.float64(since // whole[EVERY])
    elif whole[SCHEDULE] == COSINE_DECAY:
        done = min(1.0, since / whole[OVER])
        final = reals[FINAL]
        factor *= final + (1.0 - final) * 0.5 * (1.0 + math.cos(math.pi * done))
    return factor


@njit(**FAST)
def step_rule(optimiser, store, old, new, start, n, reals, rate, clip, count, size):  # type: ignore[no-untyped-def]
    """Update n parameters from ``start`` on, from state ``old`` into state ``new``."""
    real = store.dtype.type
    theta = view(store, (4 * old + THETA) * size + start, n)
    theta_new = view(store, (4 * new + THETA) * size + start, n)
    first = view(store, (4 * old + MOMENT1) * size + start, n)
    first_new = view(store, (4 * new + MOMENT1) * size + start, n)
    second = view(store, (4 * old + MOMENT2) * size + start, n)
    second_new = view(store, (4 * new + MOMENT2) * size + start, n)
    gradient = view(store, (4 * new + GRADIENT) * size + start, n)
    lr, scale, epsilon = real(rate), real(clip), real(reals[EPSILON])
    one = real(1.0)
    if optimiser >= ADAM:
        beta1, beta2 = real(reals[BETA1]), real(reals[BETA2])
        rest1, rest2 = real(1.0 - reals[BETA1]), real(1.0 - reals[BETA2])
        step = real(rate / (1.0 - exp(count * reals[LOG_BETA1])))
        root = real(1.0 / math.sqrt(1.0 - exp(count * reals[LOG_BETA2])))
        kept = real(1.0 - rate * reals[DECAY]) if optimiser == ADAMW else one
        for i in range(n):
            g = gradient[i] * scale
            m = beta1 * first[i] + rest1 * g
            v = beta2 * second[i] + rest2 * (g * g)
            first_new[i] = m
            second_new[i] = v
            theta_new[i] = kept * theta[i] - step * m / (np.sqrt(v) * root + epsilon)
        return
    if optimiser == RMSPROP:
        alpha, rest = real(reals[RMS_ALPHA]), real(1.0 - reals[RMS_ALPHA])
        for i in range(n):
            g = gradient[i] * scale
            v = alpha * second[i] + rest * (g * g)
            second_new[i] = v
            first_new[i] = first[i]
            theta_new[i] = theta[i] - lr * g / (np.sqrt(v) + epsilon)
        return
    if optimiser in (MOMENTUM, NESTEROV):
        mu = real(reals[MU])
        ahead = mu if optimiser == NESTEROV else one
        own = one if optimiser == NESTEROV else real(0.0)
        for i in range(n):
            g = gradient[i] * scale
            m = mu * first[i] + g
            first_new[i] = m
            second_new[i] = second[i]
            theta_new[i] = theta[i] - lr * (own * g + ahead * m)
        return
    for i in range(n):
        first_new[i] = first[i]
        second_new[i] = second[i]
        theta_new[i] = theta[i] - lr * scale * gradient[i]


@njit(**FAST)
def keep(store, old, new, start, n, size):  # type: ignore[no-untyped-def]
    """Copy n parameters and moments of a frozen layer."""
    for which in range(THETA, GRADIENT):
        source = view(store, (4 * old + which) * size + start, n)
        target = view(store, (4 * new + which) * size + start, n)
        for i in range(n):
            target[i] = source[i]


@njit(**FAST)
def update(table, whole, reals, store, old, place, examples, grad_before, row):  # type: ignore[no-untyped-def]
    """New parameters in the other state; fills the layers' part of a series row.

    The row takes squares (and Σ g·g' for the cosine); `core.kernels.train.finish_row`
    takes the roots. Returns 0, or 2 + layer for a gradient, −2 − layer for a weight
    that is not finite.
    """
    depth, size = whole[DEPTH], whole[SIZE]
    new = 1 - old
    now0, before0 = (4 * new + GRADIENT) * size, (4 * old + GRADIENT) * size
    theta0 = (4 * old + THETA) * size
    new_theta0 = (4 * new + THETA) * size
    summed0 = ACCUMULATED * size
    share = 1.0 / examples
    penalised = reals[L1] > 0.0 or reals[L2] > 0.0
    frozen = False
    total = 0.0
    start = 0
    for k in range(depth):
        end = table[k, END]
        n_w = table[k, ROWS] * table[k, IN]
        if penalised:
            add_penalty(
                store, summed0 + start, theta0 + start, n_w, reals[L1], reals[L2],
                examples,
            )  # fmt: skip
        square, dot = scale_gradient(
            store, summed0 + start, now0 + start, before0 + start, n_w, share
        )
        here = start + n_w
        c = 2 + 6 * k
        row[c] = square
        row[c + 1] = 0.0
        if table[k, B] >= 0:
            rows = table[k, ROWS]
            more, along = scale_gradient(
                store, summed0 + here, now0 + here, before0 + here, rows, share
            )
            row[c + 1] = more
            square += more
            dot += along
            here += rows
        if here < end:
            more, along = scale_gradient(
                store, summed0 + here, now0 + here, before0 + here, end - here, share
            )
            square += more
            dot += along
        norm = square * grad_before[k]
        row[c + 5] = dot / math.sqrt(norm) if norm > 0.0 else 0.0
        grad_before[k] = square
        if not np.isfinite(square):
            return 2 + k
        if table[k, FROZEN]:
            frozen = True
        else:
            total += square
        start = end
    clip = 1.0
    if reals[CLIP] > 0.0:
        clip = min(1.0, reals[CLIP] / (math.sqrt(total) + 1e-6))
    rate = reals[RATE] * schedule_factor(whole, reals, place[AT_STEP])
    optimiser = whole[OPTIMISER]
    count = np.float64(place[AT_MOMENT] + 1)
    if not frozen:
        step_rule(optimiser, store, old, new, 0, size, reals, rate, clip, count, size)
    else:
        start = 0
        for k in range(depth):
            n = table[k, END] - start
            if table[k, FROZEN]:
                keep(store, old, new, start, n, size)
            else:
                step_rule(
                    optimiser, store, old, new, start, n, reals, rate, clip, count,
                    size,
                )  # fmt: skip
            start = table[k, END]
    for k in range(depth):
        start = table[k, W]
        n_w = table[k, ROWS] * table[k, IN]
        square, change = moved(store, new_theta0 + start, theta0 + start, n_w)
        row[5 + 6 * k] = square
        row[6 + 6 * k] = change
        rest = start + n_w
        spare = squares(store, new_theta0 + rest, table[k, END] - rest)
        if not np.isfinite(square + spare):
            return -2 - k
    return 0
