"""Steps as nodes of a computational graph, one rule for each kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.arrays import Floats
from core.autodiff.functions import INVERSE_ROOT, SQUARE
from core.autodiff.graph import Node, apply, constant, grouped, variable
from core.gradients.chance import noisy, toss
from core.gradients.layers import Affine, Distances, SideBySide, hidden_unit
from core.gradients.losses import losses
from core.network import LayerBlocks
from core.steps import kinds
from core.steps.base import Numbers, Step


@dataclass(slots=True)
class LayerLeaves:
    """What the steps of one layer share: its parameters as leaves, its statistics."""

    number: int  # from 1
    numbers: Numbers
    training: bool
    mask: Floats | None  # dropout factors (n, units); None: nothing is dropped
    drawn: Floats | None = None  # random numbers; None: units output their means
    parameters: dict[str, Node] = field(default_factory=dict)
    mean: Node | None = None  # (1, rows), of the batch, batch normalisation only
    var: Node | None = None  # (1, rows), biased


def leaves(
    number: int,
    blocks: LayerBlocks,
    theta: Floats,
    running: Floats,
    training: bool,
    mask: Floats | None,
    drawn: Floats | None = None,
) -> LayerLeaves:
    """The parameters of a layer as leaves: W1, b1, …."""
    parameters = {
        name: variable(block.of(theta), f"{name}{number}", f"layer {number}")
        for name, block in blocks.parameters()
    }
    numbers = Numbers(blocks, theta, running)
    return LayerLeaves(number, numbers, training, mask, drawn, parameters)


def _in_layer(node: Node, label: str, layer: LayerLeaves) -> Node:
    node.label, node.group = label, f"layer {layer.number}"
    return node


def _gather(step: kinds.Gather, layer: LayerLeaves, *read: Node) -> Node:
    return _in_layer(apply(SideBySide(), *read), step.output, layer)


def _add(step: kinds.Add, layer: LayerLeaves, a: Node, h: Node) -> Node:
    if not step.mask:
        return _in_layer(a + h, step.output, layer)
    chosen = constant(np.array(step.mask, np.float64), f"added{layer.number}")
    return grouped(a + h * chosen, f"layer {layer.number}", (a, h), step.output)


def _affine(step: kinds.Affine, layer: LayerLeaves, h: Node) -> Node:
    weights, bias = layer.parameters["W"], layer.parameters["b"]
    if step.mask is None:
        return _in_layer(apply(Affine(), h, weights, bias), step.output, layer)
    links = constant(step.mask.factors, f"links{layer.number}")
    node = apply(Affine(), h, weights * links, bias)
    return grouped(node, f"layer {layer.number}", (h, weights, bias), step.output)


def _distances(step: kinds.Distances, layer: LayerLeaves, h: Node) -> Node:
    links = step.mask.factors if step.mask else None
    node = apply(Distances(links), h, layer.parameters["W"])
    return _in_layer(node, step.output, layer)


def _map(step: kinds.Map, layer: LayerLeaves, z: Node) -> Node:
    node = hidden_unit(step.spec, z, layer.parameters.get("slopes"))
    return _in_layer(node, step.output, layer)


def _bernoulli(step: kinds.Bernoulli, layer: LayerLeaves, z: Node) -> Node:
    if layer.drawn is None:
        return _map(step, layer, z)
    return _in_layer(toss(z, layer.drawn, step.spec.slope), step.output, layer)


def _gaussian(step: kinds.Gaussian, layer: LayerLeaves, z: Node) -> Node:
    if layer.drawn is None:
        return _in_layer(z.columns(0, step.width), step.output, layer)
    node = noisy(z, layer.drawn)
    return grouped(node, f"layer {layer.number}", (z,), step.output)


def _normalise(step: kinds.Normalise, layer: LayerLeaves, z: Node) -> Node:
    """Batch normalisation; in training the batch's statistics are nodes too."""
    rows, number = z.shape[1], layer.number
    if layer.training:
        share = 1.0 / max(len(z.value), 1)
        layer.mean = share * z.sum_to(1, rows)
        layer.mean.label = f"mean{number}"
        centred = z - layer.mean
        layer.var = share * SQUARE(centred).sum_to(1, rows)
        layer.var.label = f"var{number}"
        scale = INVERSE_ROOT(layer.var.plus(kinds.BATCH_NORM_EPSILON))
    else:
        centred = z - constant(layer.numbers["mean"], f"mean{number}")
        var = constant(layer.numbers["var"], f"var{number}")
        scale = INVERSE_ROOT(var.plus(kinds.BATCH_NORM_EPSILON))
    gamma, beta = layer.parameters["gamma"], layer.parameters["beta"]
    normed = centred * scale * gamma + beta
    return grouped(normed, f"batch norm {number}", (z, gamma, beta), step.output)


def _drop(step: kinds.Drop, layer: LayerLeaves, a: Node) -> Node:
    if layer.mask is None:
        return a
    group = f"dropout {layer.number}"
    kept = constant(layer.mask, f"mask{layer.number}", group)
    return grouped(a * kept, group, (a, kept), step.output)


def _loss(step: kinds.Loss, layer: LayerLeaves, z: Node, y: Node) -> Node:
    return losses(z, y, step.spec)


#: How a step becomes a node, from its layer's leaves and the nodes it reads.
RULES: dict[type[Step], Callable[..., Node]] = {
    kinds.Gather: _gather,
    kinds.Add: _add,
    kinds.Affine: _affine,
    kinds.Distances: _distances,
    kinds.Normalise: _normalise,
    kinds.Map: _map,
    kinds.Largest: _map,
    kinds.Bernoulli: _bernoulli,
    kinds.Gaussian: _gaussian,
    kinds.Drop: _drop,
    kinds.Loss: _loss,
}


def node_of(step: Step, layer: LayerLeaves, *read: Any) -> Node:
    """The node of a step."""
    return RULES[type(step)](step, layer, *read)
