# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The forward pass over all examples without the GIL, with running statistics."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.kernels.layers import gather
from core.kernels.linking import exported
from core.kernels.losses import count_correct, loss_and_push
from core.kernels.memory import borrowed, flush_denormals, restore, view
from core.kernels.operations import COMPLETE, RESULT, WIDTH_OUT
from core.kernels.options import FAST, FLAGS, INNER, VECTOR
from core.kernels.program import (
    COMPONENTS,
    DEPTH,
    FEATURES,
    INPUT,
    LABELS,
    LOSS,
    PUSH_OUT,
    SCRATCH,
    TARGET,
    TARGETS,
    WIDTH,
    A,
)
from core.kernels.steps import run_forward


@exported("LiiLDDpippiiB>i", **FLAGS)
def forward(
    ops, first, last, table, shape, reals, store, theta0, stats, work, nb, ld, stop
):
    """Operations first … last − 1 with running statistics; 0 if it was stopped."""
    done = run_forward(
        ops,
        first,
        last,
        table,
        shape,
        reals,
        store,
        theta0,
        stats,
        False,
        work,
        nb,
        ld,
        0,
        0,
        0,
        stop,
    )
    return 1 if done else 0


@njit(**INNER)
def copy_out(work, from0, rows, nb, ld, out, to0, n):
    """Copy the values of a block, (rows, nb), into rows of length n."""
    for i in range(rows):
        source, target = view(work, from0 + i * ld, nb), view(out, to0 + i * n, nb)
        for j in range(nb):
            target[j] = source[j]


@njit(**INNER)
def evaluate_blocks(program, theta, stats, work, examples, capacity, out, wanted, stop):
    """A forward pass over all examples, with the running statistics.

    ``wanted`` 0: returns the summed loss and the number of correct predictions; 1:
    writes the logits to ``out``; 2: writes every value to ``out``, in the order of the
    operations. If ``stop`` interrupts the pass, the sum is NaN. ``program`` and
    ``examples`` are what `evaluate` is given of them.
    """
    ops, table, shape, whole, reals = program
    inputs, targets, labels, order = examples
    depth, n = whole[DEPTH], inputs.shape[1]
    wide = VECTOR // work.itemsize
    total = 0.0
    correct = 0
    first = 0
    while first < n:
        nb = min(capacity, n - first)
        ld = (nb + wide - 1) // wide * wide
        gather(inputs, n, whole[FEATURES], order, first, 1, work, whole[INPUT], nb, ld)
        at = first
        ahead = 1 if wanted == 2 else len(ops)  # operations until a value is wanted
        for o in range(0, len(ops), ahead):
            if not forward(
                ops,
                o,
                o + ahead,
                table,
                shape,
                reals,
                theta,
                0,
                stats,
                work,
                nb,
                ld,
                stop,
            ):
                return np.nan, 0
            if wanted == 2 and ops[o, COMPLETE]:
                width = ops[o, WIDTH_OUT]
                copy_out(work, ops[o, RESULT], width, nb, ld, out, at, n)
                at += width * n
        h0 = table[depth - 1, A]
        if wanted == 1:
            copy_out(work, h0, whole[WIDTH], nb, ld, out, at, n)
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
                whole[PUSH_OUT],
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


@njit(**FAST)
def evaluate(
    ops,
    table,
    shape,
    whole,
    reals,
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
    stop,
):
    """`evaluate_blocks` with denormal numbers treated as 0, as in training."""
    control = flush_denormals()
    result = evaluate_blocks(
        borrowed((ops, table, shape, whole, reals)),
        borrowed(theta),
        borrowed(stats),
        borrowed(work),
        borrowed((inputs, targets, labels, order)),
        capacity,
        borrowed(out),
        wanted,
        borrowed(stop),
    )
    restore(control)
    return result
