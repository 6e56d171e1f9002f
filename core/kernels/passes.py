# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""All operations of a network over a block of examples, there and back again.

They are part of the loop over training steps, where a call by symbol costs a small
network a twentieth of its time. Evaluation and planes of weights call `forward`.
"""

from __future__ import annotations

from numba import njit

from core.kernels.linking import exported
from core.kernels.memory import address, is_set, view
from core.kernels.options import FLAGS, INLINE
from core.kernels.program import ACCUMULATED, SIZE
from core.kernels.steps import step_back, step_forward


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
    """Operations first … last − 1; False when told to stop between two of them."""
    ops, table, shape, reals = (
        address(ops),
        address(table),
        address(shape),
        address(reals),
    )
    store, stats, work = address(store), address(stats), address(work)
    for o in range(first, last):
        step_forward(
            o,
            ops,
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
        )
        if is_set(view(stop, 0, 1)):
            return False
    return True


@exported("LiiLDDpippiiB>i", **FLAGS)
def forward(
    ops, first, last, table, shape, reals, store, theta0, stats, work, nb, ld, stop
):
    """Operations first … last − 1 by the running statistics; 0 when told to stop."""
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


@njit(**INLINE)
def run_backward(
    ops, count, table, shape, whole, store, theta0, work, nb, ld, more, sums
):
    """Gradients of the block, added to the step's sums; the output's push is given."""
    summed0 = ACCUMULATED * view(whole, SIZE, 1)[0]
    ops, table, shape, whole = (
        address(ops),
        address(table),
        address(shape),
        address(whole),
    )
    store, work, sums = address(store), address(work), address(sums)
    for o in range(count - 1, -1, -1):
        step_back(
            o,
            ops,
            table,
            shape,
            whole,
            store,
            theta0,
            summed0,
            work,
            nb,
            ld,
            more,
            sums,
        )
