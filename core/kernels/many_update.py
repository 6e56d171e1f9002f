# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""From summed gradients to new parameters of many networks side by side."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.lane_advance import lane_advance
from core.kernels.lane_series import lane_factors, lane_series
from core.kernels.lanes import lane_squares
from core.kernels.options import INLINE, VECTOR
from core.kernels.program import (
    ACCUMULATED,
    AT_MOMENT,
    AT_STEP,
    CLIP,
    DEPTH,
    END,
    FROZEN,
    GRADIENT_ITSELF,
    OPTIMISER,
    SIDE,
    SIZE,
    THETA,
    WEIGHT,
)
from core.kernels.update import LARGEST, fill_factors, penalise, schedule_factor

#: Columns recorded for each lane; the first is 1 if the lane has diverged.
GONE, GONE_STEP, GONE_LAYER, GONE_WHAT, GONE_BACK = range(5)
FATES = 5


@njit(**INLINE)
def lane_clips(table, whole, reals, store, share, clips):
    """The factors by which the gradients of the lanes are clipped."""
    lanes = VECTOR // store.itemsize
    for lane in range(lanes):
        clips[lane] = 0.0
    start = 0
    summed0 = ACCUMULATED * whole[SIZE]
    for k in range(whole[DEPTH]):
        end = table[k, END]
        if not table[k, FROZEN]:
            lane_squares(store, (summed0 + start) * lanes, end - start, clips)
        start = end
    for lane in range(lanes):
        norm = share * math.sqrt(clips[lane]) + 1e-6
        clips[lane] = min(1.0, reals[CLIP] / norm)


@njit(**INLINE)
def note_gone(fates, lane, step, layer, what, back):
    """Record what became infinite in a lane, and whether it went back a step."""
    fates[lane, GONE] = 1
    fates[lane, GONE_STEP] = step
    fates[lane, GONE_LAYER] = layer
    fates[lane, GONE_WHAT] = what
    fates[lane, GONE_BACK] = back


@njit(**INLINE)
def find_gone(whole, place, checks, fates, living):
    """Record lanes whose gradient or weights are not finite, as a single run would."""
    depth, lanes = whole[DEPTH], len(living)
    for lane in range(lanes):
        if fates[lane, GONE]:
            continue
        layer, what = depth, WEIGHT
        for k in range(depth - 1, -1, -1):
            if not abs(checks[(depth + k) * lanes + lane]) <= LARGEST:
                layer = k
        gradient = depth
        for k in range(depth - 1, -1, -1):
            if not abs(checks[k * lanes + lane]) <= LARGEST:
                gradient = k
        if gradient < depth:
            layer, what = gradient, GRADIENT_ITSELF
        if layer < depth:
            note_gone(fates, lane, place[AT_STEP], layer, what, 0)
            living[lane] = -1.0  # its new state must not be used


@njit(**INLINE)
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
    found,
    losses,
    correct,
    pushes,
    before,
    row,
    checks,
    fates,
):
    """Write new parameters of all lanes to the other state, and a row of their series.

    Returns 1 if a lane has diverged.
    """
    depth, size, old = whole[DEPTH], whole[SIZE], place[SIDE]
    lanes = VECTOR // store.itemsize
    share = 1.0 / batch
    penalise(table, whole, reals, store, (4 * old + THETA) * size, batch, lanes)
    if reals[CLIP] > 0.0:
        lane_clips(table, whole, reals, store, share, clips)
    count = np.float64(place[AT_MOMENT] + 1)
    scheduled = schedule_factor(whole, reals, place[AT_STEP])
    fill_factors(given, whole, reals, share, 1.0, scheduled, count)
    lane_factors(given, rates, clips, factors, still)
    lane_advance(
        whole[OPTIMISER],
        store,
        size,
        old,
        1 - old,
        table,
        depth,
        factors,
        still,
        living,
        found,
    )
    bad = lane_series(found, depth, losses, correct, pushes, before, share, row, checks)
    if bad:
        find_gone(whole, place, checks, fates, living)
    return bad
