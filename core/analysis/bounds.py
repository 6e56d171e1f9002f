"""Upper and lower bounds on the number of linear regions.

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
    """Σ_{i ≤ inputs} C(lines, i): most regions that many hyperplanes can cut."""
    require(lines >= 0, "lines", "be 0 or more", lines)
    return sum(comb(lines, i) for i in range(inputs + 1))


def lines_of(layer: LayerSpec) -> int:
    """The most lines a layer can draw in one region of the layers before it."""
    step = function_step(0, "z1", "a1", layer)
    if not step.piecewise:
        raise BadInput(f"bounds: {layer.activation} has no linear pieces")
    return step.lines


def most_regions(network: NetworkSpec, depth: int | None = None) -> int:
    """An upper bound after ``depth`` hidden layers (all if left out).

    Inside one region the network so far is affine, so the next layer cuts it by at
    most `lines_of` lines, in at most as many dimensions as its input can have there.
    """
    total = 1
    handed = [network.inputs]  # dimensions each layer passes on, the input first
    for i, layer in enumerate(network.hidden[:depth]):
        read = min(network.inputs, sum(handed[number] for number in network.reads(i)))
        total *= most_regions_of_layer(lines_of(layer), read)
        own = min(read, layer.units)
        added = 0 if layer.adds is None else handed[layer.adds]
        handed.append(min(network.inputs, own + added))
    return total


def montufar_regions(widths: Sequence[int], inputs: int = 2) -> int:
    """A number of regions that some relu network of these hidden widths reaches.

    (Π_{l < L} ⌊n_l / n₀⌋^n₀) · Σ_{j ≤ n₀} C(n_L, j), Montúfar et al. 2014, theorem 4;
    1 for widths below the number of inputs, where the theorem does not apply.
    """
    if not widths or min(widths) < inputs:
        return 1
    folds: int = prod((width // inputs) ** inputs for width in widths[:-1])
    return folds * most_regions_of_layer(widths[-1], inputs)
