"""What every plot shares: calm ranges, scales, curves, markers, labels.

Plots are painted by `QPainter` on plain widgets: axes, grids and point clouds are
cached as pictures (`app.look.layer`), so that a frame only redraws what moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, isfinite, log10
from typing import cast

import numpy as np
import pyqtgraph as pg
import shiboken6
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPen,
    QPolygonF,
)

from app.look.numbers import MINUS, THIN, shown_number
from app.look.theme import SMALL, Theme
from core.arrays import Floats
from core.indices import high
from core.language import mark

#: The text of a view of steps while training runs and there are none yet.
FIRST_STEPS = mark("Waiting for the first steps")


@dataclass(frozen=True)
class Scale:
    """Values along one axis, linear or logarithmic, and the pixels they fall on."""

    low: float
    high: float
    log: bool = False

    def place(self, values: Floats | float, start: float, stop: float) -> Floats:
        """Pixels of ``values`` when low is at ``start`` and high at ``stop``."""
        a, b = self._ends
        v = np.asarray(values, float)
        if self.log:
            v = np.log10(np.maximum(v, 1e-300))
        return start + (v - a) * ((stop - start) / (b - a))

    def value(self, pixel: float, start: float, stop: float) -> float:
        """The inverse of `place` for one pixel; low where there is no room for any."""
        a, b = self._ends
        if start == stop:
            return self.low
        v = a + (pixel - start) * (b - a) / (stop - start)
        return float(10.0**v if self.log else v)

    def place_one(self, value: float, start: float, stop: float) -> float:
        """`place` for one value, without an array."""
        a, b = self._ends
        v = log10(max(value, 1e-300)) if self.log else value
        return start + (v - a) * ((stop - start) / (b - a))

    @cached_property
    def _ends(self) -> tuple[float, float]:
        a, b = self.low, self.high
        if self.log:
            a = log10(max(a, 1e-300))
            b = log10(max(b, 1e-300))
        return (a, b) if b > a else (a - 0.5, a + 0.5)

    def ticks(self, count: int) -> list[float]:
        """About ``count`` round values inside the range; none if it is no range."""
        if not (isfinite(self.low) and isfinite(self.high)):
            return []
        if self.log:
            a, b = self._ends
            stride = max(1, ceil((b - a) / max(count, 1)))
            powers = range(ceil(a - 1e-9), floor(b + 1e-9) + 1)
            made = [10.0**p for p in powers if p % stride == 0]
            if len(made) >= 2 or b - a > 3:
                return made
            return [
                m * 10.0**p
                for p in range(floor(a), ceil(b) + 1)
                for m in (1, 2, 5)
                if self.low <= m * 10.0**p <= self.high
            ]
        span = self.high - self.low
        if not span > 0:
            return [self.low]
        raw = span / max(count, 1)
        power = 10.0 ** floor(log10(raw))
        step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * 0.999)
        first = ceil(self.low / step - 1e-9)
        last = floor(self.high / step + 1e-9)
        return [round(i * step, 12) for i in range(first, last + 1)]

    def label(self, value: float) -> str:
        """A tick's text, with as many decimals as the range needs."""
        if self.log:
            power = log10(value)
            if abs(power - round(power)) < 1e-9 and not -4 < power < 5:
                return f"10{high(round(power))}"
            return shown_number(value, 1)
        if value == 0:
            return "0"
        if not 1e-4 <= abs(value) < 1e9:
            digits, _, exponent = f"{value:.2e}".partition("e")
            factor = f"{float(digits):g}·".replace("-", MINUS)
            if factor in ("1·", f"{MINUS}1·"):  # 10⁹ rather than 1·10⁹
                factor = factor[:-2]
            return f"{factor}10{high(int(exponent))}"
        if abs(value) >= 1e4 and value == int(value):
            short = value / 1e6 if abs(value) >= 1e6 else value / 1e3
            unit = "M" if abs(value) >= 1e6 else "k"
            return f"{short:g}".replace("-", MINUS) + f"{THIN}{unit}"
        return f"{value:.6g}".replace("-", MINUS)


class CalmRange:
    """A range that follows data without twitching.

    It grows at once, with some margin, and shrinks only when the data leave half of it
    empty; in between it does not change.
    """

    def __init__(self, pad: float = 0.08, log: bool = False) -> None:
        self.pad = pad
        self.log = log
        self._range: tuple[float, float] | None = None

    def reset(self) -> None:
        """Reset; the next data set a new range."""
        self._range = None

    def follow(self, low: float, high: float) -> tuple[float, float]:
        """The range to show for data from ``low`` to ``high``."""
        if not (isfinite(low) and isfinite(high)):
            return self._range or (0.0, 1.0)
        if self.log:
            low, high = log10(max(low, 1e-300)), log10(max(high, 1e-300))
        if high - low < 1e-12 * max(1.0, abs(high)):
            low, high = low - 0.5, high + 0.5
        kept = self._range
        if kept is not None and self.log:
            kept = (log10(kept[0]), log10(kept[1]))
        if kept is None or low < kept[0] or high > kept[1]:
            outgrown = True
        else:
            outgrown = (high - low) < 0.5 * (kept[1] - kept[0])
        if outgrown or kept is None:
            room = self.pad * (high - low)
            grown = (low - room, high + room)
            if kept is not None and high - low >= 0.5 * (kept[1] - kept[0]):
                # Only the side that was too small moves.
                grown = (
                    grown[0] if low < kept[0] else kept[0],
                    grown[1] if high > kept[1] else kept[1],
                )
            most = 300.0 if self.log else 1e300  # beyond this, sums overflow
            kept = (max(-most, grown[0]), min(most, grown[1]))
        self._range = (10 ** kept[0], 10 ** kept[1]) if self.log else kept
        return self._range


class Reach:
    """The last step that an axis shows: it grows in strides, and numbers rest between.

    Where ``shrinks`` is set it also comes back once a third of it is empty.
    """

    LEAST = 50.0

    def __init__(self, shrinks: bool = False) -> None:
        self._shrinks = shrinks
        self.now = self.LEAST

    def reset(self) -> None:
        """Begin again, with another run."""
        self.now = self.LEAST

    def follow(self, last: float) -> float:
        """Where an axis ends whose data end at ``last``."""
        while last > self.now:
            self.now *= 1.12
        while self._shrinks and last < self.now / 1.5 and self.now > self.LEAST:
            self.now /= 1.12
        return self.now


def polyline(x: Floats, y: Floats) -> QPolygonF:
    """Points as a polygon, copied at once."""
    n = len(x)
    made = QPolygonF()
    made.resize(n)
    if n:
        # The type stubs lack the size and the fact that `data` is an address.
        buffer = shiboken6.VoidPtr(made.data(), n * 16, True)  # type: ignore[call-arg, arg-type]
        points = np.frombuffer(buffer, np.float64).reshape(n, 2)  # type: ignore[call-overload]
        points[:, 0] = x
        points[:, 1] = y
    return made


def draw_curve(painter: QPainter, x: Floats, y: Floats) -> None:
    """Draw a curve in the painter's pen; gaps where ``y`` is not finite."""
    finite = np.isfinite(y) & np.isfinite(x)
    if finite.all():
        _stroke(painter, x, y)
        return
    edges = np.flatnonzero(np.diff(np.concatenate([[0], finite.view(np.int8), [0]])))
    for start, stop in edges.reshape(-1, 2):
        if stop - start > 1:
            _stroke(painter, x[start:stop], y[start:stop])


def _stroke(painter: QPainter, x: Floats, y: Floats) -> None:
    """One polyline; on pixels, a pen of up to two is three strokes of one.

    Qt strokes pens of one pixel directly, and outlines and fills all wider ones, which
    takes some thirty times as long.
    """
    pen = painter.pen()
    width = pen.widthF() * painter.device().devicePixelRatioF()
    direct = (
        1.4 < width <= 2.0
        and pen.style() == Qt.PenStyle.SolidLine
        and pen.color().alpha() == 255
        and on_pixels(painter)
    )
    if not direct:
        painter.drawPolyline(polyline(x, y))
        return
    ratio = painter.device().devicePixelRatioF()
    # Less than (width − 1)/2 while they overlap, because then their soft edges add up.
    apart = (width - 1.0) * (0.4 * width - 0.3) / ratio
    painter.save()
    painter.setPen(QPen(pen.brush(), 1.0 / ratio))
    for off in (-apart, 0.0, apart):  # the middle one makes it opaque
        painter.drawPolyline(polyline(x, y + off))
    painter.restore()


def draw_strokes(painter: QPainter, x: Floats, low: Floats, high: Floats) -> None:
    """Upright lines in the painter's pen; on pixels without making a path of them."""
    if not on_pixels(painter):
        ends = np.stack([low, high], axis=1)
        painter.drawPath(
            pg.arrayToQPath(np.repeat(x, 2), ends.ravel(), connect="pairs")
        )
        return
    lines = np.stack([x, low, x, high], axis=1)
    if len(lines):
        # Qt reads an array of lines from the address of the first one.
        first = cast(QLineF, shiboken6.wrapInstance(lines.ctypes.data, QLineF))
        painter.drawLines(first, len(lines))


def on_pixels(painter: QPainter) -> bool:
    """Whether the painter fills pixels rather than writing vectors."""
    return painter.paintEngine().type() == QPaintEngine.Type.Raster


def draw_level(
    painter: QPainter, left: float, right: float, y: float, colour: QColor
) -> None:
    """A level hairline on whole pixels; antialiased lines cost twenty times as much."""
    start = round(left)
    painter.fillRect(QRectF(start, round(y), round(right) - start, 1), colour)


def draw_upright(
    painter: QPainter, x: float, top: float, bottom: float, colour: QColor
) -> None:
    """An upright hairline on whole pixels."""
    start = round(top)
    painter.fillRect(QRectF(round(x), start, 1, round(bottom) - start), colour)


def spread_labels(
    wanted: Sequence[float], height: float, low: float, high: float
) -> list[float]:
    """Centres near the ``wanted`` ones, at least ``height`` apart, inside the range."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    groups: list[tuple[float, list[int]]] = []  # (centre, members), top to bottom
    for i in order:
        members = [i]
        centre = wanted[i]
        while True:
            half = height * len(members) / 2
            centre = min(max(centre, low + half), max(high - half, low + half))
            if not groups:
                break
            above, others = groups[-1]
            if centre - half >= above + height * len(others) / 2 - 1e-9:
                break
            groups.pop()
            weight = len(others) + len(members)
            centre = (above * len(others) + centre * len(members)) / weight
            members = others + members
        groups.append((centre, members))
    placed = [0.0] * len(wanted)
    for centre, members in groups:
        top = centre - height * (len(members) - 1) / 2
        for k, i in enumerate(members):
            placed[i] = top + k * height
    return placed


def shown_ticks(
    scale: Scale, start: float, stop: float, spacing: float
) -> list[tuple[float, str]]:
    """Ticks as (pixel, text), about ``spacing`` pixels apart."""
    count = max(2, int(abs(stop - start) / spacing))
    values = scale.ticks(count)
    if not values:
        return []
    places = scale.place(np.array(values), start, stop)
    made = [(float(p), scale.label(v)) for p, v in zip(places, values, strict=True)]
    if scale.log:
        # Whole powers first; others only where they leave room.
        made.sort(key=lambda tick: not tick[1].lstrip("0.").startswith("1"))
    kept: list[tuple[float, str]] = []
    for place, text in made:
        if all(abs(place - other) >= 0.45 * spacing for other, _ in kept):
            kept.append((place, text))
    return sorted(kept)


@dataclass(frozen=True)
class Axes:
    """Two scales on a rectangle; `paint` draws the numbers and a faint grid."""

    x: Scale
    y: Scale
    rect: QRectF

    def px(self, values: Floats | float) -> Floats:
        """Horizontal pixels."""
        return self.x.place(values, self.rect.left(), self.rect.right())

    def py(self, values: Floats | float) -> Floats:
        """Vertical pixels."""
        return self.y.place(values, self.rect.bottom(), self.rect.top())

    def at(self, point: QPointF) -> tuple[float, float]:
        """Values under a point of the widget."""
        r = self.rect
        return (
            self.x.value(point.x(), r.left(), r.right()),
            self.y.value(point.y(), r.bottom(), r.top()),
        )

    def paint(
        self,
        painter: QPainter,
        theme: Theme,
        x_title: str = "",
        *,
        numbers_x: bool = True,
        percent: bool = False,
    ) -> None:
        """Grid lines for y, numbers for both axes; the title ends the x axis.

        ``percent`` labels shares from 0 to 1 only at both ends.
        """
        self.paint_rows(painter, theme, percent=percent)
        if numbers_x:
            self.paint_columns(painter, theme, x_title)

    def paint_rows(
        self,
        painter: QPainter,
        theme: Theme,
        *,
        percent: bool = False,
        numbers: bool = True,
    ) -> None:
        """Grid lines with the numbers of y left of them."""
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        r = self.rect
        rows = shown_ticks(self.y, r.bottom(), r.top(), theme.px(36))
        if percent:
            rows = [(r.bottom(), f"0{THIN}%"), (r.top(), f"100{THIN}%")]
        for place, text in rows:
            draw_level(painter, r.left(), r.right(), place, QColor(theme.grid))
            width = metrics.horizontalAdvance(text)
            # A truncated number would be read as another number.
            if not numbers or width > r.left() - 6:
                continue
            painter.setPen(QColor(theme.secondary))
            painter.drawText(
                QPointF(r.left() - 6 - width, place + metrics.capHeight() / 2), text
            )

    def paint_columns(self, painter: QPainter, theme: Theme, title: str) -> None:
        """Numbers of x below the plot."""
        r = self.rect
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        taken = r.right() - (metrics.horizontalAdvance(title) + 8 if title else 0)
        base = r.bottom() + 5 + metrics.ascent()
        last = -1e9
        for place, text in shown_ticks(self.x, r.left(), r.right(), theme.px(64)):
            width = metrics.horizontalAdvance(text)
            left = place - width / 2
            if left < last + 8 or left + width > taken:
                continue
            painter.drawText(QPointF(left, base), text)
            last = left + width
        if title:
            width = metrics.horizontalAdvance(title)
            painter.drawText(QPointF(r.right() - width, base), title)


def draw_note(painter: QPainter, rect: QRectF, theme: Theme, text: str) -> None:
    """A sentence in the middle of an area: what to expect, or why it is empty."""
    painter.setFont(theme.font())
    painter.setPen(QColor(theme.secondary))
    inner = rect.adjusted(theme.px(16), 0, -theme.px(16), 0)
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(inner, int(flags), text)


def draw_readout(
    painter: QPainter, at: QPointF, bounds: QRectF, theme: Theme, lines: Sequence[str]
) -> None:
    """A small card with numbers next to the mouse, kept inside ``bounds``."""
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    pad, row = theme.px(6), metrics.height()
    width = max(metrics.horizontalAdvance(t) for t in lines) + 2 * pad
    height = row * len(lines) + 2 * pad - 2
    left = at.x() + 12
    if left + width > bounds.right():
        left = at.x() - 12 - width
    left = min(max(left, bounds.left()), max(bounds.right() - width, bounds.left()))
    top = at.y() - 12 - height
    if top < bounds.top():
        top = at.y() + 16
    top = min(max(top, bounds.top()), max(bounds.bottom() - height, bounds.top()))
    card = QRectF(left, top, width, height)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.setBrush(QColor(theme.pane))
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setFont(font)
    for i, text in enumerate(lines):
        painter.setPen(QColor(theme.text if i == 0 else theme.secondary))
        painter.drawText(
            QPointF(left + pad, top + pad - 1 + metrics.ascent() + i * row), text
        )
