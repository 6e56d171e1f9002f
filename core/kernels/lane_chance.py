# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Random units of many networks side by side: draws and baselines of every lane.

Each lane draws what its network would draw alone, bit for bit. What works entry by
entry (sums over rounds, scores, the way back) is that of `core.kernels.chance`, over
rows of nb · lanes numbers.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.kernels.chance import derived, spread_scale, weigher
from core.kernels.draws import normal, uniform
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
    WIDTH_OUT,
)
from core.kernels.options import EXACT, EXACT_FLAGS, INLINE, VECTOR
from core.kernels.program import (
    BASELINE,
    FIRST_BIT,
    LAYER_FIELDS,
    PATTERN,
    SHAPE_FIELDS,
    SLOPE,
)
from core.network import MAX_LAYERS


@njit(**EXACT, forceinline=True)
def lane_sequences(keys, own, draw, networks):
    """The sequence of every lane for a draw, then its strand, go to ``own``."""
    lanes = len(keys)
    for lane in range(lanes):
        own[lane] = np.int64(derived(keys[lane], draw))
    for lane in range(lanes):
        own[lanes + lane] = lane // networks


@exported("piiiiidLLiiiiii>v", CHANCE, **EXACT_FLAGS)
def lane_toss(
    work,
    z0,
    a0,
    p0,
    units,
    nb,
    slope,
    keys,
    own,
    draw,
    pattern,
    bit,
    batch,
    column,
    networks,
):
    """`core.kernels.chance.toss`; ``own`` has room for two numbers of every lane."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    keys, strand = view(keys, 0, lanes), view(own, lanes, lanes)
    lane_sequences(keys, view(own, 0, ALL), draw, networks)
    own = view(own, 0, lanes)
    ld, strands = nb * lanes, lanes // networks
    for u in range(units):
        z, a = view(work, z0 + u * ld, ld), view(work, a0 + u * ld, ld)
        p = view(work, p0 + u * ld, ld)
        real = z.dtype.type
        zero, one, steep = real(0.0), real(1.0), real(slope)
        for j in range(ld):
            p[j] = sigmoid(steep * z[j])
        if pattern >= 0:
            hit = one if ((pattern >> (bit + u)) & 1) == 1 else zero
            for j in range(ld):
                a[j] = hit
            continue
        for j in range(nb):
            at = u * batch + column + j * strands
            out = view(work, a0 + u * ld + j * lanes, lanes)
            chance = view(work, p0 + u * ld + j * lanes, lanes)
            for lane in range(lanes):
                drawn = uniform(np.uint64(own[lane]), at + strand[lane])
                out[lane] = one if drawn < chance[lane] else zero


@exported("piiiiiLLiiii>v", CHANCE, **EXACT_FLAGS)
def lane_spread(
    work, z0, s0, kept0, width, nb, keys, own, draw, batch, column, networks
):
    """`core.kernels.chance.add_spread`; ``own`` as in `lane_toss`."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    keys, strand = view(keys, 0, lanes), view(own, lanes, lanes)
    lane_sequences(keys, view(own, 0, ALL), draw, networks)
    own = view(own, 0, lanes)
    ld, strands = nb * lanes, lanes // networks
    for u in range(width):
        for j in range(nb):
            eta = view(work, kept0 + u * ld + j * lanes, lanes)
            at = u * batch + column + j * strands
            for lane in range(lanes):
                drawn = normal(np.uint64(own[lane]), at + strand[lane])
                eta[lane] = eta.dtype.type(drawn)
        mean = view(work, z0 + u * ld, ld)
        scale = view(work, z0 + (width + u) * ld, ld)
        out, eta = view(work, s0 + u * ld, ld), view(work, kept0 + u * ld, ld)
        for j in range(ld):
            out[j] = mean[j] + softplus(scale[j]) * eta[j]


@exported("LiiLpipiiiiii>v", CHANCE, **EXACT_FLAGS)
def lane_learned_baseline(
    ops, count, k, table, store, theta0, work, e0, summed0, more, b0, nb, ld
):
    """`core.kernels.chance.learned_baseline` for each lane.

    Rows have nb numbers, those of all lanes; behind them are lanes without an example.
    """
    lanes = VECTOR // view(work, 0, ALL).itemsize
    layer = view(table, k * LAYER_FIELDS, LAYER_FIELDS)
    v0, g0 = theta0 + layer[BASELINE], summed0 + layer[BASELINE]
    for o in range(count):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        if op[CODE] != AFFINE or op[LAYER] != k:
            continue
        columns = op[COUNT]
        for i in range(-1, columns):
            # The last number is the bias: it comes first.
            v = view(store, v0 + (columns if i < 0 else i) * lanes, lanes)
            h0 = op[SOURCE] + max(i, 0) * ld
            for j in range(0, ld, lanes):
                b, h = view(work, b0 + j, lanes), view(work, h0 + j, lanes)
                for lane in range(lanes):
                    b[lane] = v[lane] if i < 0 else b[lane] + v[lane] * h[lane]
        b, each = view(work, b0, ld), view(work, e0, ld)
        for j in range(nb, ld):
            b[j] = each[j]
        for i in range(columns + 1):
            g = view(store, g0 + i * lanes, lanes)
            zero, two = g.dtype.type(0.0), g.dtype.type(2.0)
            if not more:
                for lane in range(lanes):
                    g[lane] = zero
            h0 = op[SOURCE] + min(i, columns - 1) * ld
            for j in range(0, ld, lanes):
                b, each = view(work, b0 + j, lanes), view(work, e0 + j, lanes)
                h = view(work, h0 + j, lanes)
                for lane in range(lanes):
                    gap = two * (b[lane] - each[lane])
                    g[lane] += gap * h[lane] if i < columns else gap


@njit(**EXACT)
def divide_lanes_by_spread(gaps, noted, first):
    """`core.kernels.chance.divide_by_spread` for each lane, with numbers of its own."""
    real = gaps.dtype.type
    lanes = VECTOR // gaps.itemsize
    variances, weights = view(noted, 0, lanes), view(noted, lanes, lanes)
    squares = view(noted, 2 * lanes, lanes)
    for lane in range(lanes):
        scale = real(spread_scale(variances[lane], weights[lane]))
        for j in range(lane, len(gaps), lanes):
            if first:
                gap = np.float64(gaps[j])
                squares[lane] += gap * gap
            gaps[j] *= scale


lane_weigh = weigher("lane_weigh", lane_learned_baseline, divide_lanes_by_spread)


# -- as operations -------------------------------------------------------------------
@njit(**INLINE)
def lane_tossed(op, layer, shape, work, keys, own, number, nb, batch, column, networks):
    """`core.kernels.chance.tossed` in round ``number``; −1: the draw that counts."""
    lane_toss(
        work,
        op[SOURCE],
        op[RESULT],
        op[SAVED],
        op[WIDTH_OUT],
        nb,
        view(shape, op[LAYER] * SHAPE_FIELDS + SLOPE, 1)[0],
        keys,
        own,
        (number + 1) * MAX_LAYERS + op[LAYER],
        number if layer[PATTERN] > 0 else -1,
        layer[FIRST_BIT],
        batch,
        column,
        networks,
    )


@njit(**INLINE)
def lane_noisy(op, layer, work, keys, own, number, nb, batch, column, networks):
    """`core.kernels.chance.noisy` in round ``number``."""
    draw = 0 if layer[PATTERN] > 0 else number + 1
    lane_spread(
        work,
        op[SOURCE],
        op[RESULT],
        op[SAVED],
        op[WIDTH_OUT],
        nb,
        keys,
        own,
        draw * MAX_LAYERS + op[LAYER],
        batch,
        column,
        networks,
    )
