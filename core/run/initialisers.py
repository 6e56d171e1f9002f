"""Initial parameters: how weights are drawn before the first step.

To add one: write a function of (rng, rows, fan_in, fan_out) and list it in
`INITIALISERS` and in `core.run.INITIALISER_NAMES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from core.arrays import Floats
from core.language import mark
from core.network import LEARNED_BLOCKS, LayerSpec, NetworkSpec, link_mask
from core.run import InitialSpec
from core.sampling import GAUSSIAN

#: Bias of the scales of Gaussian units: a standard deviation of softplus(−1) = 0.31.
SCALE = -1.0

Draw = Callable[[np.random.Generator, int, int, int], Floats]


@dataclass(frozen=True, slots=True)
class Initialiser:
    """A way to draw a weight matrix (rows, fan_in)."""

    name: str
    title: str  # to show
    formula: str  # LaTeX
    draw: Draw


def _normal(std: Callable[[int, int], float]) -> Draw:
    def draw(rng: np.random.Generator, rows: int, fan_in: int, fan_out: int) -> Floats:
        return rng.normal(0.0, std(fan_in, fan_out), (rows, fan_in))

    return draw


def _uniform(bound: Callable[[int, int], float]) -> Draw:
    def draw(rng: np.random.Generator, rows: int, fan_in: int, fan_out: int) -> Floats:
        limit = bound(fan_in, fan_out)
        return rng.uniform(-limit, limit, (rows, fan_in))

    return draw


def _zeros(rng: np.random.Generator, rows: int, fan_in: int, fan_out: int) -> Floats:
    return np.zeros((rows, fan_in))


def _orthogonal(
    rng: np.random.Generator, rows: int, fan_in: int, fan_out: int
) -> Floats:
    """Orthonormal rows or columns, whichever are fewer; uniform over all such."""
    tall = rng.normal(size=(max(rows, fan_in), min(rows, fan_in)))
    q, r = np.linalg.qr(tall)
    # QR alone favours some rotations; R with a positive diagonal is unique.
    q = q * np.where(np.diag(r) < 0.0, -1.0, 1.0)
    return np.ascontiguousarray(q if rows >= fan_in else q.T)


INITIALISERS: dict[str, Initialiser] = {
    i.name: i
    for i in (
        Initialiser("zeros", mark("Zeros"), r"w = 0", _zeros),
        Initialiser(
            "small_normal",
            mark("Small normal"),
            r"w \sim \mathcal{N}(0, 0.01^2)",
            _normal(lambda fan_in, fan_out: 0.01),
        ),
        Initialiser(
            "uniform",
            mark("Uniform"),
            r"w \sim \mathcal{U}(\pm 1/\sqrt{n_{\mathrm{in}}})",
            _uniform(lambda fan_in, fan_out: 1.0 / sqrt(fan_in)),
        ),
        Initialiser(
            "xavier_normal",
            mark("Xavier, normal"),
            r"w \sim \mathcal{N}(0, \frac{2}{n_{\mathrm{in}} + n_{\mathrm{out}}})",
            _normal(lambda fan_in, fan_out: sqrt(2.0 / (fan_in + fan_out))),
        ),
        Initialiser(
            "xavier_uniform",
            mark("Xavier, uniform"),
            r"w \sim \mathcal{U}(\pm \sqrt{6 / (n_{\mathrm{in}} + n_{\mathrm{out}})})",
            _uniform(lambda fan_in, fan_out: sqrt(6.0 / (fan_in + fan_out))),
        ),
        Initialiser(
            "he_normal",
            mark("He, normal"),
            r"w \sim \mathcal{N}(0, \frac{2}{n_{\mathrm{in}}})",
            _normal(lambda fan_in, fan_out: sqrt(2.0 / fan_in)),
        ),
        Initialiser(
            "he_uniform",
            mark("He, uniform"),
            r"w \sim \mathcal{U}(\pm \sqrt{6 / n_{\mathrm{in}}})",
            _uniform(lambda fan_in, fan_out: sqrt(6.0 / fan_in)),
        ),
        Initialiser("orthogonal", mark("Orthogonal"), r"W^T W = I", _orthogonal),
    )
}


def _centres(
    rng: np.random.Generator, initial: InitialSpec, units: int, fan_in: int
) -> Floats:
    """Centres of rbf units: points among the inputs, so fan-in scaling does not apply.

    They are spread like standard normal inputs, unless the initialiser starts at (or
    close to) one point.
    """
    spread = {"zeros": 0.0, "small_normal": 0.01}.get(initial.weights, 1.0)
    return rng.normal(0.0, 1.0, (units, fan_in)) * spread


def _weights(
    rng: np.random.Generator, initial: InitialSpec, layer: LayerSpec, fan_in: int
) -> Floats:
    """W (rows, fan_in) of a hidden layer."""
    if layer.unit.distances:
        return _centres(rng, initial, layer.units, fan_in)
    draw = INITIALISERS[initial.weights].draw
    pieces = layer.pieces  # maxout: k maps, each drawn as a layer
    weights = np.zeros((layer.rows, fan_in))
    means = weights[: layer.units * pieces]  # all scales start equal
    for piece in range(pieces):
        means[piece::pieces] = draw(rng, layer.units, fan_in, layer.units)
    return weights


def initial_theta(network: NetworkSpec, initial: InitialSpec, seed: int) -> Floats:
    """The flat parameters before the first step; equal arguments, equal numbers.

    Biases are the requested constant, prelu slopes ¼; batch normalisation starts as the
    identity (γ 1, β 0), and scales of Gaussian units do not depend on the inputs. A cut
    link is 0.
    """
    rng = np.random.default_rng(seed)
    layout = network.layout
    theta = np.zeros(layout.size)
    for i, layer in enumerate(network.hidden):
        blocks, fan_in = layout.layers[i], network.fan_in(i)
        blocks.W.of(theta)[...] = initial.scale * _weights(rng, initial, layer, fan_in)
        if blocks.b is not None:
            blocks.b.of(theta)[...] = initial.bias
            if layer.sample == GAUSSIAN:
                blocks.b.of(theta)[layer.drawn :] = SCALE
        for name, learned in LEARNED_BLOCKS.items():
            block = getattr(blocks, name)
            if block is not None:
                block.of(theta)[...] = learned.start
    output = layout.layers[-1]
    width, fan_in = network.output.width, network.fan_in(len(network.hidden))
    draw = INITIALISERS[initial.weights].draw
    output.W.of(theta)[...] = initial.scale * draw(rng, width, fan_in, width)
    assert output.b is not None
    output.b.of(theta)[...] = initial.bias
    links = link_mask(network)
    return theta if links is None else theta * links
