"""A confusion matrix: which classes are mistaken for which."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from app.look.colour import mix
from app.look.theme import SMALL, Theme
from app.plane.picture import class_name
from app.views.output.case_jobs import CasesResult
from core.arrays import Ints
from core.language import tr

CENTRE = Qt.AlignmentFlag.AlignCenter


def cell_of(area: QRectF, classes: int, row: int, column: int) -> QRectF:
    """The cell of a true class and a predicted one."""
    w, h = area.width() / classes, area.height() / classes
    return QRectF(area.left() + column * w, area.top() + row * h, w - 2, h - 2)


def table_area(theme: Theme, room: QRectF) -> QRectF:
    """The area of the counts, right of the true classes, below the predicted ones."""
    return room.adjusted(theme.px(64), theme.px(40), -theme.px(8), -theme.px(8))


def draw_confusion(
    painter: QPainter, theme: Theme, room: QRectF, result: CasesResult, table: Ints
) -> None:
    """Counts, one row per true class; more mistakes have a warmer colour."""
    classes = len(table)
    problem = result.snapshot.run.data.problem
    area = table_area(theme, room)
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(QColor(theme.secondary))
    top = QRectF(area.left(), room.top(), area.width(), theme.px(20))
    painter.drawText(
        top, CENTRE, tr("predicted ({split} examples)", split=result.split)
    )
    mistakes = [
        int(table[i, j]) for i in range(classes) for j in range(classes) if i != j
    ]
    worst = max([1, *mistakes])
    rows = [max(1, int(row.sum())) for row in table]
    fits = area.width() / classes > metrics.horizontalAdvance("888")
    for k in range(classes):
        name = class_name(problem, k)
        head = cell_of(area, classes, 0, k)
        head.setTop(area.top() - theme.px(20))
        head.setBottom(area.top() - 2)
        side = cell_of(area, classes, k, 0)
        side.moveRight(area.left() - theme.px(6))
        side.setLeft(room.left())
        painter.setPen(theme.class_colour(k))
        elide, right = Qt.TextElideMode.ElideRight, Qt.AlignmentFlag.AlignRight
        short = metrics.elidedText(name, elide, head.width())
        painter.drawText(head, CENTRE, short)
        short = metrics.elidedText(name, elide, side.width())
        painter.drawText(side, right | Qt.AlignmentFlag.AlignVCenter, short)
        for j in range(classes):
            count = int(table[k, j])
            share = count / rows[k] if j == k else count / worst
            hue = theme.accent if j == k else theme.bad
            strength = 0.5 * share if count else 0.0
            painter.fillRect(
                cell_of(area, classes, k, j), QColor(mix(theme.hover, hue, strength))
            )
            if count and fits:
                painter.setPen(QColor(theme.text))
                painter.drawText(cell_of(area, classes, k, j), CENTRE, str(count))
