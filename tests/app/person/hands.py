"""Mouse and keyboard as the system sends them: to a window, which finds the widget."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier


def _place(widget: QWidget, at: QPoint) -> tuple[QWindow | None, QPoint]:
    top = widget.window()
    return top.windowHandle(), widget.mapTo(top, at)


def click(
    widget: QWidget,
    at: QPoint,
    button: Qt.MouseButton = LEFT,
    modifiers: Qt.KeyboardModifier = NONE,
    *,
    twice: bool = False,
) -> None:
    """Press and release; the release goes to whatever is there after the press."""
    drag(widget, [at], button, modifiers)
    if twice and shiboken6.isValid(widget) and widget.isVisible():
        window, where = _place(widget, at)
        if window is not None:
            QTest.mouseDClick(window, button, modifiers, where)


def drag(
    widget: QWidget,
    path: list[QPoint],
    button: Qt.MouseButton = LEFT,
    modifiers: Qt.KeyboardModifier = NONE,
) -> None:
    """Press at the first point, move over the others, release at the last."""
    window, where = _place(widget, path[0])
    if window is None:
        return
    shift = where - path[0]
    QTest.mouseMove(window, where)
    if not shiboken6.isValid(window):  # a pane that floated, and was put back meanwhile
        return
    QTest.mousePress(window, button, modifiers, where)
    for at in path[1:]:
        if shiboken6.isValid(window):
            QTest.mouseMove(window, at + shift)
    if shiboken6.isValid(window):
        QTest.mouseRelease(window, button, modifiers, path[-1] + shift)


def hover(widget: QWidget, at: QPoint) -> None:
    """Move the pointer with no button down."""
    window, where = _place(widget, at)
    if window is not None:
        QTest.mouseMove(window, where)


def rest(widget: QWidget, at: QPoint) -> None:
    """Leave the pointer where it is until a tip appears."""
    event = QHelpEvent(QHelpEvent.Type.ToolTip, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, event)


def wheel(
    widget: QWidget, at: QPoint, notches: int, modifiers: Qt.KeyboardModifier = NONE
) -> None:
    """Turn the wheel."""
    window, where = _place(widget, at)
    if window is not None:
        event = QWheelEvent(
            QPointF(where),
            QPointF(widget.mapToGlobal(at)),
            QPoint(0, 0),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(window, event)


def key(widget: QWidget, which: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press and release a key; shortcuts take it first."""
    window = widget.window().windowHandle()
    if window is not None:
        QTest.keyClick(window, which, modifiers)


def write(widget: QWidget, text: str) -> None:
    """Type ``text`` letter by letter into the focused widget."""
    window = widget.window().windowHandle()
    for letter in text:
        if window is None or not shiboken6.isValid(window):
            return
        if letter.isascii():
            QTest.keyClick(window, letter)
        else:  # the test kit has no such keys
            press = QKeyEvent(QKeyEvent.Type.KeyPress, 0, NONE, letter)
            QApplication.sendEvent(window, press)
