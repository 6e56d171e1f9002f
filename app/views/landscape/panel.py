"""The Landscape view: the loss around the present weights, and their path."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from app.frame.base import Frame, Job, Panel, RunFrame
from app.frame.settings import Choice, Number, Switch, Whole, Word
from app.look.numbers import shown_number, shown_percent
from app.look.theme import LIGHT, Theme
from app.plane.view import PlaneView
from app.views.landscape.canvas import MapCanvas
from app.views.landscape.hand import Hand
from app.views.landscape.head import HeadRow
from app.views.landscape.jobs import (
    QUANTITIES,
    Landscape,
    Memory,
    PlaneChoice,
    Wish,
    compute,
)
from app.views.landscape.line_canvas import LineCanvas
from app.views.landscape.line_jobs import (
    LINES,
    LinePicture,
    LineWish,
    compute_line,
)
from app.views.landscape.points import (
    FUTURE,
    PointsMenu,
    Source,
    split_points,
    usual,
    with_point,
)
from app.views.landscape.rates import RateFields, rates_of
from app.views.landscape.surface import SurfaceCanvas
from app.widgets.rows import within
from core.analysis.sections import Section
from core.errors import BadInput
from core.files.run_file import read_run
from core.language import lowered, mark, tr
from core.limits import MAX_PARAMETERS

if TYPE_CHECKING:
    from app.editing.state import AppState

PAGES = {"map": mark("Map"), "surface": mark("Surface"), "line": mark("Line")}
PLANES = {
    "pca": mark("Path: main directions"),
    "random": mark("Random, unit by unit"),
    "hessian": mark("Sharpest directions"),
    "gradient": mark("Gradient and momentum"),
    "weights": mark("Two single weights"),
    "points": mark("Through three points"),
}
_PAIR = ("plane", "weights")
_RANDOM = ("plane", "random")


class LandscapePanel(Panel):
    """Loss over a plane through weight space, live, with the path on it."""

    name = "landscape"
    title = mark("Landscape")
    job_share = 0.6  # its kernel releases the GIL, and thousands of losses take time

    page = Choice("map", PAGES)
    plane = Choice("pca", PLANES, mark("Plane"))
    quantity = Choice("loss", QUANTITIES, mark("Height"))
    line = Choice("ends", LINES, mark("Line"))
    hold = Switch(False, mark("Keep the plane fixed during training"))
    arrows = Switch(False, mark("Gradient as arrows"))
    span = Number(0.0, 0.0, 1e6)  # half-width of the picture; 0: the plane's own
    race = Switch(False, mark("Race of optimisers from the start"))
    race_steps = Whole(200, 1, 100_000, mark("Steps of a race"))
    seed = Whole(
        0, 0, 9999, mark("Draw"), spoken=mark("Seed of the random plane"), needs=_RANDOM
    )
    points = Word("")  # "A now, B now, A start"; empty: the usual three
    race_rates = Word("")  # "sgd 0.1, adam 0.01"; the others follow the run's own
    weight_x = Whole(
        0,
        0,
        MAX_PARAMETERS,
        mark("Weight on x"),
        spoken=mark("Weight on the x axis"),
        needs=_PAIR,
    )
    weight_y = Whole(
        1,
        0,
        MAX_PARAMETERS,
        mark("Weight on y"),
        spoken=mark("Weight on the y axis"),
        needs=_PAIR,
    )

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._memory = Memory()
        self._stop = np.zeros(1, np.uint8)
        self._key: object = None
        self._raced: object = None  # the run whose race from the start is shown
        self._fineness = 0
        self._held: Section | None = None
        self._state = state
        self._frame: Frame | None = None
        self._files: dict[str, Source] = {}  # runs used for points
        self._rate_fields: RateFields | None = None
        self.result: Landscape | None = None
        self.view = PlaneView(self)
        self.map = MapCanvas(self.view, self)
        self.surface = SurfaceCanvas(self)
        self.line_page = LineCanvas(self)
        self.hand = Hand(state, self)
        self.head = HeadRow(PAGES, PLANES, LINES, self)
        self.stack = QStackedWidget(self)
        for page in (self.map, self.surface, self.line_page):
            self.stack.addWidget(page)
        self._connect()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.stack, 1)
        self.setAutoFillBackground(True)
        self.setMinimumSize(140, 90)
        self._show_choice()

    def _connect(self) -> None:
        head = self.head
        head.page_chosen.connect(lambda name: setattr(self, "page", name))
        head.plane_chosen.connect(lambda name: setattr(self, "plane", name))
        head.line_chosen.connect(lambda name: setattr(self, "line", name))
        head.hold_asked.connect(lambda: setattr(self, "hold", not self.hold))
        head.race_asked.connect(self.toggle_race)
        head.points_asked.connect(self._offer_points)
        self.view.changed.connect(self.refresh_needed)
        self.hand.changed.connect(self.refresh_needed)
        self.map.weights_moved.connect(self._on_moved)
        self.map.menu_asked.connect(self._on_menu)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Nothing cheap to draw: the picture comes from the worker."""
        self.map.label = frame.main.label if frame.comparing else ""
        self._frame = frame
        if self._rate_fields is not None and self._rate_fields.isVisible():
            self._show_rates()

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Ask for the loss over the plane, coarse first, or along the line."""
        run = frame.main
        beside = frame.runs[1] if frame.comparing else None
        other = None if beside is None else beside.snapshot
        if self.page == "line":
            asked = LineWish(self.line, run.snapshot, run.timeline, other, self._memory)
            return lambda: compute_line(asked)
        self._ask_for_race(run)
        wish = self._wish(frame, beside)
        key = (
            id(wish.snapshot.theta),
            None if other is None else id(other.theta),
            wish.choice,
            wish.quantity,
            id(wish.held),
            self.view.box,
            wish.size,
            id(wish.theme),
            wish.moving,
            wish.span,
            wish.arrows,
            tuple(map(id, wish.racers)),
        )
        if key != self._key:
            self._stop[0] = 1  # cancel a job still computing the last picture
            self._stop = np.zeros(1, np.uint8)
            self._key, self._fineness = key, 0
        wish = replace(wish, fineness=self._fineness, stop=self._stop)
        raced = self.hand.job(run.snapshot, self.race_steps, self._memory)
        if raced is None:
            return lambda: compute(wish)
        return lambda: (racers := raced(), compute(replace(wish, racers=racers)))

    def _wish(self, frame: Frame, other: RunFrame | None) -> Wish:
        shown = self.stack
        at_home = self.view.box == self.view.home
        racers = self.hand.racers
        parameters = len(frame.main.snapshot.theta)
        if racers and racers[0].thetas.shape[1] != parameters:
            racers = ()
        return Wish(
            snapshot=frame.main.snapshot,
            timeline=frame.main.timeline,
            other=other,
            sources=self._sources(frame) if self.plane == "points" else (),
            choice=PlaneChoice(
                self.plane, self.seed, (self.weight_x, self.weight_y), self.points
            ),
            held=self._held,
            quantity=self.quantity,
            box=None if at_home else self.view.box,
            size=(max(8, shown.width()), max(8, shown.height())),
            theme=frame.theme,
            moving=frame.moving,
            fineness=0,
            span=self.span,
            arrows=self.arrows,
            racers=racers,
            memory=self._memory,
            stop=self._stop,
        )

    def show_result(self, result: object) -> None:
        """Draw the picture, and request a finer one while there is time."""
        if isinstance(result, tuple):
            racers, result = result
            self.hand.take(racers)
        if isinstance(result, LinePicture):
            self.line_page.show_picture(result)
            title = tr(LINES[result.kind])
            self.show_subtitle(within(title), "")
        elif isinstance(result, BadInput):
            self._refuse(str(result))
        elif isinstance(result, Landscape):
            self._show_landscape(result)

    def _refuse(self, sentence: str) -> None:
        self.show_subtitle("", "")
        if self.page == "line":
            self.line_page.show_note(sentence)
            return
        self.result = None
        self.map.show_note(sentence)
        self.surface.show_note(sentence)

    def _show_landscape(self, result: Landscape) -> None:
        self.result = result
        at_home = self.view.box == self.view.home
        self.view.home = result.home
        if at_home:
            self.view.box = result.home
        self.map.show_result(result)
        self.surface.show_result(result)
        self._describe(result)
        if self.hold and self._held is None:
            self._held = result.section
        if not result.finest:
            self._fineness += 1
            self.refresh_needed.emit()

    def setting_changed(self, name: str) -> None:
        """Show another plane whole; an unpinned plane follows the weights again."""
        if name == "race_rates":
            self._show_rates()
            self.hand.race_again(rates_of(self.race_rates))
        if name in ("plane", "seed", "weight_x", "weight_y", "span", "points"):
            self._held = None
            self.view.box = self.view.home
        if name == "hold":
            self._held = self.result.section if self.hold and self.result else None
        if name == "race":
            self._raced = None
            if not self.race:
                self.hand.clear()
        self._show_choice()
        super().setting_changed(name)

    def _show_choice(self) -> None:
        self.head.show_choice(self.page, self.plane, self.line, self.hold)
        self.stack.setCurrentIndex(list(PAGES).index(self.page))

    # -- by hand -------------------------------------------------------------------

    def _on_moved(self, alpha: float, beta: float, drag: int) -> None:
        if self.result is not None:
            self.hand.move(self.result, (alpha, beta), drag)

    def _on_menu(self, place: tuple[float, float], at: QPoint) -> None:
        if self.result is not None:
            self.hand.offer(self.result, place, at)

    def toggle_race(self) -> None:
        """Race from the present weights, or clear the race that is shown."""
        if self.hand.racers:
            self.race = False
            self.hand.clear()
        elif self.result is not None:
            self.hand.race_from(self.result, self.result.here[:2])

    def _ask_for_race(self, run: RunFrame) -> None:
        """Request a race from the start, once per run."""
        key = (run.snapshot.generation, run.snapshot.run, self.race_steps)
        if self.race and key != self._raced:
            self._raced = key
            self.hand.wanted = np.asarray(run.timeline.at(0).theta, np.float64)

    # -- three points and rates ----------------------------------------------------

    def _sources(self, frame: Frame) -> tuple[Source, ...]:
        """Runs that have points to choose from."""
        shown = [Source(r.label, r.snapshot, r.timeline.snapshots) for r in frame.runs]
        for i, lane in enumerate(self._state.lanes.all, start=1):
            shown.append(Source.of(f"{FUTURE}{i}", lane.past.snapshots))
        return (*shown, *self._files.values())

    def points_menu(self) -> PointsMenu | None:
        """The menu in which the three points are chosen."""
        if self._frame is None:
            return None
        sources = self._sources(self._frame)
        network = self._frame.main.snapshot.network
        points = self.points or usual(sources, network)
        try:
            split_points(points)
        except BadInput:  # a scene had something else
            points = usual(sources, network)
        return PointsMenu(
            points, sources, partial(setattr, self, "points"), self._ask_file, self
        )

    def _offer_points(self) -> None:
        menu = self.points_menu()
        if menu is not None:
            menu.aboutToHide.connect(menu.deleteLater)
            button = self.head.points
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _ask_file(self, i: int) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Take a point from a run"), "", tr("Runs (*.hyperfold)")
        )
        if path:
            self.take_file(i, Path(path))

    def take_file(self, i: int, path: Path) -> None:
        """Set point ``i`` to the present weights of a saved run."""
        try:
            kept = read_run(path).saved.snapshots
        except (BadInput, OSError) as error:
            self._refuse(str(error))
            return
        name = path.stem.replace(",", " ")
        self._files[name] = Source.of(name, kept)
        assert self._frame is not None
        sources = self._sources(self._frame)
        points = self.points or usual(sources, self._frame.main.snapshot.network)
        self.points = with_point(split_points(points), i, name, "now")

    def settings_widget(self) -> QWidget:
        """Fields for the rates of a race."""
        self._rate_fields = RateFields(partial(setattr, self, "race_rates"))
        self._show_rates()
        return self._rate_fields

    def _show_rates(self) -> None:
        if self._rate_fields is not None:
            run = None if self._frame is None else self._frame.main.snapshot.run
            training = None if run is None else run.training
            self._rate_fields.show_rates(self.race_rates, training)

    # -- words ---------------------------------------------------------------------

    def _describe(self, result: Landscape) -> None:
        words = lowered(tr(PLANES[result.section.kind]))
        if result.note:
            words = result.note
        if self.hold:
            words += tr(", fixed")
        if result.explained is not None:
            share = shown_percent(result.explained)
            whose = tr("the path's") if result.beside is None else tr("both paths'")
            words += tr(
                " · shows {share} of {whose} variance", share=share, whose=whose
            )
        badge = ""
        if MapCanvas.is_off(result):
            badge = tr("now {here} off the plane", here=shown_number(result.here[2]))
        self.show_subtitle(words, badge)

    # -- look ----------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        self.map.set_theme(theme)
        self.surface.set_theme(theme)
        self.line_page.set_theme(theme)
        self.head.set_theme(theme)
