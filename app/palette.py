"""Colours that carry data: classes, signed values, amounts and layers.

One palette for the light and one for the dark theme. Colours are plain numbers here
(no Qt), so that worker threads can colour images too; `colour` makes a `QColor`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from core.arrays import Floats, Ints

Bytes = npt.NDArray[np.uint8]
Rgb = tuple[int, int, int]

#: Marker shape of each class, in the same fixed order as the colours.
CLASS_MARKERS = (
    "circle", "square", "triangle", "diamond", "cross", "down", "pentagon", "star",
)  # fmt: skip

# Okabe and Ito's set, blue first, orange second; yellow and black, which vanish on
# one of the panes, give way to a darker gold and a grey.
_CLASSES_LIGHT = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#9A8700",
    "#5B6472",
)  # fmt: skip
_CLASSES_DARK = (
    "#56B4E9", "#F5B335", "#2CC89B", "#E29AC3", "#F07F3C", "#8FD0F5", "#E8DD55",
    "#A9B2BF",
)  # fmt: skip


def rgb_of(code: str) -> Rgb:
    """``#RRGGBB`` as three numbers."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def colour(rgb: Rgb | Bytes, alpha: float = 1.0) -> QColor:
    """A `QColor`; ``alpha`` from 0 to 1."""
    return QColor(int(rgb[0]), int(rgb[1]), int(rgb[2]), round(255 * alpha))


@dataclass(frozen=True, eq=False)
class Palette:
    """The data colours of one theme."""

    dark: bool
    window: Rgb
    pane: Rgb
    text: Rgb
    secondary: Rgb
    hairline: Rgb
    accent: Rgb
    warning: Rgb
    classes: Bytes  # (8, 3)
    diverging: Bytes  # (256, 3): low = second class, middle = pane, high = first
    sequential: Bytes  # (256, 3): 0 = pane, rising evenly in lightness contrast
    ramp: Bytes  # (256, 3): first layer to last

    def class_rgb(self, number: int) -> Rgb:
        """Colour of class ``number`` (0 is the first); repeats after eight."""
        r, g, b = (int(v) for v in self.classes[number % len(self.classes)])
        return r, g, b

    def layer_rgb(self, layer: int, depth: int) -> Rgb:
        """Colour of layer ``layer`` (0 is the first) of ``depth`` layers."""
        place = 0.0 if depth <= 1 else layer / (depth - 1)
        r, g, b = (int(v) for v in self.ramp[round(255 * min(max(place, 0.0), 1.0))])
        return r, g, b

    @property
    def positive(self) -> Rgb:
        """Colour of positive weights and values."""
        return self.class_rgb(0)

    @property
    def negative(self) -> Rgb:
        """Colour of negative weights and values."""
        return self.class_rgb(1)

    def signed(self, values: Floats, scale: float | Floats) -> Bytes:
        """Colour ``values`` by sign and size; ``scale`` maps to the ends. (…, 3)."""
        safe = np.where(np.asarray(scale) > 0, scale, 1.0)
        place = np.clip(values / safe, -1.0, 1.0) * 127.5 + 127.5
        painted: Bytes = self.diverging[np.nan_to_num(place).astype(np.uint8)]
        return painted

    def amounts(self, values: Floats, low: float, high: float) -> Bytes:
        """Colour amounts between ``low`` (the pane's colour) and ``high``. (…, 3)."""
        span = high - low if high > low else 1.0
        place = np.clip((values - low) / span, 0.0, 1.0) * 255.0
        painted: Bytes = self.sequential[np.nan_to_num(place).astype(np.uint8)]
        return painted

    def mixture(self, probabilities: Floats, strength: float = 0.5) -> Bytes:
        """Mix class colours by probability over the pane; (n, k) to (n, 3).

        Even odds give the pane's own colour, so that a boundary reads as a pale seam.
        """
        k = probabilities.shape[-1]
        chance = 1.0 / k
        sure = np.clip((probabilities - chance) / (1.0 - chance), 0.0, 1.0)
        number = np.arange(k) % len(self.classes)
        pane = np.array(self.pane, np.float32)
        towards = self.classes[number].astype(np.float32) - pane
        mixed = pane + strength * (sure.astype(np.float32) @ towards)
        painted: Bytes = np.clip(np.nan_to_num(mixed), 0, 255).astype(np.uint8)
        return painted


def _to_oklab(rgb: Ints | Floats) -> Floats:
    """SRGB bytes (…, 3) in OKLab, where equal distances look equally large."""
    c = np.asarray(rgb, float) / 255.0
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    lms = np.cbrt(
        linear
        @ np.array(
            [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ]
        ).T
    )
    lab: Floats = (
        lms
        @ np.array(
            [
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ]
        ).T
    )
    return lab


def _from_oklab(lab: Floats) -> Bytes:
    lms = (
        lab
        @ np.array(
            [
                [1.0, 0.3963377774, 0.2158037573],
                [1.0, -0.1055613458, -0.0638541728],
                [1.0, -0.0894841775, -1.2914855480],
            ]
        ).T
    ) ** 3
    linear = np.clip(
        lms
        @ np.array(
            [
                [4.0767416621, -3.3077115913, 0.2309699292],
                [-1.2684380046, 2.6097574011, -0.3413193965],
                [-0.0041960863, -0.7034186147, 1.7076147010],
            ]
        ).T,
        0.0,
        1.0,
    )
    srgb = np.where(
        linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055
    )
    coded: Bytes = np.round(255 * srgb).astype(np.uint8)
    return coded


def blend(*codes: str | Rgb, steps: int = 256) -> Bytes:
    """An even path through the given colours, (steps, 3), mixed in OKLab."""
    stops = np.array([rgb_of(c) if isinstance(c, str) else c for c in codes])
    lab = _to_oklab(stops)
    at = np.linspace(0, len(codes) - 1, steps)
    return _from_oklab(
        np.stack([np.interp(at, np.arange(len(codes)), lab[:, i]) for i in range(3)], 1)
    )


def _sequential(*codes: str | Rgb) -> Bytes:
    """Like `blend`, with lightness a straight line from end to end."""
    table = _to_oklab(blend(*codes))
    table[:, 0] = np.linspace(table[0, 0], table[-1, 0], len(table))
    return _from_oklab(table)


@cache
def palette(dark: bool) -> Palette:
    """The data colours for the dark or the light theme."""
    codes = _CLASSES_DARK if dark else _CLASSES_LIGHT
    pane = rgb_of("#1B1F26" if dark else "#FFFFFF")
    made = Palette(
        dark=dark,
        window=rgb_of("#14171C" if dark else "#F5F6F8"),
        pane=pane,
        text=rgb_of("#E6EAF0" if dark else "#1B1F24"),
        secondary=rgb_of("#9AA4B2" if dark else "#5B6472"),
        hairline=rgb_of("#2B313A" if dark else "#E1E5EA"),
        accent=rgb_of("#6C9CFF" if dark else "#2F6FE4"),
        warning=rgb_of("#FF7A70" if dark else "#C62F25"),
        classes=np.array([rgb_of(c) for c in codes], np.uint8),
        diverging=blend(codes[1], pane, codes[0]),
        sequential=(
            _sequential(pane, "#245A6B", "#3FA08B", "#A9D989", "#F7F6C5")
            if dark
            else _sequential(pane, "#BFE0C4", "#4FA7A0", "#2C6A99", "#2B2A63")
        ),
        ramp=(
            blend("#8C7BFF", "#E45FB4", "#FF9C5B")
            if dark
            else blend("#5B45E0", "#C62F8C", "#DE5B1E")
        ),
    )
    for table in (made.classes, made.diverging, made.sequential, made.ramp):
        table.flags.writeable = False
    return made
