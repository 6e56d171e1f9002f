"""What the Warp view computes away from the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from app.frame.turns import breathe
from app.look.theme import Theme
from app.plane.picture import Kind, kind_of
from core.analysis.curves import Curves, bends_smoothly, follow, grid, interval
from core.analysis.projection_track import Kept, ProjectionTrack, cloud
from core.analysis.separability import MAX_ROWS, Separability
from core.analysis.slices import PlaneSample
from core.analysis.stations import station_separability
from core.analysis.values import evaluator
from core.analysis.warp import Cloud, ProjectionChoice, Warp
from core.arrays import Bools, Floats, Ints, finite
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES
from core.problems.base import Splits

PINNED = -1  # the line number of a pinned region's outline
STILL_VERTICES, MOVING_VERTICES = 24_000, 6_000  # of the grid's lines
STILL_PIECES, MOVING_PIECES = 8, 18  # of a grid line, before it is cut or halved
METER_POINTS = 2000  # during training
MAX_POINTS = 1500  # per split; more would be a solid blot
SHADES = 8  # number of colours for values
RGB_STEPS = 4  # levels per channel for colours


@dataclass(frozen=True)
class WarpWish:
    """What is requested for one run; frozen data, besides the thread-safe timeline."""

    snapshot: Snapshot
    timeline: Kept
    track: ProjectionTrack
    label: str
    lines: int
    choice: ProjectionChoice
    colouring: str  # "plain", "position" or "output"
    theme: Theme
    with_test: bool
    measured: bool  # whether to fit the separability meter too
    pinned: tuple[tuple[float, float], ...] = ()  # corners of a region to follow
    place: float = 0.0  # the stage's present place
    moving: bool = False  # coarse is good enough
    asked: Floats | None = None  # (inputs,) the point of a question


@dataclass(frozen=True, eq=False)
class Shown:
    """The sample as drawn: class and split of every point."""

    classes: Floats  # (n,) class numbers, 0 for values
    test: Bools  # (n,)
    index: Floats  # (n,) training example, −1 for test points
    values: Floats | None  # (n,) first target where there are no classes
    near: Floats | None = None  # (n,) to a plane through many inputs, 1 … 0
    test_rows: Ints = field(default_factory=lambda: np.arange(0))
    asked: bool = False  # the last row is the point of a question
    shades: Ints | None = None  # (n,) of values: which of few colours they have


@dataclass(frozen=True, eq=False)
class WarpResult:
    """One run, ready to be drawn at any place."""

    label: str
    snapshot: Snapshot
    warp: Warp
    shown: Shown
    joined: Bools  # of the curves' vertices
    line: Ints  # (v,) grid line of each vertex; PINNED: the region's
    tints: Floats | None  # (v,) place in the colour table, 0 … 1
    exact: bool
    meter: tuple[Separability, ...]  # one per stage; or empty
    spot: int  # first layer (1-based) that maps all points to one spot; 0: none
    finite: bool


def compute(wish: WarpWish) -> WarpResult:
    """Follow grid and sample through the network."""
    snapshot = wish.snapshot
    shown, x = _sample(wish)
    points = cloud(snapshot, x)
    breathe()
    followed, curves, exact = _curves(wish)
    breathe()
    projections = wish.track.at(snapshot, wish.timeline, wish.choice)
    breathe()
    sound = all(np.isfinite(v.h).all() for v in points.layers)
    warp = Warp(snapshot.network, snapshot.theta, points, followed, projections)
    for near in {int(wish.place), -int(-wish.place // 1)}:
        warp.at(float(near))  # here, not in the GUI thread
    return WarpResult(
        label=wish.label,
        snapshot=snapshot,
        warp=warp,
        shown=shown,
        joined=curves.joined,
        line=curves.line,
        tints=_tints(wish, curves.points, followed),
        exact=exact,
        meter=_meter(wish) if wish.measured and sound else (),
        spot=_spot(points, len(shown.index) - shown.asked),
        finite=sound,
    )


def _sample(wish: WarpWish) -> tuple[Shown, Floats]:
    splits = wish.snapshot.splits
    train_step = -(-len(splits.train) // MAX_POINTS)
    rows = np.arange(0, len(splits.train), train_step)
    x, y = [splits.train.x[rows]], [splits.train.y[rows]]
    test_rows = np.arange(0)
    if wish.with_test and len(splits.test):
        step = -(-len(splits.test) // MAX_POINTS)
        test_rows = np.arange(0, len(splits.test), step)
        x.append(splits.test.x[test_rows])
        y.append(splits.test.y[test_rows])
    targets = np.concatenate(y)
    labelled = bool(splits.train.classes)
    count = len(rows) + len(test_rows)
    asked = wish.asked is not None and wish.asked.shape == x[0].shape[1:]
    test = np.arange(count) >= len(rows)
    index = np.concatenate([rows, np.full(len(test_rows), -1)])
    near = _nearness(splits, rows, test_rows)
    if asked:
        assert wish.asked is not None
        x.append(wish.asked[None])
        targets = np.concatenate([targets, np.full_like(targets[:1], np.nan)])
        test, index = np.append(test, False), np.append(index, -1)
        near = None if near is None else np.append(near, 1.0)
    return (
        Shown(
            classes=targets if labelled else np.zeros(len(index)),
            test=test,
            index=index,
            values=None if labelled else targets.reshape(len(index), -1)[:, 0],
            near=near,
            test_rows=test_rows,
            asked=asked,
            shades=None if labelled else _shades(wish.snapshot, targets),
        ),
        np.concatenate(x),
    )


def _shades(snapshot: Snapshot, targets: Floats) -> Ints:
    """Which of few colours each target (n, k) has; the asked point has the first."""
    values = finite(targets.reshape(len(targets), -1))
    if kind_of(snapshot.run.data.problem) is Kind.RGB:
        steps = np.clip(values[:, :3] * RGB_STEPS, 0, RGB_STEPS - 1).astype(np.int64)
        return np.asarray(steps @ np.array([RGB_STEPS**2, RGB_STEPS, 1]))
    known = snapshot.splits.train.y.reshape(len(snapshot.splits.train), -1)[:, 0]
    low, high = float(known.min()), float(known.max())
    share = (values[:, 0] - low) / ((high - low) or 1.0)
    return np.asarray(np.clip(share * SHADES, 0, SHADES - 1), np.int64)


def _nearness(splits: Splits, rows: Ints, test_rows: Ints) -> Floats | None:
    """How near the shown examples are to a plane through many inputs, if any."""
    if not isinstance(splits.train, PlaneSample):
        return None
    near = [splits.train.near[rows]]
    if len(test_rows) and isinstance(splits.test, PlaneSample):
        near.append(splits.test.near[test_rows])
    return np.concatenate(near)


def _curves(wish: WarpWish) -> tuple[Cloud, Curves, bool]:
    """The grid (a line for one input, nothing beyond two) with its values."""
    snapshot = wish.snapshot
    run = snapshot.run
    problem = run.data.problem
    x0, x1, y0, y1 = problem.box
    if problem.inputs > 2:
        nothing = Curves(
            np.zeros((0, problem.inputs)), np.zeros(0, bool), np.zeros(0, np.int64)
        )
        return cloud(snapshot, nothing.points), nothing, True
    raw = run.features.normalised(problem.inputs).is_raw
    # Halving pieces until they look straight takes too long during training.
    smooth = bends_smoothly(snapshot.network, raw)
    pieces = MOVING_PIECES if wish.moving and smooth else STILL_PIECES
    start = (
        interval(x0, x1)
        if problem.inputs == 1
        else grid((x0, x1, y0, y1), wish.lines, pieces)
    )
    found = follow(
        start,
        snapshot.network,
        evaluator(snapshot),
        run.features.apply,
        raw=raw,
        budget=MOVING_VERTICES if wish.moving else STILL_VERTICES,
        rounds=0 if wish.moving else 4,
    )
    made, curves = Cloud(found.inputs, found.layers), found.curves
    if wish.pinned and problem.inputs == 2:
        made, curves = _with_region(wish, made, curves)
    return made, curves, found.exact


def _with_region(wish: WarpWish, made: Cloud, curves: Curves) -> tuple[Cloud, Curves]:
    """Append the outline of the pinned region: inside it the network is affine."""
    corners = np.array([*wish.pinned, wish.pinned[0]])
    region = cloud(wish.snapshot, corners)
    joined = np.ones(len(corners), bool)
    joined[-1] = False
    layers = tuple(a.then(b) for a, b in zip(made.layers, region.layers, strict=True))
    return (
        Cloud(np.concatenate([made.inputs, region.inputs]), layers),
        Curves(
            np.concatenate([curves.points, corners]),
            np.concatenate([curves.joined, joined]),
            np.concatenate([curves.line, np.full(len(corners), PINNED)]),
        ),
    )


def _tints(wish: WarpWish, plane: Floats, curves: Cloud) -> Floats | None:
    """The position of each vertex in the colour table."""
    if wish.colouring == "plain" or not len(plane):
        return None
    x0, x1, y0, y1 = wish.snapshot.run.data.problem.box
    if wish.colouring == "position":
        if plane.shape[1] == 1:
            return np.asarray((plane[:, 0] - x0) / (x1 - x0))
        # The direction from the centre: opposite sides get very different colours.
        angle = np.arctan2(
            (plane[:, 1] - (y0 + y1) / 2) / (y1 - y0),
            (plane[:, 0] - (x0 + x1) / 2) / (x1 - x0),
        )
        return np.asarray(0.5 + angle / (2 * np.pi))
    run = wish.snapshot.run
    predicted = LOSSES[run.loss].predict(curves.layers[-1].a, run.components)
    if run.data.problem.classes == 2:
        return LOSSES[wish.snapshot.run.loss].shares(predicted)[..., 0]
    if run.data.problem.classes:
        return np.asarray(np.argmax(predicted, axis=1), dtype=np.float64)
    value = predicted[:, 0]
    span = float(np.ptp(value)) or 1.0
    return np.asarray((value - value.min()) / span)


def _meter(wish: WarpWish) -> tuple[Separability, ...]:
    rows = METER_POINTS if wish.moving else MAX_ROWS
    snapshot = wish.snapshot.whole or wish.snapshot
    return station_separability(snapshot, cloud, rows, breathe)


def _spot(points: Cloud, count: int) -> int:
    for i, values in enumerate(points.layers):
        h = values.h[:count]
        spread = np.ptp(h, axis=0) if len(h) > 1 else np.ones(1)
        size = max(1.0, float(np.max(np.abs(h), initial=0.0)))
        if float(np.max(spread, initial=0.0)) < 1e-9 * size:
            return i + 1
    return 0
