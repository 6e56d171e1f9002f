"""The positions of an experiment's runs in its plots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from random import Random

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from app.look.plots import Axes, Scale
from app.look.theme import Theme
from app.views.experiments.arrange import Facet, Figure, Series
from core.experiments.measures import YES
from core.experiments.work import Result

JITTER = 0.62  # share of a value's width on the axis
BLOCK = 5  # pixels of a run in a block, at 100 %


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a run is painted."""

    at: QPointF
    result: Result
    value: float
    colour: int
    series: str
    label: str  # of its value on the axis


@dataclass(frozen=True, slots=True)
class PlotPlaces:
    """One plot: its axes, and the pixels of values and colours along them."""

    figure: Figure
    facet: Facet
    axes: Axes
    theme: Theme

    @property
    def middles(self) -> list[float]:
        """Pixels of the values on the axis."""
        return _middles(self.figure, self.axes)

    @property
    def room(self) -> float:
        """The width in pixels of one colour at one value."""
        return _room(self.figure, self.axes, self.theme)

    def across(self, series: Series) -> list[float]:
        """Pixels of a colour at every value; colours are side by side."""
        colours = max(1, len(self.figure.names))
        shift = (series.index - (colours - 1) / 2) * self.room
        return [middle + shift for middle in self.middles]

    def height(self, value: float) -> float:
        """Pixels of a value; values a logarithmic axis cannot show are below it."""
        if self.figure.log:
            value = max(value, self.axes.y.low)
        return float(self.axes.py(value))

    def spots(self) -> Iterator[Spot]:
        """Every run of the plot."""
        stacked = self.figure.measure.kind == YES
        for series in self.facet.series:
            yield from self._stacked(series) if stacked else self._strewn(series)

    def _spot(self, at: QPointF, place: int, series: Series, dot: Dot) -> Spot:
        label = self.figure.x_labels[place]
        return Spot(at, dot[2], dot[1], series.index, series.name, label)

    def _strewn(self, series: Series) -> Iterator[Spot]:
        """Points spread around their value on the axis."""
        places, room = self.across(series), JITTER * self.room
        for dot in series.dots:
            place, value, result = dot
            x = places[place] + (_share(result.seed) - 0.5) * room
            at = QPointF(x, self.height(value))
            yield self._spot(at, place, series, dot)

    def _stacked(self, series: Series) -> Iterator[Spot]:
        """Yes and no as blocks that can be counted, above 100 % and below 0 %."""
        size, columns = self.theme.px(BLOCK), _columns(self.room, self.theme)
        for place, middle in enumerate(self.across(series)):
            for yes in (True, False):
                mine = [d for d in series.dots if d[0] == place and bool(d[1]) == yes]
                wide = min(columns, len(mine))
                edge = self.height(1.0 if yes else 0.0)
                for k, dot in enumerate(mine):
                    row, column = divmod(k, columns)
                    away = size * (row + 1.4)
                    x = middle + size * (column - (wide - 1) / 2)
                    at = QPointF(x, edge - away if yes else edge + away)
                    yield self._spot(at, place, series, dot)


Dot = tuple[int, float, Result]


def plots_in(
    figure: Figure, theme: Theme, left: float, top: float, right: float, bottom: float
) -> list[PlotPlaces]:
    """The plots side by side in an area."""
    count = len(figure.facets)
    gap = theme.px(14)
    wide = (right - left - gap * (count - 1)) / count
    x = _x_scale(figure)
    areas = [
        QRectF(left + i * (wide + gap), top, wide, max(20.0, bottom - top))
        for i in range(count)
    ]
    y = _y_scale(figure, x, areas[0], theme)
    return [
        PlotPlaces(figure, facet, Axes(x, y, area), theme)
        for facet, area in zip(figure.facets, areas, strict=True)
    ]


def _middles(figure: Figure, axes: Axes) -> list[float]:
    values = figure.x_values or range(len(figure.x_labels))
    return [float(p) for p in axes.px(np.array(values, float))]


def _room(figure: Figure, axes: Axes, theme: Theme) -> float:
    middles = sorted(_middles(figure, axes))
    apart = min(np.diff(middles), default=axes.rect.width() * 0.6)
    colours = max(1, len(figure.names))
    share = 0.5 if figure.x_values else 0.8  # a numeric axis should look like one
    return float(min(share * apart / colours, theme.px(90)))


def _columns(room: float, theme: Theme) -> int:
    return max(1, int(0.85 * room / theme.px(BLOCK)))


def _share(seed: int) -> float:
    """A number from 0 to 1 that depends only on the seed: points stay in place."""
    return Random(seed).random()


def _x_scale(figure: Figure) -> Scale:
    values = figure.x_values or tuple(float(i) for i in range(len(figure.x_labels)))
    low, high = min(values), max(values)
    steps = max(1, len(values) - 1)
    if figure.x_log:
        pad = (high / low) ** (0.5 / steps) if high > low else 2.0
        return Scale(low / pad, high * pad, True)
    pad = 0.6 * (high - low) / steps if high > low else 0.8
    return Scale(low - pad, high + pad)


def _y_scale(figure: Figure, x: Scale, area: QRectF, theme: Theme) -> Scale:
    values = [v for f in figure.facets for s in f.series for _, v, _ in s.dots]
    if figure.measure.kind == YES:
        return _share_scale(figure, x, area, theme)
    if figure.log:
        above = [v for v in values if v > 0]
        low, high = min(above), max(above)
        room = (high / low) ** 0.06 if high > low else 2.0
        return Scale(max(low / room, 1e-290), min(high * room, 1e290), True)
    low, high = min(values, default=0.0), max(values, default=1.0)
    pad = 0.08 * (high - low) or 0.5
    floor = 0.0 if low >= 0 and low - pad < 0 else low - pad
    return Scale(floor, high + pad)


def _share_scale(figure: Figure, x: Scale, area: QRectF, theme: Theme) -> Scale:
    """From 0 to 1, with space beyond both ends for the blocks of runs."""
    columns = _columns(_room(figure, Axes(x, Scale(0, 1), area), theme), theme)
    counts: dict[tuple[int, int, int, bool], int] = {}
    for f, facet in enumerate(figure.facets):
        for series in facet.series:
            for place, value, _ in series.dots:
                key = (f, series.index, place, bool(value))
                counts[key] = counts.get(key, 0) + 1

    def room(yes: bool) -> float:
        most = max((n for key, n in counts.items() if key[3] == yes), default=0)
        rows = ceil(most / columns) + 1
        return min(theme.px(BLOCK) * rows + 4.0, 0.3 * area.height())

    above, below = room(True), room(False)
    unit = max(20.0, area.height() - above - below)
    return Scale(-below / unit, 1.0 + above / unit)
