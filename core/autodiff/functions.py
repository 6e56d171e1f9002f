"""Ops with a name of their own: scalar functions, softmax, rankings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.arrays import Bools, Floats
from core.autodiff.graph import Node, Op, apply, constant
from core.functions import maths, words
from core.functions.algebra import Expr, Primitive, Tape

Rule = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class Curve:
    """A scalar function with its derivatives in order: value, slope, curvature."""

    name: str
    rules: tuple[Rule, ...]

    def __call__(self, node: Node) -> Node:
        """The function of every entry of ``node``."""
        return apply(Map(self), node)


@dataclass(frozen=True, slots=True)
class Map(Op):
    """A scalar function, or one of its derivatives, of every entry."""

    curve: Curve
    order: int = 0
    name = "map"

    @property
    def title(self) -> str:
        """Name of the function, primes for derivatives."""
        return self.curve.name + "'" * self.order

    def _rule(self, order: int) -> Rule:
        if order >= len(self.curve.rules):
            raise TypeError(f"derivative {order} of {self.curve.name} is not known")
        return self.curve.rules[order]

    def forward(self, *values: Floats) -> Floats:
        """f(a)."""
        return self._rule(self.order)(values[0])

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """``g f'(a)``."""
        return grad * apply(Map(self.curve, self.order + 1), node.inputs[0])

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """f'(a) ȧ."""
        return self._rule(self.order + 1)(node.inputs[0].value) * tangents[0]


def _rule(expr: Expr) -> Rule:
    tape = Tape((expr,))
    return lambda a: tape.run({"a": a}, like=a)[0]


@lru_cache(maxsize=256)
def curve(word: Primitive) -> Curve:
    """A word of `core.functions.words` with its derivatives."""
    if word.slopes is None:
        return Curve(word.name, (word.numpy,))
    return Curve(word.name, (word.numpy, *(_rule(e) for e in word.slopes(words.a))))


#: Also for penalties and batch normalisation.
SQUARE, SIZE = curve(words.square), curve(words.absolute)
INVERSE_ROOT = Curve(
    "inverse root",
    (
        lambda a: np.asarray(a**-0.5),
        lambda a: np.asarray(-0.5 * a**-1.5),
        lambda a: np.asarray(0.75 * a**-2.5),
    ),
)


@dataclass(frozen=True, eq=False, slots=True)
class Choose(Op):
    """One of two values entry by entry; the choice itself is fixed."""

    first: Bools
    name = "choose"
    formula = r"a \text{ or } b"

    def forward(self, *values: Floats) -> Floats:
        """``a`` where chosen, else ``b``."""
        return np.where(self.first, *values)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient where the input was chosen, 0 elsewhere."""
        nothing = constant(np.zeros_like(node.value))
        pair = (grad, nothing) if index == 0 else (nothing, grad)
        return apply(self, *pair).sum_to(*node.inputs[index].shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The tangent of what was chosen."""
        return np.where(self.first, *tangents)


class Ranked(Op):
    """Scores in the order of a ranking: the first item's first."""

    name = "ranked"
    formula = r"s_{y_i}"

    def forward(self, *values: Floats) -> Floats:
        """``s[y]`` row by row."""
        scores, order = values
        return np.take_along_axis(scores, order.astype(np.int64), axis=1)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """Back to where each score came from; a ranking has no slope."""
        order = node.inputs[1]
        if index == 1:
            return constant(np.zeros_like(order.value))
        places = constant(np.argsort(order.value, axis=1).astype(np.float64))
        return apply(self, grad, places)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The tangents in the same order."""
        return self.forward(tangents[0], node.inputs[1].value)


class Softmax(Op):
    """Probabilities along the last axis."""

    name = "softmax"
    formula = r"e^{z_k} / \sum_j e^{z_j}"

    def forward(self, *values: Floats) -> Floats:
        """softmax(z)."""
        return maths.softmax(values[0])

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """Σ_j p_k p_j (g_k − g_j), which does not cancel."""
        *lead, k = node.shape
        gaps = grad.reshape(*lead, k, 1) - grad.reshape(*lead, 1, k)
        return node * (gaps * node.reshape(*lead, 1, k)).row_sums()

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The Jacobian is symmetric: the same formula."""
        return maths.softmax_vjp(node.value, tangents[0])


class LogSumExp(Op):
    """log Σ e^z along the last axis, which disappears."""

    name = "logsumexp"
    formula = r"\log \sum_k e^{z_k}"

    def forward(self, *values: Floats) -> Floats:
        """Computed without overflow."""
        return maths.logsumexp(values[0])

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """``g softmax(z)``."""
        return grad.reshape(*grad.shape, 1) * softmax(node.inputs[0])

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """Σ p ż."""
        p = maths.softmax(node.inputs[0].value)
        return np.asarray(np.sum(p * tangents[0], axis=-1))


def softmax(z: Node) -> Node:
    """Probabilities along the last axis."""
    return apply(Softmax(), z)


def logsumexp(z: Node) -> Node:
    """Logarithm of the sum of exponentials along the last axis."""
    return apply(LogSumExp(), z)
