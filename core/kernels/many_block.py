# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""One block of examples of many networks side by side: from inputs to losses."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.kernels.chance import note_round
from core.kernels.draws import key
from core.kernels.lane_chance import lane_weigh
from core.kernels.lane_examples import hits, lane_gather, lane_noise
from core.kernels.lane_series import add_lanes
from core.kernels.lane_strands import join_totals, leave_out
from core.kernels.layers import smooth_targets
from core.kernels.losses import losses_and_pushes
from core.kernels.many_steps import lane_forward
from core.kernels.memory import is_set, view
from core.kernels.options import INLINE, VECTOR
from core.kernels.program import (
    BASE,
    COMPONENTS,
    DEPTH,
    DRAWS,
    DROPOUT,
    EXAMPLES,
    FEATURES,
    INPUT,
    LABELS,
    LOSS,
    NOISE,
    PATTERNED,
    PUSH_OUT,
    ROUNDS,
    SCRATCH,
    SMOOTHING,
    TARGET,
    TARGETS,
    TOSSES,
    WIDTH,
    A,
)


@njit(**INLINE)
def take_examples(
    whole,
    reals,
    inputs,
    targets,
    seeds,
    orders,
    step,
    first,
    nb,
    batch,
    column,
    work,
    keys,
):
    """Copy each lane's inputs and targets of a block, and add noise to the inputs."""
    n, lanes = whole[EXAMPLES], len(keys)
    lane_gather(inputs, n, whole[FEATURES], orders, first, nb, work, whole[INPUT])
    lane_gather(targets, n, whole[TARGETS], orders, first, nb, work, whole[TARGET])
    if reals[NOISE] > 0.0:
        for lane in range(lanes):
            keys[lane] = np.int64(key(seeds[lane], 3, step))
        rows, noise = whole[FEATURES], reals[NOISE]
        lane_noise(work, whole[INPUT], rows, keys, nb, batch, column, noise)
    if reals[SMOOTHING] > 0.0:
        long = nb * lanes
        rows, smoothing = whole[TARGETS], reals[SMOOTHING]
        smooth_targets(work, whole[TARGET], rows, long, long, smoothing)
    if reals[DROPOUT] > 0.0 or whole[DRAWS]:
        for lane in range(lanes):
            keys[lane] = np.int64(key(seeds[lane], 2, step))


@njit(**INLINE)
def lane_pushes(table, whole, work, nb, batch, networks, lanes):
    """The loss of every example of a block, and its push."""
    e0, ld = whole[SCRATCH], nb * lanes
    losses_and_pushes(
        whole[LOSS],
        work,
        table[whole[DEPTH] - 1, A],
        whole[TARGET],
        whole[PUSH_OUT],
        e0,
        whole[WIDTH],
        whole[TARGETS],
        whole[COMPONENTS],
        ld,
        ld,
    )
    if networks < lanes:
        leave_out(work, e0, 1, nb, batch, networks)
        leave_out(work, whole[PUSH_OUT], whole[WIDTH], nb, batch, networks)


@njit(**INLINE)
def lane_pass(
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
    own,
    noted,
    nb,
    batch,
    column,
    networks,
    more,
    stop,
):
    """Run a block forward up to its losses and pushes; False if it was stopped.

    Random units go forward several times for their baselines, then they draw.
    """
    lanes, rounds, number = VECTOR // work.itemsize, whole[ROUNDS], 0
    ld, scratch, base = nb * lanes, whole[SCRATCH], whole[BASE]
    # Numbers of a row that belong to an example; the lanes behind them have none.
    filled = ld if networks == lanes else batch * networks
    while True:
        lane_forward(
            ops,
            table,
            shape,
            reals,
            store,
            theta0,
            work,
            keys,
            own,
            number if number < rounds else -1,
            nb,
            batch,
            column,
            networks,
        )
        lane_pushes(table, whole, work, nb, batch, networks, lanes)
        if number >= rounds:
            break
        if is_set(stop):
            return False
        note_round(
            ops,
            len(ops),
            table,
            shape,
            work,
            scratch,
            base,
            number,
            rounds,
            whole[PATTERNED],
            (filled << 32) + ld,
        )
        number += 1
    if whole[TOSSES]:
        lane_weigh(
            ops,
            len(ops),
            table,
            shape,
            work,
            scratch,
            base,
            store,
            theta0,
            summed0,
            more,
            noted,
            filled,
            ld,
        )
        if networks < lanes:  # then a step has only one block
            join_totals(work, view(noted, 2 * lanes, lanes), 1, networks)
    return True


@njit(**INLINE)
def lane_losses(
    table, whole, work, known, orders, first, nb, batch, networks, losses, correct
):
    """Add the losses of a block and its correct predictions for each lane.

    Afterwards the losses of its examples are overwritten.
    """
    z0, e0, lanes = table[whole[DEPTH] - 1, A], whole[SCRATCH], len(losses)
    ld = nb * lanes
    add_lanes(work, e0, nb, losses)
    if whole[LABELS]:
        n, known0 = whole[EXAMPLES], e0 + 3 * ld
        lane_gather(known, n, 1, orders, first, nb, work, known0)
        targets, components = whole[TARGETS], whole[COMPONENTS]
        hits(whole[LOSS], work, z0, known0, e0, targets, components, ld)
        if networks < lanes:
            leave_out(work, e0, 1, nb, batch, networks)
        add_lanes(work, e0, nb, correct)
    if networks < lanes:  # then a step has only one block
        join_totals(work, losses, 1, networks)
        join_totals(work, correct, 1, networks)
