"""What every layer computes at given points, by the fastest method available.

Values use the compiled kernels where training does, without the GIL and in the run's
own precision; otherwise NumPy. Everything here is a pure function of a snapshot.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.steps import plan_of
from core.steps.forward import LayerValues, layer_values

#: From the network's inputs (n, features) to the values of every layer, logits last.
Evaluate = Callable[[Floats], list[LayerValues]]

_WORTHWHILE = 128  # fewest points for which the compiled pass is faster


def compiled(snapshot: Snapshot, points: int) -> bool:
    """Whether kernels are worth it for so many points; never loads or compiles them."""
    return (
        points >= _WORTHWHILE
        and snapshot.backend == "compiled"
        and "core.kernels.train" in sys.modules
    )


def evaluator(snapshot: Snapshot) -> Evaluate:
    """The forward pass of ``snapshot``, one point per row.

    The compiled pass stores its arrays by unit, the fastest order for sums and extremes
    per unit.
    """
    network = snapshot.network

    def plain(seen: Floats) -> list[LayerValues]:
        return layer_values(network, snapshot.theta, snapshot.running, seen)

    def fast(seen: Floats) -> list[LayerValues]:
        if not compiled(snapshot, len(seen)):
            return plain(seen)
        from core.kernels.forward import named_values

        inputs = np.ascontiguousarray(seen.T, np.float64)
        found = named_values(
            network,
            snapshot.theta,
            snapshot.running,
            inputs,
            snapshot.run.training.precision,
        )
        return plan_of(network).by_layer({name: v.T for name, v in found.items()})

    return fast


def values_at(snapshot: Snapshot, seen: Floats) -> list[LayerValues]:
    """Values of every layer for network inputs (n, features), logits last."""
    return evaluator(snapshot)(seen)
