"""Many networks on one thread: side by side, one after the other, by PyTorch."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from time import thread_time
from typing import Any

import numpy as np

from core.bench import Row, goal_for
from core.bench.engine import (
    POINTS,
    RATE,
    WORKLOADS,
    Runner,
    Workload,
    in_turns,
    own_runner,
    sample,
)
from core.network import fresh_running
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState

NETWORKS = 36
_PIECE = 2_000  # steps per call


def rows() -> Iterator[Row]:
    """Steps per second of 36 networks together, and the ratio to each rival."""
    workload = WORKLOADS[0]
    for precision in ("float32", "float64"):
        runners: dict[str, Runner | None] = {
            "side by side": _side_by_side(workload, precision),
            "one after the other": _one_by_one(workload, precision),
            "torch.func.vmap": _vmap(workload, precision),
        }
        present = {n: r for n, r in runners.items() if r is not None}
        rates = in_turns(present, clock=thread_time)  # all of them on this thread
        title = f"{NETWORKS} networks {workload.title} {precision}"
        judged = precision == "float32"
        for rival, goals in (
            ("one after the other", (4.0, 2.5)),
            ("torch.func.vmap", (100.0, 60.0)),
        ):
            rate = rates.get(rival)
            yield Row(
                f"{title}, against {rival}",
                NETWORKS * rates["side by side"],
                "steps/s",
                {rival: None if rate is None else NETWORKS * rate},
                goal=goal_for(*goals) if judged else None,
            )


def _side_by_side(workload: Workload, precision: str) -> Runner:
    from core.kernels.many_backend import ManyBackend

    x, y = sample()
    data = TrainData(np.ascontiguousarray(x.T), np.ascontiguousarray(y.T), None)
    network, _ = workload.network()
    training = TrainingSpec("sgd", RATE, batch_size=workload.batch, precision=precision)
    many = ManyBackend(network, training, data, range(NETWORKS))
    states = [
        TrainState.start(workload.network(seed)[1], fresh_running(network))
        for seed in range(NETWORKS)
    ]
    stop = np.zeros(1, np.uint8)

    def run(steps: int) -> None:
        for first in range(0, steps, _PIECE):
            many.run(states, min(_PIECE, steps - first), stop)

    return run


def _one_by_one(workload: Workload, precision: str) -> Runner:
    singles = [
        own_runner(workload, precision, "sgd", seed=seed) for seed in range(NETWORKS)
    ]

    def run(steps: int) -> None:
        for first in range(0, steps, _PIECE):
            for single in singles:
                single(min(_PIECE, steps - first))

    return run


def _vmap(workload: Workload, precision: str) -> Runner | None:
    """The same by torch.func: one gradient function, mapped over the networks."""
    if importlib.util.find_spec("torch") is None:
        return None
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    kind = getattr(torch, precision)
    x, y = (torch.tensor(a, dtype=kind) for a in sample())
    layers = workload.network()[0].layout.layers
    weights: list[Any] = []
    for blocks in layers:
        rows, count = blocks.W.shape
        scale = count**-0.5
        weights.append(scale * torch.randn(NETWORKS, rows, count, dtype=kind))
        weights.append(torch.zeros(NETWORKS, rows, dtype=kind))

    def loss(parameters: list[Any], inputs: Any, targets: Any) -> Any:
        h = inputs
        for i in range(0, len(parameters), 2):
            h = h @ parameters[i].T + parameters[i + 1]
            if i + 2 < len(parameters):
                h = torch.tanh(h)
        return ((h - targets) ** 2).mean()

    gradients = torch.func.vmap(torch.func.grad(loss))
    batch = workload.batch

    def run(steps: int) -> None:
        nonlocal weights
        done = 0
        while done < steps:
            orders = torch.rand(NETWORKS, POINTS).argsort(dim=1)
            for start in range(0, POINTS, batch):
                picks = orders[:, start : start + batch]
                slopes = gradients(weights, x[picks], y[picks])
                weights = [w - RATE * g for w, g in zip(weights, slopes, strict=True)]
                done += 1
                if done == steps:
                    return

    return run
