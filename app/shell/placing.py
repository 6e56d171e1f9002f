"""The window's position: it fits its screen, and remembers its place on each."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMargins, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow

from app.editing.settings import WindowSettings

WANTED = QSize(1440, 900)
SMALLEST = QSize(960, 600)
#: Assumed size of title and borders, until the desktop reports it.
FRAME = QMargins(8, 40, 8, 8)
_FAR = 1 << 15  # larger than any screen
_LAST = "screen"  # the setting that names the screen the window was closed on


class Placing(QObject):
    """Puts a window on a screen, frame included, and keeps its place there."""

    def __init__(self, window: QMainWindow, settings: WindowSettings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings

    def restore(self) -> None:
        """Before the window is shown: restore the last position, as far as it fits."""
        screen = self._screen()
        room = screen.availableGeometry()
        kept = self._kept(screen)
        if kept is None:
            place, frame, maximised = QRect(QPoint(), WANTED), FRAME, False
            place.moveCenter(room.center())
        else:
            place, frame, maximised = kept
            place.translate(room.topLeft())
        self._limit(room, frame)
        fitting = inside(place.marginsAdded(frame), room)
        self._window.setGeometry(fitting.marginsRemoved(frame))
        if maximised:
            state = self._window.windowState() | Qt.WindowState.WindowMaximized
            self._window.setWindowState(state)

    def settle(self) -> None:
        """Once the window is shown: its true frame is known and must fit too."""
        handle, screen = self._window.windowHandle(), self._window.screen()
        if handle is None or self._window.isMaximized() or self._window.isFullScreen():
            return
        room, frame = screen.availableGeometry(), handle.frameMargins()
        self._limit(room, frame)
        outer = self._window.geometry().marginsAdded(frame)
        fitting = inside(outer, room)
        if fitting != outer:
            self._window.setGeometry(fitting.marginsRemoved(frame))

    def remember(self) -> None:
        """Keep place, size and frame for the screen that the window is on."""
        screen, handle = self._window.screen(), self._window.windowHandle()
        place = self._window.normalGeometry()
        if handle is None or place.isEmpty():
            return
        place.translate(-screen.availableGeometry().topLeft())
        frame = handle.frameMargins()
        borders = (frame.left(), frame.top(), frame.right(), frame.bottom())
        maximised = int(self._window.isMaximized())
        corner = (place.x(), place.y(), place.width(), place.height())
        text = " ".join(map(str, (*corner, *borders, maximised)))
        self._settings.set_blob(name_of(screen), QByteArray(text.encode()))
        self._settings.set_blob(_LAST, QByteArray(name_of(screen).encode()))

    def _screen(self) -> QScreen:
        """The last screen used, else the one with the pointer."""
        last = bytes(self._settings.blob(_LAST).data()).decode("ascii", "replace")
        for screen in QGuiApplication.screens():
            if name_of(screen) == last:
                return screen
        found = QGuiApplication.screenAt(QCursor.pos())
        return found or QGuiApplication.primaryScreen()

    def _kept(self, screen: QScreen) -> tuple[QRect, QMargins, bool] | None:
        """Position within the screen's area, frame, and whether it was maximised."""
        words = bytes(self._settings.blob(name_of(screen)).data()).split()
        try:
            x, y, width, height, *borders, maximised = map(int, words)
            frame = QMargins(*borders)
        except (ValueError, TypeError):  # never stored, or broken
            return None
        sizes = (width, height, *(1 + border for border in borders))
        if not all(0 < size < _FAR for size in sizes) or max(abs(x), abs(y)) > _FAR:
            return None
        return QRect(x, y, width, height), frame, maximised == 1

    def _limit(self, room: QRect, frame: QMargins) -> None:
        """No smallest size may exceed the screen."""
        inner = room.marginsRemoved(frame).size()
        self._window.setMinimumSize(SMALLEST.boundedTo(inner))


def name_of(screen: QScreen) -> str:
    """A key for a screen: connector and size, since another may be plugged in."""
    size = screen.size()
    plug = "".join(c if c.isascii() and c.isalnum() else "-" for c in screen.name())
    return f"place-{plug}-{size.width()}x{size.height()}"


def inside(frame: QRect, room: QRect) -> QRect:
    """``frame``, made no larger than ``room`` and moved into it."""
    fitting = QRect(frame.topLeft(), frame.size().boundedTo(room.size()))
    x = min(max(fitting.x(), room.x()), room.x() + room.width() - fitting.width())
    y = min(max(fitting.y(), room.y()), room.y() + room.height() - fitting.height())
    fitting.moveTo(x, y)
    return fitting
