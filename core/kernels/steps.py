# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Every operation forward and backward over a block of examples.

Each kind of step has a code in `core.kernels.operations` and two functions here, one
forward and one backward. An operation reads its row ``op`` of the table of operations,
and the parameters of its layer from the table of layers. Both passes are inlined into
the loop over training steps, because a step of a small network takes less than a
microsecond.
"""

from __future__ import annotations

from numba import njit

from core.kernels.activations import activate, activate_back
from core.kernels.chance import add_spread_back, noisy, toss_back, tossed
from core.kernels.draws import keep_mask
from core.kernels.families import LAYERS
from core.kernels.gradients import add_rows, outer
from core.kernels.layers import (
    distances,
    distances_back,
    drop,
    normalise,
    normalise_back,
    normalise_fixed,
)
from core.kernels.linking import exported
from core.kernels.matmul import product
from core.kernels.memory import address, is_set, view
from core.kernels.operations import (
    ADD_NOISE,
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
from core.kernels.options import FLAGS, INLINE
from core.kernels.program import (
    ACCUMULATED,
    ALPHA,
    BEFORE,
    BETA,
    DROPOUT,
    ESTIMATOR,
    GAMMA,
    LAYER_FIELDS,
    MASK,
    MEAN,
    NEGATIVE_SLOPE,
    SCRATCH,
    SERIES,
    SHAPE_FIELDS,
    SIGMA,
    SIZE,
    SLOPE,
    SLOPES,
    STRAIGHT,
    SUM_LAYERS,
    TURNED,
    UNIT,
    UNITS,
    VAR,
    B,
    K,
    W,
)
from core.kernels.rows import add_to, clear, copy_to
from core.kernels.update import squares


@exported("pipii>v", LAYERS, **FLAGS)
def cut_links(store, w0, work, mask0, n):
    """Set the gradients of cut links to 0, among those of n weights."""
    weights, mask = view(store, w0, n), view(work, mask0, n)
    zero = weights.dtype.type(0.0)
    for j in range(n):
        # Not a product, because 0 times an infinite gradient is NaN.
        weights[j] = zero if mask[j] == zero else weights[j]


# -- forward -------------------------------------------------------------------------
@njit(**INLINE)
def affine(op, layer, store, theta0, work, ld):
    """Z = W h + b."""
    product(
        store,
        theta0 + layer[W],
        op[COUNT],
        1,
        store,
        theta0 + layer[B],
        1,
        work,
        op[SOURCE],
        work,
        op[RESULT],
        ld,
        op[WIDTH_OUT],
        op[COUNT],
    )


@njit(**INLINE)
def normalised(op, layer, store, theta0, stats, training, work, nb, ld):
    """Normalise by the batch's statistics in training, else by the running ones."""
    if training:
        normalise(
            work,
            op[RESULT],
            op[SAVED],
            op[STATISTICS],
            store,
            theta0 + layer[GAMMA],
            theta0 + layer[BETA],
            op[WIDTH_OUT],
            nb,
            ld,
        )
    else:
        normalise_fixed(
            work,
            op[RESULT],
            stats,
            layer[MEAN],
            layer[VAR],
            store,
            theta0 + layer[GAMMA],
            theta0 + layer[BETA],
            op[WIDTH_OUT],
            ld,
        )


@njit(**INLINE)
def mapped(op, layer, shape, store, theta0, work, ld):
    """The activation function, or the maximum of each unit's rows."""
    own = view(shape, op[LAYER] * SHAPE_FIELDS, SHAPE_FIELDS)
    activate(
        layer[UNIT],
        work,
        op[SOURCE],
        op[RESULT],
        layer[UNITS],
        layer[K],
        ld,
        store,
        theta0 + layer[SLOPES],
        own[NEGATIVE_SLOPE],
        own[ALPHA],
        own[SIGMA],
        own[SLOPE],
    )


@njit(**INLINE)
def dropped(op, layer, reals, work, nb, ld, sequence, batch, column):
    """Activations times factors that depend on step, unit and example."""
    units = op[WIDTH_OUT]
    for u in range(units):
        keep_mask(
            sequence,
            (layer[BEFORE] + u) * batch + column,
            nb,
            view(reals, DROPOUT, 1)[0],
            work,
            op[SAVED] + u * ld,
        )
    drop(work, op[SOURCE], op[SAVED], op[RESULT], units * ld)


@njit(**INLINE)
def joined(op, work, ld):
    """Concatenate values, or add them."""
    if op[CODE] == COPY:
        at = op[RESULT] + op[FIRST_ROW] * ld
        copy_to(work, op[SOURCE], at, op[COUNT] * ld)
    elif op[STATISTICS] >= 0:  # units with a 0 are left out of the sum
        for u in range(op[COUNT]):
            if view(work, op[STATISTICS] + u, 1)[0] != 0.0:
                add_to(work, op[SOURCE] + u * ld, op[RESULT] + u * ld, ld)
    else:
        add_to(work, op[SOURCE], op[RESULT], op[COUNT] * ld)


@njit(**INLINE)
def run_forward(
    ops,
    first,
    last,
    table,
    shape,
    reals,
    store,
    theta0,
    stats,
    training,
    work,
    nb,
    ld,
    sequence,
    batch,
    column,
    stop,
):
    """Run operations first … last − 1 on a block of nb examples.

    Returns False if it was stopped between two of them.
    """
    ops, table, shape, reals = (
        address(ops),
        address(table),
        address(shape),
        address(reals),
    )
    store, stats, work = address(store), address(stats), address(work)
    for o in range(first, last):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        layer = view(table, op[LAYER] * LAYER_FIELDS, LAYER_FIELDS)
        code = op[CODE]
        if code == AFFINE:
            affine(op, layer, store, theta0, work, ld)
        elif code in (MAP, LARGEST):
            mapped(op, layer, shape, store, theta0, work, ld)
        elif code == NORMALISE:
            normalised(op, layer, store, theta0, stats, training, work, nb, ld)
        elif code == DISTANCES:
            distances(
                store,
                theta0 + layer[W],
                work,
                op[SOURCE],
                op[RESULT],
                op[WIDTH_OUT],
                op[COUNT],
                ld,
                layer[MASK],
            )
        elif code in (COPY, RAISE):
            joined(op, work, ld)
        elif code == DROP:
            dropped(op, layer, reals, work, nb, ld, sequence, batch, column)
        elif code == TOSS:
            if training:
                tossed(op, layer, shape, reals, work, nb, ld, sequence, batch, column)
            else:
                mapped(op, layer, shape, store, theta0, work, ld)
        elif code == ADD_NOISE:
            if training:
                noisy(op, layer, reals, work, nb, ld, sequence, batch, column)
            else:
                copy_to(work, op[SOURCE], op[RESULT], op[WIDTH_OUT] * ld)
        if is_set(view(stop, 0, 1)):
            return False
    return True


# -- backward ------------------------------------------------------------------------
@njit(**INLINE)
def affine_back(op, layer, whole, store, theta0, summed0, work, nb, ld, more):
    """Gᵀ h for W, the sums of G for b, Wᵀ G for h."""
    rows, count = op[WIDTH_OUT], op[COUNT]
    outer(
        work,
        op[PUSH],
        work,
        op[SOURCE],
        ld,
        nb,
        work,
        view(whole, TURNED, 1)[0],
        store,
        summed0 + layer[W],
        rows,
        count,
        more,
    )
    if layer[MASK] >= 0:
        cut_links(store, summed0 + layer[W], work, layer[MASK], rows * count)
    add_rows(work, op[PUSH], ld, store, summed0 + layer[B], rows, more)
    if op[BACK] >= 0:
        product(
            store,
            theta0 + layer[W],
            1,
            count,
            work,
            view(whole, SCRATCH, 1)[0],
            0,
            work,
            op[PUSH],
            work,
            op[VIA],
            ld,
            count,
            rows,
        )


@njit(**INLINE)
def mapped_back(op, layer, store, theta0, summed0, work, ld, more):
    """Works in place, except for a maximum: it has more rows, so it uses VIA."""
    activate_back(
        layer[UNIT],
        work,
        op[PUSH],
        op[SOURCE],
        op[RESULT],
        op[VIA],
        layer[UNITS],
        layer[K],
        ld,
        store,
        theta0 + layer[SLOPES],
        store,
        summed0 + layer[SLOPES],
        more,
    )


@njit(**INLINE)
def joined_back(op, work, ld):
    """Pass the gradient of a value back to the values that it was joined from."""
    if op[BACK] >= 0 and op[VIA] != op[PUSH]:
        at = op[PUSH] + op[FIRST_ROW] * ld
        copy_to(work, at, op[VIA], op[COUNT] * ld)
        if op[STATISTICS] >= 0:
            for u in range(op[COUNT]):
                if view(work, op[STATISTICS] + u, 1)[0] == 0.0:
                    clear(work, op[VIA] + u * ld, ld)


@njit(**INLINE)
def run_backward(
    ops, count, table, shape, whole, store, theta0, work, nb, ld, more, sums
):
    """All operations back to front: gradients of their parameters and sources.

    They are added to the step's sums. The push of the output must be set already.
    """
    summed0 = ACCUMULATED * view(whole, SIZE, 1)[0]
    ops, table, shape, whole = (
        address(ops),
        address(table),
        address(shape),
        address(whole),
    )
    store, work, sums = address(store), address(work), address(sums)
    for o in range(count - 1, -1, -1):
        op = view(ops, o * OPERATION_FIELDS, OPERATION_FIELDS)
        layer = view(table, op[LAYER] * LAYER_FIELDS, LAYER_FIELDS)
        code = op[CODE]
        if op[UNREAD]:
            clear(work, op[PUSH], op[WIDTH_OUT] * ld)
        if view(whole, SERIES, 1)[0] and code in (AFFINE, DISTANCES):
            pushes = squares(work, op[PUSH], op[WIDTH_OUT] * ld)
            view(sums, SUM_LAYERS + op[LAYER], 1)[0] += pushes
        if code == AFFINE:
            affine_back(op, layer, whole, store, theta0, summed0, work, nb, ld, more)
        elif code in (MAP, LARGEST):
            mapped_back(op, layer, store, theta0, summed0, work, ld, more)
        elif code == NORMALISE:
            normalise_back(
                work,
                op[PUSH],
                op[SAVED],
                op[STATISTICS],
                store,
                theta0 + layer[GAMMA],
                store,
                summed0 + layer[GAMMA],
                summed0 + layer[BETA],
                op[WIDTH_OUT],
                nb,
                ld,
            )
        elif code == DISTANCES:
            distances_back(
                store,
                theta0 + layer[W],
                work,
                op[SOURCE],
                op[PUSH],
                store,
                summed0 + layer[W],
                op[VIA],
                op[WIDTH_OUT],
                op[COUNT],
                ld,
                more,
                op[BACK] >= 0,
                layer[MASK],
            )
        elif code in (COPY, RAISE):
            joined_back(op, work, ld)
        elif code == DROP:
            drop(work, op[PUSH], op[SAVED], op[PUSH], op[WIDTH_OUT] * ld)
        elif code == TOSS:
            units = op[WIDTH_OUT]
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
            add_spread_back(
                work, op[PUSH], op[SOURCE], op[SAVED], op[VIA], op[WIDTH_OUT], ld
            )
        if op[BACK] != op[VIA]:  # not the first to give this value a gradient
            add_to(work, op[VIA], op[BACK], op[COUNT] * ld)
