"""Colours, fonts and measures of both themes; every widget takes its look from here.

A colour means one thing. To change the look, change this file and ``style.qss``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPalette

from app.look.colour import Bytes, contrast, mix, ramp
from app.look.numbers import form_of

#: The four font sizes, in logical pixels at 100 %.
SMALL, BODY, LARGE, HUGE = 11, 13, 15, 20
FONT_FAMILY = "Source Sans Pro"
#: Space comes in multiples of this.
UNIT = 4

#: One marker per class, in class order; `markers.marker_path` draws the shapes. There
#: is one more than there are colours, so no two of 64 classes share both.
SYMBOLS = ("o", "s", "t1", "d", "p", "star", "t", "h", "+")


@dataclass(frozen=True)
class Theme:
    """One look; frozen, so that it can go to another thread inside a job."""

    name: str  # "light" or "dark"
    window: str
    pane: str
    field: str  # background of fields, chips, tracks
    hover: str
    text: str
    secondary: str
    hairline: str
    accent: str
    on_accent: str
    good: str
    warning: str
    bad: str
    classes: tuple[str, ...]
    layers: tuple[str, ...]  # stops of the ramp from first to last layer
    amounts: tuple[str, ...]  # stops of the map of positive amounts
    scale: float = 1.0  # of type and controls: 1.0 … 3.0

    @property
    def dark(self) -> bool:
        """Whether it is light text on a dark background."""
        return self.name == "dark"

    def scaled(self, scale: float) -> Theme:
        """The same look with larger fonts."""
        return replace(self, scale=scale)

    def px(self, length: float) -> int:
        """A length at 100 % in logical pixels at this scale."""
        return round(length * self.scale)

    def font(self, size: int = BODY, weight: int = QFont.Weight.Normal) -> QFont:
        """The one font, with tabular figures."""
        return _font(max(1, self.px(size)), int(weight))

    def metrics(self, size: int = BODY) -> QFontMetricsF:
        """Measures of the font, made once."""
        return _metrics(max(1, self.px(size)))

    def width(self, text: str, size: int = BODY) -> float:
        """Pixels that ``text`` takes; kept, because words hardly change."""
        return _width(text, max(1, self.px(size)))

    def number_width(self, text: str, size: int = BODY) -> float:
        """The same for a number, which changes in every frame."""
        return self.width(form_of(text), size)

    def class_colour(self, index: int) -> QColor:
        """Colour of class ``index``; also of output unit ``index``.

        After the last colour they begin again, darker: lightness is what everyone can
        tell apart. Markers differ in shape too.
        """
        again, place = divmod(index, len(self.classes))
        colour = self.classes[place]
        if again % 2:
            colour = mix(colour, *(self.pane, 0.36) if self.dark else (self.text, 0.55))
        return QColor(colour)

    def class_symbol(self, index: int) -> str:
        """The marker of class ``index``, one of `SYMBOLS`."""
        return SYMBOLS[index % len(SYMBOLS)]

    def layer_colour(self, index: int, depth: int) -> QColor:
        """Colour of layer ``index`` of ``depth`` (output layer included)."""
        table = ramp(self.layers, 256)
        place = 0 if depth < 2 else round(255 * index / (depth - 1))
        return QColor(*(int(v) for v in table[place, :3]))

    def layer_ink(self, index: int, depth: int) -> QColor:
        """The layer's colour for text: strong enough to be readable on the pane."""
        return QColor(_ink(self.layer_colour(index, depth).name(), self))

    @cached_property
    def diverging(self) -> Bytes:
        """From class 2 (low) through the pane's colour to class 1 (high); (256, 4)."""
        return ramp((self.classes[1], self.pane, self.classes[0]), 256)

    @cached_property
    def sequential(self) -> Bytes:
        """Small to large positive amounts; (256, 4)."""
        return ramp(self.amounts, 256)

    @cached_property
    def grid(self) -> str:
        """Faint lines behind data."""
        return mix(self.pane, self.hairline, 0.7)

    @cached_property
    def outline(self) -> str:
        """The thin edge of markers: the pane's colour, so that they are distinct."""
        return self.pane if not self.dark else self.window

    def palette(self) -> QPalette:
        """The palette for Fusion; on several platforms nothing else sets it."""
        palette = QPalette()
        roles = QPalette.ColorRole
        for role, colour in (
            (roles.Window, self.window),
            (roles.WindowText, self.text),
            (roles.Base, self.pane),
            (roles.AlternateBase, self.field),
            (roles.Text, self.text),
            (roles.Button, self.field),
            (roles.ButtonText, self.text),
            (roles.BrightText, self.on_accent),
            (roles.ToolTipBase, self.pane),
            (roles.ToolTipText, self.text),
            (roles.PlaceholderText, self.secondary),
            (roles.Highlight, self.accent),
            (roles.HighlightedText, self.on_accent),
            (roles.Accent, self.accent),
            (roles.Link, self.accent),
            (roles.LinkVisited, self.accent),
            (roles.Light, self.pane),
            (roles.Midlight, self.hairline),
            (roles.Mid, self.hairline),
            (roles.Dark, self.hairline),
            (roles.Shadow, self.hairline),
        ):
            palette.setColor(role, QColor(colour))
        faded = QColor(mix(self.window, self.secondary, 0.6))
        for role in (roles.WindowText, roles.Text, roles.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, faded)
        return palette


@lru_cache(maxsize=64)
def _font(pixels: int, weight: int) -> QFont:
    font = QFont(FONT_FAMILY)
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    # The same outlines on every machine, and even spacing when text is scaled.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@lru_cache(maxsize=64)
def _metrics(pixels: int) -> QFontMetricsF:
    return QFontMetricsF(_font(pixels, QFont.Weight.Normal))


@lru_cache(maxsize=1024)
def _width(text: str, pixels: int) -> float:
    return _metrics(pixels).horizontalAdvance(text)


@lru_cache(maxsize=256)
def _ink(colour: str, theme: Theme) -> str:
    """``colour``, mixed with the text colour until the contrast is 4.5:1."""
    shares = (k / 50 for k in range(50))
    mixed = (mix(colour, theme.text, share) for share in shares)
    return next((c for c in mixed if contrast(c, theme.pane) >= 4.5), theme.text)


#: Okabe and Ito's set, blue first; darkened or lightened just enough for a contrast of
#: 3:1 on the pane where the published value falls short of it.
LIGHT = Theme(
    name="light",
    window="#F5F6F8",
    pane="#FFFFFF",
    field="#EEF0F4",
    hover="#E4E8EE",
    text="#1B1F24",
    secondary="#5B6472",
    hairline="#E1E5EA",
    accent="#2463E0",
    on_accent="#FFFFFF",
    good="#0B7A55",
    warning="#8F5B00",
    bad="#C2261C",
    classes=(
        "#0072B2",
        "#C98700",
        "#009E73",
        "#D55E00",
        "#C4609A",
        "#2E93D6",
        "#8A7A00",
        "#5B6472",
    ),
    layers=("#5B4BD6", "#C2408F", "#D9691A"),
    amounts=("#FFFFFF", "#BFD5EC", "#6D9CCB", "#34649B", "#14304F"),
)
DARK = Theme(
    name="dark",
    window="#14171C",
    pane="#1B1F26",
    field="#262B34",
    hover="#303642",
    text="#E6EAF0",
    secondary="#9AA4B2",
    hairline="#2B313A",
    accent="#6C9BFF",
    on_accent="#0E1420",
    good="#4CC79A",
    warning="#E8B04A",
    bad="#FF7A70",
    classes=(
        "#56B4E9",
        "#F0AE3C",
        "#2CC296",
        "#F07A33",
        "#DE8FBD",
        "#8FCBF2",
        "#E3D75A",
        "#9AA4B2",
    ),
    layers=("#8F82FF", "#EE6FB0", "#FFA552"),
    amounts=("#1B1F26", "#25476B", "#3B7DB5", "#83BBE3", "#EAF5FF"),
)

THEMES = {"light": LIGHT, "dark": DARK}
