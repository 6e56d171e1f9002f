"""A painted widget that works by keyboard as well as by mouse."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.look.theme import Theme
from core.language import tr

#: Steps to the right and down.
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
#: Focus reasons that only return the focus to where it was.
_BACK = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


class KeyCanvas(QWidget):
    """Takes the keyboard focus, shows it, and describes which keys do what.

    After a click, → still trains one step; the canvas uses the arrows once it got the
    focus by keyboard or a key moved something here.
    """

    keys: ClassVar[str] = ""  # which keys do what, in a sentence or two

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._by_keys = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.tell("")

    @property
    def takes_arrows(self) -> bool:
        """Whether → moves something here; elsewhere it trains one step."""
        return self._by_keys

    def tell(self, words: str) -> None:
        """Announce what the keys have found, before the list of keys."""
        keys = tr(self.keys)
        self.setAccessibleDescription(f"{words}. {keys}" if words else keys)

    def key_used(self, key: Qt.Key) -> bool:
        """Handle ``key``; False if it does nothing here."""
        return False

    def keys_left(self) -> None:
        """The focus was lost: hide what only the keys had shown."""

    def hand_on(self, to: KeyCanvas) -> None:
        """Pass the focus, if it is here, on to ``to``, with the same reason."""
        if self.hasFocus():
            reason = Qt.FocusReason.OtherFocusReason
            to.setFocus(reason if self._by_keys else Qt.FocusReason.MouseFocusReason)

    def draw_focus(self, painter: QPainter, theme: Theme) -> None:
        """Draw a frame if the focus came by keyboard; call it last."""
        if self.hasFocus() and self._by_keys:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the key, or pass it on to the parent."""
        # macOS treats the arrows as keypad keys.
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        plus = event.key() == Qt.Key.Key_Plus  # needs Shift on many keyboards
        plain = plus or held == Qt.KeyboardModifier.NoModifier
        if plain and self.key_used(Qt.Key(event.key())):
            self._by_keys = True
            self.update()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus, unless it came by mouse."""
        if event.reason() not in _BACK:
            self._by_keys = event.reason() != Qt.FocusReason.MouseFocusReason
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the frame and what the keys had shown."""
        if self._by_keys and event.reason() not in _BACK:
            self.keys_left()
            self.tell("")
        self.update()
