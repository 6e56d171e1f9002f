"""The loss around the present weights, over the plane θ + α·u + β·v."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import require
from core.network import NetworkSpec
from core.training.state import TrainData


def plane_losses(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    u: Floats,
    v: Floats,
    alphas: Floats,
    betas: Floats,
    inputs: Floats,
    targets: Floats,
    precision: str = "float64",
    stop: npt.NDArray[np.uint8] | None = None,
) -> Floats:
    """Mean data losses (B, A) over all examples, in evaluation mode.

    ``inputs`` are (features, n) and ``targets`` (targets, n). The GIL is released
    throughout; another thread may set ``stop[0]``, which leaves unfinished rows NaN. A
    point where the loss overflows is infinite or NaN.
    """
    data = TrainData(inputs, targets, None)
    given = (theta, running, u, v, alphas, betas)
    return plane_measures(network, *given, data, precision, stop)[0]


def plane_measures(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    u: Floats,
    v: Floats,
    alphas: Floats,
    betas: Floats,
    data: TrainData,
    precision: str = "float64",
    stop: npt.NDArray[np.uint8] | None = None,
) -> tuple[Floats, Floats]:
    """`plane_losses`, and the share of right decisions (NaN without classes)."""
    from core.kernels.forward import plane_measures as compiled  # loads numba

    for name, direction in (("u", u), ("v", v)):
        wanted, got = np.shape(theta), np.shape(direction)
        require(got == wanted, f"landscape: {name}", f"have the shape {wanted}", got)
    return compiled(
        network, theta, running, data, (u, v), alphas, betas, precision, stop
    )


def plane_reference(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    u: Floats,
    v: Floats,
    alphas: Floats,
    betas: Floats,
    data: TrainData,
) -> tuple[Floats, Floats]:
    """`plane_measures` without kernels: slow, but needs no compilation."""
    from core.engine.reference_backend import measured

    out = np.full((2, len(betas), len(alphas)), np.nan)
    for i, beta in enumerate(betas):
        for j, alpha in enumerate(alphas):
            there = theta + alpha * u + beta * v
            loss, accuracy = measured(network, there, running, data)
            out[0, i, j] = loss
            out[1, i, j] = np.nan if accuracy is None else accuracy
    return out[0], out[1]
