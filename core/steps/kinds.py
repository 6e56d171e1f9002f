"""The kinds of step, each with its whole definition.

To add one, see docs/extending.md: it also needs an entry in `core.steps.build`, in
`core.gradients.steps`, in `core.kernels.operations` and in `core.kernels.steps`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import comb

import numpy as np

from core.arrays import Bools, Floats
from core.functions import HiddenUnit
from core.functions.maths import squared_distances
from core.indices import low
from core.language import mark, tr
from core.network import LayerSpec, OutputSpec
from core.steps.base import Numbers, OnnxGraph, Stage, Step
from core.wiring import Mask, SumMask

#: Added to a variance before its root is taken, as PyTorch does.
BATCH_NORM_EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class Gather(Step):
    """Several layers side by side."""

    widths: tuple[int, ...]  # of the layers it reads
    card = "gather"
    title, called = mark("Layers side by side"), mark("these layers side by side")

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """(n, all their units)."""
        return np.concatenate(read, axis=1)

    @property
    def starts(self) -> tuple[int, ...]:
        """The first column of each layer."""
        return (0, *accumulate(self.widths[:-1]))

    def links(self, which: int, rows: int, columns: int) -> Bools:
        """The entries of one layer, at its columns."""
        return np.eye(rows, columns, -self.starts[which], dtype=np.bool_)

    @property
    def piecewise(self) -> bool:
        """Affine: a single piece."""
        return True

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        return rf"{me} = ({', '.join(read)})"

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return f"{me} = ({', '.join(read)})"

    def script(self, library: str, *read: str) -> str:
        """Columns side by side."""
        join = "torch.cat" if library == "torch" else "np.concatenate"
        return f"{join}([{', '.join(read)}], 1)"

    def onnx(self, graph: OnnxGraph, numbers: Numbers, *read: str) -> str:
        """Columns side by side."""
        return graph.node("Concat", list(read), axis=1)


@dataclass(frozen=True, slots=True)
class Add(Step):
    """The activations of an earlier layer, added to a layer's own."""

    mask: SumMask = ()  # 0 for units that are left out; empty: all are added
    card = "add"
    title, called = mark("Sum"), mark("this sum")

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """``a + h``."""
        if not self.mask:
            return np.asarray(read[0] + read[1])
        return np.asarray(read[0] + np.where(self.mask, read[1], 0.0))

    def links(self, which: int, rows: int, columns: int) -> Bools:
        """Unit by unit, except for those left out."""
        found = np.eye(rows, dtype=np.bool_)
        if which == 1 and self.mask:
            found &= np.array(self.mask, np.bool_)
        return found

    @property
    def piecewise(self) -> bool:
        """Affine: a single piece."""
        return True

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        chosen = r"m \odot " if self.mask else ""
        return f"{me} = {read[0]} + {chosen}{read[1]}"

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        chosen = "m ⊙ " if self.mask else ""
        return f"{me} = {read[0]} + {chosen}{read[1]}"

    def stages(self, source: str, last: bool) -> tuple[Stage, ...]:
        """One stage; the source is what is added."""
        return (Stage("add", self.layer, f"+ {source}", self.output),)

    def script(self, library: str, *read: str) -> str:
        """The sum."""
        chosen = f"added{self.number} * " if self.mask else ""
        return f"{read[0]} + {chosen}{read[1]}"

    def onnx(self, graph: OnnxGraph, numbers: Numbers, *read: str) -> str:
        """The sum."""
        own, added = read
        if self.mask:
            chosen = graph.constant(np.array(self.mask, np.float64))
            added = graph.node("Mul", [added, chosen])
        return graph.node("Add", [own, added])


@dataclass(frozen=True, slots=True)
class Affine(Step):
    """``z = W h + b``; a cut link is a weight 0 that stays 0."""

    pieces: int = 1  # rows per unit
    mask: Mask | None = None
    card = "affine"
    title, called = mark("Pre-activation"), mark("this pre-activation")
    mixes = True

    @property
    def learned(self) -> tuple[str, ...]:
        """Its parameters."""
        return ("W", "b")

    def links(self, which: int, rows: int, columns: int) -> Bools:
        """All except the cut ones."""
        if self.mask is None:
            return np.ones((rows, columns), np.bool_)
        return self.mask.array.astype(np.bool_)

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """H Wᵀ + b."""
        return np.asarray(read[0] @ numbers["W"].T + numbers["b"])

    @property
    def piecewise(self) -> bool:
        """Affine: a single piece."""
        return True

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        return rf"{me} = W^{{({self.number})}} {read[0]} + b^{{({self.number})}}"

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return f"{me} = W{layer} {read[0]} + b{layer}"

    def stages(self, source: str, last: bool) -> tuple[Stage, ...]:
        """The linear map, then the shift."""
        number, i, k, z = low(self.number), self.layer, self.pieces, self.output
        shifted = tr("logits") if last else f"+ b{number}"
        return (
            Stage("linear", i, f"W{number}{source}", z, k, less="b"),
            Stage("bias", i, shifted, z, k),
        )

    def script(self, library: str, *read: str) -> str:
        """Affine steps after it are folded into W and b."""
        return f"{read[0]} @ W{self.number}.T + b{self.number}"


@dataclass(frozen=True, slots=True)
class Distances(Step):
    """``z_j = ‖w_j − h‖²``: squared distances to the rows of W.

    A coordinate whose link is cut does not count.
    """

    mask: Mask | None = None
    card = "affine"
    title, called = mark("Pre-activation"), mark("this pre-activation")
    mixes = True

    @property
    def learned(self) -> tuple[str, ...]:
        """Its parameters."""
        return ("W",)

    def links(self, which: int, rows: int, columns: int) -> Bools:
        """All except the cut ones."""
        if self.mask is None:
            return np.ones((rows, columns), np.bool_)
        return self.mask.array.astype(np.bool_)

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """Computed from differences."""
        links = self.mask.factors if self.mask else None
        return squared_distances(read[0], numbers["W"], links)

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        return rf"z_j^{{({self.number})}} = \|w_j^{{({self.number})}} - {read[0]}\|^2"

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return f"zⱼ = ‖wⱼ − {read[0]}‖²"

    def stages(self, source: str, last: bool) -> tuple[Stage, ...]:
        """One stage: nothing in between has a meaning."""
        return (Stage("distance", self.layer, f"‖w − {source}‖²", self.output),)

    def script(self, library: str, *read: str) -> str:
        """Differences, squared and summed."""
        gaps = f"({read[0]}[:, None, :] - W{self.number})"
        if self.mask:
            gaps = f"({gaps} * mask{self.number})"
        return f"({gaps} ** 2).sum(-1)"


@dataclass(frozen=True, slots=True)
class Normalise(Step):
    """Batch normalisation: ``u = γ (z − μ) / √(v + ε) + β``."""

    pieces: int = 1
    card = "norm"
    title, called = mark("Batch normalisation"), mark("what was normalised")
    ties_examples = True

    @property
    def learned(self) -> tuple[str, ...]:
        """Its parameters."""
        return ("gamma", "beta")

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """Normalised by the running statistics."""
        spread = np.sqrt(numbers["var"] + BATCH_NORM_EPSILON)
        normed = (read[0] - numbers["mean"]) / spread
        return np.asarray(normed * numbers["gamma"] + numbers["beta"])

    @property
    def piecewise(self) -> bool:
        """Affine with fixed running statistics."""
        return True

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        return (
            rf"{me} = \gamma \frac{{{read[0]} - \mu}}{{\sqrt{{v + \epsilon}}}} + \beta"
        )

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return f"{me} = γ ({read[0]} − μ) / √(v + ε) + β"

    def stages(self, source: str, last: bool) -> tuple[Stage, ...]:
        """One stage."""
        return (Stage("norm", self.layer, tr("norm"), self.output, self.pieces),)

    def fold(
        self, weights: Floats, bias: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        """W and b with the running statistics folded in."""
        spread = np.sqrt(numbers["var"] + BATCH_NORM_EPSILON)
        scale = numbers["gamma"] / spread
        shifted = scale * (bias - numbers["mean"]) + numbers["beta"]
        return scale[:, None] * weights, shifted


@dataclass(frozen=True, slots=True)
class Map(Step):
    """The activation function of a layer, entry by entry."""

    spec: LayerSpec
    card = "hidden"
    title, called = mark("Activation"), mark("this activation")

    @property
    def unit(self) -> HiddenUnit:
        """Its function."""
        return self.spec.unit

    @property
    def learned(self) -> tuple[str, ...]:
        """The slopes, if the function learns them."""
        return ("slopes",) if self.unit.learns_slopes else ()

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """φ(z)."""
        slopes = numbers["slopes"] if self.unit.learns_slopes else None
        return self.unit.value(read[0], self.spec, slopes)

    @property
    def piecewise(self) -> bool:
        """Whether the function is piecewise linear."""
        return self.unit.piecewise_linear

    def bends(self, read: Floats) -> Floats:
        """The distance of every unit to each of its kinks."""
        return np.concatenate(
            [read[:, :0], *(read - kink for kink in self.unit.kinks)], axis=1
        )

    @property
    def lines(self) -> int:
        """One line per kink of every unit."""
        return len(self.unit.kinks) * self.spec.units

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        return self.unit.formula

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return tr(
            "{me} = {title} of {read}", me=me, title=tr(self.unit.title), read=read[0]
        )

    def stages(self, source: str, last: bool) -> tuple[Stage, ...]:
        """One stage."""
        return (Stage("activation", self.layer, tr(self.unit.title), self.output),)


@dataclass(frozen=True, slots=True)
class Largest(Map):
    """The largest of the k rows of every unit."""

    def bends(self, read: Floats) -> Floats:
        """Differences between every two rows of a unit.

        They also change sign where both are below the largest, on a straight piece.
        """
        rows = read.reshape(len(read), self.spec.units, self.spec.maxout_k)
        first, second = np.triu_indices(self.spec.maxout_k, 1)
        gaps = rows[:, :, first] - rows[:, :, second]
        return np.asarray(gaps.reshape(len(read), -1))

    @property
    def lines(self) -> int:
        """Where two of the k rows of a unit are equal."""
        return self.spec.units * comb(self.spec.maxout_k, 2)


@dataclass(frozen=True, slots=True)
class Bernoulli(Map):
    """Units that are 0 or 1; the function gives the probability of 1.

    In evaluation, the probability itself.
    """

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return tr(
            "{me} = 1 with probability {title} of {read}, else 0",
            me=me,
            title=tr(self.unit.title),
            read=read[0],
        )


@dataclass(frozen=True, slots=True)
class Gaussian(Step):
    """``mean + softplus(scale) η``: half of its inputs are means, half scales.

    In evaluation, the means.
    """

    pieces: int = 1
    card = "sample"

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """The means."""
        return read[0][:, : self.width]

    @property
    def piecewise(self) -> bool:
        """Affine in evaluation: a single piece."""
        return True

    def links(self, which: int, rows: int, columns: int) -> Bools:
        """Each entry depends on a mean and a scale."""
        return np.tile(np.eye(rows, dtype=np.bool_), (1, columns // rows))

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        return rf"{me} = \mu + \log(1 + e^{{\rho}}) \, \eta"

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return tr("{me} = mean + softplus(scale) · η of {read}", me=me, read=read[0])

    def stages(self, source: str, last: bool) -> tuple[Stage, ...]:
        """One stage, at the means."""
        return (Stage("sample", self.layer, tr("mean"), self.output, self.pieces),)

    def fold(
        self, weights: Floats, bias: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        """The rows of the means."""
        return weights[: self.width], bias[: self.width]


@dataclass(frozen=True, slots=True)
class Drop(Step):
    """Dropout: activations times 0 or 1/(1 − p); only in training."""

    card = "drop"

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return tr(
            "{me} = {read} times 0 or 1/(1 − p), drawn for every entry",
            me=me,
            read=read[0],
        )

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """Nothing is dropped in evaluation."""
        return read[0]

    @property
    def piecewise(self) -> bool:
        """The identity in evaluation."""
        return True


@dataclass(frozen=True, slots=True)
class Loss(Step):
    """The loss of every example, from logits and targets."""

    spec: OutputSpec
    card = "loss"
    title, called = mark("Loss"), mark("the loss")
    mixes = True

    def value(self, numbers: Numbers, *read: Floats) -> Floats:
        """(n,)."""
        z, y = read
        return self.spec.unit.value(z, y, self.spec.components)

    def formula(self, me: str, *read: str) -> str:
        """LaTeX."""
        return "L = " + self.spec.unit.formula

    def words(self, layer: str, me: str, *read: str) -> str:
        """On one line of text."""
        return f"L = {self.spec.unit.title}"
