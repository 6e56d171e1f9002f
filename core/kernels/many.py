# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Whole training steps of many networks side by side, see `core.kernels.lanes`.

All lanes share network, data and settings; they differ in weights, seed and the factors
of their update. A network that leaves the finite numbers goes back to where a single
run would leave it, and stays there while the others go on.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.kernels.advance import (
    FACTORS,
    SUMS,
)
from core.kernels.draws import key, shuffle
from core.kernels.lanes import (
    lane_gather,
    lane_noise,
)
from core.kernels.layers import smooth_targets
from core.kernels.losses import count_correct, loss_and_push
from core.kernels.many_steps import lane_backward, lane_forward
from core.kernels.many_update import (
    GONE,
    GONE_BACK,
    GONE_LAYER,
    GONE_STEP,
    GONE_WHAT,
    RAW_CORRECT,
    RAW_EXAMPLES,
    RAW_LOSS,
    lane_update,
)
from core.kernels.memory import borrowed, flush_denormals, is_set, restore
from core.kernels.operations import (
    CODE,
    LAYER,
    NORMALISE,
    STATISTICS,
    WIDTH_OUT,
)
from core.kernels.options import FAST, INNER, VECTOR
from core.kernels.program import (
    ACCUMULATED,
    AT_EPOCH,
    AT_MOMENT,
    AT_POSITION,
    AT_STEP,
    BATCH,
    BLOCK,
    COMPONENTS,
    DEPTH,
    DONE,
    DROPOUT,
    EXAMPLES,
    FEATURES,
    FROZEN,
    HAS_BEFORE,
    INPUT,
    LABELS,
    LOSS,
    LOSS_ITSELF,
    MEAN,
    NOISE,
    ORDER_OF,
    PRE_ACTIVATION,
    PUSH_OUT,
    SIDE,
    SIZE,
    SMOOTHING,
    STATS,
    TARGET,
    TARGETS,
    THETA,
    UNITS,
    VAR,
    WIDTH,
    A,
)
from core.kernels.update import same_moments

_MOMENTUM = 0.1  # of the running statistics


@njit(**INNER)
def copy_lane(store, size, lanes, lane, source, target):
    """Copy parameters, moments and gradient of one lane between the two states."""
    for i in range(4 * size):
        store[(target * 4 * size + i) * lanes + lane] = store[
            (source * 4 * size + i) * lanes + lane
        ]


@njit(**INNER)
def copy_stats(stats, size, lanes, lane, source, target):
    """The same for the running statistics."""
    for i in range(size):
        to = (target * size + i) * lanes + lane
        stats[to] = stats[(source * size + i) * lanes + lane]


@njit(**INNER)
def first_bad_layer(table, whole, work, nb, lanes, lane):
    """The first layer with an activation of this lane that is not finite."""
    for k in range(whole[DEPTH]):
        for i in range(table[k, UNITS] * nb):
            if not np.isfinite(work[(table[k, A] + i) * lanes + lane]):
                return k
    return whole[DEPTH]


@njit(**INNER)
def lane_losses(
    whole,
    table,
    store,
    stats,
    work,
    labels,
    orders,
    first,
    nb,
    lanes,
    fates,
    raw,
    room,
    place,
):
    """Losses and pushes of each lane by itself, in the scratch at ``room``.

    A lane whose loss is not finite goes back to the state before, like a single run.
    """
    width, targets, n = whole[WIDTH], whole[TARGETS], whole[EXAMPLES]
    z0, y0 = table[whole[DEPTH] - 1, A] * lanes, whole[TARGET] * lanes
    g0 = whole[PUSH_OUT] * lanes
    zs, ys = room, room + width * nb
    gs = ys + targets * nb
    scratch = gs + width * nb
    for lane in range(lanes):
        for i in range(width * nb):
            work[zs + i] = work[z0 + i * lanes + lane]
        for i in range(targets * nb):
            work[ys + i] = work[y0 + i * lanes + lane]
        loss = loss_and_push(
            whole[LOSS],
            work,
            zs,
            ys,
            gs,
            scratch,
            width,
            targets,
            whole[COMPONENTS],
            nb,
            nb,
        )
        for i in range(width * nb):
            work[g0 + i * lanes + lane] = work[gs + i]
        if fates[lane, GONE]:
            continue
        if not np.isfinite(loss):
            bad = first_bad_layer(table, whole, work, nb, lanes, lane)
            depth = whole[DEPTH]
            fates[lane, GONE] = 1
            fates[lane, GONE_STEP] = place[AT_STEP]
            fates[lane, GONE_LAYER] = min(bad, depth - 1)
            fates[lane, GONE_WHAT] = PRE_ACTIVATION if bad < depth else LOSS_ITSELF
            fates[lane, GONE_BACK] = place[HAS_BEFORE]
            if place[HAS_BEFORE]:
                here, before = place[SIDE], 1 - place[SIDE]
                copy_lane(store, whole[SIZE], lanes, lane, before, here)
                copy_stats(stats, whole[STATS], lanes, lane, before, here)
            continue
        raw[RAW_LOSS, lane] += loss
        if whole[LABELS]:
            raw[RAW_CORRECT, lane] += count_correct(
                whole[LOSS],
                work,
                zs,
                labels,
                orders,
                lane * n + first,
                0,
                width,
                targets,
                whole[COMPONENTS],
                nb,
                nb,
            )


@njit(**INNER)
def lane_track(ops, table, whole, stats, side, work, examples, lanes, fates):
    """Running statistics of the next state, of each lane."""
    size = whole[STATS]
    if size == 0:
        return
    old, new = side * size, (1 - side) * size
    for i in range(size * lanes):
        stats[new * lanes + i] = stats[old * lanes + i]
    unbias = examples / (examples - 1.0) if examples > 1 else 1.0
    for o in range(len(ops)):
        k = ops[o, LAYER]
        if ops[o, CODE] != NORMALISE or table[k, FROZEN]:
            continue
        rows, at = ops[o, WIDTH_OUT], ops[o, STATISTICS]
        for r in range(rows):
            for lane in range(lanes):
                if fates[lane, GONE]:
                    continue
                m = (new + table[k, MEAN] + r) * lanes + lane
                v = (new + table[k, VAR] + r) * lanes + lane
                mean = work[(at + r) * lanes + lane]
                variance = work[(at + 2 * rows + r) * lanes + lane]
                stats[m] = (1.0 - _MOMENTUM) * stats[m] + _MOMENTUM * mean
                kept = (1.0 - _MOMENTUM) * stats[v]
                stats[v] = kept + _MOMENTUM * unbias * variance


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
    labels,
    orders,
    place,
    before,
    fates,
    cut,
    rows,
    keys,
    pushes,
    given,
    factors,
    still,
    living,
    clips,
    squares,
    found,
    room,
    ones,
    stop,
):
    """Make up to ``len(rows)`` steps of all lanes; see `train_many`."""
    n, size, depth = whole[EXAMPLES], whole[SIZE], whole[DEPTH]
    lanes = VECTOR // work.itemsize
    same_moments(store, size * lanes, place[SIDE])
    place[DONE] = 0
    while place[DONE] < len(rows):
        if is_set(stop):
            return
        step, position, side = place[AT_STEP], place[AT_POSITION], place[SIDE]
        if place[ORDER_OF] != place[AT_EPOCH] and whole[BATCH] < n:
            for lane in range(lanes):
                shuffle(seeds[lane], place[AT_EPOCH], orders[lane], n)
            place[ORDER_OF] = place[AT_EPOCH]
        batch = min(whole[BATCH], n - position)
        theta0, summed0 = (4 * side + THETA) * size, ACCUMULATED * size
        raw = rows[place[DONE]]
        for lane in range(lanes):
            raw[RAW_LOSS, lane], raw[RAW_CORRECT, lane] = 0.0, 0.0
            raw[RAW_EXAMPLES, lane] = batch
            for k in range(depth):
                pushes[k, lane] = 0.0
        for column in range(0, batch, whole[BLOCK]):
            nb = min(whole[BLOCK], batch - column)
            first = position + column
            more = column > 0
            to, ys = whole[INPUT] * lanes, whole[TARGET] * lanes
            lane_gather(inputs, n, whole[FEATURES], orders, first, nb, work, to)
            lane_gather(targets, n, whole[TARGETS], orders, first, nb, work, ys)
            if reals[NOISE] > 0.0:
                for lane in range(lanes):
                    keys[lane] = np.int64(key(seeds[lane], 3, step))
                noise = reals[NOISE]
                lane_noise(work, to, whole[FEATURES], keys, nb, batch, column, noise)
            if reals[SMOOTHING] > 0.0:
                long = nb * lanes
                smooth_targets(work, ys, whole[TARGETS], long, long, reals[SMOOTHING])
            if reals[DROPOUT] > 0.0:
                for lane in range(lanes):
                    keys[lane] = np.int64(key(seeds[lane], 2, step))
            lane_forward(
                ops, table, shape, reals, store, theta0, work, keys, nb, batch, column
            )
            lane_losses(
                whole,
                table,
                store,
                stats,
                work,
                labels,
                orders,
                first,
                nb,
                lanes,
                fates,
                raw,
                room,
                place,
            )
            if not more:  # slopes and distances add to the sums
                for i in range(summed0 * lanes, (summed0 + size) * lanes):
                    store[i] = 0.0
            lane_backward(
                ops, table, store, theta0, summed0, work, ones, nb, more, pushes, found
            )
        for p in cut:  # the weights of cut links
            for lane in range(lanes):
                store[(summed0 + p) * lanes + lane] = 0.0
        lane_update(
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
            squares,
            found,
            before,
            pushes,
            raw,
            fates,
        )
        lane_track(ops, table, whole, stats, side, work, batch, lanes, fates)
        for lane in range(lanes):
            if living[lane] < 0.0:
                copy_lane(store, size, lanes, lane, side, 1 - side)
                copy_stats(stats, whole[STATS], lanes, lane, side, 1 - side)
        place[HAS_BEFORE] = 1
        place[SIDE] = 1 - side
        place[AT_STEP] = step + 1
        place[AT_MOMENT] += 1
        place[AT_POSITION] = position + batch
        if place[AT_POSITION] >= n:
            place[AT_EPOCH] += 1
            place[AT_POSITION] = 0
        place[DONE] += 1


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
    labels,
    orders,
    place,
    before,
    fates,
    cut,
    rows,
    room,
    ones,
    stop,
):
    """Make up to ``len(rows)`` steps of the networks of one group.

    ``rows`` (steps, fields, lanes) receives what a step summed, ``fates`` (lanes, …)
    who diverged, ``cut`` names the weights of cut links; single losses are worked out
    at ``room``, ones lie at ``ones``.
    """
    lanes = VECTOR // work.itemsize
    keys, squares = np.zeros(lanes, np.int64), np.zeros(lanes)
    pushes, given = np.zeros((whole[DEPTH], lanes)), np.zeros(FACTORS)
    factors = np.zeros(FACTORS * lanes, work.dtype)
    still = np.zeros(FACTORS * lanes, work.dtype)
    living, clips = np.zeros(lanes, work.dtype), np.zeros(lanes)
    found = np.zeros(SUMS * lanes, work.dtype)
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
        borrowed(labels),
        borrowed(orders),
        borrowed(place),
        borrowed(before),
        borrowed(fates),
        borrowed(cut),
        borrowed(rows),
        borrowed(keys),
        borrowed(pushes),
        borrowed(given),
        borrowed(factors),
        borrowed(still),
        borrowed(living),
        borrowed(clips),
        borrowed(squares),
        borrowed(found),
        room,
        ones,
        borrowed(stop),
    )
    restore(control)
