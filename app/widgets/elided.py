"""A label that shortens its text instead of forcing its width on others."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

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
