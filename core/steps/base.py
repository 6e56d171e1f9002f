"""The interface of a step.

A step reads named values and writes one. Names are those of the Walk view: ``x``, then
``c1`` (several layers side by side), ``z1`` (affine), ``u1`` (normalised), ``s1`` (with
Gaussian noise), ``a1`` (activations), ``d1`` (after dropout), ``h1`` (what later layers
read, where it is not ``a1`` itself), …, the logits ``z3`` of the last layer, and ``L``,
the loss of each example.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from core.arrays import Bools, Floats
from core.language import mark
from core.network import Block, LayerBlocks

#: The value every network starts with, and the one its loss compares with.
INPUT, TARGET = "x", "y"


@dataclass(frozen=True, slots=True)
class LayerNames:
    """The names of one layer's values, by their role."""

    z: str  # the affine step or the squared distances; the logits of the last layer
    normed: str  # what the activation function reads
    a: str  # activations; the logits of the last layer
    h: str  # what later layers read: a, after dropout and what it adds


@dataclass(frozen=True, slots=True, eq=False)
class LayerValues:
    """What one layer computes for n points; in the last, all roles are the logits."""

    names: LayerNames
    named: Mapping[str, Floats]  # every value of its steps

    @property
    def z(self) -> Floats:
        """(n, rows), the affine step; rbf: squared distances."""
        return self.named[self.names.z]

    @property
    def normed(self) -> Floats:
        """(n, rows), what the activation function reads: z, normalised."""
        return self.named[self.names.normed]

    @property
    def a(self) -> Floats:
        """(n, units)."""
        return self.named[self.names.a]

    @property
    def h(self) -> Floats:
        """(n, units), what later layers read: a, and what the layer adds."""
        return self.named[self.names.h]

    def then(self, more: LayerValues) -> LayerValues:
        """The values of these points, then those of ``more``."""
        joined = {
            name: np.concatenate([value, more.named[name]])
            for name, value in self.named.items()
        }
        return LayerValues(self.names, joined)


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers of a step's layer: parameters and running statistics."""

    blocks: LayerBlocks
    theta: Floats
    running: Floats

    def __getitem__(self, name: str) -> Floats:
        """``W``, ``b``, ``slopes``, ``gamma``, ``beta``; ``mean``, ``var``."""
        block: Block = getattr(self.blocks, name)
        return block.of(self.running if name in ("mean", "var") else self.theta)


class OnnxGraph(Protocol):
    """What a step can add to an ONNX graph; both methods return names."""

    def node(
        self, kind: str, inputs: list[str], output: str = "", **settings: Any
    ) -> str:
        """Add an operation."""
        ...

    def constant(self, value: Any) -> str:
        """Add a number or an array."""
        ...


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the Warp view between input and output."""

    #: "input", "linear", "bias", "norm", "distance", "sample", "activation", "add" …
    kind: str
    layer: int  # 0-based; −1 for the input
    title: str  # "x", "W₁x", "+ b₁", "ReLU", …
    value: str  # the name of the value shown here
    pieces: int = 1  # numbers per unit here: k before the largest is taken
    less: str = ""  # a parameter that is still to be added


@dataclass(frozen=True, slots=True)
class Step(ABC):
    """One entry of the list; a kind is a subclass."""

    layer: int  # 0-based, the layer it belongs to
    inputs: tuple[str, ...]  # names of the values it reads
    output: str  # name of the value it writes
    width: int  # numbers per example in the output

    #: The Walk view's name for a node of this kind.
    card: ClassVar[str]
    #: What its value is, as a heading and within a sentence.
    title: ClassVar[str] = mark("Value")
    called: ClassVar[str] = mark("this value")
    #: Every number of the output depends on every number of an example's inputs.
    mixes: ClassVar[bool] = False
    #: In training an example's output depends on the other examples of its batch.
    ties_examples: ClassVar[bool] = False

    @property
    def learned(self) -> tuple[str, ...]:
        """Parameters of its layer that it reads, in the order of the flat vector."""
        return ()

    @property
    def number(self) -> int:
        """The layer, counted from 1."""
        return self.layer + 1

    @abstractmethod
    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """The output (n, width) of the inputs, in evaluation mode."""

    def formula(self, me: str, *read: str) -> str:
        """How it is computed, in LaTeX; ``me`` and ``read`` are names of values."""
        return ""

    def words(self, layer: str, me: str, *read: str) -> str:
        """The same on one line of text; ``layer`` is the superscript."""
        return ""

    def stages(self, source: str, last: bool) -> tuple[Stage, ...]:
        """Its stages in the Warp view; ``source`` is the label of what it reads."""
        return ()

    def onnx(self, graph: OnnxGraph, numbers: Numbers, *read: str) -> str:
        """The name of its value in an ONNX graph; empty if it cannot be exported."""
        return ""

    def script(self, library: str, *read: str) -> str:
        """Its expression in an exported program; empty: it is folded into W and b.

        ``library`` is ``np`` or ``torch``, ``read`` the variables it reads.
        """
        return ""

    def links(self, which: int, rows: int, columns: int) -> Bools:
        """Which of its entries depend on which of input ``which``, (rows, columns).

        Unless it mixes, entry m reads a block of its own: its z, its k rows of maxout.
        """
        if self.mixes:
            return np.ones((rows, columns), np.bool_)
        return np.repeat(np.eye(rows, dtype=np.bool_), columns // rows, axis=1)

    @property
    def piecewise(self) -> bool:
        """Whether the output is affine in the inputs between kinks."""
        return False

    def bends(self, read: Floats) -> Floats:
        """Columns (n, m) that change sign where the output has a kink."""
        return read[:, :0]

    @property
    def lines(self) -> int:
        """The most lines it can draw in one region of its input plane."""
        return 0

    def fold(
        self, weights: Floats, bias: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        """An affine map followed by this step, if the step is itself affine."""
        return weights, bias
