"""The card beside the pointer: the predicted distribution there, and its numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.markers import draw_markers
from app.look.numbers import THIN, shown_number, shown_percent
from app.look.palette import tint
from app.look.plots import draw_level, polyline
from app.look.theme import SMALL, Theme
from app.views.output.bands import draw_ellipses
from core.analysis.distributions import HALF, MOST, Summary, predicted, summary
from core.analysis.field import logits_at
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.indices import low
from core.language import tr
from core.outputs import LOSSES
from core.outputs.predicted import Predicted

DRAWS = 100  # samples drawn by the button
WIDTH, PLOT = 196, 62  # pixels
ROWS = 12  # orders in a column
MOST_PLACES = 200  # bars of counts: no more than `WIDTH` can show


@dataclass(frozen=True, eq=False)
class Card:
    """What the card shows at one place."""

    lines: tuple[str, ...]
    places: Floats = field(default_factory=lambda: np.zeros(0))  # (m,) values
    heights: Floats = field(default_factory=lambda: np.zeros(0))  # their density
    whole: bool = False
    marks: tuple[tuple[str, float], ...] = ()  # mean, median, mode
    drawn: Floats | None = None  # (100, d) samples
    covariance: Floats | None = None  # (2, 2)
    mean: Floats | None = None  # (2,)
    orders: tuple[tuple[str, float, int], ...] = ()  # name, probability, drawn

    def end(self, which: int) -> str:
        """The first (0) or the last (−1) value of the plot, in words."""
        value = float(self.places[which])
        return _shown_count(value) if self.whole else shown_number(value)


def read_card(
    snapshot: Snapshot, at: tuple[float, ...], target: int, samples: int
) -> Card | None:
    """The card at a place; None where the network predicts no distribution.

    ``samples`` above 0 is the seed of the samples to draw.
    """
    run = snapshot.run
    unit = LOSSES[run.loss]
    if run.data.problem.classes:
        return None
    z = np.asarray(logits_at(snapshot, np.array([at])), np.float64)
    drawn = None
    if samples:
        rng = np.random.default_rng(samples)
        drawn = unit.draws(z, DRAWS, rng, run.components)
    where = "  ".join(
        f"x{low(i + 1) if len(at) > 1 else ''} {shown_number(v)}"
        for i, v in enumerate(at)
    )
    with np.errstate(all="ignore"):
        ranked = unit.order_chances(z)
        if ranked is not None:
            return _ranking_card(snapshot, *ranked, where, drawn)
        found = predicted(snapshot, z, target)
        if found is None:
            return None
        joint = unit.joint(z)
        if joint is not None and joint[0].shape[1] == 2:
            return _joint_card(joint[0][0], joint[1][0], where, drawn)
        one = None if drawn is None else drawn[:, target : target + 1]
        return _value_card(found, summary(found), where, one)


def _value_card(
    found: Predicted, summed: Summary, where: str, drawn: Floats | None
) -> Card:
    places = _places(found)
    heights = found.density(places)[:, 0]
    mean, median, mode = (
        float(v[0]) for v in (summed.mean, summed.median, summed.mode)
    )
    marks = [(tr("mean"), mean)]
    if summed.skewed:
        marks += [(tr("median"), median), (tr("mode"), mode)]
    lines = ["  ".join(f"{name} {shown_number(v)}" for name, v in marks)]
    if summed.certainty is not None:
        sure = shown_percent(float(summed.certainty[0]))
        lines = [
            tr(
                "{degrees}°, certainty {sure}",
                degrees=f"{np.degrees(mean):.0f}",
                sure=sure,
            ).replace("-", "−")
        ]
    for share, ends in ((HALF, summed.half), (MOST, summed.most)):
        low, high = (float(v[0]) for v in ends)
        text = tr("{low} to {high}", low=shown_number(low), high=shown_number(high))
        if found.whole:
            text = tr("{low} to {high}", low=_shown_count(low), high=_shown_count(high))
        elif found.circular:
            text = tr(
                "within {degrees}° of it",
                degrees=f"{np.degrees(0.5 * (high - low)):.0f}",
            )
        lines.append(f"{100 * share:.0f}{THIN}%: {text}")
    lines.append(where)
    return Card(tuple(lines), places, _calm(heights), found.whole, tuple(marks), drawn)


def _shown_count(count: float) -> str:
    """A count as it is, unless it has more digits than anybody reads."""
    return f"{count:.0f}" if count < 1e6 else shown_number(count)


def _places(found: Predicted) -> Floats:
    """Where the density is drawn."""
    if found.circular:
        return np.linspace(-np.pi, np.pi, 161)
    low, high = (float(found.quantile(q)[0]) for q in (0.002, 0.99))
    if found.whole:
        return _counts(np.floor(max(0.0, low - 1.0)), np.ceil(high + 1.0))
    # An amount has no density below 0, a proportion none beyond 0 and 1.
    least, largest = (float(found.quantile(q)[0]) for q in (0.0, 1.0))
    pad = 0.08 * (high - low)
    return np.linspace(max(low - pad, least), min(high + pad, largest), 161)


def _counts(low: float, high: float) -> Floats:
    """Whole numbers, evenly apart; every one of them only where they are few."""
    if not np.isfinite(high - low):  # the weights overflowed
        return np.zeros(1)
    step = max(1.0, np.ceil((high - low) / (MOST_PLACES - 1)))
    count = int((high - low) / step) + 1
    return np.unique(low + step * np.arange(count))


def _calm(heights: Floats) -> Floats:
    """Make heights finite, and clip spikes that would flatten everything else."""
    heights = np.nan_to_num(heights, posinf=0.0)
    top = np.percentile(heights, 98.0) * 3.0
    return np.minimum(heights, top if top > 0 else 1.0)


def _joint_card(
    mean: Floats, covariance: Floats, where: str, drawn: Floats | None
) -> Card:
    spreads = np.sqrt(np.maximum(np.diag(covariance), 1e-300))
    together = float(covariance[0, 1] / (spreads[0] * spreads[1]))
    lines = (
        tr("mean ") + "  ".join(shown_number(float(v)) for v in mean),
        tr("deviation ") + "  ".join(shown_number(float(v)) for v in spreads),
        tr("correlation {together}", together=shown_number(together)),
        where,
    )
    return Card(lines, drawn=drawn, covariance=covariance, mean=mean)


def _ranking_card(
    snapshot: Snapshot,
    orders: Ints,
    chances: Floats,
    where: str,
    drawn: Floats | None,
) -> Card:
    rank = np.argsort(-chances[0], kind="stable")[: 2 * ROWS]
    rows = []
    for k in rank.tolist():
        count = 0
        if drawn is not None:
            count = int((drawn == orders[k]).all(axis=1).sum())
        rows.append((order_name(snapshot, orders[k]), float(chances[0, k]), count))
    rest = len(orders) - len(rank)
    lines = [
        tr("{count} orders", count=len(orders))
        + (tr(", {rest} less likely", rest=rest) if rest else ""),
        where,
    ]
    if drawn is not None:
        lines.insert(1, tr("lines: share of {DRAWS} samples", DRAWS=DRAWS))
    return Card(tuple(lines), drawn=drawn, orders=tuple(rows))


def order_name(snapshot: Snapshot, order: Ints) -> str:
    """A ranking in one word: the items' names, first place first."""
    problem = snapshot.run.data.problem
    names: Sequence[str] = getattr(problem, "item_names", ())
    items = [int(i) for i in order]
    if all(i < len(names) for i in items):
        return "".join(names[i] for i in items)
    return " ".join(str(i) for i in items)


def draw_card(
    painter: QPainter, at: QPointF, bounds: QRectF, theme: Theme, card: Card
) -> None:
    """The card beside ``at``, kept inside ``bounds``."""
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    pad, row = theme.px(8), metrics.height()
    columns = -(-len(card.orders) // ROWS)
    plot = float(theme.px(PLOT))
    width = max(metrics.horizontalAdvance(t) for t in card.lines) + 2 * pad
    if card.orders:
        plot = row * min(ROWS, len(card.orders))
        cell = metrics.horizontalAdvance(card.orders[0][0] + "  00.0 %") + theme.px(40)
        width = max(width, columns * cell + 2 * pad)
    else:
        width = max(width, theme.px(WIDTH))
    if card.covariance is not None:
        plot = theme.px(1.6 * PLOT)
    height = plot + row * len(card.lines) + 2 * pad + theme.px(4)
    left = at.x() + theme.px(14)
    if left + width > bounds.right():
        left = at.x() - theme.px(14) - width
    left = min(max(left, bounds.left()), max(bounds.right() - width, bounds.left()))
    top = at.y() - 0.5 * height
    top = min(max(top, bounds.top()), max(bounds.bottom() - height, bounds.top()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.setBrush(QColor(theme.pane))
    painter.drawRoundedRect(QRectF(left, top, width, height), 4, 4)
    painter.setFont(font)
    inner = QRectF(left + pad, top + pad, width - 2 * pad, plot)
    if card.orders:
        _draw_orders(painter, inner, theme, card, columns)
    elif card.covariance is not None:
        _draw_joint(painter, inner, theme, card)
    else:
        _draw_density(painter, inner, theme, card)
    base = inner.bottom() + theme.px(4) + metrics.ascent()
    for i, text in enumerate(card.lines):
        painter.setPen(QColor(theme.text if i == 0 else theme.secondary))
        painter.drawText(QPointF(inner.left(), base + i * row), text)


def _draw_density(painter: QPainter, box: QRectF, theme: Theme, card: Card) -> None:
    """Density or bars over the value; below it the samples, if any were drawn."""
    metrics = QFontMetricsF(theme.font(SMALL))
    foot = metrics.height()
    box = box.adjusted(0, 0, 0, -foot)
    low, high = float(card.places[0]), float(card.places[-1])
    if card.whole:
        low, high = low - 0.5, high + 0.5
    span = max(high - low, 1e-12)
    tall = max(float(card.heights.max(initial=0.0)), 1e-300)

    def across(values: Floats | float) -> Floats:
        return box.left() + (np.asarray(values) - low) / span * box.width()

    x = across(card.places)
    y = box.bottom() - 0.94 * box.height() * card.heights / tall
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.accent, 0.45))
    if card.whole:
        # Of thousands of counts only some have a bar, as wide as what it stands for.
        wide = box.width() / len(card.places)
        for px, py in zip(x.tolist(), y.tolist(), strict=True):
            bar = QRectF(px - 0.4 * wide, py, 0.8 * wide, box.bottom() - py)
            painter.fillRect(bar, tint(theme.accent, 0.6))
    else:
        ends = np.concatenate([x[:1], x, x[-1:]])
        edge = np.concatenate([[box.bottom()], y, [box.bottom()]])
        painter.drawPolygon(polyline(ends, edge))
    if card.drawn is not None:
        _draw_samples(painter, box, theme, card, across)
    draw_level(painter, box.left(), box.right(), box.bottom(), QColor(theme.hairline))
    styles = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
    for (_, value), style in zip(card.marks, styles, strict=False):
        if low <= value <= high:
            painter.setPen(QPen(QColor(theme.text), 1.25, style))
            at = float(across(value))
            painter.drawLine(QPointF(at, box.top()), QPointF(at, box.bottom()))
    painter.setPen(QColor(theme.secondary))
    base = box.bottom() + metrics.ascent() + 1
    painter.drawText(QPointF(box.left(), base), card.end(0))
    end = card.end(-1)
    wide = metrics.horizontalAdvance(end)
    painter.drawText(QPointF(box.right() - wide, base), end)


def _draw_samples(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    card: Card,
    across: Callable[[Floats], Floats],
) -> None:
    """A dot for each sample along the foot of the plot."""
    assert card.drawn is not None
    values = card.drawn[:, 0]
    inside = values[(values >= card.places[0]) & (values <= card.places[-1])]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.text, 0.5))
    # Spread upwards by index, so that equal ones are distinguishable.
    up = box.bottom() - 3.0 - (np.arange(len(inside)) * 7 % 10) * box.height() / 24.0
    draw_markers(painter, across(inside), up, "o", theme.px(3))


def _draw_joint(painter: QPainter, box: QRectF, theme: Theme, card: Card) -> None:
    """Both values: ellipses of 50 and 90 %, and the samples."""
    assert card.covariance is not None
    assert card.mean is not None
    middle = np.array([box.center().x(), box.center().y()])
    reach = 2.15 * float(np.sqrt(np.linalg.eigvalsh(card.covariance)[-1]))
    scale = 0.48 * box.height() / max(reach, 1e-12)
    if card.drawn is not None:
        away = card.drawn - card.mean
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(theme.text, 0.55))
        x, y = middle[0] + scale * away[:, 0], middle[1] - scale * away[:, 1]
        inside = np.abs(y - middle[1]) < 0.5 * box.height()
        draw_markers(painter, x[inside], y[inside], "o", theme.px(3))
    draw_ellipses(painter, theme, middle, card.covariance, scale)


def _draw_orders(
    painter: QPainter, box: QRectF, theme: Theme, card: Card, columns: int
) -> None:
    """Every order with its probability as a bar, and how often it was drawn."""
    metrics = QFontMetricsF(theme.font(SMALL))
    row = metrics.height()
    cell = box.width() / columns
    name = metrics.horizontalAdvance(card.orders[0][0]) + theme.px(6)
    number = metrics.horizontalAdvance("00.0 %") + theme.px(6)
    top = max(p for _, p, _ in card.orders)
    for i, (word, chance, count) in enumerate(card.orders):
        left = box.left() + (i // ROWS) * cell
        y = box.top() + (i % ROWS) * row
        painter.setPen(QColor(theme.text))
        painter.drawText(QPointF(left, y + metrics.ascent()), word)
        room = max(4.0, cell - name - number - theme.px(4))
        bar = QRectF(left + name, y + 3, room * chance / max(top, 1e-12), row - 6)
        painter.fillRect(bar, tint(theme.accent, 0.55))
        if card.drawn is not None:
            at = left + name + room * min(count / DRAWS / max(top, 1e-12), 1.0)
            painter.fillRect(QRectF(at - 1, y + 1, 2, row - 2), QColor(theme.text))
        painter.setPen(QColor(theme.secondary))
        text = shown_percent(chance)
        painter.drawText(
            QPointF(left + name + room + theme.px(4), y + metrics.ascent()), text
        )
