"""What the Warp view draws: the grid, the sample, and a pinned region."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, isfinite, log10

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.look.colour import mix
from app.look.markers import draw_markers
from app.look.palette import tint
from app.look.plots import polyline
from app.look.theme import SMALL, Theme
from app.plane.picture import Kind, kind_of
from app.views.warp.jobs import PINNED, RGB_STEPS, SHADES, Shown, WarpResult
from app.views.warp.pictures import PictureSheet, picture_side
from core.arrays import Bools, Floats, finite
from core.numbers import short_number

_BINS = 16  # colours of a coloured grid
_DEPTHS = 4  # shades of a grid in space


def draw_region(painter: QPainter, theme: Theme, x: Floats, y: Floats) -> None:
    """The pinned region's image in this space."""
    if not len(x) or not (np.isfinite(x).all() and np.isfinite(y).all()):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(theme.accent), 2))
    painter.setBrush(tint(theme.accent, 0.22))
    painter.drawPolygon(polyline(np.clip(x, -1e5, 1e5), np.clip(y, -1e5, 1e5)))


def draw_grid(
    painter: QPainter,
    result: WarpResult,
    theme: Theme,
    at: tuple[Floats, Floats, Floats],
    spatial: bool,
) -> None:
    """Draw the grid's lines, tinted and faded with depth; ``at``: x, y, nearness."""
    x, y, near = at
    if not len(x):
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Far-away pixels are clamped, because Qt's rasteriser has a limited range.
    x, y = np.clip(x, -1e5, 1e5), np.clip(y, -1e5, 1e5)
    joined = result.joined & np.isfinite(x) & np.isfinite(y)
    joined &= result.line != PINNED
    x, y = finite(x), finite(y)
    base = mix(theme.pane, theme.secondary, 0.62 if theme.dark else 0.55)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if result.tints is None and not spatial:
        _stroke(painter, x, y, joined, QColor(base))
        return
    shade = (
        np.clip(((near + 1) / 2 * _DEPTHS).astype(int), 0, _DEPTHS - 1)
        if spatial
        else np.full(len(x), _DEPTHS - 1)
    )
    colours = _tint_colours(result, theme)
    group = shade if result.tints is None else shade * _BINS + _tint_bins(result)
    for key in np.unique(group):
        depth, which = (key, 0) if colours is None else divmod(int(key), _BINS)
        plain = base if colours is None else colours[which]
        faded = mix(theme.pane, plain, 0.35 + 0.65 * (depth + 1) / _DEPTHS)
        _stroke(painter, x, y, joined & (group == key), QColor(faded))


def _stroke(
    painter: QPainter, x: Floats, y: Floats, joined: Bools, colour: QColor
) -> None:
    painter.setPen(QPen(colour, 1))
    painter.drawPath(pg.arrayToQPath(x, y, connect=joined, finiteCheck=False))


def _tint_bins(result: WarpResult) -> Floats:
    tints = result.tints
    assert tints is not None
    if _by_class(result):
        return np.asarray(tints.astype(int) % _BINS)
    return np.asarray(np.clip((tints * _BINS).astype(int), 0, _BINS - 1))


def _by_class(result: WarpResult) -> bool:
    return result.tints is not None and bool(result.tints.max(initial=0.0) > 1.0)


def _tint_colours(result: WarpResult, theme: Theme) -> list[str] | None:
    if result.tints is None:
        return None
    if _by_class(result):
        return [theme.class_colour(k).name() for k in range(_BINS)]
    classes = result.snapshot.run.data.problem.classes
    if classes == 2:
        ends = (theme.classes[1], theme.classes[0])
        return [mix(*ends, (k + 0.5) / _BINS) for k in range(_BINS)]
    light = 0.62 if theme.dark else 0.42
    return [
        QColor.fromHslF((k + 0.5) / _BINS, 0.55, light).name() for k in range(_BINS)
    ]


def draw_nudges(
    painter: QPainter,
    result: WarpResult,
    theme: Theme,
    start: tuple[Floats, Floats],
    end: tuple[Floats, Floats],
) -> None:
    """Lines from what is added to the sum, for every point: the layer's own effect."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    xs, ys = np.stack([start[0], end[0]], 1), np.stack([start[1], end[1]], 1)
    near = (np.isfinite(xs) & np.isfinite(ys)).all(axis=1)
    near &= (np.abs(xs) < 1e5).all(axis=1) & (np.abs(ys) < 1e5).all(axis=1)
    for group, colour, _ in groups(result, theme):
        mine = near & group
        if not mine.any():
            continue
        painter.setPen(QPen(tint(colour.name(), 0.45), 1.2))
        path = pg.arrayToQPath(xs[mine].ravel(), ys[mine].ravel(), connect="pairs")
        painter.drawPath(path)


def groups(result: WarpResult, theme: Theme) -> list[tuple[Bools, QColor, str]]:
    """Points that look alike: which, their colour, their marker.

    Classes have colours and markers of their own; values are the darker (on a dark
    pane the lighter) the larger they are, and colours are what they are.
    """
    shown, problem = result.shown, result.snapshot.run.data.problem
    if problem.classes:
        return [
            (shown.classes == k, theme.class_colour(k), theme.class_symbol(k))
            for k in range(problem.classes)
        ]
    assert shown.shades is not None
    coloured = kind_of(problem) is Kind.RGB
    return [
        (shown.shades == k, shade_colour(theme, int(k), coloured), "o")
        for k in np.unique(shown.shades)
    ]


def shade_colour(theme: Theme, shade: int, coloured: bool) -> QColor:
    """The colour of one of few values, or of one of few colours."""
    if coloured:
        steps = (
            shade // RGB_STEPS**2,
            shade // RGB_STEPS % RGB_STEPS,
            shade % RGB_STEPS,
        )
        return QColor(*(round(255 * (s + 0.5) / RGB_STEPS) for s in steps))
    # The palest shade would vanish in the pane.
    share = 0.2 + 0.8 * (shade + 0.5) / SHADES
    return QColor(*(int(v) for v in theme.sequential[int(255 * share), :3]))


FADES = 5  # steps from faint to full of points far from a plane


def draw_points(
    painter: QPainter,
    result: WarpResult,
    theme: Theme,
    at: tuple[Floats, Floats, Floats | None],
    highlight: frozenset[int],
    sheet: PictureSheet | None = None,
) -> None:
    """Draw the sample, far points first and smaller; ``at``: x, y, nearness.

    With a ``sheet``, examples are drawn as pictures. On a plane through many inputs,
    examples far from it are faint.
    """
    x, y, near = at
    shown = result.shown
    size = 8.0 if len(x) <= 400 else 6.0 if len(x) <= 1500 else 4.0
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    fine = np.isfinite(x) & np.isfinite(y) & (np.abs(x) < 1e5) & (np.abs(y) < 1e5)
    if shown.asked:
        fine[-1] = False
    for part, opacity, grow in _bands(shown, near, fine):
        painter.setOpacity(opacity)
        if sheet is not None:
            sheet.draw(painter, result, theme, (x, y), part)
        else:
            _draw_marks(painter, result, theme, (x, y), part, size * grow)
    painter.setOpacity(1.0)
    if highlight:
        marked = fine & np.isin(shown.index, list(highlight))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Some values have the accent colour, so a ring of it would not show.
        classes = result.snapshot.splits.train.classes
        painter.setPen(QPen(QColor(theme.accent if classes else theme.text), 2))
        ring = size + 7 if sheet is None else picture_side(len(x)) + 4
        draw_markers(painter, x[marked], y[marked], "o", ring)


def _bands(
    shown: Shown, near: Floats | None, fine: Bools
) -> Iterator[tuple[Bools, float, float]]:
    """Groups of points drawn alike, farthest first: which, opacity, size."""
    if near is not None:  # in space: far points first and smaller
        edges = np.clip(((near + 1) / 2 * 3).astype(int), 0, 2)
        for depth in range(3):
            yield fine & (edges == depth), 1.0, 0.7 + 0.3 * depth / 2
    elif shown.near is not None:
        fade = np.minimum(FADES - 1, (shown.near * FADES).astype(int))
        for i in range(FADES):
            yield fine & (fade == i), max(0.12, (i + 1) / FADES), 1.0
    else:
        yield fine, 1.0, 1.0


def _draw_marks(
    painter: QPainter,
    result: WarpResult,
    theme: Theme,
    at: tuple[Floats, Floats],
    chosen: Bools,
    size: float,
) -> None:
    """A marker for each chosen point: by class, hollow for tests."""
    x, y = at
    drawn = groups(result, theme)
    for test in (True, False):
        wanted = chosen & (result.shown.test == test)
        for group, colour, symbol in drawn:
            part = wanted & group
            if not part.any():
                continue
            if test:
                painter.setPen(QPen(colour, 1.3))
                painter.setBrush(QColor(theme.pane))
                draw_markers(painter, x[part], y[part], symbol, size - 2)
            else:
                painter.setPen(QPen(QColor(theme.outline), 1))
                painter.setBrush(colour)
                draw_markers(painter, x[part], y[part], symbol, size)


def draw_asked(
    painter: QPainter, theme: Theme, x: float, y: float, size: float = 12.0
) -> None:
    """The point of a question: a ring with a dot in it, on top of everything."""
    if not (abs(x) < 1e5 and abs(y) < 1e5):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    at = QPointF(x, y)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((theme.pane, 5.0), (theme.accent, 2.5)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawEllipse(at, size / 2 + 2, size / 2 + 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.accent))
    painter.drawEllipse(at, 2.5, 2.5)


def entering_line(result: WarpResult, place: float) -> float:
    """How close the space at ``place`` is to that of a single unit, from 0 to 1."""
    stages = result.warp.stages
    index = min(int(place), len(stages) - 2)
    widths = result.snapshot.network.widths
    here, there = (float(widths[stages[k].layer + 1] == 1) for k in (index, index + 1))
    return (1 - (place - index)) * here + (place - index) * there


def jitter(result: WarpResult, place: float, count: int, height: int) -> Floats:
    """The offset of points from a line of one unit, so that they can be distinguished.

    A fixed pattern by the golden ratio never flickers from frame to frame; it fades in
    on the way to one unit.
    """
    spread = min(0.16 * height, 48.0) * entering_line(result, place)
    return np.asarray((((np.arange(count) * 0.6180339887) % 1.0) - 0.5) * spread)


def draw_scale_bar(painter: QPainter, theme: Theme, area: QRect, half: float) -> None:
    """A round length at the lower left; ``half`` is half the shorter side.

    A turned or projected picture has no axes, so only this shows that it was rescaled.
    """
    pixels = 0.5 * min(area.width(), area.height())
    most = half * theme.px(72) / max(1.0, pixels)
    if not (isfinite(most) and most > 0):
        return
    power = 10.0 ** floor(log10(most))
    length = next(k for k in (5.0, 2.0, 1.0) if k * power <= most or k == 1.0) * power
    wide = length * pixels / half
    left, y = area.left() + theme.px(10), area.bottom() - theme.px(8)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(QColor(theme.secondary), 1))
    painter.drawLine(QPointF(left, y), QPointF(left + wide, y))
    for x in (left, left + wide):
        painter.drawLine(QPointF(x, y - theme.px(3)), QPointF(x, y + theme.px(3)))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(theme.font(SMALL))
    painter.drawText(QPointF(left, y - theme.px(6)), short_number(length))
