"""A piecewise-linear network as plain affine maps with kinks, ready for exact regions.

Batch normalisation in evaluation mode is affine, so it is folded into the weights. What
a later layer reads or adds from an earlier one is *carried* through the layers between,
as values without kinks; so every network becomes a chain of slightly wider layers. A
function with other kinks needs an entry in `_KINDS` and a rule in
`core.kernels.mesh_layers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import BadInput, require, shown
from core.functions import ACTIVATIONS
from core.kernels.mesh_layers import HARD_TANH, IDENTITY, MAXOUT, SLOPED
from core.kernels.mesh_run import LayerTable
from core.language import tr
from core.network import NetworkSpec
from core.steps import Numbers, Step, after_function, folded, plan_of
from core.steps.kinds import Add, Largest, Map

#: How the mesh cuts a function with these kinks, and its pieces.
_KINDS = {(): (IDENTITY, 1), (0.0,): (SLOPED, 2), (-1.0, 1.0): (HARD_TANH, 3)}

Pieces = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class PiecewiseLayer:
    """One hidden layer: z = W h + b, then its kinks, and carried values behind them.

    Pieces of a unit are numbered from below: relu, leaky_relu, prelu and abs have 0
    and 1, hard_tanh has 0, 1, 2, maxout has its rows.
    """

    kind: int
    units: int
    pieces: int
    weights: Floats  # (rows + carried, in); a maxout unit's rows are adjacent
    bias: Floats  # (rows + carried,)
    slopes: Floats  # (units,) below 0, for sloped units
    carried: int = 0

    @property
    def rows(self) -> int:
        """Rows of its own units, before what is carried."""
        return len(self.bias) - self.carried

    def values(self, z: Floats) -> Floats:
        """Activations (…, units + carried) of pre-activations (…, rows + carried)."""
        if not self.carried:
            return self._own_values(z)
        own, carried = z[..., : self.rows], z[..., self.rows :]
        return np.concatenate([self._own_values(own), carried], axis=-1)

    def _own_values(self, z: Floats) -> Floats:
        if self.kind == SLOPED:
            return np.where(z > 0.0, z, self.slopes * z)
        if self.kind == HARD_TANH:
            return np.clip(z, -1.0, 1.0)
        if self.kind == MAXOUT:
            rows = z.reshape(*z.shape[:-1], self.units, self.pieces)
            return np.asarray(np.max(rows, axis=-1))
        return z

    def pieces_at(self, z: Floats, tolerance: Floats) -> Pieces:
        """The piece of every unit at ``z``; on a kink that of slope 0 or lower.

        Within ``tolerance`` (rows,) of a kink counts as on it.
        """
        z = z[: self.rows]
        if self.kind == SLOPED:
            return (z > tolerance).astype(np.uint8)
        if self.kind == HARD_TANH:
            # Both kinks go to the outer pieces, whose slope is 0.
            middle, high = z > tolerance - 1.0, z >= 1.0 - tolerance
            return middle.astype(np.uint8) + high.astype(np.uint8)
        if self.kind == MAXOUT:
            rows = z.reshape(self.units, self.pieces)
            near = rows >= np.max(rows - tolerance.reshape(rows.shape), 1)[:, None]
            return np.asarray(np.argmax(near, axis=1), np.uint8)
        return np.zeros(self.units, np.uint8)

    def linear_part(self, pieces: Pieces) -> tuple[Floats, Floats]:
        """The affine map of the layer on the given pieces, then the carried values."""
        own, offset = self._own_part(pieces)
        if not self.carried:
            return own, offset
        rest = slice(self.rows, None)
        return np.vstack([own, self.weights[rest]]), np.r_[offset, self.bias[rest]]

    def _own_part(self, pieces: Pieces) -> tuple[Floats, Floats]:
        if self.kind == MAXOUT:
            rows = np.arange(self.units) * self.pieces + pieces
            return self.weights[rows], self.bias[rows]
        slope, shift = np.ones(self.units), np.zeros(self.units)
        if self.kind == SLOPED:
            slope = np.where(pieces == 1, 1.0, self.slopes)
        elif self.kind == HARD_TANH:
            slope = np.where(pieces == 1, 1.0, 0.0)
            shift = np.choose(pieces, [-1.0, 0.0, 1.0])
        weights, bias = self.weights[: self.rows], self.bias[: self.rows]
        return slope[:, None] * weights, slope * bias + shift


@dataclass(frozen=True)
class PiecewiseNetwork:
    """Hidden layers with kinks and an affine output layer."""

    hidden: tuple[PiecewiseLayer, ...]
    weights: Floats  # (width, in) of the output layer
    bias: Floats  # (width,)

    @property
    def inputs(self) -> int:
        """Number of inputs."""
        first = self.hidden[0].weights if self.hidden else self.weights
        return int(first.shape[1])

    @property
    def width(self) -> int:
        """Number of outputs."""
        return len(self.bias)

    @cached_property
    def tables(self) -> list[LayerTable]:
        """The network as the kernels read it, the output layer last."""
        return [_table(layer) for layer in (*self.hidden, self._output)]

    @property
    def _output(self) -> PiecewiseLayer:
        return PiecewiseLayer(
            IDENTITY, self.width, 1, self.weights, self.bias, np.zeros(0)
        )

    def pre_activations(self, x: Floats) -> Iterator[Floats]:
        """The hidden layers' z (…, rows) in turn, then the outputs, for points x."""
        h = x
        for layer in self.hidden:
            z = h @ layer.weights.T + layer.bias
            yield z
            h = layer.values(z)
        yield h @ self.weights.T + self.bias

    def pattern_at(self, x: Floats, tolerances: list[Floats]) -> tuple[Pieces, ...]:
        """The piece of every unit, by layer, at one point ``x`` (inputs,)."""
        values = list(self.pre_activations(x))[:-1]
        return tuple(
            layer.pieces_at(z, tolerance)
            for layer, z, tolerance in zip(self.hidden, values, tolerances, strict=True)
        )

    def affine_map(self, pattern: tuple[Pieces, ...]) -> tuple[Floats, Floats]:
        """Jacobian (width, inputs) and offset (width,) of the map on a pattern."""
        jacobian, offset = np.eye(self.inputs), np.zeros(self.inputs)
        for layer, pieces in zip(self.hidden, pattern, strict=True):
            weights, bias = layer.linear_part(pieces)
            jacobian, offset = weights @ jacobian, weights @ offset + bias
        return self.weights @ jacobian, self.weights @ offset + self.bias


def piecewise(network: NetworkSpec, theta: Floats, running: Floats) -> PiecewiseNetwork:
    """The network's layers as affine maps with kinks; smooth ones are rejected."""
    plan = plan_of(network)
    for step in plan.forward:
        if not step.piecewise:
            named = network.hidden[step.layer].activation
            known = [u.name for u in ACTIVATIONS.values() if u.piecewise_linear]
            raise BadInput(
                tr(
                    "layer {number}: {named} has no linear pieces; exact "
                    "regions need one of {known}",
                    number=step.number,
                    named=named,
                    known=", ".join(known),
                )
            )
    for name, numbers in ((tr("weights"), theta), (tr("running statistics"), running)):
        if not np.isfinite(numbers).all():
            bad = numbers[~np.isfinite(numbers)][0]
            raise BadInput(
                tr("network: {name} must be finite, got {bad}", name=name, bad=bad)
            )
    layers = [
        (plan.of_layer(i), Numbers(blocks, theta.astype(float), running.astype(float)))
        for i, blocks in enumerate(network.layout.layers)
    ]
    return _chained(network, layers)


@dataclass(frozen=True, slots=True)
class _Held:
    """The output of a layer as an affine map of the mesh's current values."""

    weights: Floats  # (units, held)
    bias: Floats  # (units,)


def _chained(
    network: NetworkSpec, layers: Sequence[tuple[Sequence[Step], Numbers]]
) -> PiecewiseNetwork:
    """Every layer as one that reads the layer before it and what is carried."""
    held = {0: _Held(np.eye(network.inputs), np.zeros(network.inputs))}
    hidden = []
    for i, spec in enumerate(network.hidden):
        own = _layer(*layers[i])
        reads = [held[number] for number in network.reads(i)]
        weights, bias = _through(own.weights, own.bias, reads)
        needed = [n for n in sorted(held) if _needed(network, n, i)]
        carried = sum(network.widths[n] for n in needed)
        made = replace(
            own,
            weights=np.vstack([weights, *(held[n].weights for n in needed)]),
            bias=np.concatenate([bias, *(held[n].bias for n in needed)]),
            carried=carried,
        )
        hidden.append(made)
        # From here on the mesh stores this layer's units and the carried values.
        places = np.eye(spec.units + carried)
        start = spec.units
        held = {}
        for n in needed:
            stop = start + network.widths[n]
            held[n] = _Held(places[start:stop], np.zeros(stop - start))
            start = stop
        handed: Floats = places[: spec.units]
        offset: Floats = np.zeros(spec.units)
        steps, numbers = layers[i]
        for step in after_function(steps):
            if isinstance(step, Add):
                assert spec.adds is not None
                added = held[spec.adds]
                chosen = np.array(step.mask or 1, np.float64).reshape(-1, 1)
                handed = handed + chosen * added.weights
                offset = offset + chosen[:, 0] * added.bias
            else:
                handed, offset = step.fold(handed, offset, numbers)
        held[i + 1] = _Held(handed, offset)
    last = len(network.hidden)
    reads = [held[number] for number in network.reads(last)]
    return PiecewiseNetwork(tuple(hidden), *_through(*folded(*layers[-1]), reads))


def _needed(network: NetworkSpec, number: int, layer: int) -> bool:
    """Whether a layer (0-based) adds a value, or a later one reads or adds it."""
    later = range(layer + 1, network.depth)
    adding = (h.adds for h in network.hidden[layer:])
    return number in adding or any(number in network.reads(i) for i in later)


def _through(
    weights: Floats, bias: Floats, reads: Sequence[_Held]
) -> tuple[Floats, Floats]:
    """An affine map of layers side by side as one of the mesh's values."""
    plain = len(reads) == 1 and np.array_equal(
        reads[0].weights, np.eye(weights.shape[1])
    )
    if plain and not reads[0].bias.any():
        return weights, bias  # a chain stays the same to the last bit
    inner = np.vstack([read.weights for read in reads])
    offset = np.concatenate([read.bias for read in reads])
    return weights @ inner, weights @ offset + bias


def checked_box(box: object, inputs: int = 2) -> tuple[float, ...]:
    """The box (xmin, xmax[, ymin, ymax]) as floats, or `BadInput`."""
    count = 2 * inputs
    try:
        numbers = tuple(float(side) for side in box)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        numbers = ()
    require(len(numbers) == count, "box", tr("be {count} numbers", count=count), box)
    require(all(isfinite(side) for side in numbers), "box", tr("be finite"), box)
    for axis, low, high in zip("xy", numbers[::2], numbers[1::2], strict=False):
        if not low < high:
            raise BadInput(
                tr(
                    "box: {axis}max must be above {axis}min, got {axis}min "
                    "{low}, {axis}max {high}",
                    axis=axis,
                    low=shown(low),
                    high=shown(high),
                )
            )
        require(isfinite(high - low), "box", tr("have a finite width"), box)
    return numbers


def _layer(steps: Sequence[Step], numbers: Numbers) -> PiecewiseLayer:
    weights, bias = folded(steps, numbers)
    (function,) = (step for step in steps if isinstance(step, Map))
    unit, spec = function.unit, function.spec
    if isinstance(function, Largest):
        kind, pieces = MAXOUT, spec.maxout_k
    else:
        kind, pieces = _KINDS[unit.kinks]
    slopes = np.zeros(spec.units)
    if kind == SLOPED:  # above the kink every such function has slope 1
        learned = numbers["slopes"] if unit.learns_slopes else None
        slopes[:] = unit.slope(np.full(spec.units, -1.0), spec, learned)
    return PiecewiseLayer(kind, spec.units, pieces, weights, bias, slopes)


def _columns(layer: PiecewiseLayer) -> tuple[Floats, Floats]:
    """Weights (columns, in) and biases of a layer's values on the mesh."""
    weights, bias = layer.weights[: layer.rows], layer.bias[: layer.rows]
    rest, rest_bias = layer.weights[layer.rows :], layer.bias[layer.rows :]
    if layer.kind == HARD_TANH:  # the two kinks z = −1 and z = 1
        columns, offsets = [weights, weights], [bias + 1.0, bias - 1.0]
    elif layer.kind == MAXOUT:  # all first pieces, then all second pieces, …
        order = np.arange(len(bias)).reshape(layer.units, layer.pieces).T.ravel()
        columns, offsets = [weights[order]], [bias[order]]
        if layer.carried:  # after the space for the cut columns of a stage
            columns.append(np.zeros((layer.units, weights.shape[1])))
            offsets.append(np.zeros(layer.units))
    else:
        columns, offsets = [weights], [bias]
    return np.vstack([*columns, rest]), np.concatenate([*offsets, rest_bias])


def levels_of(layer: PiecewiseLayer) -> int:
    """Words that encode a layer's pieces: a bit per cut; maxout: a number per unit."""
    if layer.kind == IDENTITY or layer.pieces == 1:
        return 0
    if layer.kind == MAXOUT:
        return -(-layer.units // (64 // max(1, (layer.pieces - 1).bit_length())))
    return -(-layer.units * (layer.pieces - 1) // 64)


def _table(layer: PiecewiseLayer) -> LayerTable:
    matrix, bias = _columns(layer)
    columns = len(bias)
    # Space for the cut columns of a maxout stage, padded to whole SIMD vectors.
    width = -(-(columns + (layer.units if layer.kind == MAXOUT else 0)) // 4) * 4
    weights = np.zeros((matrix.shape[1] + 1, width))
    weights[:-1, :columns] = matrix.T
    weights[-1, :columns] = bias
    return LayerTable(
        layer.kind,
        layer.units,
        layer.pieces,
        columns,
        weights,
        layer.slopes,
        layer.carried,
        columns - layer.carried,
    )
