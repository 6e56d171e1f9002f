# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Whole training steps of many networks side by side: a lane of a vector is a network.

All lanes share network, data and settings; they differ in weights, seed and learning
rate. If there are few networks, each takes several lanes (`core.kernels.lane_strands`).
A network that diverges returns to the state in which a single run would stop, and
stays there while the others continue.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.kernels.advance import FACTORS, PARTS, SUMS
from core.kernels.lane_examples import DRAWN, lane_shuffle
from core.kernels.lane_series import any_infinite, hand_over
from core.kernels.lane_strands import deal, join_gradients, join_totals
from core.kernels.many_block import lane_losses, lane_pass, take_examples
from core.kernels.many_steps import lane_backward
from core.kernels.many_update import GONE, lane_update, note_gone
from core.kernels.memory import borrowed, flush_denormals, is_set, restore, view
from core.kernels.options import FAST, INLINE, INNER, VECTOR
from core.kernels.program import (
    ACCUMULATED,
    AT_EPOCH,
    AT_POSITION,
    AT_STEP,
    BATCH,
    BLOCK,
    DEPTH,
    DONE,
    EXAMPLES,
    HAS_BEFORE,
    LABELS,
    LOSS_ITSELF,
    ORDER_OF,
    PRE_ACTIVATION,
    SIDE,
    SIZE,
    STATS,
    THETA,
    TOSSES,
)
from core.kernels.records import first_bad_layer, next_step, recall, remember, track
from core.kernels.update import LARGEST, same_moments

#: Steps whose series are collected before they are copied: the rows of different
#: networks are far apart in memory, so copying each step would touch sixteen distant
#: places every time.
_STAGED = 8


@njit(**INNER)
def copy_lane(numbers, size, lanes, lane, source, target):
    """Copy one lane of ``size`` entries between the two states."""
    for i in range(size):
        to = (target * size + i) * lanes + lane
        numbers[to] = numbers[(source * size + i) * lanes + lane]


@njit(**INNER)
def copy_state(whole, store, stats, lanes, lane, source, target):
    """Copy parameters, moments, gradient and running statistics of one lane."""
    copy_lane(store, 4 * whole[SIZE], lanes, lane, source, target)
    copy_lane(stats, whole[STATS], lanes, lane, source, target)


@njit(**INLINE)
def check_losses(
    table, whole, store, stats, work, nb, networks, place, losses, fates, living
):
    """Reset lanes whose loss is not finite to the previous state, as a run would."""
    depth, lanes = whole[DEPTH], len(losses)
    if not any_infinite(losses, lanes):
        return
    for lane in range(lanes):
        if abs(losses[lane]) <= LARGEST or fates[lane, GONE]:
            continue
        bad = first_bad_layer(table, whole, work, nb, lanes, networks, lane)
        what = PRE_ACTIVATION if bad < depth else LOSS_ITSELF
        back, side = place[HAS_BEFORE], place[SIDE]
        note_gone(fates, lane, place[AT_STEP], min(bad, depth - 1), what, back)
        living[lane] = 0.0
        if back:
            copy_state(whole, store, stats, lanes, lane, 1 - side, side)


@njit(**INLINE)
def lane_recall(table, whole, stats, side, noted, lanes):
    """What `lane_weigh` needs of the state, before the first block of a step."""
    for i in range(3 * lanes):
        noted[i] = 0.0
    recall(table, whole, stats, side, noted, lanes)


@njit(**INLINE)
def lane_track(ops, table, whole, stats, side, work, noted, examples, lanes, fates):
    """Running statistics of the next state; those of lost networks stay."""
    size = whole[STATS]
    if size == 0:
        return
    track(ops, len(ops), table, whole, stats, side, work, examples, lanes)
    if whole[TOSSES]:
        remember(table, whole, stats, side, noted, examples, lanes)
    for lane in range(lanes):
        if fates[lane, GONE]:
            copy_lane(stats, size, lanes, lane, side, 1 - side)


@njit(**INLINE)
def send_rows(stage, staged, lanes, rows, done):
    """Copy the last ``staged`` steps of the series to the rows of their networks."""
    columns = rows.shape[2]
    at, step = (done - staged) * columns, rows.shape[1] * columns
    hand_over(stage, lanes, len(rows), staged * columns, rows, at, step)


@njit(**INNER)
def many_steps(
    ops,
    table,
    shape,
    whole,
    reals,
    rates,
    seeds,
    store,
    stats,
    work,
    inputs,
    targets,
    known,
    orders,
    place,
    before,
    fates,
    rows,
    steps,
    networks,
    dealt,
    keys,
    drawn,
    losses,
    correct,
    pushes,
    given,
    factors,
    still,
    living,
    clips,
    found,
    stage,
    checks,
    noted,
    stop,
):
    """Make up to ``steps`` steps of all lanes; see `train_many`."""
    n, size = whole[EXAMPLES], whole[SIZE]
    lanes = VECTOR // work.itemsize
    columns, staged, finished = rows.shape[2], 0, True
    same_moments(store, size * lanes, place[SIDE])
    for lane in range(lanes):
        correct[lane], clips[lane] = np.nan, 1.0
        living[lane] = 0.0 if fates[lane, GONE] else 1.0
    place[DONE] = 0
    while place[DONE] < steps:
        if is_set(stop):
            break
        step, position, side = place[AT_STEP], place[AT_POSITION], place[SIDE]
        if place[ORDER_OF] != place[AT_EPOCH] and whole[BATCH] < n:
            lane_shuffle(work, seeds, place[AT_EPOCH], orders, n, networks, keys, drawn)
            place[ORDER_OF] = place[AT_EPOCH]
        batch = min(whole[BATCH], n - position)
        theta0 = (4 * side + THETA) * size * lanes
        summed0 = ACCUMULATED * size * lanes
        for lane in range(lanes):
            losses[lane] = 0.0
        if whole[LABELS]:
            for lane in range(lanes):
                correct[lane] = 0.0
        for i in range(len(pushes)):
            pushes[i] = 0.0
        if whole[TOSSES]:
            lane_recall(table, whole, stats, side, noted, lanes)
        for column in range(0, batch, whole[BLOCK]):
            nb = min(whole[BLOCK], batch - column)
            first, more = position + column, 1 if column > 0 else 0
            picks = orders
            if networks < lanes:
                deal(orders, first, batch, lanes, networks, dealt)
                picks, first, nb = dealt, 0, (batch * networks + lanes - 1) // lanes
            take_examples(
                whole,
                reals,
                inputs,
                targets,
                seeds,
                picks,
                step,
                first,
                nb,
                batch,
                column,
                work,
                keys,
            )
            finished = lane_pass(
                ops,
                table,
                shape,
                whole,
                reals,
                store,
                theta0,
                summed0,
                work,
                keys,
                drawn,
                noted,
                nb,
                batch,
                column,
                networks,
                more,
                stop,
            )
            if not finished:
                break
            lane_losses(
                table,
                whole,
                work,
                known,
                picks,
                first,
                nb,
                batch,
                networks,
                losses,
                correct,
            )
            check_losses(
                table,
                whole,
                store,
                stats,
                work,
                nb,
                networks,
                place,
                losses,
                fates,
                living,
            )
            lane_backward(
                ops, table, shape, store, theta0, summed0, work, nb, more, pushes
            )
            if networks < lanes:
                join_gradients(store, summed0, size, networks)
                join_totals(work, pushes, whole[DEPTH], networks)
                break
        if not finished:  # stopped within the step
            break
        bad = lane_update(
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
            view(stage, staged * columns * lanes, columns * lanes),
            checks,
            fates,
        )
        lane_track(ops, table, whole, stats, side, work, noted, batch, lanes, fates)
        if bad:
            for lane in range(lanes):
                if living[lane] < 0.0:
                    copy_state(whole, store, stats, lanes, lane, side, 1 - side)
                    living[lane] = 0.0
        next_step(place, batch, n)
        staged += 1
        if staged == _STAGED:
            send_rows(stage, staged, lanes, rows, place[DONE])
            staged = 0
    send_rows(stage, staged, lanes, rows, place[DONE])


@njit(**FAST)
def train_many(
    ops,
    table,
    shape,
    whole,
    reals,
    rates,
    seeds,
    store,
    stats,
    work,
    inputs,
    targets,
    known,
    orders,
    place,
    before,
    fates,
    rows,
    steps,
    networks,
    stop,
):
    """Make up to ``steps`` steps of the networks of one group.

    ``networks`` is the number of lanes, or a half, a quarter … of it. If it is smaller,
    a network has several strands, and the whole batch must fit into a block.

    ``rows`` (networks, at least ``steps``, columns) receives their series, and
    ``fates`` (lanes, …) which lanes diverged. ``known`` are the labels as real numbers,
    and ``orders`` is (examples, lanes).
    """
    lanes, depth = VECTOR // work.itemsize, whole[DEPTH]
    most = (min(whole[BATCH], whole[EXAMPLES]) * networks + lanes - 1) // lanes
    dealt = np.zeros((most, lanes), np.int32)
    keys, drawn = np.zeros(lanes, np.int64), np.zeros(DRAWN * lanes, np.int64)
    losses, correct = np.zeros(lanes), np.zeros(lanes)
    pushes, given = np.zeros(depth * lanes), np.zeros(FACTORS)
    factors = np.zeros(FACTORS * lanes, work.dtype)
    still = np.zeros(FACTORS * lanes, work.dtype)
    living, clips = np.zeros(lanes, work.dtype), np.zeros(lanes)
    found = np.zeros(depth * PARTS * SUMS * lanes, work.dtype)
    stage = np.zeros(_STAGED * rows.shape[2] * lanes)
    checks, noted = np.zeros(2 * depth * lanes), np.zeros(3 * lanes)
    control = flush_denormals()
    many_steps(
        borrowed(ops),
        borrowed(table),
        borrowed(shape),
        borrowed(whole),
        borrowed(reals),
        borrowed(rates),
        borrowed(seeds),
        borrowed(store),
        borrowed(stats),
        borrowed(work),
        borrowed(inputs),
        borrowed(targets),
        borrowed(known),
        borrowed(orders),
        borrowed(place),
        borrowed(before),
        borrowed(fates),
        borrowed(rows),
        steps,
        networks,
        borrowed(dealt),
        borrowed(keys),
        borrowed(drawn),
        borrowed(losses),
        borrowed(correct),
        borrowed(pushes),
        borrowed(given),
        borrowed(factors),
        borrowed(still),
        borrowed(living),
        borrowed(clips),
        borrowed(found),
        borrowed(stage),
        borrowed(checks),
        borrowed(noted),
        borrowed(stop),
    )
    restore(control)
