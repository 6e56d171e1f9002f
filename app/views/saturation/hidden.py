"""Saturation, fourth page: how much of each hidden layer still passes a gradient."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from app.chart.chart import Chart
from app.chart.contents import Contents, Line, PlotContents
from app.look.numbers import shown_number, shown_percent
from app.look.plots import Reach, Scale, draw_note
from app.look.theme import SMALL
from app.views.saturation.jobs import HiddenResult, LayerHistory, LayerShares
from core.functions import ACTIVATIONS
from core.language import mark, tr


@dataclass(frozen=True)
class Columns:
    """Left edge and width of each column; a width of 0 leaves it out."""

    saturated: tuple[float, float]
    dead: tuple[float, float]
    over_time: tuple[float, float]
    activations: tuple[float, float]


class HiddenPage(Chart):
    """One row per layer: saturated and dead shares, their history, and activations.

    The histories are plots of one chart, all over the same steps.
    """

    keys = mark(
        "Left and Right read a step, Enter moves the playhead there, Up and Down "
        "choose a curve, H hides or shows it, plus and minus zoom, Home fits."
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._compose, parent)
        self.results: tuple[HiddenResult, ...] = ()
        self._generation = -1
        self._reach = Reach()
        self._looked_at: tuple[int, ...] = ()
        self.setAccessibleName(tr("Saturated and dead units by layer"))
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(340, 220)

    def show_playhead(self, steps: tuple[int, ...]) -> None:
        """Mark the step of each run that the timeline was dragged to, if it was."""
        if steps != self._looked_at:
            self._looked_at = steps
            self.refresh()

    def show_results(self, results: tuple[HiddenResult, ...]) -> None:
        """Show the newest shares."""
        if results[0].snapshot.generation != self._generation:
            self._generation = results[0].snapshot.generation
            self._reach.reset()
            self.reset()
        self.results = results
        self.explain(
            tr(
                "Saturated: share of (unit, example) pairs with |φ′| < "
                "0.01.\nDead: share of units whose slope is 0 on every "
                "example.\nOver time: both shares, 0 to 100 %. Activations: "
                "over time and now."
            )
        )
        self.refresh()

    # -- the table ---------------------------------------------------------------------

    def draw_under(self, painter: QPainter) -> None:
        """One table per run, side by side, around the plots of the chart."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for result, area in zip(self.results, self._areas(), strict=True):
            if result.layers:
                self._draw_run(painter, area, result)
            else:
                note = tr("This network has no hidden layer.")
                draw_note(painter, area, self.theme, note)

    def _areas(self) -> list[QRectF]:
        width = self.width() / max(1, len(self.results))
        return [
            QRectF(i * width, 0, width, self.height()) for i in range(len(self.results))
        ]

    @property
    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.theme.font(SMALL))

    def _rows(self, whole: QRectF, count: int) -> list[QRectF]:
        """The areas of a run's layers; below them the steps, if there is space."""
        theme, metrics = self.theme, self._metrics
        area = whole.adjusted(theme.px(12), 0, -theme.px(12), -theme.px(6))
        top = metrics.height() + theme.px(4)
        high = area.height() - top
        if self._numbered(count):
            high -= metrics.height() - theme.px(4)
        step = min(high / count, theme.px(220))
        gap = theme.px(3 if step < theme.px(28) else 8)
        return [
            QRectF(area.left(), top + i * step, area.width(), step - gap)
            for i in range(count)
        ]

    def _numbered(self, count: int) -> bool:
        """Whether there is room for the numbers of the axis."""
        return self.height() > (count + 2) * self.theme.px(30)

    def _columns(self, area: QRectF) -> Columns:
        """Share the width: bars first, then history, then activations."""
        theme, metrics = self.theme, self._metrics
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
        theme, metrics = self.theme, self._metrics
        font = theme.font(SMALL)
        painter.setFont(font)
        rows = self._rows(whole, len(result.layers))
        area = rows[0]
        columns = self._columns(area)
        painter.setPen(QColor(theme.secondary))
        base = metrics.ascent() + 2
        if len(self.results) > 1:
            painter.setFont(theme.font(SMALL, 600))
            painter.drawText(QPointF(area.left(), base), result.label)
            painter.setFont(font)
        heads = [
            (tr("saturated"), columns.saturated),
            (tr("dead"), columns.dead),
            (tr("activations"), columns.activations),
        ]
        if not self.labels:  # otherwise the names of the curves are there
            heads.append((tr("over time"), columns.over_time))
        for word, (left, width) in heads:
            if width:
                painter.drawText(QPointF(left, base), word)
        for i, (row, layer) in enumerate(zip(rows, result.layers, strict=True)):
            self._draw_row(painter, row, columns, i, layer, result)

    def _draw_row(
        self,
        painter: QPainter,
        row: QRectF,
        columns: Columns,
        i: int,
        layer: LayerShares,
        result: HiddenResult,
    ) -> None:
        theme, metrics = self.theme, self._metrics
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
        if columns.activations[1]:
            box = QRectF(
                columns.activations[0], row.top(), columns.activations[1], row.height()
            )
            self._draw_activations(painter, box, i, result)

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
    ) -> None:
        """Histograms over time as a picture, with the present one beside it."""
        theme, metrics = self.theme, self._metrics
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

    # -- the histories -----------------------------------------------------------------

    def _compose(self) -> Contents:
        """One plot per layer and run, all over the same steps."""
        known = [r for r in self.results if r.layers and len(r.steps)]
        if not known:
            return Contents(())
        ends = [float(r.steps[-1]) for r in known]
        first = min(float(r.steps[0]) for r in known)
        across = Scale(first, max(self._reach.follow(max(ends)), first + 1.0))
        plots = []
        for place, (result, area) in enumerate(
            zip(self.results, self._areas(), strict=True)
        ):
            if not result.layers:
                continue
            rows = self._rows(area, len(result.layers))
            left, width = self._columns(rows[0]).over_time
            if not width:
                continue
            playheads = tuple(
                (step, QColor(self.theme.accent))
                for step in self._looked_at[place : place + 1]
            )
            for i, row in enumerate(rows):
                last = i == len(rows) - 1
                plots.append(
                    PlotContents(
                        QRectF(left, row.top(), width, row.height()),
                        across,
                        Scale(0.0, 1.0),
                        self._lines(result, i, row.height() > 40),
                        above=i == 0,
                        numbers_x=last and self._numbered(len(rows)),
                        numbers_y=False,
                        percent=True,
                        playheads=playheads,
                    )
                )
        return Contents(tuple(plots), self.results)

    def _lines(self, result: HiddenResult, i: int, smooth: bool) -> tuple[Line, ...]:
        """Both shares from the first step to now."""
        theme, found = self.theme, result.past[i]
        depth = result.snapshot.network.depth
        layer = tr("layer {i}", i=i + 1)
        shares = (
            (tr("saturated"), found.saturated, theme.layer_colour(i, depth)),
            (tr("dead"), found.dead, QColor(theme.bad)),
        )
        return tuple(
            Line(
                word,
                word,
                f"{layer}: {word}",
                result.steps,
                values,
                colour,
                QColor(theme.bad if k else theme.secondary),
                told=shown_percent,
                width=1.0,
                smooth=smooth,
            )
            for k, (word, values, colour) in enumerate(shares)
        )
