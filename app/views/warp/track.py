"""From input to output: a slider over all stages, and small pictures of the layers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.layer import Layer
from app.look.markers import draw_markers
from app.look.numbers import shown_percent
from app.look.palette import tint
from app.look.plots import spread_labels
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import ARROWS, KeyCanvas
from app.views.warp.camera import Camera, View, to_pixels, view_of
from app.views.warp.jobs import WarpResult
from app.views.warp.marks import draw_asked, groups
from core.analysis.separability import Separability
from core.arrays import Floats
from core.language import mark, tr
from core.steps import Stage


class StageSlider(QWidget):
    """A slider whose ticks are the stages; it can be anywhere between them."""

    moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.stages: tuple[Stage, ...] = ()
        self._place = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Path through the network"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """Labels over a track."""
        return QSize(240, self._theme.px(36))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.setFixedHeight(theme.px(36))
        self.update()

    def set_stages(self, stages: tuple[Stage, ...]) -> None:
        """Set the stages of another network."""
        if stages != self.stages:
            self.stages = stages
            self.update()

    def set_place(self, place: float) -> None:
        """Move the handle without emitting a signal."""
        if place != self._place:
            self._place = place
            self.setAccessibleDescription(self._spoken())
            self.update()

    @property
    def last(self) -> float:
        """The largest place."""
        return float(max(1, len(self.stages) - 1))

    def _spoken(self) -> str:
        if not self.stages:
            return ""
        return self.stages[min(round(self._place), len(self.stages) - 1)].title

    def _span(self) -> tuple[float, float]:
        margin = self._theme.px(20)
        return float(margin), float(max(margin + 1, self.width() - margin))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Track, ticks, labels where they fit, handle."""
        theme = self._theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, right = self._span()
        y = self.height() - theme.px(10)
        here = left + (right - left) * self._place / self.last
        for start, stop, colour in (
            (left, right, theme.field),
            (left, here, theme.accent),
        ):
            pen = QPen(QColor(colour), theme.px(3))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(start, y), QPointF(stop, y))
        self._paint_labels(painter, left, right)
        painter.setBrush(QColor(theme.pane))
        painter.setPen(QPen(QColor(theme.accent), 2))
        radius = theme.px(5) + (1 if self.hasFocus() else 0)
        painter.drawEllipse(QPointF(here, y), radius, radius)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tint(theme.accent, 0.4), 3))
            painter.drawEllipse(QPointF(here, y), radius + 3, radius + 3)

    def _paint_labels(self, painter: QPainter, left: float, right: float) -> None:
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        y = self.height() - theme.px(10)
        nearest = round(self._place)
        spots = [left + (right - left) * i / self.last for i in range(len(self.stages))]
        painter.setPen(QPen(QColor(mix(theme.pane, theme.secondary, 0.6)), 1))
        for spot in spots:
            painter.drawLine(QPointF(spot, y - 4), QPointF(spot, y - 2))
        taken: list[tuple[float, float]] = []
        # The present stage first, then ends and layers, then the steps between.
        order = sorted(
            range(len(self.stages)),
            key=lambda i: (
                i != nearest,
                i not in (0, len(self.stages) - 1),
                self.stages[i].kind != "activation",
                i,
            ),
        )
        for i in order:
            text = self.stages[i].title
            width = metrics.horizontalAdvance(text)
            start = min(max(spots[i] - width / 2, 2.0), self.width() - width - 2.0)
            gap = theme.px(8)
            if any(start < b + gap and a < start + width + gap for a, b in taken):
                continue
            taken.append((start, start + width))
            painter.setPen(QColor(theme.text if i == nearest else theme.secondary))
            painter.drawText(QPointF(start, metrics.ascent() + 1), text)

    def _go(self, place: float) -> None:
        place = min(max(place, 0.0), self.last)
        self.set_place(place)
        self.moved.emit(place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jump; near a stage, snap to it."""
        self._drag_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag_to(event.position().x())

    def _drag_to(self, x: float) -> None:
        left, right = self._span()
        place = (x - left) / (right - left) * self.last
        near = round(place)
        if abs(place - near) * (right - left) / self.last < self._theme.px(4):
            place = float(near)
        self._go(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go a tenth of a step, page keys a whole one, Home and End the ends."""
        moves = {
            Qt.Key.Key_Left: -0.1,
            Qt.Key.Key_Right: 0.1,
            Qt.Key.Key_Down: -0.1,
            Qt.Key.Key_Up: 0.1,
            Qt.Key.Key_PageDown: -1.0,
            Qt.Key.Key_PageUp: 1.0,
            Qt.Key.Key_Home: -1e9,
            Qt.Key.Key_End: 1e9,
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None:
            super().keyPressEvent(event)
            return
        place = self._place + move
        self._go(float(round(place)) if abs(move) == 1.0 else round(place, 3))


class LayerStrip(KeyCanvas):
    """A small picture of every layer, side by side, with separability over depth."""

    chosen = Signal(float)  # place of a stage

    keys = mark("Left and right show the layer before or after, Home and End the ends.")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._result: WarpResult | None = None
        self._meter: tuple[Separability, ...] = ()
        self._layers: list[Layer] = []
        self.stamps: list[int] = []  # of the state that each small layer shows
        self._place = 0.0
        self._stamp = 0
        self._turn = 0
        self._aim = -1  # the layer chosen by keys, until the stage is there
        self.setAccessibleName(tr("Layers side by side"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.setFixedHeight(theme.px(104))
        self.update()

    def show_result(
        self,
        result: WarpResult,
        meter: tuple[Separability, ...],
        moving: bool = False,
    ) -> None:
        """Draw the layers of a new state, with the newest meter.

        While the plane moves, one small layer is redrawn per state, in turn: all of
        them would cost more than the large stage.
        """
        old = self._result
        same = old is not None and old.snapshot.network == result.snapshot.network
        self._result, self._meter = result, meter
        self._stamp += 1
        count = len(self.spaces())
        if moving and same and len(self.stamps) == count:
            self._turn = (self._turn + 1) % count
            self.stamps[self._turn] = self._stamp
        else:
            self.stamps = [self._stamp] * count
            self._layers = [Layer() for _ in range(count)]
        self.update()

    def set_place(self, place: float) -> None:
        """Mark the layer on show."""
        if place != self._place:
            self._place = place
            self.update()
        if self._result is not None and 0 <= self._aim < len(spaces := self.spaces()):
            self._aim = -1 if place == spaces[self._aim] else self._aim

    def spaces(self) -> list[int]:
        """Stages that are spaces of their own: input, activations, logits."""
        assert self._result is not None
        stages = self._result.warp.stages
        return [
            i
            for i, s in enumerate(stages)
            if s.kind in ("input", "activation") or i == len(stages) - 1
        ]

    def cells(self, count: int) -> list[QRectF]:
        """The rectangles of the layers' small pictures."""
        theme = self._theme
        gap = theme.px(8)
        room = self.width() - theme.px(24)
        side = min(theme.px(60), (room - gap * (count - 1)) / max(1, count))
        left = theme.px(12)
        # From edge to edge, like the track below, from the input to the logits.
        step = (room - side) / max(1, count - 1)
        return [QRectF(left + i * step, theme.px(4), side, side) for i in range(count)]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Cells, meter, and a frame around the layer on show."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        if self._result is None:
            self.draw_focus(painter, self._theme)
            return
        spaces = self.spaces()
        cells = self.cells(len(spaces))
        ratio = self.devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for i, (place, cell) in enumerate(zip(spaces, cells, strict=True)):
            layer, side = self._layers[i], QRectF(0, 0, cell.width(), cell.height())
            key = (self.stamps[i], side.width(), ratio, self._theme)
            if layer.stale(key):
                size = -int(-cell.width() // 1)
                inner = layer.begin(key, size, size, ratio)
                self._paint_cell(inner, place, side)
                inner.end()
            painter.translate(cell.topLeft())
            layer.draw(painter)
            painter.translate(-cell.topLeft())
        self._paint_meter(painter, cells)
        current = self._current(spaces)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.accent), 1.5))
        painter.drawRoundedRect(cells[current].adjusted(-2, -2, 2, 2), 4, 4)
        self.draw_focus(painter, self._theme)

    def _current(self, spaces: Sequence[int]) -> int:
        """The small layer nearest to the stage's place."""
        return min(range(len(spaces)), key=lambda i: abs(spaces[i] - self._place))

    def key_used(self, key: Qt.Key) -> bool:
        """Show another layer, counted from the one already chosen by keys."""
        if self._result is None:
            return False
        spaces = self.spaces()
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(spaces) - 1}
        if key in ARROWS:
            right, down = ARROWS[key]
            here = self._aim if 0 <= self._aim < len(spaces) else self._current(spaces)
            aim = min(max(0, here + right + down), len(spaces) - 1)
        elif key in ends:
            aim = ends[key]
        else:
            return False
        self._aim = aim
        self.tell(self._result.warp.stages[spaces[aim]].title)
        self.chosen.emit(float(spaces[aim]))
        return True

    def keys_left(self) -> None:
        """Forget the key target, so that the next move starts at the present place."""
        self._aim = -1

    def _paint_cell(self, painter: QPainter, place: int, cell: QRectF) -> None:
        result, theme = self._result, self._theme
        assert result is not None
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mix(theme.pane, theme.field, 0.6)))
        painter.drawRoundedRect(cell, 3, 3)
        painter.setClipRect(cell)
        painter.translate(cell.topLeft())
        if result.finite:
            picture = result.warp.at(float(place))
            view = view_of(picture.points, picture.curves)
            stage = result.warp.stages[place]
            flat = result.warp.projections[stage.layer + 1].flat
            camera = Camera(depth=0.0 if flat else 1.0)
            w, h = cell.width(), cell.height()
            # A sparse grid is clearer in small pictures; lines stay whole.
            part = (result.line >= 0) & (result.line % 5 == 0)
            x, y, _ = to_pixels(picture.curves[part], view, camera, w, h)
            if len(x):
                line = mix(theme.pane, theme.secondary, 0.35)
                painter.setPen(QPen(QColor(line), 0.6))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                keep = result.joined[part] & np.isfinite(x) & np.isfinite(y)
                painter.drawPath(
                    pg.arrayToQPath(
                        np.clip(np.nan_to_num(x), -1e4, 1e4),
                        np.clip(np.nan_to_num(y), -1e4, 1e4),
                        connect=keep,
                    )
                )
            self._paint_dots(painter, picture.points, view, camera, w)
        painter.restore()

    def _paint_dots(
        self, painter: QPainter, points: Floats, view: View, camera: Camera, side: float
    ) -> None:
        result, theme = self._result, self._theme
        assert result is not None
        x, y, _ = to_pixels(points, view, camera, side, side)
        asked = (float(x[-1]), float(y[-1])) if result.shown.asked else None
        step = -(-len(x) // 240)
        x, y = x[::step], y[::step]
        painter.setPen(Qt.PenStyle.NoPen)
        fine = np.isfinite(x) & np.isfinite(y)
        for group, colour, _ in groups(result, theme):
            part = fine & group[::step]
            painter.setBrush(colour)
            draw_markers(painter, x[part], y[part], "o", 3.0)
        if asked is not None:
            draw_asked(painter, theme, *asked, size=5.0)

    def _paint_meter(self, painter: QPainter, cells: Sequence[QRectF]) -> None:
        """Accuracy of the best linear read-out in each space, as a curve."""
        result, theme = self._result, self._theme
        assert result is not None
        if len(self._meter) != len(result.warp.stages):
            return
        meter = [self._meter[i] for i in self.spaces()]
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        top = cells[0].bottom() + theme.px(6)
        bottom = self.height() - metrics.height() - theme.px(2)
        xs = np.array([c.center().x() for c in cells])
        train = np.array([m.train for m in meter])
        low = min(0.5, float(train.min()))

        def height(values: Floats) -> Floats:
            return np.asarray(
                bottom - (values - low) / (1.0 - low + 1e-9) * (bottom - top)
            )

        tests = [m.test for m in meter]
        if all(t is not None for t in tests):
            painter.setPen(QPen(QColor(theme.secondary), 1, Qt.PenStyle.DashLine))
            y = height(np.clip(np.array(tests, float), low, 1.0))
            painter.drawPolyline([QPointF(a, b) for a, b in zip(xs, y, strict=True)])
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        y = height(train)
        painter.drawPolyline([QPointF(a, b) for a, b in zip(xs, y, strict=True)])
        painter.setBrush(QColor(theme.accent))
        draw_markers(painter, xs, y, "o", 4.0)
        painter.setPen(QColor(theme.secondary))
        texts = [shown_percent(m.train) for m in meter]
        widths = [metrics.horizontalAdvance(t) for t in texts]
        widest = max(widths) + theme.px(6)
        if widest * len(texts) > self.width():
            texts = [t if i in (0, len(texts) - 1) else "" for i, t in enumerate(texts)]
        places = spread_labels(xs.tolist(), widest, 0.0, float(self.width()))
        base = self.height() - metrics.descent() - 1
        for text, x, width in zip(texts, places, widths, strict=True):
            painter.drawText(QPointF(x - width / 2, base), text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the layer that was clicked."""
        if self._result is None:
            return
        spaces = self.spaces()
        for place, cell in zip(spaces, self.cells(len(spaces)), strict=True):
            if cell.adjusted(-4, -4, 4, self.height()).contains(event.position()):
                self._aim = -1
                self.chosen.emit(float(place))
                return
