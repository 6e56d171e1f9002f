"""The chart of an experiment: one point per run, with medians and intervals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.look.markers import marker_path
from app.look.numbers import THIN
from app.look.palette import tint
from app.look.plots import draw_level, draw_note
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import ARROWS, ENTER, KeyCanvas
from app.views.experiments.arrange import Figure, Series, shown
from app.views.experiments.placing import PlotPlaces, Spot, plots_in
from app.widgets.label import plain_tooltip
from core.experiments.measures import YES
from core.language import lowered, mark, tr

NEAR = 9.0  # pixels around a point within which it is hit
LEFT = 58  # pixels at 100 % for the numbers of the upright axis
EMPTY = mark(
    "Choose a ready experiment, or vary a setting of the current run. Then run it."
)


class ResultsChart(KeyCanvas):
    """Shows a `Figure`; a click opens a run."""

    keys = mark("Arrow keys move between runs, Enter opens one as run A.")
    chosen = Signal(int, int)  # group, repeat

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._figure: Figure | None = None
        self._note = tr(EMPTY)
        self._plots: list[PlotPlaces] = []
        self._spots: list[Spot] = []
        self._at: Spot | None = None  # under the mouse or the keys
        self.setAccessibleName(tr("Chart of the experiment"))
        self.setMouseTracking(True)
        self.setMinimumSize(200, 140)

    @property
    def figure(self) -> Figure | None:
        """The figure shown."""
        return self._figure

    @property
    def spots(self) -> list[Spot]:
        """Where the runs were painted."""
        return self._spots

    def show_figure(self, figure: Figure | None, note: str = EMPTY) -> None:
        """Show new runs; a sentence if there are none."""
        self._figure, self._note, self._at = figure, tr(note), None
        self._place()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self._place()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for a few values."""
        return QSize(520, 320)

    # -- where things are ------------------------------------------------------------
    def plots(self) -> list[PlotPlaces]:
        """Each plot with its axes at the present size."""
        figure, theme = self._figure, self._theme
        if figure is None:
            return []
        heads = theme.px(18) if len(figure.facets) > 1 else 0
        top = theme.px(12) + self._legend_height() + heads
        foot = theme.px(16) if self._foot() else 0
        bottom = self.height() - theme.px(44) - foot
        right = self.width() - theme.px(16)
        return plots_in(figure, theme, theme.px(LEFT), top, right, bottom)

    def resizeEvent(self, event: object) -> None:
        """Lay out everything again."""
        self._place()

    def _place(self) -> None:
        self._plots = self.plots()
        self._spots = [spot for plot in self._plots for spot in plot.spots()]

    # -- painting --------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """Grid, points, intervals, medians, words."""
        painter = QPainter(self)
        self.draw(painter)
        painter.end()

    def draw(self, painter: QPainter) -> None:
        """Paint everything."""
        theme, figure = self._theme, self._figure
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if figure is None:
            draw_note(painter, QRectF(self.rect()), theme, self._note)
            self.draw_focus(painter, theme)
            return
        self._draw_legend(painter, figure)
        for i, plot in enumerate(self._plots):
            self._draw_axes(painter, plot, first=i == 0)
        self._draw_dots(painter)
        for plot in self._plots:
            for series in plot.facet.series:
                self._draw_series(painter, plot, series)
        self._draw_words(painter, figure)
        if self._at is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.text), 1.5))
            painter.drawEllipse(self._at.at, theme.px(5), theme.px(5))
        self.draw_focus(painter, theme)

    def ink(self, index: int) -> QColor:
        """The colour of a series."""
        return self._theme.class_colour(index)

    def _draw_axes(self, painter: QPainter, plot: PlotPlaces, *, first: bool) -> None:
        theme, axes = self._theme, plot.axes
        r = axes.rect
        if plot.figure.measure.kind == YES:
            for share in (0.0, 0.25, 0.5, 0.75, 1.0):
                y = float(axes.py(share))
                draw_level(painter, r.left(), r.right(), y, QColor(theme.grid))
                if first:
                    text = f"{100 * share:.0f}{THIN}%"
                    self._left_of(painter, r.left(), y, text)
        else:
            axes.paint_rows(painter, theme, numbers=first)
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        self._draw_labels(painter, plot)
        if plot.facet.title:
            painter.setFont(theme.font(SMALL, 600))
            at = QPointF(r.left(), r.top() - theme.px(8))
            painter.drawText(at, plot.facet.title)

    def _left_of(self, painter: QPainter, left: float, y: float, text: str) -> None:
        font = self._theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.secondary))
        x = left - 6 - metrics.horizontalAdvance(text)
        painter.drawText(QPointF(x, y + metrics.capHeight() / 2), text)

    def _draw_labels(self, painter: QPainter, plot: PlotPlaces) -> None:
        """Values below the plot; where they do not fit, in two rows, or fewer."""
        labels, middles = plot.figure.x_labels, plot.middles
        metrics = QFontMetricsF(self._theme.font(SMALL))
        base = plot.axes.rect.bottom() + 6 + metrics.ascent()
        widths = [metrics.horizontalAdvance(text) for text in labels]
        order = sorted(range(len(middles)), key=lambda i: middles[i])
        ordered = [middles[i] for i in order]
        gaps = [b - a for a, b in pairwise(ordered)]
        apart = min(gaps, default=plot.axes.rect.width())
        two = bool(widths) and max(widths) + 8 > apart
        ends = [-1e9, -1e9]
        for n, i in enumerate(order):
            row, text = n % 2 if two else 0, labels[i]
            if two and widths[i] > 2 * apart - 8:
                room = max(2 * apart - 8, 24.0)
                text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            wide = metrics.horizontalAdvance(text)
            left = middles[i] - wide / 2
            if left < ends[row] + 6:
                continue
            painter.drawText(QPointF(left, base + row * metrics.height()), text)
            ends[row] = left + wide

    def _draw_dots(self, painter: QPainter) -> None:
        size = self._theme.px(4)
        figure = self._figure
        assert figure is not None
        strong = 0.6 if figure.measure.kind == YES else 0.38
        painter.setPen(Qt.PenStyle.NoPen)
        for spot in self._spots:
            painter.setBrush(tint(self.ink(spot.colour), strong))
            painter.drawEllipse(spot.at, size / 2, size / 2)

    def _draw_series(self, painter: QPainter, plot: PlotPlaces, series: Series) -> None:
        theme, ink = self._theme, self.ink(series.index)
        across = plot.across(series)
        middles = []
        half = max(theme.px(3), min(theme.px(8), plot.room * 0.3))
        for place, found in series.spreads:
            x = across[place]
            low, high = plot.height(found.low), plot.height(found.high)
            painter.setPen(QPen(ink, theme.px(2)))
            painter.drawLine(QPointF(x, low), QPointF(x, high))
            for end in (low, high):
                painter.drawLine(QPointF(x - half / 2, end), QPointF(x + half / 2, end))
            middles.append(QPointF(x, plot.height(found.middle)))
        if plot.figure.x_values and len(middles) > 1:
            painter.setPen(QPen(tint(ink, 0.7), 1.5))
            painter.drawPolyline(middles)
        shape = marker_path(theme.class_symbol(series.index), theme.px(10))
        painter.setPen(QPen(QColor(theme.pane), 1.5))
        painter.setBrush(ink)
        for at in middles:
            painter.drawPath(shape.translated(at))

    # -- words around ----------------------------------------------------------------
    def _legend_entries(self) -> Iterator[tuple[int, str, float, float]]:
        """Colours with their place in the legend: index, name, left, row."""
        figure, theme = self._figure, self._theme
        if figure is None or len(figure.names) < 2:
            return
        metrics = QFontMetricsF(theme.font(SMALL))
        title = f"{figure.colour_title}:"
        left = start = theme.px(LEFT) + metrics.horizontalAdvance(title) + theme.px(10)
        row = 0
        for i, name in enumerate(figure.names):
            wide = theme.px(16) + metrics.horizontalAdvance(name) + theme.px(14)
            if left + wide > self.width() - theme.px(8) and left > start:
                left, row = start, row + 1
            yield i, name, left, row
            left += wide

    def _legend_height(self) -> int:
        rows = [row for *_, row in self._legend_entries()]
        return self._theme.px(18) * (int(max(rows)) + 1) if rows else 0

    def _draw_legend(self, painter: QPainter, figure: Figure) -> None:
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        for i, name, left, row in self._legend_entries():
            base = theme.px(16) + row * theme.px(18)
            if i == 0:
                painter.setPen(QColor(theme.secondary))
                painter.drawText(
                    QPointF(theme.px(LEFT), base), f"{figure.colour_title}:"
                )
            middle = base - metrics.capHeight() / 2
            shape = marker_path(theme.class_symbol(i), theme.px(9))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.ink(i))
            painter.drawPath(shape.translated(QPointF(left + theme.px(5), middle)))
            painter.setPen(QColor(theme.text))
            painter.drawText(QPointF(left + theme.px(14), base), name)

    def _foot(self) -> str:
        figure = self._figure
        if figure is None:
            return ""
        parts = [figure.left_out]
        if figure.fixed:
            parts.insert(0, tr("at {fixed}", fixed=figure.fixed))
        words = "; ".join(part for part in parts if part)
        return f"{words[:1].upper()}{words[1:]}." if words else ""

    def _draw_words(self, painter: QPainter, figure: Figure) -> None:
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        foot = self._foot()
        base = self.height() - theme.px(6)
        if foot:
            text = metrics.elidedText(
                foot, Qt.TextElideMode.ElideRight, self.width() - theme.px(66)
            )
            painter.drawText(QPointF(theme.px(LEFT), base), text)
            base -= theme.px(16)
        bars = tr("95 % interval") if figure.measure.kind == YES else tr("quartiles")
        what = tr("share") if figure.measure.kind == YES else tr("median")
        words = tr(
            "{title}: {what} and {bars}; each point is one run",
            title=tr(figure.measure.title),
            what=what,
            bars=bars,
        )
        painter.drawText(QPointF(theme.px(LEFT), base), words)
        wide = metrics.horizontalAdvance(figure.x_title)
        if theme.px(LEFT) + metrics.horizontalAdvance(words) + 16 + wide < self.width():
            painter.setPen(QColor(theme.text))
            place = QPointF(self.width() - theme.px(16) - wide, base)
            painter.drawText(place, figure.x_title)

    # -- mouse and keys --------------------------------------------------------------
    def spot_at(self, x: float, y: float) -> Spot | None:
        """The run under the mouse."""
        near = [
            (hypot(s.at.x() - x, s.at.y() - y), i) for i, s in enumerate(self._spots)
        ]
        away, index = min(near, default=(NEAR, -1))
        return self._spots[index] if away < NEAR else None

    def words_of(self, spot: Spot) -> str:
        """One run in a sentence."""
        figure = self._figure
        assert figure is not None
        names = [f"{figure.x_title} {spot.label}".strip(), spot.series]
        value = shown(figure.measure, spot.value)
        if figure.measure.kind == YES:
            value = tr("yes") if spot.value else tr("no")
        where = ", ".join(name for name in names if name)
        return tr(
            "{where}, seed {seed}: {title} {value}",
            where=where,
            seed=spot.result.seed,
            title=lowered(tr(figure.measure.title)),
            value=value,
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the run under the mouse."""
        spot = self.spot_at(event.position().x(), event.position().y())
        if spot is not self._at:
            self._at = spot
            hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
            self.setCursor(arrow if spot is None else hand)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse."""
        self._at = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the run under the mouse as A."""
        spot = self.spot_at(event.position().x(), event.position().y())
        if spot is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.chosen.emit(spot.result.group, spot.result.repeat)
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Show in a tooltip which run is under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            spot = self.spot_at(event.x(), event.y())
            if spot is None:
                QToolTip.hideText()
            else:
                words = tr(
                    "{words_of}.\nClick to open this run as A.",
                    words_of=self.words_of(spot),
                )
                QToolTip.showText(event.globalPos(), plain_tooltip(words), self)
            return True
        return super().event(event)

    def key_used(self, key: Qt.Key) -> bool:
        """Go to another run, or open it."""
        if not self._spots:
            return False
        order = sorted(self._spots, key=lambda s: (s.at.x(), s.at.y()))
        if key in ARROWS:
            step = sum(ARROWS[key])
            here = order.index(self._at) if self._at in order else -1
            at = max(0, min(len(order) - 1, here + step)) if here >= 0 else 0
            self._at = order[at]
            self.tell(self.words_of(self._at))
            self.update()
            return True
        if key in ENTER and self._at is not None:
            self.chosen.emit(self._at.result.group, self._at.result.repeat)
            return True
        return False

    def keys_left(self) -> None:
        """The focus was lost."""
        self._at = None
