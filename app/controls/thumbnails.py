"""Small pictures of the problems, drawn from the problems themselves."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPixmap

from app.look.colour import ramp
from app.look.theme import Theme
from core.problems import Problem, Sample

_POINTS = 96
_IMAGE = 24  # pixels across a picture of values


def thumbnail(problem: Problem, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """A picture of ``problem`` at ``size`` logical pixels."""
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QPainterPath()
    frame.addRoundedRect(QRectF(0, 0, size.width(), size.height()), 4.0, 4.0)
    painter.setClipPath(frame)
    painter.fillPath(frame, QColor(theme.field))
    rng = np.random.default_rng(1)
    if problem.inputs == 2 and problem.classes == 0:
        _draw_surface(painter, problem, theme, size, rng)
    elif problem.inputs == 1:
        _draw_points(painter, problem, theme, size, problem.draw(_POINTS, rng))
    elif problem.inputs == 2:
        n = max(_POINTS, 4)
        _draw_points(painter, problem, theme, size, problem.draw(n, rng))
    else:
        _draw_bits(painter, problem, theme, size)
    painter.end()
    return pixmap


def _draw_points(
    painter: QPainter, problem: Problem, theme: Theme, size: QSize, sample: Sample
) -> None:
    x = sample.x[:, 0]
    if problem.inputs == 1:
        y, box = sample.y[:, 0], None
    else:
        y, box = sample.x[:, 1], problem.box
    if box is None:
        box = (x.min(), x.max(), y.min(), y.max())
        pad = 0.12 * max(box[3] - box[2], 1e-9)
        box = (box[0], box[1], box[2] - pad, box[3] + pad)
    few = len(sample) <= 8
    # The plane keeps its aspect ratio: one unit is equally long on both axes.
    margin, width, height = 4.0, size.width() - 8.0, size.height() - 8.0
    per_x, per_y = width / (box[1] - box[0]), height / (box[3] - box[2])
    if problem.inputs == 2 and not few:
        per_x = per_y = min(per_x, per_y)
    middle = (box[0] + box[1]) / 2, (box[2] + box[3]) / 2
    px = margin + width / 2 + (x - middle[0]) * per_x
    py = margin + height / 2 - (y - middle[1]) * per_y
    painter.setPen(Qt.PenStyle.NoPen)
    radius = 3.5 if few else 1.5
    for i in range(len(sample)):
        label = int(sample.y[i]) if sample.classes else 0
        painter.setBrush(theme.class_colour(label))
        centre = QPointF(float(px[i]), float(py[i]))
        if label % 2:
            side = 1.8 * radius
            painter.drawRect(
                QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
            )
        else:
            painter.drawEllipse(centre, radius, radius)


def _draw_surface(
    painter: QPainter,
    problem: Problem,
    theme: Theme,
    size: QSize,
    rng: np.random.Generator,
) -> None:
    """Values of nearby drawn points, as a small smooth image."""
    sample = problem.draw(4000, rng)
    xmin, xmax, ymin, ymax = problem.box
    gx = np.linspace(xmin, xmax, _IMAGE)
    gy = np.linspace(ymax, ymin, _IMAGE)
    column = np.clip(np.searchsorted(gx, sample.x[:, 0]), 0, _IMAGE - 1)
    row = np.clip(np.searchsorted(-gy, -sample.x[:, 1]), 0, _IMAGE - 1)
    k = sample.y.shape[1]
    total = np.zeros((_IMAGE, _IMAGE, k))
    count = np.zeros((_IMAGE, _IMAGE))
    np.add.at(total, (row, column), sample.y)
    np.add.at(count, (row, column), 1.0)
    known = count > 0
    values = total / np.maximum(count, 1.0)[:, :, None]
    values[~known] = values[known].mean(axis=0) if known.any() else 0.0
    if k == 3:
        rgb = np.clip(values * 255.0, 0, 255).astype(np.uint8)
    else:
        one = values[:, :, 0]
        reach = max(abs(float(one.min())), abs(float(one.max())), 1e-9)
        stops = (theme.classes[1], theme.pane, theme.classes[0])
        table = ramp(stops, 256)[:, :3]
        rgb = table[np.clip(127.5 + 127.5 * one / reach, 0, 255).astype(int)]
    rgb = np.ascontiguousarray(rgb)
    image = QImage(
        rgb.tobytes(), _IMAGE, _IMAGE, 3 * _IMAGE, QImage.Format.Format_RGB888
    )
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(0, 0, size.width(), size.height()), image)


def _draw_bits(painter: QPainter, problem: Problem, theme: Theme, size: QSize) -> None:
    """Rows of bits, coloured by their parity."""
    painter.setPen(Qt.PenStyle.NoPen)
    side, gap, rows, bits = 5.0, 3.0, 4, 6
    left = (size.width() - bits * side - (bits - 1) * gap) / 2
    top = (size.height() - rows * side - (rows - 1) * gap) / 2
    for r, word in enumerate((0b101100, 0b011010, 0b110001, 0b001011)):
        colour = theme.class_colour(bin(word).count("1") % 2)
        for b in range(bits):
            on = word >> b & 1
            painter.setBrush(colour if on else QColor(theme.hairline))
            at = QRectF(left + b * (side + gap), top + r * (side + gap), side, side)
            painter.drawRoundedRect(at, 1.5, 1.5)
