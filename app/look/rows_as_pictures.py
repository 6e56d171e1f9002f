"""Rows of pixels as images."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.look.colour import rgb
from app.look.palette import image_of, signed
from app.look.theme import Theme
from core.arrays import Floats
from core.problems.points import Image


def stacked(theme: Theme, x: Floats, image: Image, inks: Sequence[str] = ()) -> QImage:
    """Rows (n, inputs) as pictures, one below the other, on a transparent background.

    Ink has the text's colour, or each picture that of ``inks``.
    """
    height, width, channels = image
    n = len(x)
    values = np.clip(x.reshape(n * height, width, channels), 0.0, 1.0)
    packed = np.empty((n * height, width, 4), np.uint8)
    if channels == 3:
        packed[..., :3] = 255 * values[..., ::-1]
        packed[..., 3] = 255
    else:  # premultiplied: colour times amount of ink
        colours = [np.rint(255 * rgb(c))[::-1] for c in inks or (theme.text,)]
        each = np.repeat(np.array(colours), height if inks else n * height, axis=0)
        packed[..., :3] = each[:, None, :] * values
        packed[..., 3] = 255 * values[..., 0]
    form = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(packed.data, width, n * height, 4 * width, form).copy()


def signed_picture(theme: Theme, x: Floats, image: Image, scale: float) -> QImage:
    """Signed numbers of every pixel (inputs,) as colours; channels are added up."""
    height, width, channels = image
    summed = x.reshape(height, width, channels).sum(axis=-1)
    return image_of(signed(theme, summed, scale))


def fitted(room: QRectF, image: Image) -> QRectF:
    """The largest centred rectangle in ``room`` with a picture's aspect ratio."""
    height, width, _ = image
    scale = max(0.0, min(room.width() / width, room.height() / height))
    place = QRectF(0, 0, width * scale, height * scale)
    place.moveCenter(room.center())
    return place


def draw_pixels(painter: QPainter, place: QRectF, picture: QImage) -> None:
    """The picture with its pixels as squares."""
    smooth = QPainter.RenderHint.SmoothPixmapTransform
    before = bool(painter.renderHints() & smooth)
    painter.setRenderHint(smooth, False)
    painter.drawImage(place, picture)
    painter.setRenderHint(smooth, before)
