"""The loss around the present weights: over the plane θ + α·u + β·v."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.engine.state import TrainData
from core.errors import require
from core.network import NetworkSpec


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

    ``inputs`` are (features, n) and ``targets`` (targets, n). The GIL is released for
    the whole of it; another thread may set ``stop[0]``, and the rows that were not yet
    finished are NaN. A point where the loss overflows is infinite or NaN.
    """
    from core.kernels.forward import plane_losses as compiled  # loads numba

    for name, direction in (("u", u), ("v", v)):
        wanted, got = np.shape(theta), np.shape(direction)
        require(got == wanted, f"landscape: {name}", f"have the shape {wanted}", got)
    data = TrainData(inputs, targets, None)
    return compiled(
        network, theta, running, data, (u, v), alphas, betas, precision, stop
    )
