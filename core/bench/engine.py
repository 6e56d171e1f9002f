"""How fast the compiled kernels train, beside PyTorch and scikit-learn.

All on one thread, the same network, data, batch size and precision, in turns; the best
of several rounds counts, since another process can only make a figure worse.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np

from core.arrays import Floats
from core.bench import Row, goal_for
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState

POINTS = 400
ROUNDS = 5
SECONDS = 0.4  # of one round of one engine
RATE = 0.003
EPOCHS = 520  # steps: whole epochs in every workload, as scikit-learn needs


@dataclass(frozen=True, slots=True)
class Workload:
    """A network on 400 points, and its goals."""

    units: tuple[int, ...]
    activation: str
    batch: int
    #: Goal as a multiple of the best peer, by precision: with AVX-512, and without.
    goals: dict[str, tuple[float, float]]
    widths: str = field(init=False)

    def __post_init__(self) -> None:
        shape = "-".join(map(str, (2, *self.units, 1)))
        object.__setattr__(self, "widths", shape)

    @property
    def title(self) -> str:
        """The workload in a few words."""
        return f"{self.widths} {self.activation} batch {self.batch}"

    def network(self, seed: int = 0) -> tuple[NetworkSpec, Floats]:
        """The network and its initial parameters."""
        hidden = tuple(LayerSpec(units, self.activation) for units in self.units)
        network = NetworkSpec(2, hidden, OutputSpec("mse", 1))
        rng = np.random.default_rng(seed)
        theta = np.zeros(network.layout.size)
        for blocks in network.layout.layers:
            scale = blocks.W.shape[1] ** -0.5
            blocks.W.of(theta)[...] = rng.normal(scale=scale, size=blocks.W.shape)
        return network, theta

    @property
    def flops(self) -> int:
        """Multiplications and additions of a step's matrix products."""
        widths = (2, *self.units, 1)
        return 6 * self.batch * sum(a * b for a, b in pairwise(widths))


WORKLOADS = (
    Workload((8, 8), "tanh", 10, {"float32": (100.0, 100.0), "float64": (90.0, 90.0)}),
    Workload((8, 8), "tanh", 400, {"float32": (35.0, 25.0), "float64": (20.0, 14.0)}),
    Workload((32,) * 3, "relu", 32, {"float32": (35.0, 25.0), "float64": (20.0, 15.0)}),
    Workload((64,) * 3, "relu", 400, {"float32": (3.0, 1.8), "float64": (2.0, 1.3)}),
)

Runner = Callable[[int], None]  # makes this many steps


def rows() -> Iterator[Row]:
    """Steps per second and ratios; first steps; memory."""
    for workload in WORKLOADS:
        for precision in ("float32", "float64"):
            yield from _speed_rows(workload, precision)
    yield from _start_rows()
    yield from _memory_rows()


def _speed_rows(workload: Workload, precision: str) -> Iterator[Row]:
    runners: dict[str, Runner | None] = {
        "hyperfold": own_runner(workload, precision, "sgd"),
        "torch": _torch(workload, precision),
        "scikit-learn": _sklearn(workload, precision),
    }
    rates = in_turns({n: r for n, r in runners.items() if r is not None})
    own = rates["hyperfold"]
    yield Row(
        f"{workload.title} {precision}",
        own,
        "steps/s",
        {name: rates.get(name) for name in ("torch", "scikit-learn")},
        goal=goal_for(*workload.goals[precision]),
    )
    if workload.units[0] >= 64:  # large enough for a matrix product's own rate
        peak = _product_rate(precision)
        yield Row(
            f"{workload.title} {precision}: share of the matrix-product rate",
            own * workload.flops / peak,
            "share",
            note=f"{own * workload.flops / 1e9:.1f} of {peak / 1e9:.1f} GFLOP/s",
        )


def in_turns(
    runners: dict[str, Runner],
    rounds: int = ROUNDS,
    clock: Callable[[], float] = perf_counter,
) -> dict[str, float]:
    """Best steps per second of each runner, measured in turns."""
    counts, best = {}, dict.fromkeys(runners, 0.0)
    for name, run in runners.items():
        run(2)  # one-off set-up
        begin = clock()
        run(EPOCHS)
        times = SECONDS / max(clock() - begin, 1e-9)
        counts[name] = EPOCHS * max(1, round(times))
    for _ in range(rounds):
        for name, run in runners.items():
            begin = clock()
            run(counts[name])
            rate = counts[name] / (clock() - begin)
            best[name] = max(best[name], rate)
    return best


def sample() -> tuple[Floats, Floats]:
    """400 points of the plane, and 1 or −1 by quadrant."""
    rng = np.random.default_rng(1)
    x = rng.uniform(-1.0, 1.0, (POINTS, 2))
    return x, np.sign(x[:, :1] * x[:, 1:])


def own_backend(
    workload: Workload,
    precision: str,
    optimiser: str,
    series: bool = True,
    seed: int = 0,
) -> tuple[Any, TrainState]:
    """The compiled backend of a workload, and its initial state."""
    from core.kernels.backend import CompiledBackend

    network, theta = workload.network(seed)
    x, y = sample()
    data = TrainData(np.ascontiguousarray(x.T), np.ascontiguousarray(y.T), None)
    training = TrainingSpec(
        optimiser, RATE, batch_size=workload.batch, precision=precision
    )
    backend = CompiledBackend(network, training, data, seed, series)
    return backend, TrainState.start(theta, fresh_running(network))


def own_runner(
    workload: Workload,
    precision: str,
    optimiser: str,
    series: bool = True,
    seed: int = 0,
) -> Runner:
    """Steps of the compiled backend."""
    backend, state = own_backend(workload, precision, optimiser, series, seed)
    stop = np.zeros(1, np.uint8)

    def run(steps: int) -> None:
        backend.run(state, steps, stop)

    return run


def _torch(workload: Workload, precision: str) -> Runner | None:
    if importlib.util.find_spec("torch") is None:
        return None
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    kind = getattr(torch, precision)
    layers: list[Any] = []
    incoming = 2
    for units in workload.units:
        layers.append(torch.nn.Linear(incoming, units, dtype=kind))
        layers.append(
            torch.nn.Tanh() if workload.activation == "tanh" else torch.nn.ReLU()
        )
        incoming = units
    layers.append(torch.nn.Linear(incoming, 1, dtype=kind))
    network = torch.nn.Sequential(*layers)
    optimiser = torch.optim.SGD(network.parameters(), lr=RATE)
    measure = torch.nn.MSELoss()
    x, y = (torch.tensor(a, dtype=kind) for a in sample())
    batch = workload.batch

    def run(steps: int) -> None:
        done = 0
        while done < steps:
            order = torch.randperm(POINTS) if batch < POINTS else None
            for start in range(0, POINTS, batch):
                pick = slice(None) if order is None else order[start : start + batch]
                optimiser.zero_grad()
                measure(network(x[pick]), y[pick]).backward()
                optimiser.step()
                done += 1
                if done == steps:
                    return

    return run


def _sklearn(workload: Workload, precision: str) -> Runner | None:
    if importlib.util.find_spec("sklearn") is None:
        return None
    from sklearn.neural_network import MLPRegressor
    from threadpoolctl import threadpool_limits

    x, y = (a.astype(precision) for a in sample())
    each = -(-POINTS // workload.batch)  # steps per epoch

    def run(steps: int) -> None:
        model = MLPRegressor(
            hidden_layer_sizes=workload.units,
            activation=workload.activation,
            solver="sgd",
            alpha=0.0,
            batch_size=workload.batch,
            learning_rate_init=RATE,
            momentum=0.0,
            nesterovs_momentum=False,
            max_iter=-(-steps // each),
            tol=0.0,
            n_iter_no_change=10**9,
            random_state=0,
        )
        with warnings.catch_warnings(), threadpool_limits(1):
            warnings.simplefilter("ignore")  # no convergence warning
            model.fit(x, y.ravel())

    return run


def _product_rate(precision: str) -> float:
    """Flops per second of NumPy's matrix product, one thread."""
    from threadpoolctl import threadpool_limits

    size = 512
    matrix = np.random.default_rng(0).normal(size=(size, size)).astype(precision)
    out = np.empty_like(matrix)
    best = float("inf")
    with threadpool_limits(1):
        for _ in range(20):
            begin = perf_counter()
            np.matmul(matrix, matrix, out)
            best = min(best, perf_counter() - begin)
    return 2.0 * size**3 / best


_FIRST_STEP = """
import json, time
begin = time.perf_counter()
from core.kernels.warm import warm_up
warm_up("float64")
print(json.dumps(time.perf_counter() - begin))
"""


def _start_rows() -> Iterator[Row]:
    """Seconds from process start to the first step, in new processes."""
    with tempfile.TemporaryDirectory(prefix="hyperfold-bench-") as folder:
        for name in ("cold", "warm"):
            yield Row(
                f"first step, {name}",
                _child(_FIRST_STEP, HYPERFOLD_CACHE=folder),
                "s",
                note="new process, import of numba included",
                less_is_better=True,
            )


_MEMORY = """
import json, resource
from core.engine.session import Session
from core.network import LayerSpec
from core.problems import PROBLEMS
from core.problems.base import DataSpec
from core.run import RunSpec
from core.training import TrainingSpec

data = DataSpec(PROBLEMS["xor"](), 4, test=0.0)
run = RunSpec(data, (LayerSpec(2, "tanh"),), "bce", training=TrainingSpec("sgd", 1e-4))
session = Session(run)

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0

found = []
for steps in (1_000_000, 9_000_000):
    made = 0
    while made < steps:
        made += session.advance(min(100_000, steps - made))
    found.append(peak())
print(json.dumps(found))
"""


def _memory_rows() -> Iterator[Row]:
    """Memory of a session after 10 million steps, and the growth over the last 9."""
    if importlib.util.find_spec("resource") is None:  # not on Windows
        return
    first, last = _child(_MEMORY)
    yield Row("memory after 10 million steps", last, "MB", less_is_better=True)
    yield Row(
        "memory that steps 1 to 10 million added",
        last - first,
        "MB",
        goal=16.0,
        less_is_better=True,
    )


def _child(code: str, **environment: str) -> Any:
    """The JSON that a new Python process prints."""
    path = os.pathsep.join(p for p in sys.path if p)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
