"""The present by depth: the push that reaches each layer, its causes, histograms."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.numbers import shown_number
from app.look.plots import CalmRange, Scale, draw_upright, polyline
from app.look.theme import LIGHT, SMALL, Theme
from app.views.gradients.jobs import GradientResult
from app.views.gradients.series import FLOOR
from app.widgets.label import plain_tooltip
from core.analysis.gradient_report import GradientReport, Histogram
from core.arrays import Floats
from core.language import mark, tr


def pushes(report: GradientReport) -> Floats:
    """The push that reaches each layer (layers,)."""
    return np.array([layer.z for layer in report.layers])


def factors(report: GradientReport) -> Floats:
    """Push of each layer over that of the next one (layers − 1,)."""
    found = pushes(report)
    with np.errstate(all="ignore"):
        return np.asarray(found[:-1] / found[1:])


class ProfilePlot(QWidget):
    """Bars from the first to the last layer, or histograms by layer."""

    MODES: ClassVar[dict[str, str]] = {
        "profile": mark("Profile by depth"),
        "weights": mark("Weights"),
        "gradients": mark("Gradients of W"),
    }

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.results: tuple[GradientResult, ...] = ()
        self.said: tuple[str, ...] = ()
        self._range = CalmRange(log=True)
        self.mode = "profile"
        self.setAccessibleName(tr("Gradient profile by depth"))

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(320, 150)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_results(
        self, results: tuple[GradientResult, ...], said: tuple[str, ...]
    ) -> None:
        """Show the newest report and verdict of each run."""
        old = self.results
        if not old or old[0].snapshot.network != results[0].snapshot.network:
            self._range.reset()
        self.results, self.said = results, said
        self.setToolTip(plain_tooltip("\n".join(said)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bars or histograms of each run, and the sentence below."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        if not self.results:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        width = self.width() / len(self.results)
        foot = self._lines(metrics, width - theme.px(24)) * metrics.height()
        foot += theme.px(6)
        scale = self._scale()
        for i, (result, said) in enumerate(zip(self.results, self.said, strict=True)):
            area = QRectF(
                i * width + theme.px(12),
                0,
                width - theme.px(24),
                self.height() - foot,
            )
            if self.mode == "profile":
                self._draw_profile(painter, area, result, scale, metrics)
            else:
                self._draw_histograms(painter, area, result, metrics)
            painter.setPen(QColor(theme.secondary))
            box = QRectF(area.left(), area.bottom() + theme.px(2), area.width(), foot)
            flags = int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
            painter.drawText(box, flags, said[:1].upper() + said[1:])

    def _lines(self, metrics: QFontMetricsF, width: float) -> int:
        """Lines the longest sentence takes; at most three if space is short."""
        room = QRectF(0, 0, width, 1000)
        flags = int(Qt.TextFlag.TextWordWrap)
        tall = max(metrics.boundingRect(room, flags, t).height() for t in self.said)
        return max(1, min(round(tall / metrics.height()), 3))

    def _scale(self) -> Scale:
        """One scale for the bars of all runs."""
        values = np.concatenate([pushes(r.report) for r in self.results])
        good = values[np.isfinite(values) & (values > FLOOR)]
        low, high = (good.min(), good.max()) if len(good) else (1e-3, 1.0)
        return Scale(*self._range.follow(float(low) / 3, float(high)), log=True)

    def _cells(self, area: QRectF, depth: int) -> list[QRectF]:
        gap = min(self._theme.px(8), area.width() / (3 * depth))
        width = min((area.width() - gap * (depth - 1)) / depth, self._theme.px(160))
        return [
            QRectF(area.left() + i * (width + gap), area.top(), width, area.height())
            for i in range(depth)
        ]

    def _draw_profile(
        self,
        painter: QPainter,
        area: QRectF,
        result: GradientResult,
        scale: Scale,
        metrics: QFontMetricsF,
    ) -> None:
        """Bars of the push that reaches each layer; below them what multiplies it."""
        theme = self._theme
        layers = result.report.layers
        row = metrics.height()
        cells = self._cells(area, len(layers))
        narrow = cells[0].width() < metrics.horizontalAdvance("|φ′| 0.00")
        causes = [] if narrow else self.causes(result)
        room = area.height() - row - theme.px(24)
        most = max(map(len, causes), default=0)
        count = 0 if narrow else min(most, max(1, int(room / row)))
        head = 2 * row if narrow else row
        bars = area.adjusted(0, head, 0, -count * row)
        for i, (layer, cell) in enumerate(zip(layers, cells, strict=True)):
            colour = theme.layer_colour(i, len(layers))
            value = max(layer.z, FLOOR) if np.isfinite(layer.z) else scale.high
            top = float(scale.place(value, bars.bottom(), bars.top()))
            top = min(max(top, bars.top()), bars.bottom() - 2)
            bar = QRectF(cell.left(), top, cell.width(), bars.bottom() - top)
            painter.fillRect(bar.toAlignedRect(), colour)
            if narrow:
                continue
            painter.setPen(QColor(theme.text))
            said = [shown_number(layer.z, digits) for digits in (3, 2, 1)]
            width = cell.width() + theme.px(4)
            fits = [t for t in said if metrics.horizontalAdvance(t) <= width]
            if fits:
                painter.drawText(
                    QPointF(cell.left(), top - metrics.descent() - 1), fits[0]
                )
            painter.setPen(QColor(theme.secondary))
            for k, text in enumerate(causes[i][:count]):
                base = bars.bottom() + (k + 1) * row - metrics.descent()
                painter.drawText(QPointF(cell.left(), base), _fit(text, metrics, width))
        if narrow:
            self._say_narrow(painter, area, result, metrics)

    @staticmethod
    def causes(result: GradientResult) -> list[list[str]]:
        """Lines below each bar: name, factor to the next layer, slope, stretch.

        With shortcuts, also the gradient that comes back through them.
        """
        made = []
        found = factors(result.report)
        skips = [layer.skips for layer in result.report.layers]
        for i, layer in enumerate(result.report.layers):
            stretch = tr(
                "σ {typical}, max {largest}",
                typical=shown_number(layer.cause.typical, 2),
                largest=shown_number(layer.cause.largest, 2),
            )
            if i < len(found):
                made.append(
                    [
                        tr("layer {i}", i=i + 1),
                        f"× {shown_number(float(found[i]), 2)}",
                        f"|φ′| {shown_number(layer.cause.mean_slope, 2)}",
                        stretch,
                    ]
                )
            else:
                made.append([tr("output"), "", "", stretch])
        if any(share is not None for share in skips):
            for lines, share in zip(made, skips, strict=True):
                words = (
                    ""
                    if share is None
                    else tr("shortcut {percent}", percent=_percent(share))
                )
                lines.insert(2, words)
        return made

    def _say_narrow(
        self,
        painter: QPainter,
        area: QRectF,
        result: GradientResult,
        metrics: QFontMetricsF,
    ) -> None:
        """Write two lines above the bars if nothing fits below each."""
        report = result.report
        painter.setPen(QColor(self._theme.secondary))
        found = factors(report)
        slopes = report.mean_slopes
        lines = [tr("gradient that reaches each layer, first to last")]
        if len(found) and len(slopes):
            lines.append(
                tr(
                    "× {span} per layer; mean |φ′| {span2}; σ {span3}",
                    span=_span(found),
                    span2=_span(slopes),
                    span3=_span(np.array([a.cause.typical for a in report.layers])),
                )
            )
        shares = np.array([a.skips for a in report.layers if a.skips is not None])
        if len(shares):
            low, high = (_percent(float(s)) for s in (shares.min(), shares.max()))
            between = low if low == high else tr("{low} to {high}", low=low, high=high)
            lines[0] += tr(
                "; {between} of it comes back through shortcuts", between=between
            )
        for k, text in enumerate(lines):
            base = area.top() + metrics.ascent() + k * metrics.height()
            painter.drawText(
                QPointF(area.left(), base), _fit(text, metrics, area.width())
            )

    def _draw_histograms(
        self,
        painter: QPainter,
        area: QRectF,
        result: GradientResult,
        metrics: QFontMetricsF,
    ) -> None:
        theme = self._theme
        layers = result.report.layers
        row = metrics.height()
        cells = self._cells(area, len(layers))
        for i, (layer, cell) in enumerate(zip(layers, cells, strict=True)):
            found: Histogram = (
                layer.weights if self.mode == "weights" else layer.gradients
            )
            box = cell.adjusted(0, theme.px(4), 0, -2 * row)
            colour = theme.layer_colour(i, len(layers))
            peak = max(1.0, float(found.counts.max()))
            x = np.linspace(box.left(), box.right(), len(found.counts) + 1)
            y = box.bottom() - found.counts / peak * box.height()
            outline = polyline(
                np.concatenate([[x[0]], np.repeat(x, 2)[1:-1], [x[-1]]]),
                np.concatenate([[box.bottom()], np.repeat(y, 2), [box.bottom()]]),
            )
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(mix(theme.pane, colour.name(), 0.7)))
            painter.drawPolygon(outline)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            draw_upright(
                painter,
                box.center().x(),
                box.top(),
                box.bottom(),
                QColor(theme.hairline),
            )
            painter.setPen(QColor(theme.secondary))
            name = tr("layer {i}", i=i + 1) if i < len(layers) - 1 else tr("output")
            if metrics.horizontalAdvance(name) > cell.width():
                name = str(i + 1) if i < len(layers) - 1 else tr("out")
            for k, text in enumerate((name, f"±{shown_number(found.reach, 2)}")):
                base = box.bottom() + (k + 1) * row - metrics.descent()
                painter.drawText(
                    QPointF(cell.left(), base), _fit(text, metrics, cell.width())
                )


def _percent(share: float) -> str:
    """A share to show; nearly 100 % is not rounded up to 100 %."""
    if 0.995 <= share < 1.0:
        return "> 99 %"
    return "< 1 %" if 0.0 < share < 0.005 else f"{100 * share:.0f} %"


def _span(values: Floats) -> str:
    low, high = (
        shown_number(float(values.min()), 2),
        shown_number(float(values.max()), 2),
    )
    return low if low == high else f"{low}–{high}"


def _fit(text: str, metrics: QFontMetricsF, width: float) -> str:
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
