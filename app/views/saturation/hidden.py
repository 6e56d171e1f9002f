"""Saturation, third page: how much of each hidden layer still passes a gradient."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.numbers import shown_number, shown_percent
from app.look.plots import Scale, draw_curve, draw_level, draw_note
from app.look.theme import LIGHT, SMALL, Theme
from app.views.saturation.jobs import HiddenResult, LayerHistory, LayerShares
from core.functions import ACTIVATIONS
from core.language import tr


@dataclass(frozen=True)
class Columns:
    """Left edge and width of each column; a width of 0 leaves it out."""

    saturated: tuple[float, float]
    dead: tuple[float, float]
    over_time: tuple[float, float]
    activations: tuple[float, float]


class HiddenPage(QWidget):
    """One row per layer: saturated and dead shares, their history, and activations."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.results: tuple[HiddenResult, ...] = ()
        self.setAccessibleName(tr("Saturated and dead units by layer"))
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(340, 220)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_results(self, results: tuple[HiddenResult, ...]) -> None:
        """Show the newest shares."""
        self.results = results
        self.setToolTip(
            tr(
                "Saturated: share of (unit, example) pairs with |φ′| < "
                "0.01.\nDead: share of units whose slope is 0 on every "
                "example.\nOver time: both shares, 0 to 100 %. Activations: "
                "over time and now."
            )
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """One table per run, side by side."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self.width() / max(1, len(self.results))
        for i, result in enumerate(self.results):
            area = QRectF(i * width, 0, width, self.height())
            if result.layers:
                self._draw_run(painter, area, result)
            else:
                note = tr("This network has no hidden layer.")
                draw_note(painter, area, self._theme, note)

    def _columns(self, area: QRectF, metrics: QFontMetricsF) -> Columns:
        """Share the width: bars first, then history, then activations."""
        theme = self._theme
        name = metrics.horizontalAdvance(tr("layer 10")) + theme.px(8)
        number = metrics.horizontalAdvance("100.0 %") + theme.px(8)
        rest = area.width() - name - 2 * number
        left = area.left() + name
        bar = max(theme.px(10), min(0.2 * rest, theme.px(120)))
        dead = left + bar + number
        history = dead + 0.6 * bar + number
        rest = area.right() - history
        if rest < theme.px(40):
            return Columns((left, bar), (dead, 0.6 * bar), (history, 0), (history, 0))
        if rest < theme.px(100):
            return Columns(
                (left, bar), (dead, 0.6 * bar), (history, rest), (history, 0)
            )
        half = 0.42 * rest
        return Columns(
            (left, bar),
            (dead, 0.6 * bar),
            (history, half),
            (history + half + theme.px(12), rest - half - theme.px(12)),
        )

    def _draw_run(self, painter: QPainter, whole: QRectF, result: HiddenResult) -> None:
        """Columns with a heading each; as many rows as there are layers."""
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        area = whole.adjusted(theme.px(12), 0, -theme.px(12), -theme.px(6))
        columns = self._columns(area, metrics)
        painter.setPen(QColor(theme.secondary))
        base = metrics.ascent() + 2
        if len(self.results) > 1:
            painter.setFont(theme.font(SMALL, 600))
            painter.drawText(QPointF(area.left(), base), result.label)
            painter.setFont(font)
        heads = (
            (tr("saturated"), columns.saturated),
            (tr("dead"), columns.dead),
            (tr("over time"), columns.over_time),
            (tr("activations"), columns.activations),
        )
        for word, (left, width) in heads:
            if width:
                painter.drawText(QPointF(left, base), word)
        top = metrics.height() + theme.px(4)
        step = min((area.height() - top) / len(result.layers), theme.px(220))
        for i, layer in enumerate(result.layers):
            gap = theme.px(3 if step < theme.px(28) else 8)
            row = QRectF(area.left(), top + i * step, area.width(), step - gap)
            self._draw_row(painter, row, columns, i, layer, result, metrics)

    def _draw_row(
        self,
        painter: QPainter,
        row: QRectF,
        columns: Columns,
        i: int,
        layer: LayerShares,
        result: HiddenResult,
        metrics: QFontMetricsF,
    ) -> None:
        theme = self._theme
        colour = theme.layer_colour(i, result.snapshot.network.depth)
        base = row.center().y() + metrics.capHeight() / 2
        painter.setPen(theme.layer_ink(i, result.snapshot.network.depth))
        painter.drawText(QPointF(row.left(), base), tr("layer {i}", i=i + 1))
        if row.height() > 2.4 * metrics.height() and len(self.results) == 1:
            # The layer's kind and size, and how much it passes on.
            kind = tr(ACTIVATIONS[result.snapshot.network.hidden[i].activation].title)
            slope = f"|φ′| {shown_number(result.mean_slopes[i], 2)}"
            painter.setPen(QColor(theme.secondary))
            room = columns.saturated[0] + columns.saturated[1] - row.left()
            for k, text in ((-1, kind), (1, tr("mean {slope}", slope=slope))):
                text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
                place = QPointF(row.left(), base + k * metrics.height())
                painter.drawText(place, text)
        thick = min(row.height(), theme.px(8))
        for (left, width), share, fill in (
            (columns.saturated, layer.saturated, colour),
            (columns.dead, layer.dead, QColor(theme.bad)),
        ):
            track = QRectF(left, row.center().y() - thick / 2, width, thick)
            painter.fillRect(track.toAlignedRect(), QColor(theme.field))
            if share > 0:
                track.setWidth(max(2.0, share * width))
                painter.fillRect(track.toAlignedRect(), fill)
            painter.setPen(QColor(theme.text))
            painter.drawText(
                QPointF(left + width + theme.px(4), base), shown_percent(share)
            )
        if columns.over_time[1]:
            box = QRectF(
                columns.over_time[0], row.top(), columns.over_time[1], row.height()
            )
            self._draw_history(painter, box, i, result, colour)
        if columns.activations[1]:
            box = QRectF(
                columns.activations[0], row.top(), columns.activations[1], row.height()
            )
            self._draw_activations(painter, box, i, result, metrics)

    def _draw_history(
        self,
        painter: QPainter,
        box: QRectF,
        i: int,
        result: HiddenResult,
        colour: QColor,
    ) -> None:
        """Both shares from step 0 to now, from 0 to 100 %."""
        theme = self._theme
        for y in (box.top(), box.bottom()):
            draw_level(painter, box.left(), box.right(), y, QColor(theme.grid))
        if len(result.steps) < 2:
            return
        x = Scale(float(result.steps[0]), float(result.steps[-1]))
        across = x.place(result.steps, box.left(), box.right())
        found = result.past[i]
        for shares, pen in ((found.dead, QColor(theme.bad)), (found.saturated, colour)):
            painter.setPen(QPen(pen, 1))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, box.height() > 40)
            heights = Scale(0.0, 1.0).place(shares, box.bottom(), box.top())
            draw_curve(painter, across, heights)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def span(self, i: int) -> tuple[float, float]:
        """Least and largest activation of layer ``i`` over both runs, for one scale."""
        past = [r.past[i] for r in self.results if i < len(r.past)]
        return min(p.low for p in past), max(p.high for p in past)

    def part_of(
        self, box: QRectF, found: LayerHistory, low: float, high: float
    ) -> QRectF:
        """The position of a layer's picture on a scale from ``low`` to ``high``."""
        scale = Scale(low, high)
        top, bottom = scale.place(
            np.array([found.high, found.low]), box.bottom(), box.top()
        ).tolist()
        return QRectF(box.left(), top, box.width(), max(1.0, bottom - top))

    def _draw_activations(
        self,
        painter: QPainter,
        box: QRectF,
        i: int,
        result: HiddenResult,
        metrics: QFontMetricsF,
    ) -> None:
        """Histograms over time as a picture, with the present one beside it."""
        theme = self._theme
        found = result.past[i]
        low, high = self.span(i)
        ends = (shown_number(low, 2), shown_number(high, 2))
        room = max(metrics.horizontalAdvance(e) for e in ends) + theme.px(4)
        inner = box.adjusted(room, 0, 0, 0)
        now = QRectF(inner)
        if inner.width() > theme.px(60) and len(result.steps) > 1:
            now.setLeft(inner.right() - max(theme.px(22), 0.25 * inner.width()))
            picture = QRectF(inner)
            picture.setRight(now.left() - 3)
            part = self.part_of(picture, found, low, high)
            painter.drawImage(part.toAlignedRect(), found.picture)
        part = self.part_of(now, found, low, high)
        painter.drawImage(part.toAlignedRect(), found.now)
        painter.setPen(QColor(theme.secondary))
        tiny = metrics.capHeight()
        if box.height() < 2.2 * tiny:  # only one number fits
            spots = [(ends[1], box.center().y() + tiny / 2)]
        else:
            spots = [(ends[1], box.top() + tiny), (ends[0], box.bottom())]
        for text, base in spots:
            left = inner.left() - theme.px(4) - metrics.horizontalAdvance(text)
            painter.drawText(QPointF(left, base), text)
