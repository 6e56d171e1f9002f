"""The columns of a table as a form: every change asks the network at once."""

from __future__ import annotations

from functools import partial
from math import isnan, nan

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import LIGHT, SMALL, Theme
from app.widgets.label import Label
from app.widgets.rows import ROW, ChoiceRow, NumberRow, Row, ToggleRow
from app.widgets.text_row import TextRow
from app.widgets.tip import Tip
from app.widgets.value_slider import ValueSlider
from core.analysis.columns import DATE, WORDS, Column, Reach, columns_of, reach_of
from core.arrays import Floats
from core.dates import date_text, days
from core.engine.snapshot import Snapshot
from core.language import tr
from core.problems.base import Problem

MOST = 16  # most columns on the form; others are found by name
LOOKED_AT = 5000  # examples that determine the range of a column
MISSING = "missing"


class DateRow(TextRow):
    """A date as text, with a slider over the days of the table."""

    def __init__(self, tip: Tip, low: float, high: float) -> None:
        super().__init__(tip)
        self.slider = ValueSlider(tr("{title}, slider", title=tip.title), low, high)
        self.slider.value_moved.connect(self._on_slider)
        self.body.insertWidget(2, self.slider)

    def fits(self, text: str) -> bool:
        """Whether it is a date."""
        try:
            days(text)
        except ValueError:
            self.refuse(tr("Write dates like 2024-03-01."))
            return False
        self.refuse("")
        return True

    def set_value(self, text: str) -> None:
        """Show a date, also on the slider."""
        super().set_value(text)
        self.slider.set_value(days(text))

    def _on_slider(self, value: float) -> None:
        self.value_changed.emit(date_text(float(round(value))))

    def set_theme(self, theme: Theme) -> None:
        """Apply the font and row height of ``theme``."""
        super().set_theme(theme)
        self.slider.setFixedHeight(theme.px(18))


class Form(QScrollArea):
    """A row for each column; of many columns, those that match the search."""

    value_given = Signal(int, float)  # column and its value; NaN: missing

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._problem: Problem | None = None
        self._columns: tuple[Column, ...] = ()
        self._reaches: dict[int, Reach] = {}
        self._x: Floats | None = None
        self._base: Floats | None = None
        self._sample: Floats | None = None
        self.rows: dict[int, Row] = {}  # by column
        self.gaps: dict[int, ToggleRow] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setObjectName("askForm")
        body = QWidget(self)
        body.setObjectName("askFormBody")
        self._layout = QVBoxLayout(body)
        self._layout.setContentsMargins(0, 0, 12, 0)
        self._layout.setSpacing(4)
        self.search = QLineEdit(body)
        self.search.setPlaceholderText(tr("Find a column"))
        self.search.setAccessibleName(tr("Find a column"))
        self.search.textChanged.connect(self._fill)
        self._layout.addWidget(self.search)
        self.more = Label(body)
        self.more.setWordWrap(True)
        self._layout.addWidget(self.more)
        self._layout.addStretch(1)
        self.setWidget(body)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Make the rows of this problem's columns."""
        problem = snapshot.run.data.problem
        if problem is self._problem:
            return
        self._problem, self._columns = problem, columns_of(problem)
        self._sample = snapshot.splits.train.x[:LOOKED_AT]
        self._reaches, self._x, self._base = {}, None, None
        self.search.clear()
        self.search.setVisible(len(self._columns) > MOST)
        self._fill()

    def show_point(self, x: Floats, base: Floats) -> None:
        """Show the values of a point; a reset goes back to ``base``."""
        self._x, self._base = x, base
        for number, row in self.rows.items():
            self._show(number, row)

    # -- rows ------------------------------------------------------------------------

    def wanted(self) -> list[int]:
        """The columns whose name contains the search text."""
        typed = self.search.text().strip().lower()
        return [i for i, c in enumerate(self._columns) if typed in c.label.lower()]

    def _fill(self) -> None:
        for row in (*self.rows.values(), *self.gaps.values()):
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows, self.gaps = {}, {}
        found = self.wanted()
        for number in found[:MOST]:
            self._add(number)
        left = len(found) - len(self.rows)
        self.more.setVisible(bool(left) or not found)
        words = tr("{left} more: type a part of their name above.", left=left)
        self.more.setText(words if found else tr("No column has this in its name."))

    def _add(self, number: int) -> None:
        column = self._columns[number]
        row = self._row(number, column)
        row.set_theme(self._theme)
        self._layout.insertWidget(self._layout.count() - 2, row)
        self.rows[number] = row
        if column.flag is not None and column.kind != WORDS:
            gap = ToggleRow(
                Tip(tr("{name} is missing", name=column.name), tr("The cell is empty."))
            )
            gap.value_changed.connect(partial(self._on_gap, number))
            gap.set_theme(self._theme)
            self._layout.insertWidget(self._layout.count() - 2, gap)
            self.gaps[number] = gap
        if self._x is not None:
            self._show(number, row)

    def _row(self, number: int, column: Column) -> Row:
        tip = Tip(column.label, tr("The prediction follows as you change it."))
        if column.kind == WORDS:
            choices = [(word, word) for word in column.words]
            if column.flag is not None:
                choices.append((MISSING, tr("missing")))
            words = ChoiceRow(tip, choices)
            words.value_changed.connect(partial(self._on_word, number))
            return words
        reach = self._reach(number)
        high = reach.high if reach.high > reach.low else reach.low + 1.0
        if column.kind == DATE:
            date = DateRow(tip, reach.low, high)
            date.value_changed.connect(lambda t: self.value_given.emit(number, days(t)))
            return date
        span = high - reach.low
        row = NumberRow(tip, reach.low, high)
        # The slider covers the range of the examples; typed values may go far beyond.
        row.field.low, row.field.high = reach.low - 10 * span, high + 10 * span
        row.value_changed.connect(lambda v: self.value_given.emit(number, v))
        return row

    def _reach(self, number: int) -> Reach:
        if number not in self._reaches:
            assert self._sample is not None
            self._reaches[number] = reach_of(self._columns[number], self._sample)
        return self._reaches[number]

    def _on_word(self, number: int, word: str) -> None:
        words = self._columns[number].words
        self.value_given.emit(number, nan if word == MISSING else words.index(word))

    def _on_gap(self, number: int, gap: bool) -> None:
        self.value_given.emit(number, nan if gap else self._reach(number).mean)

    def _show(self, number: int, row: Row) -> None:
        """Show the point's value in a row; a gap shows the mean and cannot be moved."""
        assert self._x is not None
        assert self._base is not None
        column = self._columns[number]
        value, before = column.value(self._x), column.value(self._base)
        gap = isnan(value)
        if isinstance(row, ChoiceRow):
            row.default = column.shown(before)
            row.set_value(column.shown(value))
            return
        if number in self.gaps:
            self.gaps[number].set_value(gap)
            row.control.setEnabled(not gap)
        value = self._reach(number).mean if gap else value
        before = value if isnan(before) else before
        if isinstance(row, DateRow):
            row.default = date_text(before)
            row.set_value(date_text(value))
        elif isinstance(row, NumberRow):
            row.default = before
            row.set_value(value)
            # The network's inputs were rounded in both directions.
            row.set_changed(abs(value - before) > 1e-6 * (abs(before) + 1.0))

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to every row."""
        self._theme = theme
        self.search.setFont(theme.font())
        self.search.setFixedHeight(theme.px(ROW))
        self.more.setFont(theme.font(SMALL))
        for row in (*self.rows.values(), *self.gaps.values()):
            row.set_theme(theme)
