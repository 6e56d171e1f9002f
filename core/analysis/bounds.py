"""How many linear regions a network can have, and must be able to have.

Zaslavsky 1975: n lines in general position cut the plane into 1 + n + C(n, 2) regions.
Montúfar, Pascanu, Cho & Bengio 2014: deep networks exist with exponentially many.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

from core.errors import BadInput, require
from core.network import LayerSpec, NetworkSpec
from core.steps.build import function_step


def most_regions_of_layer(lines: int, inputs: int = 2) -> int:
    """Σ_{i ≤ inputs} C(lines, i): regions that so many hyperplanes can cut."""
    require(lines >= 0, "lines", "be 0 or more", lines)
    return sum(comb(lines, i) for i in range(inputs + 1))


def lines_of(layer: LayerSpec) -> int:
    """Lines that a layer draws at most in one region of the layers before it."""
    step = function_step(0, "z1", "a1", layer)
    if not step.piecewise:
        raise BadInput(f"bounds: {layer.activation} has no linear pieces")
    return step.lines


def most_regions(network: NetworkSpec, depth: int | None = None) -> int:
    """An upper bound after ``depth`` hidden layers (all if left out).

    Inside one region the network so far is affine, so the next layer cuts it by at
    most `lines_of` lines, and in no more dimensions than what it reads can have there.
    """
    total = 1
    handed = [network.inputs]  # dimensions of what each layer hands on, the input first
    for i, layer in enumerate(network.hidden[:depth]):
        read = min(network.inputs, sum(handed[number] for number in network.reads(i)))
        total *= most_regions_of_layer(lines_of(layer), read)
        own = min(read, layer.units)
        added = 0 if layer.adds is None else handed[layer.adds]
        handed.append(min(network.inputs, own + added))
    return total


def montufar_regions(widths: Sequence[int], inputs: int = 2) -> int:
    """Regions that some relu network of these hidden widths reaches at least.

    (Π_{l < L} ⌊n_l / n₀⌋^n₀) · Σ_{j ≤ n₀} C(n_L, j), Montúfar et al. 2014, theorem 4;
    for widths below the number of inputs, where it says nothing, it is 1.
    """
    if not widths or min(widths) < inputs:
        return 1
    folds: int = prod((width // inputs) ** inputs for width in widths[:-1])
    return folds * most_regions_of_layer(widths[-1], inputs)
