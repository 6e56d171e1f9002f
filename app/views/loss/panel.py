"""View 6, Loss: train and test loss over steps, accuracy, and the gap between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.chart.chart import Chart
from app.chart.contents import Band, Contents, Line, PlotContents
from app.frame.base import Frame, Panel
from app.frame.growth import Growth
from app.frame.settings import Switch
from app.look.numbers import shown_number, shown_percent
from app.look.palette import tint
from app.look.plots import FIRST_STEPS, CalmRange, Reach, Scale
from app.look.theme import LIGHT, SMALL, Theme
from app.views.loss.halves import left_is_learned, names_now, sorted_out, words_of
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.language import mark, tr
from core.outputs import LOSSES
from core.training.state import column

_CURVES = ("loss", "test_loss", "accuracy", "test_accuracy")
_LONGEST = "8.88·10⁻⁸⁸"  # as wide as any loss from `shown_number`


@dataclass(frozen=True, eq=False)
class RunCurves:
    """The numbers of one run, thinned out to pixels; steps ascend."""

    label: str
    snapshot: Snapshot
    steps: Floats
    loss: Floats
    test_loss: Floats
    accuracy: Floats
    test_accuracy: Floats
    batch_steps: Floats
    batch_low: Floats
    batch_high: Floats
    halves: bool = False  # not of train and test, but of the left and the right half

    @cached_property
    def words(self) -> tuple[str, str]:
        """What its two curves are called."""
        return words_of(self.halves)

    @cached_property
    def spans(self) -> dict[str, tuple[float, float, float]]:
        """Least, least positive and largest value of the curves that have values."""
        found = {}
        for name in _CURVES:
            values: Floats = getattr(self, name)
            values = values[np.isfinite(values)]
            if len(values):
                above = values[values > 0]
                positive = float(above.min()) if len(above) else inf
                found[name] = float(values.min()), positive, float(values.max())
        return found


class _Layout(NamedTuple):
    """Where the plots are, and how much room their labels have."""

    beside: float
    loss: QRectF
    accuracy: QRectF | None


class _Inks(NamedTuple):
    """Colours of runs A and B, of their spreads, and of the gap."""

    runs: tuple[QColor, QColor]
    spread: tuple[QColor, QColor]
    gap: QColor


@lru_cache(maxsize=4)
def _inks(theme: Theme) -> _Inks:
    """Cached, because every frame needs them."""
    a, b = QColor(theme.accent), QColor(theme.secondary)
    return _Inks((a, b), (tint(a, 0.16), tint(b, 0.16)), tint(theme.text, 0.07))


def collect(frame: Frame, pixels: int) -> tuple[RunCurves, ...]:
    """Read timelines and series; runs in the analysis worker."""
    made = []
    for run in frame.runs:
        metrics = run.timeline.metrics()
        steps = metrics.steps.astype(np.float64)
        known = max(1, -(-3 * len(steps) // pixels))
        # Curves measured over the whole split are smooth: every nth point will do.
        pick = np.unique(np.append(np.arange(0, len(steps), known), len(steps) - 1))
        pick = pick[pick >= 0]
        left = left_is_learned(run, steps[pick])
        losses = sorted_out(metrics.loss[pick], metrics.test_loss[pick], left)
        shares = sorted_out(metrics.accuracy[pick], metrics.test_accuracy[pick], left)
        first, last = run.series.first, run.series.last
        band = run.series.view([column("loss")], first, last + 1, max(8, pixels // 2))
        made.append(
            RunCurves(
                run.label,
                run.snapshot,
                steps[pick],
                losses[0],
                losses[1],
                shares[0],
                shares[1],
                band.steps,
                band.low[0],
                band.high[0],
                left is not None,
            )
        )
        _ = made[-1].spans  # here rather than while a frame is drawn
    return tuple(made)


class LossPanel(Panel):
    """Loss above, accuracy below, direct labels at the right."""

    name = "loss"
    title = mark("Loss")

    log_y = Switch(False, mark("Logarithmic loss"))
    log_x = Switch(False, mark("Logarithmic steps"))
    batches = Switch(True, mark("Spread of the minibatches"))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._runs: tuple[RunCurves, ...] = ()
        self._loss_range = CalmRange()
        self._reach = Reach(shrinks=True)
        self._generation = -1
        self._now: tuple[Snapshot, ...] = ()
        self._looked_at: tuple[int, ...] = ()  # past steps on show
        self._moving = False
        self._growth = Growth()
        self._laid_out: tuple[object, _Layout] | None = None
        self._told: tuple[tuple[str, ...], ...] = ()  # numbers beside the curves
        self._subtitle = self._badge = ""
        self.chart = Chart(self._compose, self)
        self.chart.setAccessibleName(tr("Loss over steps"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.chart)
        self.chart.step_chosen.connect(self.step_chosen)
        self.chart.curves_changed.connect(self._loss_range.reset)
        self.chart.scale_asked.connect(self._change_scale)
        self.setMinimumSize(120, 80)

    def sizeHint(self) -> QSize:
        """A landscape of moderate size."""
        return QSize(340, 220)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Update the titles; the curves come from the worker."""
        snapshot = frame.main.snapshot
        self._now = tuple(run.snapshot for run in frame.runs)
        looked_at = tuple(run.snapshot.step for run in frame.runs if run.scrubbed)
        if (frame.moving, looked_at) != (self._moving, self._looked_at):
            self._moving, self._looked_at = frame.moving, looked_at
            self.chart.refresh()
        loss = tr(LOSSES[snapshot.run.loss].title)
        if loss != self._subtitle:
            self._subtitle = loss
            self._loss_range.reset()
            self.subtitle_changed.emit(loss)

    def request(self, frame: Frame, size: QSize) -> Callable[[], object] | None:
        """Read the curves, decimated to the pixels they cover.

        During training, only once they have grown by a pixel or two.
        """
        pixels = max(32, size.width())
        key = tuple((r.snapshot.generation, r.label, pixels) for r in frame.runs)
        if not self._growth.enough(frame, key, 1.5 * self._reach.now / pixels):
            told = tuple(map(_told, self._now))
            if told != self._told:  # the curves stay, the numbers may change
                self._told = told
                self.chart.refresh()
            return None
        return lambda: collect(frame, pixels)

    def show_result(self, result: object) -> None:
        """Show new curves."""
        if not isinstance(result, tuple) or not result:
            return
        self._runs = result
        main = result[0]
        if main.snapshot.generation != self._generation:
            self._generation = main.snapshot.generation
            self._loss_range.reset()
            self._reach.reset()
            self.chart.reset()
        metrics = main.snapshot.metrics
        badge = ""
        if metrics.test_loss is not None and not main.halves:
            badge = tr(
                "test − train {test_loss}",
                test_loss=shown_number(metrics.test_loss - metrics.loss),
            )
        if badge != self._badge:
            self._badge = badge
            self.badge_changed.emit(badge)
        self.chart.refresh()

    # -- what the chart shows --------------------------------------------------------

    def _compose(self) -> Contents:
        """Loss and, where there is one, accuracy over the same steps."""
        if not self._runs or not len(self._runs[0].steps):
            note = tr(FIRST_STEPS) if self._moving else tr("Press play to see the loss")
            return Contents((), note=note)
        x, layout = self._x_scale(), self._layout()
        beside, bottom = layout.beside, layout.accuracy
        playheads = self._playheads()
        loss = self._lines("loss", "test_loss", shown_number)
        bands = (*self._gap(), *(self._spread() if self.batches else ()))
        plots = [
            PlotContents(
                layout.loss,
                x,
                self._y_scale(),
                loss,
                bands,
                beside=beside,
                numbers_x=bottom is None,
                playheads=playheads,
            )
        ]
        if bottom is not None:
            shares = self._lines("accuracy", "test_accuracy", shown_percent)
            plots.append(
                PlotContents(
                    bottom,
                    x,
                    Scale(0.0, 1.0),
                    shares,
                    beside=beside,
                    percent=True,
                    playheads=playheads,
                )
            )
        scale = "log" if self.log_y else "linear"
        return Contents(tuple(plots), (self._runs, self.batches), scale=scale)

    def _playheads(self) -> tuple[tuple[int, QColor], ...]:
        return tuple((step, self._colour(i)) for i, step in enumerate(self._looked_at))

    def _x_scale(self) -> Scale:
        last = max((float(r.steps[-1]) for r in self._runs if len(r.steps)), default=1)
        return Scale(1.0 if self.log_x else 0.0, self._reach.follow(last), self.log_x)

    def _y_scale(self) -> Scale:
        spans = [
            run.spans[name]
            for run in self._runs
            for name, word in zip(("loss", "test_loss"), run.words, strict=True)
            if name in run.spans and f"{run.label} {word}" not in self.chart.hidden
        ]
        high = max((span[2] for span in spans), default=-inf)
        low = min((span[1 if self.log_y else 0] for span in spans), default=inf)
        if low > high:  # nothing to show, or nothing that has a logarithm
            return Scale(0.0, 1.0)
        self._loss_range.log = self.log_y
        if not self.log_y and low >= 0:
            shown = self._loss_range.follow(0.0, high)
            return Scale(0.0, shown[1])
        return Scale(*self._loss_range.follow(low, high), self.log_y)

    def _has_accuracy(self) -> bool:
        return any("accuracy" in run.spans for run in self._runs)

    def _layout(self) -> _Layout:
        """The areas of the plots; kept, because during training they hardly change."""
        halves = tuple(run.halves for run in self._runs)
        size = self.chart.width(), self.chart.height()
        key = self._theme, size, halves, self._has_accuracy()
        if self._laid_out is None or self._laid_out[0] != key:
            beside = self._beside()
            self._laid_out = key, _Layout(beside, *self._areas(beside))
        return self._laid_out[1]

    def _areas(self, beside: float) -> tuple[QRectF, QRectF | None]:
        """The areas of loss and accuracy."""
        px = self._theme.px
        full = QRectF(self.chart.rect())
        full = full.adjusted(px(48), px(10), -beside, -px(24))
        # Halves demonstrate forgetting, which the accuracies show.
        halves = any(run.halves for run in self._runs)
        if not self._has_accuracy() or full.height() < px(88 if halves else 110):
            return full, None
        share = 0.5 if halves else 0.26
        small = max(px(36), share * full.height())
        loss = full.adjusted(0, 0, 0, -(small + px(16)))
        return loss, QRectF(full.left(), full.bottom() - small, full.width(), small)

    def _beside(self) -> float:
        """Width for text and values right of the curves.

        It fits the longest possible value: if it followed the numbers, the curves would
        move with every digit.
        """
        px = self._theme.px
        words = (word for run in self._runs for word in run.words)
        widest = max((self._theme.width(word, SMALL) for word in words), default=0.0)
        if len(self._runs) > 1:
            widest += self._theme.width("A ", SMALL)
        wanted = widest + self._theme.width(_LONGEST, SMALL) + px(28)
        return max(px(92), min(wanted, 0.4 * self.width()))

    def _spread(self) -> tuple[Band, ...]:
        """The range of the minibatch loss, drawn faintly."""
        return tuple(
            Band(
                (f"{run.label} {tr('train')}",),
                run.batch_steps,
                run.batch_low,
                run.batch_high,
                _inks(self._theme).spread[i],
            )
            for i, run in enumerate(self._runs)
        )

    def _gap(self) -> tuple[Band, ...]:
        """The space between train and test loss of run A."""
        if len(self._runs) > 1:
            return ()
        (run,) = self._runs
        if run.halves:
            return ()
        keys = tuple(f"{run.label} {word}" for word in run.words)
        ink = _inks(self._theme).gap
        band = Band(keys, run.steps, run.loss, run.test_loss, ink, smooth=True)
        return (band,)

    def _colour(self, run: int) -> QColor:
        return _inks(self._theme).runs[run]

    def _lines(
        self, train: str, test: str, told: Callable[[float | None], str]
    ) -> tuple[Line, ...]:
        made: list[Line] = []
        compared = len(self._runs) > 1
        for i, run in enumerate(self._runs):
            now = self._now[i] if i < len(self._now) else run.snapshot
            told_now = names_now(run.halves, now.run.data.half, train, test)
            for name, word, number, dashed in zip(
                (train, test), run.words, told_now, (False, True), strict=True
            ):
                if name not in run.spans:
                    continue
                colour = self._colour(i)
                if dashed and not compared:
                    colour = self._colour(1)
                own = f"{run.label} {word}"
                made.append(
                    Line(
                        own,
                        own if compared else word,
                        f"{own if compared else word} {train}",
                        run.steps,
                        getattr(run, name),
                        colour,
                        colour,
                        told(getattr(now.metrics, number)),
                        told,
                        dashed=dashed,
                    )
                )
        return tuple(made)

    # -- look, settings --------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.chart.set_theme(theme)

    def setting_changed(self, name: str) -> None:
        """Draw at once, with a new range."""
        self._loss_range.reset()
        self.chart.refresh()
        super().setting_changed(name)

    def _change_scale(self) -> None:
        self.log_y = not self.log_y


def _told(snapshot: Snapshot) -> tuple[str, ...]:
    """The numbers of a run shown beside its curves."""
    metrics = snapshot.metrics
    losses = (metrics.loss, metrics.test_loss)
    shares = (metrics.accuracy, metrics.test_accuracy)
    return (*map(shown_number, losses), *map(shown_percent, shares))
