"""The effect of a change of the run on the live state, for one network or many."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.arrays import Floats
from core.engine.beginning import kept_between
from core.network import NetworkSpec, fresh_running
from core.network.rewiring import Sources
from core.run import RunSpec
from core.run.initialisers import initial_theta
from core.training import TrainingSpec
from core.training.state import TrainState

#: Adjusts the weights carried over by an edit.
Settle = Callable[[NetworkSpec, Floats], Floats]


def retune(
    state: TrainState, old: TrainingSpec, new: TrainingSpec, examples: int
) -> None:
    """Continue ``state`` with other hyper-parameters."""
    if new.precision != old.precision:
        dtype = np.dtype(new.precision)
        for name in ("theta", "moment1", "moment2", "gradient", "running"):
            setattr(state, name, getattr(state, name).astype(dtype))
    if new.optimiser != old.optimiser:
        state.moment1[...] = 0.0
        state.moment2[...] = 0.0
        state.moment_steps = 0
    if not 0 < new.batch_size < examples and state.position:
        # Full batches start at the first example, so a half-used epoch ends here.
        state.position = 0
        state.epoch += 1


def carry_over(
    state: TrainState,
    before: RunSpec,
    after: RunSpec,
    sources: Sources,
    settled: Settle | None = None,
) -> None:
    """Continue ``state`` as another network or on other data, keeping what fits."""
    network = after.network
    kept = kept_between(before, after, sources)
    fresh = initial_theta(network, after.initial, after.seed)
    state.theta = kept.theta(state.theta, fresh)
    if settled is not None:
        state.theta = settled(network, state.theta)
    state.running = kept.statistics(state.running, fresh_running(network))
    for name in ("moment1", "moment2", "gradient"):
        setattr(state, name, kept.moments(getattr(state, name)))
    if before.data != after.data or before.features != after.features:
        state.position = 0
