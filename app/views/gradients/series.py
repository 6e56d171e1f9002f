"""Gradient norms over time: one curve per layer, runs side by side on one scale."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.chart.chart import Chart
from app.chart.contents import Band, Contents, Dots, Line, PlotContents
from app.look.colour import mix
from app.look.plots import FIRST_STEPS, CalmRange, Reach, Scale
from app.look.theme import Theme
from app.views.gradients.jobs import GradientResult, Span
from core.language import language, tr

APART = 14  # approximate pixels between dots
MOST_DOTS = 140


class SeriesPlot(Chart):
    """The mean of each pixel's steps, with the band of every step behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._compose, parent)
        self._results: tuple[GradientResult, ...] = ()
        self._range = CalmRange(log=True)
        self._reach = Reach()
        self._looked_at: tuple[int, ...] = ()
        self._generation = -1
        self._moving = False
        self.log = True
        self.sentence = False  # whether the verdict's sentence is below
        self.curves_changed.connect(self._range.reset)
        self.setAccessibleName(tr("Gradient norms over steps"))

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(320, 180)

    def reset(self) -> None:
        """Reset the range, after a change of quantity or scale."""
        super().reset()
        self._range.reset()
        self.refresh()

    def show_results(self, results: tuple[GradientResult, ...]) -> None:
        """Show new curves."""
        if results[0].snapshot.generation != self._generation:
            self._generation = results[0].snapshot.generation
            self._range.reset()
            self._reach.reset()
            super().reset()
        self._results = results
        self.refresh()

    def show_moving(self, moving: bool) -> None:
        """Set whether training runs, so that missing data are still to come."""
        if moving != self._moving:
            self._moving = moving
            self.refresh()

    def show_playhead(self, steps: tuple[int, ...]) -> None:
        """Mark the step of each run that the timeline was dragged to, if it was."""
        if steps != self._looked_at:
            self._looked_at = steps
            self.refresh()

    # -- what is shown -----------------------------------------------------------------

    def _compose(self) -> Contents:
        """One plot per run, all on the same scales."""
        if not self._results or not len(self._results[0].steps):
            note = (
                tr(FIRST_STEPS) if self._moving else tr("Press play to see gradients")
            )
            return Contents((), note=note)
        scales = self._scales()
        plots = tuple(
            self._plot(i, result, area, scales)
            for i, (result, area) in enumerate(
                zip(self._results, self._areas(), strict=True)
            )
        )
        said = [r.verdict.sentence for r in self._results]
        foot = tuple(text[:1].upper() + text[1:] for text in said)
        tip = "\n".join(said) if self.sentence else ""
        if tip != self.toolTip():
            self.explain(tip)
        return Contents(
            plots,
            self._results,
            beside=True,
            foot=foot if self.sentence else (),
            scale="log" if self.log else "linear",
        )

    def _names(self) -> float:
        """Width for the names of layers right of a plot."""
        return self.theme.px(64 if len(self._results) == 1 else 30)

    def _areas(self) -> list[QRectF]:
        """Numbers are left of the first plot, names right of each."""
        px, count = self.theme.px, len(self._results)
        foot = px(40) if self.sentence else px(24)
        top = px(8) if count == 1 else px(20)
        left = px(48)
        width = (self.width() - left) / count
        height = self.height() - top - foot
        return [
            QRectF(left + i * width, top, width - self._names(), height)
            for i in range(count)
        ]

    def _scales(self) -> tuple[Scale, Scale]:
        """The same for every run."""
        last = max(
            (float(r.steps[-1]) for r in self._results if len(r.steps)), default=1.0
        )
        seen = [span for r in self._results for span in self._shown_spans(r)]
        low = min((span[0] for span in seen), default=1e-3)
        high = max((span[1] for span in seen), default=1.0)
        self._range.log = self.log
        if not self.log:
            up = Scale(0.0, self._range.follow(0.0, high)[1])
        else:
            low = max(low, high * 1e-9)
            shown = self._range.follow(low, max(high, low * 10))
            up = Scale(*shown, log=True)
        return Scale(0.0, self._reach.follow(last)), up

    def _shown_spans(self, result: GradientResult) -> list[Span]:
        """Where the values of the visible layers are."""
        inks = _inks(self.theme, result.snapshot.network.depth, language())
        pairs = zip(inks, result.spans, strict=True)
        return [
            span
            for ink, span in pairs
            if span is not None and ink.name not in self.hidden
        ]

    def _plot(
        self,
        place: int,
        result: GradientResult,
        area: QRectF,
        scales: tuple[Scale, Scale],
    ) -> PlotContents:
        across, up = scales
        looked_at = self._looked_at[place : place + 1]
        comparing = len(self._results) > 1
        return PlotContents(
            area,
            across,
            up,
            self._lines(result, up),
            self._bands(result),
            self._dots(result, up),
            beside=self._names(),
            heading=f"{result.label}  {tr(result.verdict.word)}" if comparing else "",
            numbers_y=place == 0,
            playheads=tuple((step, QColor(self.theme.accent)) for step in looked_at),
        )

    def _lines(self, result: GradientResult, up: Scale) -> tuple[Line, ...]:
        depth = result.snapshot.network.depth
        comparing = len(self._results) > 1
        return tuple(
            Line(
                ink.name,
                ink.short if comparing else ink.name,
                ink.name,
                result.steps,
                result.mean[k],
                ink.line,
                ink.word,
                # Antialiased lines of width 1 have a quick path in Qt's rasteriser;
                # with many layers the lines are so dense that antialiasing is skipped.
                width=1.0,
                smooth=depth <= 4,
                floor=up.low if up.log else None,
            )
            for k, ink in enumerate(_inks(self.theme, depth, language()))
        )

    def _bands(self, result: GradientResult) -> tuple[Band, ...]:
        inks = _inks(self.theme, result.snapshot.network.depth, language())
        return tuple(
            Band(
                (ink.name,),
                result.steps,
                result.low[k],
                result.high[k],
                ink.band,
                strokes=True,
            )
            for k, ink in enumerate(inks)
        )

    def _dots(self, result: GradientResult, up: Scale) -> tuple[Dots, ...]:
        """Norms of the whole sample; zeros are on the floor of the plot."""
        inks = _inks(self.theme, result.snapshot.network.depth, language())
        some = slice(
            None, None, max(1, -(-result.dots.size * len(self._results) // MOST_DOTS))
        )
        if not len(result.dot_steps):
            return ()
        steps = result.dot_steps[some]
        return tuple(
            Dots(
                ink.name,
                steps,
                np.maximum(result.dots[k][some], up.low),
                ink.line,
                apart=APART,
            )
            for k, ink in enumerate(inks)
        )


class _Ink(NamedTuple):
    """How a layer is drawn; its name is the key for hiding it in both runs."""

    name: str
    short: str
    line: QColor
    word: QColor
    band: QColor


@lru_cache(maxsize=16)
def _inks(theme: Theme, depth: int, spoken: str) -> tuple[_Ink, ...]:
    """One for each layer; cached, because every frame needs them."""
    made = []
    for k in range(depth):
        last = k == depth - 1
        colour = theme.layer_colour(k, depth)
        made.append(
            _Ink(
                tr("output") if last else tr("layer {k}", k=k + 1),
                tr("out") if last else str(k + 1),
                colour,
                theme.layer_ink(k, depth),
                QColor(mix(theme.pane, colour.name(), 0.3)),
            )
        )
    return tuple(made)
