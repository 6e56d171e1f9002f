"""A count between − and +, which can also be typed."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.look.numbers import parse_number
from app.look.theme import LIGHT, SMALL, Theme
from app.widgets.buttons import IconButton
from app.widgets.number_field import NumberText
from app.widgets.tip import Tip, set_tip
from core.language import tr


class CountField(NumberText):
    """A count that looks like a label until it is clicked and edited."""

    counted = Signal(int)
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("count")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextMargins(-2, 0, -2, 0)  # cancels Qt's own margins
        self._words = "0"  # its text while not edited
        self._count, self._low, self._high = 0, 0, 0
        self.editingFinished.connect(self._on_typed)

    def show_count(self, count: int, low: int, high: int, words: str) -> None:
        """Show ``words``, or ``count`` where it is being edited."""
        self._count, self._low, self._high = count, low, high
        self._words = words
        if not (self.hasFocus() and self.isModified()):
            self._show()

    def _show(self) -> None:
        self.setText(str(self._count) if self.hasFocus() else self._words)
        if self.hasFocus():
            self.selectAll()

    def _on_typed(self) -> None:
        if self.isModified():
            value = parse_number(self.text())
            self.setModified(False)
            if value is not None:
                count = min(self._high, max(self._low, round(value)))
                if count != self._count:
                    self.counted.emit(count)
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step; Return accepts, Escape restores; both give up the focus."""
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._on_typed()
            by = 1 if key == Qt.Key.Key_Up else -1
            if self._low <= self._count + by <= self._high:
                self.stepped.emit(by)
        elif key == Qt.Key.Key_Escape:
            self.setModified(False)
            self.clearFocus()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            self.clearFocus()  # the next key is a shortcut again
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select only the count for typing."""
        super().focusInEvent(event)
        self._show()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Accept what was typed, and show the label again."""
        super().focusOutEvent(event)
        self._show()


class Stepper(QWidget):
    """A count between − and +; the count can also be typed."""

    stepped = Signal(int)  # −1 or +1
    counted = Signal(int)
    left = Signal()  # the mouse has left

    def __init__(
        self, name: Tip, less: Tip, more: Tip, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.less = IconButton("minus", less, size=20, glyph=14, parent=self)
        self.more = IconButton("plus", more, size=20, glyph=14, parent=self)
        self.count = CountField(self)
        self.count.setAccessibleName(name.title)
        set_tip(self.count, name)
        self._theme: Theme = LIGHT
        self._range = (0, 0, 0)
        self._part: int | None = None
        self._cramped = False
        self.count.counted.connect(self.counted)
        self.count.stepped.connect(self.stepped)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.less, self.count, self.more):
            row.addWidget(part)
        self.less.clicked.connect(lambda: self.stepped.emit(-1))
        self.more.clicked.connect(lambda: self.stepped.emit(1))

    def show_count(self, count: int, low: int, high: int) -> None:
        """Show ``count``; a button is disabled at the end of the range."""
        self._range = (count, low, high)
        self.less.setEnabled(count > low)
        self.more.setEnabled(count < high)
        self._say()

    def show_part(self, part: int | None, room: int) -> None:
        """Tell that only ``part`` of them are shown; None: all are.

        It stays within ``room`` as far as possible: with less text, then without − and
        +, since the count can still be typed.
        """
        self._part = part
        for self._cramped in (False, True):
            self._say()
            if self.sizeHint().width() <= room:
                break
        for button in (self.less, self.more):
            button.setVisible(self.sizeHint().width() <= room)

    def _say(self) -> None:
        theme, count = self._theme, self._range[0]
        between = "/" if self._cramped else tr(" of ")
        words = str(count) if self._part is None else f"{self._part}{between}{count}"
        font = theme.font() if self._part is None else theme.font(SMALL)
        self.count.setFont(font)
        air = theme.px(1 if self._cramped else 6) + 2  # its edge
        room = ceil(QFontMetricsF(font).horizontalAdvance(words)) + air
        self.count.setFixedSize(max(theme.px(26), room), theme.px(20))
        self.count.show_count(*self._range, words)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for a count between two buttons, visible or not."""
        px = self._theme.px
        return QSize(2 * px(20) + self.count.minimumWidth(), px(20))

    def leaveEvent(self, event: QEvent) -> None:
        """Signal it, for updates that waited for the mouse to leave."""
        self.left.emit()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self._say()
        self.less.set_theme(theme)
        self.more.set_theme(theme)
