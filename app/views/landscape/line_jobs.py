"""Lines through weight space: what is drawn of them, and what is said."""

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

LINES = {
    "ends": "From start to now",
    "runs": "From A to B",
    "gradient": "Along the gradient",
    "sharpest": "Along the sharpest direction",
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
    """Everything that the page of a line shows."""

    kind: str
    x_title: str
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...]
    words: tuple[str, ...]  # the finding first
    alarming: bool = False
    ceiling: float | None = None  # nothing above it is worth the room


@dataclass(frozen=True, slots=True, eq=False)
class LineWish:
    """Which line, of what."""

    kind: str
    snapshot: Snapshot
    timeline: Timeline
    other: Snapshot | None
    memory: Memory


def compute_line(wish: LineWish) -> LinePicture | BadInput:
    """The line; a sentence where there can be none."""
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
        return BadInput(TOO_LARGE)
    try:
        return _MAKERS[wish.kind](wish, weighed, theta)
    except BadInput as refused:
        return refused


def _ends(wish: LineWish, weighed: Weighed, theta: Floats) -> LinePicture | BadInput:
    first = wish.timeline.at(0)
    if first.network != wish.snapshot.network:
        return BadInput("The network has changed since the start")
    start = np.asarray(first.theta, np.float64)
    if np.array_equal(start, theta):
        return BadInput("The weights have not moved yet. Train a few steps first.")
    found = between(weighed, start, theta)
    ends = np.interp([0.0, 1.0], found.places, found.losses)
    words = "No barrier on the straight line from start to now"
    if found.barrier > 0:
        words = (
            f"A barrier of {shown_number(found.barrier)} on the straight line: "
            "training went round it"
        )
    return LinePicture(
        "ends",
        "fraction of the way",
        (Curve("loss", found.places, found.losses),),
        (
            Mark(0.0, "start", float(ends[0])),
            Mark(1.0, f"step {wish.snapshot.step}", float(ends[1])),
        ),
        (words,),
    )


def _runs(wish: LineWish, weighed: Weighed, theta: Floats) -> LinePicture | BadInput:
    other = wish.other
    if other is None:
        return BadInput("There is no run B. Press B to train one beside this run.")
    if other.network != wish.snapshot.network:
        return BadInput(
            "A and B are different networks, so no line joins their weights"
        )
    last = np.asarray(other.theta, np.float64)
    if np.array_equal(last, theta):
        return BadInput("A and B have the same weights")
    plain = between(weighed, theta, last)
    ends = np.interp([0.0, 1.0], plain.places, plain.losses)
    curves = [Curve("as they are", plain.places, plain.losses)]
    words = [f"Barrier between A and B: {shown_number(plain.barrier)}"]
    try:
        near = matched(weighed.network, theta, last)
    except BadInput as refused:
        words.append(str(refused).removeprefix("landscape: "))
    else:
        way = between(weighed, theta, near)
        curves.append(Curve("units matched", way.places, way.losses, "second"))
        apart = float(np.linalg.norm(last - theta))
        left = float(np.linalg.norm(near - theta))
        words.append(
            f"with B's units reordered to match A: {shown_number(way.barrier)}; "
            f"distance {shown_number(apart)} → {shown_number(left)}"
        )
    marks = (Mark(0.0, "A", float(ends[0])), Mark(1.0, "B", float(ends[1])))
    return LinePicture(
        "runs", "fraction of the way", tuple(curves), marks, tuple(words)
    )


def _gradient(wish: LineWish, weighed: Weighed, theta: Floats) -> LinePicture:
    rate = wish.snapshot.learning_rate
    found = downhill(weighed, theta, rate)
    line = found.before + found.slope * found.places
    marks = (
        Mark(0.0, "now", found.before),
        Mark(rate, f"η = {shown_number(rate)}", found.after),
    )
    words: tuple[str, ...]
    if found.too_large:
        words = (
            f"A step of η = {shown_number(rate)} is too long: the loss rises from "
            f"{shown_number(found.before)} to {shown_number(found.after)}",
            f"on this line it is lowest at η = {shown_number(found.best)}",
        )
    else:
        words = (
            f"A step of η = {shown_number(rate)} takes the loss from "
            f"{shown_number(found.before)} to {shown_number(found.after)}",
            f"lowest on this line at η = {shown_number(found.best)}",
        )
    if wish.snapshot.run.training.optimiser != "sgd":
        words = (*words, "for one plain step along the gradient of all examples")
    good = found.losses[np.isfinite(found.losses)]
    top = min(float(good.max()), 6.0 * max(found.before, 1e-12)) if good.size else 1.0
    if np.isfinite(found.after):
        top = max(top, 1.1 * found.after)
    return LinePicture(
        "gradient",
        "step size η",
        (
            Curve("loss", found.places, found.losses),
            Curve("predicted by the slope", found.places, line, "faint"),
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
    curves = [Curve("loss", found.places, found.losses)]
    words = [f"Largest curvature {shown_number(found.curvature)}"]
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
        words[0] += f" in A, {shown_number(other.curvature)} in B"
        words.append(
            "each along its own sharpest direction, relative to its current loss"
        )
        top = 1.1 * max(_highest(c.y) for c in curves)
    elif found.limit is None or found.widest is None:
        words.append("there is no stability limit for this optimiser")
    else:
        name = "2/η" if training.optimiser == "sgd" else "limit"
        limit = f"{name} = {shown_number(found.limit)}"
        title = f"curvature {shown_number(found.curvature)}"
        curves.append(Curve(title, found.places, found.parabola, "faint"))
        curves.append(Curve(limit, found.places, found.widest, "second"))
        alarming = found.curvature > found.limit
        words[0] += (
            f", above the limit {limit}: steps along it grow"
            if alarming
            else f", below the limit {limit}: steps along it settle"
        )
    here = 0.0 if wish.other is not None else _middle(found)
    return LinePicture(
        "sharpest",
        "distance along the sharpest eigenvector",
        tuple(curves),
        (Mark(0.0, "now", here),),
        tuple(words),
        alarming,
        top,
    )


def _beside(other: Snapshot, memory: Memory) -> Sharpest:
    """The same line of run B."""
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
