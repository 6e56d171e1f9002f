"""A computational graph: nodes with values, ops with their derivatives.

An op defines three things side by side: its forward rule on arrays, its VJP (reverse
mode) on nodes, and its JVP (forward mode) on arrays. Because a VJP is written in ops, a
gradient is itself a graph, and its JVP is an exact Hessian-vector product.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats

Shape = tuple[int, ...]


class Op(ABC):
    """One kind of step in a computation; settings are fields of the subclass."""

    name: ClassVar[str]
    formula: ClassVar[str] = ""  # LaTeX, inputs in order

    @property
    def title(self) -> str:
        """The displayed name; `Map` returns the name of its function."""
        return self.name

    @abstractmethod
    def forward(self, *values: Floats) -> Floats:
        """The value from the values of the inputs."""

    @abstractmethod
    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """What input number ``index`` gets from ``grad`` = ∂J/∂node."""

    @abstractmethod
    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The tangent of the node from the tangents of its inputs."""


@dataclass(eq=False, slots=True)
class Node:
    """A value and how it was computed."""

    op: Op
    inputs: tuple[Node, ...]
    value: Floats
    varies: bool  # depends on a differentiable leaf
    label: str = ""  # to show: "W1", "z2", "J"
    group: str = ""  # what it is part of: "layer 1", "batch norm 1", "loss", "penalty"

    @property
    def shape(self) -> Shape:
        """Shape of the value."""
        return self.value.shape

    def __add__(self, other: Node) -> Node:
        return apply(Add(), self, other)

    def __sub__(self, other: Node) -> Node:
        return apply(Subtract(), self, other)

    def __mul__(self, other: Node | float) -> Node:
        if isinstance(other, Node):
            return apply(Multiply(), self, other)
        return apply(Scale(float(other)), self)

    def __rmul__(self, factor: float) -> Node:
        return apply(Scale(float(factor)), self)

    def __neg__(self) -> Node:
        return apply(Scale(-1.0), self)

    def __matmul__(self, other: Node) -> Node:
        return apply(MatMul(), self, other)

    def plus(self, amount: float) -> Node:
        """The node with a constant added to every entry."""
        return apply(Shift(float(amount)), self)

    def reshape(self, *shape: int) -> Node:
        """The same entries in another shape."""
        return self if shape == self.shape else apply(Reshape(shape), self)

    def sum_to(self, *shape: int) -> Node:
        """Sum over the axes that ``shape`` lacks or has as 1."""
        return self if shape == self.shape else apply(SumTo(shape), self)

    def row_sums(self) -> Node:
        """Sum over the last axis, which disappears."""
        return self.sum_to(*self.shape[:-1], 1).reshape(*self.shape[:-1])

    @property
    def transposed(self) -> Node:
        """Rows and columns swapped."""
        return apply(Transpose(), self)

    def columns(self, start: int, stop: int) -> Node:
        """Entries ``start … stop − 1`` of the last axis."""
        return apply(Columns(start, stop), self)


def apply(op: Op, *inputs: Node, label: str = "") -> Node:
    """Apply ``op`` to ``inputs`` and return the new node."""
    value = np.asarray(op.forward(*(node.value for node in inputs)))
    return Node(op, inputs, value, any(node.varies for node in inputs), label)


def variable(value: Floats, label: str = "", group: str = "") -> Node:
    """A leaf to differentiate by: a parameter or an input."""
    return Node(Leaf(), (), np.asarray(value), True, label, group)


def constant(value: Floats, label: str = "", group: str = "") -> Node:
    """A leaf that gets no gradient: a target, a mask."""
    return Node(Leaf(), (), np.asarray(value), False, label, group)


def grouped(output: Node, group: str, boundary: Sequence[Node], label: str) -> Node:
    """Name ``output`` and put every node between ``boundary`` and it into a group."""
    output.label = label
    edge = set(boundary)
    todo = [output]
    while todo:
        node = todo.pop()
        if node in edge or node.group:
            continue
        node.group = group
        todo.extend(node.inputs)
    return output


class Leaf(Op):
    """No computation: a value from outside."""

    name = "leaf"

    def forward(self, *values: Floats) -> Floats:
        """Never called: a leaf is given its value."""
        raise TypeError("a leaf is not computed")

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """Never called: a leaf has no inputs."""
        raise TypeError("a leaf has no inputs")

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """Zero: only leaves with a given tangent move."""
        return np.zeros_like(node.value)


class Add(Op):
    """Sum ``a + b``, broadcast like NumPy."""

    name = "add"
    formula = "a + b"

    def forward(self, *values: Floats) -> Floats:
        """``a + b``."""
        a, b = values
        return np.asarray(a + b)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient, summed over what was broadcast."""
        return grad.sum_to(*node.inputs[index].shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """ȧ + ḃ."""
        da, db = tangents
        return np.asarray(da + db)


class Subtract(Op):
    """Difference ``a − b``, broadcast like NumPy."""

    name = "subtract"
    formula = "a - b"

    def forward(self, *values: Floats) -> Floats:
        """``a − b``."""
        a, b = values
        return np.asarray(a - b)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient for a, its negative for b."""
        part = grad.sum_to(*node.inputs[index].shape)
        return part if index == 0 else -part

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """ȧ − ḃ."""
        da, db = tangents
        return np.asarray(da - db)


class Multiply(Op):
    """Product ``a · b`` entry by entry, broadcast like NumPy."""

    name = "multiply"
    formula = r"a \odot b"

    def forward(self, *values: Floats) -> Floats:
        """``a · b``."""
        a, b = values
        return np.asarray(a * b)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient times the other factor."""
        other = node.inputs[1 - index]
        return (grad * other).sum_to(*node.inputs[index].shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """ȧ b + a ḃ."""
        da, db = tangents
        a, b = node.inputs
        return np.asarray(da * b.value + a.value * db)


@dataclass(frozen=True, slots=True)
class Scale(Op):
    """``c · a`` with a fixed number c."""

    factor: float
    name = "scale"
    formula = r"c\,a"

    def forward(self, *values: Floats) -> Floats:
        """``c · a``."""
        return values[0] * self.factor

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """``c · g``."""
        return apply(self, grad)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """``c · ȧ``."""
        return tangents[0] * self.factor


@dataclass(frozen=True, slots=True)
class Shift(Op):
    """``a + c`` with a fixed number c."""

    amount: float
    name = "shift"
    formula = "a + c"

    def forward(self, *values: Floats) -> Floats:
        """``a + c``."""
        return values[0] + self.amount

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient as it is."""
        return grad

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """ȧ."""
        return tangents[0]


@dataclass(frozen=True, slots=True)
class Reshape(Op):
    """The same entries in another shape."""

    to: Shape
    name = "reshape"

    def forward(self, *values: Floats) -> Floats:
        """The same entries."""
        return values[0].reshape(self.to)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient in the old shape."""
        return grad.reshape(*node.inputs[0].shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The tangent in the new shape."""
        return tangents[0].reshape(self.to)


@dataclass(frozen=True, slots=True)
class SumTo(Op):
    """Sum over the axes that broadcasting from ``to`` would fill."""

    to: Shape
    name = "sum"
    formula = r"\sum a"

    def forward(self, *values: Floats) -> Floats:
        """Sum over leading axes that ``to`` lacks and axes where it has 1."""
        (a,) = values
        extra = a.ndim - len(self.to)
        axes = tuple(range(extra)) + tuple(
            extra + i for i, size in enumerate(self.to) if size == 1
        )
        return np.asarray(a.sum(axis=axes)).reshape(self.to)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """Every entry of a sum gets the sum's gradient."""
        return apply(BroadcastTo(node.inputs[0].shape), grad)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The sum of the tangents."""
        return self.forward(*tangents)


@dataclass(frozen=True, slots=True)
class BroadcastTo(Op):
    """Repeat entries to fill a larger shape; the adjoint of `SumTo`."""

    to: Shape
    name = "broadcast"

    def forward(self, *values: Floats) -> Floats:
        """Repeated entries."""
        return np.broadcast_to(values[0], self.to)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The sum over the copies."""
        return grad.sum_to(*node.inputs[0].shape)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """Repeated tangents."""
        return np.broadcast_to(tangents[0], self.to)


class Transpose(Op):
    """Rows and columns swapped."""

    name = "transpose"
    formula = "A^T"

    def forward(self, *values: Floats) -> Floats:
        """Aᵀ."""
        return values[0].T

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """gᵀ."""
        return grad.transposed

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """Ȧᵀ."""
        return tangents[0].T


class MatMul(Op):
    """A B for matrices."""

    name = "matmul"
    formula = "A B"

    def forward(self, *values: Floats) -> Floats:
        """A B."""
        a, b = values
        return np.asarray(a @ b)

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """For A: ``g Bᵀ``; for B: ``Aᵀ g``."""
        a, b = node.inputs
        return grad @ b.transposed if index == 0 else a.transposed @ grad

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """Ȧ B + A Ḃ."""
        da, db = tangents
        a, b = node.inputs
        return np.asarray(da @ b.value + a.value @ db)


@dataclass(frozen=True, slots=True)
class Columns(Op):
    """Entries ``start … stop − 1`` of the last axis."""

    start: int
    stop: int
    name = "columns"

    def forward(self, *values: Floats) -> Floats:
        """The slice."""
        return values[0][..., self.start : self.stop]

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The gradient at its place, 0 in the other columns."""
        return apply(Place(self.start, node.inputs[0].shape[-1]), grad)

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The slice of the tangent."""
        return self.forward(*tangents)


@dataclass(frozen=True, slots=True)
class Place(Op):
    """Put columns into a wider array of zeros; the adjoint of `Columns`."""

    start: int
    width: int
    name = "place"

    def forward(self, *values: Floats) -> Floats:
        """Zeros with the columns at their place."""
        (a,) = values
        wide = np.zeros((*a.shape[:-1], self.width), dtype=a.dtype)
        wide[..., self.start : self.start + a.shape[-1]] = a
        return wide

    def vjp(self, node: Node, grad: Node, index: int) -> Node:
        """The columns of the gradient."""
        return grad.columns(self.start, self.start + node.inputs[0].shape[-1])

    def jvp(self, node: Node, *tangents: Floats) -> Floats:
        """The tangent at its place."""
        return self.forward(*tangents)
