"""An epoch over pictures of MNIST's size, beside PyTorch and scikit-learn.

The pictures are made up: how long an epoch takes depends on their number and size, not
on what they show, and MNIST itself does not ship with the program.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from core.arrays import Floats, Ints
from core.bench import Row
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState

PICTURES, PIXELS, UNITS, CLASSES, BATCH = 60_000, 784, 100, 10, 100
RATE = 0.003
ROUNDS = 3
GOAL = 3.0  # seconds

Epoch = Callable[[], None]


def rows() -> Iterator[Row]:
    """Seconds per epoch; the best of several, measured in turns."""
    x, y = sample(PICTURES)
    runners = {
        "hyperfold": own_epoch(x, y),
        "torch": _torch(x, y),
        "scikit-learn": _sklearn(x, y),
    }
    best: dict[str, float | None] = {}
    for _ in range(ROUNDS):
        for name, run in runners.items():
            if run is None:
                best[name] = None
                continue
            begin = perf_counter()
            run()
            seconds = perf_counter() - begin
            best[name] = min(best.get(name) or seconds, seconds)
    yield Row(
        f"epoch of {PICTURES} pictures, {PIXELS}-{UNITS}-{CLASSES} float32",
        best["hyperfold"],
        "s",
        {name: best[name] for name in ("torch", "scikit-learn")},
        goal=GOAL,
        less_is_better=True,
        goal_is_value=True,
        note=f"ReLU, Adam, batches of {BATCH}, one thread",
    )


def sample(count: int) -> tuple[Floats, Ints]:
    """Mostly black pictures, like digits, and a class for each."""
    rng = np.random.default_rng(0)
    x = rng.random((count, PIXELS), dtype=np.float32)
    x[x < 0.8] = 0.0
    return x, rng.integers(0, CLASSES, count)


def own_epoch(x: Floats, y: Ints) -> Epoch:
    """An epoch of the compiled backend."""
    from core.kernels.backend import CompiledBackend

    hidden = (LayerSpec(UNITS, "relu"),)
    network = NetworkSpec(PIXELS, hidden, OutputSpec("ce", CLASSES))
    rng = np.random.default_rng(1)
    theta = rng.normal(scale=0.05, size=network.layout.size)
    targets = np.eye(CLASSES)[y].T
    data = TrainData(
        np.ascontiguousarray(x.T), np.ascontiguousarray(targets), y.astype(np.int64)
    )
    training = TrainingSpec("adam", RATE, batch_size=BATCH, precision="float32")
    backend = CompiledBackend(network, training, data, 0)
    state = TrainState.start(theta, fresh_running(network))
    stop = np.zeros(1, np.uint8)
    steps = -(-len(x) // BATCH)
    backend.run(state, 1, stop)  # one-off set-up

    def epoch() -> None:
        backend.run(state, steps, stop)

    return epoch


def _torch(x: Floats, y: Ints) -> Epoch | None:
    if importlib.util.find_spec("torch") is None:
        return None
    import torch

    torch.set_num_threads(1)
    network = torch.nn.Sequential(
        torch.nn.Linear(PIXELS, UNITS),
        torch.nn.ReLU(),
        torch.nn.Linear(UNITS, CLASSES),
    )
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
    measure = torch.nn.CrossEntropyLoss()
    given: Any = torch.tensor(x)
    labels: Any = torch.tensor(y)

    def epoch() -> None:
        order = torch.randperm(len(given))
        for start in range(0, len(given), BATCH):
            pick = order[start : start + BATCH]
            optimiser.zero_grad()
            measure(network(given[pick]), labels[pick]).backward()
            optimiser.step()

    return epoch


def _sklearn(x: Floats, y: Ints) -> Epoch | None:
    if importlib.util.find_spec("sklearn") is None:
        return None
    from sklearn.neural_network import MLPClassifier
    from threadpoolctl import threadpool_limits

    def epoch() -> None:
        model = MLPClassifier(
            hidden_layer_sizes=(UNITS,),
            solver="adam",
            alpha=0.0,
            batch_size=BATCH,
            learning_rate_init=RATE,
            max_iter=1,
            random_state=0,
        )
        with warnings.catch_warnings(), threadpool_limits(1):
            warnings.simplefilter("ignore")  # no convergence warning
            model.fit(x, y)

    return epoch
