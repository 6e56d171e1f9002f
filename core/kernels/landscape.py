# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The loss over a plane of weights θ + α·u + β·v, without the GIL."""

from __future__ import annotations

from numba import njit

from core.kernels.evaluate import evaluate_blocks
from core.kernels.memory import borrowed, flush_denormals, is_set, restore
from core.kernels.options import FAST, INNER


@njit(**INNER)
def plane_rows(
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
    """Write summed losses (β, α) to ``out`` and correct decisions to ``right``.

    Returns the number of finished rows. ``moved`` has room for the weights of one
    point; ``nothing`` is empty.
    """
    for i in range(len(betas)):
        if is_set(stop):
            return i
        for j in range(len(alphas)):
            for p in range(len(theta)):
                moved[p] = theta[p] + alphas[j] * u[p] + betas[i] * v[p]
            total, correct = evaluate_blocks(
                ops,
                table,
                shape,
                whole,
                reals,
                moved,
                stats,
                work,
                inputs,
                targets,
                labels,
                order,
                capacity,
                nothing,
                0,
                stop,
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
        borrowed(ops),
        borrowed(table),
        borrowed(shape),
        borrowed(whole),
        borrowed(reals),
        borrowed(theta),
        borrowed(u),
        borrowed(v),
        borrowed(alphas),
        borrowed(betas),
        borrowed(moved),
        borrowed(stats),
        borrowed(work),
        borrowed(inputs),
        borrowed(targets),
        borrowed(labels),
        borrowed(order),
        capacity,
        borrowed(nothing),
        borrowed(out),
        borrowed(right),
        borrowed(stop),
    )
    restore(control)
    return done
