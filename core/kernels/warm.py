"""Compiling everything ahead of its first use."""

from __future__ import annotations

import numpy as np

from core.kernels.backend import CompiledBackend
from core.kernels.cache import mark_warm
from core.kernels.families import MANY, SETS, USUAL, precision_and_family, set_name
from core.kernels.forward import plane_measures
from core.kernels.linking import load_exported, load_family, rare_entries
from core.kernels.verified import used
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import usual_loss
from core.training import PRECISIONS, TrainingSpec
from core.training.state import TrainData, TrainState


def _smallest() -> tuple[NetworkSpec, TrainData, TrainState]:
    """A network, data and a state, as small as possible.

    One step is enough: to the kernels, the unit, loss or optimiser is just a number.
    The state is not 0, so that it differs from an empty backend's own and must be
    loaded.
    """
    network = NetworkSpec(1, (LayerSpec(1),), OutputSpec(usual_loss(0), 1))
    one = np.ones((1, 1))
    state = TrainState.start(np.ones(network.layout.size), fresh_running(network))
    return network, TrainData(one, one, None), state


def warm_up(precision: str = "float64", family: str = USUAL) -> None:
    """Compile the kernels of a precision, or load them from the cache.

    These are the kernels that every network uses, or those of one family.
    """
    if family != USUAL:
        mark_warm(set_name(precision, family), load_family(precision, family))
        return
    network, data, state = _smallest()
    backend = CompiledBackend(network, TrainingSpec(precision=precision), data, 0)
    backend.run(state, 1, np.zeros(1, np.uint8))
    backend.evaluate(state.theta, state.running, data)
    mark_warm(precision, used - rare_entries())


def warm_up_many(precision: str = "float64") -> None:
    """The same for many networks at once and planes of weights, ahead of first use."""
    from core.kernels.many_backend import ManyBackend  # imported only here

    load_exported(precision)  # all families: lanes have separate kernels
    network, data, state = _smallest()
    theta, still = state.theta, np.zeros(1)
    plane_measures(
        network, theta, state.running, data, (theta, theta), still, still, precision
    )
    many = ManyBackend(network, TrainingSpec(precision=precision), data, (0,))
    many.run([state], 1, np.zeros(1, np.uint8))
    mark_warm(MANY[precision], used)


def warm_up_set(what: str) -> None:
    """Compile or load a set of kernels, one of `SETS` or `MANY`."""
    for precision in PRECISIONS:
        if what == MANY[precision]:
            warm_up_many(precision)
        elif what in SETS[precision]:
            warm_up(*precision_and_family(what))
