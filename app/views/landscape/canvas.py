"""The landscape from above: filled contours, the path on them, the present weights."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.layer import Layer
from app.look.numbers import field_text, shown_number
from app.look.palette import tint
from app.look.plots import draw_curve, draw_note, draw_readout, polyline, spread_labels
from app.look.theme import SMALL
from app.plane.captions import draw_axis_numbers, draw_chip
from app.plane.key_canvas import ENTER
from app.plane.movable import MovablePlane
from app.plane.view import PlaneView
from app.views.landscape.jobs import QUANTITIES, Landscape, PathOnPlane
from app.views.landscape.rates import OPTIMISERS
from app.views.landscape.words import draw_key, shown
from core.arrays import Floats
from core.language import lowered, mark, tr

NEAR = 9.0  # pixels from a mark within which the mouse hits it
DOTS = 48  # most dots on a path
RACE_COLOURS = (3, 1, 4, 2, 7)  # class colours; none is the map's blue


class MapCanvas(MovablePlane):
    """Draws a `Landscape`."""

    keys = mark(
        "Arrows move a point and read the loss there; plus and minus zoom, "
        "Home shows everything; Enter moves the weights there, and the "
        "menu key opens a menu; Escape removes the point."
    )

    #: α, β where the present weights are dragged to, and the number of the drag.
    weights_moved = Signal(float, float, int)
    #: A place (α, β) and a point on the screen: offer what can be done there.
    menu_asked = Signal(object, object)

    def __init__(self, view: PlaneView, parent: QWidget | None = None) -> None:
        super().__init__(view, parent)
        self.result: Landscape | None = None
        self.note = tr("The landscape appears after the first step")
        self.label = ""  # of the run, where there are two
        self._moving = 0  # number of the drag of the weights; 0: none
        self._drags = 0
        self._numbers = Layer()
        self._lines = Layer()
        self.setAccessibleName(tr("Loss over a plane through weight space"))

    def sizeHint(self) -> QSize:
        """A square of moderate size."""
        return QSize(320, 280)

    def show_result(self, result: Landscape) -> None:
        """Draw a new picture."""
        self.result = result
        self.update()

    def show_note(self, note: str) -> None:
        """Say why there is nothing to draw."""
        self.result, self.note = None, note
        self.update()

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bands, lines, path, the weights, then words."""
        painter = QPainter(self)
        theme, result = self._theme, self.result
        painter.fillRect(self.rect(), QColor(theme.pane))
        if result is None:
            draw_note(painter, QRectF(self.rect()), theme, self.note)
            self.draw_focus(painter, theme)
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.rect_of(result.box), result.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_level_lines(painter, result)
        self._draw_arrows(painter, result)
        self._draw_path(painter, result)
        self._draw_marks(painter, result)
        self._draw_races(painter, result)
        self._draw_here(painter, result)
        self._draw_words(painter, result)
        self._draw_pointer(painter, result)
        self.draw_focus(painter, theme)

    def _draw_level_lines(self, painter: QPainter, result: Landscape) -> None:
        ratio = self.devicePixelRatioF()
        key = (id(result), self.visible(), self.size().toTuple(), ratio, self._theme)
        if self._lines.stale(key):
            layer = self._lines.begin(key, self.width(), self.height(), ratio)
            layer.setPen(QPen(tint(self._theme.text, 0.22), 1))
            for line in result.lines:
                layer.drawPolyline(polyline(*self.pixels_of(line)))
            layer.end()
        self._lines.draw(painter)

    def _draw_path(self, painter: QPainter, result: Landscape) -> None:
        """The path of the weights, with dots coloured by their true loss.

        Where a dot's colour differs from the map, the path is off the plane there. B's
        path is dashed, with square dots.
        """
        if result.beside is not None:
            self._draw_way(painter, result, result.beside, True)
        self._draw_way(painter, result, result.path, False)

    def _draw_way(
        self, painter: QPainter, result: Landscape, path: PathOnPlane, beside: bool
    ) -> None:
        theme = self._theme
        if len(path.alpha) < 2:
            return
        x, y = self.pixels_of(np.stack([path.alpha, path.beta], axis=1))
        x, y = np.clip(x, -1e4, 1e4), np.clip(y, -1e4, 1e4)
        painter.setPen(QPen(tint(theme.outline, 0.9), theme.px(4)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_curve(painter, x, y)
        ink = QColor(theme.secondary if beside else theme.text)
        line = Qt.PenStyle.DashLine if beside else Qt.PenStyle.SolidLine
        painter.setPen(QPen(ink, 1.5, line))
        draw_curve(painter, x, y)
        colours = result.levels.colours(theme)
        bands = result.levels.bands(np.nan_to_num(path.values, nan=0.0))
        painter.setPen(QPen(ink, 1))
        radius = theme.px(6) / 2
        for i in _spaced(x, y, theme.px(14)):
            r, g, b = (int(c) for c in colours[bands[i]])
            painter.setBrush(QColor(r, g, b))
            if beside:
                side = 2 * radius
                painter.drawRect(QRectF(x[i] - radius, y[i] - radius, side, side))
            else:
                painter.drawEllipse(QPointF(x[i], y[i]), radius, radius)

    def _draw_arrows(self, painter: QPainter, result: Landscape) -> None:
        """The downhill direction in the plane, from the start of each arrow."""
        if not len(result.arrows):
            return
        x, y = self.pixels_of(result.arrows[:, :2])
        to_x, to_y = self.pixels_of(result.arrows[:, :2] + result.arrows[:, 2:])
        head = self._theme.px(4)
        painter.setPen(QPen(tint(self._theme.text, 0.55), 1.2))
        for x0, y0, x1, y1 in np.column_stack([x, y, to_x, to_y]).tolist():
            long = max(float(np.hypot(x1 - x0, y1 - y0)), 1e-6)
            ux, uy = (x1 - x0) / long, (y1 - y0) / long
            size = min(head, 0.6 * long)
            painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))
            for side in (-0.6, 0.6):
                back = QPointF(
                    x1 - size * (ux - side * uy), y1 - size * (uy + side * ux)
                )
                painter.drawLine(QPointF(x1, y1), back)

    def _draw_races(self, painter: QPainter, result: Landscape) -> None:
        """Every optimiser's path in its own colour, labelled at its end."""
        theme, area = self._theme, self.area().adjusted(0, 40, -90, -64)
        metrics = QFontMetricsF(theme.font(SMALL))
        ends: list[tuple[float, float, str, QColor]] = []
        for i, made in enumerate(result.races):
            x, y = self.pixels_of(made.points)
            x, y = np.clip(x, -1e4, 1e4), np.clip(y, -1e4, 1e4)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tint(theme.outline, 0.9), theme.px(4)))
            draw_curve(painter, x, y)
            colour = theme.class_colour(RACE_COLOURS[i % len(RACE_COLOURS)])
            painter.setPen(QPen(colour, 2))
            draw_curve(painter, x, y)
            racer = made.racer
            words = f"{tr(OPTIMISERS[racer.optimiser])}, η {field_text(racer.rate)}: "
            words += tr("diverges") if racer.diverged else shown_number(racer.loss)
            inside = np.flatnonzero(
                (x >= 0) & (x <= self.width()) & (y >= 0) & (y <= self.height())
            )
            if len(inside):
                ends.append((float(x[inside[-1]]), float(y[inside[-1]]), words, colour))
        places = spread_labels(
            [e[1] for e in ends], metrics.height() + 2, area.top(), area.bottom()
        )
        for (end_x, end_y, words, colour), place in zip(ends, places, strict=True):
            painter.setPen(QPen(QColor(theme.outline), 1.5))
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(end_x, end_y), theme.px(4), theme.px(4))
            left = min(end_x + theme.px(10), area.right())
            at = QPointF(left, place + metrics.capHeight() / 2)
            painter.setPen(QPen(colour, 1))
            painter.drawLine(QPointF(end_x, end_y), QPointF(left - 3, place))
            self._draw_label(painter, at, words)

    def _draw_marks(self, painter: QPainter, result: Landscape) -> None:
        theme = self._theme
        if not result.section.marks:
            return
        thetas = np.stack([m.theta for m in result.section.marks])
        alpha, beta, _ = result.section.coordinates(thetas)
        x, y = self.pixels_of(np.stack([alpha, beta], axis=1))
        metrics = QFontMetricsF(theme.font(SMALL))
        for spot, px, py in zip(result.section.marks, x, y, strict=True):
            painter.setPen(QPen(QColor(theme.text), 1.5))
            painter.setBrush(QColor(theme.pane))
            painter.drawEllipse(QPointF(px, py), theme.px(5), theme.px(5))
            at = QPointF(px + theme.px(9), py + metrics.capHeight() / 2)
            self._draw_label(painter, at, spot.name)

    def _draw_label(self, painter: QPainter, at: QPointF, text: str) -> None:
        """A word on the map with a background."""
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        wide = metrics.horizontalAdvance(text)
        box = QRectF(at.x() - 3, at.y() - metrics.ascent(), wide + 6, metrics.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(theme.pane, 0.85))
        painter.drawRoundedRect(box, 3, 3)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        painter.drawText(at, text)

    def _draw_here(self, painter: QPainter, result: Landscape) -> None:
        """The present weights; with a ring around them if they are off the plane."""
        theme = self._theme
        if result.beside is not None:
            named = any(mark.name == "B" for mark in result.section.marks)
            self._draw_other(painter, result.beside, "" if named else "B")
        at = self.place_of(result.here[:2])
        painter.setPen(QPen(QColor(theme.outline), 2.5))
        painter.setBrush(QColor(theme.accent))
        radius = theme.px(7)
        painter.drawEllipse(at, radius, radius)
        if self.is_off(result):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1.5, Qt.PenStyle.DotLine))
            painter.drawEllipse(at, radius + 5, radius + 5)

    def _draw_other(self, painter: QPainter, path: PathOnPlane, name: str) -> None:
        """The present weights of run B, and its name unless already marked."""
        theme = self._theme
        at = self.place_of((float(path.alpha[-1]), float(path.beta[-1])))
        side = theme.px(11)
        painter.setPen(QPen(QColor(theme.outline), 2.5))
        painter.setBrush(QColor(theme.secondary))
        painter.drawRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side))
        if name:
            metrics = QFontMetricsF(theme.font(SMALL))
            wide = metrics.horizontalAdvance(name)
            below = QPointF(-wide / 2, side / 2 + theme.px(4) + metrics.ascent())
            self._draw_label(painter, at + below, name)

    @staticmethod
    def is_off(result: Landscape) -> bool:
        """Whether the present weights are visibly off the plane."""
        return result.here[2] > 1e-3 * (result.box[1] - result.box[0])

    def place_of(self, point: tuple[float, float]) -> QPointF:
        """Where a point of the plane is drawn."""
        x, y = self.pixels_of(np.array([point]))
        return QPointF(float(x[0]), float(y[0]))

    def _draw_words(self, painter: QPainter, result: Landscape) -> None:
        theme, ratio = self._theme, self.devicePixelRatioF()
        size, names = (self.width(), self.height()), result.section.names
        key = (self.visible(), size, ratio, theme, names)
        if self._numbers.stale(key):
            layer = self._numbers.begin(key, *size, ratio)
            draw_axis_numbers(layer, theme, self.area(), self.visible(), names)
            layer.end()
        self._numbers.draw(painter)
        words = lowered(tr(QUANTITIES[result.quantity]))
        if result.rows[0] < result.rows[1]:
            words += tr(
                " on {rows} of {rows2} examples",
                rows=result.rows[0],
                rows2=result.rows[1],
            )
        if self.label:
            words = f"{self.label} · {words}"
        draw_chip(painter, theme, self.width(), words)
        draw_key(painter, theme, size, result.levels)

    def _draw_pointer(self, painter: QPainter, result: Landscape) -> None:
        pointer = self.view.pointer
        if pointer is None:
            return
        at = self.place_of(pointer)
        if not self.area().contains(at):
            return
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_readout(painter, at, bounds, self._theme, self.words_at(pointer))

    # -- by hand -------------------------------------------------------------------

    def over_weights(self, at: QPointF) -> bool:
        """Whether the mouse is over the present weights."""
        if self.result is None:
            return False
        away = self.place_of(self.result.here[:2]) - at
        return float(np.hypot(away.x(), away.y())) <= self._theme.px(7) + 4

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start dragging the weights or the plane."""
        left = event.button() == Qt.MouseButton.LeftButton
        if left and self.over_weights(event.position()):
            self._drags += 1
            self._moving = self._drags
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the weights, or whatever else is dragged."""
        if self._moving:
            place = self.to_plane(event.position())
            self.view.point(place)
            self.weights_moved.emit(*place, self._moving)
            return
        over = self.over_weights(event.position())
        cursor = Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.CrossCursor
        if self.cursor().shape() != cursor:
            self.setCursor(cursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag."""
        self._moving = 0
        self.setCursor(Qt.CursorShape.CrossCursor)
        super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done at this point."""
        if self.result is None:
            return
        place = self.to_plane(QPointF(event.pos()))
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.view.pointer or self.result.here[:2]
        self.menu_asked.emit(place, event.globalPos())

    def key_used(self, key: Qt.Key) -> bool:
        """Enter puts the weights where the point is."""
        if key in ENTER and self.view.pointer is not None:
            self._drags += 1
            self.weights_moved.emit(*self.view.pointer, self._drags)
            return True
        return super().key_used(key)

    # -- reading -------------------------------------------------------------------

    def words_at(self, place: tuple[float, float]) -> list[str]:
        """The value there, or a path point's true value and distance off the plane."""
        result = self.result
        if result is None:
            return []
        near = self._path_at(result, self.place_of(place))
        if near is not None:
            return self._path_words(result, *near)
        value = result.at(*place)
        name = lowered(tr(QUANTITIES[result.quantity]))
        away = np.hypot(place[0] - result.here[0], place[1] - result.here[1])
        return [
            f"{name} {shown(result, value)}",
            tr("{away} from the current weights", away=shown_number(float(away))),
        ]

    def _path_at(
        self, result: Landscape, at: QPointF
    ) -> tuple[PathOnPlane, int, str] | None:
        """The path under the mouse, the index of the point, and whose it is."""
        found: list[tuple[float, PathOnPlane, int, str]] = []
        for path, run in ((result.path, ""), (result.beside, "B, ")):
            if path is None or not len(path.alpha):
                continue
            x, y = self.pixels_of(np.stack([path.alpha, path.beta], axis=1))
            away = np.hypot(x - at.x(), y - at.y())
            nearest = int(np.argmin(away))
            found.append((float(away[nearest]), path, nearest, run))
        best = min(found, key=lambda one: one[0], default=None)
        return None if best is None or not best[0] <= NEAR else best[1:]

    @staticmethod
    def _path_words(
        result: Landscape, path: PathOnPlane, i: int, run: str
    ) -> list[str]:
        under = result.at(float(path.alpha[i]), float(path.beta[i]))
        name = lowered(tr(QUANTITIES[result.quantity]))
        value = shown(result, float(path.values[i]))
        lines = [
            tr(
                "{run}step {steps}: {name} {value}",
                run=run,
                steps=path.steps[i],
                name=name,
                value=value,
            )
        ]
        off = float(path.off[i])
        if off > 1e-9 * max(1.0, float(np.abs(path.alpha).max())):
            lines.append(tr("{off} off the plane", off=shown_number(off)))
            lines.append(tr("on the plane here: {result}", result=shown(result, under)))
        else:
            lines.append(tr("on the plane"))
        return lines


def _spaced(x: Floats, y: Floats, apart: float) -> list[int]:
    """Points of a path at least this many pixels apart, including the first."""
    if not np.isfinite(x).all() or not np.isfinite(y).all():
        return []
    way = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    gap = max(apart, way[-1] / DOTS)
    picked = np.searchsorted(way, np.arange(0.0, way[-1], gap))
    return sorted(set(picked.tolist()))
