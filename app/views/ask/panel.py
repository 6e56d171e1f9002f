"""View A, Ask: a question of your own, the answer, and what is behind it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QHideEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.frame.base import AskedPoint, Frame, Job, Panel
from app.frame.settings import Choice, Number, Switch, Whole, Word
from app.look.theme import LIGHT, Theme
from app.views.ask.change_page import ChangePage
from app.views.ask.curve_page import CurvePage
from app.views.ask.jobs import (
    LOOKED_AT,
    PAGES,
    AskResult,
    AskWish,
    Memory,
    Question,
    compute,
)
from app.views.ask.pages import LayersPage, MatteredPage, NearestPage, Page
from app.views.ask.side import Side
from app.widgets.page_tabs import PageTabs
from app.widgets.rows import ChoiceRow, NumberRow
from app.widgets.tip import Tip
from core.analysis.columns import columns_of, most_telling
from core.analysis.sign_change import TABLE_MOST, largest_size
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.language import mark, tr
from core.network import MAX_INPUTS
from core.problems.base import Problem
from core.problems.ink import Stroke, strokes_of, text_of


class AskPanel(Panel):
    """The question and the answer on the left, one explanation on the right."""

    name = "ask"
    title = mark("Ask")

    page = Choice("layers", PAGES)
    fit = Switch(True, mark("Draw at the examples' size and place"))
    value = Whole(1, 1, 1024, mark("Value explained, of several"))
    example = Whole(1, 1, 10_000_000, again=True)  # of the test split, if there is one
    drawing = Word("")  # strokes as `core.problems.ink.strokes_of` reads them
    #: Column whose dependence is shown; 0: one in which the examples differ.
    column = Whole(0, 0, MAX_INPUTS)
    #: Size of the sign change; 0: the smallest that flips the answer.
    change_size = Number(0.0, 0.0, TABLE_MOST, key="size")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._memory = Memory()
        self._problem: Problem | None = None
        self._telling = 0  # the column shown until one is chosen
        self.question = Question()
        self.result: AskResult | None = None
        self._told: AskedPoint | None = None  # the point the other views follow
        self.side = Side(self)
        self.tabs = PageTabs(tr("Explanations"), self)
        for title in PAGES.values():
            self.tabs.addTab(tr(title))
        self.column_row = ChoiceRow(
            Tip(tr("Column"), tr("Type a part of its name to find it.")),
            [],
            search=True,
        )
        self.size_row = NumberRow(
            Tip(
                tr("Size of the change"),
                tr("Every input moves by this much, up or down."),
                r"x' = x - \varepsilon\, \mathrm{sign}\, \partial s / \partial x",
            ),
            0.0,
            1.0,
            default=0.0,
            words={0.0: tr("smallest")},
        )
        self.pages: dict[str, Page] = {
            "layers": LayersPage(tr("Activations of every layer"), self),
            "mattered": MatteredPage(tr("Which inputs mattered"), self),
            "dependence": CurvePage(tr("Partial dependence"), self),
            "nearest": NearestPage(tr("Nearest training examples"), self),
            "change": ChangePage(tr("Smallest change that flips the answer"), self),
        }
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        self.stack = QStackedWidget(self)
        for name, page in self.pages.items():
            control = {"dependence": self.column_row, "change": self.size_row}.get(name)
            if control is None:
                self.stack.addWidget(page)
                continue
            box = QWidget(self.stack)
            column = QVBoxLayout(box)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            line = QHBoxLayout()
            line.setContentsMargins(12, 4, 12, 0)
            line.addWidget(control)
            column.addLayout(line)
            column.addWidget(page, 1)
            self.stack.addWidget(box)
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(self.tabs)
        right.addWidget(self.stack, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.side)
        layout.addLayout(right, 1)
        self.setAutoFillBackground(True)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(
            lambda i: setattr(self, "page", list(PAGES)[max(0, i)])
        )
        side = self.side
        side.example_chosen.connect(self.choose_example)
        side.pad.strokes_changed.connect(self._on_strokes)
        side.pad.undo_asked.connect(self.undo_stroke)
        side.pad.clear_asked.connect(self.clear)
        side.form.value_given.connect(self.give)
        self.column_row.value_changed.connect(
            lambda v: setattr(self, "column", int(v) + 1)
        )
        self.size_row.value_changed.connect(lambda v: setattr(self, "change_size", v))

    # -- the question ----------------------------------------------------------------

    def ask(self, question: Question) -> None:
        """Ask this from now on."""
        if question != self.question:
            self.question = question
            self.refresh_needed.emit()

    def choose_example(self, example: int) -> None:
        """Ask about an example of the test split (else of training), from 0."""
        self.example = max(0, example) + 1

    def give(self, column: int, value: float) -> None:
        """Ask with another value in a column."""
        self.ask(self.question.edited(column, value))

    def _on_strokes(self, strokes: tuple[Stroke, ...]) -> None:
        """Take the strokes; the first one on a fitted drawing starts a new picture."""
        image = getattr(self._problem, "image", None)
        fresh = self.fit and image is not None and image[2] == 1
        blank = self.question.blank or fresh
        self.ask(replace(self.question, strokes=strokes, blank=blank))

    def undo_stroke(self) -> None:
        """Undo the last stroke."""
        self.ask(replace(self.question, strokes=self.question.strokes[:-1]))

    def clear(self) -> None:
        """Clear the pad; a form goes back to its example."""
        image = getattr(self._problem, "image", None)
        self.ask(Question(self.question.example, blank=image is not None))

    # -- frames ----------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Show the controls of this problem."""
        snapshot = frame.main.snapshot
        problem = snapshot.run.data.problem
        if problem is self._problem:
            return
        known = self._problem is not None
        self._problem, self._memory = problem, Memory()
        if known:  # a question about another table makes no sense here
            self.question = Question()
        self.side.show_snapshot(snapshot)
        columns = columns_of(problem)
        self._telling = most_telling(problem, snapshot.splits.train.x[:LOOKED_AT])
        self.column_row.set_choices([(str(i), c.label) for i, c in enumerate(columns)])
        self._show_controls(snapshot)

    def _show_controls(self, snapshot: Snapshot) -> None:
        count = len(columns_of(snapshot.run.data.problem))
        self.column_row.set_value(str(min(self._column, count - 1)))
        most = largest_size(snapshot)
        self.size_row.field.high = most
        if self.size_row.slider is not None:
            self.size_row.slider.high = most
        self.size_row.setVisible(bool(snapshot.run.data.problem.classes))
        self.size_row.set_value(min(self.change_size, most))

    @property
    def _column(self) -> int:
        """The column on show, from 0."""
        return self.column - 1 if self.column else self._telling

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """The answer of run A, and the page on show."""
        run = frame.main
        targets = run.snapshot.run.data.problem.targets
        wish = AskWish(
            run.snapshot,
            self.question,
            self.page,
            self._column,
            min(self.value, targets) - 1,
            self.change_size,
            self.fit,
            frame.moving,
            self._memory,
        )
        return lambda: compute(wish)

    def show_result(self, result: object) -> None:
        """Show question, answer and page; signal the point to the other views."""
        if not isinstance(result, AskResult):
            return
        if result.snapshot.run.data.problem is not self._problem:
            return
        self.result = result
        self.side.show_result(result)
        if not self.change_size and self.size_row.slider is not None:
            self.size_row.slider.set_value(result.size)  # at the smallest
        page = self.pages[result.page]
        if isinstance(page, CurvePage):
            page.target = min(self.value, len(result.reply.predicted)) - 1
        page.show_result(result)
        self._tell(result.x if result.seen else None)
        self.subtitle_changed.emit(_words(result))

    def _tell(self, x: Floats | None) -> None:
        """Signal another point to the other views; None: no point."""
        told = self._told
        if x is None:
            self._told = None
        elif told is None or not np.array_equal(told.x, x):
            self._told = AskedPoint(x)
        if self._told is not told:
            self.point_asked.emit(self._told)

    def hideEvent(self, event: QHideEvent) -> None:
        """Clear the point while the question is hidden."""
        self._tell(None)
        super().hideEvent(event)

    # -- look and settings -------------------------------------------------------------

    def setting_changed(self, name: str) -> None:
        """Update after a scene or a control changed a setting."""
        if name == "page":
            place = list(PAGES).index(self.page)
            self.tabs.setCurrentIndex(place)
            self.stack.setCurrentIndex(place)
        elif name == "example":
            self.question = Question(self.example - 1)
        elif name == "drawing":
            with suppress(BadInput):
                self._on_drawing(strokes_of(self.drawing))
        elif name == "column":
            self.column_row.set_value(str(self._column))
        elif name == "change_size":
            self.size_row.set_value(self.change_size)
        super().setting_changed(name)

    def _on_drawing(self, strokes: tuple[Stroke, ...]) -> None:
        self.question = replace(self.question, strokes=strokes, blank=bool(strokes))

    def kept(self) -> Mapping[str, object]:
        """The question, as a scene would ask it."""
        question = self.question
        return {
            "page": self.page,
            "example": question.example + 1,
            "drawing": text_of(question.strokes),
            "values": [[i, v if v == v else None] for i, v in question.edits],
        }

    def take_kept(self, kept: Mapping[str, object]) -> None:
        """Ask again what was asked when the run was saved."""
        self.apply_settings(kept)
        values = kept.get("values")
        for pair in values if isinstance(values, list) else ():
            if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], int):
                number = pair[1]
                good = isinstance(number, int | float) and not isinstance(number, bool)
                value = float(number) if good else float("nan")
                self.question = self.question.edited(max(0, pair[0]), value)

    def shown_settings(self) -> Mapping[str, float | str]:
        """What a lesson may check: the page, strokes on the pad, and the answer."""
        found: dict[str, float | str] = {
            "page": self.page,
            "strokes": float(len(self.question.strokes)),
            "example": float(self.question.example + 1),
        }
        if self.result is not None and self.result.seen:
            found["answer"] = float(self.result.reply.decided)
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width between question and explanation."""
        self.side.fit_width(self.width())
        super().resizeEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        for part in (self.side, self.tabs, self.column_row, self.size_row):
            part.set_theme(theme)
        self.column_row.combo.setMaximumWidth(theme.px(240))
        self.side.fit_width(self.width())
        for page in self.pages.values():
            page.set_theme(theme)


def _words(result: AskResult) -> str:
    """What the question is about."""
    question = result.question
    if not result.seen:
        return tr("an empty pad")
    if question.strokes and question.blank:
        return tr("your drawing")
    row = tr(
        "{split} example {example}",
        split=result.split,
        example=min(question.example, result.count - 1) + 1,
    )
    return tr("{row}, changed", row=row) if question.own else row
