"""Bands, curves and dots of a chart, painted in pixels on the screen and in exports."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.chart.contents import Band, Dots, Line, PlotContents
from app.look.plots import Axes, Layer, draw_curve, polyline, thin_out
from app.look.theme import Theme
from core.arrays import Floats
from core.language import tr

if TYPE_CHECKING:
    from app.chart.chart import Chart

_FAR = 50.0  # pixels outside of a plot where curves are cut off


class Drawing:
    """Axes and curves of a chart, painted by ourselves.

    pyqtgraph's own curves are paths under the transform of their view, which exported
    files keep: strokes that readers scale with the data. Here points are placed on
    pixels first, so a picture, a PDF and the screen show the same line. They rest as a
    picture (`Layer`) until data, range or size change.
    """

    def __init__(self) -> None:
        self._layer = Layer()

    def draw(self, painter: QPainter, chart: Chart) -> None:
        """Draw all plots, the curves from the kept picture where it is still true."""
        shown = chart.shown_plots()
        if not shown:
            return
        for contents, axes in shown:
            _draw_axes(painter, contents, axes, chart.theme)
        size, ratio = chart.size(), chart.devicePixelRatioF()
        ranges = tuple((axes.x, axes.y, axes.rect) for _, axes in shown)
        key = (
            chart.contents.key,
            ranges,
            frozenset(chart.hidden),
            size.toTuple(),
            ratio,
            chart.theme,
        )
        if self._layer.stale(key):
            layer = self._layer.begin(key, size.width(), size.height(), ratio)
            for contents, axes in shown:
                draw_plot(layer, contents, axes, chart.hidden, chart.theme)
            layer.end()
        self._layer.draw(painter)


def _draw_axes(
    painter: QPainter, contents: PlotContents, axes: Axes, theme: Theme
) -> None:
    """Ticks of the range that is seen."""
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
    """Bands behind curves behind dots."""
    painter.save()
    painter.setClipRect(axes.rect.adjusted(0, -3, 1, 3))
    for band in contents.bands:
        if hidden.isdisjoint(band.keys):
            _draw_band(painter, band, axes)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in reversed(contents.lines):
        if line.key not in hidden:
            _draw_line(painter, line, axes)
    painter.restore()
    for dots in contents.dots:
        if dots.key not in hidden:
            _draw_dots(painter, dots, axes, theme)


def heights(line: Line, axes: Axes, values: Floats | None = None) -> Floats:
    """Vertical pixels of a line; what lies below its floor is drawn there."""
    y = line.y if values is None else values
    return axes.py(y if line.floor is None else np.maximum(y, line.floor))


def _across(axes: Axes, x: Floats) -> Floats:
    return axes.px(np.maximum(x, 1.0) if axes.x.log else x)


def _visible(axes: Axes, x: Floats) -> slice:
    """The points inside of the range, and one more on either side."""
    first = int(np.searchsorted(x, axes.x.low)) - 1
    last = int(np.searchsorted(x, axes.x.high, side="right")) + 1
    return slice(max(0, first), max(0, last))


def _draw_line(painter: QPainter, line: Line, axes: Axes) -> None:
    seen = _visible(axes, line.x)
    x = _across(axes, line.x[seen])
    y = np.clip(
        heights(line, axes, line.y[seen]),
        axes.rect.top() - _FAR,
        axes.rect.bottom() + _FAR,
    )
    if line.width > 1:
        x, y = thin_out(x, y, max(16, int(axes.rect.width() / 3)))
    pen = QPen(line.colour, line.width)
    if line.dashed:
        pen.setDashPattern([3.0, 2.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, line.smooth)
    draw_curve(painter, x, y)


def _draw_band(painter: QPainter, band: Band, axes: Axes) -> None:
    seen = _visible(axes, band.x)
    low, high = band.low[seen], band.high[seen]
    good = np.isfinite(low) & np.isfinite(high)
    if good.sum() < 2:
        return
    x = _across(axes, band.x[seen][good])
    reach = 4.0 * axes.rect.height()
    below, above = (
        np.clip(axes.py(end[good]), axes.rect.top() - reach, axes.rect.bottom() + reach)
        for end in (low, high)
    )
    # A ragged outline costs ten times as much with smooth edges, for a faint band.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, band.smooth)
    if band.strokes:
        painter.setPen(QPen(band.colour, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ends = np.stack([below, above], axis=1)
        painter.drawPath(
            pg.arrayToQPath(np.repeat(x, 2), ends.ravel(), connect="pairs")
        )
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(band.colour)
    outline = polyline(
        np.concatenate([x, x[::-1]]), np.concatenate([above, below[::-1]])
    )
    painter.drawPolygon(outline)


def _draw_dots(painter: QPainter, dots: Dots, axes: Axes, theme: Theme) -> None:
    x, y = _across(axes, dots.x), np.asarray(axes.py(dots.y))
    r = axes.rect
    inside = (x >= r.left() - 1) & (x <= r.right() + 1) & np.isfinite(y)
    inside &= (y >= r.top() - 1) & (y <= r.bottom() + 1)
    if dots.apart and len(x) > 1:  # the same ones for every line
        gap = float(np.median(np.diff(x)))
        stride = max(1, round(dots.apart / max(gap, 1e-6)))
        inside &= np.arange(len(x)) % stride == 0
    x, y = x[inside], y[inside]
    edge = QColor(theme.outline)
    for px, py in zip(x.tolist(), y.tolist(), strict=True):
        left, top = round(px), round(py)
        painter.fillRect(left - 3, top - 3, 6, 6, edge)
        painter.fillRect(left - 2, top - 2, 4, 4, dots.colour)
