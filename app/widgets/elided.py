"""A label that shortens its text instead of forcing its width on others."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOption, QWidget

from app.widgets.label import Label, plain_tooltip


class ElidedLabel(Label):
    """One line, cut with … where it does not fit; the whole is in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""

    def set_text(self, text: str) -> None:
        """Show ``text``."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.setToolTip(plain_tooltip(text))
            self.update()

    def minimumSizeHint(self) -> QSize:
        """It can always shrink."""
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """As wide as the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(
            self._text, Qt.TextElideMode.ElideRight, self.width()
        )
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), flags, text)


class Chip(Label):
    """A few words on a ground of their own, cut with … where there is no room."""

    def minimumSizeHint(self) -> QSize:
        """Room for two or three letters."""
        whole = super().minimumSizeHint()
        few = whole.height() + self.fontMetrics().horizontalAdvance("mm…")
        return QSize(min(few, whole.width()), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words, or as much of them as fits."""
        if self.width() >= super().sizeHint().width():
            super().paintEvent(event)
            return
        painter, option = QPainter(self), QStyleOption()
        option.initFrom(self)
        primitive = QStyle.PrimitiveElement.PE_Widget
        self.style().drawPrimitive(primitive, option, painter, self)
        inside = self.contentsRect()
        text = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, inside.width()
        )
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(inside, Qt.AlignmentFlag.AlignCenter, text)
