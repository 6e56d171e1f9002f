"""Saturation, third page: how much of each hidden layer still passes a gradient."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.colour import mix
from app.panels.saturation_jobs import HiddenResult
from app.plots import Scale, draw_curve, draw_note, polyline
from app.theme import LIGHT, SMALL, Theme
from app.widgets.numbers import shown_number, shown_percent
from core.analysis.saturation import LayerSaturation


class HiddenPage(QWidget):
    """A row a layer: saturated and dead shares, their history, and activations."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._result: HiddenResult | None = None
        self.setAccessibleName("Saturated and dead units by layer")
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(340, 220)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.update()

    def show_results(self, results: tuple[HiddenResult, ...]) -> None:
        """Take the newest shares; run A's are shown."""
        self._result = results[0]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Columns with a heading each; as many rows as there are layers."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, result = self._theme, self._result
        whole = QRectF(self.rect())
        if result is None:
            return
        if not result.layers:
            draw_note(painter, whole, theme, "This network has no hidden layer.")
            return
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        area = whole.adjusted(theme.px(12), 0, -theme.px(12), -theme.px(4))
        name = metrics.horizontalAdvance("layer 12") + theme.px(8)
        number = metrics.horizontalAdvance("100.0 %") + theme.px(4)
        bar = 0.26 * (area.width() - name - 2 * number)
        columns = {
            "saturated": QRectF(area.left() + name, 0, bar, 0),
            "dead": QRectF(area.left() + name + bar + number, 0, 0.5 * bar, 0),
        }
        left = area.left() + name + 1.5 * bar + 2 * number
        rest = area.right() - left
        columns["over time"] = QRectF(left, 0, 0.42 * rest, 0)
        columns["activations"] = QRectF(left + 0.48 * rest, 0, 0.52 * rest, 0)
        painter.setPen(QColor(theme.secondary))
        for word, column in columns.items():
            painter.drawText(QPointF(column.left(), metrics.ascent() + 2), word)
        top = metrics.height() + theme.px(4)
        count = len(result.layers)
        step = min((area.height() - top) / count, theme.px(56))
        for i, layer in enumerate(result.layers):
            row = QRectF(area.left(), top + i * step, area.width(), step - theme.px(4))
            self._draw_row(painter, row, columns, i, layer, metrics)

    def _draw_row(
        self,
        painter: QPainter,
        row: QRectF,
        columns: dict[str, QRectF],
        i: int,
        layer: LayerSaturation,
        metrics: QFontMetricsF,
    ) -> None:
        theme, result = self._theme, self._result
        assert result is not None
        colour = theme.layer_colour(i, result.snapshot.network.depth)
        base = row.center().y() + metrics.capHeight() / 2
        painter.setPen(colour)
        painter.drawText(QPointF(row.left(), base), f"layer {i + 1}")
        thick = min(row.height(), theme.px(10))
        for word, share, fill in (
            ("saturated", layer.saturated, colour),
            ("dead", float(layer.dead.mean()), QColor(theme.bad)),
        ):
            column = columns[word]
            track = QRectF(
                column.left(), row.center().y() - thick / 2, column.width(), thick
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.field))
            painter.drawRoundedRect(track, 2, 2)
            painter.setBrush(fill)
            if share > 0:
                filled = QRectF(track)
                filled.setWidth(max(2.0, share * track.width()))
                painter.drawRoundedRect(filled, 2, 2)
            painter.setPen(QColor(theme.text))
            painter.drawText(
                QPointF(track.right() + theme.px(4), base), shown_percent(share)
            )
        self._draw_history(painter, row, columns["over time"], i, colour)
        self._draw_activations(painter, row, columns["activations"], layer, metrics)

    def _draw_history(
        self, painter: QPainter, row: QRectF, column: QRectF, i: int, colour: QColor
    ) -> None:
        theme, result = self._theme, self._result
        assert result is not None
        box = QRectF(column.left(), row.top() + 2, column.width(), row.height() - 4)
        painter.setPen(QPen(QColor(theme.grid), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if len(result.steps) < 2:
            return
        x = Scale(float(result.steps[0]), float(result.steps[-1]))
        y = Scale(0.0, 1.0)
        across = x.place(result.steps, box.left(), box.right())
        for values, pen in (
            (result.dead[i], QPen(QColor(theme.bad), 1)),
            (result.saturated[i], QPen(colour, 1)),
        ):
            painter.setPen(pen)
            draw_curve(painter, across, y.place(values, box.bottom(), box.top()))

    def _draw_activations(
        self,
        painter: QPainter,
        row: QRectF,
        column: QRectF,
        layer: LayerSaturation,
        metrics: QFontMetricsF,
    ) -> None:
        theme = self._theme
        values = layer.activations[np.isfinite(layer.activations)]
        if not values.size:
            return
        low, high = float(values.min()), float(values.max())
        if high - low < 1e-12:
            low, high = low - 0.5, high + 0.5
        counts, _ = np.histogram(values, bins=36, range=(low, high))
        ends = (shown_number(low, 2), shown_number(high, 2))
        room = max(metrics.horizontalAdvance(e) for e in ends) + theme.px(4)
        box = QRectF(
            column.left() + room, row.top() + 2,
            max(10.0, column.width() - 2 * room), row.height() - 4,
        )  # fmt: skip
        # Most activations of a ReLU are exactly 0: a root keeps the others visible.
        tall = np.sqrt(counts / max(1, counts.max())) * box.height()
        x = np.linspace(box.left(), box.right(), len(counts) + 1)
        outline = polyline(
            np.concatenate([[x[0]], np.repeat(x, 2)[1:-1], [x[-1]]]),
            np.concatenate(
                [[box.bottom()], np.repeat(box.bottom() - tall, 2), [box.bottom()]]
            ),
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mix(theme.pane, theme.secondary, 0.55)))
        painter.drawPolygon(outline)
        painter.setPen(QColor(theme.secondary))
        base = row.center().y() + metrics.capHeight() / 2
        width = metrics.horizontalAdvance(ends[0])
        painter.drawText(QPointF(box.left() - theme.px(4) - width, base), ends[0])
        painter.drawText(QPointF(box.right() + theme.px(4), base), ends[1])
