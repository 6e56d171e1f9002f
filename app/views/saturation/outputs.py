"""Saturation, first page: how certain the outputs are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.layer import Layer
from app.look.numbers import shown_number
from app.look.palette import tint
from app.look.plots import (
    Axes,
    CalmRange,
    Scale,
    draw_curve,
    draw_level,
    draw_note,
    draw_upright,
)
from app.look.theme import SMALL, Theme
from app.plane.example_page import ExamplePage
from app.plane.picture import class_name
from app.views.saturation.jobs import Counts, OutputsResult
from app.views.saturation.terms import draw_terms
from core.analysis.saturation import SATURATED_BELOW
from core.arrays import Floats
from core.language import tr
from core.outputs import LOSSES
from core.outputs.sigmoid import BCE

#: Logit from which on the slope σ(1 − σ) is below `SATURATED_BELOW`.
_FLAT = float(2.0 * np.arccosh(0.5 / np.sqrt(SATURATED_BELOW)))
LOW = 120  # pixels of height below which labels are beside the simplex
_CORNERS = np.array([[0.5, 0.8660254], [0.0, 0.0], [1.0, 0.0]])


class OutputsPage(ExamplePage):
    """Simplex (3 classes), sigmoid (2) and histograms of margin and confidence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("How certain the outputs are"), parent)
        self.results: tuple[OutputsResult, ...] = ()
        self._range = CalmRange()
        self._titles = _Titles()
        self._grounds = (Layer(), Layer())  # of the sigmoids of A and B
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._logits = (-1.0, 1.0)  # the ends of the sigmoid's axis

    def show_results(self, results: tuple[OutputsResult, ...]) -> None:
        """Show the newest outputs."""
        self.results = results
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """One picture per run, side by side."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_page(painter)
        self.draw_focus(painter, self._theme)

    def _draw_page(self, painter: QPainter) -> None:
        theme = self._theme
        whole = QRectF(self.rect())
        if not self.results:
            return
        first = self.results[0]
        if not first.classes:
            self.forget()
            draw_note(
                painter,
                whole,
                theme,
                tr(
                    "The targets of this problem are values, not classes, so "
                    "no output saturates. Hidden layers still can; see “Hidden "
                    "layers”."
                ),
            )
            return
        width = whole.width() / len(self.results)
        # Runs side by side share one scale.
        if first.classes == 2:
            reach = max(map(_reach, self.results))
            self._logits = self._range.follow(-reach, reach)
        for i, result in enumerate(self.results):
            area = QRectF(whole.left() + i * width, 0, width, whole.height())
            self._draw_run(painter, area, result, len(self.results) > 1, i == 0)

    def _draw_run(
        self,
        painter: QPainter,
        area: QRectF,
        result: OutputsResult,
        named: bool,
        first: bool,
    ) -> None:
        theme = self._theme
        pad = theme.px(12)
        picture = area.adjusted(pad, theme.px(4), -pad, -theme.px(4))
        if named:
            picture.setTop(picture.top() + self._draw_name(painter, picture, result))
        wide = picture.width() > theme.px(400) and result.p is not None
        side = QRectF()
        if wide:
            side = QRectF(
                picture.right() - 0.36 * picture.width(),
                picture.top(),
                0.36 * picture.width(),
                picture.height(),
            )
            picture.setRight(side.left() - theme.px(20))
        if result.p is not None and result.classes == 3:
            spots = self._draw_simplex(painter, picture, result)
        elif result.p is not None and result.classes == 2:
            ground = self._grounds[0 if first else 1]
            spots = self._draw_sigmoid(painter, picture, result, ground)
        else:
            if wide:
                picture.setRight(side.right())
            self._draw_histograms(painter, picture, result)
            spots = (np.empty(0), np.empty(0))
            wide = False
        rows = result.rows[: len(spots[0])]
        if first:
            self.remember(*spots, rows)
        self.mark(painter, *spots, rows)
        if wide:
            self._draw_histograms(painter, side, result)
        row = self.explained(rows)
        if row >= 0:
            problem = result.snapshot.run.data.problem
            names = [class_name(problem, k) for k in range(result.classes)]
            draw_terms(
                painter,
                picture.adjusted(4, 2, 0, 0),
                theme,
                result.snapshot.run.loss,
                result.z[row],
                int(result.labels[row]),
                names,
            )

    def _draw_name(
        self, painter: QPainter, area: QRectF, result: OutputsResult
    ) -> float:
        """The run's name and loss; returns the height used."""
        theme = self._theme
        font = theme.font(SMALL, 600)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        text = f"{result.label}  {tr(LOSSES[result.snapshot.run.loss].title)}"
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(QPointF(area.left(), area.top() + metrics.ascent()), text)
        return metrics.height()

    # -- three classes -------------------------------------------------------------

    def _draw_simplex(
        self, painter: QPainter, area: QRectF, result: OutputsResult
    ) -> tuple[Floats, Floats]:
        theme = self._theme
        assert result.p is not None
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        words = [class_name(result.snapshot.run.data.problem, k) for k in range(3)]
        widths = [metrics.horizontalAdvance(word) for word in words]
        # Marks in the corners need as much space beside the triangle as the labels.
        low = area.height() < theme.px(LOW)
        head = metrics.height() + 4
        room = area.adjusted(6, head, -6, -head - 2)
        if low:  # labels beside the corners
            reach = max(widths[1:]) + 12
            room = area.adjusted(reach, 8, -reach, -8)
        side = max(1.0, min(room.width(), room.height() / 0.8660254))
        left = room.center().x() - side / 2
        bottom = room.center().y() + 0.433 * side

        def place(p: Floats) -> tuple[Floats, Floats]:
            xy = p @ _CORNERS
            return left + side * xy[..., 0], bottom - side * xy[..., 1]

        corners = [QPointF(*(float(v) for v in place(e))) for e in np.eye(3)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mix(theme.pane, theme.field, 0.8)))
        painter.drawPolygon(QPolygonF(corners))
        middle = QPointF(*(float(v) for v in place(np.full(3, 1 / 3))))
        painter.setPen(QPen(QColor(theme.hairline), 1))
        for a, b in ((0, 1), (1, 2), (2, 0)):  # where two classes are equally likely
            painter.drawLine(middle, (corners[a] + corners[b]) / 2)
        painter.setFont(font)
        below, half = metrics.ascent() + 7, metrics.capHeight() / 2
        shifts = (
            ((12, half), (-widths[1] - 12, half), (12, half))
            if low
            else ((-widths[0] / 2, -10), (0, below), (-widths[2], below))
        )
        for k, (corner, word) in enumerate(zip(corners, words, strict=True)):
            painter.setPen(theme.class_colour(k))
            painter.drawText(corner + QPointF(*shifts[k]), word)
        if result.trails is not None:
            self._draw_trails(painter, result, place)
        x, y = place(result.p)
        size = 7.0 if len(x) <= 400 else 5.0
        self.stamp_classes(painter, x, y, result.labels, size)
        wrong = np.argmax(result.p, axis=1) != result.labels
        self.stamp_rings(painter, x, y, wrong, size + 5.0)
        return x, y

    def _draw_trails(
        self,
        painter: QPainter,
        result: OutputsResult,
        place: Callable[[Floats], tuple[Floats, Floats]],
    ) -> None:
        theme = self._theme
        assert result.trails is not None
        count = result.trails.shape[1]
        labels = result.labels[:: -(-len(result.labels) // count)]
        x, y = place(result.trails)  # (steps, m)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for k in np.unique(labels).tolist():
            # One path per class, with a gap after each example's trail.
            part = labels == k
            joined = np.ones((part.sum(), len(x)), np.int32)
            joined[:, -1] = 0
            painter.setPen(QPen(tint(theme.class_colour(k), 0.4), 1))
            painter.drawPath(
                pg.arrayToQPath(
                    x[:, part].T.ravel(), y[:, part].T.ravel(), connect=joined.ravel()
                )
            )

    # -- two classes ---------------------------------------------------------------

    def _draw_sigmoid(
        self, painter: QPainter, area: QRectF, result: OutputsResult, ground: Layer
    ) -> tuple[Floats, Floats]:
        """The examples on the curve that turns their logit into a probability."""
        theme = self._theme
        assert result.p is not None
        z = _logit(result)
        box = area.adjusted(theme.px(28), theme.px(6), -theme.px(4), -theme.px(20))
        low, high = self._logits
        axes = Axes(Scale(low, high), Scale(-0.04, 1.04), box)
        key = (axes, result.temperature, theme, self.devicePixelRatioF())
        if ground.stale(key):
            layer = ground.begin(key, self.width(), self.height(), key[-1])
            self._draw_curve(layer, axes, result.temperature)
            layer.end()
        ground.draw(painter)
        x, y = axes.px(z), axes.py(result.p[:, 1])
        size = 7.0 if len(x) <= 400 else 5.0
        self.stamp_classes(painter, x, y, result.labels, size)
        wrong = (result.p[:, 1] > 0.5) != (result.labels == 1)
        self.stamp_rings(painter, x, y, wrong, size + 5.0)
        return x, y

    def _draw_curve(self, painter: QPainter, axes: Axes, tau: float) -> None:
        """The sigmoid, on grey where it is flat; cached while the axes stay."""
        theme, box = self._theme, axes.rect
        low, high = axes.x.low, axes.x.high
        flat = _FLAT * tau if np.isfinite(tau) else np.inf
        grey = QColor(mix(theme.pane, theme.field, 0.7))
        for a, b in ((low, min(-flat, high)), (max(flat, low), high)):
            if b > a:
                left, right = float(axes.px(a)), float(axes.px(b))
                ground = QRectF(left, box.top(), right - left, box.height())
                painter.fillRect(ground.toAlignedRect(), grey)
        axes.paint(painter, theme, tr("logit"))
        steps = np.linspace(low, high, 160)
        curve = BCE.probabilities(steps[:, None], 2, tau)
        assert curve is not None
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.secondary), 1))
        draw_curve(painter, axes.px(steps), axes.py(curve[:, 1]))
        self._say_flat(painter, axes, flat)

    def _say_flat(self, painter: QPainter, axes: Axes, flat: float) -> None:
        """Label the grey area on the right if the text fits."""
        theme, text = self._theme, tr("slope below 0.01")
        metrics = QFontMetricsF(theme.font(SMALL))
        left = max(float(axes.px(flat)), axes.rect.left()) if np.isfinite(flat) else 1e9
        if axes.rect.right() - left < metrics.horizontalAdvance(text) + theme.px(12):
            return
        if axes.rect.height() < 4 * metrics.height():
            return  # it would cover the curve
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        base = axes.rect.bottom() - theme.px(8) - metrics.descent()
        painter.drawText(QPointF(left + theme.px(6), base), text)

    # -- any number ----------------------------------------------------------------

    def _draw_histograms(
        self, painter: QPainter, area: QRectF, result: OutputsResult
    ) -> None:
        theme = self._theme
        gap = theme.px(8)
        half = (area.height() - gap) / 2
        upper = QRectF(area.left(), area.top(), area.width(), half)
        lower = QRectF(area.left(), area.top() + half + gap, area.width(), half)
        if result.margins is not None:
            title = _margin_title(result)
            both = [r.margins for r in self.results if r.margins is not None]
            self._histogram(painter, upper, result.margins, both, title, mark=0.0)
        if result.tops is not None:
            title = tr("largest probability")
            both = [r.tops for r in self.results if r.tops is not None]
            self._histogram(painter, lower, result.tops, both, title, mark=None)

    def _histogram(
        self,
        painter: QPainter,
        area: QRectF,
        found: Counts,
        both: list[Counts],
        title: str,
        mark: float | None,
    ) -> None:
        """What was ``found``, on the scale of ``both`` runs."""
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        painter.drawText(
            QPointF(area.left(), area.top() + metrics.ascent()),
            self._titles(title, area.width(), theme),
        )
        box = area.adjusted(0, metrics.height() + 2, 0, -metrics.height())
        low, high = min(c.low for c in both), max(c.high for c in both)
        tops = np.cumsum(found.counts, axis=0)
        peak = max(1.0, float(tops[-1].max()))
        bins = found.counts.shape[1]
        at = found.low + np.arange(bins + 1) * ((found.high - found.low) / bins)
        across = np.rint(box.left() + (at - low) * (box.width() / (high - low)))
        # Plain numbers: taken out of arrays one by one they would cost more than bars.
        edges = across.astype(int).tolist()
        levels = np.rint(box.bottom() - tops * (box.height() / peak))
        rows, base = levels.astype(int).tolist(), [round(box.bottom())] * bins
        for k, part in enumerate(found.counts):
            colour, row = theme.class_colour(k), rows[k]
            for i in part.nonzero()[0].tolist():
                # Whole pixels need no antialiasing, the most expensive part.
                left, top = edges[i], row[i]
                wide = max(1, edges[i + 1] - left - 1)
                painter.fillRect(left, top, wide, base[i] - top, colour)
            base = row
        hairline = QColor(theme.hairline)
        draw_level(painter, box.left(), box.right(), box.bottom(), hairline)
        if mark is not None:
            x = box.left() + (mark - low) / (high - low) * box.width()
            draw_upright(painter, x, box.top(), box.bottom(), QColor(theme.text))
        painter.setPen(QColor(theme.secondary))
        text = area.bottom() - metrics.descent()
        painter.drawText(QPointF(area.left(), text), shown_number(low, 2))
        end = shown_number(high, 2)
        painter.drawText(
            QPointF(area.right() - metrics.horizontalAdvance(end), text), end
        )


class _Titles:
    """Titles as they fit; they rarely change, and every frame asks."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, float, Theme], str] = {}

    def __call__(self, title: str, room: float, theme: Theme) -> str:
        key = (title, room, theme)
        if key not in self._known:
            if len(self._known) > 16:  # a window that is being resized
                self._known.clear()
            metrics = QFontMetricsF(theme.font(SMALL))
            right = Qt.TextElideMode.ElideRight
            self._known[key] = metrics.elidedText(title, right, room)
        return self._known[key]


def _margin_title(result: OutputsResult) -> str:
    """What the margin is a difference of; probabilities come from logits."""
    unit = LOSSES[result.snapshot.run.loss]
    if unit.gives_probabilities:
        return tr("margin: own logit − best other")
    if result.z.shape[1] > 1:
        return tr("margin: own output − best other")
    level = shown_number(unit.threshold, 1)
    return tr("margin: distance from {level}, below 0 if wrong", level=level)


def _logit(result: OutputsResult) -> Floats:
    """The logit of the second of two classes, for each example."""
    z = result.z
    return z[:, 0] if z.shape[1] == 1 else np.asarray(z[:, 1] - z[:, 0])


def _reach(result: OutputsResult) -> float:
    z = _logit(result)
    return max(6.0, float(np.max(np.abs(z[np.isfinite(z)]), initial=0.0)))
