# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Whole training steps without the GIL: forward, loss, backward, update, series.

A step over more examples than fit into a block works block by block. It can be
interrupted between blocks and, in the forward pass, between operations; `place` records
the finished blocks. The result of a step never depends on where it was interrupted.
"""

from __future__ import annotations

import numpy as np
from numba import carray, njit

from core.kernels.advance import FACTORS, PARTS, SUMS, gradient_squares, part_size
from core.kernels.chance import note_round, weigh
from core.kernels.draws import add_noise, key, shuffle
from core.kernels.layers import gather, smooth_targets
from core.kernels.linking import ALL, exported
from core.kernels.losses import count_correct, loss_and_push
from core.kernels.memory import (
    flush_denormals,
    is_set,
    restore,
    view,
)
from core.kernels.operations import OPERATION_FIELDS
from core.kernels.options import FAST, FLAGS, VECTOR
from core.kernels.program import (
    ACCUMULATED,
    AT_EPOCH,
    AT_POSITION,
    AT_STEP,
    BASE,
    BATCH,
    BLOCK,
    BLOCKS_DONE,
    COMPONENTS,
    DEPTH,
    DONE,
    EXAMPLES,
    FEATURES,
    GRADIENT_ITSELF,
    INPUT,
    LABELS,
    LAYER_FIELDS,
    LOSS,
    LOSS_ITSELF,
    NOISE,
    ORDER_OF,
    PATTERNED,
    PLACES,
    PRE_ACTIVATION,
    PUSH_OUT,
    REALS,
    ROUND,
    ROUNDS,
    RUNNING,
    SCRATCH,
    SEED,
    SERIES,
    SETTINGS,
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
    TOSSES,
    WEIGHT,
    WIDTH,
    A,
)
from core.kernels.records import (
    diverged,
    finish_row,
    first_bad_layer,
    next_step,
    recall,
    remember,
    track,
)
from core.kernels.steps import run_backward, run_forward
from core.kernels.update import same_moments, update


@njit(**FAST)
def layer_squares(table, whole, store, g0, out):
    """Σ g² of each layer's gradient, in the order in which a step sums it."""
    start = 0
    for k in range(whole[DEPTH]):
        out[k] = 0.0
        for part in range(PARTS):
            n = part_size(table[k], part, start)
            if n > 0:
                out[k] += gradient_squares(store, g0 + start, n)
            start += n


@exported("LiLDLDpppppLOLDiDDiiBDD>v", **FLAGS)
def train_steps(
    ops,
    count,
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
    summed,
    grad_before,
    rows,
    steps,
    columns,
    stop,
    found,
    factors,
):
    """Make up to ``steps`` steps; see `train`."""
    whole, reals = view(whole, 0, SETTINGS), view(reals, 0, REALS)
    depth, n, size = whole[DEPTH], whole[EXAMPLES], whole[SIZE]
    ops = carray(ops, (count, OPERATION_FIELDS))
    table = carray(table, (depth, LAYER_FIELDS))
    store, stats, work = view(store, 0, ALL), view(stats, 0, ALL), view(work, 0, ALL)
    place, sums = view(place, 0, PLACES), view(sums, 0, summed)
    noted = view(sums, SUM_LAYERS + depth, 3)
    grad_before, stop = view(grad_before, 0, depth), view(stop, 0, 1)
    found, factors = view(found, 0, depth * PARTS * SUMS), view(factors, 0, FACTORS)
    wide = VECTOR // work.itemsize
    seed = whole[SEED]
    same_moments(store, size, place[SIDE])
    place[DONE] = 0
    place[STATUS] = RUNNING
    while place[DONE] < steps:
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
        if whole[TOSSES]:
            recall(table, whole, stats, side, noted, 1)
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
            rounds = whole[ROUNDS]
            number = 0
            loss = 0.0
            z0 = table[depth - 1, A]
            while True:  # rounds for baselines first, then the draw that counts
                reals[ROUND] = number if number < rounds else -1
                if not run_forward(
                    ops,
                    0,
                    len(ops),
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
                    key(seed, 2, step),
                    batch,
                    column,
                    stop,
                ):
                    place[STATUS] = STOPPED
                    return
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
                if number >= rounds:
                    break
                note_round(
                    ops,
                    len(ops),
                    table,
                    shape,
                    work,
                    whole[SCRATCH],
                    whole[BASE],
                    number,
                    rounds,
                    whole[PATTERNED],
                    (nb << 32) + ld,
                )
                number += 1
            if not np.isfinite(loss):
                bad = first_bad_layer(table, whole, work, ld, 1, 1, 0)
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
            more = 1 if place[BLOCKS_DONE] > 0 else 0
            if whole[TOSSES]:
                weigh(
                    ops,
                    len(ops),
                    table,
                    shape,
                    work,
                    whole[SCRATCH],
                    whole[BASE],
                    store,
                    theta0,
                    ACCUMULATED * size,
                    more,
                    noted,
                    nb,
                    ld,
                )
            work[whole[SCRATCH]] = 0.0  # used as the bias of a product that has none
            run_backward(
                ops,
                len(ops),
                table,
                shape,
                whole,
                store,
                theta0,
                work,
                nb,
                ld,
                more,
                sums,
            )
            sums[SUM_LOSS] += loss
            place[BLOCKS_DONE] += 1
        row = view(rows, place[DONE] * columns, columns)
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
        if whole[STATS]:
            track(ops, count, table, whole, stats, side, work, batch, 1)
        if whole[TOSSES]:
            remember(table, whole, stats, side, noted, batch, 1)
        place[BLOCKS_DONE] = 0
        next_step(place, batch, n)


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
        ops,
        len(ops),
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
        len(sums),
        grad_before,
        rows,
        len(rows),
        rows.shape[1],
        stop,
        found,
        factors,
    )
    restore(control)
