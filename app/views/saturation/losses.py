"""Saturation, a page on losses: four of them against the margin, with the examples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.plots import Axes, CalmRange, Scale, draw_curve, draw_note
from app.look.theme import SMALL, Theme
from app.plane.example_page import ExamplePage
from app.views.saturation.jobs import Wish, shown_part
from core.analysis.field import logits_at
from core.analysis.margin_losses import (
    CROSS_ENTROPY,
    HINGE,
    MARGIN_LOSSES,
    SQUARED,
    ZERO_ONE,
    MarginLoss,
)
from core.analysis.saturation import margins
from core.arrays import Floats, Ints
from core.language import tr
from core.outputs import LOSSES

LEAST, FARTHEST = 3.0, 20.0  # least and largest extent of the margin axis
HIGHEST = 5.0  # loss up to which curves are drawn
_STROKES = {
    ZERO_ONE: [1.0, 2.0],
    HINGE: [6.0, 3.0],
    CROSS_ENTROPY: [],
    SQUARED: [3.0, 2.0, 1.0, 2.0],
}


@dataclass(frozen=True, eq=False)
class LossesResult:
    """The training examples of one run by their margin."""

    label: str
    rows: Ints  # (n,) training example of each
    labels: Ints  # (n,)
    classes: int
    margin: Floats | None  # (n,); None without classes
    used: MarginLoss | None  # the curve of the run's own loss
    wrong: int


def losses_of(wish: Wish) -> LossesResult:
    """Margins of the examples shown."""
    snapshot = wish.run.snapshot
    unit = LOSSES[snapshot.run.loss]
    part, rows = shown_part(snapshot.splits.train)
    labels = part.y.astype(np.int64) if part.classes else np.zeros(len(part), np.int64)
    if not part.classes or unit.rival is None:
        return LossesResult(wish.run.label, rows, labels, part.classes, None, None, 0)
    margin = margins(logits_at(snapshot, np.ascontiguousarray(part.x)), labels)
    used = SQUARED if unit.saturates else CROSS_ENTROPY
    return LossesResult(
        wish.run.label,
        rows,
        labels,
        part.classes,
        margin,
        used,
        int((margin < 0.0).sum()),
    )


class LossesPage(ExamplePage):
    """Curves over one axis; the examples are on the curve of the run's own loss."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Losses against the margin"), parent)
        self.results: tuple[LossesResult, ...] = ()
        self._reach = CalmRange()

    def show_results(self, results: tuple[LossesResult, ...]) -> None:
        """Show the newest margins."""
        self.results = results
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """One plot for each run, on one scale."""
        painter = QPainter(self)
        theme, whole = self._theme, QRectF(self.rect())
        painter.fillRect(whole, QColor(theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if any(result.margin is None for result in self.results):
            note = tr("A margin needs classes, and an output that gives probabilities.")
            draw_note(painter, whole, theme, note)
        elif self.results:
            self._draw(painter, whole)
        self.draw_focus(painter, theme)

    def _draw(self, painter: QPainter, whole: QRectF) -> None:
        theme = self._theme
        far = max(_far(result.margin) for result in self.results)
        reach = self._reach.follow(-max(LEAST, far), max(LEAST, far))
        width = whole.width() / len(self.results)
        for i, result in enumerate(self.results):
            area = QRectF(i * width, 0, width, whole.height())
            box = area.adjusted(theme.px(40), theme.px(8), -theme.px(14), -theme.px(24))
            axes = Axes(Scale(*reach), Scale(0.0, HIGHEST), box)
            self._draw_run(painter, axes, result, i == 0)

    def _draw_run(
        self, painter: QPainter, axes: Axes, result: LossesResult, first: bool
    ) -> None:
        theme, box = self._theme, axes.rect
        assert result.margin is not None
        assert result.used is not None
        axes.paint(painter, theme, tr("margin: own logit − best other"))
        painter.setPen(QPen(QColor(theme.hairline), 1))
        middle = float(axes.px(0.0))
        painter.drawLine(QPointF(middle, box.top()), QPointF(middle, box.bottom()))
        painter.save()
        painter.setClipRect(box.adjusted(-6, -6, 6, 6))
        m = np.linspace(axes.x.low, axes.x.high, 240)
        m = np.sort(np.concatenate([m, [-1e-9, 0.0, 1.0]]))  # the corners themselves
        for loss in MARGIN_LOSSES:
            painter.setPen(_pen(theme, loss, loss is result.used))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            draw_curve(painter, axes.px(m), axes.py(loss.of(m)))
        shown = np.clip(result.margin, axes.x.low, axes.x.high)
        x = axes.px(shown)
        y = axes.py(np.minimum(result.used.of(shown), HIGHEST))
        self.stamp_classes(painter, x, y, result.labels, 7.0)
        self.mark(painter, x, y, result.rows)
        painter.restore()
        if first:
            self.remember(x, y, result.rows)
        self._draw_legend(painter, box, result)

    def _draw_legend(
        self, painter: QPainter, box: QRectF, result: LossesResult
    ) -> None:
        """At the right, where every loss is low."""
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        line, row = theme.px(22), metrics.height()
        texts = [f"{tr(loss.title)}   {loss.formula}" for loss in MARGIN_LOSSES]
        wide = max(metrics.horizontalAdvance(text) for text in texts)
        if wide + line + theme.px(12) > 0.52 * box.width():
            texts = [tr(loss.title) for loss in MARGIN_LOSSES]
            wide = max(metrics.horizontalAdvance(text) for text in texts)
        left = box.right() - wide
        ground = QRectF(left - line - theme.px(10), box.top(), 0, len(texts) * row)
        ground.setRight(box.right())
        painter.fillRect(ground, QColor(theme.pane))  # over a curve it stays legible
        for i, (loss, text) in enumerate(zip(MARGIN_LOSSES, texts, strict=True)):
            used = loss is result.used
            y = box.top() + (i + 0.5) * row
            painter.setPen(_pen(theme, loss, used))
            painter.drawLine(
                QPointF(left - line - theme.px(6), y), QPointF(left - theme.px(6), y)
            )
            painter.setPen(QColor(theme.text if used else theme.secondary))
            painter.drawText(QPointF(left, y + metrics.capHeight() / 2), text)
        if result.classes > 2 and box.width() > theme.px(380):
            painter.setPen(QColor(theme.secondary))
            said = tr("Curves for two classes; more classes raise the cross-entropy.")
            room = metrics.elidedText(
                said, Qt.TextElideMode.ElideLeft, box.width() - theme.px(8)
            )
            base = box.top() + len(texts) * row + metrics.ascent()
            painter.drawText(
                QPointF(box.right() - metrics.horizontalAdvance(room), base), room
            )


def _far(margin: Floats | None) -> float:
    """The extent of the examples, except for the farthest few, drawn at the edge."""
    if margin is None or not len(margin):
        return LEAST
    return float(min(np.percentile(np.abs(margin), 98.0), FARTHEST))


def _pen(theme: Theme, loss: MarginLoss, used: bool) -> QPen:
    pen = QPen(QColor(theme.accent if used else theme.secondary), 1.6 if used else 1.2)
    if _STROKES[loss]:
        pen.setDashPattern(_STROKES[loss])
    return pen
