"""How each layer moves the plane: h → Wh → Wh + b → φ(Wh + b), drawn in three axes.

A `Warp` has points and curves with their values in every layer, and computes their
display positions at any place between input and output. Whole numbers are the stages,
fractions the motion between two of them.

The linear step must not collapse through the origin. Both of its ends are linear maps
of the same h: C₀ = A (the display of the space it leaves) and C₁ = B W. The rotation R
of the three display axes that brings C₀ nearest to C₁ (Kabsch) turns steadily, while
the remaining stretch goes in a straight line: C(t) = R(t)[(1−t) C₀ + t R⁻¹C₁]. In the
plane this is the polar decomposition. A W that mirrors has no rotation in the plane
that undoes it, but one in space has: half a turn through depth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.analysis.projection import (
    Projection,
    facing,
    itself,
    pair,
    principal,
    readout,
    share_along,
)
from core.arrays import Floats
from core.indices import low
from core.network import NetworkSpec
from core.steps import Plan, Stage, Step, plan_of
from core.steps.base import INPUT
from core.steps.forward import LayerValues
from core.steps.kinds import Gather


@dataclass(frozen=True, slots=True)
class ProjectionChoice:
    """How spaces wider than three units are shown."""

    mode: str = "pca"
    units: tuple[int, int] = (0, 1)  # for mode "pair"


def stages(network: NetworkSpec) -> tuple[Stage, ...]:
    """All stops of ``network``, the input first, the logits last."""
    found = [Stage("input", -1, INPUT, INPUT)]
    plan = plan_of(network)
    for step in plan.forward:
        found += step.stages(_title(plan, step), step.output == plan.logits)
    found[-1] = replace(found[-1], title=network.output.unit.outputs_title)
    return tuple(found)


def matched(place: float, way: tuple[Stage, ...], other: tuple[Stage, ...]) -> float:
    """The place in another network that corresponds to ``place`` on ``way``.

    Stages are matched by layer and kind; one that the other network lacks is replaced
    by the last of that layer or of an earlier one.
    """

    def partner(stage: Stage) -> int:
        before = [i for i, s in enumerate(other) if s.layer <= stage.layer]
        same = [i for i in before if other[i].layer == stage.layer]
        alike = [i for i in same if other[i].kind == stage.kind]
        return (alike or before)[-1]

    place = min(max(place, 0.0), len(way) - 1.0)
    index = min(int(place), len(way) - 2)
    t = place - index
    if place == len(way) - 1.0:
        return len(other) - 1.0
    return (1.0 - t) * partner(way[index]) + t * partner(way[index + 1])


def _title(plan: Plan, step: Step) -> str:
    """The label of what a step reads: x, or h₁ for the first layer."""
    # The source of a sum is what is added to the layer's own activations.
    source = step.inputs[-1]
    if source == INPUT:
        return INPUT
    for made in plan.of_layer(step.layer):
        if made.output == source and isinstance(made, Gather):
            return f"({', '.join(_handed(plan, name) for name in made.inputs)})"
    return _handed(plan, source, step.layer)


def _handed(plan: Plan, value: str, otherwise: int = 0) -> str:
    if value == INPUT:
        return INPUT
    layer = next((i for i, n in enumerate(plan.layers) if value == n.h), otherwise)
    return f"h{low(layer + 1)}"


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Positions with their values in every layer: the sample, or the grid."""

    inputs: Floats  # (n, features)
    layers: tuple[LayerValues, ...]


class Warp:
    """Points and curves on their way through one network."""

    def __init__(
        self,
        network: NetworkSpec,
        theta: Floats,
        points: Cloud,
        curves: Cloud,
        projections: tuple[Projection, ...],
    ) -> None:
        """``projections``: of the input, every hidden layer, and the logits."""
        self.network = network
        self.stages = stages(network)
        self.points = points
        self.curves = curves
        self.projections = projections
        self._blocks = network.layout.layers
        self._theta = theta
        self._stops: dict[int, WarpPicture] = {}
        self._shares: dict[int, float] = {}

    @cached_property
    def last(self) -> float:
        """The largest place: the logits."""
        return float(len(self.stages) - 1)

    def at(self, place: float) -> WarpPicture:
        """Display positions at ``place`` (0: the input, `last`: the logits)."""
        place = min(max(place, 0.0), self.last)
        index = min(int(place), len(self.stages) - 2)
        t = place - index
        here, there = self.stages[index], self.stages[index + 1]
        if t == 0.0 or t == 1.0:
            return self._stop(index + int(t))
        if there.kind == "linear" and self._leaves(there):
            return self._linear(here, there, t)
        a, b = self._stop(index), self._stop(index + 1)
        return WarpPicture(
            (1.0 - t) * a.points + t * b.points,
            (1.0 - t) * a.curves + t * b.curves,
            False,
            self._width(there),
        )

    def values(self, cloud: Cloud, index: int) -> Floats:
        """The units' own numbers of ``cloud`` at a whole stage, (n, rows)."""
        return self._value(cloud, self.stages[index])

    def nudge(self, index: int) -> Floats | None:
        """The positions of what a sum adds, in the space of the sum.

        Display positions (n, 3); None: the stage is no sum.
        """
        stage = self.stages[index]
        if stage.kind != "add":
            return None
        spec = self.network.hidden[stage.layer]
        number = spec.adds
        assert number is not None
        added = self.points.inputs if number == 0 else self.points.layers[number - 1].h
        if spec.adds_mask:
            added = np.where(spec.adds_mask, added, 0.0)
        matrix, centre = self._map(stage)
        return np.asarray((added - centre) @ matrix.T)

    def share_shown(self, index: int) -> float:
        """Share of the points' variance at a whole stage that its picture shows.

        A layer's stages share one projection, chosen for what leaves the layer, so that
        a step moves points but never the axes. How much it shows differs.
        """
        found = self._shares.get(index)
        if found is None:
            stage = self.stages[index]
            matrix = self._map(stage)[0] * np.sqrt(stage.pieces)
            found = share_along(self._value(self.points, stage), matrix)
            self._shares[index] = found
        return found

    def width(self, index: int) -> int:
        """Units of the space at a whole stage."""
        return self._width(self.stages[index])

    def _stop(self, index: int) -> WarpPicture:
        """The picture at a whole stage, cached because every frame needs it."""
        found = self._stops.get(index)
        if found is None:
            stage = self.stages[index]
            shown = [self._display(cloud, stage) for cloud in self._clouds]
            found = WarpPicture(shown[0], shown[1], False, self._width(stage))
            self._stops[index] = found
        return found

    @property
    def _clouds(self) -> tuple[Cloud, Cloud]:
        return self.points, self.curves

    def _width(self, stage: Stage) -> int:
        if stage.kind == "input":
            return self.network.inputs
        return self.network.widths[stage.layer + 1]

    def _map(self, stage: Stage) -> tuple[Floats, Floats]:
        """Display matrix and centre of the space at ``stage``."""
        projection = self.projections[stage.layer + 1]
        k = stage.pieces
        if k == 1:
            return projection.matrix, projection.centre
        # Before maxout takes the largest, a unit shows the mean of its k pieces.
        return np.repeat(projection.matrix, k, axis=1) / k, np.repeat(
            projection.centre, k
        )

    def _value(self, cloud: Cloud, stage: Stage) -> Floats:
        if stage.layer < 0:
            return cloud.inputs
        value = cloud.layers[stage.layer].named[stage.value]
        if stage.less:
            block = getattr(self._blocks[stage.layer], stage.less)
            value = np.asarray(value - block.of(self._theta))
        # Gaussian units: the means alone, without the scales behind them.
        return value[:, : self._width(stage) * stage.pieces]

    def _read(self, cloud: Cloud, layer: int) -> Floats:
        """What a layer reads, (n, columns of its W)."""
        spaces = [
            cloud.inputs if number == 0 else cloud.layers[number - 1].h
            for number in self.network.reads(layer)
        ]
        return spaces[0] if len(spaces) == 1 else np.concatenate(spaces, axis=1)

    def _display(self, cloud: Cloud, stage: Stage) -> Floats:
        matrix, centre = self._map(stage)
        # Multiply the centre separately, to avoid a second copy of all values.
        return np.asarray(self._value(cloud, stage) @ matrix.T - matrix @ centre)

    def _leaves(self, there: Stage) -> bool:
        """Whether a layer reads the space shown just before it."""
        return there.layer in self.network.reads(there.layer)

    def _linear(self, here: Stage, there: Stage, t: float) -> WarpPicture:
        """The linear step; other values the layer reads come in during the motion."""
        own, a_centre = self._map(here)
        b, b_centre = self._map(there)
        w = self._blocks[there.layer].W.of(self._theta)
        columns = self.network.columns_of(there.layer, there.layer)
        a = np.zeros((len(own), w.shape[1]))
        a[:, columns] = own
        start, end = a, b @ w
        weights = None
        if start.shape[1] > 3:
            h = self._read(self.points, there.layer)
            weights = h.T @ h
        turn = nearest_rotation(start, end, weights)
        angle, axis = angle_and_axis(turn)
        part = rotation(axis, t * angle)
        # The centres move in a straight line; they are display offsets, not values.
        offset = -(1.0 - t) * (own @ a_centre) - t * (b @ b_centre)
        combined = part @ ((1.0 - t) * start + t * turn.T @ end)
        moved = [
            self._read(cloud, there.layer) @ combined.T + offset
            for cloud in self._clouds
        ]
        mirrored = bool(turn[2, 2] < 0.0) and bool(
            np.allclose(start[2], 0.0) and np.allclose(end[2], 0.0)
        )
        return WarpPicture(moved[0], moved[1], mirrored, self._width(there))


@dataclass(frozen=True, slots=True, eq=False)
class WarpPicture:
    """What is drawn: positions in three display axes."""

    points: Floats  # (n, 3)
    curves: Floats  # (v, 3)
    mirrored: bool  # the step under way flips the plane through depth
    width: int  # units of the space that is being entered


def choose_projections(
    network: NetworkSpec,
    theta: Floats,
    points: Cloud,
    choice: ProjectionChoice,
    of_inputs: Projection | None = None,
) -> tuple[Projection, ...]:
    """Choose a projection for the input, each hidden layer and the logits.

    ``of_inputs`` are the inputs' principal axes, where they are known already.
    """
    spaces = [points.inputs, *(values.h for values in points.layers)]
    chosen = []
    for i, h in enumerate(spaces):
        if h.shape[1] <= 3:
            chosen.append(itself(h.shape[1]))
        elif choice.mode == "pair":
            top = h.shape[1] - 1
            first, second = (min(u, top) for u in choice.units)
            chosen.append(pair(h, first, second))
        elif choice.mode == "readout" and i < network.depth and i in network.reads(i):
            w = network.layout.layers[i].W.of(theta)[:, network.columns_of(i, i)]
            chosen.append(facing(readout(h, w), h, chosen[-1:], spaces[i - 1]))
        else:
            known = of_inputs if i == 0 and of_inputs is not None else principal(h)
            chosen.append(facing(known, h, chosen[-1:], spaces[i - 1]))
    return tuple(chosen)


def nearest_rotation(
    start: Floats, end: Floats, weights: Floats | None = None
) -> Floats:
    """The rotation R (3, 3), det +1, for which R·start is nearest to end.

    ``start`` and ``end`` are (3, width); ``weights`` (width, width) is the second
    moment of what they are applied to.
    """
    overlap = end @ start.T if weights is None else end @ weights @ start.T
    scale = float(np.max(np.abs(overlap), initial=0.0))
    if not scale > 0.0 or not np.isfinite(scale):
        return np.eye(3)
    u, s, vt = np.linalg.svd(overlap / scale)
    proper = np.sign(np.linalg.det(u) * np.linalg.det(vt))
    if s[1] < 1e-12:
        # Only a direction is fixed: take the shortest rotation.
        return _between(vt[0], u[:, 0])
    return np.asarray((u * np.array([1.0, 1.0, proper])) @ vt)


def angle_and_axis(turn: Floats) -> tuple[float, Floats]:
    """Angle in [0, π] and unit axis of a rotation matrix."""
    cosine = (np.trace(turn) - 1.0) / 2.0
    skew = np.array(
        [turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]
    )
    sine = float(np.linalg.norm(skew)) / 2.0
    angle = float(np.arctan2(sine, cosine))
    if sine > 1e-9:
        return angle, skew / np.linalg.norm(skew)
    if cosine > 0:
        return 0.0, np.array([0.0, 0.0, 1.0])
    # Half a turn: (R + I)/2 = n nᵀ, so its largest column gives the axis.
    outer = (turn + np.eye(3)) / 2.0
    column = outer[:, int(np.argmax(np.diag(outer)))]
    axis = column / np.linalg.norm(column)
    # Of the two equal axes take the one whose first non-zero entry is positive.
    first = axis[np.flatnonzero(np.abs(axis) > 1e-9)[0]]
    return float(np.pi), np.asarray(axis * np.sign(first))


def rotation(axis: Floats, angle: float) -> Floats:
    """Rodrigues' formula."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(
        np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross
    )


def _between(a: Floats, b: Floats) -> Floats:
    """The shortest rotation from direction ``a`` to direction ``b``, in the plane
    of the picture where both lie in it.
    """  # noqa: D205
    axis = np.cross(a, b)
    sine, cosine = float(np.linalg.norm(axis)), float(a @ b)
    if sine < 1e-12:
        if cosine > 0:
            return np.eye(3)
        # Opposite: half a turn about the viewing axis keeps the picture flat.
        flat = abs(a[2]) < 1e-9
        return rotation(
            np.array([0.0, 0.0, 1.0]) if flat else np.array([1.0, 0.0, 0.0]), np.pi
        )
    return rotation(axis / sine, float(np.arctan2(sine, cosine)))
