"""The two terms of an example's gradient as arrows: one pulls up, one pushes down."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.numbers import MINUS, shown_number
from app.look.theme import SMALL, Theme
from core.arrays import Floats
from core.language import tr
from core.outputs import LOSSES


def terms(loss: str, z: Floats, label: int) -> tuple[Floats, Floats, Floats] | None:
    """For one example's logits (k,): pull e_y, push p, and −∂loss/∂z; (k,) each.

    A class whose logit is fixed at 0 has none of them; a single logit has y and σ(z).
    None if the output has no probabilities.
    """
    unit = LOSSES[loss]
    p = unit.probabilities(z[None], max(2, len(z)))
    if p is None:
        return None
    truth = np.eye(p.shape[1])[label]
    target = truth[-unit.targets_of(len(z), 1) :]
    net = -unit.gradient(z[None], target[None], 1)[0]
    return truth[-len(z) :], p[0, -len(z) :], net


def draw_terms(
    painter: QPainter,
    room: QRectF,
    theme: Theme,
    loss: str,
    z: Floats,
    label: int,
    names: list[str],
) -> None:
    """A card in the upper left of ``room`` for one example."""
    found = terms(loss, z, label)
    if found is None:
        return
    pull, down, net = found
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    row, pad = metrics.height(), theme.px(8)
    size = shown_number(float(np.linalg.norm(net)), 2)
    head = tr("{name} is true; push {size}", name=names[label], size=size)
    words = [
        (tr("pull of e"), theme.good),
        (tr("push of p"), theme.bad),
        (tr("net"), theme.text),
    ]
    step = max(theme.px(46), metrics.horizontalAdvance("−0.000") + theme.px(6))
    said = sum(metrics.horizontalAdvance(w) + theme.px(8) for w, _ in words)
    width = max(step * len(z), said, metrics.horizontalAdvance(head)) + 2 * pad
    reach = theme.px(22)
    card = QRectF(room.left(), room.top(), width, 4 * row + 2 * reach + 2 * pad)
    if card.right() > room.right():
        card.moveRight(max(room.right(), room.left() + width))
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.setBrush(QColor(theme.pane))
    painter.drawRoundedRect(card, 4, 4)
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    top = card.top() + pad
    painter.drawText(QPointF(card.left() + pad, top + metrics.ascent()), head)
    x = card.left() + pad
    for word, colour in words:
        painter.setPen(QColor(colour))
        painter.drawText(QPointF(x, top + row + metrics.ascent()), word)
        x += metrics.horizontalAdvance(word) + theme.px(8)
    middle = top + 2 * row + reach + theme.px(2)
    largest = max(1.0, float(np.abs(net).max()))
    fixed = len(names) - len(z)  # classes without a logit of their own come first
    for k in range(len(z)):
        centre = card.left() + pad + (k + 0.5) * step
        for shift, value, colour in (
            (-8, pull[k], theme.good),
            (0, -down[k], theme.bad),
            (8, net[k], theme.text),
        ):
            length = -reach * float(value) / largest
            _arrow(painter, centre + theme.px(shift), middle, length, QColor(colour))
        name = names[fixed + k] if len(z) > 1 else tr("logit")
        own = theme.class_colour(fixed + k).name() if len(z) > 1 else theme.secondary
        for line, text, colour in (
            (0, f"{net[k]:+.3f}".replace("-", MINUS), theme.text),
            (1, name, own),
        ):
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, step)
            painter.setPen(QColor(colour))
            base = middle + reach + theme.px(2) + line * row + metrics.ascent()
            painter.drawText(
                QPointF(centre - metrics.horizontalAdvance(text) / 2, base), text
            )
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.drawLine(
        QPointF(card.left() + pad, middle), QPointF(card.right() - pad, middle)
    )


def _arrow(
    painter: QPainter, x: float, base: float, length: float, colour: QColor
) -> None:
    painter.setPen(QPen(colour, 2))
    tip = base + length
    painter.drawLine(QPointF(x, base), QPointF(x, tip))
    if abs(length) > 4:
        back = 4 if length < 0 else -4
        painter.drawLine(QPointF(x, tip), QPointF(x - 3, tip + back))
        painter.drawLine(QPointF(x, tip), QPointF(x + 3, tip + back))
