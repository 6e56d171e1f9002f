"""A network with its parameters, and the examples whose mean loss is differentiated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.autodiff import Node
from core.gradients import GraphMode, NetworkGraph, network_graph
from core.gradients.chance import Toss
from core.network import NetworkSpec
from core.sampling import BERNOULLI, sampling_layers


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """Weights and examples that draws are made for; the loss has no penalty."""

    network: NetworkSpec
    theta: Floats
    running: Floats
    x: Floats  # (n, inputs)
    y: Floats  # (n, k)

    def take(self, rows: slice) -> Subject:
        """Some of the examples."""
        x, y = self.x[rows], self.y[rows]
        return Subject(self.network, self.theta, self.running, x, y)

    def repeated(self, times: int, draws: Sequence[Floats | None]) -> NetworkGraph:
        """The graph of all examples, repeated ``times`` times, with draws."""
        x, y = (np.tile(v, (times, 1)) for v in (self.x, self.y))
        mode = GraphMode(draws=draws)
        return network_graph(self.network, self.theta, x, y, self.running, mode)

    @property
    def size(self) -> int:
        """Numbers a graph stores per example, roughly."""
        rows = sum(h.rows + h.units for h in self.network.hidden)
        return rows + 2 * self.network.output.width + self.network.inputs


def tosses(graph: NetworkGraph) -> list[tuple[int, Node, Toss]]:
    """The Bernoulli layers of a graph that draws: number, node and op."""
    found = []
    for i in sampling_layers(graph.network, BERNOULLI):
        node = graph.layers[i].a
        assert isinstance(node.op, Toss)
        found.append((i, node, node.op))
    return found
