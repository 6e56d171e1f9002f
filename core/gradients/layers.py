"""Ops of layers: affine maps, distances, values side by side, hidden units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.arrays import Floats
from core.autodiff.functions import Curve
from core.autodiff.graph import Node, Op, apply, constant
from core.functions.maths import squared_distances
from core.network import LayerSpec


class Affine(Op):
    """``h Wᵀ + b``: examples in rows, one row of W per unit."""

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
        """The gradient in its columns, zeros in the others."""
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
    """A ReLU with a learned slope on the left, one per unit."""

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
        """1 for the largest row, (n, k·units)."""
        return self.layer.unit.slope(node.inputs[0].value, self.layer, None)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient goes only to the largest row."""
        n, units = node.shape
        rows = constant(self._winners(node).reshape(n, units, -1))
        return (grad.reshape(n, units, 1) * rows).reshape(*node.inputs[0].shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The tangent of the largest row."""
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
