"""Buttons with line icons that follow the theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from app.look.icons import icon
from app.look.theme import LIGHT, Theme
from app.widgets.tip import Tip, set_tip


class IconButton(QToolButton):
    """A flat square button; ``primary`` is filled with the accent colour."""

    def __init__(
        self,
        icon_name: str,
        tip: Tip,
        *,
        size: int = 32,
        glyph: int = 20,
        primary: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon_name, self._size, self._glyph = icon_name, size, glyph
        self._theme = LIGHT
        self._primary = primary
        self.setObjectName("primary" if primary else "flat")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tip.title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tip(self, tip)

    def set_icon(self, name: str, tip: Tip | None = None) -> None:
        """Show another icon, with another text if the meaning changed too."""
        self._icon_name = name
        if tip is not None:
            self.setAccessibleName(tip.title)
            set_tip(self, tip)
        self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        """Tint the icon and take the size from the theme."""
        self._theme = theme
        if self._primary:
            colour = theme.on_accent
        else:
            colour = theme.text if self._size >= 28 else theme.secondary
        side, glyph = theme.px(self._size), theme.px(self._glyph)
        self.setIcon(icon(self._icon_name, colour, glyph))
        self.setIconSize(QSize(glyph, glyph))
        self.setFixedSize(side, side)


class TextButton(QToolButton):
    """A flat button with text, and an icon where it helps."""

    def __init__(
        self,
        text: str,
        tip: Tip,
        icon_name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._theme = LIGHT
        self.setObjectName("words")
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tip.title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tip(self, tip)

    def set_meaning(self, text: str, tip: Tip, icon_name: str) -> None:
        """Change what the button does and says."""
        if (text, icon_name) == (self.text(), self._icon_name):
            return
        self._icon_name = icon_name
        self.setText(text)
        self.setAccessibleName(tip.title)
        set_tip(self, tip)
        self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        """Tint the icon and apply the theme's font."""
        self._theme = theme
        self.setFont(theme.font())
        self.setFixedHeight(theme.px(28))
        if self._icon_name:
            glyph = theme.px(18)
            self.setIcon(icon(self._icon_name, theme.text, glyph))
            self.setIconSize(QSize(glyph, glyph))
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
