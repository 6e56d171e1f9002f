"""Gradient norms over time: one curve a layer on a log scale, runs side by side."""

from __future__ import annotations

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

from app.look.colour import mix
from app.look.numbers import shown_count, shown_number
from app.look.plots import (
    FIRST_STEPS,
    Axes,
    CalmRange,
    Layer,
    Scale,
    draw_curve,
    draw_note,
    draw_readout,
    spread_labels,
)
from app.look.theme import LIGHT, SMALL, Theme
from app.views.gradients.jobs import GradientResult
from app.widgets.label import plain_tooltip
from core.arrays import Floats

APART = 14  # pixels between dots, about
MOST_DOTS = 140
FLOOR = 1e-12  # what is smaller is drawn at the bottom: zero has no logarithm


class SeriesPlot(QWidget):
    """The mean of each pixel's steps, with the band of every step behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.results: tuple[GradientResult, ...] = ()
        self._range = CalmRange(log=True)
        self._reach = 50.0
        self._layer = Layer()
        self._curves = Layer()
        self._version = 0  # of the results, for the layer of curves
        self._pointer: QPointF | None = None
        self._looked_at: tuple[int, ...] = ()
        self._generation = -1
        self._moving = False
        self.sentence = False  # whether the verdict's sentence stands below
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
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
        self.results = results
        self._version += 1
        self.update()

    def show_moving(self, moving: bool) -> None:
        """Whether training runs: what is missing is then on its way."""
        if moving != self._moving:
            self._moving = moving
            self.update()

    def show_playhead(self, steps: tuple[int, ...]) -> None:
        """Mark the step of each run that the timeline was dragged to, if it was."""
        if steps != self._looked_at:
            self._looked_at = steps
            self.update()

    # -- places ----------------------------------------------------------------------

    def _areas(self) -> list[QRectF]:
        """A plot a run; numbers stand left of the first, names right of each."""
        px, count = self._theme.px, len(self.results)
        foot = px(40) if self.sentence else px(24)
        top = px(8) if count == 1 else px(20)
        names = px(64) if count == 1 else px(30)
        left = px(48)
        width = (self.width() - left) / count
        return [
            QRectF(left + i * width, top, width - names, self.height() - top - foot)
            for i in range(count)
        ]

    def _all_axes(self) -> list[Axes]:
        """The same scales for every run."""
        last = max(
            (float(r.steps[-1]) for r in self.results if len(r.steps)), default=1.0
        )
        while last > self._reach:
            self._reach *= 1.12
        values = np.concatenate(
            [part.ravel() for r in self.results for part in (r.mean, r.dots)]
        )
        values = values[np.isfinite(values) & (values > FLOOR)]
        low, high = (
            (float(values.min()), float(values.max()))
            if len(values)
            else (
                1e-3,
                1.0,
            )
        )
        low = max(low, high * 1e-9)
        shown = self._range.follow(low, max(high, low * 10))
        across, up = Scale(0.0, self._reach), Scale(*shown, log=True)
        return [Axes(across, up, area) for area in self._areas()]

    def _up(self, axes: Axes, values: Floats) -> Floats:
        """Pixels; zeros and the smallest lie on the floor of the plot."""
        y = axes.py(np.maximum(values, FLOOR))
        return np.asarray(np.minimum(y, axes.rect.bottom()))

    # -- painting --------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Axes, bands, curves, dots of the whole sample, labels."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        if not self.results or not len(self.results[0].steps):
            note = FIRST_STEPS if self._moving else "Press play to see gradients"
            draw_note(painter, QRectF(self.rect()), theme, note)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        all_axes = self._all_axes()
        ratio = self.devicePixelRatioF()
        first = all_axes[0]
        key = (
            first.x,
            first.y,
            first.rect,
            len(all_axes),
            self.size().toTuple(),
            ratio,
            theme,
        )
        if self._layer.stale(key):
            layer = self._layer.begin(key, self.width(), self.height(), ratio)
            for i, axes in enumerate(all_axes):
                self._paint_axes(layer, axes, numbers=i == 0)
            layer.end()
        self._layer.draw(painter)
        # The mouse moves more often than the curves change.
        if self._curves.stale((self._version, key)):
            layer = self._curves.begin(
                (self._version, key), self.width(), self.height(), ratio
            )
            for axes, result in zip(all_axes, self.results, strict=True):
                self._draw_run(layer, axes, result)
                self._draw_labels(layer, axes, result)
            layer.end()
        self._curves.draw(painter)
        for axes, looked_at in zip(all_axes, self._looked_at, strict=False):
            at = round(float(axes.px(looked_at))) + 0.5
            painter.setPen(QPen(QColor(theme.accent), 1))
            painter.drawLine(
                QPointF(at, axes.rect.top()), QPointF(at, axes.rect.bottom())
            )
        pointer = self._pointer
        under = [
            a for a in all_axes if pointer is not None and a.rect.contains(pointer)
        ]
        if pointer is not None and under:
            step, height = under[0].at(pointer)[0], pointer.y()
            for axes, result in zip(all_axes, self.results, strict=True):
                self._draw_hover(painter, axes, result, step, height)
        if self.sentence:
            self._draw_sentence(painter, all_axes)

    def _paint_axes(self, painter: QPainter, axes: Axes, numbers: bool) -> None:
        """The numbers of the common scale stand once."""
        if not numbers:
            painter.save()
            painter.setClipRect(axes.rect.adjusted(-4, -4, 40, 40))
        axes.paint(painter, self._theme, "step")
        if not numbers:
            painter.restore()

    def _draw_run(self, painter: QPainter, axes: Axes, result: GradientResult) -> None:
        theme = self._theme
        depth = result.snapshot.network.depth
        painter.save()
        painter.setClipRect(axes.rect.adjusted(0, -2, 1, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x = axes.px(result.steps)
        colours = [theme.layer_colour(k, depth) for k in range(depth)]
        if len(x) > 1:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            # From the least to the largest of each pixel's steps: upright strokes
            # keep a one-step spike and cost a tenth of a filled outline.
            ends = np.stack(
                [self._up(axes, result.low), self._up(axes, result.high)], axis=2
            )
            twice = np.repeat(x, 2)
            for k, colour in enumerate(colours):
                painter.setPen(QPen(QColor(mix(theme.pane, colour.name(), 0.3)), 1))
                painter.drawPath(
                    pg.arrayToQPath(twice, ends[k].ravel(), connect="pairs")
                )
        # Antialiased lines of width 1 have a quick path in Qt's rasteriser; many
        # layers are so dense that it is spared, too.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, depth <= 4)
        means = self._up(axes, result.mean)
        for k, colour in enumerate(colours):
            painter.setPen(QPen(colour, 1))
            draw_curve(painter, x, means[k])
        painter.restore()
        if len(result.dot_steps):
            self._draw_dots(painter, axes, result, colours)

    def _draw_dots(
        self,
        painter: QPainter,
        axes: Axes,
        result: GradientResult,
        colours: list[QColor],
    ) -> None:
        """Norms of the whole sample: squares of whole pixels, cheap and sharp."""
        x = axes.px(result.dot_steps)
        far = np.diff(x).min() if len(x) > 1 else np.inf
        stride = max(1, round(APART / max(far, 1e-6)))
        stride = max(stride, -(-result.dots.size * len(self.results) // MOST_DOTS))
        some = slice(None, None, stride)
        x = x[some]
        edge = QColor(self._theme.outline)
        ups = self._up(axes, result.dots)
        for k, colour in enumerate(colours):
            y = ups[k][some]
            inside = (y >= axes.rect.top()) & (y <= axes.rect.bottom())
            for px, py in zip(x[inside].tolist(), y[inside].tolist(), strict=True):
                left, top = round(px), round(py)
                painter.fillRect(left - 3, top - 3, 6, 6, edge)
                painter.fillRect(left - 2, top - 2, 4, 4, colour)

    def _draw_labels(
        self, painter: QPainter, axes: Axes, result: GradientResult
    ) -> None:
        theme = self._theme
        depth = result.snapshot.network.depth
        comparing = len(self.results) > 1
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        if comparing:
            painter.setFont(theme.font(SMALL, 600))
            painter.setPen(QColor(theme.secondary))
            text = f"{result.label}  {result.verdict.word}"
            painter.drawText(
                QPointF(axes.rect.left(), axes.rect.top() - theme.px(6)), text
            )
        painter.setFont(font)
        fits = int(axes.rect.height() / metrics.height())
        shown = list(range(depth))
        if depth > fits:  # as many as fit, first and last among them
            shown = sorted(
                {round(i * (depth - 1) / max(1, fits - 1)) for i in range(max(2, fits))}
            )
        if not result.mean.shape[1]:
            return
        ends = [float(self._up(axes, result.mean[k][-1:])[0]) for k in shown]
        ends = [e if np.isfinite(e) else axes.rect.bottom() for e in ends]
        top, bottom = axes.rect.top(), axes.rect.bottom() + metrics.height() / 2
        places = spread_labels(ends, metrics.height(), top, bottom)
        for k, place in zip(shown, places, strict=True):
            painter.setPen(theme.layer_ink(k, depth))
            text = f"layer {k + 1}" if k < depth - 1 else "output"
            if comparing:
                text = str(k + 1) if k < depth - 1 else "out"
            painter.drawText(
                QPointF(
                    axes.rect.right() + theme.px(8), place + metrics.capHeight() / 2
                ),
                text,
            )

    def _draw_hover(
        self,
        painter: QPainter,
        axes: Axes,
        result: GradientResult,
        step: float,
        height: float,
    ) -> None:
        """Read one step; the runs are read together."""
        if not len(result.steps):
            return
        at = QPointF(float(axes.px(step)), height)
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
        if len(self.results) > 1:  # each beside its own curves
            bounds.setLeft(axes.rect.left())
            bounds.setRight(axes.rect.right() + self._theme.px(26))
        draw_readout(painter, at, bounds, self._theme, lines)

    def _draw_sentence(self, painter: QPainter, all_axes: list[Axes]) -> None:
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        base = self.height() - theme.px(4) - metrics.descent()
        width = self.width() / len(self.results)
        for i, result in enumerate(self.results):
            room = width - theme.px(16)
            text = result.verdict.sentence
            text = text[:1].upper() + text[1:]
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QPointF(i * width + theme.px(12), base), text)
        said = "\n".join(r.verdict.sentence for r in self.results)
        self.setToolTip(plain_tooltip(said))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the numbers of the step under the mouse."""
        self._pointer = event.position()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is elsewhere."""
        self._pointer = None
        self.update()
