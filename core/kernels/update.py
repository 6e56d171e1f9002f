# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""From summed gradients to new parameters, with the series of the step."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.advance import (
    AHEAD,
    ALONG,
    CHANGE,
    CLIPPED,
    EPS,
    KEPT,
    LR,
    NEW1,
    NEW2,
    OLD1,
    OLD2,
    OWN,
    PARTS,
    ROOT,
    SHARE,
    SIZE_NEW,
    SQUARE,
    SUMS,
    advance,
)
from core.kernels.elementary import exp
from core.kernels.linking import exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INLINE, INNER
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
    IN,
    L1,
    L2,
    LOG_BETA1,
    LOG_BETA2,
    MOMENT1,
    MOMENT2,
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
)

#: For comparisons in place of `np.isfinite`, which tests x − x: if x is a sum,
#: reordering simplifies that to 0, so that every number seems finite.
LARGEST = float(np.finfo(np.float64).max)


@exported("pii>d", **FLAGS)
def squares(x, x0, n):
    """Σ x²."""
    values = view(x, x0, n)
    total = values.dtype.type(0.0)
    for i in range(n):
        total += values[i] * values[i]
    return np.float64(total)


@exported("piiiddi>v", **FLAGS)
def add_penalty(store, sum0, theta0, n, l1, l2, count):
    """Add the gradient of a penalty on these weights to the summed gradients."""
    summed, theta = view(store, sum0, n), view(store, theta0, n)
    real = theta.dtype.type
    zero = real(0.0)
    linear, square = real(l1 * count), real(2.0 * l2 * count)
    for i in range(n):
        w = theta[i]
        sign = linear if w > zero else (-linear if w < zero else zero)
        summed[i] += sign + square * w


@njit(**INLINE)
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


@njit(**INLINE)
def fill_factors(factors, whole, reals, share, clip, rate, count):
    """Fill in the factors of this step's update for `core.kernels.advance`."""
    optimiser = whole[OPTIMISER]
    factors[SHARE], factors[CLIPPED], factors[LR] = share, clip, rate
    factors[EPS], factors[KEPT] = reals[EPSILON], 1.0
    if optimiser >= ADAM:
        factors[OLD1], factors[NEW1] = reals[BETA1], 1.0 - reals[BETA1]
        factors[OLD2], factors[NEW2] = reals[BETA2], 1.0 - reals[BETA2]
        factors[LR] = rate / (1.0 - exp(count * reals[LOG_BETA1]))
        factors[ROOT] = 1.0 / math.sqrt(1.0 - exp(count * reals[LOG_BETA2]))
        if optimiser == ADAMW:
            factors[KEPT] = 1.0 - rate * reals[DECAY]
    elif optimiser == RMSPROP:
        factors[OLD2], factors[NEW2] = reals[RMS_ALPHA], 1.0 - reals[RMS_ALPHA]
        factors[ROOT] = 1.0
    else:
        factors[OLD1], factors[NEW1] = reals[MU], 1.0
        factors[OWN] = 1.0 if optimiser == NESTEROV else 0.0
        factors[AHEAD] = reals[MU] if optimiser == NESTEROV else 1.0


@njit(**INNER)
def same_moments(store, size, side):
    """Copy one state's moments to the other: rules do not write moments they ignore."""
    for which in (MOMENT1, MOMENT2):
        here = view(store, (4 * side + which) * size, size)
        there = view(store, (4 * (1 - side) + which) * size, size)
        for i in range(size):
            there[i] = here[i]


@njit(**INLINE)
def clip_factor(table, whole, reals, store, share):
    """The factor that clips the gradient of all layers that are not frozen."""
    if reals[CLIP] <= 0.0:
        return 1.0
    summed0 = ACCUMULATED * whole[SIZE]
    total = 0.0
    start = 0
    for k in range(whole[DEPTH]):
        end = table[k, END]
        if not table[k, FROZEN]:
            total += squares(store, summed0 + start, end - start)
        start = end
    return min(1.0, reals[CLIP] / (share * math.sqrt(total) + 1e-6))


@njit(**INLINE)
def penalise(table, whole, reals, store, theta0, examples, lanes):
    """Add the gradients of penalties on the weights to the summed gradients.

    The numbers of ``lanes`` networks are interleaved.
    """
    if reals[L1] <= 0.0 and reals[L2] <= 0.0:
        return
    summed0 = ACCUMULATED * whole[SIZE]
    start = 0
    for k in range(whole[DEPTH]):
        n_w = table[k, ROWS] * table[k, IN]
        add_penalty(
            store,
            (summed0 + start) * lanes,
            (theta0 + start) * lanes,
            n_w * lanes,
            reals[L1],
            reals[L2],
            examples,
        )
        start = table[k, END]


@njit(**INLINE)
def update(
    table, whole, reals, store, old, place, examples, grad_before, row, found, factors
):
    """Write new parameters to the other state; fill the layers' columns of a row.

    It gets squares (and the cosine, from Σ g·g'); `core.kernels.records.finish_row`
    takes the roots. Returns 0, or 2 + layer if a gradient is not finite, or −2 − layer
    if a weight is not.
    """
    depth, size = whole[DEPTH], whole[SIZE]
    share = 1.0 / examples
    penalise(table, whole, reals, store, (4 * old + THETA) * size, examples, 1)
    clip = clip_factor(table, whole, reals, store, share)
    rate = reals[RATE] * schedule_factor(whole, reals, place[AT_STEP])
    count = np.float64(place[AT_MOMENT] + 1)
    fill_factors(factors, whole, reals, share, clip, rate, count)
    advance(whole[OPTIMISER], store, size, old, 1 - old, table, depth, factors, found)
    if not whole[SERIES]:  # only to measure what the series cost
        return 0
    verdict = 0
    for k in range(depth):
        c, at = 2 + 6 * k, k * PARTS * SUMS
        w, b, rest = at, at + SUMS, at + 2 * SUMS
        row[c], row[c + 1] = found[w + SQUARE], found[b + SQUARE]
        row[c + 3], row[c + 4] = found[w + SIZE_NEW], found[w + CHANGE]
        square = found[w + SQUARE] + found[b + SQUARE] + found[rest + SQUARE]
        along = found[w + ALONG] + found[b + ALONG] + found[rest + ALONG]
        weights = found[w + SIZE_NEW] + found[b + SIZE_NEW] + found[rest + SIZE_NEW]
        norm = square * grad_before[k]
        row[c + 5] = along / math.sqrt(norm) if norm > 0.0 else 0.0
        grad_before[k] = square
        if not abs(square) <= LARGEST:
            return 2 + k
        if verdict == 0 and not abs(weights) <= LARGEST:
            verdict = -2 - k
    return verdict
