# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Random units inside kernels: draws, baselines, and what flows back through them.

The compiled counterpart of `core.chance.training`. A block of examples is run forward
several times where a baseline is an expectation: over all patterns of 0 and 1, or over
a few more draws; each round is added up, then one draw is weighted and goes backward.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from core.kernels.draws import mix, normal, uniform
from core.kernels.elementary import sigmoid, softplus
from core.kernels.families import CHANCE
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.operations import (
    AFFINE,
    CODE,
    COUNT,
    LAYER,
    OPERATION_FIELDS,
    RESULT,
    SAVED,
    SOURCE,
    TOSS,
    WIDTH_OUT,
)
from core.kernels.options import EXACT, EXACT_FLAGS, FLAGS, INLINE
from core.kernels.program import (
    BASELINE,
    ESTIMATOR,
    FIRST_BIT,
    LAYER_FIELDS,
    LEARNED,
    NORMALISED,
    OPTIMAL,
    PATTERN,
    ROUND,
    SHAPE_FIELDS,
    SLOPE,
    STRAIGHT,
    UNWEIGHTED,
)
from core.network import MAX_LAYERS

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SAMPLES = np.uint64(0x53414D504C455253)  # as in `core.draws.derived`


@njit(**EXACT)
def derived(sequence, index):
    """A sequence of its own for draw ``index`` of a step."""
    return mix((np.uint64(sequence) ^ _SAMPLES) + np.uint64(index + 1) * _GOLDEN)


@exported("piiiiiidiiiii>v", CHANCE, **EXACT_FLAGS)
def toss(work, z0, a0, p0, units, nb, ld, slope, sequence, draw, pattern, bit, place):
    """Units of 0 and 1; ``pattern`` gives them bit by bit, −1: they are drawn.

    Unit u of example j has number u · batch + column + j of the sequence; ``place`` is
    batch · 2³² + column.
    """
    own = derived(sequence, draw)
    batch, column = place >> 32, place & 0xFFFFFFFF
    for u in range(units):
        z, a = view(work, z0 + u * ld, ld), view(work, a0 + u * ld, ld)
        p = view(work, p0 + u * ld, ld)
        real = z.dtype.type
        zero, one, steep = real(0.0), real(1.0), real(slope)
        at = u * batch + column
        for j in range(nb):
            p[j] = sigmoid(steep * z[j])
            if pattern >= 0:
                hit = ((pattern >> (bit + u)) & 1) == 1
            else:
                hit = uniform(own, at + j) < p[j]
            a[j] = one if hit else zero
        for j in range(nb, ld):
            a[j] = zero
            p[j] = zero


@exported("piiiiidi>v", CHANCE, **FLAGS)
def toss_back(work, g0, p0, weighed0, units, ld, slope, straight):
    """The weighted scores, or straight through: the gradient times σ′."""
    n = units * ld
    g, p, weighed = view(work, g0, n), view(work, p0, n), view(work, weighed0, n)
    real = g.dtype.type
    one, steep = real(1.0), real(slope)
    for j in range(n):
        through = g[j] * steep * p[j] * (one - p[j])
        g[j] = through if straight else weighed[j]


@exported("piiiiiiiii>v", CHANCE, **EXACT_FLAGS)
def add_spread(work, z0, s0, kept0, width, nb, ld, sequence, draw, place):
    """Mean + softplus(scale) η; η is kept. ``place`` as in `toss`."""
    own = derived(sequence, draw)
    batch, column = place >> 32, place & 0xFFFFFFFF
    for u in range(width):
        mean, scale = (
            view(work, z0 + u * ld, ld),
            view(work, z0 + (width + u) * ld, ld),
        )
        out, eta = view(work, s0 + u * ld, ld), view(work, kept0 + u * ld, ld)
        real = out.dtype.type
        for j in range(nb):
            eta[j] = real(normal(own, u * batch + column + j))
            out[j] = mean[j] + softplus(scale[j]) * eta[j]
        for j in range(nb, ld):
            eta[j] = real(0.0)
            out[j] = real(0.0)


@exported("piiiiii>v", CHANCE, **FLAGS)
def add_spread_back(work, g0, z0, kept0, via0, width, ld):
    """The gradient for means; times η σ(scale) for scales."""
    n = width * ld
    g, scale = view(work, g0, n), view(work, z0 + n, n)
    eta, mean_out = view(work, kept0, n), view(work, via0, n)
    scale_out = view(work, via0 + n, n)
    for j in range(n):
        given = g[j]
        mean_out[j] = given
        scale_out[j] = given * eta[j] * sigmoid(scale[j])


@njit(**EXACT)
def chance_of(ops, count, work, weight0, nb, ld):
    """The probability of every example's pattern."""
    weight = view(work, weight0, nb)
    one = weight.dtype.type(1.0)
    for j in range(nb):
        weight[j] = one
    for o in range(count):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        if op[CODE] != TOSS:
            continue
        for u in range(op[WIDTH_OUT]):
            a = view(work, op[RESULT] + u * ld, nb)
            p = view(work, op[SAVED] + u * ld, nb)
            for j in range(nb):
                weight[j] *= p[j] if a[j] == one else one - p[j]


@exported("LiLDpiiiiii>v", CHANCE, **EXACT_FLAGS)
def note_round(
    ops, count, table, shape, work, e0, base0, number, rounds, patterned, size
):
    """Add one round to the sums of J, and of J s² and s² if wanted.

    ``size`` is nb · 2³² + ld.
    """
    nb, ld = size >> 32, size & 0xFFFFFFFF
    each, total = view(work, e0, nb), view(work, base0, nb)
    weight = view(work, base0 + ld, nb)
    real = each.dtype.type
    if patterned:
        chance_of(ops, count, work, base0 + ld, nb, ld)
    else:
        for j in range(nb):
            weight[j] = real(1.0 / rounds)
    for j in range(nb):
        before = total[j] if number else real(0.0)
        total[j] = before + weight[j] * each[j]
    for o in range(count):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        if op[CODE] != TOSS:
            continue
        layer = view(table, op[LAYER] * LAYER_FIELDS, LAYER_FIELDS)
        if layer[ESTIMATOR] != OPTIMAL:
            continue
        units = op[WIDTH_OUT]
        steep = real(view(shape, op[LAYER] * SHAPE_FIELDS + SLOPE, 1)[0])
        for u in range(units):
            a = view(work, op[RESULT] + u * ld, nb)
            p = view(work, op[SAVED] + u * ld, nb)
            above = view(work, op[SAVED] + (units + u) * ld, nb)
            below = view(work, op[SAVED] + (2 * units + u) * ld, nb)
            for j in range(nb):
                score = steep * (a[j] - p[j])
                square = weight[j] * score * score
                above[j] = (above[j] if number else real(0.0)) + each[j] * square
                below[j] = (below[j] if number else real(0.0)) + square


@njit(**EXACT)
def spread_scale(variance, weight):
    """One over the deviation whose running variance has this weight; 1 at first."""
    deviation = math.sqrt(variance / weight) if weight > 0.0 else 0.0
    return 1.0 / deviation if deviation > 0.0 else 1.0


@exported("LiiLpipiiiiii>v", CHANCE, **EXACT_FLAGS)
def learned_baseline(
    ops, count, k, table, store, theta0, work, e0, summed0, more, b0, nb, ld
):
    """What layer k's extra output predicts goes to b0; its gradient is summed.

    The output is trained on (b − J)² and passes no gradient to the layers below.
    """
    layer = view(table, k * LAYER_FIELDS, LAYER_FIELDS)
    each, b = view(work, e0, nb), view(work, b0, nb)
    for o in range(count):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        if op[CODE] != AFFINE or op[LAYER] != k:
            continue
        columns = op[COUNT]
        v = view(store, theta0 + layer[BASELINE], columns + 1)
        g = view(store, summed0 + layer[BASELINE], columns + 1)
        real = b.dtype.type
        for j in range(nb):
            b[j] = v[columns]
        for i in range(columns):
            h = view(work, op[SOURCE] + i * ld, nb)
            for j in range(nb):
                b[j] += v[i] * h[j]
        for i in range(columns + 1):
            total = real(0.0)
            h = view(work, op[SOURCE] + min(i, columns - 1) * ld, nb)
            for j in range(nb):
                gap = real(2.0) * (b[j] - each[j])
                total += gap * h[j] if i < columns else gap
            g[i] = (g[i] if more else real(0.0)) + total


@njit(**EXACT)
def divide_by_spread(gaps, noted, first):
    """Divide J − b by its running deviation.

    ``noted`` are its running variance, the weight of that, and a sum to which the
    squares of J − b are added if this is the ``first`` layer that asks.
    """
    real = gaps.dtype.type
    scale = real(spread_scale(noted[0], noted[1]))
    for j in range(len(gaps)):
        if first:
            gap = np.float64(gaps[j])
            noted[2] += gap * gap
        gaps[j] *= scale


def weigher(
    name: str, predict: Callable[..., None], divide: Callable[..., None]
) -> Any:
    """A kernel for what flows to z of every Bernoulli layer: (J − b) times its score.

    ``predict`` is `learned_baseline` and ``divide`` is `divide_by_spread`, or their
    counterparts for many networks side by side: all else works entry by entry.
    """

    def weigh(
        ops,
        count,
        table,
        shape,
        work,
        e0,
        base0,
        store,
        theta0,
        summed0,
        more,
        noted,
        nb,
        ld,
    ):
        each, expected = view(work, e0, nb), view(work, base0, nb)
        gap0 = base0 + 2 * ld
        gaps, noted = view(work, gap0, nb), view(noted, 0, ALL)
        real = each.dtype.type
        zero = real(0.0)
        first = True
        for o in range(count):
            op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
            if op[CODE] != TOSS:
                continue
            layer = view(table, op[LAYER] * LAYER_FIELDS, LAYER_FIELDS)
            way = layer[ESTIMATOR]
            if way == STRAIGHT:
                continue
            units = op[WIDTH_OUT]
            steep = real(view(shape, op[LAYER] * SHAPE_FIELDS + SLOPE, 1)[0])
            if way == LEARNED:
                predict(
                    ops,
                    count,
                    op[LAYER],
                    table,
                    store,
                    theta0,
                    work,
                    e0,
                    summed0,
                    more,
                    gap0,
                    nb,
                    ld,
                )
                for j in range(nb):
                    gaps[j] = each[j] - gaps[j]
            else:
                for j in range(nb):
                    base = zero if way == UNWEIGHTED else expected[j]
                    gaps[j] = each[j] - base
            if way == NORMALISED:
                divide(gaps, noted, first)
                first = False
            for u in range(units):
                a = view(work, op[RESULT] + u * ld, nb)
                p = view(work, op[SAVED] + u * ld, nb)
                out = view(work, op[SAVED] + (units + u) * ld, ld)
                below = view(work, op[SAVED] + (2 * units + u) * ld, nb)
                for j in range(nb):
                    gap = gaps[j]
                    if way == OPTIMAL:
                        base = out[j] / below[j] if below[j] > zero else zero
                        gap = each[j] - base
                    out[j] = gap * steep * (a[j] - p[j])
                for j in range(nb, ld):
                    out[j] = zero

    weigh.__name__ = weigh.__qualname__ = name
    return exported("LiLDpiipiiiDii>v", CHANCE, **EXACT_FLAGS)(weigh)


weigh = weigher("weigh", learned_baseline, divide_by_spread)


# -- as operations -------------------------------------------------------------------
@njit(**INLINE)
def tossed(op, layer, shape, reals, work, nb, ld, sequence, batch, column):
    """Units that are 0 or 1: drawn, or set to a pattern while baselines are summed."""
    number = np.int64(view(reals, ROUND, 1)[0])
    patterned = layer[PATTERN] > 0 and number >= 0
    toss(
        work,
        op[SOURCE],
        op[RESULT],
        op[SAVED],
        op[WIDTH_OUT],
        nb,
        ld,
        view(shape, op[LAYER] * SHAPE_FIELDS + SLOPE, 1)[0],
        sequence,
        (number + 1) * MAX_LAYERS + op[LAYER],
        number if patterned else -1,
        layer[FIRST_BIT],
        (batch << 32) + column,
    )


@njit(**INLINE)
def noisy(op, layer, reals, work, nb, ld, sequence, batch, column):
    """Mean + softplus(scale) η; all patterns of 0 and 1 use the same noise."""
    number = np.int64(view(reals, ROUND, 1)[0])
    draw = 0 if layer[PATTERN] > 0 else number + 1
    add_spread(
        work,
        op[SOURCE],
        op[RESULT],
        op[SAVED],
        op[WIDTH_OUT],
        nb,
        ld,
        sequence,
        draw * MAX_LAYERS + op[LAYER],
        (batch << 32) + column,
    )
