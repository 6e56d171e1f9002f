"""How fast the losses over a plane of weights are computed, against batched PyTorch."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from core.analysis.landscape import plane_losses
from core.arrays import Floats
from core.bench import Row, goal_for
from core.bench.engine import ROUNDS, WORKLOADS, sample
from core.network import NetworkSpec, fresh_running

_SIDE = 64  # points of the plane along a direction
_STRIP = 8  # rows of it that PyTorch takes at once


def rows() -> Iterator[Row]:
    """Milliseconds for 64 × 64 losses of 2-8-8-1 on 400 points, one thread each."""
    workload = WORKLOADS[1]
    network, theta = workload.network()
    rng = np.random.default_rng(1)
    u, v = (0.1 * rng.normal(size=theta.size) for _ in range(2))
    for precision in ("float32", "float64"):
        given = (network, theta, u, v, precision)
        makers = {"hyperfold": _hyperfold(*given), "torch": _torch(*given)}
        times = _race({n: r for n, r in makers.items() if r is not None})
        yield Row(
            f"landscape {_SIDE}×{_SIDE}, {workload.widths} tanh {precision}",
            times["hyperfold"],
            "ms",
            {"torch": times.get("torch")},
            goal=goal_for(5.0, 3.0) if precision == "float32" else None,
            less_is_better=True,
        )


def _race(runners: dict[str, Callable[[], None]]) -> dict[str, float]:
    """Best time of each in milliseconds, measured in turns."""
    best = dict.fromkeys(runners, float("inf"))
    for _ in range(2 * ROUNDS):
        for name, run in runners.items():
            begin = perf_counter()
            run()
            best[name] = min(best[name], 1e3 * (perf_counter() - begin))
    return best


def _hyperfold(
    network: NetworkSpec, theta: Floats, u: Floats, v: Floats, precision: str
) -> Callable[[], None]:
    x, y = (np.ascontiguousarray(a.T) for a in sample())
    side, running = np.linspace(-1.0, 1.0, _SIDE), fresh_running(network)

    def run() -> None:
        plane_losses(network, theta, running, u, v, side, side, x, y, precision)

    return run


def _torch(
    network: NetworkSpec, theta: Floats, u: Floats, v: Floats, precision: str
) -> Callable[[], None] | None:
    """The same by batched matrix products, some rows of the plane at a time."""
    if importlib.util.find_spec("torch") is None:
        return None
    import torch

    torch.set_num_threads(1)
    kind = getattr(torch, precision)
    x, y = (torch.tensor(a, dtype=kind) for a in sample())
    centre, first, second = (torch.tensor(a, dtype=kind) for a in (theta, u, v))
    side = torch.linspace(-1.0, 1.0, _SIDE, dtype=kind)
    layers = network.layout.layers

    def losses(weights: Any) -> Any:
        h = x.expand(len(weights), -1, -1)
        for place, blocks in enumerate(layers):
            assert blocks.b is not None
            w = weights[:, blocks.W.start : blocks.W.stop]
            w = w.reshape(len(weights), *blocks.W.shape).transpose(1, 2)
            b = weights[:, blocks.b.start : blocks.b.stop].unsqueeze(1)
            h = torch.baddbmm(b, h, w)
            if place + 1 < len(layers):
                h = torch.tanh(h)
        return ((h - y) ** 2).mean((1, 2))

    def run() -> None:
        with torch.no_grad():
            for i in range(0, _SIDE, _STRIP):
                moved = side[i : i + _STRIP, None, None] * second
                moved = centre + side[:, None] * first + moved
                losses(moved.reshape(-1, len(centre)))

    return run
