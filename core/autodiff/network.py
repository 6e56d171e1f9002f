"""A whole network as a computational graph, from inputs and parameters to J.

This graph is the reference for every gradient, and what the Walk view draws. Each node
has a label ("W1", "z1", "a1", "logits", "J"; layers counted from 1) and a group:
"layer i", "batch norm i", "dropout i", "loss" or "penalty".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from core.arrays import Floats
from core.autodiff.functions import (
    INVERSE_ROOT,
    SIZE,
    SQUARE,
    Affine,
    Distances,
    hidden_unit,
)
from core.autodiff.graph import Node, apply, constant, grouped, variable
from core.autodiff.losses import losses
from core.autodiff.passes import Gradients, backward, hvp
from core.forward import BATCH_NORM_EPSILON
from core.network import LayerBlocks, LayerSpec, NetworkSpec, fresh_running

#: Losses whose targets are rows of probabilities, which smoothing can flatten.
SMOOTHED = ("ce", "softmax_mse")


@dataclass(frozen=True, slots=True)
class GraphMode:
    """What J holds beyond the mean loss, and how hidden layers behave."""

    training: bool = False  # batch normalisation by the batch's own statistics
    l1: float = 0.0
    l2: float = 0.0
    label_smoothing: float = 0.0
    noise: Floats | None = None  # (n, inputs), added to the inputs
    #: Dropout: a factor for each example and unit (n, units), 0 or 1/(1 − p).
    masks: Sequence[Floats | None] = ()


@dataclass(slots=True)
class LayerNodes:
    """The nodes of one layer, in the order in which they are computed."""

    parameters: dict[str, Node]  # W, b, slopes, gamma, beta: those that exist
    z: Node  # (n, rows), the affine step or the squared distances
    normed: Node  # what the activation function reads: z, normalised where asked
    a: Node  # (n, units) after the activation function; the logits of the last layer
    h: Node  # what the next layer reads: a, after dropout
    mean: Node | None = None  # (1, rows), of the batch, batch normalisation only
    var: Node | None = None  # (1, rows), biased


@dataclass(slots=True)
class NetworkGraph:
    """The named nodes of a network's graph."""

    network: NetworkSpec
    x: Node  # (n, inputs)
    y: Node  # (n, k), smoothed where asked
    layers: list[LayerNodes]
    losses: Node  # (n,)
    data_loss: Node  # their mean
    penalties: dict[str, Node]  # "l1", "l2": those that are on
    J: Node
    _gradients: Gradients | None = field(default=None, repr=False)

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
        """Of J, by every node; worked out once."""
        if self._gradients is None:
            self._gradients = backward(self.J)
        return self._gradients

    def gradient(self) -> Floats:
        """∂J/∂θ, flat."""
        gradients = self.gradients
        return np.concatenate([gradients.of(node).ravel() for node in self.parameters])

    def example_pushes(self, layer: int) -> Floats:
        """∂loss_i/∂z_i of every example, (n, rows); z is the affine step's.

        The mean loss gives each example a share of 1/n, hence the factor. With batch
        normalisation in training mode this is n · ∂(mean loss)/∂z_i, which also holds
        what example i does to the others.
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
    layout = network.layout.layers
    inputs = variable(x, "x", "input")
    h = inputs
    if mode.noise is not None:
        noise = constant(mode.noise, "noise", "input")
        h = grouped(inputs + noise, "input", (inputs,), "x + noise")
    layers: list[LayerNodes] = []
    for i, layer in enumerate(network.hidden):
        mask = mode.masks[i] if i < len(mode.masks) else None
        layers.append(
            _hidden(i + 1, layer, layout[i], theta, running, h, mode.training, mask)
        )
        h = layers[-1].h
    depth = network.depth
    parameters = _leaves(layout[-1], theta, depth)
    z = _affine(h, parameters, depth, "logits")
    layers.append(LayerNodes(parameters, z, z, z, z))
    targets = _targets(network, y, mode.label_smoothing)
    each = losses(z, targets, network.output)
    mean = (1.0 / max(len(x), 1)) * each.sum_to()
    grouped(mean, "loss", (each,), "mean loss")
    penalties = _penalties(layers, mode)
    total = mean
    for penalty in penalties.values():
        total = grouped(total + penalty, "J", (total, penalty), "sum")
    total.label = "J"
    return NetworkGraph(network, inputs, targets, layers, each, mean, penalties, total)


def _leaves(blocks: LayerBlocks, theta: Floats, number: int) -> dict[str, Node]:
    """The parameters of a layer as leaves: W1, b1, …."""
    return {
        name: variable(block.of(theta), f"{name}{number}", f"layer {number}")
        for name, block in blocks.parameters()
    }


def _affine(h: Node, parameters: dict[str, Node], number: int, label: str) -> Node:
    node = apply(Affine(), h, parameters["W"], parameters["b"], label=label)
    node.group = f"layer {number}"
    return node


def _hidden(
    number: int,
    layer: LayerSpec,
    blocks: LayerBlocks,
    theta: Floats,
    running: Floats,
    h: Node,
    training: bool,
    mask: Floats | None,
) -> LayerNodes:
    """One hidden layer: affine, batch normalisation, activation function, dropout."""
    parameters = _leaves(blocks, theta, number)
    if layer.activation == "rbf":
        z = apply(Distances(), h, parameters["W"], label=f"z{number}")
        z.group = f"layer {number}"
    else:
        z = _affine(h, parameters, number, f"z{number}")
    nodes = LayerNodes(parameters, z, z, z, z)
    if layer.batch_norm:
        _normalise(nodes, blocks, running, training, number)
    a = hidden_unit(layer, nodes.normed, parameters.get("slopes"))
    a.label, a.group = f"a{number}", f"layer {number}"
    nodes.a = nodes.h = a
    if mask is not None:
        kept = constant(mask, f"mask{number}", f"dropout {number}")
        nodes.h = grouped(a * kept, f"dropout {number}", (a, kept), f"h{number}")
    return nodes


def _normalise(
    nodes: LayerNodes, blocks: LayerBlocks, running: Floats, training: bool, number: int
) -> None:
    """Batch normalisation of ``nodes.z``; training keeps the statistics as nodes."""
    z, rows = nodes.z, nodes.z.shape[1]
    if training:
        share = 1.0 / max(len(z.value), 1)
        nodes.mean = share * z.sum_to(1, rows)
        nodes.mean.label = f"mean{number}"
        centred = z - nodes.mean
        nodes.var = share * SQUARE(centred).sum_to(1, rows)
        nodes.var.label = f"var{number}"
        scale = INVERSE_ROOT(nodes.var.plus(BATCH_NORM_EPSILON))
    else:
        assert blocks.mean is not None
        assert blocks.var is not None
        centred = z - constant(blocks.mean.of(running), f"mean{number}")
        var = constant(blocks.var.of(running), f"var{number}")
        scale = INVERSE_ROOT(var.plus(BATCH_NORM_EPSILON))
    gamma, beta = nodes.parameters["gamma"], nodes.parameters["beta"]
    normed = centred * scale * gamma + beta
    group = f"batch norm {number}"
    nodes.normed = grouped(normed, group, (z, gamma, beta), f"u{number}")


def _targets(network: NetworkSpec, y: Floats, smoothing: float) -> Node:
    """Targets as a constant: q = (1 − ε) y + ε/k where smoothing is on."""
    if smoothing and network.output.loss in SMOOTHED:
        return constant((1.0 - smoothing) * y + smoothing / y.shape[1], "q", "target")
    return constant(y, "y", "target")


def _penalties(layers: list[LayerNodes], mode: GraphMode) -> dict[str, Node]:
    """λ Σ |W| and λ Σ W² over all weight matrices; biases and the rest are free."""
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
