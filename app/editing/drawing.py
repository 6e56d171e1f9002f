"""Drawing own data: a brush, an eraser and a hand that edit the sample of run A.

Any problem with two inputs and classes or one value can be edited, also while training
runs: its present points become own data, and the weights stay.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.editing.starting import fits
from app.editing.state import AppState
from core.arrays import Floats
from core.language import tr
from core.outputs import usual_loss
from core.problems import DataSpec, Points, Sample, split
from core.problems.base import Box
from core.problems.points import MAX_CLASSES
from core.run import RunSpec

Tool = Literal["paint", "erase", "move"]

MOST = 5000  # most points to draw; larger samples are shown as a density
NEAR = 12  # pixels within which the hand grabs a point
MOST_CLASSES = 8  # with a colour and a marker of their own


class Drawing(QObject):
    """What the mouse does over the Output view while drawing is on.

    Places are in the plane's units; ``unit`` is how many of them a pixel spans.
    """

    changed = Signal()  # on or off, another tool, another brush, another number

    def __init__(self, state: AppState) -> None:
        super().__init__(state)
        self._state = state
        self.active = False
        self.tool: Tool = "paint"
        self.label = 0  # class that the brush paints
        self.value = 0.0  # value that it paints, without classes
        self.size = 16.0  # radius of brush and eraser, in pixels
        self.density = 3  # points per dab
        self._rng = np.random.default_rng(0)
        self._stroke = 0
        self._last: tuple[float, float] | None = None  # where the last dab was
        self._held = -1  # the point being moved
        state.run_changed.connect(self._on_run)

    # -- what is offered -------------------------------------------------------------
    def refusal(self, run: RunSpec | None = None) -> str:
        """Why the present problem cannot be drawn on; "" where it can."""
        run = run or self._state.run
        problem = run.data.problem
        if problem.inputs != 2:
            return tr("Drawing needs a problem with two inputs.")
        if not problem.classes and problem.targets != 1:
            return tr("Drawing needs classes or a single target value.")
        if run.data.points > MOST and not isinstance(problem, Points):
            return tr("Drawing needs a sample of at most {MOST} points.", MOST=MOST)
        if isinstance(problem, Points) and problem.count > MOST:
            return tr("Drawing needs a sample of at most {MOST} points.", MOST=MOST)
        return ""

    @property
    def classes(self) -> int:
        """Classes that the brush can paint: those in use and one more."""
        used = self._state.run.data.problem.classes
        return min(used + 1, MOST_CLASSES, MAX_CLASSES) if used else 0

    @property
    def range(self) -> tuple[float, float]:
        """Values that the brush can paint, without classes."""
        y = self.sample().y
        low, high = float(y.min()), float(y.max())
        room = 0.25 * (high - low) or 1.0
        return low - room, high + room

    def toggle(self) -> None:
        """Start or end drawing; the reason is shown if that is impossible."""
        if not self.active and (words := self.refusal()):
            self._state.told.emit(words)
            return
        self.active = not self.active
        self.label = min(self.label, max(0, self._state.run.data.problem.classes - 1))
        self.changed.emit()

    def use(self, tool: Tool) -> None:
        """Paint, erase or move."""
        self.tool = tool
        self.changed.emit()

    def set_brush(
        self,
        *,
        label: int | None = None,
        value: float | None = None,
        size: float | None = None,
        density: int | None = None,
    ) -> None:
        """Change the brush for what is painted next."""
        self.label = self.label if label is None else label
        self.value = self.value if value is None else value
        self.size = self.size if size is None else size
        self.density = self.density if density is None else density
        if label is not None or value is not None:
            self.tool = "paint"
        self.changed.emit()

    def _on_run(self, run: RunSpec) -> None:
        if self.active and self.refusal(run):
            self.active = False
        self.changed.emit()

    # -- the mouse -------------------------------------------------------------------
    def press(self, x: float, y: float, unit: float) -> None:
        """Begin a stroke."""
        if not self.active:  # the surface briefly outlives a change of problem
            return
        self._stroke += 1
        self._last = None
        if self.tool == "move":
            points = self.sample().x
            away = np.hypot(points[:, 0] - x, points[:, 1] - y)
            nearest = int(np.argmin(away))
            self._held = nearest if away[nearest] <= NEAR * unit else -1
            return
        self.drag(x, y, unit)

    def drag(self, x: float, y: float, unit: float) -> None:
        """Continue a stroke."""
        if not self.active:
            return
        radius = self.size * unit
        if self.tool == "move":
            if self._held >= 0:
                self._move(x, y)
        elif self.tool == "erase":
            self._erase(x, y, radius)
        elif self._last is None or np.hypot(
            x - self._last[0], y - self._last[1]
        ) >= max(0.5 * radius, 3 * unit):
            self._last = (x, y)
            self._paint(x, y, radius)

    def release(self) -> None:
        """End the stroke."""
        self._held, self._last = -1, None

    # -- the sample ------------------------------------------------------------------
    def sample(self) -> Sample:
        """All points of the present run, training and testing ones."""
        run, latest = self._state.run, self._state.a.latest
        problem = run.data.problem
        if isinstance(problem, Points):
            return Sample(problem.x, problem.y, problem.classes)
        parts = latest.splits if latest.run.data == run.data else split(run.data)
        samples = [parts.train, parts.test, parts.calibration]
        return Sample(
            np.concatenate([s.x for s in samples if len(s)]),
            np.concatenate([s.y for s in samples if len(s)]),
            parts.train.classes,
        )

    def _paint(self, x: float, y: float, radius: float) -> None:
        sample = self.sample()
        room = MOST - len(sample)
        if room <= 0:
            self._state.told.emit(
                tr("A sample can have at most {MOST} points.", MOST=MOST)
            )
            return
        n = min(self.density, room)
        new = np.array([[x, y]]) if n == 1 else self._dab(x, y, radius, n)
        if sample.classes:
            label = min(self.label, self.classes - 1)
            classes = max(sample.classes, label + 1)
            targets = np.full(n, float(label))
        else:
            classes, targets = 0, np.full((n, 1), self.value)
        self._set(
            np.concatenate([sample.x, new]),
            np.concatenate([sample.y, targets]),
            classes,
            new,
        )

    def _dab(self, x: float, y: float, radius: float, n: int) -> Floats:
        """Points spread evenly over a disc."""
        away = radius * np.sqrt(self._rng.random(n))
        angle = 2 * np.pi * self._rng.random(n)
        return np.stack([x + away * np.cos(angle), y + away * np.sin(angle)], axis=1)

    def _erase(self, x: float, y: float, radius: float) -> None:
        sample = self.sample()
        away = np.hypot(sample.x[:, 0] - x, sample.x[:, 1] - y)
        kept = away > radius
        if kept.all():
            return
        if not kept.any():
            kept[int(np.argmax(away))] = True  # a problem needs at least one point
        self._set(sample.x[kept], sample.y[kept], sample.classes, sample.x[:0])

    def _move(self, x: float, y: float) -> None:
        sample = self.sample()
        if self._held >= len(sample):
            return
        points = sample.x.copy()
        points[self._held] = x, y
        self._set(points, sample.y, sample.classes, points[self._held : self._held + 1])

    def _set(self, x: Floats, y: Floats, classes: int, new: Floats) -> None:
        run = self._state.run
        old = run.data.problem
        names = list(getattr(old, "class_names", ()))
        names += [str(k) for k in range(len(names), classes)]
        targets = getattr(old, "target_columns", ()) if not classes else ()
        problem = Points(
            x,
            y,
            classes,
            names[:classes],
            _grown(old.box, new),
            getattr(old, "columns", ()),
            targets,
        )
        data = DataSpec(problem, len(x), 0.0, seed=run.data.seed)
        if isinstance(old, Points):
            data = replace(data, test=run.data.test, calibration=run.data.calibration)
        changes: dict[str, object] = {"data": data}
        if not fits(run.loss, problem, run.components):
            changes["loss"] = usual_loss(problem.classes)
        self._state.editing.change_run(tr("drawing"), f"draw.{self._stroke}", **changes)


def _grown(box: Box, new: Floats) -> Box:
    """The previous box, so that the view stays; wider where points are outside."""
    if not len(new):
        return box
    (x0, y0), (x1, y1) = new.min(axis=0), new.max(axis=0)
    return (
        min(box[0], float(x0)),
        max(box[1], float(x1)),
        min(box[2], float(y0)),
        max(box[3], float(y1)),
    )
