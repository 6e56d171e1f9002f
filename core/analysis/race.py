"""A race: several optimisers from the same weights, each on the true landscape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.arrays import Floats, Ints, Stop
from core.engine.backends import make_backend
from core.run import RunSpec
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState

RACERS = ("sgd", "momentum", "nesterov", "rmsprop", "adam")
_ADAPTIVE = frozenset({"rmsprop", "adam", "adamw"})
#: The longest useful step of fixed length, and how many times larger a suitable plain
#: learning rate is than a suitable fixed step length.
_LONGEST, _APART = 0.1, 10.0
_NOTES = 120  # points recorded per path


@dataclass(frozen=True, slots=True, eq=False)
class Racer:
    """The path of one optimiser."""

    optimiser: str
    rate: float
    steps: Ints  # (K,)
    thetas: Floats  # (K, parameters), the start first
    loss: float  # at the end, over the whole sample
    diverged: bool

    @property
    def made(self) -> int:
        """Steps it made."""
        return int(self.steps[-1])


def rate_for(optimiser: str, training: TrainingSpec) -> float:
    """The run's learning rate, converted for the other kind of optimiser where needed.

    Steps of RMSProp and Adam are about as long as the rate, whatever the gradient is.
    """
    rate = training.learning_rate
    adaptive, own = optimiser in _ADAPTIVE, training.optimiser in _ADAPTIVE
    if adaptive == own:
        return rate
    return min(rate, _LONGEST) if adaptive else rate * _APART


def race(
    run: RunSpec,
    theta: Floats,
    running: Floats,
    data: TrainData,
    steps: int,
    backend: str,
    stop: Stop,
    rates: Mapping[str, float] | None = None,
) -> tuple[Racer, ...]:
    """Train from ``theta`` with every optimiser of `RACERS` for ``steps`` steps.

    ``rates`` are learning rates by optimiser; the others take `rate_for`.
    Minibatches, penalties and dropout are the run's own, in the run's own order, so all
    of them see the same examples.
    """
    found = []
    for name in RACERS:
        rate = (rates or {}).get(name) or rate_for(name, run.training)
        training = replace(run.training, optimiser=name, learning_rate=rate)
        own = replace(run, training=training)
        found.append(_raced(own, theta, running, data, steps, backend, stop))
        if stop[0]:
            break
    return tuple(found)


def _raced(
    run: RunSpec,
    theta: Floats,
    running: Floats,
    data: TrainData,
    steps: int,
    backend: str,
    stop: Stop,
) -> Racer:
    trainer = make_backend(backend, run, data)
    kind = np.dtype(run.training.precision)
    state = TrainState.start(theta.astype(kind), running.astype(kind))
    places, noted, diverged = [np.array(theta, np.float64)], [0], False
    chunk = -(-steps // _NOTES)
    while state.step < steps and not diverged and not stop[0]:
        before = state.step
        outcome = trainer.run(state, min(chunk, steps - before), stop)
        diverged = outcome.divergence is not None
        if state.step == before:
            break
        places.append(state.theta.astype(np.float64))
        noted.append(state.step)
    loss, _ = trainer.evaluate(state.theta, state.running, data)
    training = run.training
    return Racer(
        training.optimiser,
        training.learning_rate,
        np.array(noted, np.int64),
        np.stack(places),
        loss,
        diverged,
    )
