"""The present by depth: the push that reaches each layer, its causes, histograms."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QWidget

from app.chart.chart import Chart
from app.chart.contents import Band, Contents, Line, PlotContents
from app.chart.words import lines_of
from app.look.colour import mix
from app.look.numbers import shown_count, shown_number
from app.look.plots import CalmRange, Scale
from app.look.theme import SMALL
from app.views.gradients.jobs import FLOOR, GradientResult
from core.analysis.gradient_report import GradientReport, Histogram, LayerGradient
from core.arrays import Floats
from core.language import mark, tr

WIDEST = 168  # pixels of a layer, at most
MOST_LINES = 3  # that the sentence may take


def pushes(report: GradientReport) -> Floats:
    """The push that reaches each layer (layers,)."""
    return np.array([layer.z for layer in report.layers])


def factors(report: GradientReport) -> Floats:
    """Push of each layer over that of the next one (layers − 1,)."""
    found = pushes(report)
    with np.errstate(all="ignore"):
        return np.asarray(found[:-1] / found[1:])


class ProfilePlot(Chart):
    """Bars from the first to the last layer, or histograms by layer."""

    MODES: ClassVar[dict[str, str]] = {
        "profile": mark("Profile by depth"),
        "weights": mark("Weights"),
        "gradients": mark("Gradients of W"),
    }
    keys = mark(
        "Left and Right read a layer, Up and Down choose one, H hides or shows it, "
        "plus and minus zoom, Home fits, L changes between a linear and a "
        "logarithmic scale."
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._compose, parent)
        self.results: tuple[GradientResult, ...] = ()
        self.said: tuple[str, ...] = ()
        self.log = True
        self._range = CalmRange(log=True)
        self._mode = "profile"
        self.curves_changed.connect(self._range.reset)
        self.setAccessibleName(tr("Gradient profile by depth"))

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(320, 150)

    @property
    def mode(self) -> str:
        """One of `MODES`."""
        return self._mode

    def show_mode(self, mode: str) -> None:
        """Show the profile, or one of the histograms."""
        self._mode = mode
        self.fit()

    def show_log(self, log: bool) -> None:
        """Change the scale of the profile."""
        self.log = log
        self._range.reset()
        self.fit()

    def show_results(
        self, results: tuple[GradientResult, ...], said: tuple[str, ...]
    ) -> None:
        """Show the newest report and verdict of each run.

        During training a run is judged only a few times a second, so that most frames
        bring the report already drawn.
        """
        old = self.results
        if not old or old[0].snapshot.network != results[0].snapshot.network:
            self._range.reset()
            self.reset()
        same = said == self.said and _reports(old) == _reports(results)
        self.results, self.said = results, said
        if same:
            return
        self.explain("\n".join(said))
        self.refresh()

    # -- what is shown -----------------------------------------------------------------

    def _compose(self) -> Contents:
        """One plot per run, all on one scale, with a sentence below each."""
        if not self.results:
            return Contents(())
        width = self.width() / len(self.results) - self.theme.px(24)
        count = lines_of(self.said, width, MOST_LINES, self.theme)
        scale, profile = self._scale(), self._mode == "profile"
        plot = self._profile if profile else self._histograms
        plots = tuple(
            plot(area, result, scale, i == 0)
            for i, (area, result) in enumerate(
                zip(self._areas(count), self.results, strict=True)
            )
        )
        return Contents(
            plots,
            (_reports(self.results), self._mode),
            beside=True,
            foot=tuple(text[:1].upper() + text[1:] for text in self.said),
            foot_lines=count,
            scale=("log" if self.log else "linear") if profile else "",
        )

    def _areas(self, lines: int) -> list[QRectF]:
        """Above the sentences; the numbers of the profile are left of the first."""
        px, runs = self.theme.px, len(self.results)
        foot = lines * self._row + px(6)
        left = px(48) if self._mode == "profile" else px(12)
        width = (self.width() - left) / runs
        return [
            QRectF(left + i * width, 0, width - px(12), self.height() - foot)
            for i in range(runs)
        ]

    @property
    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.theme.font(SMALL))

    @property
    def _row(self) -> float:
        return self._metrics.height()

    def _scale(self) -> Scale:
        """One scale for the bars of all runs."""
        values = np.array(
            [
                layer.z
                for result in self.results
                for i, layer in enumerate(result.report.layers)
                if _name(i, len(result.report.layers)) not in self.hidden
            ]
        )
        good = values[np.isfinite(values) & (values > FLOOR)]
        low, high = (1e-3, 1.0)
        if len(good):
            low, high = float(good.min()), float(good.max())
        self._range.log = self.log
        if self.log:
            return Scale(*self._range.follow(low / 3, high), log=True)
        return Scale(0.0, self._range.follow(0.0, high)[1])

    def _across(self, area: QRectF, depth: int) -> tuple[QRectF, float, float]:
        """The room of ``depth`` layers, the pixels of one, and the share of its bar."""
        px = self.theme.px
        room = QRectF(area)
        room.setWidth(min(area.width(), depth * px(WIDEST)))
        seen = self.seen_across()
        count = depth if seen is None else max(1.0, seen.high - seen.low)
        cell = max(room.width() / count, 1e-6)  # a pane may be pressed together
        gap = min(px(8), cell / 4)
        return room, cell - gap, 1 - gap / cell

    def _profile(
        self, area: QRectF, result: GradientResult, scale: Scale, first: bool
    ) -> PlotContents:
        """Bars of the push that reaches each layer; below them what multiplies it."""
        px, metrics, row = self.theme.px, self._metrics, self._row
        depth = len(result.report.layers)
        room, cell, bar = self._across(area, depth)
        narrow = cell < metrics.horizontalAdvance("|φ′| 0.00")
        causes = self.causes(result)
        count = 1
        if not narrow:
            free = area.height() - row - px(24)
            count = min(max(map(len, causes)), max(1, int(free / row)))
        lead = self._narrow_words(result, room.width()) if narrow else ()
        lines = []
        for i, layer in enumerate(result.report.layers):
            name, *below = causes[i]
            said = [shown_number(layer.z, digits) for digits in (3, 2, 1)]
            fits = [t for t in said if metrics.horizontalAdvance(t) <= cell + px(4)]
            lines.append(
                Line(
                    name,
                    _fitting(name, i, depth, cell, metrics),
                    "‖∂loss/∂z‖",
                    np.array([float(i)]),
                    np.array([layer.z]),
                    self.theme.layer_colour(i, depth),
                    self.theme.layer_ink(i, depth),
                    "" if narrow else next(iter(fits), ""),
                    floor=FLOOR if scale.log else None,
                    bar=bar,
                    below=tuple(below[: count - 1]),
                    more=partial(_causes_read, result, i),
                )
            )
        head = 2 * row if narrow else row
        return PlotContents(
            room.adjusted(0, head, 0, -count * row),
            Scale(-0.5, depth - 0.5),
            scale,
            tuple(lines),
            numbers_x=False,
            numbers_y=first,
            lead=lead,
            places=tuple(name for name, *_ in causes),
        )

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

    def _narrow_words(self, result: GradientResult, width: float) -> tuple[str, ...]:
        """Write two lines above the bars if nothing fits below each."""
        report = result.report
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
        right = Qt.TextElideMode.ElideRight
        return tuple(self._metrics.elidedText(text, right, width) for text in lines)

    def _histograms(
        self, area: QRectF, result: GradientResult, scale: Scale, first: bool
    ) -> PlotContents:
        """The counts of each layer around its place, as high as its fullest bin."""
        theme, metrics = self.theme, self._metrics
        layers = result.report.layers
        depth = len(layers)
        room, cell, share = self._across(area, depth)
        lines, bands = [], []
        for i, layer in enumerate(layers):
            found = self._histogram(layer)
            peak = max(1.0, float(found.counts.max()))
            edges = i + share * np.linspace(-0.5, 0.5, len(found.counts) + 1)
            colour, name = theme.layer_colour(i, depth), _name(i, depth)
            lines.append(
                Line(
                    name,
                    _fitting(name, i, depth, cell, metrics),
                    tr("count"),
                    (edges[:-1] + edges[1:]) / 2,
                    found.counts / peak,
                    colour,
                    theme.layer_ink(i, depth),
                    told=partial(_counted, peak),
                    below=(f"±{shown_number(found.reach, 2)}",),
                    more=partial(_bin_read, found),
                    drawn=False,
                )
            )
            heights = np.repeat(found.counts / peak, 2)
            fill = QColor(mix(theme.pane, colour.name(), 0.7))
            across = np.repeat(edges, 2)[1:-1]
            bands.append(Band((name,), across, np.zeros(len(across)), heights, fill))
        return PlotContents(
            room.adjusted(0, theme.px(4), 0, -2 * self._row),
            Scale(-0.5, depth - 0.5),
            Scale(0.0, 1.0),
            tuple(lines),
            tuple(bands),
            numbers_x=False,
            numbers_y=False,
            grid=False,
            percent=True,
            uprights=tuple(range(depth)),
            places=tuple(_name(i, depth) for i in range(depth)),
        )

    def _histogram(self, layer: LayerGradient) -> Histogram:
        return layer.weights if self._mode == "weights" else layer.gradients


def _reports(results: tuple[GradientResult, ...]) -> tuple[GradientReport, ...]:
    return tuple(result.report for result in results)


def _name(i: int, depth: int) -> str:
    """By it a layer is hidden, in both runs together."""
    return tr("output") if i == depth - 1 else tr("layer {i}", i=i + 1)


def _fitting(name: str, i: int, depth: int, room: float, metrics: QFontMetricsF) -> str:
    """The name of a layer, or a short one where that is too long."""
    if metrics.horizontalAdvance(name) <= room:
        return name
    return tr("out") if i == depth - 1 else str(i + 1)


def _causes_read(
    result: GradientResult, i: int, point: int
) -> tuple[tuple[str, str], ...]:
    """The crosshair's text about a layer, besides its push."""
    layer, found = result.report.layers[i], factors(result.report)
    rows = [("‖∂J/∂W‖", shown_number(layer.w)), ("‖∂J/∂b‖", shown_number(layer.b))]
    if i < len(found):
        rows += [
            (tr("factor from the next layer"), f"× {shown_number(float(found[i]))}"),
            (tr("mean |φ′|"), shown_number(layer.cause.mean_slope)),
        ]
    rows += [
        (tr("typical σ"), shown_number(layer.cause.typical)),
        (tr("largest σ"), shown_number(layer.cause.largest)),
    ]
    if layer.skips is not None:
        rows.append((tr("through shortcuts"), _percent(layer.skips)))
    return tuple(rows)


def _counted(peak: float, height: float) -> str:
    return shown_count(round(height * peak))


def _bin_read(found: Histogram, point: int) -> tuple[tuple[str, str], ...]:
    """The ends of a bin."""
    edges = np.linspace(-found.reach, found.reach, len(found.counts) + 1)
    low, high = (shown_number(float(edges[point + k])) for k in (0, 1))
    return ((tr("from"), low), (tr("to"), high))


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
