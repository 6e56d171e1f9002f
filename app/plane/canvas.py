"""The plane with a field on it: image, lines, points, and what is under the mouse."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.layer import Layer
from app.look.markers import draw_markers
from app.look.palette import tint
from app.look.plots import draw_note, draw_readout, polyline
from app.look.theme import SMALL
from app.plane.captions import (
    draw_axis_numbers,
    draw_caption,
    draw_chip,
    draw_scale,
)
from app.plane.movable import MovablePlane
from app.plane.picture import MANY, Picture, PlaneResult
from app.plane.readings import own_axes, value_lines
from app.plane.sample_marks import SampleMarks
from app.plane.view import PlaneView
from core.arrays import Floats
from core.language import tr
from core.problems.base import Box, Sample

MOST_LINES = 4000  # pieces of lines in one picture


class PlaneCanvas(MovablePlane):
    """One picture of the plane."""

    #: Index of the training example under the mouse, −1 for none.
    example_hovered = Signal(int)

    def __init__(self, view: PlaneView, parent: QWidget | None = None) -> None:
        super().__init__(view, parent)
        self.result: PlaneResult | None = None
        self._which = 0
        self.label = ""
        self._highlight: frozenset[int] = frozenset()
        self.pinned_corners: Floats = np.empty((0, 2))
        self._points = Layer()
        self._ring = Layer()
        self._numbers = Layer()
        self.hovered = -1
        self.show_test = True
        self.show_points = True
        #: Show exactly the visible box, with the caption below, instead of widening it.
        self.framed = False
        self.setAccessibleName(tr("Output over the plane"))

    def sizeHint(self) -> QSize:
        """A square of moderate size."""
        return QSize(240, 240)

    def show_picture(self, result: PlaneResult, which: int, label: str) -> None:
        """Show picture ``which`` of a result; ``label`` names the run, if needed."""
        self.result, self._which, self.label = result, which, label
        self.update()

    def set_highlight(self, examples: frozenset[int]) -> None:
        """Mark training examples."""
        if examples != self._highlight:
            self._highlight = examples
            self.update()

    def set_pinned(self, corners: tuple[tuple[float, float], ...]) -> None:
        """Outline a region that is followed through every view."""
        if len(corners) != len(self.pinned_corners) or corners != tuple(
            map(tuple, self.pinned_corners.tolist())
        ):
            self.pinned_corners = np.array(corners, float).reshape(-1, 2)
            self.update()

    # -- geometry ------------------------------------------------------------------

    def area(self) -> QRectF:
        """The area of the picture: everywhere, or framed above its caption."""
        if not self.framed:
            return QRectF(self.rect())
        x0, x1, y0, y1 = self.view.box
        words = 2 * QFontMetricsF(self._theme.font(SMALL)).height() + 6
        room = QRectF(self.rect()).adjusted(0, 0, 0, -words)
        unit = max((x1 - x0) / max(1, room.width()), (y1 - y0) / max(1, room.height()))
        width, height = (x1 - x0) / unit, (y1 - y0) / unit
        top = max(0.0, (room.height() - height) / 2)
        return QRectF((self.width() - width) / 2, top, width, height)

    def visible(self) -> Box:
        """The part of the plane inside `area`."""
        return self.view.box if self.framed else self.view.fitted(self.size())

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Image, lines, points, rings, then words."""
        painter = QPainter(self)
        theme, result = self._theme, self.result
        painter.fillRect(self.rect(), QColor(theme.pane))
        if result is None:
            draw_note(
                painter, QRectF(self.rect()), theme, tr("Waiting for the first step")
            )
            self.draw_focus(painter, theme)
            return
        picture = result.pictures[min(self._which, len(result.pictures) - 1)]
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(self.area())
        self._draw_field(painter, picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(tint(theme.text, 0.75 if picture.levels is None else 0.28), 1)
        pen.setCosmetic(True)
        self._draw_lines(painter, picture.lines, pen)
        pen = QPen(tint(theme.text, 0.6), 1, Qt.PenStyle.DashLine)
        self._draw_lines(painter, picture.held_out, pen)
        self._draw_over(painter)
        if len(self.pinned_corners) > 2:
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(tint(theme.accent, 0.12))
            painter.drawPolygon(polyline(*self.pixels_of(self.pinned_corners)))
        if picture.with_points and self.show_points:
            self._draw_points(painter, result)
        self._draw_above(painter)
        painter.setClipping(False)
        self._draw_words(painter, picture)
        self._draw_pointer(painter, result)
        self.draw_focus(painter, theme)

    def _draw_words(self, painter: QPainter, picture: Picture) -> None:
        """Numbers along the edges, then the caption."""
        theme, ratio = self._theme, self.devicePixelRatioF()
        size = (self.width(), self.height())
        key = (self._axes(), size, ratio, theme, self.framed)
        if self._numbers.stale(key):
            layer = self._numbers.begin(key, *size, ratio)
            draw_axis_numbers(layer, theme, self.area(), *self._axes())
            layer.end()
        self._numbers.draw(painter)
        words = " · ".join(t for t in (self.label, picture.caption) if t)
        if self.framed:
            lines = (words, picture.detail)
            draw_caption(painter, theme, self.area(), self.width(), lines)
        elif words:
            draw_chip(painter, theme, self.width(), words)
        if picture.levels is not None:
            draw_scale(painter, theme, size, *picture.levels)

    def _axes(self) -> tuple[Box, tuple[str, str]]:
        """The visible box in the data's own units, and the names of the axes."""
        result = self.result
        return own_axes(result.snapshot if result else None, self.visible())

    def _draw_field(self, painter: QPainter, picture: Picture) -> None:
        """The picture itself."""
        painter.drawImage(self.rect_of(picture.box), picture.image)

    def _draw_over(self, painter: QPainter) -> None:
        """Hook for subclasses: draw between the field and the points."""

    def _draw_above(self, painter: QPainter) -> None:
        """Hook for subclasses: draw on top of the points."""

    def _draw_lines(
        self, painter: QPainter, lines: tuple[Floats, ...], pen: QPen
    ) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if not lines:
            return
        # Levels of a field that exploded are ten thousands of pieces, drawn at every
        # movement of the mouse: the longest of them are enough, placed all at once.
        if len(lines) > MOST_LINES:
            lines = tuple(sorted(lines, key=len, reverse=True)[:MOST_LINES])
        x, y = self.pixels_of(np.concatenate(lines))
        start = 0
        for line in lines:
            stop = start + len(line)
            painter.drawPolyline(polyline(x[start:stop], y[start:stop]))
            start = stop

    def _marker_size(self, count: int) -> float:
        """Fewer points are drawn larger."""
        steps = ((16, 12), (400, 8), (1500, 6))
        return self._theme.px(next((s for n, s in steps if count <= n), 4))

    def _draw_points(self, painter: QPainter, result: PlaneResult) -> None:
        splits = result.snapshot.splits
        count = len(splits.train) + len(splits.test)
        if count > MANY:
            if result.crowd is not None:
                box = result.pictures[0].box
                painter.drawImage(self.rect_of(box), result.crowd)
            return
        ratio = self.devicePixelRatioF()
        key = (
            id(splits),
            self.visible(),
            self.size().toTuple(),
            ratio,
            self._theme,
            self.show_test,
            result.target,
        )
        size = self._marker_size(count)
        marks = SampleMarks(self._theme, self.pixels_of, size)
        if self._points.stale(key):
            layer = self._points.begin(key, self.width(), self.height(), ratio)
            if self.show_test:
                self.paint_sample(layer, marks, splits.test, True, result)
            self.paint_sample(layer, marks, splits.train, False, result)
            layer.end()
        self._points.draw(painter)
        rings = [(splits.train, result.wrong_train)]
        if self.show_test:
            rings.append((splits.test, result.wrong_test))
        for sample, bad in rings:
            if len(bad) == len(sample) and bad.any():
                marks.ring(painter, self._ring, sample, bad, ratio)
        marked = [i for i in self._highlight if i < len(splits.train)]
        if marked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.accent), 2))
            x, y = self.pixels_of(splits.train.x[marked])
            draw_markers(painter, x, y, "o", size + 9)

    def paint_sample(
        self,
        painter: QPainter,
        marks: SampleMarks,
        sample: Sample,
        hollow: bool,
        result: PlaneResult,
    ) -> None:
        """Draw one split."""
        marks.paint(painter, sample, hollow, result)

    def _draw_pointer(self, painter: QPainter, result: PlaneResult) -> None:
        pointer = self.view.pointer
        if pointer is None:
            return
        x, y = self.pixels_of(np.array([pointer]))
        at = QPointF(float(x[0]), float(y[0]))
        if not self.area().contains(at):
            return
        painter.setPen(QPen(QColor(self._theme.text), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, 3, 3)
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        lines = self.lines_at(result, pointer)
        draw_readout(painter, at, bounds, self._theme, lines)

    # -- reading -------------------------------------------------------------------

    def words_at(self, place: tuple[float, float]) -> list[str]:
        """What there is to read at a point of the plane, once something is drawn."""
        return [] if self.result is None else self.lines_at(self.result, place)

    def lines_at(self, result: PlaneResult, at: tuple[float, float]) -> list[str]:
        """What there is to read at a point of the plane."""
        return value_lines(result.snapshot, at)

    def left(self) -> None:
        """No example is under the mouse."""
        self._tell_example(-1)

    def hover(self, at: QPointF) -> None:
        """Find the example under the mouse."""
        result = self.result
        if result is None or not 0 < len(result.snapshot.splits.train) <= MANY:
            return
        x, y = self.pixels_of(result.snapshot.splits.train.x)
        away = np.hypot(x - at.x(), y - at.y())
        nearest = int(np.argmin(away))
        self._tell_example(nearest if away[nearest] <= 8 else -1)

    def _tell_example(self, index: int) -> None:
        if index != self.hovered:
            self.hovered = index
            self.example_hovered.emit(index)
