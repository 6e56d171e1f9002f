"""A small switch."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.look.theme import LIGHT, Theme


class Toggle(QAbstractButton):
    """On or off; Space and Return change it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and size of ``theme``."""
        self._theme = theme
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        """A flat pill, inside the ring that shows the focus."""
        return QSize(self._theme.px(36), self._theme.px(26))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pill, its knob, and the focus ring."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height, width = theme.px(16), theme.px(28)
        left, top = (self.width() - width) / 2, (self.height() - height) / 2
        pill = QRectF(left, top, width, height)
        on = self.isChecked()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent if on else theme.hover))
        painter.drawRoundedRect(pill, height / 2, height / 2)
        if not on:
            painter.setPen(QPen(QColor(theme.secondary), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            edge = pill.adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(edge, edge.height() / 2, edge.height() / 2)
            painter.setPen(Qt.PenStyle.NoPen)
        knob = height - theme.px(6)
        x = pill.right() - knob - theme.px(3) if on else pill.left() + theme.px(3)
        painter.setBrush(QColor(theme.on_accent if on else theme.secondary))
        painter.drawEllipse(QRectF(x, pill.top() + theme.px(3), knob, knob))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = pill.adjusted(-3, -3, 3, 3)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
