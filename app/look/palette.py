"""Values as colours: classes, signed values and amounts, painted from the theme.

No widget here, only arrays, so that worker threads can colour images too. The colours
themselves are in `app.look.theme`.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage

from app.look.colour import rgb
from app.look.theme import Theme
from core.arrays import Floats, finite

Bytes = npt.NDArray[np.uint8]
_SHADES = 1025  # for two classes; an odd number, to include even odds


def tint(colour: str | QColor, alpha: float = 1.0) -> QColor:
    """A colour of the theme as a `QColor`; ``alpha`` from 0 to 1."""
    made = QColor(colour)
    made.setAlphaF(alpha)
    return made


def class_table(theme: Theme, count: int) -> Floats:
    """Colours of ``count`` classes, 0 … 255; (count, 3) float32."""
    colours = [theme.class_colour(i).name() for i in range(count)]
    return np.array([rgb(c) for c in colours], np.float32) * 255.0


def signed(theme: Theme, values: Floats, scale: float | Floats) -> Bytes:
    """Colour values by sign and size; ±``scale`` are the ends. (…, 3)."""
    safe = np.where(np.asarray(scale) > 0, scale, 1.0)
    place = np.clip(finite(values / safe), -1.0, 1.0) * 127.5 + 127.5
    painted: Bytes = theme.diverging[place.astype(np.uint8), :3]
    return painted


def amounts(theme: Theme, values: Floats, low: float, high: float) -> Bytes:
    """Colour amounts from ``low`` (the pane's colour) to ``high``. (…, 3)."""
    span = high - low if high > low else 1.0
    place = np.clip(finite((values - low) / span), 0.0, 1.0) * 255.0
    painted: Bytes = theme.sequential[place.astype(np.uint8), :3]
    return painted


def mixture(theme: Theme, probabilities: Floats, strength: float = 0.5) -> Bytes:
    """Mix class colours by probability over the pane; (…, k) to (…, 3).

    Even odds give the pane's own colour, so that a boundary looks like a pale seam.
    """
    k = probabilities.shape[-1]
    if k == 2:
        place = finite(probabilities[..., 1], 0.5) * (_SHADES - 1) + 0.5
        looked_up: Bytes = _two_classes(theme, strength)[place.astype(np.int16)]
        return looked_up
    return _mixed(theme, probabilities, strength)


@lru_cache(maxsize=8)
def _two_classes(theme: Theme, strength: float) -> Bytes:
    """The mixtures of two classes, for all probabilities of the second."""
    second = np.linspace(0.0, 1.0, _SHADES)
    return _mixed(theme, np.stack([1.0 - second, second], axis=-1), strength)


def _mixed(theme: Theme, probabilities: Floats, strength: float) -> Bytes:
    k = probabilities.shape[-1]
    chance = 1.0 / k
    sure = np.clip((probabilities - chance) / (1.0 - chance), 0.0, 1.0)
    pane = rgb(theme.pane).astype(np.float32) * 255.0
    towards = class_table(theme, k) - pane
    mixed = pane + strength * (finite(sure).astype(np.float32) @ towards)
    painted: Bytes = np.clip(mixed, 0, 255).astype(np.uint8)
    return painted


def image_of(pixels: Bytes) -> QImage:
    """An image of (h, w, 3) bytes, first row on top; the bytes are copied."""
    h, w = pixels.shape[:2]
    packed = np.full((h, w, 4), 255, np.uint8)
    packed[..., 0] = pixels[..., 2]  # little-endian 0xffRRGGBB, Qt's fastest format
    packed[..., 1] = pixels[..., 1]
    packed[..., 2] = pixels[..., 0]
    return QImage(packed.data, w, h, 4 * w, QImage.Format.Format_RGB32).copy()
