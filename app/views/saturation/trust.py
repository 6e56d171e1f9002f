"""Saturation, fourth page: whether the output's confidence can be trusted."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.markers import draw_markers
from app.look.numbers import shown_number, shown_percent
from app.look.plots import Axes, Scale, draw_curve, draw_note
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import ENTER, KeyCanvas
from app.views.saturation.coverage import draw_coverage
from app.views.saturation.jobs import TrustResult
from core.language import mark, tr


class TrustPage(KeyCanvas):
    """Reliability diagram, confusion matrix, and the effect of calibration."""

    keys = mark("Enter opens the costs of mistakes.")

    costs_wanted = Signal()  # the user asks to edit the cost matrix

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.results: tuple[TrustResult, ...] = ()
        self.matrices: list[QRectF] = []
        self.setAccessibleName(tr("Confidence and calibration"))
        self.setMinimumSize(80, 60)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(340, 220)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_results(self, results: tuple[TrustResult, ...]) -> None:
        """Show the newest measures."""
        self.results = results
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over the matrix: it can be clicked."""
        over = any(m.contains(event.position()) for m in self.matrices)
        shape = (
            Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        )
        self.setCursor(shape)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The confusion matrix opens the costs of its cells."""
        if any(m.contains(event.position()) for m in self.matrices):
            self.costs_wanted.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The runs side by side."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.matrices = []
        width = self.width() / max(1, len(self.results))
        for i, result in enumerate(self.results):
            area = QRectF(i * width, 0, width, self.height())
            if result.counts.size:
                self._draw_run(painter, area, result)
            elif result.covered is not None:
                named = result.label if len(self.results) > 1 else ""
                draw_coverage(
                    painter, area, self._theme, result.covered, result.split, named
                )
            else:
                draw_note(painter, area, self._theme, no_distribution(result))
        self.draw_focus(painter, self._theme)

    @property
    def takes_arrows(self) -> bool:
        """Nothing to move through with arrows."""
        return False

    def key_used(self, key: Qt.Key) -> bool:
        """Enter works like a click on the matrix."""
        if key not in ENTER or not self.matrices:
            return False
        self.costs_wanted.emit()
        return True

    def _draw_run(self, painter: QPainter, whole: QRectF, result: TrustResult) -> None:
        """Diagram left, matrix right (below where it is narrow), text at the foot."""
        theme = self._theme
        metrics = QFontMetricsF(theme.font(SMALL))
        lines = words(result)
        if len(self.results) > 1:
            lines[0] = f"{result.label}  {lines[0]}"
        foot = metrics.height() * len(lines) + theme.px(2)
        area = whole.adjusted(theme.px(12), theme.px(4), -theme.px(12), -foot)
        if area.height() > 1.5 * area.width():
            side = min(area.width(), 0.5 * area.height())
            matrix = QRectF(area.left(), area.bottom() - side, area.width(), side)
            diagram = area.adjusted(0, 0, 0, -side - theme.px(8))
        else:
            side = min(area.height(), 0.45 * area.width())
            matrix = QRectF(area.right() - side, area.top(), side, area.height())
            diagram = area.adjusted(0, 0, -side - theme.px(16), 0)
        if result.plain is not None:
            self._draw_diagram(painter, diagram, result)
        self.matrices.append(matrix)
        self._draw_matrix(painter, matrix, result, metrics)
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        for i, text in enumerate(lines):
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
            base = whole.bottom() - foot + metrics.ascent() + i * metrics.height()
            painter.drawText(QPointF(area.left(), base), text)

    def _draw_diagram(
        self, painter: QPainter, area: QRectF, result: TrustResult
    ) -> None:
        """Accuracy against confidence; the diagonal is perfect calibration."""
        theme = self._theme
        box = area.adjusted(theme.px(30), theme.px(4), 0, -theme.px(20))
        axes = Axes(Scale(0.0, 1.0), Scale(0.0, 1.0), box)
        axes.paint(painter, theme, tr("confidence"))
        found = result.plain
        assert found is not None
        pale = QColor(mix(theme.pane, theme.accent, 0.35))
        for i in np.flatnonzero(found.count > 0).tolist():
            left, right = (float(axes.px(e)) for e in found.edges[i : i + 2])
            top = float(axes.py(found.accuracy[i]))
            bar = QRectF(left, top, right - left - 1, box.bottom() - top)
            painter.fillRect(bar.toAlignedRect(), pale)
        painter.setPen(QPen(QColor(theme.secondary), 1, Qt.PenStyle.DashLine))
        painter.drawLine(box.bottomLeft(), box.topRight())
        for report, colour in ((found, theme.accent), (result.scaled, theme.good)):
            if report is None:
                continue
            good = report.count > 0
            x = axes.px(report.confidence[good])
            y = axes.py(report.accuracy[good])
            painter.setPen(QPen(QColor(colour), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            draw_curve(painter, x, y)
            painter.setBrush(QColor(colour))
            draw_markers(painter, x, y, "o" if report is found else "d", 5.0)
        if result.scaled is not None:
            self._say_curves(painter, box)

    def _say_curves(self, painter: QPainter, box: QRectF) -> None:
        """Label the two curves in the corner that a confident network leaves empty."""
        theme = self._theme
        metrics = QFontMetricsF(theme.font(SMALL))
        painter.setFont(theme.font(SMALL))
        rows = ((tr("● as it is"), theme.accent), (tr("◆ scaled"), theme.good))
        for i, (text, colour) in enumerate(rows):
            painter.setPen(QColor(colour))
            base = box.top() + theme.px(4) + metrics.ascent() + i * metrics.height()
            painter.drawText(QPointF(box.left() + theme.px(6), base), text)

    def _draw_matrix(
        self,
        painter: QPainter,
        area: QRectF,
        result: TrustResult,
        metrics: QFontMetricsF,
    ) -> None:
        """Truth by row, decision by column."""
        theme = self._theme
        k = len(result.counts)
        head = metrics.height() + 2
        side = min(area.width(), area.height() - head) / k
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        painter.drawText(
            QPointF(area.left(), area.top() + metrics.ascent()),
            metrics.elidedText(
                tr("true ↓  predicted →"), Qt.TextElideMode.ElideRight, area.width()
            ),
        )
        totals = np.maximum(1, result.counts.sum(axis=1))
        for i in range(k):
            for j in range(k):
                share = result.counts[i, j] / totals[i]
                cell = QRectF(
                    area.left() + j * side,
                    area.top() + head + i * side,
                    side - 1,
                    side - 1,
                )
                colour = theme.class_colour(i).name() if i == j else theme.bad
                shade = QColor(mix(theme.field, colour, 0.75 * float(share)))
                painter.fillRect(cell.toAlignedRect(), shade)
                text = str(int(result.counts[i, j]))
                if side > metrics.horizontalAdvance(text) + 4:
                    painter.setPen(QColor(theme.text))
                    painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, text)
                    painter.setPen(QColor(theme.secondary))


def no_distribution(result: TrustResult) -> str:
    """Why there are no probabilities to judge."""
    unit = result.snapshot.network.output.unit
    if unit.ranks:
        return tr(
            "Rankings have no bands; Output shows the probability of every order."
        )
    return tr(
        "{title} predicts a value without a distribution. Choose an output "
        "unit with a learned spread (under Output & loss) to see how far "
        "to trust it.",
        title=tr(unit.title),
    )


def words(result: TrustResult) -> list[str]:
    """The text below the pictures, one line per item."""
    if result.plain is None:
        return [
            tr("{split} split; this loss gives no probabilities", split=result.split)
        ]
    error = shown_number(result.plain.error)
    said = tr(
        "{split} split: calibration error {error}", split=result.split, error=error
    )
    lines = [said]
    if result.scaled is not None and result.sets is not None:
        lines = [
            tr(
                "{said}; {error} at the fitted temperature {temperature}",
                said=said,
                error=shown_number(result.scaled.error),
                temperature=shown_number(result.temperature),
            ),
            tr(
                "conformal sets for 90 %: contain the true class "
                "{share} of the time; {mean_size} classes on average",
                share=shown_percent(result.sets.coverage),
                mean_size=shown_number(result.sets.mean_size),
            ),
        ]
    if result.costs is not None:
        plain, cheapest = (shown_number(cost) for cost in result.costs)
        noun = tr("decision") if result.moved == 1 else tr("decisions")
        lines.append(
            tr(
                "the costs change {moved} {noun}: mean cost {plain} → {cheapest}",
                moved=result.moved,
                noun=noun,
                plain=plain,
                cheapest=cheapest,
            )
        )
    return lines
