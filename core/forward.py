"""The forward pass in plain NumPy, in evaluation mode, points in rows.

Views and measurements use it; gradients come from `core.autodiff`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.arrays import Floats
from core.functions import ACTIVATIONS
from core.network import LayerBlocks, LayerSpec, NetworkSpec

#: Added to a variance before its root is taken, as PyTorch does.
BATCH_NORM_EPSILON = 1e-5


class LayerValues(NamedTuple):
    """What one layer computes for n points; the logits stand in all three fields."""

    z: Floats  # (n, rows), the affine step; rbf: squared distances
    a: Floats  # (n, units)
    normed: Floats  # (n, rows), what the activation function reads: z, normalised


def squared_distances(h: Floats, centres: Floats) -> Floats:
    """‖w − h‖² of the points ``h`` (n, d) to the rows ``w`` of ``centres``: (n, rows).

    From differences rather than ‖w‖² − 2wh + ‖h‖², which cancels near a centre.
    """
    found = np.empty((len(h), len(centres)), dtype=h.dtype)
    for j, w in enumerate(centres):
        gaps = h - w
        found[:, j] = np.einsum("nd,nd->n", gaps, gaps)
    return found


def pre_activation(
    blocks: LayerBlocks, theta: Floats, h: Floats, distances: bool = False
) -> Floats:
    """``h Wᵀ + b`` (n, rows), or squared distances to the rows of W for rbf."""
    weights = blocks.W.of(theta)
    if distances:
        return squared_distances(h, weights)
    z = h @ weights.T
    return z if blocks.b is None else z + blocks.b.of(theta)


def normalised(
    blocks: LayerBlocks, theta: Floats, running: Floats, z: Floats
) -> Floats:
    """``z`` (n, rows) after the layer's batch normalisation; itself if it has none."""
    if blocks.gamma is None or blocks.beta is None:
        return z
    assert blocks.mean is not None
    assert blocks.var is not None
    spread = np.sqrt(blocks.var.of(running) + BATCH_NORM_EPSILON)
    normed = (z - blocks.mean.of(running)) / spread
    return np.asarray(normed * blocks.gamma.of(theta) + blocks.beta.of(theta))


def hidden_layer(
    layer: LayerSpec, blocks: LayerBlocks, theta: Floats, running: Floats, h: Floats
) -> LayerValues:
    """One hidden layer on the points ``h`` (n, in)."""
    z = pre_activation(blocks, theta, h, layer.activation == "rbf")
    normed = normalised(blocks, theta, running, z)
    slopes = None if blocks.slopes is None else blocks.slopes.of(theta)
    a = ACTIVATIONS[layer.activation].value(normed, layer, slopes)
    return LayerValues(z, a, normed)


def layer_values(
    network: NetworkSpec, theta: Floats, running: Floats, x: Floats
) -> list[LayerValues]:
    """Values of every layer for the points ``x`` (n, inputs), the logits last."""
    blocks = network.layout.layers
    values: list[LayerValues] = []
    h = x
    for layer, place in zip(network.hidden, blocks, strict=False):
        values.append(hidden_layer(layer, place, theta, running, h))
        h = values[-1].a
    z = pre_activation(blocks[-1], theta, h)
    values.append(LayerValues(z, z, z))
    return values


def logits(network: NetworkSpec, theta: Floats, running: Floats, x: Floats) -> Floats:
    """The logits (n, width) for the points ``x`` (n, inputs)."""
    h = x
    blocks = network.layout.layers
    for layer, place in zip(network.hidden, blocks, strict=False):
        h = hidden_layer(layer, place, theta, running, h).a
    return pre_activation(blocks[-1], theta, h)
