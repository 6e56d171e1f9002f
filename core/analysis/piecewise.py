"""A piecewise-linear network as plain affine maps with kinks, ready for exact regions.

Batch normalisation in evaluation mode is affine, so it is folded into the weights. A
function whose kinks lie elsewhere needs an entry in `_KINDS` and a rule in
`core.kernels.mesh_layers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import BadInput, require, shown
from core.functions import ACTIVATIONS
from core.kernels.mesh_layers import HARD_TANH, IDENTITY, MAXOUT, SLOPED
from core.kernels.mesh_run import LayerTable
from core.network import NetworkSpec
from core.steps import Numbers, Step, folded, plan_of
from core.steps.kinds import Largest, Map

#: How the mesh cuts a function with these kinks, and its pieces.
_KINDS = {(): (IDENTITY, 1), (0.0,): (SLOPED, 2), (-1.0, 1.0): (HARD_TANH, 3)}

Pieces = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class PiecewiseLayer:
    """One hidden layer: z = W h + b, then its kinks.

    Pieces of a unit are numbered from below: relu, leaky_relu, prelu and abs have 0
    and 1, hard_tanh has 0, 1, 2, maxout has its rows.
    """

    kind: int
    units: int
    pieces: int
    weights: Floats  # (rows, in); a maxout unit's rows stand together
    bias: Floats  # (rows,)
    slopes: Floats  # (units,) below 0, for sloped units

    def values(self, z: Floats) -> Floats:
        """Activations (…, units) of pre-activations (…, rows)."""
        if self.kind == SLOPED:
            return np.where(z > 0.0, z, self.slopes * z)
        if self.kind == HARD_TANH:
            return np.clip(z, -1.0, 1.0)
        if self.kind == MAXOUT:
            rows = z.reshape(*z.shape[:-1], self.units, self.pieces)
            return np.asarray(np.max(rows, axis=-1))
        return z

    def pieces_at(self, z: Floats, tolerance: Floats) -> Pieces:
        """The piece of every unit at ``z`` (rows,); on a kink that of slope 0 or lower.

        ``tolerance`` (rows,) says what counts as being on the kink.
        """
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
        """The affine map (units, in), (units,) of the layer on the given pieces."""
        if self.kind == MAXOUT:
            rows = np.arange(self.units) * self.pieces + pieces
            return self.weights[rows], self.bias[rows]
        slope, shift = np.ones(self.units), np.zeros(self.units)
        if self.kind == SLOPED:
            slope = np.where(pieces == 1, 1.0, self.slopes)
        elif self.kind == HARD_TANH:
            slope = np.where(pieces == 1, 1.0, 0.0)
            shift = np.choose(pieces, [-1.0, 0.0, 1.0])
        return slope[:, None] * self.weights, slope * self.bias + shift


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
    """The network's layers as affine maps with kinks; smooth ones are refused."""
    plan = plan_of(network)
    for step in plan.forward:
        if not step.piecewise:
            named = network.hidden[step.layer].activation
            known = [u.name for u in ACTIVATIONS.values() if u.piecewise_linear]
            raise BadInput(
                f"layer {step.number}: {named} has no linear pieces; exact regions "
                f"need one of {', '.join(known)}"
            )
    for i in range(network.depth):
        adds = i < len(network.hidden) and network.hidden[i].adds is not None
        if adds or network.reads(i) != (i,):
            raise BadInput(
                f"layer {i + 1}: exact regions need layers that read the one before "
                "and add nothing"
            )
    for name, numbers in (("weights", theta), ("running statistics", running)):
        if not np.isfinite(numbers).all():
            bad = numbers[~np.isfinite(numbers)][0]
            raise BadInput(f"network: {name} must be finite, got {bad}")
    layers = [
        (plan.of_layer(i), Numbers(blocks, theta.astype(float), running.astype(float)))
        for i, blocks in enumerate(network.layout.layers)
    ]
    hidden = tuple(_layer(steps, numbers) for steps, numbers in layers[:-1])
    return PiecewiseNetwork(hidden, *folded(*layers[-1]))


def checked_box(box: object, inputs: int = 2) -> tuple[float, ...]:
    """The box (xmin, xmax[, ymin, ymax]) as floats, or `BadInput`."""
    count = 2 * inputs
    try:
        numbers = tuple(float(side) for side in box)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        numbers = ()
    require(len(numbers) == count, "box", f"be {count} numbers", box)
    require(all(isfinite(side) for side in numbers), "box", "be finite", box)
    for axis, low, high in zip("xy", numbers[::2], numbers[1::2], strict=False):
        if not low < high:
            raise BadInput(
                f"box: {axis}max must be above {axis}min, "
                f"got {axis}min {shown(low)}, {axis}max {shown(high)}"
            )
        require(isfinite(high - low), "box", "have a finite width", box)
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
    weights, bias = layer.weights, layer.bias
    if layer.kind == HARD_TANH:  # the two kinks z = −1 and z = 1
        return np.vstack([weights, weights]), np.concatenate([bias + 1.0, bias - 1.0])
    if layer.kind == MAXOUT:  # all first pieces, then all second pieces, …
        order = np.arange(len(bias)).reshape(layer.units, layer.pieces).T.ravel()
        return weights[order], bias[order]
    return weights, bias


def levels_of(layer: PiecewiseLayer) -> int:
    """Words that hold a layer's pieces: a bit a cut, for maxout a number a unit."""
    if layer.kind == IDENTITY or layer.pieces == 1:
        return 0
    if layer.kind == MAXOUT:
        return -(-layer.units // (64 // max(1, (layer.pieces - 1).bit_length())))
    return -(-layer.units * (layer.pieces - 1) // 64)


def _table(layer: PiecewiseLayer) -> LayerTable:
    matrix, bias = _columns(layer)
    columns = len(bias)
    # Room for the cut columns of a maxout stage; rows of whole vectors.
    width = -(-(columns + (layer.units if layer.kind == MAXOUT else 0)) // 4) * 4
    weights = np.zeros((matrix.shape[1] + 1, width))
    weights[:-1, :columns] = matrix.T
    weights[-1, :columns] = bias
    return LayerTable(
        layer.kind, layer.units, layer.pieces, columns, weights, layer.slopes
    )
