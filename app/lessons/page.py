"""One step of a lesson on a page: text, a question, and checks on the network."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.lessons.words import rich_text
from app.look.colour import mix
from app.look.icons import icon_pixmap
from app.look.theme import LARGE, LIGHT, SMALL, Theme
from app.widgets.label import Label, RichLabel
from app.widgets.removing import remove
from core.language import tr
from core.lessons import CheckState, Question, Step


class Words(RichLabel):
    """Rich text that wraps and is redrawn when the theme changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = "", LIGHT
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)

    def say(self, words: str) -> None:
        """Show ``words``."""
        self._words = words
        self.setAccessibleName(words)
        self.setText(rich_text(words, self._theme))
        self.setVisible(bool(words))

    def set_theme(self, theme: Theme) -> None:
        """Draw formulas in the colour and size of the theme."""
        self._theme = theme
        self.setFont(theme.font())
        self.say(self._words)


class Progress(QWidget):
    """A short bar for each step: done, current, or still to come."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps, self._present = 1, 0
        self._done: frozenset[int] = frozenset()
        self._theme = LIGHT
        self.setAccessibleName(tr("Progress"))

    def show_progress(self, steps: int, present: int, done: frozenset[int]) -> None:
        """Show ``done`` of ``steps`` and where the reader is."""
        self._steps, self._present, self._done = steps, present, done
        self.setAccessibleName(
            tr(
                "Step {present} of {steps}, {count} of them done",
                present=present + 1,
                steps=steps,
                count=len(done),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        """A thin line."""
        return QSize(self._theme.px(120), self._theme.px(6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        gap = self._theme.px(4)
        wide = (self.width() - gap * (self._steps - 1)) / self._steps
        to_come = mix(self._theme.pane, self._theme.secondary, 0.7)
        for i in range(self._steps):
            present = i == self._present
            colour = self._theme.accent if present else to_come
            if i in self._done:
                colour = self._theme.good
            painter.setBrush(QColor(colour))
            high = self.height() if present else self.height() * 0.6
            top = (self.height() - high) / 2
            bar = QRectF(i * (wide + gap), top, wide, high)
            painter.drawRoundedRect(bar, 2.0, 2.0)

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours of ``theme``."""
        self._theme = theme
        self.setFixedHeight(theme.px(6))
        self.update()


class Ask(QFrame):
    """A question with a few answers; the right one is shown when the step is done."""

    answered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: Question | None = None
        self._theme = LIGHT
        self.words = Words(self)
        self.verdict = Words(self)
        self.group = QButtonGroup(self)
        self.group.idClicked.connect(self.answered)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.words)
        column.addLayout(self._rows)
        column.addWidget(self.verdict)

    def ask(self, question: Question | None) -> None:
        """Show ``question``; None hides it all."""
        self._question = question
        for button in self.group.buttons():
            self.group.removeButton(button)
            self._rows.removeWidget(button)
            remove(button)
        self.verdict.say("")
        self.setVisible(question is not None)
        if question is None:
            return
        self.words.say(tr("*Predict:* {text}", text=question.text))
        for i, answer in enumerate(question.answers):
            button = QRadioButton(answer, self)
            button.setAccessibleName(answer)
            button.setFont(self._theme.font())
            self.group.addButton(button, i)
            self._rows.addWidget(button)

    def reveal(self, answer: int | None) -> None:
        """Show whether the prediction was right."""
        question = self._question
        if question is None or answer is None:
            return
        right = question.answers[question.right]
        good = answer == question.right
        self.verdict.say(
            tr("You were right.")
            if good
            else tr("What happened: *{right}*.", right=right)
        )

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and fonts of ``theme``."""
        self._theme = theme
        self.words.set_theme(theme)
        self.verdict.set_theme(theme)
        for button in self.group.buttons():
            button.setFont(theme.font())


class Checks(QFrame):
    """The rules of the checks, each with a mark and the present measurement."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._rows: list[tuple[Label, Label, Label]] = []
        self.shown_rows: list[tuple[str, str, bool]] = []

    def show_checks(self, rows: Sequence[tuple[str, str, bool]]) -> None:
        """Show (rule, what is measured, whether it holds) of every check."""
        if list(rows) == self.shown_rows:
            return
        self.shown_rows = list(rows)
        while len(self._rows) < len(rows):
            self._add_row()
        for i, (mark, rule, now) in enumerate(self._rows):
            for part in (mark, rule, now):
                part.setVisible(i < len(rows))
            if i >= len(rows):
                continue
            say, measured, holds = rows[i]
            rule.setText(say)
            now.setText(measured)
            now.setVisible(bool(measured))
            state = tr("done") if holds else tr("not yet")
            rule.setAccessibleName(f"{say}: {state}")
            self._draw_mark(mark, holds)

    def _add_row(self) -> None:
        mark, rule, now = Label(self), Label(self), Label(self)
        now.setObjectName("hint")
        rule.setWordWrap(True)
        at = 2 * len(self._rows)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(mark, at, 0, top)
        self._grid.addWidget(rule, at, 1)
        self._grid.addWidget(now, at + 1, 1)
        self._rows.append((mark, rule, now))
        rule.setFont(self._theme.font())
        now.setFont(self._theme.font(SMALL))

    def _draw_mark(self, mark: Label, holds: bool) -> None:
        theme, ratio = self._theme, self.devicePixelRatioF()
        name, colour = ("check", theme.good) if holds else ("minus", theme.secondary)
        mark.setPixmap(icon_pixmap(name, colour, theme.px(16), ratio))

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and fonts of ``theme``."""
        self._theme = theme
        for _, rule, now in self._rows:
            rule.setFont(theme.font())
            now.setFont(theme.font(SMALL))
        shown, self.shown_rows = self.shown_rows, []
        self.show_checks(shown)


class StepPage(QWidget):
    """Everything about one step, from top to bottom."""

    answered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("controlsBody")
        self.title = Label(self)
        self.title.setWordWrap(True)
        self.text = Words(self)
        self.ask = Ask(self)
        self.ask.answered.connect(self.answered)
        self.box = QFrame(self)
        self.box.setObjectName("help")
        self.hint = Words(self.box)
        inside = QHBoxLayout(self.box)
        inside.setContentsMargins(12, 4, 12, 4)
        inside.addWidget(self.hint)
        self.checks = Checks(self)
        self.why = Words(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 16)
        column.setSpacing(12)
        for part in (self.title, self.text, self.ask, self.box, self.checks, self.why):
            column.addWidget(part)
        column.addStretch(1)

    def show_step(self, step: Step) -> None:
        """Show a step from its beginning."""
        self.title.setText(step.title)
        self.text.say(step.text)
        self.ask.ask(step.question)
        self.hint.say(step.hint)
        self.why.say("")

    def show_states(
        self, states: Sequence[CheckState], asked: bool, answer: int | None
    ) -> None:
        """Show the state of the checks."""
        rows = [(s.check.say, s.sentence, s.holds) for s in states]
        if asked:
            rows.insert(0, (tr("You made a prediction"), "", answer is not None))
        self.checks.show_checks(rows)

    def show_done(self, step: Step, answer: int | None) -> None:
        """Show what the step teaches."""
        self.ask.reveal(answer)
        self.why.say(step.why)

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and fonts of ``theme``."""
        self.title.setFont(theme.font(LARGE, 700))
        for part in (self.text, self.ask, self.hint, self.checks, self.why):
            part.set_theme(theme)
