# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""From summed gradients to new parameters of many networks side by side."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.advance import (
    ALONG,
    CHANGE,
    CLIPPED,
    FACTORS,
    KEPT,
    LR,
    PARTS,
    SHARE,
    SIZE_NEW,
    SQUARE,
)
from core.kernels.lanes import (
    lane_advance,
    lane_squares,
)
from core.kernels.options import INNER, VECTOR
from core.kernels.program import (
    ACCUMULATED,
    AT_MOMENT,
    AT_STEP,
    CLIP,
    DEPTH,
    END,
    FROZEN,
    GRADIENT_ITSELF,
    IN,
    L1,
    L2,
    OPTIMISER,
    ROWS,
    SIDE,
    SIZE,
    THETA,
    WEIGHT,
    B,
)
from core.kernels.update import LARGEST as LARGEST_NUMBER
from core.kernels.update import add_penalty, fill_factors, schedule_factor

#: What is noted of a lane that has diverged; its first column is 1 then.
GONE, GONE_STEP, GONE_LAYER, GONE_WHAT, GONE_BACK = range(5)
FATES = 5
#: Numbers of a step and lane: summed loss, right decisions, examples; then by layer
#: Σg² of W and of b, Σ(∂loss/∂z)², Σnew², Σ(new − old)², Σg·g', Σg², Σg'².
RAW_LOSS, RAW_CORRECT, RAW_EXAMPLES, RAW_LAYERS = range(4)
RAW_FIELDS = 8


@njit(**INNER)
def lane_clips(table, whole, reals, store, share, lanes, clips, squares, found):
    """By what the gradient of each lane is made shorter."""
    for lane in range(lanes):
        clips[lane], squares[lane] = 1.0, 0.0
    if reals[CLIP] <= 0.0:
        return
    start = 0
    summed0 = ACCUMULATED * whole[SIZE]
    for k in range(whole[DEPTH]):
        end = table[k, END]
        if not table[k, FROZEN]:
            lane_squares(store, (summed0 + start) * lanes, end - start, found)
            for lane in range(lanes):
                squares[lane] += np.float64(found[lane])
        start = end
    for lane in range(lanes):
        norm = share * math.sqrt(squares[lane]) + 1e-6
        clips[lane] = min(1.0, reals[CLIP] / norm)


@njit(**INNER)
def lane_update(
    table,
    whole,
    reals,
    store,
    place,
    batch,
    rates,
    given,
    factors,
    still,
    living,
    clips,
    squares,
    found,
    before,
    pushes,
    raw,
    fates,
):
    """New parameters of all lanes in the other state, and the sums of the series."""
    depth, size, old = whole[DEPTH], whole[SIZE], place[SIDE]
    lanes = VECTOR // store.itemsize
    share = 1.0 / batch
    if reals[L1] > 0.0 or reals[L2] > 0.0:
        start = 0
        for k in range(depth):
            n_w = table[k, ROWS] * table[k, IN]
            theta = (4 * old + THETA) * size + start
            to = (ACCUMULATED * size + start) * lanes
            l1, l2 = reals[L1], reals[L2]
            add_penalty(store, to, theta * lanes, n_w * lanes, l1, l2, batch)
            start = table[k, END]
    lane_clips(table, whole, reals, store, share, lanes, clips, squares, found)
    count = np.float64(place[AT_MOMENT] + 1)
    scheduled = schedule_factor(whole, reals, place[AT_STEP])
    fill_factors(given, whole, reals, share, 1.0, scheduled, count)
    for i in range(FACTORS):
        for lane in range(lanes):
            factors[i * lanes + lane] = given[i]
            still[i * lanes + lane] = share if i == SHARE else 0.0
    shrink = 1.0 - given[KEPT]  # of a rate of 1
    for lane in range(lanes):
        factors[LR * lanes + lane] = given[LR] * rates[lane]
        factors[KEPT * lanes + lane] = 1.0 - shrink * rates[lane]
        factors[CLIPPED * lanes + lane] = clips[lane]
        living[lane] = 0.0 if fates[lane, GONE] else 1.0
    start = 0
    for k in range(depth):
        n_w = table[k, ROWS] * table[k, IN]
        n_b = table[k, ROWS] if table[k, B] >= 0 else 0
        c = RAW_LAYERS + RAW_FIELDS * k
        for i in range(RAW_FIELDS):
            for lane in range(lanes):
                raw[c + i, lane] = 0.0
        for lane in range(lanes):
            raw[c + 2, lane] = pushes[k, lane]
            raw[c + 7, lane] = before[k, lane]
            squares[lane] = 0.0  # of the parameters, to see that all are finite
        for part in range(PARTS):
            n = n_w if part == 0 else (n_b if part == 1 else table[k, END] - start)
            if n == 0:
                continue
            frozen = table[k, FROZEN] != 0
            lane_advance(
                0 if frozen else whole[OPTIMISER],
                store,
                size,
                old,
                1 - old,
                start,
                n,
                still if frozen else factors,
                living,
                found,
            )
            for lane in range(lanes):
                square = np.float64(found[SQUARE * lanes + lane])
                new = np.float64(found[SIZE_NEW * lanes + lane])
                raw[c + 6, lane] += square
                raw[c + 5, lane] += np.float64(found[ALONG * lanes + lane])
                squares[lane] += new
                if part < 2:
                    raw[c + part, lane] = square
                if part == 0:
                    raw[c + 3, lane] = new
                    raw[c + 4, lane] = np.float64(found[CHANGE * lanes + lane])
            start += n
        for lane in range(lanes):
            total = raw[c + 6, lane]
            before[k, lane] = total
            bad_gradient = not abs(total) <= LARGEST_NUMBER
            bad = bad_gradient or not abs(squares[lane]) <= LARGEST_NUMBER
            if bad and not fates[lane, GONE]:
                fates[lane, GONE] = 1
                fates[lane, GONE_STEP] = place[AT_STEP]
                fates[lane, GONE_LAYER] = k
                fates[lane, GONE_WHAT] = GRADIENT_ITSELF if bad_gradient else WEIGHT
                fates[lane, GONE_BACK] = 0
                living[lane] = -1.0  # its new state must not be used
