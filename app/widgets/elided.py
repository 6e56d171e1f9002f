"""A label that shortens its text instead of forcing its width on others."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOption, QWidget

from app.look.numbers import form_of
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
    """A few words on a ground of their own, cut with … where there is no room.

    A number in them may change in every frame. To Qt, the text is its form, which
    stays: a label with another text makes all layouts around it compute again.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self._text = ""
        super().__init__(parent)

    def text(self) -> str:
        """The words shown."""
        return self._text

    def setText(self, text: str) -> None:
        """Show ``text``."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        form = form_of(text)
        if form != super().text():
            super().setText(form)
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for two or three letters."""
        whole = super().minimumSizeHint()
        few = whole.height() + self.fontMetrics().horizontalAdvance("mm…")
        return QSize(min(few, whole.width()), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words, or as much of them as fits."""
        painter, option = QPainter(self), QStyleOption()
        option.initFrom(self)
        primitive = QStyle.PrimitiveElement.PE_Widget
        self.style().drawPrimitive(primitive, option, painter, self)
        inside, text = self.contentsRect(), self._text
        if self.width() < super().sizeHint().width():
            right = Qt.TextElideMode.ElideRight
            text = self.fontMetrics().elidedText(text, right, inside.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(inside, Qt.AlignmentFlag.AlignCenter, text)
