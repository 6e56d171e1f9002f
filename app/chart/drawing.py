"""Bands, curves and dots of a chart, painted in pixels on the screen and in exports."""

from __future__ import annotations

from collections.abc import Set
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.chart.bars import draw_bars
from app.chart.contents import Band, Dots, Line, PlotContents
from app.look.layer import Layer
from app.look.plots import Axes, draw_curve, draw_strokes, draw_upright, polyline
from app.look.theme import Theme
from app.look.thinning import thin_out
from core.arrays import Floats
from core.language import tr

if TYPE_CHECKING:
    from app.chart.chart import Chart

_FAR = 50.0  # pixels outside a plot where curves are cut off


class Drawing:
    """Axes and curves of a chart, painted without pyqtgraph.

    pyqtgraph's own curves are paths under the transform of their view, which exported
    files keep: viewers would scale the strokes with the data. Here points are converted
    to pixels first, so a picture, a PDF and the screen show the same line. Axes are
    cached as a picture (`Layer`) until range or size change. Curves are cached when
    they are painted a second time, since during training they change in every frame.
    """

    def __init__(self) -> None:
        self._axes, self._curves = Layer(), Layer()
        self._drawn: object = None  # key of the curves painted last

    def draw(self, painter: QPainter, chart: Chart) -> None:
        """Draw all plots, from cached pictures where they are still valid."""
        shown = chart.shown_plots()
        if not shown:
            return
        size, ratio = chart.size(), chart.devicePixelRatioF()
        ranges = tuple((axes.x, axes.y, axes.rect) for _, axes in shown)
        place = (ranges, size.toTuple(), ratio, chart.theme)
        numbers = tuple(
            (one.grid, one.percent, one.numbers_x, one.numbers_y, tr(one.x_title))
            for one, _ in shown
        )
        if self._axes.stale((numbers, place)):
            layer = self._axes.begin(
                (numbers, place), size.width(), size.height(), ratio
            )
            for contents, axes in shown:
                _draw_axes(layer, contents, axes, chart.theme)
            layer.end()
        self._axes.draw(painter)
        key = (chart.contents.key, frozenset(chart.hidden), place)
        if self._curves.stale(key):
            again, self._drawn = key == self._drawn, key
            if not again:
                for contents, axes in shown:
                    draw_plot(painter, contents, axes, chart.hidden, chart.theme)
                return
            layer = self._curves.begin(key, size.width(), size.height(), ratio)
            for contents, axes in shown:
                draw_plot(layer, contents, axes, chart.hidden, chart.theme)
            layer.end()
        self._curves.draw(painter)


def _draw_axes(
    painter: QPainter, contents: PlotContents, axes: Axes, theme: Theme
) -> None:
    """Ticks of the visible range."""
    if contents.grid:
        axes.paint_rows(
            painter, theme, percent=contents.percent, numbers=contents.numbers_y
        )
    if contents.numbers_x:
        axes.paint_columns(painter, theme, tr(contents.x_title))


def draw_plot(
    painter: QPainter,
    contents: PlotContents,
    axes: Axes,
    hidden: Set[str],
    theme: Theme,
) -> None:
    """Bands, then curves, then dots."""
    places = _Places(axes)
    painter.save()
    painter.setClipRect(axes.rect.adjusted(0, -3, 1, 3))
    for band in contents.bands:
        if hidden.isdisjoint(band.keys):
            _draw_band(painter, band, places)
    for at in axes.px(np.array(contents.uprights)).tolist():
        draw_upright(
            painter, at, axes.rect.top(), axes.rect.bottom(), QColor(theme.secondary)
        )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    shown = [line for line in contents.lines if line.key not in hidden]
    draw_bars(painter, [line for line in shown if line.bar], axes)
    for line in reversed(shown):
        if line.drawn and not line.bar:
            _draw_line(painter, line, places)
    painter.restore()
    for dots in contents.dots:
        if dots.key not in hidden:
            _draw_dots(painter, dots, places, theme)


def heights(line: Line, axes: Axes, values: Floats | None = None) -> Floats:
    """Vertical pixels of a line; values below its floor are drawn there."""
    y = line.y if values is None else values
    return axes.py(y if line.floor is None else np.maximum(y, line.floor))


class _Places:
    """Horizontal pixels of steps; a plot's curves mostly share their steps."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes
        self._found: dict[int, tuple[Floats, slice, Floats]] = {}
        self._thinned: dict[int, tuple[Floats, Floats, int]] = {}

    def of(self, x: Floats) -> tuple[slice, Floats]:
        """The points inside the range with one more on either side, in pixels."""
        found = self._found.get(id(x))
        if found is None:
            axes = self.axes
            first = int(np.searchsorted(x, axes.x.low)) - 1
            last = int(np.searchsorted(x, axes.x.high, side="right")) + 1
            seen = slice(max(0, first), max(0, last))
            found = self._found[id(x)] = x, seen, self.across(x[seen])
        return found[1:]

    def apart(self, dots: Dots) -> tuple[Floats, int]:
        """Horizontal pixels of dots, thinned out: the same ones for every line."""
        found = self._thinned.get(id(dots.x))
        if found is None:
            x, stride = self.across(dots.x), 1
            if dots.apart and len(x) > 1:
                gaps = np.sort(x[1:] - x[:-1])
                gap = float(gaps[(len(gaps) - 1) // 2] + gaps[len(gaps) // 2]) / 2
                stride = max(1, round(dots.apart / max(gap, 1e-6)))
            found = self._thinned[id(dots.x)] = dots.x, x[::stride], stride
        return found[1:]

    def across(self, x: Floats) -> Floats:
        """All of them."""
        return self.axes.px(np.maximum(x, 1.0) if self.axes.x.log else x)


def _draw_line(painter: QPainter, line: Line, places: _Places) -> None:
    seen, x = places.of(line.x)
    axes = places.axes
    y = np.maximum(heights(line, axes, line.y[seen]), axes.rect.top() - _FAR)
    y = np.minimum(y, axes.rect.bottom() + _FAR, out=y)
    if line.width > 1:
        x, y = thin_out(x, y, max(16, int(axes.rect.width() / 3)))
    pen = QPen(line.colour, line.width)
    if line.dashed:
        pen.setDashPattern([3.0, 2.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, line.smooth)
    draw_curve(painter, x, y)


def _draw_band(painter: QPainter, band: Band, places: _Places) -> None:
    axes = places.axes
    seen, x = places.of(band.x)
    ends = np.stack([band.low[seen], band.high[seen]])
    if not isfinite(ends.sum()):
        good = np.isfinite(ends).all(axis=0)
        x, ends = x[good], ends[:, good]
    if len(x) < 2:
        return
    reach = 4.0 * axes.rect.height()
    ups = np.maximum(axes.py(ends), axes.rect.top() - reach)
    below, above = np.minimum(ups, axes.rect.bottom() + reach, out=ups)
    # A ragged outline costs ten times as much with smooth edges, for a faint band.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, band.smooth)
    if band.strokes:
        painter.setPen(QPen(band.colour, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_strokes(painter, x, below, above)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(band.colour)
    outline = polyline(
        np.concatenate([x, x[::-1]]), np.concatenate([above, below[::-1]])
    )
    painter.drawPolygon(outline)


def _draw_dots(painter: QPainter, dots: Dots, places: _Places, theme: Theme) -> None:
    axes, r = places.axes, places.axes.rect
    x, stride = places.apart(dots)
    y = np.asarray(axes.py(dots.y[::stride]))
    inside = (x >= r.left() - 1) & (x <= r.right() + 1) & np.isfinite(y)
    inside &= (y >= r.top() - 1) & (y <= r.bottom() + 1)
    edge, fill = QColor(theme.outline), painter.fillRect
    for px, py in zip(x[inside].tolist(), y[inside].tolist(), strict=True):
        left, top = round(px), round(py)
        fill(left - 3, top - 3, 6, 6, edge)
        fill(left - 2, top - 2, 4, 4, dots.colour)
