"""The lessons in a dock: the list, and the lesson being read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.frame.base import Frame, Job
from app.lessons.deeds import Demonstration, do_now
from app.lessons.list_page import LessonList
from app.lessons.overlay import LessonOverlay
from app.lessons.page import Progress, StepPage
from app.look.theme import LIGHT, Theme
from app.widgets.buttons import IconButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.language import mark, tr
from core.lessons import (
    CheckState,
    Lesson,
    Moment,
    Step,
    lectures,
    load_lesson,
    states,
)
from core.lessons.handout import handout_of_lesson, handout_of_scene
from core.scenes import load_scene

if TYPE_CHECKING:
    from app.lessons.host import Host

_LIST = Tip(
    mark("All lessons"), mark("Back to the list; this lesson remembers where you are.")
)
_HAND_OUT = Tip(
    mark("Save hand-out"),
    mark("Saves this lesson with its scenes and data as one file to share."),
)
_AGAIN = Tip(mark("Restart step"), mark("Start this step again."))
WIDTH = 340
WATCH_MS = 300
_FILES = mark("Lessons (*.toml)")


class LessonsDock(QDockWidget):
    """The lessons dock; the frame clock serves it like a panel."""

    name = "lessons"

    def __init__(self, window: Host, parent: QWidget) -> None:
        super().__init__(tr("Lessons"), parent)
        self.setObjectName("dock-lessons")
        self.setAccessibleName(tr("Lessons"))
        self._window, self._state = window, window.state
        self._theme = LIGHT
        self._compact = False
        self.lesson: Lesson | None = None
        self.number = 0
        self.done: frozenset[int] = frozenset()
        self.answer: int | None = None
        self._source = ""  # name or file of the lesson
        self._start: Snapshot | None = None
        self._not_before: int | None = None  # generation before the set-up
        self.showing: Demonstration | None = None
        self.watch = QTimer(self)  # settings of views change without a frame
        self.watch.setInterval(WATCH_MS)
        self.watch.timeout.connect(lambda: window.clock.refresh(self.name))
        self._scroll_soon = QTimer(self)  # once the page is laid out again
        self._scroll_soon.setSingleShot(True)
        self._scroll_soon.setInterval(0)
        self._scroll_soon.timeout.connect(self._show_why)
        self._build()
        self.overlay = LessonOverlay(parent)
        self.overlay.on.clicked.connect(lambda: self._turn(1))
        self.overlay.back.clicked.connect(lambda: self._turn(-1))
        window.looks.presented.connect(self._on_presented)
        self.hide()

    def setVisible(self, visible: bool) -> None:
        """Hide or show; Qt would pass the focus on to a field, which takes all keys."""
        focused = QApplication.focusWidget()
        if not visible and focused is not None and self.isAncestorOf(focused):
            self.window().setFocus()
        super().setVisible(visible)

    # -- widgets ---------------------------------------------------------------------
    def _build(self) -> None:
        head = QFrame(self)
        head.setObjectName("paneHead")
        self.title = Label(tr("Lessons"), head)
        self.title.setObjectName("paneTitle")
        self.cross = IconButton(
            "close",
            Tip(tr("Close lessons"), tr("Hide this panel."), keys="F2"),
            size=24,
            glyph=16,
            parent=head,
        )
        self.cross.clicked.connect(self.hide)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 4, 8, 4)
        row.addWidget(self.title, 1)
        row.addWidget(self.cross)
        self.setTitleBarWidget(head)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self._build_list())
        self.pages.addWidget(self._build_lesson())
        self.setWidget(self.pages)

    def _build_list(self) -> QWidget:
        self.list = LessonList(self)
        self.list.chosen.connect(self.open_lesson)
        self.list.scene_chosen.connect(self._open_scene)
        self.list.own.clicked.connect(self._ask_file)
        self.list.hand_out.clicked.connect(self.save_handout)
        return _scrolled(self.list, tr("List of lessons"))

    def _build_lesson(self) -> QWidget:
        whole = QFrame(self)
        whole.setObjectName("controls")
        self.progress = Progress(whole)
        self.page = StepPage(whole)
        self.page.answered.connect(self._on_answered)
        self.list_button = IconButton(
            "book", _LIST.translated(), size=28, glyph=18, parent=whole
        )
        self.again_button = IconButton(
            "rewind", _AGAIN.translated(), size=28, glyph=18, parent=whole
        )
        self.save_button = IconButton(
            "save", _HAND_OUT.translated(), size=28, glyph=18, parent=whole
        )
        self.show_button = QPushButton(tr("Show me"), whole)
        self.back_button = QPushButton(tr("Back"), whole)
        self.next_button = QPushButton(tr("Next"), whole)
        self.next_button.setDefault(True)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.setSpacing(8)
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 8, 16, 0)
        bar.addWidget(self.progress, 1)
        # Not all in one row: "Next lesson" would widen the lesson and narrow the views.
        for button, act, row in (
            (self.list_button, self.show_list, bar),
            (self.again_button, self.restart, bar),
            (self.save_button, self.save_handout, bar),
            (self.show_button, self.show_me, foot),
            (self.back_button, self.go_back, foot),
            (self.next_button, self.go_on, foot),
        ):
            if button.text():
                button.setAccessibleName(button.text())
            button.clicked.connect(act)
            row.addWidget(button)
        foot.insertStretch(0, 1)
        self._scroll = _scrolled(self.page, tr("What to read and do"))
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self._scroll, 1)
        column.addLayout(foot)
        return whole

    def set_compact(self, on: bool) -> None:
        """In a small window the lesson takes at most half of it."""
        self._compact = on
        self._fit_width()

    # -- choosing --------------------------------------------------------------------
    def show_list(self) -> None:
        """Show all lessons and the progress in each."""
        self.lesson, self.showing = None, None
        self.title.setText(tr("Lessons"))
        self.watch.stop()
        self.list.show_progress(lambda name: len(self._window.settings.progress(name)))
        self.pages.setCurrentIndex(0)

    def open_lesson(self, name: str) -> None:
        """Continue a lesson where it was left."""
        try:
            lesson = load_lesson(name)
        except BadInput as error:
            self._state.told.emit(str(error))
            return
        self._window.desk.set_aside()
        self.lesson, self._source = lesson, name
        self.done = frozenset(self._window.settings.progress(lesson.name))
        left = [i for i in range(len(lesson.steps)) if i not in self.done]
        self.title.setText(lesson.title)
        self.begin(lesson.entry(left[0] if left else 0))

    def _open_scene(self, name: str) -> None:
        self._window.open_scene(load_scene(name))

    def save_handout(self) -> None:
        """Ask for a file, and write the lesson, or the present run as a lesson."""
        name = self._source if self.lesson is not None else self._window.scene.name
        path, _ = QFileDialog.getSaveFileName(
            self.parentWidget(),
            tr("Save hand-out"),
            f"{Path(name).stem or 'lesson'}.toml",
            tr(_FILES),
        )
        if not path:
            return
        try:
            if self.lesson is not None:
                text = handout_of_lesson(self._source)
            else:
                shown = self._window.scene
                text = handout_of_scene(replace(shown, run=self._state.run))
            Path(path).write_text(text, encoding="utf-8")
        except (BadInput, OSError) as error:
            self._state.told.emit(
                tr("Couldn't save the hand-out: {error}", error=error)
            )
            return
        self._state.told.emit(
            tr("The hand-out is saved as {name}", name=Path(path).name)
        )

    def _ask_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self.parentWidget(), tr("Open a lesson"), "", tr(_FILES)
        )
        if path:
            self.open_lesson(path)

    # -- reading ---------------------------------------------------------------------
    @property
    def step(self) -> Step | None:
        """The step being read."""
        return None if self.lesson is None else self.lesson.steps[self.number]

    def begin(self, number: int) -> None:
        """Show step ``number`` and set up the program for it."""
        assert self.lesson is not None, "open a lesson first"
        focused = QApplication.focusWidget()
        self.pages.setCurrentIndex(1)
        self.number, self.answer, self.showing = number, None, None
        self._start, self._not_before = None, None
        step = self.lesson.steps[number]
        if step.scene is not None:
            self._not_before = self._state.a.latest.generation
            self._state.pause()
            self._window.open_scene(step.scene, play=False)
            if not step.scene.summary:
                self._window.titles.name(self.lesson.title)
        else:  # a step that continues starts from the newest state of the run
            self._state.scrub(None)
        if step.views:
            self._window.desk.show_views(step.views)
        elif step.layout and step.layout != self._window.desk.layout_name:
            self._window.use_layout(step.layout, remember=False)
        for deed in step.setup:
            do_now(self._window, deed)
        pane = self._window.desk.panes.get(step.view)
        if pane is not None and self._window.desk.enlarged is None:
            pane.show()
            pane.raise_()
        self.page.show_step(step)
        if self.overlay.isVisible():
            self.overlay.show_step(step, number, len(self.lesson.steps))
        self.page.show_states([], False, None)
        self._scroll.verticalScrollBar().setValue(0)
        self._show_progress()
        asks_views = any(c.measure == "shown" for c in step.checks)
        self.watch.start() if asks_views else self.watch.stop()
        self._keep_keyboard(focused)
        self._window.clock.refresh(self.name)

    def _keep_keyboard(self, focused: QWidget | None) -> None:
        """Give the text the focus of a control that left; Qt would pick any button."""
        if focused is None or not isValid(focused) or not self.isAncestorOf(focused):
            return
        if not (focused.isVisible() and focused.isEnabled()):
            self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    def restart(self) -> None:
        """Set up the step again; one that continues another starts with that."""
        if self.lesson is not None:
            self.begin(self.lesson.entry(self.number))

    def _on_presented(self, on: bool) -> None:
        """In a presentation, show the step over the views instead of beside them."""
        if not on:
            if self.overlay.isVisible():
                self.overlay.hide()
                self.show()
        elif self.lesson is not None and self.isVisible():
            self.hide()
            self.overlay.show()
            steps = self.lesson.steps
            self.overlay.show_step(steps[self.number], self.number, len(steps))

    def _turn(self, pages: int) -> None:
        """Turn the page without solving the step, as lecturers do."""
        if self.lesson is not None:
            last = len(self.lesson.steps) - 1
            self.begin(min(max(self.number + pages, 0), last))

    def go_on(self) -> None:
        """Go to the next step; after the last one, to the next lesson or the list."""
        if self.lesson is None:
            return
        if self.number + 1 < len(self.lesson.steps):
            self.begin(self.number + 1)
        elif self._following():
            self.open_lesson(self._following())
        else:
            self.show_list()

    def _following(self) -> str:
        """The lesson after this one in the list; "" after the last."""
        names = [name for lecture in lectures() for name in lecture.lessons]
        if self.lesson is None or self.lesson.name not in names[:-1]:
            return ""
        return names[names.index(self.lesson.name) + 1]

    def go_back(self) -> None:
        """Go to the previous step, set up as at its start."""
        if self.lesson is not None and self.number > 0:
            self.begin(self.lesson.entry(self.number - 1))

    def show_me(self) -> None:
        """Demonstrate the solution of the step."""
        if self.step is not None:
            self.showing = Demonstration(self._window, self.step.solution)
            self.showing.go_on()
            self._window.clock.refresh(self.name)

    def _on_answered(self, answer: int) -> None:
        self.answer = answer
        self._window.clock.refresh(self.name)

    def _show_progress(self) -> None:
        if self.lesson is None or self.step is None:
            return
        steps = len(self.lesson.steps)
        self.progress.show_progress(steps, self.number, self.done)
        self.back_button.setEnabled(self.number > 0)
        # The reader can go on only once the step's checks have held.
        self.next_button.setEnabled(self.number in self.done)
        self.next_button.setDefault(self.number in self.done)  # blue when done
        last = self.number + 1 == steps
        word = tr("Next lesson") if self._following() else tr("Finish")
        self.next_button.setText(word if last else tr("Next"))
        self.next_button.setAccessibleName(self.next_button.text())
        self.show_button.setVisible(bool(self.step.solution))

    # -- served by the clock ---------------------------------------------------------
    def show_frame(self, frame: Frame) -> None:
        """Remember the start of the step; continue a demonstration."""
        if self.showing is not None:
            self.showing.go_on()
            if self.showing.over:
                self.showing = None
        if self._start is None and self._ready(frame):
            self._start = frame.main.snapshot
            self._set_views_up()

    def _set_views_up(self) -> None:
        """Set the step's views up again, now that they show its own network.

        Until then they may have drawn a frame of the network before it, in which the
        same place of Warp is another layer.
        """
        for deed in self.step.setup if self.step is not None else ():
            if deed.do == "settings":
                do_now(self._window, deed)

    def _ready(self, frame: Frame) -> bool:
        """Whether the engine has done what the set-up asked for."""
        snapshot = frame.main.snapshot
        return snapshot.generation != self._not_before

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Measure in the worker, because counting regions is slow."""
        step, start = self.step, self._start
        if step is None or start is None:
            return None
        other = frame.runs[1].snapshot if frame.comparing else None
        views = {
            name: dict(pane.panel.shown_settings())
            for name, pane in self._window.desk.panes.items()
            if any(c.arguments.get("view") == name for c in step.checks)
        }
        moment = Moment(frame.main.snapshot, start, other, views=views)
        return partial(_measure, (self.lesson, self.number), step, moment)

    def show_result(self, result: object) -> None:
        """Show what holds; a step that is done stays done."""
        assert isinstance(result, tuple), "a result of _measure"
        where, found = result
        if where != (self.lesson, self.number) or self.step is None:
            return
        self._show_states(found)

    def _show_states(self, found: Sequence[CheckState]) -> None:
        step, lesson = self.step, self.lesson
        if step is None or lesson is None:
            return
        asked = step.question is not None
        self.page.show_states(found, asked, self.answer)
        complete = all(s.holds for s in found) and (
            not asked or self.answer is not None
        )
        if complete and not self.page.why.text():
            self.page.show_done(step, self.answer)
            self._scroll_soon.start()
        if complete and self.number not in self.done:
            self.done = self.done | {self.number}
            self._window.settings.set_progress(lesson.name, sorted(self.done))
            self._show_progress()

    def _show_why(self) -> None:
        """Scroll to what the step teaches: nobody looks for it below the last line."""
        if self.page.why.isVisible():
            self._scroll.ensureWidgetVisible(self.page.why, 0, self.page.why.height())

    # -- look ------------------------------------------------------------------------
    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and fonts of ``theme``."""
        self._theme = theme
        self.title.setFont(theme.font(weight=700))
        self.cross.set_theme(theme)
        self.progress.set_theme(theme)
        self.overlay.set_theme(theme)
        self.page.set_theme(theme)
        self.list.set_theme(theme)
        self.list_button.set_theme(theme)
        self.again_button.set_theme(theme)
        self.save_button.set_theme(theme)
        for button in (
            self.show_button,
            self.back_button,
            self.next_button,
        ):
            button.setFont(theme.font())
        self._fit_width()

    def _fit_width(self) -> None:
        """Large type must not push the views out of a small window."""
        wide = self._theme.px(WIDTH)
        room = self.window_width() // 2 if self._compact else wide
        self.setMinimumWidth(min(wide, max(WIDTH, room)))

    def window_width(self) -> int:
        """Of the window that it is part of, floating or not."""
        parent = self.parentWidget()
        return self.width() if parent is None else parent.width()


def _measure(
    where: tuple[Lesson | None, int], step: Step, moment: Moment
) -> tuple[tuple[Lesson | None, int], tuple[CheckState, ...]]:
    return where, states(step.checks, moment)


def _scrolled(body: QWidget, name: str) -> QScrollArea:
    area = QScrollArea()
    area.setAccessibleName(name)  # it takes the focus, for scrolling
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(body)
    return area
