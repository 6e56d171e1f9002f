# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The operations of many networks side by side, forward and backward over a block.

Operations that work entry by entry are those of `core.kernels.steps`, over rows of
nb · lanes numbers. This module contains those that sum, and those with draws or
parameters that differ between networks.
"""

from __future__ import annotations

from numba import njit

from core.kernels.chance import add_spread_back, toss_back
from core.kernels.codes import PRELU
from core.kernels.lane_chance import lane_noisy, lane_tossed
from core.kernels.lane_examples import lane_mask
from core.kernels.lane_layers import (
    lane_distances,
    lane_distances_back,
    lane_normalise,
    lane_normalise_back,
    lane_slopes,
    lane_slopes_back,
)
from core.kernels.lanes import (
    lane_outer,
    lane_outer_more,
    lane_rows,
    lane_turned,
    lane_weighted,
)
from core.kernels.layers import drop
from core.kernels.memory import address, view
from core.kernels.operations import (
    ADD_NOISE,
    AFFINE,
    BACK,
    CODE,
    COPY,
    COUNT,
    DISTANCES,
    DROP,
    LARGEST,
    LAYER,
    MAP,
    NORMALISE,
    OPERATION_FIELDS,
    PUSH,
    RAISE,
    RESULT,
    SAVED,
    SOURCE,
    STATISTICS,
    TOSS,
    UNREAD,
    VIA,
    WIDTH_OUT,
)
from core.kernels.options import INLINE, VECTOR
from core.kernels.program import (
    BEFORE,
    BETA,
    DROPOUT,
    ESTIMATOR,
    GAMMA,
    LAYER_FIELDS,
    MASK,
    SHAPE_FIELDS,
    SLOPE,
    SLOPES,
    STRAIGHT,
    UNIT,
    B,
    W,
)
from core.kernels.rows import add_to, clear
from core.kernels.steps import (
    cut_links,
    joined,
    joined_back,
    mapped,
    mapped_back,
)


@njit(**INLINE)
def lane_affine(op, layer, store, theta0, work, nb):
    """Z = W h + b."""
    lane_weighted(
        store,
        theta0 + layer[W],
        op[COUNT],
        work,
        op[SOURCE],
        nb,
        work,
        op[RESULT],
        nb,
        store,
        theta0 + layer[B],
        op[WIDTH_OUT],
        nb,
        op[COUNT],
    )


@njit(**INLINE)
def lane_dropped(op, layer, reals, work, keys, nb, batch, column):
    """Activations times factors that depend on network, step, unit and example."""
    units, lanes = op[WIDTH_OUT], VECTOR // view(work, 0, 1).itemsize
    for u in range(units):
        start = (layer[BEFORE] + u) * batch + column
        at = op[SAVED] + u * nb * lanes
        lane_mask(work, at, keys, start, nb, view(reals, DROPOUT, 1)[0])
    drop(work, op[SOURCE], op[SAVED], op[RESULT], units * nb * lanes)


@njit(**INLINE)
def lane_forward(
    ops,
    table,
    shape,
    reals,
    store,
    theta0,
    work,
    keys,
    own,
    number,
    nb,
    batch,
    column,
    networks,
):
    """Run all operations on a block.

    ``keys`` are those of the lanes' draws in this step, ``own`` has room for as many;
    ``number`` is the round in which random units draw (−1: the draw that counts).
    """
    count, ld = len(ops), nb * (VECTOR // work.itemsize)
    ops, table, shape, reals = (
        address(ops),
        address(table),
        address(shape),
        address(reals),
    )
    store, work = address(store), address(work)
    for o in range(count):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        layer = view(table, op[LAYER] * LAYER_FIELDS, LAYER_FIELDS)
        code, units = op[CODE], op[WIDTH_OUT]
        source, result = op[SOURCE], op[RESULT]
        if code == AFFINE:
            lane_affine(op, layer, store, theta0, work, nb)
        elif code == MAP and layer[UNIT] == PRELU:
            slopes = theta0 + layer[SLOPES]
            lane_slopes(work, source, result, units, nb, store, slopes)
        elif code in (MAP, LARGEST):
            mapped(op, layer, shape, store, theta0, work, ld)
        elif code == NORMALISE:
            lane_normalise(
                work,
                result,
                op[SAVED],
                op[STATISTICS],
                store,
                theta0 + layer[GAMMA],
                theta0 + layer[BETA],
                units,
                nb,
            )
        elif code == DISTANCES:
            w, mask = theta0 + layer[W], layer[MASK]
            lane_distances(store, w, work, source, result, units, op[COUNT], nb, mask)
        elif code in (COPY, RAISE):
            joined(op, work, ld)
        elif code == DROP:
            lane_dropped(op, layer, reals, work, keys, nb, batch, column)
        elif code == TOSS:
            lane_tossed(
                op, layer, shape, work, keys, own, number, nb, batch, column, networks
            )
        elif code == ADD_NOISE:
            lane_noisy(op, layer, work, keys, own, number, nb, batch, column, networks)


@njit(**INLINE)
def lane_affine_back(op, layer, store, theta0, summed0, work, nb, more):
    """Gᵀ h for W, Wᵀ G for h; `lane_rows` computes the sums of G for b."""
    rows, count = op[WIDTH_OUT], op[COUNT]
    push, source, to = op[PUSH], op[SOURCE], summed0 + layer[W]
    if more:
        lane_outer_more(
            work, push, nb, work, source, nb, store, to, count, work, 0, rows, count, nb
        )
    else:
        lane_outer(
            work, push, nb, work, source, nb, store, to, count, work, 0, rows, count, nb
        )
    if layer[MASK] >= 0:
        lanes = VECTOR // view(work, 0, 1).itemsize
        cut_links(store, to, work, layer[MASK], rows * count * lanes)
    if op[BACK] >= 0:
        w, via = theta0 + layer[W], op[VIA]
        lane_turned(
            store, w, count, work, push, nb, work, via, nb, work, 0, count, nb, rows
        )


@njit(**INLINE)
def lane_backward(ops, table, shape, store, theta0, summed0, work, nb, more, pushes):
    """Gradients of a block: the step's sums are set, or increased if ``more``."""
    count, lanes = len(ops), VECTOR // work.itemsize
    ld = nb * lanes
    ops, table, shape = address(ops), address(table), address(shape)
    store, work, pushes = address(store), address(work), address(pushes)
    for o in range(count - 1, -1, -1):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        layer = view(table, op[LAYER] * LAYER_FIELDS, LAYER_FIELDS)
        code, units = op[CODE], op[WIDTH_OUT]
        if op[UNREAD]:
            clear(work, op[PUSH], units * ld)
        if code in (AFFINE, DISTANCES):
            bias = summed0 + layer[B] if code == AFFINE else -1
            squares = view(pushes, op[LAYER] * lanes, lanes)
            lane_rows(work, op[PUSH], units, nb, store, bias, more, squares)
        if code == AFFINE:
            lane_affine_back(op, layer, store, theta0, summed0, work, nb, more)
        elif code == MAP and layer[UNIT] == PRELU:
            lane_slopes_back(
                work,
                op[PUSH],
                op[SOURCE],
                units,
                nb,
                store,
                theta0 + layer[SLOPES],
                store,
                summed0 + layer[SLOPES],
                more,
            )
        elif code in (MAP, LARGEST):
            mapped_back(op, layer, store, theta0, summed0, work, ld, more)
        elif code == NORMALISE:
            lane_normalise_back(
                work,
                op[PUSH],
                op[SAVED],
                op[STATISTICS],
                store,
                theta0 + layer[GAMMA],
                store,
                summed0 + layer[GAMMA],
                summed0 + layer[BETA],
                units,
                nb,
            )
        elif code == DISTANCES:
            lane_distances_back(
                store,
                theta0 + layer[W],
                work,
                op[SOURCE],
                op[PUSH],
                store,
                summed0 + layer[W],
                op[VIA],
                units,
                op[COUNT],
                nb,
                more,
                op[BACK] >= 0,
                layer[MASK],
            )
        elif code in (COPY, RAISE):
            joined_back(op, work, ld)
        elif code == DROP:
            drop(work, op[PUSH], op[SAVED], op[PUSH], units * ld)
        elif code == TOSS:
            toss_back(
                work,
                op[PUSH],
                op[SAVED],
                op[SAVED] + units * ld,
                units,
                ld,
                view(shape, op[LAYER] * SHAPE_FIELDS + SLOPE, 1)[0],
                layer[ESTIMATOR] == STRAIGHT,
            )
        elif code == ADD_NOISE:
            via = op[VIA]
            add_spread_back(work, op[PUSH], op[SOURCE], op[SAVED], via, units, ld)
        if op[BACK] != op[VIA]:  # not the first to give this value a gradient
            add_to(work, op[VIA], op[BACK], op[COUNT] * ld)
