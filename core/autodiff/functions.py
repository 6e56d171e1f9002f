"""Ops with a name of their own: scalar functions, softmax, affine, hidden units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.arrays import Bools, Floats
from core.autodiff.graph import Node, Op, apply, constant
from core.functions import maths, words
from core.functions.algebra import Expr, Primitive, Tape
from core.network import LayerSpec
from core.steps.kinds import squared_distances

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


class Affine(Op):
    """``h Wᵀ + b``: examples in rows, a row of W a unit."""

    name = "affine"
    formula = "z = W h + b"

    def forward(self, *values: Floats) -> Floats:
        """Z = H Wᵀ + b."""
        h, weights, bias = values
        return np.asarray(h @ weights.T + bias)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """``G W`` for H, Gᵀ H for W, the column sums of G for b."""
        h, weights, bias = node.inputs
        if index == 0:
            return grad @ weights
        if index == 1:
            return grad.transposed @ h
        return grad.sum_to(*bias.shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """Ḣ Wᵀ + H Ẇᵀ + ḃ."""
        h, weights, _ = node.inputs
        dh, dw, db = tangents
        return np.asarray(dh @ weights.value.T + h.value @ dw.T + db)


class SideBySide(Op):
    """Columns of several values, one value after the other."""

    name = "side by side"
    formula = "(h, h')"

    def forward(self, *values: Floats) -> Floats:
        """(n, all columns)."""
        return np.concatenate(values, axis=1)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The columns that belong to this value."""
        start = sum(n.shape[1] for n in node.inputs[:index])
        return apply(Columns(start, node.inputs[index].shape[1]), grad)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """Tangents side by side."""
        return np.concatenate(tangents, axis=1)


@dataclass(frozen=True, slots=True)
class Columns(Op):
    """Some columns of a value."""

    start: int
    count: int
    name = "columns"
    formula = "h_{i}"

    def forward(self, *values: Floats) -> Floats:
        """(n, count)."""
        return values[0][:, self.start : self.start + self.count]

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """Back in their place, zeros beside them."""
        n, width = node.inputs[0].shape
        after = width - self.start - self.count
        zeros = (constant(np.zeros((n, size))) for size in (self.start, after))
        return apply(SideBySide(), next(zeros), grad, next(zeros))

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The same columns."""
        return self.forward(*tangents)


@dataclass(frozen=True, slots=True, eq=False)
class Distances(Op):
    """Squared distance of every row of h to every row of W, the centres."""

    links: Floats | None = None  # (rows, d), 0 where a coordinate does not count
    name = "distances"
    formula = r"z_j = \|w_j - h\|^2"

    def forward(self, *values: Floats) -> Floats:
        """‖w_j − h_i‖², from differences."""
        h, centres = values
        return squared_distances(h, centres, self.links)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """``2 Σ_j g_ij (h_i − w_j)`` for h, ``2 Σ_i g_ij (w_j − h_i)`` for W."""
        h, centres = node.inputs
        if self.links is not None:
            links = constant(self.links)
            if index == 0:
                return 2.0 * ((grad @ links) * h - grad @ (links * centres))
            total = grad.transposed.sum_to(grad.shape[1], 1)
            return 2.0 * (links * (total * centres - grad.transposed @ h))
        here, there = (h, centres) if index == 0 else (centres, h)
        weights = grad if index == 0 else grad.transposed
        total = weights.sum_to(weights.shape[0], 1)
        return 2.0 * (total * here - weights @ there)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """``2 (h − w) · (ḣ − ẇ)``."""
        h, centres = (n.value for n in node.inputs)
        dh, dw = tangents
        if self.links is not None:
            seen, moved = self.links * centres, self.links * dw
            own = (h * dh) @ self.links.T + np.sum(seen * dw, axis=1)
            return np.asarray(2.0 * (own - dh @ seen.T - h @ moved.T))
        own = np.sum(h * dh, axis=1)[:, None] + np.sum(centres * dw, axis=1)
        return np.asarray(2.0 * (own - dh @ centres.T - h @ dw.T))


class Prelu(Op):
    """A ReLU whose slope on the left is learned, one a unit."""

    name = "learned slope"
    formula = r"\max(0, z) + \alpha \min(0, z)"

    def forward(self, *values: Floats) -> Floats:
        """``z or α z``."""
        z, slopes = values
        return np.where(z > 0.0, z, slopes * z)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """For z: g times 1 or α; for α: the sum of g z over the negative side."""
        z, slopes = node.inputs
        left = constant((z.value <= 0.0).astype(z.value.dtype))
        if index == 1:
            return (grad * left * z).sum_to(*slopes.shape)
        right = constant(1.0 - left.value)
        return grad * (right + left * slopes)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """ż or α ż + α̇ z."""
        z, slopes = (n.value for n in node.inputs)
        dz, dslopes = tangents
        return np.where(z > 0.0, dz, slopes * dz + dslopes * z)


@dataclass(frozen=True, slots=True)
class Maxout(Op):
    """The largest of the k rows of each unit."""

    layer: LayerSpec
    name = "largest"
    formula = r"\max_i z_{kj + i}"

    def forward(self, *values: Floats) -> Floats:
        """(n, k·units) to (n, units)."""
        return self.layer.unit.value(values[0], self.layer, None)

    def _winners(self, node: Node) -> Floats:
        """1 for the row that won, (n, k·units)."""
        return self.layer.unit.slope(node.inputs[0].value, self.layer, None)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient goes to the row that won, alone."""
        n, units = node.shape
        rows = constant(self._winners(node).reshape(n, units, -1))
        return (grad.reshape(n, units, 1) * rows).reshape(*node.inputs[0].shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The tangent of the row that won."""
        n, units = node.shape
        moved = self._winners(node) * tangents[0]
        return np.asarray(moved.reshape(n, units, -1).sum(axis=2))


@lru_cache(maxsize=256)
def hidden_curve(layer: LayerSpec) -> Curve:
    """The scalar function of a layer (not for prelu and maxout)."""
    unit = layer.unit
    return Curve(
        unit.name,
        (
            lambda z: unit.value(z, layer, None),
            lambda z: unit.slope(z, layer, None),
            lambda z: unit.curvature(z, layer, None),
        ),
    )


def hidden_unit(layer: LayerSpec, z: Node, slopes: Node | None) -> Node:
    """The activation function of ``layer`` on ``z`` (n, rows): (n, units)."""
    if layer.unit.learns_slopes:
        assert slopes is not None
        return apply(Prelu(), z, slopes)
    if layer.unit.largest:
        return apply(Maxout(layer), z)
    return hidden_curve(layer)(z)
