"""Denormal numbers count as 0 inside kernels, and only there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numba import njit

from core.analysis.landscape import plane_losses
from core.kernels.backend import CompiledBackend
from core.kernels.memory import flush_denormals, restore
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.training import PRECISIONS, TrainingSpec
from core.training.state import TrainData, TrainState

GO, HALT = np.zeros(1, np.uint8), np.ones(1, np.uint8)
NETWORK = NetworkSpec(2, (LayerSpec(8), LayerSpec(8)), OutputSpec("mse", 1))
RNG = np.random.default_rng(0)
DATA = TrainData(RNG.normal(size=(2, 40)), RNG.normal(size=(1, 40)), None)


@njit
def control() -> int:
    """The processor's floating-point control word, as this thread has it."""
    found = flush_denormals()
    restore(found)
    return found


def start() -> TrainState:
    rng = np.random.default_rng(3)
    theta = rng.normal(scale=0.5, size=NETWORK.layout.size)
    return TrainState.start(theta, fresh_running(NETWORK))


def finish(backend: CompiledBackend) -> None:
    assert backend.run(start(), 5, GO).done == 5


def be_stopped(backend: CompiledBackend) -> None:
    assert backend.run(start(), 5, HALT).done == 0


def diverge(backend: CompiledBackend) -> None:
    faster = replace(backend.training, optimiser="sgd", learning_rate=1e30)
    backend.training = faster
    assert backend.run(start(), 50, GO).divergence is not None


def begin_beyond_all_bounds(backend: CompiledBackend) -> None:
    state = start()
    state.theta[...] = 1e200
    assert backend.run(state, 5, GO).divergence is not None


def evaluate(backend: CompiledBackend) -> None:
    state = start()
    backend.evaluate(state.theta, state.running, DATA)


def plane(backend: CompiledBackend) -> None:
    state = start()
    side = np.linspace(0.0, 1.0, 3)
    given = (state.theta, state.theta, side, side, DATA.inputs, DATA.targets)
    plane_losses(NETWORK, state.theta, state.running, *given)
    plane_losses(NETWORK, state.theta, state.running, *given, stop=HALT)


EXITS = [finish, be_stopped, diverge, begin_beyond_all_bounds, evaluate, plane]


@pytest.mark.parametrize("leave", EXITS)
def test_every_way_out_restores_the_processor(
    leave: Callable[[CompiledBackend], None],
) -> None:
    before = control()
    leave(CompiledBackend(NETWORK, TrainingSpec("adam"), DATA, 0))
    assert control() == before
    smallest = np.array([np.finfo(np.float64).smallest_subnormal])
    assert (smallest * 1.0 > 0.0).all()


@pytest.mark.parametrize("precision", PRECISIONS)
def test_moments_of_dead_units_end_at_0(precision: str) -> None:
    state = start()
    tiny = float(np.finfo(precision).smallest_normal)
    for blocks in NETWORK.layout.layers[:1]:
        assert blocks.b is not None
        blocks.b.of(state.theta)[...] = -1e6  # all of them dead
    state.moment1[...] = tiny * 1.01
    state.moment2[...] = tiny * 1.01
    training = TrainingSpec("adam", precision=precision)
    backend = CompiledBackend(NETWORK, training, DATA, 0)
    assert backend.run(state, 60, GO).divergence is None
    for moments in (state.moment1, state.moment2):
        dead = NETWORK.layout.layers[0].W.of(moments)
        assert (dead == 0.0).all()
    live = np.concatenate([state.theta, state.moment1, state.moment2])
    sizes = np.abs(live[live != 0.0])
    assert sizes.min() >= tiny


@pytest.mark.parametrize("precision", PRECISIONS)
def test_runs_are_the_same_bit_for_bit(precision: str) -> None:
    training = TrainingSpec("adam", batch_size=7, precision=precision)
    found = []
    for _ in range(2):
        state = start()
        CompiledBackend(NETWORK, training, DATA, 0).run(state, 400, GO)
        found.append(state.theta.tobytes())
    assert found[0] == found[1]
