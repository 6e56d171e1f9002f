"""The network's prediction at one point, in words and numbers."""

from __future__ import annotations

import numpy as np

from app.look.numbers import shown_number, shown_percent
from app.plane.picture import Kind, class_name, kind_of
from core.analysis.field import logits_at
from core.engine.snapshot import Snapshot
from core.indices import low
from core.language import tr
from core.outputs import LOSSES
from core.problems.base import Box
from core.problems.scaling import Scaling, unscaled


def own_axes(snapshot: Snapshot | None, box: Box) -> tuple[Box, tuple[str, str]]:
    """A box in the table's own units, and names for its two axes."""
    columns = _columns(snapshot)
    if len(columns) != 2:
        return box, ("x₁", "x₂")
    a, b = columns
    x0, x1 = (v * a.half + a.middle for v in box[:2])
    y0, y1 = (v * b.half + b.middle for v in box[2:])
    return (x0, x1, y0, y1), (a.label, b.label)


def place_words(snapshot: Snapshot, at: tuple[float, ...]) -> list[str]:
    """A place, each coordinate with its name and in its own units."""
    columns = _columns(snapshot)
    if len(columns) != len(at):
        return [f"x{low(i + 1)} {shown_number(v)}" for i, v in enumerate(at)]
    return [
        f"{c.name} {_own(c, v)}{f' {c.unit}' if c.unit else ''}"
        for c, v in zip(columns, at, strict=True)
    ]


def _own(column: Scaling, value: float) -> str:
    own = value * column.half + column.middle
    return column.shown(own) if column.kind == "date" else shown_number(own)


def _columns(snapshot: Snapshot | None) -> tuple[Scaling, ...]:
    if snapshot is None:
        return ()
    return tuple(getattr(snapshot.run.data.problem, "columns", ()))


def value_lines(snapshot: Snapshot, at: tuple[float, ...]) -> list[str]:
    """The network's prediction at one point, for a readout."""
    run = snapshot.run
    problem = run.data.problem
    z = logits_at(snapshot, np.array([at]))
    loss = LOSSES[run.loss]
    predicted = loss.predict(z, run.components)
    where = "  ".join(place_words(snapshot, at))
    if problem.classes and loss.gives_probabilities:
        shares = loss.shares(predicted)[0]
        order = np.argsort(-shares)[:3]
        said = [
            f"{class_name(problem, int(k))}  {shown_percent(shares[k])}" for k in order
        ]
        return [said[0], *said[1:], where]
    if problem.classes:
        decided = loss.decide(z, problem.classes, run.components)
        names = "  ".join(shown_number(float(v)) for v in predicted[0])
        word = tr(loss.prediction)
        return [class_name(problem, int(decided[0])), f"{word} {names}", where]
    if kind_of(problem) is Kind.RGB:
        r, g, b = (shown_number(float(v)) for v in predicted[0, :3])
        return [tr("red {r}  green {g}  blue {b}", r=r, g=g, b=b), where]
    targets: tuple[Scaling, ...] = getattr(problem, "target_columns", ())
    own = unscaled(predicted[:1, : len(targets)], targets) if targets else predicted
    names = "  ".join(shown_number(float(v)) for v in own[0])
    word = targets[0].label if len(targets) == 1 else tr("value")
    return [f"{word} {names}", where]
