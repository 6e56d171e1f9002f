"""What the network answers: a bar for each class, or the predicted values."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.markers import draw_markers
from app.look.numbers import shown_number, shown_percent
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.plane.picture import class_name
from app.views.ask.jobs import AskResult
from core.language import tr
from core.outputs import LOSSES

MOST = 12  # most classes shown; of more, the likeliest
ROW = 16  # pixels of a bar with its name
EDGE = 2  # pixels that a smooth glyph may reach beyond its advance


class Answer(QWidget):
    """Bars of the class shares; the predicted class is bold, in its own place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.result: AskResult | None = None
        self.setAccessibleName(tr("Answer"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def show_result(self, result: AskResult) -> None:
        """Show another answer."""
        before = self._rows()
        self.result = result
        self.setAccessibleDescription(self.sentence())
        if self._rows() != before:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line for each class or value below the sentence."""
        px = self._theme.px
        return QSize(px(200), px(28) + px(ROW) * self._rows() + px(6))

    def minimumSizeHint(self) -> QSize:
        """The same height."""
        return QSize(self._theme.px(120), self.sizeHint().height())

    def _rows(self) -> int:
        result = self.result
        if result is None:
            return 2
        count = len(result.reply.shares) or len(result.reply.predicted)
        return min(MOST, count)

    def order(self) -> list[int]:
        """The classes or values with a bar, in their own order."""
        assert self.result is not None
        shares = self.result.reply.shares
        count = len(shares) or len(self.result.reply.predicted)
        if count <= MOST:
            return list(range(count))
        return sorted(np.argsort(-shares)[:MOST].tolist())

    def sentence(self) -> str:
        """The answer in words."""
        result = self.result
        if result is None:
            return ""
        if not result.seen:
            return tr("Nothing is drawn yet")
        problem, reply = result.snapshot.run.data.problem, result.reply
        if not problem.classes:
            return ", ".join(self.value_words(i) for i in self.order())
        words = f"{class_name(problem, reply.decided)}"
        if LOSSES[result.snapshot.run.loss].gives_probabilities:
            words += f", {shown_percent(float(reply.shares[reply.decided]))}"
        return words

    def value_words(self, i: int) -> str:
        """A predicted value in its own unit."""
        assert self.result is not None
        problem = self.result.snapshot.run.data.problem
        columns = getattr(problem, "target_columns", ())
        value = shown_number(float(self.result.reply.predicted[i]))
        if i >= len(columns):
            return value
        unit = f" {columns[i].unit}" if columns[i].unit else ""
        return f"{columns[i].name} {value}{unit}"

    def paintEvent(self, event: QPaintEvent) -> None:
        """The sentence, then the bars."""
        painter = QPainter(self)
        theme, result = self._theme, self.result
        painter.fillRect(self.rect(), QColor(theme.pane))
        if result is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        head = QRectF(0, 0, self.width() - EDGE, theme.px(26))
        taken = self._draw_truth(painter, head, result)
        font = theme.font(BODY, 600)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        words = QFontMetricsF(font).elidedText(
            self.sentence(), Qt.TextElideMode.ElideRight, head.width() - taken
        )
        painter.drawText(head, flags, words)
        if not result.seen:
            return
        painter.setFont(theme.font(SMALL))
        if len(result.reply.shares):
            self._draw_bars(painter, result)

    def _draw_truth(self, painter: QPainter, head: QRectF, result: AskResult) -> float:
        """On the right: the true answer, and whether the network's is right.

        Returns the width it takes.
        """
        theme, problem = self._theme, result.snapshot.run.data.problem
        if result.truth is None:
            return 0.0
        if problem.classes:
            right = int(result.truth) == result.reply.decided
            words = (
                tr("right")
                if right
                else tr(
                    "is {class_name}", class_name=class_name(problem, int(result.truth))
                )
            )
            colour = theme.good if right else theme.bad
        else:
            columns = getattr(problem, "target_columns", ())
            value = result.truth
            if columns:
                value = value * columns[0].half + columns[0].middle
            words, colour = tr("is {value}", value=shown_number(value)), theme.secondary
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(colour))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        metrics = QFontMetricsF(theme.font(SMALL))
        half = 0.5 * head.width()
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, half)
        painter.drawText(head, flags, words)
        return metrics.horizontalAdvance(words) + theme.px(8)

    def _draw_bars(self, painter: QPainter, result: AskResult) -> None:
        theme, problem, reply = (
            self._theme,
            result.snapshot.run.data.problem,
            result.reply,
        )
        metrics = QFontMetricsF(theme.font(SMALL))
        bold = QFontMetricsF(theme.font(SMALL, 600))  # the decided class
        shown = self.order()
        names = [class_name(problem, k) for k in shown]
        widest = max(bold.horizontalAdvance(n) for n in names)
        left = min(widest, 0.4 * self.width()) + theme.px(24)
        number = bold.horizontalAdvance("100.0 %") + 6 + EDGE
        full = max(8.0, self.width() - left - number)
        row = theme.px(ROW)
        for i, k in enumerate(shown):
            top = theme.px(28) + i * row
            middle = top + row / 2
            colour = theme.class_colour(k)
            painter.setPen(QPen(QColor(theme.outline), 1))
            painter.setBrush(colour)
            at = np.array([theme.px(7)], float), np.array([middle])
            draw_markers(painter, *at, theme.class_symbol(k), theme.px(8))
            decided = k == reply.decided
            painter.setFont(theme.font(SMALL, 600 if decided else 400))
            painter.setPen(QColor(theme.text if decided else theme.secondary))
            room = left - theme.px(24)
            fitting = bold if decided else metrics
            name = fitting.elidedText(names[i], Qt.TextElideMode.ElideRight, room)
            base = middle + metrics.capHeight() / 2
            painter.drawText(QPointF(theme.px(16), base), name)
            share = float(np.clip(np.nan_to_num(reply.shares[k]), 0.0, 1.0))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.field))
            painter.drawRoundedRect(QRectF(left, middle - 3, full, 6), 3, 3)
            painter.setBrush(colour)
            if share > 0.001:
                bar = QRectF(left, middle - 3, max(3.0, share * full), 6)
                painter.drawRoundedRect(bar, 3, 3)
            painter.setPen(QColor(theme.text if decided else theme.secondary))
            words = shown_percent(share)
            width = fitting.horizontalAdvance(words)
            painter.drawText(QPointF(self.width() - EDGE - width, base), words)
