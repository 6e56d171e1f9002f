# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The operations of many networks side by side, forward and backward over a block.

The counterpart of `core.kernels.steps`, with places that count entries of `lanes`
numbers each.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.kernels.activations import largest, largest_back
from core.kernels.codes import PRELU
from core.kernels.generated_activations import elementwise, elementwise_back
from core.kernels.lanes import (
    lane_distances,
    lane_distances_back,
    lane_mask,
    lane_normalise,
    lane_normalise_back,
    lane_product,
    lane_slopes,
    lane_slopes_back,
    lane_squares,
)
from core.kernels.layers import drop
from core.kernels.operations import (
    AFFINE,
    BACK,
    CODE,
    COPY,
    COUNT,
    DISTANCES,
    DROP,
    FIRST_ROW,
    LARGEST,
    LAYER,
    MAP,
    NORMALISE,
    PUSH,
    RAISE,
    RESULT,
    SAVED,
    SOURCE,
    STATISTICS,
    UNREAD,
    VIA,
    WIDTH_OUT,
)
from core.kernels.options import INLINE, VECTOR
from core.kernels.program import (
    ALPHA,
    BEFORE,
    BETA,
    DROPOUT,
    GAMMA,
    NEGATIVE_SLOPE,
    SIGMA,
    SLOPE,
    SLOPES,
    UNIT,
    B,
    K,
    W,
)
from core.kernels.steps import add_to, clear, copy_to


@njit(**INLINE)
def lane_forward(
    ops, table, shape, reals, store, theta0, work, keys, nb, batch, column
):
    """All operations of a block; places count entries, a lane a network."""
    lanes = VECTOR // work.itemsize
    for o in range(len(ops)):
        op, layer = ops[o], table[ops[o, LAYER]]
        code, units = op[CODE], op[WIDTH_OUT]
        source, result = op[SOURCE] * lanes, op[RESULT] * lanes
        if code == AFFINE:
            lane_product(
                store,
                theta0 + layer[W],
                op[COUNT],
                1,
                work,
                op[SOURCE],
                nb,
                1,
                work,
                op[RESULT],
                nb,
                1,
                store,
                theta0 + layer[B],
                1,
                units,
                nb,
                op[COUNT],
            )
        elif code == MAP and layer[UNIT] == PRELU:
            slopes = (theta0 + layer[SLOPES]) * lanes
            lane_slopes(work, source, result, units, nb, store, slopes)
        elif code == MAP:
            own = shape[op[LAYER]]
            elementwise(
                layer[UNIT],
                work,
                source,
                result,
                units * nb * lanes,
                own[NEGATIVE_SLOPE],
                own[ALPHA],
                own[SIGMA],
                own[SLOPE],
            )
        elif code == LARGEST:
            largest(work, source, result, units, layer[K], nb * lanes)
        elif code == NORMALISE:
            lane_normalise(
                work,
                result,
                op[SAVED] * lanes,
                op[STATISTICS] * lanes,
                store,
                (theta0 + layer[GAMMA]) * lanes,
                (theta0 + layer[BETA]) * lanes,
                units,
                nb,
            )
        elif code == DISTANCES:
            w = (theta0 + layer[W]) * lanes
            lane_distances(store, w, work, source, result, units, op[COUNT], nb)
        elif code == COPY:
            at = (op[RESULT] + op[FIRST_ROW] * nb) * lanes
            copy_to(work, source, at, op[COUNT] * nb * lanes)
        elif code == RAISE:
            add_to(work, source, result, op[COUNT] * nb * lanes)
        elif code == DROP:
            saved = op[SAVED] * lanes
            for u in range(units):
                start = (layer[BEFORE] + u) * batch + column
                at = saved + u * nb * lanes
                lane_mask(work, at, keys, start, nb, reals[DROPOUT])
            drop(work, source, saved, result, units * nb * lanes)


@njit(**INLINE)
def lane_backward(
    ops, table, store, theta0, summed0, work, ones, nb, more, pushes, found
):
    """Gradients of a block, set or (``more``) added to the step's sums."""
    lanes = VECTOR // work.itemsize
    start = 2 if more else 0
    for o in range(len(ops) - 1, -1, -1):
        op, layer = ops[o], table[ops[o, LAYER]]
        code, units, count = op[CODE], op[WIDTH_OUT], op[COUNT]
        push, source = op[PUSH] * lanes, op[SOURCE] * lanes
        if op[UNREAD]:
            clear(work, push, units * nb * lanes)
        if code in (AFFINE, DISTANCES):
            lane_squares(work, push, units * nb, found)
            for lane in range(lanes):
                pushes[op[LAYER], lane] += np.float64(found[lane])
        if code == AFFINE:
            lane_product(
                work,
                op[PUSH],
                nb,
                1,
                work,
                op[SOURCE],
                1,
                nb,
                store,
                summed0 + layer[W],
                count,
                1,
                store,
                0,
                start,
                units,
                count,
                nb,
            )
            lane_product(
                work,
                op[PUSH],
                nb,
                1,
                work,
                ones,
                1,
                1,
                store,
                summed0 + layer[B],
                1,
                1,
                store,
                0,
                start,
                units,
                1,
                nb,
            )
            if op[BACK] >= 0:
                lane_product(
                    store,
                    theta0 + layer[W],
                    1,
                    count,
                    work,
                    op[PUSH],
                    nb,
                    1,
                    work,
                    op[VIA],
                    nb,
                    1,
                    store,
                    0,
                    0,
                    count,
                    nb,
                    units,
                )
        elif code == MAP and layer[UNIT] == PRELU:
            here, to = (
                (theta0 + layer[SLOPES]) * lanes,
                (summed0 + layer[SLOPES]) * lanes,
            )
            lane_slopes_back(work, push, source, units, nb, store, here, store, to)
        elif code == MAP:
            at = op[RESULT] * lanes
            elementwise_back(layer[UNIT], work, push, source, at, units * nb * lanes)
        elif code == LARGEST:
            largest_back(
                work,
                push,
                source,
                op[RESULT] * lanes,
                op[VIA] * lanes,
                units,
                layer[K],
                nb * lanes,
            )
        elif code == NORMALISE:
            lane_normalise_back(
                work,
                push,
                op[SAVED] * lanes,
                op[STATISTICS] * lanes,
                store,
                (theta0 + layer[GAMMA]) * lanes,
                store,
                (summed0 + layer[GAMMA]) * lanes,
                (summed0 + layer[BETA]) * lanes,
                units,
                nb,
            )
        elif code == DISTANCES:
            lane_distances_back(
                store,
                (theta0 + layer[W]) * lanes,
                work,
                source,
                push,
                store,
                (summed0 + layer[W]) * lanes,
                op[VIA] * lanes,
                units,
                count,
                nb,
                op[BACK] >= 0,
            )
        elif code in (COPY, RAISE):
            if op[BACK] >= 0 and op[VIA] != op[PUSH]:
                at = push + op[FIRST_ROW] * nb * lanes
                copy_to(work, at, op[VIA] * lanes, count * nb * lanes)
        elif code == DROP:
            drop(work, push, op[SAVED] * lanes, push, units * nb * lanes)
        if op[BACK] != op[VIA]:  # not the first to give this value a gradient
            add_to(work, op[VIA] * lanes, op[BACK] * lanes, count * nb * lanes)
