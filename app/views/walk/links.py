"""The ways that links of a walk's graph take between its cards."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from app.look.theme import Theme
from app.views.walk.map import GraphMap, Link


def link_path(
    graph: GraphMap, link: Link, target_kind: str, theme: Theme
) -> QPainterPath:
    """A way from source to target that crosses no card."""
    a, b = graph.cards[link.source].rect, graph.cards[link.target].rect
    if target_kind == "penalty":
        return _along_the_foot(a, b, theme)
    below = a.top() > b.bottom() - 1
    if below and a.left() >= b.left() - 1 - a.width():
        return _upwards(graph, a, b, theme)
    start = QPointF(a.right(), a.center().y())
    end = QPointF(b.left(), b.center().y())
    bend = QPointF((end.x() - start.x()) / 2, 0)
    path = QPainterPath(start)
    path.cubicTo(start + bend, end - bend, end)
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
    """From a parameter to what stands above it, past others on the left."""
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
