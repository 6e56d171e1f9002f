"""Lines through weight space: curves, marks and text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.look.numbers import shown_number
from app.views.landscape.jobs import TOO_LARGE, Memory, too_large
from core.analysis.matching import matched
from core.analysis.weight_lines import (
    Sharpest,
    Weighed,
    along_sharpest,
    between,
    downhill,
)
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.engine.timeline import Timeline
from core.errors import BadInput
from core.language import mark, tr

LINES = {
    "ends": mark("From start to now"),
    "runs": mark("From A to B"),
    "gradient": mark("Along the gradient"),
    "sharpest": mark("Along the sharpest direction"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One curve; ``role``: main, second (dashed) or faint."""

    name: str
    x: Floats
    y: Floats
    role: str = "main"


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the x axis with a name; ``y``: a point there."""

    x: float
    name: str
    y: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LinePicture:
    """Everything the page of a line shows."""

    kind: str
    x_title: str
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...]
    words: tuple[str, ...]  # the finding first
    alarming: bool = False
    ceiling: float | None = None  # values above it are not shown


@dataclass(frozen=True, slots=True, eq=False)
class LineWish:
    """Which line, and through what."""

    kind: str
    snapshot: Snapshot
    timeline: Timeline
    other: Snapshot | None
    memory: Memory


def compute_line(wish: LineWish) -> LinePicture | BadInput:
    """The line; a sentence if there can be none."""
    snapshot = wish.snapshot
    data, _ = wish.memory.data(snapshot, "loss")
    weighed = Weighed(
        snapshot.network,
        snapshot.running,
        data,
        snapshot.backend == "compiled",
        snapshot.run.training.precision,
    )
    theta = np.asarray(snapshot.theta, np.float64)
    shown = [theta] if wish.other is None else [theta, wish.other.theta]
    if any(map(too_large, shown)):
        return BadInput(tr(TOO_LARGE))
    try:
        return _MAKERS[wish.kind](wish, weighed, theta)
    except BadInput as refused:
        return refused


def _ends(wish: LineWish, weighed: Weighed, theta: Floats) -> LinePicture | BadInput:
    first = wish.timeline.at(0)
    if first.network != wish.snapshot.network:
        return BadInput(tr("The network has changed since the start"))
    start = np.asarray(first.theta, np.float64)
    if np.array_equal(start, theta):
        return BadInput(tr("The weights have not moved yet. Train a few steps first."))
    found = between(weighed, start, theta)
    ends = np.interp([0.0, 1.0], found.places, found.losses)
    words = tr("No barrier on the straight line from start to now")
    if found.barrier > 0:
        words = tr(
            "A barrier of {barrier} on the straight line: training went round it",
            barrier=shown_number(found.barrier),
        )
    return LinePicture(
        "ends",
        tr("fraction of the way"),
        (Curve(tr("loss"), found.places, found.losses),),
        (
            Mark(0.0, tr("start"), float(ends[0])),
            Mark(1.0, tr("step {step}", step=wish.snapshot.step), float(ends[1])),
        ),
        (words,),
    )


def _runs(wish: LineWish, weighed: Weighed, theta: Floats) -> LinePicture | BadInput:
    other = wish.other
    if other is None:
        return BadInput(tr("There is no run B. Press B to train one beside this run."))
    if other.network != wish.snapshot.network:
        return BadInput(
            tr("A and B are different networks, so no line joins their weights")
        )
    last = np.asarray(other.theta, np.float64)
    if np.array_equal(last, theta):
        return BadInput(tr("A and B have the same weights"))
    plain = between(weighed, theta, last)
    ends = np.interp([0.0, 1.0], plain.places, plain.losses)
    curves = [Curve(tr("as they are"), plain.places, plain.losses)]
    words = [
        tr("Barrier between A and B: {barrier}", barrier=shown_number(plain.barrier))
    ]
    try:
        near = matched(weighed.network, theta, last)
    except BadInput as refused:
        words.append(str(refused).removeprefix("landscape: "))
    else:
        way = between(weighed, theta, near)
        curves.append(Curve(tr("units matched"), way.places, way.losses, "second"))
        apart = float(np.linalg.norm(last - theta))
        left = float(np.linalg.norm(near - theta))
        words.append(
            tr(
                "with B's units reordered to match A: {barrier}; distance "
                "{apart} → {left}",
                barrier=shown_number(way.barrier),
                apart=shown_number(apart),
                left=shown_number(left),
            )
        )
    marks = (Mark(0.0, "A", float(ends[0])), Mark(1.0, "B", float(ends[1])))
    return LinePicture(
        "runs", tr("fraction of the way"), tuple(curves), marks, tuple(words)
    )


def _gradient(wish: LineWish, weighed: Weighed, theta: Floats) -> LinePicture:
    rate = wish.snapshot.learning_rate
    found = downhill(weighed, theta, rate)
    line = found.before + found.slope * found.places
    marks = (
        Mark(0.0, tr("now"), found.before),
        Mark(rate, f"η = {shown_number(rate)}", found.after),
    )
    words: tuple[str, ...]
    if found.too_large:
        words = (
            tr(
                "A step of η = {rate} is too long: the loss rises from "
                "{before} to {after}",
                rate=shown_number(rate),
                before=shown_number(found.before),
                after=shown_number(found.after),
            ),
            tr(
                "on this line it is lowest at η = {best}", best=shown_number(found.best)
            ),
        )
    else:
        words = (
            tr(
                "A step of η = {rate} takes the loss from {before} to {after}",
                rate=shown_number(rate),
                before=shown_number(found.before),
                after=shown_number(found.after),
            ),
            tr("lowest on this line at η = {best}", best=shown_number(found.best)),
        )
    if wish.snapshot.run.training.optimiser != "sgd":
        words = (*words, tr("for one plain step along the gradient of all examples"))
    good = found.losses[np.isfinite(found.losses)]
    top = min(float(good.max()), 6.0 * max(found.before, 1e-12)) if good.size else 1.0
    if np.isfinite(found.after):
        top = max(top, 1.1 * found.after)
    return LinePicture(
        "gradient",
        tr("step size η"),
        (
            Curve(tr("loss"), found.places, found.losses),
            Curve(tr("predicted by the slope"), found.places, line, "faint"),
        ),
        marks,
        words,
        found.too_large,
        top,
    )


def _sharpest(wish: LineWish, weighed: Weighed, theta: Floats) -> LinePicture:
    snapshot = wish.snapshot
    training, rate = snapshot.run.training, snapshot.learning_rate
    found = along_sharpest(weighed, theta, training, rate)
    curves = [Curve(tr("loss"), found.places, found.losses)]
    words = [
        tr("Largest curvature {curvature}", curvature=shown_number(found.curvature))
    ]
    alarming, top = False, 1.3 * _highest(found.losses)
    if wish.other is not None:
        other = _beside(wish.other, wish.memory)
        reach = max(found.places[-1], other.places[-1])
        inside = np.abs(other.places) <= reach
        curves = [
            Curve("A", found.places, found.losses - _middle(found)),
            Curve(
                "B",
                other.places[inside],
                (other.losses - _middle(other))[inside],
                "second",
            ),
        ]
        words[0] += tr(
            " in A, {curvature} in B", curvature=shown_number(other.curvature)
        )
        words.append(
            tr("each along its own sharpest direction, relative to its current loss")
        )
        top = 1.1 * max(_highest(c.y) for c in curves)
    elif found.limit is None or found.widest is None:
        words.append(tr("there is no stability limit for this optimiser"))
    else:
        name = "2/η" if training.optimiser == "sgd" else tr("limit")
        limit = f"{name} = {shown_number(found.limit)}"
        title = tr("curvature {curvature}", curvature=shown_number(found.curvature))
        curves.append(Curve(title, found.places, found.parabola, "faint"))
        curves.append(Curve(limit, found.places, found.widest, "second"))
        alarming = found.curvature > found.limit
        words[0] += (
            tr(", above the limit {limit}: steps along it grow", limit=limit)
            if alarming
            else tr(", below the limit {limit}: steps along it settle", limit=limit)
        )
    here = 0.0 if wish.other is not None else _middle(found)
    return LinePicture(
        "sharpest",
        tr("distance along the sharpest eigenvector"),
        tuple(curves),
        (Mark(0.0, tr("now"), here),),
        tuple(words),
        alarming,
        top,
    )


def _beside(other: Snapshot, memory: Memory) -> Sharpest:
    """The same line for run B."""
    data, _ = memory.data(other, "loss")
    compiled = other.backend == "compiled"
    precision = other.run.training.precision
    weighed = Weighed(other.network, other.running, data, compiled, precision)
    theta = np.asarray(other.theta, np.float64)
    return along_sharpest(weighed, theta, other.run.training, other.learning_rate)


def _middle(found: Sharpest) -> float:
    return float(np.interp(0.0, found.places, found.losses))


def _highest(values: Floats) -> float:
    return float(values[np.isfinite(values)].max(initial=1e-12))


_MAKERS = {
    "ends": _ends,
    "runs": _runs,
    "gradient": _gradient,
    "sharpest": _sharpest,
}
