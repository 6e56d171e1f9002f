# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The loss over a plane of weights θ + α·u + β·v, without the GIL."""

from __future__ import annotations

from numba import njit

from core.kernels.evaluate import evaluate_blocks
from core.kernels.memory import borrowed, flush_denormals, is_set, restore
from core.kernels.options import FAST, INNER


@njit(**INNER)
def plane_rows(
    program, section, moved, stats, work, examples, capacity, nothing, measured, stop
):
    """Write summed losses (β, α) and correct decisions to the arrays of ``measured``.

    Returns the number of finished rows. ``section`` is θ, u, v and all α and β.
    ``moved`` has room for the weights of one point; ``nothing`` is empty.
    """
    theta, u, v, alphas, betas = section
    out, right = measured
    for i in range(len(betas)):
        if is_set(stop):
            return i
        for j in range(len(alphas)):
            for p in range(len(theta)):
                moved[p] = theta[p] + alphas[j] * u[p] + betas[i] * v[p]
            total, correct = evaluate_blocks(
                program, moved, stats, work, examples, capacity, nothing, 0, stop
            )
            out[i, j] = total
            right[i, j] = correct if total == total else total  # NaN if stopped
    return len(betas)


@njit(**FAST)
def plane(
    ops,
    table,
    shape,
    whole,
    reals,
    theta,
    u,
    v,
    alphas,
    betas,
    moved,
    stats,
    work,
    inputs,
    targets,
    labels,
    order,
    capacity,
    nothing,
    out,
    right,
    stop,
):
    """`plane_rows` with denormal numbers treated as 0, as in training."""
    control = flush_denormals()
    done = plane_rows(
        borrowed((ops, table, shape, whole, reals)),
        borrowed((theta, u, v, alphas, betas)),
        borrowed(moved),
        borrowed(stats),
        borrowed(work),
        borrowed((inputs, targets, labels, order)),
        capacity,
        borrowed(nothing),
        borrowed((out, right)),
        borrowed(stop),
    )
    restore(control)
    return done
