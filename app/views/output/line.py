"""A network with one input: its function, its spread or its density over x."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.bands import fill_between
from app.look.layer import Layer
from app.look.markers import draw_markers
from app.look.numbers import shown_number, shown_percent
from app.look.palette import tint
from app.look.plots import (
    Axes,
    Scale,
    draw_curve,
    draw_note,
    draw_readout,
)
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.picture import class_name
from app.plane.view import PlaneView
from app.views.output.bands import (
    centre_words,
    draw_arrows,
    draw_bands,
    draw_cells,
    draw_centres,
)
from app.views.output.card import Card, draw_card, read_card
from app.views.output.line_jobs import LineResult
from core.arrays import Floats
from core.language import tr
from core.problems.base import Sample


class LineCanvas(QWidget):
    """The function over x with the sample on it."""

    #: A place of the plot was clicked.
    place_chosen = Signal(float, float)

    def __init__(self, view: PlaneView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self._theme: Theme = LIGHT
        self.result: LineResult | None = None
        self.label = ""
        self._axes_layer = Layer()
        self._points_layer = Layer()
        self.show_test = True
        self.show_points = True
        self.samples = 0  # above 0: seed of the samples at the pinned place
        self.covered = QRectF()  # by a button on top
        self.labels: list[QRectF] = []  # where the labels were drawn
        self.setMouseTracking(True)
        self.setMinimumSize(80, 60)
        self.setAccessibleName(tr("Output as a function of the input"))
        view.changed.connect(self.update)
        view.pointed.connect(self.update)

    def sizeHint(self) -> QSize:
        """A landscape of moderate size."""
        return QSize(320, 240)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_line(self, result: LineResult, label: str) -> None:
        """Show a result; ``label`` names the run, if needed."""
        self.result, self.label = result, label
        self.update()

    def _axes(self) -> Axes:
        x0, x1, y0, y1 = self.view.box
        px = self._theme.px
        strip = self._strip() if self.result is not None and self.result.cells else 0
        area = QRectF(self.rect()).adjusted(px(40), px(12) + strip, -px(16), -px(24))
        return Axes(Scale(x0, x1), Scale(y0, y1), area)

    def _strip(self) -> float:
        """Height of the ellipses above the plot."""
        return min(self._theme.px(110), 0.34 * self.height())

    def _head(self, strip: QRectF) -> QRectF:
        """The line of words at the top of the ellipses."""
        row = QFontMetricsF(self._theme.font(SMALL)).height()
        return QRectF(strip.left(), strip.top(), strip.width(), row)

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Density or band, axes, sample, curve, words."""
        painter = QPainter(self)
        theme, result = self._theme, self.result
        painter.fillRect(self.rect(), QColor(theme.pane))
        if result is None:
            draw_note(
                painter, QRectF(self.rect()), theme, tr("Waiting for the first step")
            )
            return
        axes = self._axes()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio = self.devicePixelRatioF()
        key = (self.view.box, self.size().toTuple(), ratio, theme, bool(result.cells))
        if self._axes_layer.stale(key):
            layer = self._axes_layer.begin(key, self.width(), self.height(), ratio)
            axes.paint(layer, theme, "x")
            layer.end()
        self._axes_layer.draw(painter)
        painter.save()
        painter.setClipRect(axes.rect.adjusted(0, -6, 0, 1))
        if result.image is not None:
            x0, x1, y0, y1 = result.image_box
            left, right = float(axes.px(x0)), float(axes.px(x1))
            top, bottom = float(axes.py(y1)), float(axes.py(y0))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            area = QRectF(left, top, right - left, bottom - top)
            painter.drawImage(area, result.image)
        painter.restore()
        painter.save()
        painter.setClipRect(axes.rect.adjusted(0, -6, 0, 6))
        if self.show_points:
            self._draw_points(painter, axes, result, key)
        # Points may overlap the edge a little; lines are clipped to the plot.
        painter.setClipRect(axes.rect)
        self._draw_curves(painter, axes, result)
        painter.restore()
        if result.cells:
            strip = QRectF(axes.rect.left(), self._theme.px(4), 0, self._strip())
            strip.setWidth(axes.rect.width())
            wide = strip.width()
            if self.covered.intersects(self._head(strip)):
                wide = self.covered.left() - strip.left() - self._theme.px(8)
            draw_cells(painter, strip, axes, theme, result.cells, wide)
        self._draw_labels(painter, axes, result)
        self._draw_pointer(painter, axes, result)

    def _draw_points(
        self, painter: QPainter, axes: Axes, result: LineResult, key: object
    ) -> None:
        splits = result.snapshot.splits
        # The prediction is under the points: a density, or a band if space is short.
        dense = result.image is not None or axes.rect.width() < self._theme.px(120)
        full = (key, id(splits), self.show_test, dense, result.target)
        if self._points_layer.stale(full):
            ratio = self.devicePixelRatioF()
            layer = self._points_layer.begin(full, self.width(), self.height(), ratio)
            layer.setClipRect(axes.rect.adjusted(0, -6, 0, 6))
            if self.show_test:
                self._paint_sample(layer, axes, splits.test, True, dense)
            self._paint_sample(layer, axes, splits.train, False, dense)
            layer.end()
        self._points_layer.draw(painter)

    def _paint_sample(
        self, painter: QPainter, axes: Axes, sample: Sample, hollow: bool, dense: bool
    ) -> None:
        """Filled for training, hollow for testing; smaller on a ``dense`` picture."""
        theme = self._theme
        # More points than pixels would only make a smear.
        x, y = sample.x[:4000, 0], sample.y[:4000].reshape(-1, *sample.y.shape[1:])
        size = theme.px(5 if len(x) <= 600 else 4)
        strength = 0.7 if len(x) <= 600 else 0.4
        if dense:
            size, strength = theme.px(3), 0.5
        for k in range(max(1, sample.classes)):
            if sample.classes:
                mine = y.astype(int) == k
                at = np.full(int(mine.sum()), float(k if sample.classes == 2 else 0))
                px, py = axes.px(x[mine]), axes.py(at)
                colour, symbol = theme.class_colour(k), theme.class_symbol(k)
            else:
                px, py = axes.px(x), axes.py(y[:, self._target(y)])
                colour, symbol = QColor(theme.secondary), "o"
            if hollow:
                painter.setPen(QPen(tint(colour, strength), 1.25))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                draw_markers(painter, px, py, symbol, size if dense else size - 1)
            else:
                painter.setPen(QPen(tint(theme.pane, 0.8), 1))
                if not sample.classes:
                    painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(tint(colour, strength))
                draw_markers(painter, px, py, symbol, size)

    def _target(self, values: Floats) -> int:
        """Which column of targets is shown."""
        chosen = 0 if self.result is None else self.result.target
        return min(chosen, int(values.shape[1]) - 1)

    def _curve_colour(self, result: LineResult, k: int) -> QColor:
        problem = result.snapshot.run.data.problem
        if problem.classes > 2:
            return self._theme.class_colour(k)
        return QColor(self._theme.accent)

    def _values(self, result: LineResult) -> Floats:
        """The curves to draw; (m, k)."""
        return result.line.predicted

    def _shows_truth(self, result: LineResult) -> bool:
        """Whether to draw the truth: not where mean, median and mode have lines."""
        summed = result.summed
        crowded = summed is not None and (summed.skewed or summed.certainty is not None)
        return result.truth is not None and not crowded

    def _draw_curves(self, painter: QPainter, axes: Axes, result: LineResult) -> None:
        theme = self._theme
        x = axes.px(result.line.x)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        summed = result.summed
        if self._shows_truth(result):
            assert result.truth is not None
            pen = QPen(tint(theme.text, 0.7), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            truth = result.truth[:, self._target(result.truth)]
            draw_curve(painter, x, axes.py(truth))
        if summed is not None:
            draw_bands(painter, axes, theme, result.line.x, summed)
            if summed.certainty is not None:
                draw_arrows(painter, axes, theme, result.line.x, summed)
            else:
                draw_centres(painter, axes, theme, result.line.x, summed)
            return
        values = self._values(result)
        for k in range(values.shape[1]):
            if result.scatter is not None:
                spread = result.scatter[:, k]
                low, high = values[:, k] - spread, values[:, k] + spread
                ink = tint(self._curve_colour(result, k), 0.22)
                fill_between(painter, axes, x, low, high, ink)
                painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._curve_colour(result, k), 2))
            draw_curve(painter, x, np.clip(axes.py(values[:, k]), -4000, 4000))

    def _draw_labels(self, painter: QPainter, axes: Axes, result: LineResult) -> None:
        """Labels of the lines, at the upper left, in their colours.

        Labels wider than the plot are left out, since two runs share a pane.
        """
        theme = self._theme
        problem = result.snapshot.run.data.problem
        words: list[tuple[str, QColor]] = []
        if self.label:
            words.append((self.label, QColor(theme.text)))
        if result.summed is not None:
            first, *rest = centre_words(result.summed)
            words.append((first, QColor(theme.text)))
            words += [(text, QColor(theme.accent)) for text in rest]
        elif problem.classes > 2:
            words += [
                (class_name(problem, k), theme.class_colour(k))
                for k in range(problem.classes)
            ]
        else:
            word = tr("mean over draws") if result.drawn else tr("learned")
            words.append((word, QColor(theme.accent)))
        if result.scatter is not None:
            words.append((tr("band: ± standard deviation"), QColor(theme.secondary)))
        if self._shows_truth(result):
            words.append((tr("dashed: the function itself"), QColor(theme.secondary)))
        font = theme.font(SMALL)
        painter.setFont(font)
        row = painter.fontMetrics().height()
        room = self.width() - axes.rect.left() - 12
        words = [
            w for w in words if painter.fontMetrics().horizontalAdvance(w[0]) <= room
        ]
        wide = [painter.fontMetrics().horizontalAdvance(text) + 8 for text, _ in words]
        corner = axes.rect.topLeft() + QPointF(4, 0)
        self.labels = [
            QRectF(corner.x(), corner.y() + i * row, width, row)
            for i, width in enumerate(wide)
        ]
        if any(self.covered.intersects(label) for label in self.labels):
            below = self.covered.bottom() + 2 - corner.y()
            self.labels = [label.translated(0, below) for label in self.labels]
        for (text, colour), back in zip(words, self.labels, strict=True):
            painter.fillRect(back, tint(theme.pane, 0.8))
            painter.setPen(colour)
            painter.drawText(back, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_pointer(self, painter: QPainter, axes: Axes, result: LineResult) -> None:
        """The readout at the pointer, or else at the pinned place."""
        at = self.view.pointer or self.view.pinned
        if at is None or not axes.x.low <= at[0] <= axes.x.high:
            return
        theme, line = self._theme, result.line
        place = float(axes.px(at[0]))
        painter.setPen(QPen(QColor(theme.secondary), 1))
        top, bottom = axes.rect.top(), axes.rect.bottom()
        painter.drawLine(QPointF(place, top), QPointF(place, bottom))
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        pinned = self.view.pinned is not None and at[0] == self.view.pinned[0]
        samples = self.samples if pinned else 0
        card = None  # of one network; draws have many
        if not result.drawn:
            card = read_card(result.snapshot, (at[0],), result.target, samples)
        if card is not None:
            if card.drawn is not None:
                self._draw_samples(painter, axes, place, card)
            draw_card(
                painter, QPointF(place, 0.5 * (top + bottom)), bounds, theme, card
            )
            return
        values = [
            float(np.interp(at[0], line.x, line.predicted[:, k]))
            for k in range(line.predicted.shape[1])
        ]
        problem = result.snapshot.run.data.problem
        if problem.classes > 2:
            lines = [
                f"{class_name(problem, k)}  {shown_percent(v)}"
                for k, v in enumerate(values)
            ]
        else:
            lines = [tr("value {v}", v="  ".join(shown_number(v) for v in values))]
        if result.scatter is not None:
            spreads = [float(np.interp(at[0], line.x, s)) for s in result.scatter.T]
            lines.append(
                tr("spread {v}", v="  ".join(shown_number(v, 2) for v in spreads))
            )
        lines.append(f"x {shown_number(at[0])}")
        height = float(np.clip(axes.py(values[0]), top, bottom))
        painter.setBrush(QColor(theme.accent))
        painter.setPen(QPen(QColor(theme.pane), 1))
        painter.drawEllipse(QPointF(place, height), 4, 4)
        draw_readout(painter, QPointF(place, height), bounds, theme, lines)

    def _draw_samples(
        self, painter: QPainter, axes: Axes, place: float, card: Card
    ) -> None:
        """The samples at their values, side by side where they would overlap."""
        assert card.drawn is not None
        values = card.drawn[:, self._target(card.drawn)]
        aside = (np.arange(len(values)) % 9 - 4) * self._theme.px(2)
        painter.save()
        painter.setClipRect(axes.rect)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(self._theme.bad, 0.75))
        draw_markers(painter, place + aside, axes.py(values), "o", self._theme.px(3.5))
        painter.restore()

    # -- mouse ---------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the value under the mouse."""
        axes = self._axes()
        inside = axes.rect.contains(event.position())
        self.view.point(axes.at(event.position()) if inside else None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pin the place under the mouse, or unpin it."""
        axes = self._axes()
        if event.button() == Qt.MouseButton.LeftButton and axes.rect.contains(
            event.position()
        ):
            self.place_chosen.emit(*axes.at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        self.view.point(None)
