"""What the Saturation view computes away from the GUI thread, one job per page."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from app.frame.base import RunFrame
from app.frame.snapshot_cache import SnapshotCache
from app.look.colour import mix, rgb
from app.look.palette import amounts, class_table, image_of
from app.look.theme import LIGHT, Theme
from core.analysis.calibration import (
    ConformalSets,
    Reliability,
    cheapest_decision,
    conformal_sets,
    confusion,
    fit_temperature,
    mean_cost,
    reliability,
)
from core.analysis.coverage import Coverage, coverage
from core.analysis.field import grid, logits_at
from core.analysis.saturation import (
    LayerSaturation,
    NaiveSoftmax,
    PushReport,
    layer_saturation,
    margins,
    naive_softmax,
    push,
    push_report,
)
from core.analysis.value_push import HeadPush, value_push
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.language import tr
from core.outputs import LOSSES
from core.problems.base import Box, Sample
from core.steps.forward import layer_values

MAX_POINTS = 1500
TRAIL = 10  # kept snapshots in a trail
TRAILED = 120  # examples with a trail
HISTORY = 48  # kept snapshots in the history of hidden layers
COUNT_BINS = 30  # of the histograms of margin and confidence
BINS = 24  # of the histograms of activations
LEVELS = 32  # rows of the picture of activations over time
MAP = 96  # pixels of the push's map, each way


@dataclass(frozen=True, eq=False)
class LayerShares:
    """A hidden layer of one snapshot: shares, and a histogram of its activations."""

    saturated: float
    dead: float
    counts: Floats  # (BINS,) shares of all activations
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class LayerHistory:
    """One hidden layer over the steps shown, the present last."""

    saturated: Floats  # (m,)
    dead: Floats  # (m,)
    activations: Floats  # (LEVELS, m) shares of all activations, low ones first
    picture: QImage  # of them over time
    now: QImage  # the last of them as a histogram on its side
    low: float
    high: float


@dataclass(frozen=True)
class Wish:
    """What is wanted of one run."""

    run: RunFrame
    page: str
    temperature: float
    cost: tuple[tuple[float, ...], ...] | None
    box: Box
    past: SnapshotCache[tuple[LayerShares, ...]]
    theme: Theme = LIGHT


@dataclass(frozen=True, eq=False)
class Counts:
    """A histogram over equal bins, stacked by class."""

    low: float
    high: float
    counts: Floats  # (classes, bins)


@dataclass(frozen=True, eq=False)
class OutputsResult:
    """Probabilities, margins and trails of the training examples."""

    label: str
    snapshot: Snapshot
    classes: int
    rows: Ints  # (n,) training example of each point
    labels: Ints  # (n,)
    temperature: float  # 0 and infinity are the limits
    p: Floats | None  # (n, classes) at that temperature
    z: Floats  # (n, width)
    margin: Floats | None  # (n,)
    margins: Counts | None  # of the margin, by class
    tops: Counts | None  # of the largest probability, by class
    trails: Floats | None  # (steps, m, classes)
    naive: tuple[NaiveSoftmax, ...]


@dataclass(frozen=True, eq=False)
class PushResult:
    """Push against wrongness, and the same over the plane."""

    label: str
    snapshot: Snapshot
    rows: Ints
    labels: Ints
    report: PushReport | None
    z: Floats  # (n, width)
    field: Floats | None  # (h, w) push of the loss in use
    other_field: Floats | None  # (h, w) under the alternative
    largest: float  # of both fields
    maps: tuple[QImage, ...]  # both fields with the examples on them
    box: Box
    heads: tuple[HeadPush, ...] = ()  # where there is no pair: by logit, against error


@dataclass(frozen=True, eq=False)
class HiddenResult:
    """Hidden layers now, and their saturated and dead shares over time."""

    label: str
    snapshot: Snapshot
    layers: tuple[LayerShares, ...]
    mean_slopes: tuple[float, ...]
    dead_units: int
    steps: Floats  # (m,)
    past: tuple[LayerHistory, ...]  # one per layer


@dataclass(frozen=True, eq=False)
class TrustResult:
    """Calibration of the probabilities, on the test split."""

    label: str
    snapshot: Snapshot
    split: str  # "test" or "training"
    plain: Reliability | None
    temperature: float | None  # fitted on the calibration split; None without one
    scaled: Reliability | None
    sets: ConformalSets | None
    counts: Ints  # (classes, classes)
    moved: int  # decisions changed by the cost matrix
    costs: tuple[float, float] | None  # mean cost of plain and of cheapest decisions
    covered: Coverage | None = None  # for values: whether their distribution is right


def compute(wish: Wish) -> object:
    """The result of the page on show."""
    return {"outputs": _outputs, "push": _push, "hidden": _hidden, "trust": _trust}[
        wish.page
    ](wish)


def shown_part(sample: Sample) -> tuple[Sample, Ints]:
    """The examples to draw, evenly thinned, and their indices."""
    rows = np.arange(0, len(sample), -(-len(sample) // MAX_POINTS))
    return sample.take(rows), rows


def _outputs(wish: Wish) -> OutputsResult:
    snapshot = wish.run.snapshot
    run = snapshot.run
    part, rows = shown_part(snapshot.splits.train)
    z = logits_at(snapshot, np.ascontiguousarray(part.x))
    classes = part.classes
    labels = part.y.astype(np.int64) if classes else np.zeros(len(part), np.int64)
    p = (
        LOSSES[run.loss].probabilities(z, classes, wish.temperature)
        if classes
        else None
    )
    margin = None
    if classes and z.shape[1] in (1, classes):
        margin = margins(z, labels, LOSSES[run.loss].threshold)
    return OutputsResult(
        label=wish.run.label,
        snapshot=snapshot,
        classes=classes,
        rows=rows,
        labels=labels,
        temperature=wish.temperature,
        p=p,
        z=z,
        margin=margin,
        margins=None if margin is None else _margin_counts(margin, labels, classes),
        tops=None
        if p is None
        else _counts(p.max(axis=1), labels, classes, 1.0 / classes, 1.0),
        trails=_trails(wish, part, classes) if classes == 3 and p is not None else None,
        naive=tuple(naive_softmax(z, kind) for kind in ("float32", "float64")),
    )


def _margin_counts(margin: Floats, labels: Ints, classes: int) -> Counts:
    reach = max(2.0, float(np.max(np.abs(margin[np.isfinite(margin)]), initial=0.0)))
    return _counts(margin, labels, classes, -reach, reach)


def _counts(
    values: Floats, labels: Ints, classes: int, low: float, high: float
) -> Counts:
    fine = np.isfinite(values)
    share = (values[fine] - low) / (high - low)
    place = np.clip((share * COUNT_BINS).astype(np.int64), 0, COUNT_BINS - 1)
    flat = np.bincount(
        labels[fine] * COUNT_BINS + place, minlength=classes * COUNT_BINS
    )
    return Counts(low, high, flat.reshape(classes, COUNT_BINS).astype(np.float64))


def _trails(wish: Wish, part: Sample, classes: int) -> Floats | None:
    """The positions of the first examples at the last kept snapshots."""
    snapshot = wish.run.snapshot
    steps = wish.run.timeline.steps
    steps = steps[steps < snapshot.step][-TRAIL:]
    if not len(steps):
        return None
    some = np.ascontiguousarray(part.x[:: -(-len(part) // TRAILED)])
    found = []
    for step in [*steps.tolist(), None]:
        kept = snapshot if step is None else wish.run.timeline.at(step)
        if kept.network.output != snapshot.network.output:
            continue
        p = LOSSES[snapshot.run.loss].probabilities(
            logits_at(kept, some), classes, wish.temperature
        )
        if p is not None:
            found.append(p)
    return np.stack(found) if len(found) > 1 else None


def _push(wish: Wish) -> PushResult:
    snapshot = wish.run.snapshot
    run = snapshot.run
    part, rows = shown_part(snapshot.splits.train)
    z = logits_at(snapshot, np.ascontiguousarray(part.x))
    labels = part.y.astype(np.int64) if part.classes else np.zeros(len(part), np.int64)
    report = field = other = None
    y = LOSSES[run.loss].encode(part)
    if part.classes and LOSSES[run.loss].rival:
        report = push_report(run.loss, z, y, labels)
        if report is not None and run.data.problem.inputs == 2:
            field, other = _push_fields(snapshot, part, wish.box)
    largest, maps = 0.0, []
    if field is not None and other is not None:
        largest = max(float(field.max()), float(other.max()), 1e-12)
        maps = [_map(wish, part, labels, f, largest) for f in (field, other)]
    return PushResult(
        wish.run.label,
        snapshot,
        rows,
        labels,
        report,
        z,
        field,
        other,
        largest,
        tuple(maps),
        wish.box,
        () if report is not None else value_push(run.loss, z, y, run.components),
    )


def _map(
    wish: Wish, part: Sample, labels: Ints, field: Floats, largest: float
) -> QImage:
    """A field as a picture; examples are dots of two by two of its pixels."""
    pixels = amounts(wish.theme, field, 0.0, largest)
    x0, x1, y0, y1 = wish.box
    across = (part.x[:, 0] - x0) / (x1 - x0)
    down = (y1 - part.x[:, 1]) / (y1 - y0)
    inside = (across >= 0) & (across < 1) & (down >= 0) & (down < 1)
    column, row = (
        np.minimum((v[inside] * MAP).astype(np.int64), MAP - 2) for v in (across, down)
    )
    colours = class_table(wish.theme, int(labels.max(initial=0)) + 1)
    inks = colours[labels[inside]].astype(np.uint8)
    for dx, dy in ((0, 0), (0, 1), (1, 0), (1, 1)):
        pixels[row + dy, column + dx] = inks
    return image_of(pixels)


def _push_fields(snapshot: Snapshot, part: Sample, box: Box) -> tuple[Floats, Floats]:
    """Push at each place of the plane, for the class of the nearest example."""
    places = grid(box, MAP, MAP).astype(np.float64)
    nearest = _nearest(part.x, box)
    asked = Sample(places, part.y[nearest], part.classes)
    z = logits_at(snapshot, places)
    loss = snapshot.run.loss
    y = LOSSES[loss].encode(asked)
    rival = LOSSES[loss].rival
    assert rival is not None
    other = push(rival, z, y)
    return push(loss, z, y).reshape(MAP, MAP), other.reshape(MAP, MAP)


def _nearest(points: Floats, box: Box) -> Ints:
    """The example nearest to each place of the map; cached while the sample stays."""
    from scipy.spatial import cKDTree

    if not (_known and _known[-1][1] == box and np.array_equal(_known[-1][0], points)):
        _, found = cKDTree(points).query(grid(box, MAP, MAP).astype(np.float64))
        _known.append((points, box, found))
    return _known[-1][2]


#: The latest result of `_nearest`, with its arguments.
_known: deque[tuple[Floats, Box, Ints]] = deque(maxlen=1)


def _hidden(wish: Wish) -> HiddenResult:
    snapshot = wish.run.snapshot
    now = _layers(snapshot)
    steps = wish.run.timeline.steps
    steps = steps[steps < snapshot.step]
    # Evenly spaced on a fixed grid of kept steps: the same ones in every frame.
    picked = steps[:: -(-len(steps) // HISTORY)] if len(steps) else steps
    columns = []
    for step in picked.tolist():
        kept = wish.run.timeline.at(step)
        if len(kept.network.hidden) == len(now):
            columns.append((float(step), wish.past.of(kept)))
    columns.append((float(snapshot.step), tuple(_shares(layer) for layer in now)))
    return HiddenResult(
        label=wish.run.label,
        snapshot=snapshot,
        layers=columns[-1][1],
        mean_slopes=tuple(layer.mean_slope for layer in now),
        dead_units=sum(int(layer.dead.sum()) for layer in now),
        steps=np.array([step for step, _ in columns]),
        past=tuple(
            _history([found[i] for _, found in columns], wish.theme)
            for i in range(len(now))
        ),
    )


def _on_levels(found: LayerShares, low: float, high: float) -> Floats:
    """A histogram on other bins: each level gets its share of the bins it overlaps.

    Whole bins on the nearest level would leave some levels empty, as meaningless
    stripes.
    """
    edges = np.linspace(found.low, found.high, BINS + 1)
    below = np.concatenate([[0.0], np.cumsum(found.counts)])
    return np.diff(np.interp(np.linspace(low, high, LEVELS + 1), edges, below))


def _history(past: list[LayerShares], theme: Theme) -> LayerHistory:
    """Put the histograms of one layer on common levels, and paint them."""
    low = min(found.low for found in past)
    high = max(found.high for found in past)
    levels = np.stack([_on_levels(found, low, high) for found in past], axis=1)
    # Most activations of a ReLU are exactly 0: a root keeps the others visible.
    roots = np.sqrt(levels[::-1])
    long = roots[:, -1:] / max(1e-9, float(roots[:, -1].max()))
    filled = np.linspace(0.0, 1.0, LEVELS, endpoint=False) < long
    ink, ground = (
        rgb(colour) * 255.0
        for colour in (mix(theme.pane, theme.secondary, 0.6), theme.pane)
    )
    now = np.where(filled[..., None], ink, ground).astype(np.uint8)
    return LayerHistory(
        saturated=np.array([found.saturated for found in past]),
        dead=np.array([found.dead for found in past]),
        activations=levels,
        picture=image_of(amounts(theme, roots, 0.0, 0.7)),
        now=image_of(now),
        low=low,
        high=high,
    )


def _layers(snapshot: Snapshot) -> tuple[LayerSaturation, ...]:
    part, _ = shown_part(snapshot.splits.train)
    theta = np.asarray(snapshot.theta, np.float64)
    x = snapshot.run.features.apply(part.x)
    values = layer_values(snapshot.network, theta, snapshot.running, x)
    return layer_saturation(snapshot.network, theta, values)


def layer_shares(snapshot: Snapshot) -> tuple[LayerShares, ...]:
    """Every hidden layer of one snapshot over the training examples."""
    return tuple(_shares(layer) for layer in _layers(snapshot))


def _shares(layer: LayerSaturation) -> LayerShares:
    values = layer.activations[np.isfinite(layer.activations)]
    low, high = (
        (float(values.min()), float(values.max())) if values.size else (0.0, 1.0)
    )
    if high - low < 1e-12:
        low, high = low - 0.5, high + 0.5
    counts, _ = np.histogram(values, bins=BINS, range=(low, high))
    return LayerShares(
        layer.saturated,
        float(layer.dead.mean()),
        counts / max(1, values.size),
        low,
        high,
    )


def _trust(wish: Wish) -> TrustResult:
    snapshot = wish.run.snapshot
    run, splits = snapshot.run, snapshot.splits
    shown, name = (
        (splits.test, tr("test"))
        if len(splits.test)
        else (splits.train, tr("training"))
    )
    classes = shown.classes
    labels = shown.y.astype(np.int64) if classes else np.zeros(len(shown), np.int64)
    z = logits_at(snapshot, np.ascontiguousarray(shown.x))
    p = LOSSES[run.loss].probabilities(z, classes) if classes else None
    plain = scaled = sets = None
    temperature = None
    if p is not None:
        plain = reliability(p, labels)
        kept = splits.calibration
        if len(kept):
            z_kept = logits_at(snapshot, np.ascontiguousarray(kept.x))
            kept_labels = kept.y.astype(np.int64)
            temperature = fit_temperature(run.loss, z_kept, kept_labels, classes)
            better = LOSSES[run.loss].probabilities(z, classes, temperature)
            p_kept = LOSSES[run.loss].probabilities(z_kept, classes, temperature)
            assert better is not None
            assert p_kept is not None
            scaled = reliability(better, labels)
            sets = conformal_sets(p_kept, kept_labels, better, labels)
            p = better
    counts, moved, costs = _decisions(wish, z, p, labels, classes)
    return TrustResult(
        wish.run.label,
        snapshot,
        name,
        plain,
        temperature,
        scaled,
        sets,
        counts,
        moved,
        costs,
        coverage(snapshot, shown.take(slice(0, MAX_POINTS))),
    )


def _decisions(
    wish: Wish, z: Floats, p: Floats | None, labels: Ints, classes: int
) -> tuple[Ints, int, tuple[float, float] | None]:
    if not classes:
        return np.zeros((0, 0), np.int64), 0, None
    run = wish.run.snapshot.run
    decided: Ints = np.asarray(
        LOSSES[run.loss].decide(z, classes, run.components), np.int64
    )
    if p is None or wish.cost is None or len(wish.cost) != classes:
        return confusion(decided, labels, classes), 0, None
    cost = np.array(wish.cost)
    cheapest = cheapest_decision(p, cost)
    costs = (mean_cost(decided, labels, cost), mean_cost(cheapest, labels, cost))
    moved = int(np.sum(cheapest != decided))
    return confusion(cheapest, labels, classes), moved, costs
