"""Which kernels networks of every kind call before their family is loaded.

Run by `tests.core.test_families` in a process that starts with only the usual kernels;
each network makes its step in a fork, so that none benefits from another.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable

import numpy as np

from core.functions import ACTIVATION_NAMES
from core.kernels.backend import CompiledBackend
from core.kernels.linking import came_late, load_exported
from core.kernels.many_backend import ManyBackend
from core.kernels.program import Program
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import LOSS_NAMES
from core.sampling import TRAINED
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState
from tests.core.small_networks import Case, small_case

PLAIN = LayerSpec(2)
LAYERS = {
    "norm": LayerSpec(2, batch_norm=True),
    **{
        f"bernoulli {way}": LayerSpec(2, "sigmoid", sample="bernoulli", estimator=way)
        for way in TRAINED
    },
    "gaussian": LayerSpec(2, sample="gaussian"),
    "reads": LayerSpec(2, reads=(0,)),
    "gathers": LayerSpec(2, reads=(0, 1)),
    "adds": LayerSpec(2, adds=1),
}
SETTINGS = ({"dropout": 0.5}, {"input_noise": 0.1}, {"l2": 0.1}, {"clip_norm": 1.0})


def step_of(case: Case, training: TrainingSpec) -> float:
    """Make a step, measure; a number that depends on all that was computed."""
    x, y = np.ascontiguousarray(case.x.T), np.ascontiguousarray(case.y.T)
    data = TrainData(x, y, case.y.argmax(axis=1))
    state = TrainState.start(case.theta, case.running)
    backend = CompiledBackend(case.network, training, data, 0)
    backend.run(state, 1, np.zeros(1, np.uint8))
    loss, _ = backend.evaluate(state.theta, state.running, data)
    return float(np.abs(state.theta).sum() + loss)


def side_by_side(case: Case, training: TrainingSpec) -> float:
    """The same for two networks side by side."""
    x, y = np.ascontiguousarray(case.x.T), np.ascontiguousarray(case.y.T)
    data = TrainData(x, y, case.y.argmax(axis=1))
    states = [TrainState.start(case.theta, case.running) for _ in range(2)]
    many = ManyBackend(case.network, training, data, (0, 1))
    many.run(states, 1, np.zeros(1, np.uint8))
    return float(sum(np.abs(state.theta).sum() for state in states))


def with_layer(
    layer: LayerSpec,
    step: Callable[[Case, TrainingSpec], float] = step_of,
    **settings: float,
) -> float:
    """The same for a network with such a layer."""
    network = NetworkSpec(2, (PLAIN, layer), OutputSpec("mse", 1))
    theta = np.full(network.layout.size, 0.1)
    case = Case(
        network, theta, fresh_running(network), np.ones((3, 2)), np.ones((3, 1))
    )
    return step(case, TrainingSpec(**settings))


def in_a_fork(make: Callable[[], float]) -> tuple[list[str], float]:
    """The kernels loaded late, and the result."""
    read, write = os.pipe()
    if os.fork() == 0:
        try:
            made = make()
            os.write(write, json.dumps([came_late(), made]).encode())
        except BaseException:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(0)
    os.close(write)
    os.wait()
    with os.fdopen(read) as pipe:
        late, made = json.loads(pipe.read())
    return late, made


class Careless(Program):
    """A plan that declares no families."""

    @property
    def families(self) -> frozenset[str]:  # type: ignore[override]
        """None, whatever the network."""
        return frozenset()

    @families.setter
    def families(self, found: frozenset[str]) -> None:
        pass


def main() -> None:
    """Print what was found as JSON."""
    load_exported("float64", ())
    plain = TrainingSpec()
    found = {}
    for loss in LOSS_NAMES:
        found[loss] = in_a_fork(
            lambda loss=loss: step_of(small_case("tanh", loss), plain)
        )
    for unit in ACTIVATION_NAMES:
        found[unit] = in_a_fork(
            lambda unit=unit: step_of(small_case(unit, "mse"), plain)
        )
    for name, layer in LAYERS.items():
        found[name] = in_a_fork(lambda layer=layer: with_layer(layer))
        found[f"{name}, side by side"] = in_a_fork(
            lambda layer=layer: with_layer(layer, side_by_side)
        )
    for settings in SETTINGS:
        found[str(settings)] = in_a_fork(lambda s=settings: with_layer(PLAIN, **s))
        found[f"{settings}, side by side"] = in_a_fork(
            lambda s=settings: with_layer(PLAIN, side_by_side, **s)
        )
    import core.kernels.backend

    core.kernels.backend.Program = Careless  # type: ignore[misc]
    stub = in_a_fork(lambda: step_of(small_case("tanh", "mdn"), plain))
    print(json.dumps({"found": found, "stub": stub}))


if __name__ == "__main__":
    main()
