"""Small random networks for every hidden unit and loss, shared by several tests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.gradients import GraphMode, NetworkGraph, network_graph
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import LOSSES


@dataclass(frozen=True)
class Case:
    """A network with parameters and data."""

    network: NetworkSpec
    theta: Floats
    running: Floats
    x: Floats
    y: Floats

    def graph(
        self, theta: Floats | None = None, mode: GraphMode | None = None
    ) -> NetworkGraph:
        theta = self.theta if theta is None else theta
        return network_graph(
            self.network, theta, self.x, self.y, self.running, mode or GraphMode()
        )


def fitting(loss: str, n: int, rng: np.random.Generator) -> tuple[int, Floats]:
    """The width of an output for three classes or values, and targets that fit it."""
    unit = LOSSES[loss]
    one_hot = np.eye(3)[rng.integers(0, 3, n)]
    try:
        return unit.width(3, 1, 2), one_hot
    except BadInput:  # values alone
        width = unit.width(0, 3, 2)
    ranks = rng.permuted(np.tile(np.arange(3.0), (n, 1)), axis=1)
    for y in (one_hot, ranks, rng.uniform(0.1, 0.9, (n, 3))):
        try:
            unit.check_targets(y, "target")
        except BadInput:
            continue
        return width, y
    raise AssertionError(f"no targets for {loss}")


def small_case(
    activation: str, loss: str, *, batch_norm: bool = False, seed: int = 0
) -> Case:
    """3 inputs, two hidden layers of 4 and 3 units, 3 classes, 6 examples."""
    rng = np.random.default_rng(seed)
    normed = batch_norm and activation != "rbf"
    hidden = tuple(
        LayerSpec(
            units,
            activation,
            negative_slope=0.2,
            alpha=0.7,
            maxout_k=k,
            sigma=1.3,
            batch_norm=normed,
        )
        for units, k in ((4, 2), (3, 3))
    )
    width, y = fitting(loss, 6, np.random.default_rng(seed + 1))
    network = NetworkSpec(3, hidden, OutputSpec(loss, width, 2))
    theta = rng.normal(scale=0.8, size=network.layout.size)
    running = fresh_running(network)
    for blocks in network.layout.layers:
        if blocks.mean is not None and blocks.var is not None:
            blocks.mean.of(running)[...] = rng.normal(size=blocks.mean.shape)
            blocks.var.of(running)[...] = rng.uniform(0.5, 2.0, blocks.var.shape)
    x = rng.normal(size=(6, 3))
    return Case(network, theta, running, x, y)
