"""Rows for text: a field below its label; a typed function with an error caret."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QLineEdit, QWidget

from app.look.theme import Theme
from app.widgets.rows import ROW, Row
from app.widgets.tip import Tip
from core.expression import ExpressionError, parse

WIDTH = 28  # letters that fit in a caret line


class TextRow(Row):
    """A line of text; accepted when Return is pressed or the field loses the focus."""

    value_changed = Signal(str)

    def __init__(self, tip: Tip, parent: QWidget | None = None) -> None:
        self.field = QLineEdit()
        self._shown = ""
        self.default: str | None = None
        super().__init__(tip, self.field, parent)
        self.line.removeWidget(self.field)
        self.body.insertWidget(1, self.field)
        self.field.editingFinished.connect(self._on_edited)
        self.reset_asked.connect(self._on_reset)

    @property
    def value(self) -> str:
        """The text in use."""
        return self._shown

    def set_value(self, text: str) -> None:
        """Show ``text``, unless the user is still editing a rejected one."""
        self._shown = text
        if not self.note.text():
            self.field.setText(text)
        self.set_changed(self.default is not None and text != self.default)

    def _on_edited(self) -> None:
        text = self.field.text().strip()
        if text != self._shown and self.fits(text):
            self.value_changed.emit(text)

    def _on_reset(self) -> None:
        if self.default is not None:
            self.refuse("")
            self.value_changed.emit(self.default)

    def fits(self, text: str) -> bool:
        """Whether the text is valid; an error is shown below the field."""
        return bool(text)

    def set_theme(self, theme: Theme) -> None:
        """Apply the font and row height of ``theme``."""
        super().set_theme(theme)
        self.field.setFixedHeight(theme.px(ROW))


class FunctionRow(TextRow):
    """A typed function; a caret marks the place of a mistake."""

    def __init__(
        self, tip: Tip, variables: tuple[str, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(tip, parent)
        self._variables = variables

    def fits(self, text: str) -> bool:
        """Parse it; moves the cursor to a mistake."""
        try:
            parse(text, self._variables)
        except ExpressionError as error:
            self.refuse(_near(error))
            self.field.setCursorPosition(min(error.place, len(text)))
            return False
        self.refuse("")
        return True

    def refuse(self, sentence: str) -> None:
        """Show an error; sentences wrap, but a caret must stay under its letter."""
        self.note.setWordWrap("\n" not in sentence)
        super().refuse(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Use a fixed-width font, so that the caret is in the right place."""
        super().set_theme(theme)
        plain = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        plain.setPixelSize(theme.px(11))
        self.note.setFont(plain)


def _near(error: ExpressionError) -> str:
    """The part of the text around the mistake, a caret below, and the reason."""
    start = 0 if len(error.text) <= WIDTH else max(0, error.place - WIDTH // 2)
    part = error.text[start : start + WIDTH]
    return f"{part}\n{' ' * (error.place - start)}^\n{error.reason}"
