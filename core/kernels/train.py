# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Whole training steps without the GIL: forward, loss, backward, update, series.

A step over more examples than a block works block by block and can be left between
blocks and, in the forward pass, between layers; `place` remembers the finished blocks.
What a step computes never depends on where it was left.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.draws import add_noise, keep_mask, key, shuffle
from core.kernels.layers import (
    activate,
    activate_back,
    distances,
    distances_back,
    drop,
    gather,
    normalise,
    normalise_back,
    normalise_fixed,
    smooth_targets,
)
from core.kernels.losses import count_correct, loss_and_push
from core.kernels.matmul import outer, product
from core.kernels.memory import is_set, view
from core.kernels.options import FAST, INNER
from core.kernels.program import (
    ACCUMULATED,
    ALPHA,
    AT_EPOCH,
    AT_MOMENT,
    AT_POSITION,
    AT_STEP,
    BAD_LAYER,
    BAD_STEP,
    BAD_WHAT,
    BATCH,
    BEFORE,
    BEFORE_EPOCH,
    BEFORE_MOMENT,
    BEFORE_POSITION,
    BETA,
    BLOCK,
    BLOCKS_DONE,
    COMPONENTS,
    DEPTH,
    DIVERGED,
    DONE,
    DROPOUT,
    DROPPED,
    END,
    EXAMPLES,
    FEATURES,
    FROZEN,
    GAMMA,
    GRAD0,
    GRAD1,
    GRADIENT_ITSELF,
    HAS_BEFORE,
    IN,
    INPUT,
    LABELS,
    LOSS,
    LOSS_ITSELF,
    MASK,
    MEAN,
    NEGATIVE_SLOPE,
    NOISE,
    NORMED,
    ONES,
    ORDER_OF,
    PRE_ACTIVATION,
    RBF,
    ROWS,
    RUNNING,
    SCRATCH,
    SEED,
    SERIES,
    SIDE,
    SIGMA,
    SIZE,
    SLOPES,
    SMOOTHING,
    STATISTICS,
    STATS,
    STATUS,
    STOPPED,
    SUM_CORRECT,
    SUM_LAYERS,
    SUM_LOSS,
    TARGET,
    TARGETS,
    THETA,
    UNIT,
    UNITS,
    VAR,
    WEIGHT,
    WIDTH,
    A,
    B,
    K,
    W,
    Z,
)
from core.kernels.update import squares, update

_MOMENTUM = 0.1  # of the running statistics


@njit(**INNER)
def layer_affine(table, k, theta, theta0, work, h0, ld):
    """The affine step of layer k, or the squared distances of rbf."""
    rows, count = table[k, ROWS], table[k, IN]
    z0 = table[k, Z]
    if table[k, UNIT] == RBF:
        distances(theta, theta0 + table[k, W], work, h0, z0, rows, count, ld)
    else:
        product(
            theta,
            theta0 + table[k, W],
            count,
            1,
            theta,
            theta0 + table[k, B],
            1,
            work,
            h0,
            work,
            z0,
            ld,
            rows,
            count,
        )


@njit(**INNER)
def layer_activate(table, shape, k, theta, theta0, work, ld):
    """The activation function of layer k."""
    activate(
        table[k, UNIT],
        work,
        table[k, Z],
        table[k, A],
        table[k, UNITS],
        table[k, K],
        ld,
        theta,
        theta0 + table[k, SLOPES],
        shape[k, NEGATIVE_SLOPE],
        shape[k, ALPHA],
        shape[k, SIGMA],
    )


@njit(**INNER)
def forward(
    table,
    shape,
    whole,
    reals,
    store,
    theta0,
    work,
    nb,
    ld,
    sequence,
    batch,
    column,
    stop,
):
    """All layers in training; False when told to stop between two of them."""
    depth = whole[DEPTH]
    h0 = whole[INPUT]
    for k in range(depth):
        layer_affine(table, k, store, theta0, work, h0, ld)
        if table[k, GAMMA] >= 0:
            normalise(
                work,
                table[k, Z],
                table[k, NORMED],
                table[k, STATISTICS],
                store,
                theta0 + table[k, GAMMA],
                theta0 + table[k, BETA],
                table[k, ROWS],
                nb,
                ld,
            )
        if k + 1 < depth:
            layer_activate(table, shape, k, store, theta0, work, ld)
            h0 = table[k, DROPPED]
            mask0 = table[k, MASK]
            if mask0 >= 0:
                units = table[k, UNITS]
                for u in range(units):
                    keep_mask(
                        sequence,
                        (table[k, BEFORE] + u) * batch + column,
                        nb,
                        reals[DROPOUT],
                        work,
                        mask0 + u * ld,
                    )
                drop(work, table[k, A], mask0, h0, units * ld)
        if is_set(stop):
            return False
    return True


@njit(**INNER)
def backward(table, whole, store, theta0, work, nb, ld, more, sums):
    """Gradients of the block, added to the step's sums; the output's push is given."""
    depth = whole[DEPTH]
    summed0 = ACCUMULATED * whole[SIZE]
    g0, spare0 = whole[GRAD0], whole[GRAD1]
    for k in range(depth - 1, -1, -1):
        rows, count = table[k, ROWS], table[k, IN]
        if k + 1 < depth:
            units = table[k, UNITS]
            if table[k, MASK] >= 0:
                drop(work, g0, table[k, MASK], g0, units * ld)
            at = activate_back(
                table[k, UNIT],
                work,
                g0,
                table[k, Z],
                table[k, A],
                spare0,
                units,
                table[k, K],
                ld,
                store,
                theta0 + table[k, SLOPES],
                store,
                summed0 + table[k, SLOPES],
                more,
            )
            if at != g0:
                g0, spare0 = spare0, g0
            if table[k, GAMMA] >= 0:
                normalise_back(
                    work,
                    g0,
                    table[k, NORMED],
                    table[k, STATISTICS],
                    store,
                    theta0 + table[k, GAMMA],
                    store,
                    summed0 + table[k, GAMMA],
                    summed0 + table[k, BETA],
                    rows,
                    nb,
                    ld,
                )
        if whole[SERIES]:
            sums[SUM_LAYERS + k] += squares(work, g0, rows * ld)
        h0 = table[k - 1, DROPPED] if k > 0 else whole[INPUT]
        w0 = theta0 + table[k, W]
        if table[k, UNIT] == RBF:
            distances_back(
                store,
                w0,
                work,
                h0,
                g0,
                store,
                summed0 + table[k, W],
                spare0,
                rows,
                count,
                ld,
                more,
                k > 0,
            )
        else:
            outer(
                work,
                g0,
                work,
                h0,
                ld,
                store,
                summed0 + table[k, W],
                rows,
                count,
                more,
            )
            outer(
                work,
                g0,
                work,
                whole[ONES],
                ld,
                store,
                summed0 + table[k, B],
                rows,
                1,
                more,
            )
            if k > 0:
                product(
                    store,
                    w0,
                    1,
                    count,
                    work,
                    whole[SCRATCH],
                    0,
                    work,
                    g0,
                    work,
                    spare0,
                    ld,
                    count,
                    rows,
                )
        g0, spare0 = spare0, g0


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


@njit(**INNER)
def track(table, whole, stats, side, work, examples):
    """Running statistics of the next state: a step towards this batch's."""
    size = whole[STATS]
    if size == 0:
        return
    old, new = view(stats, side * size, size), view(stats, (1 - side) * size, size)
    for i in range(size):
        new[i] = old[i]
    real = work.dtype.type
    kept, step = real(1.0 - _MOMENTUM), real(_MOMENTUM)
    unbias = real(examples / (examples - 1.0) if examples > 1 else 1.0)
    for k in range(whole[DEPTH]):
        if table[k, GAMMA] < 0 or table[k, FROZEN]:
            continue
        rows, at = table[k, ROWS], table[k, STATISTICS]
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


@njit(**INNER)
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
        total = squares(store, g0 + start, n_w)
        here = start + n_w
        if table[k, B] >= 0:
            total += squares(store, g0 + here, table[k, ROWS])
            here += table[k, ROWS]
        if here < table[k, END]:
            total += squares(store, g0 + here, table[k, END] - here)
        out[k] = total
        start = table[k, END]


@njit(**FAST)
def train(
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
    depth, n, size = whole[DEPTH], whole[EXAMPLES], whole[SIZE]
    wide = 32 // work.itemsize
    seed = whole[SEED]
    found = np.zeros(4)
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
                table,
                shape,
                whole,
                reals,
                store,
                theta0,
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
                whole[GRAD0],
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
            backward(table, whole, store, theta0, work, nb, ld, more, sums)
            sums[SUM_LOSS] += loss
            place[BLOCKS_DONE] += 1
        row = rows[place[DONE]]
        verdict = update(
            table, whole, reals, store, side, place, batch, grad_before, row, found
        )
        if verdict != 0:
            if verdict > 0:
                diverged(place, step, verdict - 2, GRADIENT_ITSELF, False)
            else:
                diverged(place, step, -verdict - 2, WEIGHT, False)
            return
        finish_row(row, depth if whole[SERIES] else 0, batch, sums, whole[LABELS])
        track(table, whole, stats, side, work, batch)
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


@njit(**INNER)
def copy_out(work, from0, rows, nb, ld, out, to0, n):
    """Values of a block, (rows, nb), into rows that are n long."""
    for i in range(rows):
        source, target = view(work, from0 + i * ld, nb), view(out, to0 + i * n, nb)
        for j in range(nb):
            target[j] = source[j]


@njit(**FAST)
def evaluate(
    table,
    shape,
    whole,
    theta,
    stats,
    work,
    inputs,
    targets,
    labels,
    order,
    capacity,
    out,
    wanted,
):
    """A forward pass over all examples, by the running statistics.

    ``wanted`` 0: returns the summed loss and the number of right decisions; 1: the
    logits go to ``out``; 2: pre-activations and activations of every hidden layer go
    there, then the logits.
    """
    depth, n = whole[DEPTH], inputs.shape[1]
    wide = 32 // work.itemsize
    total = 0.0
    correct = 0
    first = 0
    while first < n:
        nb = min(capacity, n - first)
        ld = (nb + wide - 1) // wide * wide
        gather(inputs, n, whole[FEATURES], order, first, 1, work, whole[INPUT], nb, ld)
        h0 = whole[INPUT]
        at = first
        for k in range(depth):
            rows, z0 = table[k, ROWS], table[k, Z]
            layer_affine(table, k, theta, 0, work, h0, ld)
            if wanted == 2 or (k + 1 == depth and wanted == 1):
                copy_out(work, z0, rows, nb, ld, out, at, n)
                at += rows * n
            if table[k, GAMMA] >= 0:
                normalise_fixed(
                    work,
                    z0,
                    stats,
                    table[k, MEAN],
                    table[k, VAR],
                    theta,
                    table[k, GAMMA],
                    table[k, BETA],
                    rows,
                    ld,
                )
            if k + 1 < depth:
                layer_activate(table, shape, k, theta, 0, work, ld)
                if wanted == 2:
                    copy_out(work, table[k, A], table[k, UNITS], nb, ld, out, at, n)
                    at += table[k, UNITS] * n
            h0 = table[k, A]
        if wanted == 0:
            gather(
                targets,
                n,
                whole[TARGETS],
                order,
                first,
                1,
                work,
                whole[TARGET],
                nb,
                ld,
            )
            total += loss_and_push(
                whole[LOSS],
                work,
                h0,
                whole[TARGET],
                whole[GRAD0],
                whole[SCRATCH],
                whole[WIDTH],
                whole[TARGETS],
                whole[COMPONENTS],
                nb,
                ld,
            )
            if whole[LABELS]:
                correct += count_correct(
                    whole[LOSS],
                    work,
                    h0,
                    labels,
                    order,
                    first,
                    1,
                    whole[WIDTH],
                    whole[TARGETS],
                    whole[COMPONENTS],
                    nb,
                    ld,
                )
        first += nb
    return total, correct
