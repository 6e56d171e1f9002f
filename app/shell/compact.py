"""A window with little room for its size of type: one view at a time, fewer extras.

At 200 % a window of 1180 × 720 has the room of 590 × 360. Rows of views would be strips
there, so they become tabs, and the lesson takes the place of the controls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

if TYPE_CHECKING:
    from app.lessons.dock import LessonsDock
    from app.shell.window import MainWindow

#: Below this size at 100 % rows of views become tabs.
LEAST_WIDTH, LEAST_HEIGHT = 840, 500


class Compact(QObject):
    """Watches the window's size and that of its type, and arranges what fits."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.on = self._stopped = False
        self._hid_controls = False
        window.installEventFilter(self)
        # Methods, not lambdas: a lambda would keep a closed window alive.
        window.state.shown.theme_changed.connect(self._look_soon)
        window.looks.presented.connect(self._look_soon)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.look)

    def stop(self) -> None:
        """Leave everything as it is: a picture of one view has no window around it."""
        self._stopped = True

    def watch(self, lessons: LessonsDock) -> None:
        """Make room whenever the lessons come or go."""
        lessons.visibilityChanged.connect(self.make_room)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again when the window has another size."""
        if event.type() == QEvent.Type.Resize:
            self._look_soon()
        return False

    def _look_soon(self) -> None:
        """Once what is going on has ended: it may well change the size again."""
        self._soon.start()

    def look(self) -> None:
        """Arrange the window for the room that it has."""
        if self._stopped:
            return
        window = self._window
        scale = window.state.shown.theme.scale
        wide, tall = window.width() / scale, window.height() / scale
        on = wide < LEAST_WIDTH or tall < LEAST_HEIGHT
        if on != self.on:
            self.on = on
            window.desk.set_tabbed(on)
            window.toolbar.controls.setVisible(on)
            window.looks.share_out()
        window.layouts.setVisible(not (on or window.looks.presenting))
        self.make_room()

    def make_room(self) -> None:
        """Show a lesson in place of the controls, and restore them afterwards."""
        window = self._window
        reading = window.has_lessons and not window.lessons.isHidden()
        if window.has_lessons:
            window.lessons.set_compact(self.on)
        # A lesson and a lecturer give their own instructions.
        told = reading or window.looks.presenting
        first = not window.settings.flag("help_dismissed")
        window.help_line.setVisible(first and not (self.on or told))
        if self.on and reading and not window.controls.isHidden():
            window.controls.hide()
            self._hid_controls = True
        elif self._hid_controls and not (self.on and reading):
            self._hid_controls = False
            if not window.looks.presenting:
                window.controls.show()
