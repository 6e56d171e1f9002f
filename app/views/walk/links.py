"""The paths of links between the cards of a walk's graph."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from app.look.theme import Theme
from app.views.walk.map import WHOLE, GraphMap, Link
from core.language import tr


def link_path(
    graph: GraphMap, link: Link, target_kind: str, theme: Theme
) -> QPainterPath:
    """A path from source to target that crosses no card."""
    a, b = graph.cards[link.source].rect, graph.cards[link.target].rect
    if target_kind == "penalty":
        return _along_the_foot(a, b, theme)
    below = a.top() > b.bottom() - 1
    if below and a.left() >= b.left() - 1 - a.width():
        return _upwards(graph, a, b, theme)
    over = _cards_between(graph, a, b)
    if over:
        whole = link.source[1] == link.target[1] == WHOLE
        return _over(over, a, b, theme, whole)
    start = QPointF(a.right(), a.center().y())
    end = QPointF(b.left(), b.center().y())
    bend = QPointF((end.x() - start.x()) / 2, 0)
    path = QPainterPath(start)
    path.cubicTo(start + bend, end - bend, end)
    return path


def _cards_between(graph: GraphMap, a: QRectF, b: QRectF) -> list[QRectF]:
    """Cards in the row of layers between two others."""
    return [
        card.rect
        for card in graph.cards.values()
        if card.name in graph.columns
        and card.rect.left() > a.right()
        and card.rect.right() < b.left()
    ]


def _over(
    between: list[QRectF], a: QRectF, b: QRectF, theme: Theme, whole: bool
) -> QPainterPath:
    """A shortcut, above the cards it passes; longer ones are higher."""
    columns = len({rect.left() for rect in between})
    top = min(rect.top() for rect in (*between, a, b))
    clear = theme.px(10 if whole else 24)  # names are above the columns of units
    lane = max(top - clear - theme.px(5) * min(columns - 2, 6), theme.px(4))
    bend = theme.px(8)
    if whole:
        aside = 0.36 - 0.06 * min(columns, 5)  # longer ones start further left
        start = QPointF(a.center().x() + aside * a.width(), a.top())
        end = QPointF(b.center().x() - aside * b.width(), b.top())
    else:  # units in a column: the path runs beside it
        start = QPointF(a.right(), a.center().y())
        end = QPointF(b.left(), b.center().y())
    left = start.x() if whole else start.x() + theme.px(6)
    right = end.x() if whole else end.x() - theme.px(6)
    path = QPainterPath(start)
    path.lineTo(QPointF(left, start.y() - (0 if whole else bend / 2)))
    path.lineTo(QPointF(left, lane + bend))
    path.quadTo(QPointF(left, lane), QPointF(left + bend, lane))
    path.lineTo(QPointF(right - bend, lane))
    path.quadTo(QPointF(right, lane), QPointF(right, lane + bend))
    path.lineTo(QPointF(right, end.y() - (0 if whole else bend / 2)))
    path.lineTo(end)
    return path


def _along_the_foot(a: QRectF, b: QRectF, theme: Theme) -> QPainterPath:
    """From weights to a penalty, below the cards of their row."""
    foot = max(a.bottom(), b.bottom()) + theme.px(9)
    start = QPointF(a.center().x() - a.width() / 4, a.bottom())
    end = QPointF(b.center().x(), b.bottom())
    path = QPainterPath(start)
    path.cubicTo(
        QPointF(start.x(), foot + 4),
        QPointF(start.x(), foot),
        QPointF(start.x() + 24, foot),
    )
    path.lineTo(QPointF(end.x() - 24, foot))
    path.cubicTo(QPointF(end.x(), foot), QPointF(end.x(), foot + 4), end)
    return path


def _upwards(graph: GraphMap, a: QRectF, b: QRectF, theme: Theme) -> QPainterPath:
    """From a parameter to the card above it, past others on the left."""
    between = any(
        card.rect.left() == a.left() and b.bottom() <= card.rect.top() < a.top()
        for card in graph.cards.values()
    )
    if not between:
        path = QPainterPath(QPointF(a.center().x(), a.top()))
        x = min(max(a.center().x(), b.left() + 8), b.right() - 8)
        path.lineTo(QPointF(x, b.bottom()))
        return path
    side = a.left() - theme.px(7)
    path = QPainterPath(QPointF(a.left(), a.center().y()))
    path.cubicTo(
        QPointF(side - 4, a.center().y()),
        QPointF(side, (a.center().y() + b.bottom()) / 2),
        QPointF(side, b.bottom() + 10),
    )
    path.quadTo(QPointF(side, b.bottom() + 2), QPointF(b.left() + 8, b.bottom()))
    return path


def legend(forward: bool, backward: bool) -> str:
    """The meaning of colours and widths of lines and numbers; "" if there are none."""
    if forward:
        return tr("Δ tangent: how much a value moves when the chosen one moves by 1.")
    if backward:
        return tr(
            "∂ gradient of J. Thicker lines carry more gradient back; dashed lines "
            "carry none."
        )
    return ""
