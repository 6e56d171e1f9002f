"""Least squares and ridge side by side, as bars with their numbers."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.numbers import shown_number
from app.look.plots import Axes, Scale, draw_level, draw_upright, shown_ticks
from app.look.theme import SMALL, Theme
from app.views.network.solved import Solved
from core.language import tr

MOST = 12  # weights with a pair of bars each
_BAR, _LEAST = 12, 2.0  # height of a bar, and least length of one that is not 0
_GROUP = 56  # a heading and two bars
_WEIGHTS = 116  # height of the bars of the weights
_WIDE, _NARROW = 560, 400


class SolvedPicture(QWidget):
    """What ridge changes: the three numbers on one logarithmic axis, and the weights.

    It shows one moment, so nothing in it follows the run.
    """

    def __init__(
        self, solved: Solved, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._solved = solved
        self._weights = solved.weights if len(solved.weights) <= MOST else ()
        self.set_theme(theme)
        self.setAccessibleName(tr("Least squares and ridge regression side by side"))
        self.setAccessibleDescription(" ".join([solved.said, *self._told()]))

    def _told(self) -> list[str]:
        return [
            tr(
                "Weight {name}: {plain}, with ridge {ridge}.",
                name=f"{name} → {output}" if output else name,
                plain=shown_number(plain),
                ridge=shown_number(ridge),
            )
            for name, output, plain, ridge in self._weights
        ]

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.setMinimumSize(self.minimumSizeHint())  # a layout may ignore the hint
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As high as needed, and wide enough to compare."""
        return QSize(self._theme.px(_WIDE), self._height())

    def minimumSizeHint(self) -> QSize:
        """Everything, with shorter bars."""
        return QSize(self._theme.px(_NARROW), self._height())

    def _height(self) -> int:
        px, row = self._theme.px, self._theme.metrics(SMALL).height()
        high = px(24) + px(_GROUP) * len(self._solved.rows) + 2 * row
        if self._weights:
            high += px(8) + row + px(_WEIGHTS) + (2 if self._outputs else 1) * row
        return ceil(high) + px(8)

    @property
    def _outputs(self) -> bool:
        return any(output for _, output, *_ in self._weights)

    @property
    def _colours(self) -> tuple[QColor, QColor]:
        theme = self._theme
        return QColor(mix(theme.pane, theme.secondary, 0.7)), QColor(theme.accent)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Names of the colours, three pairs of bars, and the weights."""
        theme = self._theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setFont(theme.font(SMALL))
        edge = theme.px(12)
        self._paint_names(painter, edge)
        end = self._paint_rows(painter, QRectF(self.rect()).adjusted(edge, 0, -edge, 0))
        if self._weights:
            self._paint_weights(painter, edge, end + theme.px(8))
        painter.end()

    def _paint_names(self, painter: QPainter, left: float) -> None:
        theme = self._theme
        metrics, side = theme.metrics(SMALL), theme.px(10)
        for name, colour in zip(self._solved.names, self._colours, strict=True):
            painter.fillRect(QRectF(left, theme.px(9), side, side), colour)
            left += side + theme.px(6)
            painter.setPen(QColor(theme.text))
            base = theme.px(9) + (side + metrics.capHeight()) / 2
            painter.drawText(QPointF(left, base), name)
            left += theme.width(name, SMALL) + theme.px(20)

    def _paint_rows(self, painter: QPainter, room: QRectF) -> float:
        """The three numbers of both; returns where they end."""
        theme, rows = self._theme, self._solved.rows
        metrics, top = theme.metrics(SMALL), theme.px(24)
        taken = max(
            theme.number_width(shown_number(v), SMALL) for r in rows for v in r[1:]
        )
        rect = QRectF(room.left(), top, 0, theme.px(_GROUP) * len(rows))
        rect.setRight(room.right() - taken - theme.px(6))
        scale = _decades(self._solved)
        axes = Axes(scale, Scale(0.0, 1.0), rect)
        base = rect.bottom() + 5 + metrics.ascent()
        painter.setPen(QColor(theme.secondary))
        for place, text in shown_ticks(scale, rect.left(), rect.right(), theme.px(64)):
            draw_upright(painter, place, rect.top(), rect.bottom(), QColor(theme.grid))
            start = place - theme.width(text, SMALL) / 2
            painter.drawText(QPointF(max(start, room.left()), base), text)
        for i, (title, *values) in enumerate(rows):
            head = top + i * theme.px(_GROUP)
            width = theme.width(title, SMALL)
            back = QRectF(rect.left(), head + theme.px(7), width + 4, metrics.height())
            painter.fillRect(back, QColor(theme.pane))  # no grid line through words
            painter.setPen(QColor(theme.secondary))
            words = head + theme.px(8) + metrics.ascent()
            painter.drawText(QPointF(rect.left(), words), title)
            for k, (value, colour) in enumerate(
                zip(values, self._colours, strict=True)
            ):
                bar = QRectF(rect.left(), 0, _length(value, axes), theme.px(_BAR))
                bar.moveTop(head + theme.px(_GROUP) - (2 - k) * theme.px(_BAR + 3))
                painter.fillRect(bar.toAlignedRect(), colour)
                painter.setPen(QColor(theme.text))
                middle = bar.center().y() + metrics.capHeight() / 2
                text = shown_number(value)
                wide = theme.width(text, SMALL)
                back = QRectF(bar.right() + 1, bar.top(), wide + 6, bar.height())
                painter.fillRect(back, QColor(theme.pane))
                painter.drawText(QPointF(bar.right() + 5, middle), text)
        base += metrics.height()
        painter.setPen(QColor(theme.secondary))
        painter.drawText(
            QPointF(rect.left(), base), tr("one logarithmic scale for all")
        )
        return float(base + metrics.descent())

    def _paint_weights(self, painter: QPainter, edge: float, top: float) -> None:
        """A pair of bars for each weight."""
        theme = self._theme
        metrics = QFontMetricsF(theme.font(SMALL))
        row = metrics.height()
        painter.setPen(QColor(theme.secondary))
        painter.drawText(QPointF(edge, top + metrics.ascent()), tr("Weights"))
        rect = QRectF(edge, top + row + theme.px(10), 0, theme.px(_WEIGHTS - 18))
        rect.setRight(self.width() - edge)
        scale = _reach([v for *_, a, b in self._weights for v in (a, b)])
        ticks = shown_ticks(scale, rect.bottom(), rect.top(), theme.px(36))
        rect.setLeft(edge + max(theme.width(t, SMALL) for _, t in ticks) + 8)
        axes = Axes(Scale(-0.5, len(self._weights) - 0.5), scale, rect)
        axes.paint_rows(painter, theme)
        cell = rect.width() / len(self._weights)
        wide = min(theme.px(18), floor(0.36 * cell))
        zero = round(float(axes.py(0.0)))
        for i, (name, output, *values) in enumerate(self._weights):
            middle = round(float(axes.px(i)))
            for value, colour, left in zip(
                values, self._colours, (middle - wide - 1, middle + 1), strict=True
            ):
                end = round(float(axes.py(value)))
                painter.fillRect(
                    QRectF(left, min(zero, end), wide, max(1, abs(end - zero))), colour
                )
            painter.setPen(QColor(theme.secondary))
            for k, word in enumerate([name, f"→ {output}"] if output else [name]):
                said = metrics.elidedText(word, Qt.TextElideMode.ElideRight, cell - 2)
                start = middle - metrics.horizontalAdvance(said) / 2
                base = rect.bottom() + theme.px(4) + metrics.ascent() + k * row
                painter.drawText(QPointF(start, base), said)
        draw_level(painter, rect.left(), rect.right(), zero, QColor(theme.secondary))


def _length(value: float, axes: Axes) -> float:
    """Pixels of a bar; what is infinite fills the row, and 0 has none."""
    if not isfinite(value):
        return axes.rect.width()
    long = float(axes.px(value)) - axes.rect.left() if value > 0.0 else 0.0
    return max(long, _LEAST if value > 0.0 else 0.0)


def _decades(solved: Solved) -> Scale:
    """Whole powers of ten around the numbers, apart from mere rounding errors."""
    numbers = [v for _, *pair in solved.rows for v in pair if v > 0.0 and isfinite(v)]
    numbers.append(1.0)  # the least condition number
    kept = [v for v in numbers if v >= 1e-6]
    low, high = floor(log10(min(kept))), ceil(log10(max(kept)))
    return Scale(10.0 ** (low if low < high else low - 1), 10.0**high, log=True)


def _reach(values: list[float]) -> Scale:
    """From the least weight to the greatest, 0 included, and a little more."""
    low, high = min(0.0, *values), max(0.0, *values)
    if high - low < 1e-9:  # rounding errors of weights that are 0
        return Scale(-1.0, 1.0)
    air = 0.06 * (high - low)
    return Scale(low - air if low < 0.0 else 0.0, high + air if high > 0.0 else 0.0)
