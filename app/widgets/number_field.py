"""A number that can be typed, dragged sideways, or stepped with the arrow keys."""

from __future__ import annotations

from math import log10
from typing import cast

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.look.numbers import field_text, parse_number

_DRAG_PIXELS = 3
# Modifiers allowed while a character is typed.
_HARMLESS = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.KeypadModifier
    | Qt.KeyboardModifier.GroupSwitchModifier
)
_EDITING = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Delete,
    }
)
_STANDARD = (
    QKeySequence.StandardKey.Copy,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.Paste,
    QKeySequence.StandardKey.SelectAll,
    QKeySequence.StandardKey.MoveToNextWord,
    QKeySequence.StandardKey.MoveToPreviousWord,
    QKeySequence.StandardKey.MoveToStartOfLine,
    QKeySequence.StandardKey.MoveToEndOfLine,
    QKeySequence.StandardKey.SelectNextWord,
    QKeySequence.StandardKey.SelectPreviousWord,
    QKeySequence.StandardKey.SelectStartOfLine,
    QKeySequence.StandardKey.SelectEndOfLine,
    QKeySequence.StandardKey.DeleteStartOfWord,
    QKeySequence.StandardKey.DeleteEndOfWord,
)


class NumberText(QLineEdit):
    """A number as text; until it is edited, keys that start no number are shortcuts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: dict[float, str] = {}  # values that have a name: {0: "all"}

    def event(self, event: QEvent) -> bool:
        """Keep the keys that edit; all others may be shortcuts."""
        if event.type() != QEvent.Type.ShortcutOverride:
            return super().event(event)
        event.setAccepted(self._edits(cast(QKeyEvent, event)))
        return True

    def _edits(self, event: QKeyEvent) -> bool:
        """Whether the key changes the text here or moves in it."""
        if event.matches(QKeySequence.StandardKey.Undo):
            return self.isModified()  # otherwise undo means the last change of the run
        if event.matches(QKeySequence.StandardKey.Redo):
            return self.isRedoAvailable()
        if any(event.matches(key) for key in _STANDARD):
            return True
        if event.modifiers() & ~_HARMLESS:
            return False
        if _is_space(event):
            return self.isModified()
        text = event.text()
        if text.isalpha() and not self.isModified():
            return any(word.startswith(text) for word in self.words.values())
        return event.key() in _EDITING or (bool(text) and text.isprintable())


class NumberField(NumberText):
    """Shows a number; a drag changes it, a click or F2 edits it.

    ``log`` fields change by a factor, others by ``step``. Values outside
    ``low … high`` are brought to the nearer end when dragged, and also when typed.
    Return accepts the text and Escape drops it; both give up the focus.
    """

    value_changed = Signal(float)

    def __init__(
        self,
        name: str,
        low: float,
        high: float,
        step: float = 0.0,
        *,
        whole: bool = False,
        log: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.low, self.high = low, high
        self.whole, self.log = whole, log
        self.step = step or (1.0 if whole else (high - low) / 200.0)
        self._value = low
        self._press: tuple[QPointF, float] | None = None
        self._dragging = False
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.editingFinished.connect(self._on_typed)

    @property
    def value(self) -> float:
        """The number."""
        return self._value

    def set_value(self, value: float) -> None:
        """Show ``value`` without emitting a signal."""
        self._value = value
        if not (self.hasFocus() and self.isModified()):
            self._show()

    def _show(self) -> None:
        text = self.words.get(self._value)
        self.setText(text or field_text(self._value, self.whole))
        self.setModified(False)

    def offer(self, value: float) -> None:
        """Set a value as if it were typed, within the limits."""
        value = min(self.high, max(self.low, value))
        if self.whole:
            value = float(round(value))
        if value != self._value:
            self._value = value
            self._show()
            self.value_changed.emit(value)

    def _on_typed(self) -> None:
        if not self.isModified():
            return
        text = self.text().strip()
        named = [v for v, word in self.words.items() if word == text]
        value = named[0] if named else parse_number(text)
        self.setModified(False)
        if value is not None:
            self.offer(value)
        self._show()

    def nudge(self, steps: float) -> None:
        """Change by ``steps`` small steps."""
        value = self._moved(self._value, steps)
        if self.whole and steps and round(value) == round(self._value):
            value = self._value + (1 if steps > 0 else -1)
        self.offer(value)

    def _moved(self, start: float, steps: float) -> float:
        """The number ``steps`` small steps from ``start``."""
        if not self.log:
            value = start + round(steps) * self.step
            return round(round(value / self.step) * self.step, 10)
        floor = self.low if self.low > 0 else self.step
        value = float(max(start, floor) * 10.0 ** (steps / 20.0))
        if value < floor and not self.whole:
            return self.low  # if there is a 0, it is below the floor
        # People read three digits; more would look like noise.
        return value if self.whole else round(value, 2 - int(log10(value) // 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step (with Shift ten times), Return accepts, Escape restores."""
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            size = 10.0 if shift else 1.0
            self._on_typed()  # step from the typed text, not from the old value
            self.nudge(size if key == Qt.Key.Key_Up else -size)
        elif key == Qt.Key.Key_Escape:
            self._show()
            self.clearFocus()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            self.clearFocus()  # the next key would replace a selected number
        elif _is_space(event) and not self.isModified():
            event.ignore()  # no number starts with one
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag may start."""
        if event.button() == Qt.MouseButton.LeftButton and not self.hasFocus():
            self._press = (event.position(), self._value)
            self._dragging = False
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag: right is more."""
        if self._press is None:
            super().mouseMoveEvent(event)
            return
        origin, start = self._press
        moved = event.position().x() - origin.x()
        if abs(moved) >= _DRAG_PIXELS:
            self._dragging = True
        if self._dragging:
            self.offer(self._moved(start, moved / 4.0))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press without a drag starts editing."""
        pressed, self._press = self._press, None
        if pressed is None:
            super().mouseReleaseEvent(event)
        elif not self._dragging:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.selectAll()
        self._dragging = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a text cursor while editing."""
        super().focusInEvent(event)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the drag cursor again."""
        super().focusOutEvent(event)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.deselect()


def _is_space(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Space and not event.modifiers() & ~_HARMLESS
