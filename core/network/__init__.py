"""What a network is: its shape (frozen) and its parameters (one flat vector).

A hidden layer computes, in this order, ``z = W h + b`` (rbf: squared distances to the
rows of W), batch normalisation if on, Gaussian noise if on, the activation function (or
a 0 or 1 drawn with it as the probability), dropout, and adds an earlier layer if set.
``h`` is the layer before, or several layers side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from math import isfinite, prod
from typing import NamedTuple

import numpy as np

from core.arrays import Floats
from core.errors import BadInput, require
from core.functions import ACTIVATIONS, DEFAULT_ACTIVATION, HiddenUnit
from core.language import mark, tr
from core.limits import MAX_PARAMETERS, MAX_ROWS
from core.outputs import LOSSES, Loss
from core.sampling import (
    BERNOULLI,
    GAUSSIAN,
    LEARNED,
    MEAN,
    NORMALISED,
    check_sample,
)
from core.wiring import (
    Mask,
    Reads,
    SumMask,
    check_mask,
    check_place,
    check_reads,
    check_sum_mask,
)

MAX_UNITS = 1024
MAX_LAYERS = 64
MAX_INPUTS = 3072  # 32×32 pixels in three colours


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """One hidden layer."""

    units: int
    activation: str = DEFAULT_ACTIVATION
    negative_slope: float = 0.01  # leaky_relu
    alpha: float = 1.0  # elu
    maxout_k: int = 2  # rows of W a maxout unit takes the largest of
    sigma: float = 1.0  # rbf
    slope: float = 1.0  # sigmoid; a steep one is nearly a step
    batch_norm: bool = False
    frozen: bool = False  # keeps its parameters while the others learn
    reads: Reads = ()  # earlier layers side by side; empty: the one before
    adds: int | None = None  # an earlier layer that is added to the activations
    adds_mask: SumMask = ()  # 0 for its units that are left out of the sum
    mask: Mask | None = None  # None: no link is cut
    sample: str = ""  # bernoulli: 0 or 1; gaussian: means and scales
    estimator: str = MEAN  # bernoulli: how a gradient gets through

    def __post_init__(self) -> None:
        whole = isinstance(self.units, int) and not isinstance(self.units, bool)
        require(
            whole and 1 <= self.units <= MAX_UNITS,
            tr("layer: units"),
            tr("be a whole number from 1 to {MAX_UNITS}", MAX_UNITS=MAX_UNITS),
            self.units,
        )
        if self.activation not in ACTIVATIONS:
            names = ", ".join(ACTIVATIONS)
            raise BadInput(
                tr(
                    "layer: activation must be one of {names}, got {activation}",
                    names=names,
                    activation=f"{self.activation!r}",
                )
            )
        require(
            isfinite(self.negative_slope),
            tr("layer: negative_slope"),
            tr("be finite"),
            self.negative_slope,
        )
        require(isfinite(self.alpha), tr("layer: alpha"), tr("be finite"), self.alpha)
        require(
            isinstance(self.maxout_k, int) and 1 <= self.maxout_k <= 64,
            tr("layer: maxout_k"),
            tr("be a whole number from 1 to 64"),
            self.maxout_k,
        )
        require(
            isfinite(self.sigma) and self.sigma > 0,
            tr("layer: sigma"),
            tr("be above 0"),
            self.sigma,
        )
        require(
            isfinite(self.slope) and self.slope > 0,
            tr("layer: slope"),
            tr("be above 0"),
            self.slope,
        )
        check_reads(self.reads, "layer")
        check_sample(self.sample, self.estimator, self.unit)
        if self.batch_norm and not self.unit.allows_batch_norm:
            raise BadInput(
                tr(
                    "layer: batch_norm must be off for {activation}, whose "
                    "units read distances and have no pre-activation to "
                    "normalise, got True",
                    activation=self.activation,
                )
            )

    @property
    def unit(self) -> HiddenUnit:
        """What its units compute."""
        return ACTIVATIONS[self.activation]

    @property
    def rows(self) -> int:
        """Rows of W: one per unit, k per unit for maxout, twice as many if gaussian."""
        return self.units * self.pieces * (2 if self.sample == GAUSSIAN else 1)

    @property
    def pieces(self) -> int:
        """The number of values a unit's function reads."""
        return self.unit.rows_per_unit(self.maxout_k)

    @property
    def row_keys(self) -> tuple[tuple[int, int, int], ...]:
        """What each row of W is: 0 a mean or 1 a scale, its unit, its piece."""
        halves = 2 if self.sample == GAUSSIAN else 1
        return tuple(product(range(halves), range(self.units), range(self.pieces)))

    @property
    def drawn(self) -> int:
        """Random numbers needed per example."""
        if not self.sample:
            return 0
        return self.units * (self.pieces if self.sample == GAUSSIAN else 1)

    def estimates_by(self, estimator: str) -> bool:
        """Whether its units are 0 or 1 and use this gradient estimator."""
        return self.sample == BERNOULLI and self.estimator == estimator

    @property
    def has_bias(self) -> bool:
        """Rbf units have centres instead."""
        return self.unit.has_bias


@dataclass(frozen=True, slots=True)
class OutputSpec:
    """The output layer: its logits and the loss that reads them."""

    loss: str
    width: int  # number of logits
    components: int = 3  # mdn only
    frozen: bool = False
    reads: Reads = ()  # as in `LayerSpec`
    mask: Mask | None = None

    def __post_init__(self) -> None:
        if self.loss not in LOSSES:
            raise BadInput(
                tr(
                    "output: loss must be one of {LOSSES}, got {loss}",
                    LOSSES=", ".join(LOSSES),
                    loss=f"{self.loss!r}",
                )
            )
        require(
            1 <= self.width <= MAX_UNITS,
            tr("output: width"),
            tr("be from 1 to {MAX_UNITS}", MAX_UNITS=MAX_UNITS),
            self.width,
        )
        require(
            1 <= self.components <= 32,
            tr("output: components"),
            tr("be from 1 to 32"),
            self.components,
        )
        check_reads(self.reads, "output")
        _ = self.targets  # raises if the width does not fit the loss

    @property
    def unit(self) -> Loss:
        """What the logits mean, and the loss that reads them."""
        return LOSSES[self.loss]

    @property
    def targets(self) -> int:
        """The number of target columns the loss reads."""
        return self.unit.targets_of(self.width, self.components)


@dataclass(frozen=True)
class NetworkSpec:
    """The shape of a network; `Layout` has the positions of its parameters."""

    inputs: int
    hidden: tuple[LayerSpec, ...]
    output: OutputSpec

    def __post_init__(self) -> None:
        require(
            1 <= self.inputs <= MAX_INPUTS,
            tr("network: inputs"),
            tr("be from 1 to {MAX_INPUTS}", MAX_INPUTS=MAX_INPUTS),
            self.inputs,
        )
        require(
            len(self.hidden) <= MAX_LAYERS,
            tr("network: hidden layers"),
            tr("be at most {MAX_LAYERS}", MAX_LAYERS=MAX_LAYERS),
            len(self.hidden),
        )
        self._check_wiring()
        rows = sum(h.rows for h in self.hidden) + self.output.width
        require(
            rows <= MAX_ROWS,
            tr("network: rows of W in all layers"),
            tr("be at most {MAX_ROWS}", MAX_ROWS=MAX_ROWS),
            rows,
        )
        require(
            self.layout.size <= MAX_PARAMETERS,
            tr("network: parameters"),
            tr("be at most {MAX_PARAMETERS}", MAX_PARAMETERS=MAX_PARAMETERS),
            self.layout.size,
        )

    def _check_wiring(self) -> None:
        """Layers read and add earlier ones that fit; masks have the shape of W."""
        for i, layer in enumerate(self.hidden):
            what = tr("layer {i}", i=i + 1)
            check_place(layer.reads, layer.adds, i + 1, what)
            if layer.adds is not None and self.widths[layer.adds] != layer.units:
                raise BadInput(
                    tr(
                        "{what}: adds must name a layer of {units} units, as "
                        "many as it has itself, got one of {widths}",
                        what=what,
                        units=layer.units,
                        widths=self.widths[layer.adds],
                    )
                )
            check_sum_mask(layer.adds_mask, layer.adds, layer.units, what)
            check_mask(layer.mask, (layer.rows, self.fan_in(i)), what)
        output, last = self.output, len(self.hidden)
        check_place(output.reads, None, last + 1, "output")
        check_mask(output.mask, (output.width, self.fan_in(last)), "output")

    def reads(self, layer: int) -> Reads:
        """What a layer (0-based, the output included) reads; 0 is the input."""
        spec = self.hidden[layer] if layer < len(self.hidden) else self.output
        return spec.reads or (layer,)

    def fan_in(self, layer: int) -> int:
        """Columns of a layer's W: units of all that it reads."""
        return sum(self.widths[number] for number in self.reads(layer))

    def mask(self, layer: int) -> Mask | None:
        """The cut links of a layer (0-based, the output included)."""
        spec = self.hidden[layer] if layer < len(self.hidden) else self.output
        return spec.mask

    def columns_of(self, layer: int, number: int) -> slice:
        """The columns of a layer's W that read layer ``number``, which it must read."""
        start = 0
        for read in self.reads(layer):
            if read == number:
                return slice(start, start + self.widths[read])
            start += self.widths[read]
        raise KeyError(number)

    @property
    def is_chain(self) -> bool:
        """Whether every layer reads the one before it, whole, and adds nothing."""
        layers = range(self.depth)
        return not any(h.adds is not None for h in self.hidden) and all(
            self.reads(i) == (i,) and self.mask(i) is None for i in layers
        )

    def own_columns(self, layer: int) -> slice | None:
        """The columns that read the layer before; None: it does not read it."""
        return self.columns_of(layer, layer) if layer in self.reads(layer) else None

    @property
    def depth(self) -> int:
        """Number of layers with parameters, the output layer included."""
        return len(self.hidden) + 1

    @property
    def widths(self) -> tuple[int, ...]:
        """Inputs, units of every hidden layer, logits."""
        return (self.inputs, *(h.units for h in self.hidden), self.output.width)

    @property
    def layout(self) -> Layout:
        """The position of each W, b, … in the flat vector (cached by shape)."""
        return _layout(self)

    def with_hidden(self, hidden: tuple[LayerSpec, ...]) -> NetworkSpec:
        """The same network with other hidden layers."""
        return replace(self, hidden=hidden)


@dataclass(frozen=True, slots=True)
class Block:
    """A named array inside the flat vector."""

    start: int
    shape: tuple[int, ...]

    @property
    def stop(self) -> int:
        """One past the last element."""
        return self.start + prod(self.shape)

    def of(self, flat: Floats) -> Floats:
        """A view (never a copy) of this block."""
        return flat[self.start : self.stop].reshape(self.shape)


#: What a vector of parameters has one number for.
ROW, UNIT = "row", "unit"


class Learned(NamedTuple):
    """What readers need to know about a vector of parameters beside W and b."""

    has: Callable[[LayerSpec], bool]  # whether a layer has it
    per: str  # ROW of W or UNIT; a changed network keeps the numbers of those it keeps
    start: float  # before the first step
    letter: str
    latex: str
    title: str  # of its field on a unit's card


#: Vectors of parameters beside W and b, in memory order.
LEARNED_BLOCKS = {
    "slopes": Learned(
        lambda layer: layer.unit.learns_slopes,
        UNIT,
        0.25,
        "α",
        r"\alpha",
        mark("Slope below 0"),
    ),
    "gamma": Learned(
        lambda layer: layer.batch_norm, ROW, 1.0, "γ", r"\gamma", mark("Scale γ")
    ),
    "beta": Learned(
        lambda layer: layer.batch_norm, ROW, 0.0, "β", r"\beta", mark("Shift β")
    ),
}
#: Parameters that people and scenes can set; a baseline belongs to the estimator.
SETTABLE = ("W", "b", *LEARNED_BLOCKS)


@dataclass(frozen=True, slots=True)
class LayerBlocks:
    """Blocks of one layer, the parameters first; absent ones are None."""

    W: Block  # (rows, in)
    b: Block | None  # (rows,)
    slopes: Block | None = None  # (units,), prelu
    gamma: Block | None = None  # (rows,), batch normalisation
    beta: Block | None = None  # (rows,)
    baseline: Block | None = None  # (fan in + 1,), predicts the loss (random units)
    mean: Block | None = None  # (rows,), in the *running* vector
    var: Block | None = None  # (rows,), in the *running* vector
    spread: Block | None = None  # (2,), likewise: variance of J − b, and its weight

    def parameters(self) -> Iterator[tuple[str, Block]]:
        """The learned blocks by name, in memory order."""
        for name in ("W", "b", *LEARNED_BLOCKS, "baseline"):
            block = getattr(self, name)
            if block is not None:
                yield name, block


@dataclass(frozen=True)
class Layout:
    """Positions of all parameters (``size``) and running statistics (``running``)."""

    layers: tuple[LayerBlocks, ...]
    size: int
    running: int = field(default=0)


@lru_cache(maxsize=4)
def weight_mask(spec: NetworkSpec) -> Floats:
    """1.0 where an entry belongs to a weight matrix (what l1 and l2 penalise)."""
    mask = np.zeros(spec.layout.size)
    for layer in spec.layout.layers:
        layer.W.of(mask)[...] = 1.0
    mask.flags.writeable = False
    return mask


@lru_cache(maxsize=4)
def link_mask(spec: NetworkSpec) -> Floats | None:
    """0.0 for entries of the flat vector that are cut links, else 1.0; None if none."""
    masks = [spec.mask(i) for i in range(spec.depth)]
    if not any(masks):
        return None
    found = np.ones(spec.layout.size)
    for mask, layer in zip(masks, spec.layout.layers, strict=True):
        if mask is not None:
            layer.W.of(found)[...] = mask.array
    found.flags.writeable = False
    return found


@lru_cache(maxsize=256)  # only positions: no entry is large
def _layout(spec: NetworkSpec) -> Layout:
    layers: list[LayerBlocks] = []
    position = running = 0

    def take(*shape: int) -> Block:
        nonlocal position
        block = Block(position, shape)
        position = block.stop
        return block

    def keep(*shape: int) -> Block:
        nonlocal running
        block = Block(running, shape)
        running = block.stop
        return block

    for i, h in enumerate(spec.hidden):
        incoming = spec.fan_in(i)
        layers.append(
            LayerBlocks(
                W=take(h.rows, incoming),
                b=take(h.rows) if h.has_bias else None,
                **{
                    name: take(h.rows if known.per == ROW else h.units)
                    for name, known in LEARNED_BLOCKS.items()
                    if known.has(h)
                },
                baseline=take(incoming + 1) if h.estimates_by(LEARNED) else None,
                mean=keep(h.rows) if h.batch_norm else None,
                var=keep(h.rows) if h.batch_norm else None,
                spread=keep(2) if h.estimates_by(NORMALISED) else None,
            )
        )
    width, incoming = spec.output.width, spec.fan_in(len(spec.hidden))
    layers.append(LayerBlocks(W=take(width, incoming), b=take(width)))
    return Layout(tuple(layers), position, running)


def fresh_running(spec: NetworkSpec) -> Floats:
    """Running statistics before any step: mean 0, variance 1."""
    running = np.zeros(spec.layout.running)
    for layer in spec.layout.layers:
        if layer.var is not None:
            layer.var.of(running)[...] = 1.0
    return running
