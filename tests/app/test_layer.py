"""Layers: painted once, shown in many frames, always the same picture."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from app.look.layer import Layer, cut_out

SIZE = 203, 151  # not a multiple of the tiles


def edges(painter: QPainter) -> None:
    """Numbers along two edges, as axes have them."""
    for i in range(5):
        painter.drawText(QPointF(3, 20 + 28 * i), f"{i}.5")
        painter.drawText(QPointF(20 + 36 * i, 146), f"−{i}")


def everything(painter: QPainter) -> None:
    """A veil over all of it."""
    painter.fillRect(QRectF(0, 0, *SIZE), QColor(200, 30, 60, 90))


def frame(painter: QPainter) -> None:
    """A thin frame and a dot in the middle."""
    painter.setPen(QColor("black"))
    painter.drawRect(QRectF(10.5, 10.5, 180, 130))
    painter.drawEllipse(QPointF(100.3, 70.2), 2, 2)


def nothing(painter: QPainter) -> None:
    """An empty picture."""


def sprinkled(painter: QPainter) -> None:
    """Points everywhere."""
    dice = np.random.default_rng(1)
    for x, y in dice.uniform(0, 1, (400, 2)) * SIZE:
        painter.drawEllipse(QPointF(x, y), 1, 1)


def shown(layer: Layer, ratio: float) -> bytes:
    """What a frame shows of a layer."""
    image = QImage(
        round(SIZE[0] * ratio),
        round(SIZE[1] * ratio),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("#d0e0f0"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    layer.draw(painter)
    painter.end()
    return bytes(image.constBits())


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("paint", [edges, everything, frame, nothing, sprinkled])
def test_every_frame_shows_the_same_picture(qapp: QApplication, paint, ratio):
    layer = Layer()
    painter = layer.begin("key", *SIZE, ratio)
    paint(painter)
    painter.end()
    first = shown(layer, ratio)
    assert [shown(layer, ratio) == first for _ in range(9)] == [True] * 9


def test_a_new_picture_replaces_the_pieces_of_the_old_one(qapp: QApplication):
    layer = Layer()
    for paint in (edges, frame):
        painter = layer.begin(paint.__name__, *SIZE, 1.0)
        paint(painter)
        painter.end()
        seen = {shown(layer, 1.0) for _ in range(9)}
        assert len(seen) == 1
    fresh = Layer()
    painter = fresh.begin("frame", *SIZE, 1.0)
    frame(painter)
    painter.end()
    assert seen == {shown(fresh, 1.0)}


def picture(paint) -> QPixmap:
    """A pixmap with something painted on it."""
    made = QPixmap(*SIZE)
    made.fill(QColor(0, 0, 0, 0))
    painter = QPainter(made)
    paint(painter)
    painter.end()
    return made


def area(pieces) -> int:
    """Pixels of all pieces."""
    return sum(piece.width() * piece.height() for _, piece in pieces)


def test_only_what_is_not_empty_is_cut_out(qapp: QApplication):
    whole = SIZE[0] * SIZE[1]
    assert area(cut_out(picture(nothing))) == 0
    assert area(cut_out(picture(edges))) < 0.45 * whole
    for full in (everything, sprinkled):  # not worth it
        assert area(cut_out(picture(full))) == whole
