"""View 1, Output: the function that the network computes, with the sample on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from app.editing.drawing import Drawing
from app.frame.base import Frame, Panel
from app.frame.settings import Choice, Switch, Whole, Word
from app.look.numbers import shown_count
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.canvas import PlaneCanvas
from app.plane.captions import with_legend
from app.plane.picture import MANY, Kind, PlaneResult, kind_of
from app.plane.view import PlaneView
from app.views.output.against import can_compare
from app.views.output.case_jobs import CASES, CasesResult, shown_cases
from app.views.output.cases import CasesCanvas
from app.views.output.draw_bar import DrawBar, DrawSurface
from app.views.output.jobs import compute
from app.views.output.line import LineCanvas
from app.views.output.line_jobs import LineResult
from app.views.output.plane import OutputPlane
from app.views.output.random_units import DRAWS, drawn_words
from app.views.output.rivals import Rivals
from app.views.output.wish import Wish
from app.widgets.label import Label
from app.widgets.removing import remove
from app.widgets.tip import Tip, set_tip
from core.engine.snapshot import Snapshot
from core.language import mark, tr

Canvas = OutputPlane | LineCanvas | CasesCanvas


class OutputPanel(Panel):
    """Class probabilities, a value, colours, a function of x, or a table of cases."""

    name = "output"
    title = mark("Output")

    points = Switch(True, mark("Sample"))
    test = Switch(True, mark("Test points"))
    contours = Switch(True, mark("Decision boundary and level lines"))
    rivals = Switch(False, mark("Nearest neighbours and RBF kernel beside colours"))
    cases = Choice("auto", CASES, mark("With many inputs"))
    draws = Choice("none", DRAWS, mark("Random units"))
    value = Whole(1, 1, 1024)  # which of several, where there are several
    point = Word("")  # a pinned place: "0.5", or "0.5 -0.2" on the plane
    samples = Whole(0, 0, 1_000_000)  # seed of the samples drawn there; 0: none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        # Without a parent: it must outlive every canvas, whatever is deleted first.
        self.view = PlaneView()
        self.view.changed.connect(self.refresh_needed)
        self._drawing: Drawing | None = None
        self.bar: DrawBar | None = None
        self._surface: DrawSurface | None = None
        self._shape: tuple[Kind, int, int] | None = None
        self.canvases: list[Canvas] = []
        self._results: tuple[object, ...] = ()
        self._described: tuple[Snapshot, Kind] | None = None
        self.rival_pictures = Rivals()
        self._targets = 1
        self._shows_distribution = False
        self.sampler = QPushButton(tr("Draw 100 samples"), self)
        self.sampler.setAccessibleName(self.sampler.text())
        set_tip(
            self.sampler,
            Tip(
                tr("Draw 100 samples"),
                tr("From the distribution predicted at the point you clicked."),
            ),
        )
        self.sampler.clicked.connect(self.draw_samples)
        self.sampler.hide()
        self._value_row = QWidget()
        self._chooser = QComboBox(self._value_row)
        self._chooser.setAccessibleName(tr("Value shown"))
        self._chooser.currentIndexChanged.connect(self._on_target)
        self._value_row.hide()
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Prepare canvases for this kind of problem, and mark examples."""
        frame = frame.on_plane()
        snapshot = frame.main.snapshot
        problem = snapshot.run.data.problem
        kind = kind_of(problem)
        pictures = 3 if kind is Kind.RGB and hasattr(problem, "truth") else 1
        if kind is Kind.RGB and pictures == 1:
            pictures = 2
        if pictures == 3 and self.rivals:
            pictures = 5
        self.view.set_home(problem.box)
        self._offer_values(_values_to_choose(snapshot, kind))
        self._arrange(kind, len(frame.runs), pictures)
        for canvas in self.canvases:
            if isinstance(canvas, PlaneCanvas):
                canvas.set_highlight(frame.highlight)
                canvas.set_pinned(frame.pinned)
        was, self._described = self._described, (snapshot, kind)
        if was is None or was[0].run is not snapshot.run or was[1] is not kind:
            self.show_subtitle(*self._words(snapshot, kind))  # else with the pictures

    def _words(self, snapshot: Snapshot, kind: Kind) -> tuple[str, str]:
        subtitle = tr(kind.value)
        loss = snapshot.network.output.unit
        one = loss.logits_per_target == 1
        if kind is Kind.CLASSES and not loss.gives_probabilities and one:
            subtitle = tr("score of each class")
        elif kind is Kind.VALUE and self._targets > 1:
            subtitle = tr(
                "value {target} of {targets}",
                target=self._target + 1,
                targets=self._targets,
            )
        elif kind is Kind.VALUE:
            subtitle = tr(loss.prediction)
        elif kind is Kind.LINE and self._shows_distribution:
            subtitle = tr("predicted distribution over x")
        if drawn_words(snapshot, self.draws, kind):
            return drawn_words(snapshot, self.draws, kind), self._badge
        if kind is Kind.CASES:
            subtitle = self._case_words(snapshot)
        elif kind is Kind.RGB:
            pass  # the pictures have no points on them
        elif self.points and self.test:
            diamonds = kind is Kind.VALUE
            subtitle = with_legend(subtitle, snapshot.splits.test, diamonds)
        return subtitle, self._badge

    def _case_words(self, snapshot: Snapshot) -> str:
        tested = len(snapshot.splits.test) > 0
        shown = shown_cases(snapshot, self.cases)
        if shown == "values":
            return tr("hollow: test examples") if tested else tr("training examples")
        if shown == "confusion":
            return tr("confusion matrix")
        count = len(snapshot.splits.train)
        return tr("{count} examples", count=shown_count(count))

    def _arrange(self, kind: Kind, runs: int, pictures: int) -> None:
        """Make the right canvases; side by side for runs and pictures."""
        shape = (kind, runs, pictures)
        if shape == self._shape:
            return
        self._shape = shape
        for canvas in self.canvases:
            self._layout.removeWidget(canvas)
            remove(canvas)
        self.canvases = []
        for _ in range(runs * pictures):
            canvas = self._make(kind)
            canvas.set_theme(self._theme)
            canvas.show()
            self.canvases.append(canvas)
        self._seat()
        self._surface = None  # deleted with its canvas
        self._show_drawing()
        self.setting_changed("")

    def _seat(self) -> None:
        """Runs or pictures arranged to be largest; both: a row for each run."""
        if self._shape is None:
            return
        kind, runs, pictures = self._shape
        columns, count = pictures, runs * pictures
        if runs == 1 or pictures == 1:
            words = self._theme.px(40) if pictures > 1 else 0

            def side(columns: int) -> float:
                rows = -(-count // columns)
                return min(self.width() / columns, self.height() / rows - words)

            first = range(1, count + 1) if pictures > 1 else range(count, 0, -1)
            columns = max(first, key=side)
        for i, canvas in enumerate(self.canvases):
            self._layout.addWidget(canvas, i // columns, i % columns)
        edge = 8 if kind is Kind.RGB else 0
        self._layout.setContentsMargins(edge, edge, edge, 0)
        # The first request comes before the event loop lays these out.
        self._layout.activate()

    def set_drawing(self, drawing: Drawing) -> None:
        """Allow drawing points on the picture of run A while ``drawing`` is on."""
        self._drawing = drawing
        self.bar = DrawBar(drawing, self)
        self.bar.set_theme(self._theme)
        self.bar.hide()
        drawing.changed.connect(self._show_drawing)

    def _show_drawing(self) -> None:
        """Show the drawing surface and its tools, or neither."""
        if self._drawing is None or self.bar is None:
            return
        canvas = self.canvases[0] if self.canvases else None
        wanted = self._drawing.active and isinstance(canvas, PlaneCanvas)
        if self._surface is not None and self._surface.parent() is not canvas:
            self._surface = None  # deleted with its canvas
        if wanted and self._surface is None and isinstance(canvas, PlaneCanvas):
            self._surface = DrawSurface(canvas, self._drawing)
            self._surface.theme = self._theme
        elif not wanted and self._surface is not None:
            self._surface.end()
            self._surface = None
        self.bar.setVisible(wanted)
        if wanted:
            self.bar.renew()
            self.bar.place()

    def _make(self, kind: Kind) -> Canvas:
        if kind is Kind.LINE:
            line = LineCanvas(self.view, self)
            line.place_chosen.connect(self._on_place)
            return line
        if kind is Kind.CASES:
            cases = CasesCanvas(self)
            cases.cell_pointed.connect(self._on_cell)
            return cases
        canvas = OutputPlane(self.view, self)
        canvas.place_chosen.connect(self._on_place)
        canvas.framed = kind is Kind.RGB
        canvas.example_hovered.connect(self._on_example)
        return canvas

    def _on_cell(self, example: int) -> None:
        """Read the same example in the tables of both runs."""
        for canvas in self.canvases:
            if isinstance(canvas, CasesCanvas):
                canvas.point(example)

    def _on_place(self, x: float, y: float) -> None:
        """Pin the clicked place; clicking it again unpins it."""
        kept = self.view.pinned
        x0, x1, y0, y1 = self.view.box
        near = kept is not None and (
            abs(kept[0] - x) < 0.01 * (x1 - x0) and abs(kept[1] - y) < 0.02 * (y1 - y0)
        )
        self.samples = 0
        self.point = "" if near else f"{x:.6g} {y:.6g}"

    def draw_samples(self) -> None:
        """Draw 100 samples at the pinned place; without one, in the middle."""
        if self.view.pinned is None:
            x0, x1, y0, y1 = self.view.box
            self.point = f"{(x0 + x1) / 2:.6g} {(y0 + y1) / 2:.6g}"
        self.samples = self.samples % 1_000_000 + 1

    def _place_sampler(self) -> None:
        """Place the button in the upper right, if there is a distribution."""
        drawing = self.bar is not None and self.bar.isVisible()
        wanted = self._shows_distribution and not drawing
        if not wanted and self.sampler.isHidden():
            return
        self.sampler.setVisible(wanted)
        self.sampler.adjustSize()
        px = self._theme.px
        self.sampler.move(self.width() - self.sampler.width() - px(8), px(4))
        self.sampler.raise_()
        place = self.sampler.geometry() if wanted else QRect()
        for canvas in self.canvases:
            if isinstance(canvas, LineCanvas | OutputPlane):
                canvas.covered = QRectF(place.translated(-canvas.pos()))
                canvas.update()

    def _on_example(self, index: int) -> None:
        self.highlight_changed.emit(frozenset() if index < 0 else frozenset({index}))

    def request(self, frame: Frame, size: QSize) -> Callable[[], object] | None:
        """The pictures of every run, at a resolution that is affordable now."""
        if not self.canvases or self._shape is None:
            return None
        frame = frame.on_plane()
        kind = self._shape[0]
        self._layout.activate()
        canvas = self.canvases[0]
        area = canvas.size()
        ratio = self.devicePixelRatioF()
        box = self.view.box
        if isinstance(canvas, PlaneCanvas):
            box = canvas.visible()
            area = canvas.area().size().toSize()
        panes = 3 if kind is Kind.RGB else 1
        wishes = [
            Wish(
                run.label,
                run.snapshot,
                frame.theme,
                box,
                round(area.width() * ratio) * panes,
                round(area.height() * ratio),
                frame.moving,
                self._target,
                self.contours,
                ratio,
                self.cases,
                self.rival_pictures if self.rivals else None,
                self.draws,
            )
            for run in frame.runs
        ]
        return lambda: tuple(compute(w) for w in wishes)

    def show_result(self, result: object) -> None:
        """Pass each run's pictures to their canvases."""
        if not isinstance(result, tuple) or self._shape is None:
            return
        self._results = result
        _, runs, pictures = self._shape
        if len(result) != runs:
            return
        named = runs > 1
        for run, made in enumerate(result):
            label = made.label if named else ""
            for which in range(pictures):
                canvas = self.canvases[run * pictures + which]
                if isinstance(canvas, OutputPlane) and isinstance(made, PlaneResult):
                    canvas.show_picture(made, which, label if which == 0 else "")
                elif isinstance(canvas, LineCanvas) and isinstance(made, LineResult):
                    canvas.show_line(made, label)
                elif isinstance(canvas, CasesCanvas) and isinstance(made, CasesResult):
                    canvas.show_cases(made, label)
        self._shows_distribution = _has_distribution(result[0])
        self._place_sampler()
        if self._described is not None:
            # Only the result knows whether a distribution is drawn.
            words, _ = self._words(*self._described)
            self.show_subtitle(words, _count_wrong(result[0]))

    # -- look and settings -----------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.sampler.setFont(theme.font(SMALL))
        for canvas in self.canvases:
            canvas.set_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The pane's colour between pictures."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.pane))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the pictures of one run so that they are largest."""
        super().resizeEvent(event)
        self._seat()
        self._place_sampler()
        if self.bar is not None and self.bar.isVisible():
            self.bar.place()

    def setting_changed(self, name: str) -> None:
        """Show or hide marks at once; recompute the rest."""
        for canvas in self.canvases:
            if not isinstance(canvas, CasesCanvas):
                canvas.show_test = self.test
                canvas.show_points = self.points
                canvas.samples = self.samples
            canvas.update()
        if name == "point":
            self.view.pin(_place(self.point))
        if name == "value" and self._chooser.currentIndex() != self._target:
            self._chooser.setCurrentIndex(self._target)
        super().setting_changed(name)

    @property
    def _target(self) -> int:
        """Which of several values is shown, from 0."""
        return min(self.value, self._targets) - 1

    def settings_widget(self) -> QWidget:
        """Which of several values; how many there are depends on the problem."""
        row = QHBoxLayout(self._value_row)
        row.setContentsMargins(12, 0, 12, 8)
        row.addWidget(Label(tr("Value")))
        row.addWidget(self._chooser)
        self._value_row.setVisible(self._targets > 1)
        return self._value_row

    def _offer_values(self, count: int) -> None:
        """Offer a choice of value, if there are several."""
        if count != self._targets:
            self._targets = count
            self._chooser.blockSignals(True)
            self._chooser.clear()
            self._chooser.addItems([str(i + 1) for i in range(count)])
            self._chooser.setCurrentIndex(self._target)
            self._chooser.blockSignals(False)
        if self._value_row.parent() is not None:
            self._value_row.setVisible(count > 1)

    def _on_target(self, index: int) -> None:
        self.value = max(0, index) + 1


def _values_to_choose(snapshot: Snapshot, kind: Kind) -> int:
    """How many values there are to choose from; 1 where all are shown at once."""
    unit = snapshot.network.output.unit
    if kind is Kind.VALUE:
        return 1 if unit.ranks else snapshot.run.data.problem.targets
    if kind is Kind.CASES:
        return snapshot.run.data.problem.targets if can_compare(snapshot) else 1
    alone = kind is Kind.LINE and unit.logits_per_target == 1 and not unit.goes_together
    return 1 if alone or kind is not Kind.LINE else snapshot.run.data.problem.targets


def _has_distribution(made: object) -> bool:
    """Whether there is something to draw samples from."""
    if isinstance(made, LineResult):
        return made.summed is not None
    if not isinstance(made, PlaneResult) or made.snapshot.run.data.problem.classes:
        return False
    return made.snapshot.network.output.unit.predicts_distribution


def _place(words: str) -> tuple[float, float] | None:
    """Parse one or two numbers as a place; None if invalid."""
    try:
        found = [float(word) for word in words.replace(",", " ").split()]
    except ValueError:
        return None
    if not 1 <= len(found) <= 2 or not np.isfinite(found).all():
        return None
    return (found[0], found[1] if len(found) == 2 else 0.0)


def _count_wrong(made: object) -> str:
    """Show in the badge how many examples are wrong."""
    if isinstance(made, PlaneResult):
        splits = made.snapshot.splits
        if not splits.train.classes or len(splits.train) + len(splits.test) > MANY:
            return ""
        count = int(made.wrong_train.sum() + made.wrong_test.sum())
    elif isinstance(made, CasesResult) and made.against is not None:
        return made.against.error_words
    elif isinstance(made, CasesResult) and made.sample.classes:
        count = int(made.mistakes)
        if made.tested:
            return tr(
                "{count} of {looked_at} test examples wrong",
                count=count,
                looked_at=made.looked_at,
            )
    else:
        return ""
    return tr("{count} wrong", count=count) if count else tr("none wrong")
