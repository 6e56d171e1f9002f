"""Above the tiles: how many reached the goal, and the spread of losses and steps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.numbers import shown_count, shown_number
from app.look.palette import tint
from app.look.theme import BODY, LIGHT, SMALL, Theme
from core.arrays import Floats
from core.grid.fate import Fate
from core.grid.snapshot import GridSnapshot
from core.language import tr

#: A title, values, how to format one, and whether the scale is logarithmic.
Spread = tuple[str, Floats, Callable[[float], str], bool]

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Summary(QWidget):
    """One line of text, an interval, and two small histograms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._shot: GridSnapshot | None = None
        self.setAccessibleName(tr("Summary of the grid"))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.setFixedHeight(theme.px(62))
        self.update()

    def sizeHint(self) -> QSize:
        """As high as two lines and an axis."""
        return QSize(480, self._theme.px(62))

    def show_shot(self, shot: GridSnapshot) -> None:
        """Summarise these networks."""
        self._shot = shot
        self.setAccessibleDescription(". ".join(words_of(shot)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Text on the left, histograms beside it if there is space."""
        theme, painter = self._theme, QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.pane))
        if self._shot is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter, self._shot)
        painter.end()

    def _draw(self, painter: QPainter, shot: GridSnapshot) -> None:
        theme = self._theme
        area = QRectF(self.rect()).adjusted(12, 4, -12, -4)
        wide = theme.px(250)
        beside = area.width() - wide
        panels = 2 if beside > theme.px(360) else 1 if beside > theme.px(170) else 0
        words = QRectF(area.left(), area.top(), wide if panels else area.width(), 0)
        words.setHeight(area.height())
        self._draw_words(painter, words, shot)
        if not panels:
            return
        room = beside / panels
        positive = bool((shot.losses > 0).all())  # a likelihood may be anything
        spreads: list[Spread] = [(tr("loss"), shot.losses, shown_number, positive)]
        steps = np.array([s for s in shot.steps_to_goal if s is not None], float)
        if shot.goal.asks:
            spreads.append((tr("steps to goal"), steps, _shown_steps, False))
        for i, (title, values, shown, log) in enumerate(spreads[:panels]):
            left = area.left() + wide + i * room
            place = QRectF(left + 12, area.top(), room - 12, area.height())
            _histogram(painter, place, theme, title, values, shown, log)

    def _draw_words(self, painter: QPainter, area: QRectF, shot: GridSnapshot) -> None:
        theme = self._theme
        first, second = words_of(shot)
        line = theme.px(20)
        painter.setPen(QColor(theme.text))
        painter.setFont(theme.font(BODY, 600))
        painter.drawText(
            QRectF(area.left(), area.top(), area.width(), line), _LEFT, first
        )
        painter.setPen(QColor(theme.secondary))
        painter.setFont(theme.font(SMALL))
        below = QRectF(area.left(), area.top() + line, area.width(), theme.px(16))
        painter.drawText(below, _LEFT, second)
        if not shot.goal.asks:
            return
        low, high = shot.interval
        bar = QRectF(
            area.left(), below.bottom() + 6, min(area.width(), theme.px(200)), 4
        )
        painter.fillRect(bar, QColor(theme.field))
        span = QRectF(
            bar.left() + low * bar.width(), bar.top(), (high - low) * bar.width(), 4
        )
        painter.fillRect(span, tint(theme.accent, 0.45))
        at = bar.left() + shot.reached / len(shot) * bar.width()
        painter.fillRect(QRectF(at - 1.5, bar.top() - 3, 3, 10), QColor(theme.accent))


def words_of(shot: GridSnapshot) -> tuple[str, str]:
    """The grid in two lines."""
    count = len(shot)
    fates = [
        f"{n} {tr(fate.value)}"
        for fate in (Fate.STUCK, Fate.DEAD, Fate.DIVERGED)
        if (n := sum(f is fate for f in shot.fates))
    ]
    if not shot.goal.asks:
        median = shown_number(float(np.median(shot.losses)))
        second = ", ".join(fates) or tr("no goal is set")
        return tr(
            "{count} networks, median loss {median}", count=count, median=median
        ), second
    low, high = (f"{100 * share:.0f}" for share in shot.interval)
    share = f"{100 * shot.reached / count:.0f}"
    return (
        tr("{reached} of {count} reached the goal", reached=shot.reached, count=count),
        ", ".join(
            [
                tr(
                    "{share} % (95 % interval {low}–{high} %)",
                    share=share,
                    low=low,
                    high=high,
                ),
                *fates,
            ]
        ),
    )


def _shown_steps(value: float) -> str:
    return shown_count(round(value))


def _histogram(
    painter: QPainter,
    area: QRectF,
    theme: Theme,
    title: str,
    values: Floats,
    shown: Callable[[float], str],
    log: bool,
) -> None:
    """Bars over the range of the values, with labelled ends and the median marked."""
    words = theme.px(14)
    head = QRectF(area.left(), area.top(), area.width(), words)
    foot = QRectF(area.left(), area.bottom() - words, area.width(), words)
    bars = QRectF(area.left(), head.bottom() + 2, area.width(), 0)
    bars.setBottom(foot.top() - 1)
    painter.setFont(theme.font(SMALL))
    painter.setPen(QColor(theme.secondary))
    good = values[np.isfinite(values) & ((values > 0) | (not log))]
    if not good.size:
        painter.drawText(head, _LEFT, tr("{title}: none yet", title=title))
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawLine(bars.bottomLeft(), bars.bottomRight())
        return
    median = float(np.median(good))
    painter.drawText(
        head, _LEFT, tr("{title}, median {median}", title=title, median=shown(median))
    )
    scaled = np.log10(good) if log else good
    low, high = float(scaled.min()), float(scaled.max())
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    bins = int(min(24, max(6, area.width() // 10)))
    counts, _ = np.histogram(scaled, bins, (low, high))
    step = bars.width() / bins
    for i, count in enumerate(counts):
        height = bars.height() * count / counts.max()
        bar = QRectF(bars.left() + i * step, bars.bottom() - height, step - 1, height)
        painter.fillRect(bar, tint(theme.accent, 0.55))
    at = np.log10(median) if log else median
    x = bars.left() + (at - low) / (high - low) * bars.width()
    painter.fillRect(QRectF(x - 1, bars.top(), 2, bars.height()), QColor(theme.text))
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.drawLine(bars.bottomLeft(), bars.bottomRight())
    painter.setPen(QColor(theme.secondary))
    ends = (float(good.min()), float(good.max()))
    painter.drawText(foot, _LEFT, shown(ends[0]))
    if ends[1] > ends[0]:
        painter.drawText(foot, _RIGHT, shown(ends[1]))
