"""A whole network as a computational graph, from inputs and parameters to J.

This graph is the reference for every gradient, and the Walk view draws it. Each node
has a label ("W1", "z1", "a1", "logits", "J"; layers counted from 1) and a group: "layer
i", "batch norm i", "dropout i", "loss" or "penalty".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from core.arrays import Floats
from core.autodiff.functions import SIZE, SQUARE
from core.autodiff.graph import Node, constant, grouped, variable
from core.autodiff.passes import Gradients, backward, hvp
from core.gradients.steps import leaves, node_of
from core.network import NetworkSpec, fresh_running
from core.steps import Plan, plan_of
from core.steps.base import INPUT, TARGET


@dataclass(frozen=True, slots=True)
class GraphMode:
    """What J includes beyond the mean loss, and how hidden layers behave."""

    training: bool = False  # batch normalisation uses the batch's statistics
    l1: float = 0.0
    l2: float = 0.0
    label_smoothing: float = 0.0
    noise: Floats | None = None  # (n, inputs), added to the inputs
    #: Dropout: a factor for each example and unit (n, units), 0 or 1/(1 − p).
    masks: Sequence[Floats | None] = ()
    #: Sampling layers: random numbers (n, drawn), uniform or normal; means without
    #: them.
    draws: Sequence[Floats | None] = ()

    def mask(self, layer: int) -> Floats | None:
        """The factors of a layer (0-based); None: nothing is dropped."""
        return self.masks[layer] if layer < len(self.masks) else None

    def drawn(self, layer: int) -> Floats | None:
        """The random numbers of a layer (0-based); None: it outputs its means."""
        return self.draws[layer] if layer < len(self.draws) else None


@dataclass(slots=True)
class LayerNodes:
    """The nodes of one layer, in the order in which they are computed."""

    parameters: dict[str, Node]  # W, b, slopes, gamma, beta: those that exist
    z: Node  # (n, rows), the affine step or the squared distances
    normed: Node  # what the activation function reads: z, normalised if that is on
    a: Node  # (n, units) after the activation function; the logits of the last layer
    h: Node  # what the next layer reads: a, after dropout
    mean: Node | None = None  # (1, rows), of the batch, batch normalisation only
    var: Node | None = None  # (1, rows), biased


@dataclass(slots=True)
class NetworkGraph:
    """The named nodes of a network's graph."""

    network: NetworkSpec
    plan: Plan
    values: dict[str, Node]  # every value of the plan by name
    x: Node  # (n, inputs)
    layers: list[LayerNodes]
    losses: Node  # (n,)
    data_loss: Node  # their mean
    penalties: dict[str, Node]  # "l1", "l2": those that are on
    J: Node
    _gradients: Gradients | None = field(default=None, repr=False)

    @property
    def y(self) -> Node:
        """Targets (n, k), smoothed where asked."""
        return self.values[TARGET]

    @property
    def logits(self) -> Node:
        """(n, width)."""
        return self.layers[-1].z

    @property
    def parameters(self) -> list[Node]:
        """All parameters, in the order of the flat vector."""
        return [node for layer in self.layers for node in layer.parameters.values()]

    @property
    def gradients(self) -> Gradients:
        """The gradients of J by every node, computed once."""
        if self._gradients is None:
            self._gradients = backward(self.J)
        return self._gradients

    def gradient(self) -> Floats:
        """∂J/∂θ, flat."""
        gradients = self.gradients
        return np.concatenate([gradients.of(node).ravel() for node in self.parameters])

    def example_pushes(self, layer: int) -> Floats:
        """∂loss_i/∂z_i of every example, (n, rows); z comes from the affine step.

        The mean loss gives each example a weight of 1/n, hence the factor n. With batch
        normalisation in training mode this is n · ∂(mean loss)/∂z_i, which includes the
        effect of example i on the others.
        """
        node = self.layers[layer].z
        return self.gradients.of(node) * len(node.value)

    def hvp(self, vector: Floats) -> Floats:
        """Hessian of J by θ times a flat vector, exactly."""
        parts, start = [], 0
        for node in self.parameters:
            stop = start + node.value.size
            parts.append(vector[start:stop].reshape(node.shape))
            start = stop
        products = hvp(self.J, self.parameters, parts, self.gradients)
        return np.concatenate([product.ravel() for product in products])


def network_graph(
    network: NetworkSpec,
    theta: Floats,
    x: Floats,
    y: Floats,
    running: Floats | None = None,
    mode: GraphMode | None = None,
) -> NetworkGraph:
    """Build the graph and compute its values.

    Parameters
    ----------
    network
        The shape; see `NetworkSpec.layout` for the order in ``theta``.
    theta
        Flat parameters (P,).
    x, y
        Inputs (n, inputs) and targets as `Loss.encode` makes them (n, k).
    running
        Batch normalisation's running statistics, read unless training.
    mode
        Penalties, dropout masks, noise; default: none of them, evaluation mode.
    """
    mode = mode or GraphMode()
    running = fresh_running(network) if running is None else running
    plan = plan_of(network, dropout=any(mask is not None for mask in mode.masks))
    inputs = variable(x, INPUT, "input")
    nodes = {INPUT: inputs, TARGET: _targets(network, y, mode.label_smoothing)}
    if mode.noise is not None:
        noise = constant(mode.noise, "noise", "input")
        nodes[INPUT] = grouped(inputs + noise, "input", (inputs,), "x + noise")
    given = [
        leaves(
            i + 1,
            blocks,
            theta,
            running,
            mode.training,
            mode.mask(i),
            mode.drawn(i),
        )
        for i, blocks in enumerate(network.layout.layers)
    ]
    for step in plan.steps:
        read = (nodes[name] for name in step.inputs)
        nodes[step.output] = node_of(step, given[step.layer], *read)
    nodes[plan.logits].label = "logits"
    layers = [
        LayerNodes(
            leaf.parameters,
            nodes[names.z],
            nodes[names.normed],
            nodes[names.a],
            nodes[names.h],
            leaf.mean,
            leaf.var,
        )
        for leaf, names in zip(given, plan.layers, strict=True)
    ]
    each = nodes[plan.steps[-1].output]
    mean = (1.0 / max(len(x), 1)) * each.sum_to()
    grouped(mean, "loss", (each,), "mean loss")
    penalties = _penalties(layers, mode)
    total = mean
    for penalty in penalties.values():
        total = grouped(total + penalty, "J", (total, penalty), "sum")
    total.label = "J"
    return NetworkGraph(
        network, plan, nodes, inputs, layers, each, mean, penalties, total
    )


def _targets(network: NetworkSpec, y: Floats, smoothing: float) -> Node:
    """Targets as a constant: q = (1 − ε) y + ε/k where smoothing is on."""
    if smoothing and network.output.unit.one_hot:
        return constant((1.0 - smoothing) * y + smoothing / y.shape[1], "q", "target")
    return constant(y, "y", "target")


def _penalties(layers: list[LayerNodes], mode: GraphMode) -> dict[str, Node]:
    """λ Σ |W| and λ Σ W² over all weight matrices; nothing else is penalised."""
    penalties: dict[str, Node] = {}
    for name, strength, curve in (("l1", mode.l1, SIZE), ("l2", mode.l2, SQUARE)):
        if not strength:
            continue
        weights = [layer.parameters["W"] for layer in layers]
        total = curve(weights[0]).sum_to()
        for w in weights[1:]:
            total = total + curve(w).sum_to()
        penalties[name] = grouped(strength * total, "penalty", weights, name)
    return penalties
