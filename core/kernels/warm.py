"""Compiling everything ahead of its first use."""

from __future__ import annotations

import numpy as np

from core.engine.state import TrainData, TrainState
from core.kernels.backend import CompiledBackend
from core.kernels.cache import mark_warm
from core.kernels.forward import plane_measures
from core.kernels.verified import used
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import usual_loss
from core.training import TrainingSpec


def warm_up(precision: str = "float64") -> None:
    """Compile the kernels of a precision, or load them from the cache.

    One step does: which unit, loss or optimiser it uses is a number to the kernels.
    """
    network = NetworkSpec(1, (LayerSpec(1),), OutputSpec(usual_loss(0), 1))
    one = np.ones((1, 1))
    data = TrainData(one, one, None)
    backend = CompiledBackend(network, TrainingSpec(precision=precision), data, 0)
    # Not zeros: a state that differs from an empty backend's own has to be taken over.
    state = TrainState.start(np.ones(network.layout.size), fresh_running(network))
    backend.run(state, 1, np.zeros(1, np.uint8))
    backend.evaluate(state.theta, state.running, data)
    theta, still = state.theta, np.zeros(1)
    plane_measures(
        network, theta, state.running, data, (theta, theta), still, still, precision
    )
    mark_warm(precision, used)
