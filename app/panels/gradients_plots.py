"""The drawings of the Gradients view: norms over time, profile by depth, histograms."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.colour import mix
from app.panels.gradients_jobs import GradientResult
from app.plots import (
    Axes,
    CalmRange,
    Layer,
    Scale,
    draw_curve,
    draw_markers,
    draw_note,
    draw_readout,
    polyline,
    spread_labels,
)
from app.theme import LIGHT, SMALL, Theme
from app.widgets.numbers import shown_count, shown_number
from core.analysis.gradient_report import Histogram
from core.arrays import Floats

_FLOOR = 1e-12  # what is smaller is drawn at the bottom: zero has no logarithm


class SeriesPlot(QWidget):
    """One curve a layer on a log scale, with the band of every step behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._results: tuple[GradientResult, ...] = ()
        self._range = CalmRange(log=True)
        self._reach = 50.0
        self._layer = Layer()
        self._pointer: QPointF | None = None
        self._generation = -1
        self.sentence = False  # whether the verdict's sentence stands below
        self.setMouseTracking(True)
        self.setAccessibleName("Gradient norms over steps")

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(320, 180)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.update()

    def reset(self) -> None:
        """Another quantity: forget the range."""
        self._range.reset()

    def show_results(self, results: tuple[GradientResult, ...]) -> None:
        """Take new curves."""
        if results[0].snapshot.generation != self._generation:
            self._generation = results[0].snapshot.generation
            self._range.reset()
            self._reach = 50.0
        self._results = results
        self.update()

    def _area(self) -> QRectF:
        px = self._theme.px
        foot = px(40) if self.sentence else px(24)
        return QRectF(self.rect()).adjusted(px(48), px(8), -px(64), -foot)

    def _axes(self) -> Axes:
        last = max(
            (float(r.steps[-1]) for r in self._results if len(r.steps)), default=1.0
        )
        while last > self._reach:
            self._reach *= 1.12
        values = np.concatenate(
            [part.ravel() for r in self._results for part in (r.mean, r.dots)]
        )
        values = values[np.isfinite(values) & (values > _FLOOR)]
        low, high = (float(values.min()), float(values.max())) if len(values) else (
            1e-3, 1.0,
        )  # fmt: skip
        low = max(low, high * 1e-9)
        shown = self._range.follow(low, max(high, low * 10))
        return Axes(Scale(0.0, self._reach), Scale(*shown, log=True), self._area())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Axes, bands, curves, dots of the whole sample, labels."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        if not self._results or not len(self._results[0].steps):
            draw_note(
                painter, QRectF(self.rect()), theme, "Press play to see gradients"
            )
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        axes = self._axes()
        ratio = self.devicePixelRatioF()
        key = (axes.x, axes.y, axes.rect, self.size().toTuple(), ratio, theme)
        if self._layer.stale(key):
            layer = self._layer.begin(key, self.width(), self.height(), ratio)
            axes.paint(layer, theme, "step")
            layer.end()
        self._layer.draw(painter)
        for i, result in enumerate(self._results):
            self._draw_run(painter, axes, result, ghost=i > 0)
        self._draw_labels(painter, axes)
        self._draw_hover(painter, axes)
        if self.sentence:
            self._draw_sentence(painter)

    def _draw_run(
        self, painter: QPainter, axes: Axes, result: GradientResult, ghost: bool
    ) -> None:
        theme = self._theme
        depth = result.snapshot.network.depth
        painter.save()
        painter.setClipRect(axes.rect.adjusted(0, -2, 0, 2))
        x = axes.px(result.steps)
        for k in range(depth):
            colour = theme.layer_colour(k, depth)
            if ghost or len(x) < 2:
                continue
            # From the least to the largest of each pixel's steps: upright strokes
            # keep a one-step spike and cost a tenth of a filled outline.
            ends = np.column_stack(
                [self._up(axes, result.low[k]), self._up(axes, result.high[k])]
            )
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(QColor(mix(theme.pane, colour.name(), 0.3)), 1))
            painter.drawPath(
                pg.arrayToQPath(np.repeat(x, 2), ends.ravel(), connect="pairs")
            )
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for k in range(depth):
            colour = theme.layer_colour(k, depth)
            # Width 1 has a quick path in Qt's rasteriser; 1.2 costs ten times as much.
            pen = QPen(colour, 1)
            if ghost:
                pen.setDashPattern([3.0, 2.0])
            painter.setPen(pen)
            draw_curve(painter, x, self._up(axes, result.mean[k]))
        painter.restore()
        if not ghost and len(result.dot_steps):
            painter.setPen(QPen(QColor(theme.outline), 1))
            for k in range(depth):
                painter.setBrush(theme.layer_colour(k, depth))
                y = self._up(axes, result.dots[k])
                inside = (y >= axes.rect.top()) & (y <= axes.rect.bottom())
                dots = axes.px(result.dot_steps)
                draw_markers(painter, dots[inside], y[inside], "o", 5.0)

    def _up(self, axes: Axes, values: Floats) -> Floats:
        """Pixels; zeros and the smallest lie on the floor of the plot."""
        y = axes.py(np.maximum(values, _FLOOR))
        return np.asarray(np.minimum(y, axes.rect.bottom()))

    def _draw_labels(self, painter: QPainter, axes: Axes) -> None:
        theme, result = self._theme, self._results[0]
        depth = result.snapshot.network.depth
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        fits = int(axes.rect.height() / metrics.height())
        shown = list(range(depth))
        if depth > fits:  # as many as fit, first and last among them
            shown = sorted(
                {round(i * (depth - 1) / max(1, fits - 1)) for i in range(max(2, fits))}
            )
        ends = [float(self._up(axes, result.mean[k][-1:])[0]) for k in shown]
        ends = [e if np.isfinite(e) else axes.rect.bottom() for e in ends]
        top, bottom = axes.rect.top(), axes.rect.bottom() + metrics.height() / 2
        places = spread_labels(ends, metrics.height(), top, bottom)
        for k, place in zip(shown, places, strict=True):
            painter.setPen(theme.layer_colour(k, depth))
            text = f"layer {k + 1}" if k < depth - 1 else "output"
            painter.drawText(
                QPointF(
                    axes.rect.right() + theme.px(8), place + metrics.capHeight() / 2
                ),
                text,
            )

    def _draw_hover(self, painter: QPainter, axes: Axes) -> None:
        at = self._pointer
        if at is None or not axes.rect.contains(at):
            return
        result = self._results[0]
        step = axes.at(at)[0]
        i = int(np.argmin(np.abs(result.steps - step)))
        lines = [f"step {shown_count(int(result.steps[i]))}"]
        depth = result.snapshot.network.depth
        for k in range(min(depth, 13)):
            name = f"layer {k + 1}" if k < depth - 1 else "output"
            lines.append(f"{name}  {shown_number(float(result.mean[k, i]))}")
        painter.setPen(QPen(QColor(self._theme.secondary), 1))
        x = round(at.x()) + 0.5
        painter.drawLine(QPointF(x, axes.rect.top()), QPointF(x, axes.rect.bottom()))
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_readout(painter, at, bounds, self._theme, lines)

    def _draw_sentence(self, painter: QPainter) -> None:
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        text = metrics.elidedText(
            self._results[0].verdict.sentence,
            Qt.TextElideMode.ElideRight,
            self.width() - theme.px(24),
        )
        base = self.height() - theme.px(4) - metrics.descent()
        painter.drawText(QPointF(theme.px(12), base), text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the numbers of the step under the mouse."""
        self._pointer = event.position()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is elsewhere."""
        self._pointer = None
        self.update()


class ProfilePlot(QWidget):
    """The present by depth: pushes with their causes, or histograms by layer."""

    MODES: ClassVar[dict[str, str]] = {
        "profile": "Profile by depth",
        "weights": "Histograms of weights",
        "gradients": "Histograms of gradients",
    }

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._result: GradientResult | None = None
        self._said = ""
        self._range = CalmRange(log=True)
        self.mode = "profile"
        self.setAccessibleName("Gradient profile by depth")

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(320, 150)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.update()

    def show_result(self, result: GradientResult, said: str) -> None:
        """Take the newest state and what is to be said of it."""
        old = self._result
        if old is None or old.snapshot.network != result.snapshot.network:
            self._range.reset()
        self._result, self._said = result, said
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bars or histograms, and the sentence below."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        if self._result is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        foot = 2 * metrics.height() + theme.px(8)
        area = QRectF(self.rect()).adjusted(theme.px(12), 0, -theme.px(12), -foot)
        if self.mode == "profile":
            self._draw_profile(painter, area, metrics)
        else:
            self._draw_histograms(painter, area, metrics)
        painter.setPen(QColor(theme.secondary))
        box = QRectF(
            area.left(), self.height() - foot + theme.px(2), area.width(), foot
        )
        flags = int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
        painter.drawText(box, flags, self._said[:1].upper() + self._said[1:])

    def _cells(self, area: QRectF) -> list[QRectF]:
        assert self._result is not None
        depth = self._result.snapshot.network.depth
        gap = min(self._theme.px(8), area.width() / (3 * depth))
        width = min((area.width() - gap * (depth - 1)) / depth, self._theme.px(120))
        return [
            QRectF(area.left() + i * (width + gap), area.top(), width, area.height())
            for i in range(depth)
        ]

    def _draw_profile(
        self, painter: QPainter, area: QRectF, metrics: QFontMetricsF
    ) -> None:
        """Bars of the push that reaches each layer; below them what multiplies it."""
        theme, result = self._theme, self._result
        assert result is not None
        layers = result.report.layers
        row = metrics.height()
        bars = area.adjusted(0, row, 0, -3 * row)
        pushes = np.array([layer.z for layer in layers])
        good = pushes[np.isfinite(pushes) & (pushes > _FLOOR)]
        low, high = (good.min(), good.max()) if len(good) else (1e-3, 1.0)
        scale = Scale(*self._range.follow(float(low) / 3, float(high)), log=True)
        cells = self._cells(area)
        narrow = cells[0].width() < metrics.horizontalAdvance("0.000") + 2
        labels = ("push", "slope", "stretch")
        for i, (layer, cell) in enumerate(zip(layers, cells, strict=True)):
            colour = theme.layer_colour(i, len(layers))
            value = max(layer.z, _FLOOR) if np.isfinite(layer.z) else scale.high
            top = float(scale.place(value, bars.bottom(), bars.top()))
            top = min(max(top, bars.top()), bars.bottom() - 1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawRect(
                QRectF(cell.left(), top, cell.width(), bars.bottom() - top)
            )
            if narrow:
                continue
            painter.setPen(QColor(theme.text))
            room = cell.width() + theme.px(4)
            said = [shown_number(layer.z, digits) for digits in (3, 2, 1)]
            fits = [t for t in said if metrics.horizontalAdvance(t) <= room]
            if fits:
                painter.drawText(QPointF(cell.left(), top - 3), fits[0])
            painter.setPen(QColor(theme.secondary))
            last = i == len(layers) - 1
            rows = (
                f"layer {i + 1}" if not last else "output",
                f"|φ′| {shown_number(layer.cause.mean_slope, 2)}" if not last else "",
                f"σ {shown_number(layer.cause.typical, 2)}",
            )
            for k, text in enumerate(rows):
                base = bars.bottom() + (k + 1) * row - metrics.descent()
                painter.drawText(
                    QPointF(cell.left(), base),
                    self._fit(text, metrics, cell.width() + theme.px(6)),
                )
        painter.setPen(QColor(theme.secondary))
        if narrow:
            painter.drawText(
                QPointF(area.left(), area.top() + metrics.ascent()),
                f"{labels[0]} that reaches each layer, first to last",
            )

    @staticmethod
    def _fit(text: str, metrics: QFontMetricsF, width: float) -> str:
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    def _draw_histograms(
        self, painter: QPainter, area: QRectF, metrics: QFontMetricsF
    ) -> None:
        theme, result = self._theme, self._result
        assert result is not None
        layers = result.report.layers
        row = metrics.height()
        for i, (layer, cell) in enumerate(zip(layers, self._cells(area), strict=True)):
            found: Histogram = (
                layer.weights if self.mode == "weights" else layer.gradients
            )
            box = cell.adjusted(0, theme.px(4), 0, -2 * row)
            colour = theme.layer_colour(i, len(layers))
            peak = max(1.0, float(found.counts.max()))
            x = np.linspace(box.left(), box.right(), len(found.counts) + 1)
            y = box.bottom() - found.counts / peak * box.height()
            outline = polyline(
                np.concatenate([[x[0]], np.repeat(x, 2)[1:-1], [x[-1]]]),
                np.concatenate([[box.bottom()], np.repeat(y, 2), [box.bottom()]]),
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(mix(theme.pane, colour.name(), 0.7)))
            painter.drawPolygon(outline)
            middle = round(box.center().x()) + 0.5
            painter.setPen(QPen(QColor(theme.hairline), 1))
            painter.drawLine(QPointF(middle, box.top()), QPointF(middle, box.bottom()))
            painter.setPen(QColor(theme.secondary))
            name = f"layer {i + 1}" if i < len(layers) - 1 else "output"
            for k, text in enumerate((name, f"±{shown_number(found.reach, 2)}")):
                base = box.bottom() + (k + 1) * row - metrics.descent()
                painter.drawText(
                    QPointF(cell.left(), base), self._fit(text, metrics, cell.width())
                )
