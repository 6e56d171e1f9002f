# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""All operations of a network over a block of examples, there and back again.

Training, evaluation and planes of weights call them by symbol: what a step kind does is
compiled once.
"""

from __future__ import annotations

from core.kernels.linking import exported
from core.kernels.memory import is_set, view
from core.kernels.options import FLAGS
from core.kernels.program import ACCUMULATED, SIZE
from core.kernels.steps import step_back, step_forward


@exported("LiiLDDpipipiiiiiB>i", **FLAGS)
def forward(
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
    """Operations first … last − 1; 0 when told to stop between two of them."""
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
            training != 0,
            work,
            nb,
            ld,
            sequence,
            batch,
            column,
        )
        if is_set(view(stop, 0, 1)):
            return 0
    return 1


@exported("LiLDLpipiiiD>v", **FLAGS)
def backward(ops, count, table, shape, whole, store, theta0, work, nb, ld, more, sums):
    """Gradients of the block, added to the step's sums; the output's push is given."""
    summed0 = ACCUMULATED * view(whole, SIZE, 1)[0]
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
