"""Hand-built networks that fold the plane: what depth can do for the number of regions.

Montúfar, Pascanu, Cho & Bengio 2014: a layer of n units can fold each axis ⌊n/2⌋ times
over itself, and whatever the next layers draw in the folded plane appears once in
every fold. Random and trained networks do nothing like this.
"""

from __future__ import annotations

import numpy as np

from core.analysis.bounds import montufar_regions
from core.arrays import Floats
from core.errors import require
from core.functions.straight import ABS
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs.sigmoid import BCE

Net = tuple[NetworkSpec, Floats, Floats]

#: The box in which the folding networks show all their regions.
FOLDING_BOX = (0.0, 1.0, 0.0, 1.0)


def folding_net(widths: tuple[int, ...], loss: str = BCE.name) -> Net:
    """A relu network on the unit square with Montúfar's number of regions or more.

    Every layer but the last folds each axis into ⌊n/2⌋ strips by a zigzag that runs
    between 0 and 1; the last draws lines in general position through the square, so
    that each of the folded strips shows all the pieces they cut.
    """
    require(
        len(widths) >= 1 and min(widths) >= 2,
        "folding network: widths",
        "be 2 or more each",
        widths,
    )
    network = NetworkSpec(2, tuple(LayerSpec(n) for n in widths), OutputSpec(loss, 1))
    theta = np.zeros(network.layout.size)
    # What the previous layer provides: x and y as sums of its units.
    read: Floats = np.eye(2)
    for width, blocks in zip(widths[:-1], network.layout.layers, strict=False):
        axis_weights, bias, zigzag = _zigzag(width)
        blocks.W.of(theta)[...] = axis_weights @ read
        assert blocks.b is not None
        blocks.b.of(theta)[...] = bias
        read = zigzag
    last, output = network.layout.layers[-2:]
    normals, offsets = _general_lines(widths[-1])
    last.W.of(theta)[...] = normals @ read
    assert last.b is not None
    last.b.of(theta)[...] = offsets
    signs = np.where(np.arange(widths[-1]) % 2 == 0, 1.0, -1.0)
    output.W.of(theta)[...] = signs
    assert output.b is not None
    output.b.of(theta)[...] = -0.05
    return network, theta, fresh_running(network)


def promised_regions(widths: tuple[int, ...]) -> int:
    """Montúfar's lower bound, which `folding_net` reaches or exceeds."""
    return montufar_regions(widths)


def mirror_net(layers: int, loss: str = BCE.name) -> Net:
    """Layers of two abs units that mirror the unit square onto a quarter of it.

    Each layer computes (|2x − 1|, |2y − 1|): the square is folded along both middle
    lines and stretched back to full size. After k layers it has 4ᵏ regions, all equal.
    """
    require(1 <= layers <= 12, "mirror network: layers", "be from 1 to 12", layers)
    hidden = tuple(LayerSpec(2, ABS.name) for _ in range(layers))
    network = NetworkSpec(2, hidden, OutputSpec(loss, 1))
    theta = np.zeros(network.layout.size)
    for blocks in network.layout.layers[:-1]:
        blocks.W.of(theta)[...] = 2.0 * np.eye(2)
        assert blocks.b is not None
        blocks.b.of(theta)[...] = -1.0
    output = network.layout.layers[-1]
    output.W.of(theta)[...] = 1.0
    assert output.b is not None
    output.b.of(theta)[...] = -1.0
    return network, theta, fresh_running(network)


def _zigzag(width: int) -> tuple[Floats, Floats, Floats]:
    """Weights (width, 2) and biases of a folding layer, and its zigzags (2, width).

    On one axis p units compute relu(p·x), relu(2p·x − 2), relu(2p·x − 4), …; their
    alternating sum p·x − (2p·x − 2)₊ + (2p·x − 4)₊ − … runs 0 → 1 → 0 … in p strips.
    """
    weights, bias = np.zeros((width, 2)), np.full(width, -1.0)
    zigzag = np.zeros((2, width))
    strips = width // 2
    for axis in range(2):
        for i in range(strips):
            unit = axis * strips + i
            weights[unit, axis] = strips if i == 0 else 2.0 * strips
            bias[unit] = -2.0 * i
            zigzag[axis, unit] = -1.0 if i % 2 else 1.0
    return weights, bias, zigzag


def _general_lines(count: int) -> tuple[Floats, Floats]:
    """Lines n·x + c = 0 in general position, all crossings inside the unit square.

    Tangents of a circle meet pairwise outside it; the circle is small enough, and the
    tangents' angles are spread evenly enough over half a turn, for all crossings to
    stay inside.
    """
    angle = np.pi * (np.arange(count) + 0.37) / count
    normals = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    middle = np.array([0.5, 0.5])
    # Neighbouring tangents meet near the circle, opposite ones far away: the farthest
    # crossing of an arc of half a turn is at radius / sin(half the smallest angle).
    radius = 0.45 * np.sin(np.pi / (2 * count))
    return normals, -(normals @ middle) - radius
