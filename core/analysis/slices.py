"""A plane in the space of many inputs, on which all 2-D views work.

A slice is x = o + A·(s, t). The first affine step reads it as W x + b = (W A)(s, t) +
(b + W o), so a network of n inputs *is* a network of two on the slice, exactly.
`sliced` makes that network, with the examples at their nearest places on the plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from core.analysis.projection import top_directions
from core.analysis.projection_track import Kept
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.errors import BadInput, require
from core.features import FeatureSpec
from core.language import tr
from core.plane_spec import KINDS, SliceSpec
from core.problems.base import Box, Sample, Splits
from core.problems.points import Points
from core.problems.scaling import Scaling
from core.run import RunSpec

PCA_ROWS = 5000  # examples that principal axes are fitted on
#: Of more inputs than this, so many examples: the work grows with their square.
WIDE_INPUTS, WIDE_ROWS = 1024, 1000


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """A plane: a point on it and two orthogonal directions of length 1."""

    origin: Floats  # (n,)
    axes: Floats  # (n, 2)
    columns: tuple[Scaling, Scaling]  # what the two coordinates mean
    box: Box  # the part worth showing

    def at(self, places: Floats) -> Floats:
        """Points (m, n) of places (m, 2) on the plane."""
        return np.asarray(self.origin + places @ self.axes.T)

    def coordinates(self, x: Floats) -> Floats:
        """The places (m, 2) on the plane nearest to points (m, n)."""
        return np.asarray((x - self.origin) @ self.axes)

    def distances(self, x: Floats) -> Floats:
        """How far points (m, n) are from the plane."""
        return np.asarray(np.linalg.norm(x - self.at(self.coordinates(x)), axis=1))


@dataclass(frozen=True, slots=True)
class PlaneSample(Sample):
    """Examples at their nearest places on a plane; ``near`` is 1 on it, 0 far away."""

    near: Floats = field(default_factory=lambda: np.zeros(0))


def make_slice(spec: SliceSpec, splits: Splits, names: Sequence[Scaling] = ()) -> Slice:
    """The plane that ``spec`` asks for."""
    x = np.asarray(splits.train.x[:PCA_ROWS], np.float64)
    n = x.shape[1]
    if spec.kind == "columns":
        i, j = spec.columns
        for column in (i, j, *(c for c, _ in spec.held)):
            require(
                0 <= column < n,
                tr("slice: column"),
                tr("be from 0 to {n}", n=n - 1),
                column,
            )
        require(i != j, tr("slice: columns"), tr("be two"), spec.columns)
        origin = x.mean(axis=0)
        for column, value in spec.held:
            origin[column] = value
        origin[[i, j]] = 0.0
        axes = np.zeros((n, 2))
        axes[i, 0] = axes[j, 1] = 1.0
        labels = (_column(names, i), _column(names, j))
        return Slice(origin, axes, labels, _box(x[:, [i, j]]))
    if spec.kind == "pca":
        origin = x.mean(axis=0)
        if n > WIDE_INPUTS:
            some = x[:: -(-len(x) // WIDE_ROWS)]
            directions = top_directions(some - origin, 2)
        else:
            _, _, directions = np.linalg.svd(x - origin, full_matrices=False)
        axes = np.zeros((n, 2))
        axes[:, : min(2, len(directions))] = directions[:2].T
        largest = np.abs(axes).argmax(axis=0)
        axes *= np.where(axes[largest, [0, 1]] < 0, -1.0, 1.0)  # a reproducible sign
        labels = (Scaling(tr("first axis")), Scaling(tr("second axis")))
        return Slice(origin, axes, labels, _box((x - origin) @ axes))
    if spec.kind == "examples":
        return _through(spec, splits.train.x)
    raise BadInput(
        tr(
            "slice: kind must be one of {KINDS}, got {kind}",
            KINDS=", ".join(KINDS),
            kind=f"{spec.kind!r}",
        )
    )


def _through(spec: SliceSpec, x: Floats) -> Slice:
    """The plane through three examples, with their mean at its origin."""
    for example in spec.examples:
        rule = tr("be from 0 to {count}", count=len(x) - 1)
        require(0 <= example < len(x), tr("slice: example"), rule, example)
    corners = np.asarray(x[list(spec.examples)], np.float64)
    origin = corners.mean(axis=0)
    axes, lengths = np.linalg.qr((corners[1:] - corners[0]).T)
    if np.abs(np.diag(lengths)).min() < 1e-9 * max(1.0, float(np.abs(corners).max())):
        raise BadInput(
            tr(
                "slice: examples must be three that do not lie on a line, got {str}",
                str=", ".join(map(str, spec.examples)),
            )
        )
    axes = axes * np.where(np.diag(lengths) < 0, -1.0, 1.0)
    x0, x1, y0, y1 = _box((corners - origin) @ axes)
    wide, high = x1 - x0, y1 - y0
    box = (x0 - wide / 3, x1 + wide / 3, y0 - high / 3, y1 + high / 3)
    a, b, c = spec.examples
    labels = (Scaling(tr("from {a} to {b}", a=a, b=b)), Scaling(tr("towards {c}", c=c)))
    return Slice(origin, axes, labels, box)


def _column(names: Sequence[Scaling], i: int) -> Scaling:
    return names[i] if i < len(names) else Scaling(tr("input {i}", i=i + 1))


def _box(places: Floats) -> Box:
    low, high = places.min(axis=0), places.max(axis=0)
    margin = np.where(high > low, 0.1 * (high - low), 1.0)
    (x0, y0), (x1, y1) = (low - margin).tolist(), (high + margin).tolist()
    return (x0, x1, y0, y1)


def why_not(run: RunSpec) -> str:
    """Why a run has no slices; empty if it has."""
    network = run.network
    if not run.features.is_raw:
        return tr("A plane needs the plain inputs, without features made from them.")
    for i, layer in enumerate(network.hidden):
        if layer.unit.distances and 0 in network.reads(i):
            return tr(
                "A plane needs a first layer that multiplies; {activation} "
                "units measure distances.",
                activation=layer.activation,
            )
        if layer.adds == 0:
            return tr(
                "A plane needs a network that does not add the inputs to a layer."
            )
    return ""


def can_slice(snapshot: Snapshot, spec: SliceSpec | None) -> bool:
    """Whether a plane is wanted, and the run has one."""
    if spec is None or spec.kind == "none":
        return False
    problem = snapshot.run.data.problem
    if problem.inputs <= 2 or why_not(snapshot.run):
        return False
    try:
        _on_plane(_sample_of(snapshot), spec, snapshot.run)
    except BadInput:
        return False
    return True


@lru_cache(maxsize=16)
def sliced(snapshot: Snapshot, spec: SliceSpec) -> Snapshot:
    """The same snapshot as a network of two inputs on the plane."""
    plane, splits, run = _on_plane(_sample_of(snapshot), spec, snapshot.run)
    network, before = run.network, snapshot.network
    theta = np.zeros(network.layout.size, snapshot.theta.dtype)
    old_layers, new_layers = before.layout.layers, network.layout.layers
    for i, (old, new) in enumerate(zip(old_layers, new_layers, strict=True)):
        for (_, here), (_, there) in zip(
            old.parameters(), new.parameters(), strict=True
        ):
            if here.shape == there.shape:
                there.of(theta)[...] = here.of(snapshot.theta)
        if 0 not in before.reads(i):
            continue
        w, folded = old.W.of(snapshot.theta), new.W.of(theta)
        at = 0
        for number in before.reads(i):
            columns = before.columns_of(i, number)
            if number:
                wide = columns.stop - columns.start
                folded[:, at : at + wide] = w[:, columns]
                at += wide
                continue
            folded[:, at : at + 2] = w[:, columns] @ plane.axes
            at += 2
            assert new.b is not None
            new.b.of(theta)[...] += w[:, columns] @ plane.origin
    theta.flags.writeable = False
    return replace(
        snapshot,
        run=run,
        network=network,
        splits=splits,
        theta=theta,
        moment1=np.zeros_like(theta),
        moment2=np.zeros_like(theta),
        gradient=None,
        whole=snapshot,
    )


class _Sample:
    """A sample as a cache key, compared by identity and not by its values."""

    def __init__(self, splits: Splits, names: tuple[Scaling, ...]) -> None:
        self.splits, self.names = splits, names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sample) and self.splits is other.splits

    def __hash__(self) -> int:
        return id(self.splits)


@lru_cache(maxsize=8)
def _plane_of(sample: _Sample, spec: SliceSpec) -> tuple[Slice, Splits]:
    """The plane and the examples on it, computed once per sample."""
    splits = sample.splits
    plane = make_slice(spec, splits, sample.names)
    parts = (splits.train, splits.test, splits.calibration)
    # The median distance is typical; at that distance a mark is half faded.
    train = plane.distances(np.asarray(splits.train.x[:PCA_ROWS], np.float64))
    typical = float(np.median(train)) or 1.0
    return plane, Splits(*(_on(plane, part, typical) for part in parts))


def _on(plane: Slice, part: Sample, typical: float) -> PlaneSample:
    """A part at its nearest places; block by block, since a table may be large."""
    single = part.x.dtype == np.float32
    places = np.empty((len(part), 2), part.x.dtype if single else np.float64)
    near = np.empty(len(part), places.dtype)
    at_once = max(1, 1_000_000 // part.x.shape[1])
    for begin in range(0, len(part), at_once):
        rows = slice(begin, begin + at_once)
        x = np.asarray(part.x[rows], np.float64)
        places[rows] = plane.coordinates(x)
        near[rows] = 1.0 / (1.0 + np.square(plane.distances(x) / typical))
    return PlaneSample(places, part.y, part.classes, near)


def plane_of(snapshot: Snapshot, spec: SliceSpec) -> Slice:
    """The plane that ``spec`` asks for in the space of a run's inputs."""
    return _on_plane(_sample_of(snapshot), spec, snapshot.run)[0]


def _sample_of(snapshot: Snapshot) -> _Sample:
    names = getattr(snapshot.run.data.problem, "columns", ())
    return _Sample(snapshot.splits, tuple(names))


@lru_cache(maxsize=16)
def _on_plane(
    sample: _Sample, spec: SliceSpec, run: RunSpec
) -> tuple[Slice, Splits, RunSpec]:
    """The plane, the sample on it, and the run of the network with two inputs."""
    problem = run.data.problem
    plane, made = _plane_of(sample, spec)
    class_names = getattr(problem, "class_names", ())
    targets = getattr(problem, "target_columns", ())
    points = Points(
        made.train.x,
        made.train.y,
        problem.classes,
        class_names,
        plane.box,
        plane.columns,
        targets if not problem.classes else (),
    )
    data = replace(run.data, problem=points, points=points.count)
    network = run.network
    hidden = tuple(
        replace(layer, mask=None) if 0 in network.reads(i) else layer
        for i, layer in enumerate(run.hidden)
    )
    cut = None if 0 in network.reads(len(hidden)) else run.output_mask
    changed = replace(
        run, data=data, features=FeatureSpec(), hidden=hidden, output_mask=cut
    )
    return plane, made, changed


@dataclass(frozen=True, slots=True)
class SlicedPast:
    """A timeline whose snapshots are shown on a plane."""

    past: Kept
    spec: SliceSpec

    @property
    def steps(self) -> Ints:
        """The steps that were kept."""
        return self.past.steps

    def at(self, step: int) -> Snapshot:
        """The kept snapshot, on the plane if it has one."""
        kept = self.past.at(step)
        return sliced(kept, self.spec) if can_slice(kept, self.spec) else kept


def forget() -> None:
    """Drop all snapshots and samples shown on planes."""
    for cached in (sliced, _plane_of, _on_plane):
        cached.cache_clear()
