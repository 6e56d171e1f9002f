"""Fills in the style sheet from a theme and applies it to the application."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import platformdirs
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from app.look.colour import mix
from app.look.icons import icon_pixmap
from app.look.theme import Theme

_SHEET = Path(__file__).with_name("style.qss")


@lru_cache(maxsize=8)
def style_sheet(theme: Theme) -> str:
    """The style sheet for ``theme``."""
    values = {
        "window": theme.window,
        "pane": theme.pane,
        "field": theme.field,
        "hover": theme.hover,
        "text": theme.text,
        "secondary": theme.secondary,
        "hairline": theme.hairline,
        "accent": theme.accent,
        "onAccent": theme.on_accent,
        "bad": theme.bad,
        "accentHover": mix(theme.accent, theme.text, 0.15),
        "accentFaint": mix(theme.pane, theme.accent, 0.35),
        "accentGround": mix(theme.pane, theme.accent, 0.07),
        "badFaint": mix(theme.pane, theme.bad, 0.45),
        "badGround": mix(theme.pane, theme.bad, 0.08),
        "focusOnAccent": theme.text,
        "faded": mix(theme.pane, theme.secondary, 0.65),
        "track": mix(theme.hairline, theme.secondary, 0.25),
        "chevron": _picture("chevron-down", theme.secondary),
        "onward": _picture("chevron-right", theme.secondary),
        "onwardOnAccent": _picture("chevron-right", theme.on_accent),
        "check": _picture("check", theme.on_accent),
        "tick": _picture("check", theme.text),
        # Qt draws square corners if a radius exceeds half the side.
        "handleRadius": f"{theme.px(8) // 2 + 2}px",
        "handleMargin": f"-{(theme.px(8) + 5 - theme.px(4)) // 2}px",
        "chipRadius": f"{theme.px(18) // 2}px",
        "radioRadius": f"{theme.px(12) // 2 + 1}px",
        "radioDot": f"{theme.px(12) + 2 - 2 * theme.px(4)}px",
    }

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("px"):
            return str(theme.px(int(name[2:].removesuffix("px")))) + "px"
        return values[name]

    text = _SHEET.read_text("utf-8")
    return re.sub(r"@(px\d+px|[a-zA-Z]+)", fill, text)


def _picture(name: str, colour: str) -> str:
    """A file with a tinted icon: style sheets can name pictures by path only."""
    folder = Path(platformdirs.user_cache_dir("hyperfold", appauthor=False)) / "icons"
    path = folder / f"{name}-{colour.lstrip('#')}.png"
    if not path.exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            icon_pixmap(name, colour, 16, 3.0).save(str(path), "PNG")
        except OSError:
            return ""  # no arrow is drawn; the combo box still works
    return path.as_posix()


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the whole application the look of ``theme``."""
    sheet = style_sheet(theme)
    if app.styleSheet() == sheet:
        return
    QPixmapCache.clear()
    app.setPalette(theme.palette())
    app.setFont(theme.font())
    # Qt notifies a widget of a new sheet once per ancestor, but of an empty one only
    # once.
    app.setStyleSheet("")
    app.setStyleSheet(sheet)
