# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Whole training steps without the GIL: forward, loss, backward, update, series.

A step over more examples than a block works block by block and can be left between
blocks and, in the forward pass, between operations; `place` remembers the finished
blocks. What a step computes never depends on where it was left.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.advance import FACTORS, PARTS, SUMS, gradient_squares
from core.kernels.draws import add_noise, key, shuffle
from core.kernels.layers import gather, smooth_targets
from core.kernels.losses import count_correct, loss_and_push
from core.kernels.memory import (
    address,
    borrowed,
    flush_denormals,
    is_set,
    restore,
    view,
)
from core.kernels.operations import CODE, LAYER, NORMALISE, STATISTICS, WIDTH_OUT
from core.kernels.options import FAST, INLINE, INNER, VECTOR
from core.kernels.program import (
    ACCUMULATED,
    AT_EPOCH,
    AT_MOMENT,
    AT_POSITION,
    AT_STEP,
    BAD_LAYER,
    BAD_STEP,
    BAD_WHAT,
    BATCH,
    BEFORE_EPOCH,
    BEFORE_MOMENT,
    BEFORE_POSITION,
    BLOCK,
    BLOCKS_DONE,
    COMPONENTS,
    DEPTH,
    DIVERGED,
    DONE,
    END,
    EXAMPLES,
    FEATURES,
    FROZEN,
    GRADIENT_ITSELF,
    HAS_BEFORE,
    IN,
    INPUT,
    LABELS,
    LOSS,
    LOSS_ITSELF,
    MEAN,
    NOISE,
    ORDER_OF,
    PRE_ACTIVATION,
    PUSH_OUT,
    ROWS,
    RUNNING,
    SCRATCH,
    SEED,
    SERIES,
    SIDE,
    SIZE,
    SMOOTHING,
    STATS,
    STATUS,
    STOPPED,
    SUM_CORRECT,
    SUM_LAYERS,
    SUM_LOSS,
    TARGET,
    TARGETS,
    THETA,
    UNITS,
    VAR,
    WEIGHT,
    WIDTH,
    A,
    B,
)
from core.kernels.steps import step_back, step_forward
from core.kernels.update import same_moments, update

MOMENTUM = 0.1  # of the running statistics


@njit(**INLINE)
def forward(
    ops,
    table,
    shape,
    reals,
    store,
    theta0,
    stats,
    work,
    nb,
    ld,
    sequence,
    batch,
    column,
    stop,
):
    """All operations in training; False when told to stop between two of them."""
    count = len(ops)
    ops, table, shape, reals = (
        address(ops),
        address(table),
        address(shape),
        address(reals),
    )
    store, stats, work = address(store), address(stats), address(work)
    for o in range(count):
        step_forward(
            o,
            ops,
            table,
            shape,
            reals,
            store,
            theta0,
            stats,
            True,
            work,
            nb,
            ld,
            sequence,
            batch,
            column,
        )
        if is_set(stop):
            return False
    return True


@njit(**INLINE)
def backward(ops, table, whole, store, theta0, work, nb, ld, more, sums):
    """Gradients of the block, added to the step's sums; the output's push is given."""
    summed0 = ACCUMULATED * whole[SIZE]
    count = len(ops)
    ops, table, whole = address(ops), address(table), address(whole)
    store, work, sums = address(store), address(work), address(sums)
    for o in range(count - 1, -1, -1):
        step_back(
            o, ops, table, whole, store, theta0, summed0, work, nb, ld, more, sums
        )


@njit(**INNER)
def first_bad_layer(table, whole, work, ld):
    """The first layer with an activation that is not finite; depth if none."""
    depth = whole[DEPTH]
    for k in range(depth):
        values = view(work, table[k, A], table[k, UNITS] * ld)
        for j in range(len(values)):
            if not np.isfinite(values[j]):
                return k
    return depth


@njit(**INLINE)
def track(ops, table, whole, stats, side, work, examples):
    """Running statistics of the next state: a step towards this batch's."""
    size = whole[STATS]
    if size == 0:
        return
    old, new = view(stats, side * size, size), view(stats, (1 - side) * size, size)
    for i in range(size):
        new[i] = old[i]
    real = work.dtype.type
    kept, step = real(1.0 - MOMENTUM), real(MOMENTUM)
    unbias = real(examples / (examples - 1.0) if examples > 1 else 1.0)
    for o in range(len(ops)):
        k = ops[o, LAYER]
        if ops[o, CODE] != NORMALISE or table[k, FROZEN]:
            continue
        rows, at = ops[o, WIDTH_OUT], ops[o, STATISTICS]
        for r in range(rows):
            m, v = table[k, MEAN] + r, table[k, VAR] + r
            new[m] = kept * old[m] + step * work[at + r]
            new[v] = kept * old[v] + step * unbias * work[at + 2 * rows + r]


@njit(**INNER)
def diverged(place, step, layer, what, back):
    """Note what became infinite and, with ``back``, return to the state before."""
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
def finish_row(row, depth, examples, sums, labelled):
    """Means and roots of what a step summed."""
    row[0] = sums[SUM_LOSS] / examples
    row[1] = sums[SUM_CORRECT] / examples if labelled else math.nan
    for k in range(depth):
        c = 2 + 6 * k
        row[c] = math.sqrt(row[c])
        row[c + 1] = math.sqrt(row[c + 1])
        row[c + 2] = math.sqrt(sums[SUM_LAYERS + k] / examples)
        row[c + 3] = math.sqrt(row[c + 3])
        row[c + 4] = math.sqrt(row[c + 4])


@njit(**FAST)
def layer_squares(table, whole, store, g0, out):
    """Σ g² of each layer's gradient, in the order in which a step sums it."""
    start = 0
    for k in range(whole[DEPTH]):
        n_w = table[k, ROWS] * table[k, IN]
        total = gradient_squares(store, g0 + start, n_w)
        here = start + n_w
        if table[k, B] >= 0:
            total += gradient_squares(store, g0 + here, table[k, ROWS])
            here += table[k, ROWS]
        if here < table[k, END]:
            total += gradient_squares(store, g0 + here, table[k, END] - here)
        out[k] = total
        start = table[k, END]


@njit(**INLINE)
def train_steps(
    ops,
    table,
    shape,
    whole,
    reals,
    store,
    stats,
    work,
    inputs,
    targets,
    labels,
    order,
    place,
    sums,
    grad_before,
    rows,
    stop,
    found,
    factors,
):
    """Make up to ``len(rows)`` steps; see `train`."""
    depth, n, size = whole[DEPTH], whole[EXAMPLES], whole[SIZE]
    wide = VECTOR // work.itemsize
    seed = whole[SEED]
    same_moments(store, size, place[SIDE])
    place[DONE] = 0
    place[STATUS] = RUNNING
    while place[DONE] < len(rows):
        step, position, side = place[AT_STEP], place[AT_POSITION], place[SIDE]
        natural = whole[BATCH] >= n
        if not natural and place[ORDER_OF] != place[AT_EPOCH]:
            shuffle(seed, place[AT_EPOCH], order, n)
            place[ORDER_OF] = place[AT_EPOCH]
        batch = min(whole[BATCH], n - position)
        theta0 = (4 * side + THETA) * size
        blocks = (batch + whole[BLOCK] - 1) // whole[BLOCK]
        if place[BLOCKS_DONE] == 0:
            for i in range(len(sums)):
                sums[i] = 0.0
        while place[BLOCKS_DONE] < blocks:
            if is_set(stop):
                place[STATUS] = STOPPED
                return
            column = place[BLOCKS_DONE] * whole[BLOCK]
            nb = min(whole[BLOCK], batch - column)
            ld = (nb + wide - 1) // wide * wide
            first = position + column
            gather(
                inputs,
                n,
                whole[FEATURES],
                order,
                first,
                natural,
                work,
                whole[INPUT],
                nb,
                ld,
            )
            gather(
                targets,
                n,
                whole[TARGETS],
                order,
                first,
                natural,
                work,
                whole[TARGET],
                nb,
                ld,
            )
            if reals[NOISE] > 0.0:
                add_noise(
                    work,
                    whole[INPUT],
                    whole[FEATURES],
                    nb,
                    ld,
                    key(seed, 3, step),
                    batch,
                    column,
                    reals[NOISE],
                )
            if reals[SMOOTHING] > 0.0:
                smooth_targets(
                    work, whole[TARGET], whole[TARGETS], nb, ld, reals[SMOOTHING]
                )
            if not forward(
                ops,
                table,
                shape,
                reals,
                store,
                theta0,
                stats,
                work,
                nb,
                ld,
                key(seed, 2, step),
                batch,
                column,
                stop,
            ):
                place[STATUS] = STOPPED
                return
            z0 = table[depth - 1, A]
            loss = loss_and_push(
                whole[LOSS],
                work,
                z0,
                whole[TARGET],
                whole[PUSH_OUT],
                whole[SCRATCH],
                whole[WIDTH],
                whole[TARGETS],
                whole[COMPONENTS],
                nb,
                ld,
            )
            if not np.isfinite(loss):
                bad = first_bad_layer(table, whole, work, ld)
                what = PRE_ACTIVATION if bad < depth else LOSS_ITSELF
                diverged(place, step, min(bad, depth - 1), what, True)
                return
            if whole[LABELS]:
                sums[SUM_CORRECT] += count_correct(
                    whole[LOSS],
                    work,
                    z0,
                    labels,
                    order,
                    first,
                    natural,
                    whole[WIDTH],
                    whole[TARGETS],
                    whole[COMPONENTS],
                    nb,
                    ld,
                )
            work[whole[SCRATCH]] = 0.0  # the bias of a product without one
            more = 1 if place[BLOCKS_DONE] > 0 else 0
            backward(ops, table, whole, store, theta0, work, nb, ld, more, sums)
            sums[SUM_LOSS] += loss
            place[BLOCKS_DONE] += 1
        row = rows[place[DONE]]
        verdict = update(
            table,
            whole,
            reals,
            store,
            side,
            place,
            batch,
            grad_before,
            row,
            found,
            factors,
        )
        if verdict != 0:
            if verdict > 0:
                diverged(place, step, verdict - 2, GRADIENT_ITSELF, False)
            else:
                diverged(place, step, -verdict - 2, WEIGHT, False)
            return
        finish_row(row, depth if whole[SERIES] else 0, batch, sums, whole[LABELS])
        track(ops, table, whole, stats, side, work, batch)
        place[BEFORE_EPOCH] = place[AT_EPOCH]
        place[BEFORE_POSITION] = position
        place[BEFORE_MOMENT] = place[AT_MOMENT]
        place[HAS_BEFORE] = 1
        place[SIDE] = 1 - side
        place[AT_STEP] = step + 1
        place[AT_MOMENT] += 1
        place[AT_POSITION] = position + batch
        if place[AT_POSITION] >= n:
            place[AT_EPOCH] += 1
            place[AT_POSITION] = 0
        place[BLOCKS_DONE] = 0
        place[DONE] += 1


@njit(**FAST)
def train(
    ops,
    table,
    shape,
    whole,
    reals,
    store,
    stats,
    work,
    inputs,
    targets,
    labels,
    order,
    place,
    sums,
    grad_before,
    rows,
    stop,
):
    """Make up to ``len(rows)`` steps; see `core.kernels.backend` for the arguments."""
    found, factors = np.zeros(whole[DEPTH] * PARTS * SUMS), np.zeros(FACTORS)
    control = flush_denormals()
    train_steps(
        borrowed(ops),
        borrowed(table),
        borrowed(shape),
        borrowed(whole),
        borrowed(reals),
        borrowed(store),
        borrowed(stats),
        borrowed(work),
        borrowed(inputs),
        borrowed(targets),
        borrowed(labels),
        borrowed(order),
        borrowed(place),
        borrowed(sums),
        borrowed(grad_before),
        borrowed(rows),
        borrowed(stop),
        borrowed(found),
        borrowed(factors),
    )
    restore(control)
