"""The sample on a picture of the plane: filled for training, hollow for testing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.look.layer import Layer
from app.look.markers import draw_markers
from app.look.palette import amounts, tint
from app.look.theme import Theme
from app.plane.picture import PlaneResult
from core.analysis.slices import PlaneSample
from core.arrays import Bools, Floats
from core.problems.base import Sample

FADES = 5  # steps from faint to full
ToPixels = Callable[[Floats], tuple[Floats, Floats]]


@dataclass(frozen=True)
class SampleMarks:
    """Draws points where ``to_pixels`` puts them."""

    theme: Theme
    to_pixels: ToPixels
    size: float

    def paint(
        self, painter: QPainter, sample: Sample, hollow: bool, result: PlaneResult
    ) -> None:
        """One marker per point, in the shape of its class or the colour of its value.

        On a plane through many inputs, examples far from it are faint.
        """
        if isinstance(sample, PlaneSample):
            before = painter.opacity()
            for chosen, opacity in _fades(sample):
                painter.setOpacity(before * opacity)
                part = Sample(sample.x[chosen], sample.y[chosen], sample.classes)
                self.paint(painter, part, hollow, result)
            painter.setOpacity(before)
            return
        if not sample.classes:
            self._paint_values(painter, sample, hollow, result)
            return
        theme, size = self.theme, self.size
        for k in range(sample.classes):
            x, y = self.to_pixels(sample.x[sample.y.astype(int) == k])
            colour, symbol = theme.class_colour(k), theme.class_symbol(k)
            if hollow:
                painter.setBrush(QColor(theme.pane))
                painter.setPen(QPen(QColor(theme.outline), 3))
                draw_markers(painter, x, y, symbol, size - 1.5)
                painter.setPen(QPen(colour, 1.5))
                draw_markers(painter, x, y, symbol, size - 1.5)
            else:
                painter.setPen(QPen(QColor(theme.outline), 1))
                painter.setBrush(colour)
                draw_markers(painter, x, y, symbol, size)

    def _paint_values(
        self, painter: QPainter, sample: Sample, hollow: bool, result: PlaneResult
    ) -> None:
        """Each point in the colour of its value: it blends in if predicted well.

        Only its outline remains there, so test points need a different one.
        """
        theme, size = self.theme, self.size
        levels = result.pictures[0].levels
        x, y = self.to_pixels(sample.x)
        painter.setPen(QPen(tint(theme.text, 0.5 if hollow else 0.75), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if hollow or levels is None:
            draw_markers(painter, x, y, "d" if hollow else "o", size - 2)
            return
        column = sample.y[:, min(result.target, sample.y.shape[1] - 1)]
        for px, py, rgb in zip(x, y, amounts(theme, column, *levels), strict=True):
            painter.setBrush(QColor(*(int(v) for v in rgb)))
            painter.drawEllipse(QPointF(px, py), size / 2, size / 2)

    def ring(
        self,
        painter: QPainter,
        layer: Layer,
        sample: Sample,
        wrong: Bools,
        ratio: float,
    ) -> None:
        """Ring wrong examples with one stamp: at first nearly all are wrong.

        A ring is as faint as its example; else rings of far ones would hide the plane.
        """
        if isinstance(sample, PlaneSample):
            before = painter.opacity()
            for chosen, opacity in _fades(sample):
                painter.setOpacity(before * opacity)
                self._stamp(painter, layer, sample.x[chosen & wrong], ratio)
            painter.setOpacity(before)
            return
        self._stamp(painter, layer, sample.x[wrong], ratio)

    def _stamp(
        self, painter: QPainter, layer: Layer, points: Floats, ratio: float
    ) -> None:
        size = self.size + 5
        key = (size, self.theme, ratio)
        side = round(size) + 4
        if layer.stale(key):
            stamp = layer.begin(key, side, side, ratio)
            stamp.setPen(QPen(tint(self.theme.text, 0.9), 1.25))
            stamp.drawEllipse(QPointF(side / 2, side / 2), size / 2, size / 2)
            stamp.end()
        x, y = self.to_pixels(points)
        for px, py in zip(x.tolist(), y.tolist(), strict=True):
            painter.translate(px - side / 2, py - side / 2)
            layer.draw(painter)
            painter.translate(side / 2 - px, side / 2 - py)


def _fades(sample: PlaneSample) -> Iterator[tuple[Bools, float]]:
    """Which examples are drawn how opaquely, the faint ones first."""
    steps = np.minimum(FADES - 1, (sample.near * FADES).astype(int))
    for i in range(FADES):
        yield np.asarray(steps == i), max(0.12, (i + 1) / FADES)
