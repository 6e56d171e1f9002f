"""Plane: which slice of a space of many inputs the views of the plane show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QTimer

from app.controls.section import ControlSection
from app.editing.state import AppState
from app.look.theme import LIGHT, Theme
from app.widgets.rows import ChoiceRow, NumberRow, Row
from app.widgets.tip import Tip
from core.analysis.slices import why_not
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.language import mark, tr
from core.plane_spec import KINDS, SliceSpec
from core.problems.base import Problem
from core.problems.scaling import Scaling
from core.run import RunSpec

MOST_SLIDERS = 10  # inputs with a slider each; of more, one is chosen
RETRY_MS = 100
LOOKED_AT = 5000  # examples that determine the range of an input


class PlaneSection(ControlSection):
    """Shown for problems with more than two inputs.

    Output, Regions and Warp then show the network on a plane: two inputs with the
    others fixed, the principal axes, or the plane through three examples.
    """

    def __init__(self, state: AppState) -> None:
        super().__init__(mark("Plane"), state)
        self._theme: Theme = LIGHT
        self._problem: Problem | None = None
        self._held: list[Row] = []
        self._made: tuple[object, ...] = ()  # what the sliders were made for
        self._names: tuple[Scaling, ...] = ()
        self.kind = ChoiceRow(
            Tip(
                tr("Shown plane"),
                tr("The plane through input space that Output, Regions and Warp show."),
                r"x = o + s\, u + t\, v",
            ),
            [(kind, tr(words)) for kind, words in KINDS.items()],
            default="none",
        )
        self.kind.value_changed.connect(lambda v: self._change(kind=v))
        self.across = ChoiceRow(
            Tip(tr("Across"), tr("The input along x. Type a part of its name.")),
            [],
            below=True,
            search=True,
        )
        self.up = ChoiceRow(
            Tip(tr("Up"), tr("The input along y. Type a part of its name.")),
            [],
            below=True,
            search=True,
        )
        self.across.value_changed.connect(lambda v: self._choose(0, int(v)))
        self.up.value_changed.connect(lambda v: self._choose(1, int(v)))
        self.other = ChoiceRow(
            Tip(tr("Held input"), tr("Keeps the value below on the whole plane.")),
            [],
            below=True,
            search=True,
        )
        self.other.value_changed.connect(lambda _: self._make_held())
        self.corners = [
            NumberRow(
                Tip(
                    tr("Example {letter}", letter=letter),
                    tr("A training example on the plane, by number."),
                ),
                0,
                10_000_000,
                1,
                whole=True,
                slider=False,
            )
            for letter in "ABC"
        ]
        for i, row in enumerate(self.corners):
            row.value_changed.connect(lambda v, i=i: self._take_corner(i, round(v)))
        for each in (self.kind, self.across, self.up, *self.corners, self.other):
            self.add(each)
        state.shown.changed.connect(self._show)
        self.show_run(state.run)

    @property
    def spec(self) -> SliceSpec:
        """The plane shown now."""
        return self.state.shown.slice or SliceSpec()

    @property
    def sliders(self) -> tuple[Row, ...]:
        """The controls of fixed inputs."""
        return tuple(self._held)

    def show_run(self, run: RunSpec) -> None:
        """Offer the inputs of ``run``; hide where there are only two."""
        super().show_run(run)
        problem = run.data.problem
        many = problem.inputs > 2
        self.setVisible(many)
        if problem is not self._problem:
            self._problem = problem
            if self.state.shown.slice is not None:
                self.state.shown.set_slice(None)
            if many:
                self._offer(problem)
        if many:
            self.kind.refuse(why_not(run))
            self._show()

    def _offer(self, problem: Problem) -> None:
        given = getattr(problem, "columns", ())
        self._names = tuple(given) or tuple(
            Scaling(tr("input {i}", i=i + 1)) for i in range(problem.inputs)
        )
        choices = [(str(i), c.label) for i, c in enumerate(self._names)]
        for row in (self.across, self.up, self.other):
            row.set_choices(choices)
        self.other.set_value("2")

    def _change(self, **changes: object) -> None:
        self.state.shown.set_slice(replace(self.spec, **changes))  # type: ignore[arg-type]

    def _choose(self, axis: int, column: int) -> None:
        columns = list(self.spec.columns)
        if column == columns[1 - axis]:  # they change places
            columns[1 - axis] = columns[axis]
        columns[axis] = column
        self._change(columns=(columns[0], columns[1]))

    def _take_corner(self, which: int, example: int) -> None:
        row = self.corners[which]
        examples = list(self.spec.examples)
        examples[which] = example
        rows = len(self._snapshot().splits.train)
        try:
            if example >= rows:
                raise BadInput(
                    tr("Examples are numbered from 0 to {rows}.", rows=rows - 1)
                )
            if len(set(examples)) < 3:
                raise BadInput(tr("A plane needs three different examples."))
        except BadInput as error:
            row.refuse(str(error))
            return
        self._change(examples=tuple(examples))

    def _show(self) -> None:
        """Show what is chosen, and only what belongs to it."""
        spec = self.spec
        columns, examples = spec.kind == "columns", spec.kind == "examples"
        self.kind.combo.setCurrentIndex(self.kind.combo.findData(spec.kind))
        self.kind.set_changed(spec.kind != "none")
        for row, column in zip((self.across, self.up), spec.columns, strict=True):
            row.setVisible(columns)
            row.set_value(str(column))
        wide = len(self._names) > MOST_SLIDERS
        self.other.setVisible(columns and wide)
        for corner, example in zip(self.corners, spec.examples, strict=True):
            corner.setVisible(examples)
            corner.set_value(float(example))
        key = (spec.kind, spec.columns, self.other.value, self._problem)
        if key != self._made:
            self._make_held()
        for held in self._held:
            held.setVisible(columns)

    def _snapshot(self) -> Snapshot:
        return self.state.shown_snapshot

    def _make_held(self) -> None:
        """A slider in the table's own units for every fixed input."""
        for row in self._held:
            self.rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._held = []
        spec = self.spec
        self._made = (spec.kind, spec.columns, self.other.value, self._problem)
        if spec.kind != "columns":
            return
        wanted = range(len(self._names))
        if len(self._names) > MOST_SLIDERS:
            wanted = range(int(self.other.value or 0), int(self.other.value or 0) + 1)
        x = np.asarray(self._snapshot().splits.train.x[:LOOKED_AT], np.float64)
        if x.shape[1] != len(self._names):  # the engine still has the previous run
            self._made = ()
            QTimer.singleShot(RETRY_MS, self, self._show)
            return
        for column in wanted:
            if column not in spec.columns:
                self._held.append(self._slider(column, x[:, column]))

    def _slider(self, column: int, values: np.ndarray) -> NumberRow:
        about = self._names[column]

        def own(value: float) -> float:
            return value * about.half + about.middle

        low, high = own(float(values.min())), own(float(values.max()))
        row = NumberRow(
            Tip(about.label, tr("Held at this value on the whole plane.")),
            low,
            high if high > low else low + 1.0,
            default=own(float(values.mean())),
        )
        held = dict(self.spec.held).get(column, float(values.mean()))
        row.set_value(own(held))

        def moved(value: float) -> None:
            inside = (value - about.middle) / about.half
            self.state.shown.set_slice(self.spec.holding(column, inside))

        row.value_changed.connect(moved)
        row.set_theme(self._theme)
        self.add(row)
        return row

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to every row."""
        super().set_theme(theme)
        self._theme = theme
        fixed = (self.kind, self.across, self.up, self.other, *self.corners)
        for row in (*fixed, *self._held):
            row.set_theme(theme)
