"""Draws as nodes of a graph: units of 0 and 1, and Gaussian noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.autodiff.functions import curve
from core.autodiff.graph import Node, Op, apply, constant
from core.functions import maths, words

_SIGMOID, _SOFTPLUS = curve(words.sigmoid), curve(words.softplus)


@dataclass(eq=False, slots=True)
class Toss(Op):
    """1 where a uniform number is below σ(slope z), else 0.

    A draw has no derivative. What flows to ``z`` instead is ``weight`` times the score
    ∂log p/∂z = slope (a − σ), where the weight of an entry is J − b, set once J is
    known; or, straight through, the gradient times the slope of σ, as if the unit's
    output were its probability.
    """

    uniform: Floats  # (n, units), in [0, 1); −1 makes a 1 for certain, 2 a 0
    slope: float = 1.0
    straight: bool = False
    weight: Floats | None = None  # (n, units) or (n, 1); None: nothing flows
    name = "toss"
    formula = r"a \sim \mathrm{Bernoulli}(\sigma(z))"

    def forward(self, *values: Floats) -> Floats:
        """0 and 1."""
        p = maths.sigmoid(self.slope * values[0])
        return (self.uniform < p).astype(values[0].dtype)

    def probability(self, node: Node) -> Floats:
        """The probability of a 1, entry by entry."""
        return maths.sigmoid(self.slope * node.inputs[0].value)

    def score(self, node: Node) -> Floats:
        """∂log p/∂z of what was drawn, entry by entry."""
        return np.asarray(self.slope * (node.value - self.probability(node)))

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The weighted score, which does not depend on ``grad``."""
        if self.straight:
            z = self.slope * node.inputs[0]
            p = _SIGMOID(z)
            return self.slope * (grad * p * _SIGMOID(-z))
        if self.weight is None:
            return constant(np.zeros_like(node.value))
        return constant(self.weight * self.score(node))

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """A small change of z changes no draw."""
        return np.zeros_like(node.value)


def toss(z: Node, uniform: Floats, slope: float) -> Node:
    """Units of 0 and 1."""
    return apply(Toss(uniform, slope), z)


def noisy(z: Node, normal: Floats) -> Node:
    """``mean + softplus(scale) η`` of rows of all means followed by all scales."""
    count = z.shape[1] // 2
    noise = constant(normal, "η")
    return z.columns(0, count) + _SOFTPLUS(z.columns(count, 2 * count)) * noise


def log_probability(node: Node) -> Node:
    """The log-probability of the draws of a `Toss` (n,), as a node."""
    toss = node.op
    assert isinstance(toss, Toss)
    z = toss.slope * node.inputs[0]
    drawn = constant(node.value)
    return (drawn * z - _SOFTPLUS(z)).row_sums()
