# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""From summed gradients to new parameters, with the series of the step."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.elementary import exp
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INNER
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
    SERIES,
    SIZE,
    STEP,
    THETA,
    B,
    W,
)

#: Compared with instead of `np.isfinite`, which tests x − x: of a sum, reordering
#: folds that to 0 and finds every number finite.
LARGEST = float(np.finfo(np.float64).max)


@exported("pii>d", **FLAGS)
def squares(x, x0, n):
    """Σ x²."""
    values = view(x, x0, n)
    total = values.dtype.type(0.0)
    for i in range(n):
        total += values[i] * values[i]
    return np.float64(total)


@exported("piiiiiidD>v", **FLAGS)
def mean_gradient(store, summed0, now0, before0, n_w, n_b, n_rest, share, out):
    """Mean gradients of a layer: Σ g² of W, of b, of the rest, and Σ g·(before)."""
    found = view(out, 0, 4)
    start = 0
    found[3] = 0.0
    for part in range(3):
        n = n_w if part == 0 else (n_b if part == 1 else n_rest)
        summed, g = view(store, summed0 + start, n), view(store, now0 + start, n)
        old = view(store, before0 + start, n)
        real = g.dtype.type
        factor, square, dot = real(share), real(0.0), real(0.0)
        for i in range(n):
            value = summed[i] * factor
            g[i] = value
            square += value * value
            dot += value * old[i]
        found[part] = np.float64(square)
        found[3] += np.float64(dot)
        start += n


@exported("piiid>v", **FLAGS)
def scale_only(store, summed0, now0, n, share):
    """Mean gradients without the sums of `mean_gradient`."""
    summed, g = view(store, summed0, n), view(store, now0, n)
    factor = g.dtype.type(share)
    for i in range(n):
        g[i] = summed[i] * factor


@exported("piiiddi>v", **FLAGS)
def add_penalty(store, sum0, theta0, n, l1, l2, count):
    """Raise summed gradients by what a penalty on these weights adds."""
    summed, theta = view(store, sum0, n), view(store, theta0, n)
    real = theta.dtype.type
    zero = real(0.0)
    linear, square = real(l1 * count), real(2.0 * l2 * count)
    for i in range(n):
        w = theta[i]
        sign = linear if w > zero else (-linear if w < zero else zero)
        summed[i] += sign + square * w


@exported("piiiiD>v", **FLAGS)
def moved(store, new0, old0, n_w, n_rest, out):
    """Σ new² and Σ (new − old)² of the weights, Σ new² of the rest."""
    found = view(out, 0, 3)
    new, old = view(store, new0, n_w), view(store, old0, n_w)
    real = new.dtype.type
    square, change = real(0.0), real(0.0)
    for i in range(n_w):
        value = new[i]
        gap = value - old[i]
        square += value * value
        change += gap * gap
    found[0], found[1] = np.float64(square), np.float64(change)
    new = view(store, new0 + n_w, n_rest)
    square = real(0.0)
    for i in range(n_rest):
        square += new[i] * new[i]
    found[2] = np.float64(square)


@njit(**INNER)
def schedule_factor(whole, reals, step):
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


@exported("ipiiiiDdddi>v", **FLAGS)
def step_rule(optimiser, store, old, new, start, n, reals, rate, clip, count, size):
    """Update n parameters from ``start`` on, from state ``old`` into state ``new``."""
    reals = view(reals, 0, ALL)
    theta = view(store, (4 * old + THETA) * size + start, n)
    theta_new = view(store, (4 * new + THETA) * size + start, n)
    first = view(store, (4 * old + MOMENT1) * size + start, n)
    first_new = view(store, (4 * new + MOMENT1) * size + start, n)
    second = view(store, (4 * old + MOMENT2) * size + start, n)
    second_new = view(store, (4 * new + MOMENT2) * size + start, n)
    gradient = view(store, (4 * new + GRADIENT) * size + start, n)
    real = theta.dtype.type
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


@exported("piiiii>v", **FLAGS)
def keep(store, old, new, start, n, size):
    """Copy n parameters and moments of a frozen layer."""
    for which in range(THETA, GRADIENT):
        source = view(store, (4 * old + which) * size + start, n)
        target = view(store, (4 * new + which) * size + start, n)
        for i in range(n):
            target[i] = source[i]


@njit(**INNER)
def update(table, whole, reals, store, old, place, examples, grad_before, row, found):
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
                store,
                summed0 + start,
                theta0 + start,
                n_w,
                reals[L1],
                reals[L2],
                examples,
            )
        n_b = table[k, ROWS] if table[k, B] >= 0 else 0
        frozen = frozen or table[k, FROZEN] != 0
        if not whole[SERIES]:
            start = end
            continue
        mean_gradient(
            store,
            summed0 + start,
            now0 + start,
            before0 + start,
            n_w,
            n_b,
            end - start - n_w - n_b,
            share,
            found,
        )
        c = 2 + 6 * k
        row[c] = found[0]
        row[c + 1] = found[1]
        square = found[0] + found[1] + found[2]
        dot = found[3]
        norm = square * grad_before[k]
        row[c + 5] = dot / math.sqrt(norm) if norm > 0.0 else 0.0
        grad_before[k] = square
        if not abs(square) <= LARGEST:
            return 2 + k
        if not table[k, FROZEN]:
            total += square
        start = end
    if not whole[SERIES]:  # only to measure what the series cost
        scale_only(store, summed0, now0, size, share)
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
                    optimiser,
                    store,
                    old,
                    new,
                    start,
                    n,
                    reals,
                    rate,
                    clip,
                    count,
                    size,
                )
            start = table[k, END]
    if not whole[SERIES]:
        return 0
    for k in range(depth):
        start = table[k, W]
        n_w = table[k, ROWS] * table[k, IN]
        rest = table[k, END] - start - n_w
        moved(store, new_theta0 + start, theta0 + start, n_w, rest, found)
        row[5 + 6 * k] = found[0]
        row[6 + 6 * k] = found[1]
        if not abs(found[0] + found[2]) <= LARGEST:
            return -2 - k
    return 0
