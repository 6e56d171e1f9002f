# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""What a step records: running statistics, the series, where it diverged."""

from __future__ import annotations

import math

import numpy as np
from numba import carray, njit

from core.kernels.families import CHANCE, LAYERS
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.operations import (
    CODE,
    LAYER,
    NORMALISE,
    OPERATION_FIELDS,
    STATISTICS,
    WIDTH_OUT,
)
from core.kernels.options import FLAGS, INLINE, INNER
from core.kernels.program import (
    AT_EPOCH,
    AT_MOMENT,
    AT_POSITION,
    AT_STEP,
    BAD_LAYER,
    BAD_STEP,
    BAD_WHAT,
    BEFORE_EPOCH,
    BEFORE_MOMENT,
    BEFORE_POSITION,
    BLOCKS_DONE,
    DEPTH,
    DIVERGED,
    DONE,
    FROZEN,
    HAS_BEFORE,
    LAYER_FIELDS,
    MEAN,
    SETTINGS,
    SIDE,
    SPREAD,
    STATS,
    STATUS,
    SUM_CORRECT,
    SUM_LAYERS,
    SUM_LOSS,
    UNITS,
    VAR,
    A,
)
from core.sampling import REMEMBERED

MOMENTUM = 0.1  # of the running statistics


@njit(**INNER)
def first_bad_layer(table, whole, work, columns, lanes, networks, lane):
    """The first layer with an activation that is not finite; depth if none.

    Of ``lanes`` numbers side by side, those of the network that has ``lane`` count (see
    `core.kernels.lane_strands`); for a single network, that is one of one.
    """
    for k in range(whole[DEPTH]):
        for i in range(table[k, UNITS] * columns):
            for strand in range(lane % networks, lanes, networks):
                if not np.isfinite(work[table[k, A] + i * lanes + strand]):
                    return k
    return whole[DEPTH]


@exported("LiLLpipii>v", LAYERS, **FLAGS)
def track(ops, count, table, whole, stats, side, work, examples, lanes):
    """Move the running statistics of the next state towards those of this batch.

    The numbers of ``lanes`` networks are interleaved.
    """
    whole = view(whole, 0, SETTINGS)
    ops = carray(ops, (count, OPERATION_FIELDS))
    table = carray(table, (whole[DEPTH], LAYER_FIELDS))
    work = view(work, 0, ALL)
    size = whole[STATS] * lanes
    old, new = view(stats, side * size, size), view(stats, (1 - side) * size, size)
    for i in range(size):
        new[i] = old[i]
    real = work.dtype.type
    kept, step = real(1.0 - MOMENTUM), real(MOMENTUM)
    unbias = real(examples / (examples - 1.0) if examples > 1 else 1.0)
    for o in range(count):
        k = ops[o, LAYER]
        if ops[o, CODE] != NORMALISE or table[k, FROZEN]:
            continue
        rows, at = ops[o, WIDTH_OUT] * lanes, ops[o, STATISTICS]
        for r in range(rows):
            m, v = table[k, MEAN] * lanes + r, table[k, VAR] * lanes + r
            new[m] = kept * old[m] + step * work[at + r]
            new[v] = kept * old[v] + step * unbias * work[at + 2 * rows + r]


@exported("LLpiDi>v", CHANCE, **FLAGS)
def recall(table, whole, stats, side, noted, lanes):
    """Read the running variance of J − b and its weight from the state.

    The numbers of ``lanes`` networks are interleaved.
    """
    whole, stats = view(whole, 0, SETTINGS), view(stats, 0, ALL)
    noted = view(noted, 0, 3 * lanes)
    table = carray(table, (whole[DEPTH], LAYER_FIELDS))
    for k in range(whole[DEPTH]):
        if table[k, SPREAD] >= 0:
            at = (side * whole[STATS] + table[k, SPREAD]) * lanes
            for i in range(2 * lanes):
                noted[i] = stats[at + i]


@exported("LLpiDii>v", CHANCE, **FLAGS)
def remember(table, whole, stats, side, noted, examples, lanes):
    """Write both to the next state, moved towards the mean square of this batch."""
    whole, stats = view(whole, 0, SETTINGS), view(stats, 0, ALL)
    noted = view(noted, 0, 3 * lanes)
    table = carray(table, (whole[DEPTH], LAYER_FIELDS))
    real = stats.dtype.type
    for k in range(whole[DEPTH]):
        if table[k, SPREAD] >= 0:
            at = ((1 - side) * whole[STATS] + table[k, SPREAD]) * lanes
            for i in range(lanes):
                square = noted[2 * lanes + i] / examples
                kept = REMEMBERED * noted[i] + (1.0 - REMEMBERED) * square
                weight = REMEMBERED * noted[lanes + i] + (1.0 - REMEMBERED)
                stats[at + i], stats[at + lanes + i] = real(kept), real(weight)


@njit(**INNER)
def diverged(place, step, layer, what, back):
    """Record what became infinite and, with ``back``, return to the previous state."""
    place[STATUS] = DIVERGED
    place[BAD_STEP] = step
    place[BAD_LAYER] = layer
    place[BAD_WHAT] = what
    place[BLOCKS_DONE] = 0
    if back and place[HAS_BEFORE]:
        place[SIDE] = 1 - place[SIDE]
        place[AT_STEP] = step - 1
        place[AT_EPOCH] = place[BEFORE_EPOCH]
        place[AT_POSITION] = place[BEFORE_POSITION]
        place[AT_MOMENT] = place[BEFORE_MOMENT]
        place[HAS_BEFORE] = 0
        place[DONE] -= 1


@njit(**INLINE)
def next_step(place, batch, examples):
    """Count a finished step over ``batch`` of the examples; the other state is next."""
    place[BEFORE_EPOCH] = place[AT_EPOCH]
    place[BEFORE_POSITION] = place[AT_POSITION]
    place[BEFORE_MOMENT] = place[AT_MOMENT]
    place[HAS_BEFORE] = 1
    place[SIDE] = 1 - place[SIDE]
    place[AT_STEP] += 1
    place[AT_MOMENT] += 1
    place[AT_POSITION] += batch
    if place[AT_POSITION] >= examples:
        place[AT_EPOCH] += 1
        place[AT_POSITION] = 0
    place[DONE] += 1


@njit(**INLINE)
def finish_row(row, depth, examples, sums, labelled):
    """Turn the sums of a step into means and roots."""
    row[0] = sums[SUM_LOSS] / examples
    row[1] = sums[SUM_CORRECT] / examples if labelled else math.nan
    for k in range(depth):
        c = 2 + 6 * k
        row[c] = math.sqrt(row[c])
        row[c + 1] = math.sqrt(row[c + 1])
        row[c + 2] = math.sqrt(sums[SUM_LAYERS + k] / examples)
        row[c + 3] = math.sqrt(row[c + 3])
        row[c + 4] = math.sqrt(row[c + 4])
