"""All lessons in a list, grouped by lecture; each entry opens its lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.look.theme import LARGE, SMALL, Theme
from app.widgets.label import Label
from core.language import tr
from core.lessons import Lecture, Lesson, lectures, load_lesson
from core.scenes import load_scene


class LessonCard(QFrame):
    """A lesson by title, summary and progress; a click anywhere opens it."""

    chosen = Signal()

    def __init__(self, number: int, lesson: Lesson, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lessonCard")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.name, self.steps = lesson.name, len(lesson.steps)
        self.button = QPushButton(f"{number}  {lesson.title}", self)
        self.button.setObjectName("lesson")
        self.button.setAccessibleName(
            tr("Lesson {number}: {title}", number=number, title=lesson.title)
        )
        self.button.clicked.connect(self.chosen)
        self.words, self.far = Label(lesson.summary, self), Label(self)
        self.words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(2)
        column.addWidget(self.button)
        for label in (self.words, self.far):
            label.setObjectName("hint")
            column.addWidget(label)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the lesson from its summary as well as from its title."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.chosen.emit()

    def show_progress(self, done: int) -> None:
        """Show the progress in the lesson."""
        text = (
            tr("done")
            if done >= self.steps
            else tr("{done} of {steps} steps", done=done, steps=self.steps)
        )
        self.far.setText(text if done else "")
        self.far.setVisible(bool(done))

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme``."""
        self.button.setFont(theme.font(LARGE, 600))
        self.words.setFont(theme.font())
        self.far.setFont(theme.font(SMALL))


class LessonList(QWidget):
    """Lectures with their lessons, and the scenes that go with them."""

    chosen = Signal(str)  # a lesson
    scene_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("controlsBody")
        self.cards: list[LessonCard] = []
        self._heads: list[tuple[Label, Label]] = []
        self._scenes: list[QPushButton] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 8, 16, 16)
        self._column.setSpacing(2)
        number = 0
        for lecture in lectures():
            self._add_head(lecture)
            for name in lecture.lessons:
                number += 1
                self._add_card(number, load_lesson(name))
            for name in lecture.scenes:
                self._add_scene(name)
            self._column.addSpacing(12)
        self.own = QPushButton(tr("Open a lesson file …"), self)
        self.own.setAccessibleName(tr("Open a lesson file"))
        self.hand_out = QPushButton(tr("Save this run as a lesson …"), self)
        self.hand_out.setAccessibleName(tr("Save this run as a lesson"))
        self._column.addWidget(self.own)
        self._column.addWidget(self.hand_out)
        self._column.addStretch(1)

    def _add_head(self, lecture: Lecture) -> None:
        title = Label(tr(lecture.title), self)
        words = Label(
            tr(
                "{summary} About {minutes} minutes.",
                summary=tr(lecture.summary),
                minutes=lecture.minutes,
            ),
            self,
        )
        words.setWordWrap(True)
        words.setObjectName("hint")
        self._column.addWidget(title)
        self._column.addWidget(words)
        self._heads.append((title, words))

    def _add_card(self, number: int, lesson: Lesson) -> None:
        card = LessonCard(number, lesson, self)
        card.chosen.connect(partial(self.chosen.emit, lesson.name))
        self._column.addWidget(card)
        self.cards.append(card)

    def _add_scene(self, name: str) -> None:
        title = tr(load_scene(name).title)
        button = QPushButton(tr("Scene: {title}", title=title), self)
        button.setObjectName("lesson")
        button.setAccessibleName(tr("Open the scene {title}", title=title))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(partial(self.scene_chosen.emit, name))
        self._column.addWidget(button)
        self._scenes.append(button)

    def show_progress(self, done: Callable[[str], int]) -> None:
        """Show the progress in every lesson."""
        for card in self.cards:
            card.show_progress(done(card.name))

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme``."""
        for title, words in self._heads:
            title.setFont(theme.font(weight=700))
            words.setFont(theme.font(SMALL))
        for card in self.cards:
            card.set_theme(theme)
        for button in (*self._scenes, self.own, self.hand_out):
            button.setFont(theme.font())
