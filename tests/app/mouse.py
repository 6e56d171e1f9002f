"""Pointing at a widget, whatever window happens to be above it on the screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget


def hover(widget: QWidget, at: QPoint) -> None:
    """Move the pointer to ``at`` with no button down.

    `QTest.mouseMove` moves the screen's one pointer, and Qt then asks which window is
    there; a window that another test left in front would get the event.
    """
    where = QPointF(at)
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        where,
        widget.mapToGlobal(where),
        none,
        none,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)
