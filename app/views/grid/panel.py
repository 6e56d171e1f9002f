"""View 8, Grid: seeds of the present run, learning at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.editing.many import FEWEST, MOST, USUAL
from app.editing.state import AppState
from app.frame.base import Frame, Job, Panel
from app.frame.settings import Choice, Whole, settings_of
from app.look.numbers import shown_count
from app.look.theme import LIGHT, Theme
from app.views.grid.bayes_job import Bayes, BayesWish
from app.views.grid.bayes_job import compute as compute_bayes
from app.views.grid.bayes_page import BayesPage
from app.views.grid.canvas import TilesCanvas
from app.views.grid.ensemble_job import Ensemble, EnsembleWish, compute
from app.views.grid.ensemble_page import EnsemblePage
from app.views.grid.jobs import PICTURES, Tiles, Wish, not_applicable, paint
from app.views.grid.summary import Summary
from app.widgets.controls import mark_control
from app.widgets.label import Label, plain_tooltip
from app.widgets.number_field import NumberField
from app.widgets.page_tabs import PageTabs
from app.widgets.tab_head import TabHead
from app.widgets.toggle import Toggle
from core.grid.course import seeded
from core.grid.snapshot import SORTS, GridSnapshot
from core.grid.ways import WAYS
from core.language import mark, tr

PAGES = {
    "networks": mark("Networks"),
    "ensemble": mark("Ensemble"),
    "bayes": mark("Bayes"),
}
MEMBERS = {way.name: way.title for way in WAYS.values()}


class GridPanel(Panel):
    """Small pictures of all networks, and a summary above them."""

    name = "grid"
    title = mark("Grid")

    page = Choice("networks", PAGES)
    networks = Whole(USUAL, FEWEST, MOST)
    picture = Choice("output", PICTURES)
    sort = Choice("seed", SORTS)
    members = Choice("seeds", MEMBERS)

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._theme: Theme = LIGHT
        self._listens = False  # to every frame
        self._asked: tuple[object, ...] = ()  # what the last pictures were made from
        self.summary = Summary(self)
        self.canvas = TilesCanvas(self)
        self.ensemble = EnsemblePage(self)
        self.bayes = BayesPage(self)
        self.tabs = PageTabs(tr("Pages of the Grid view"), self)
        for page_title in PAGES.values():
            self.tabs.addTab(tr(page_title))
        self.stack = QStackedWidget(self)
        self.count = NumberField(tr("Networks"), FEWEST, MOST, whole=True, parent=self)
        self.count.set_value(USUAL)
        self.count.setToolTip(tr("How many networks to train, with consecutive seeds."))
        self.pictures = self._chooser(tr("Picture of each network"), PICTURES)
        self.sorts = self._chooser(tr("Sort the networks by"), SORTS)
        self.ways = self._chooser(tr("Where members come from"), MEMBERS)
        self.stops = Toggle(tr("Stop at goal"), self)
        self.stops.setToolTip(
            tr("Each network, and run A, pauses when it reaches the goal.")
        )
        words = (tr("networks"), tr("Stop at goal"), tr("sorted by"))
        self._words = [Label(word, self) for word in words]
        mark_control(*self._words)
        self._build()
        self.canvas.chosen.connect(self._open)
        state.goal_changed.connect(self._show_goal)
        self._show_goal()

    def _chooser(self, name: str, options: dict[str, str]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setToolTip(plain_tooltip(name))
        for key, title in options.items():
            box.addItem(tr(title), key)
        return box

    def _build(self) -> None:
        controls = (
            self.count,
            self._words[0],
            self.pictures,
            self.ways,
            self.stops,
            *self._words[1:],
            self.sorts,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(TabHead(self.tabs, controls, self))
        layout.addWidget(self.summary)
        self.stack.addWidget(self.canvas)
        self.stack.addWidget(self.ensemble)
        self.stack.addWidget(self.bayes)
        layout.addWidget(self.stack, 1)
        self.setAutoFillBackground(True)
        self.setMinimumSize(220, 200)
        self.tabs.currentChanged.connect(self._on_page)
        self.ensemble.section_chosen.connect(lambda _: self._renew())
        self.count.value_changed.connect(self._on_count)
        self.pictures.currentIndexChanged.connect(self._on_picture)
        self.sorts.currentIndexChanged.connect(self._on_sort)
        self.ways.hide()
        self.ways.currentIndexChanged.connect(self._on_way)
        self.bayes.way_chosen.connect(self._choose_way)
        self.bayes.dropout_wanted.connect(
            lambda rate: self._state.editing.change_training(dropout=rate)
        )
        self.stops.toggled.connect(self._on_stops)

    # -- settings --------------------------------------------------------------------
    def _on_page(self, index: int) -> None:
        self.page = list(PAGES)[index]

    def _renew(self) -> None:
        self._asked = ()
        self.refresh_needed.emit()

    def _on_count(self, value: float) -> None:
        self.networks = round(value)

    def _on_picture(self, index: int) -> None:
        self.picture = self.pictures.itemData(index)

    def _on_sort(self, index: int) -> None:
        self.sort = self.sorts.itemData(index)

    def _on_way(self, index: int) -> None:
        self.members = self.ways.itemData(index)

    def _choose_way(self, way: str) -> None:
        self.members = way

    def _on_stops(self, on: bool) -> None:
        self._state.set_goal(replace(self._state.goal, stop=on))

    def _show_goal(self, _: object = None) -> None:
        goal = self._state.goal
        self.stops.setChecked(goal.stop)
        for widget in (self.stops, self._words[1]):
            widget.setVisible(goal.asks)
        self.refresh_needed.emit()

    def setting_changed(self, name: str) -> None:
        """Update the controls, whatever changed it."""
        if name == "networks":
            self._state.many.count = self.networks
            self.count.set_value(self.networks)
        for box, key in (
            (self.pictures, self.picture),
            (self.sorts, self.sort),
            (self.ways, self.members),
        ):
            box.setCurrentIndex(box.findData(key))
        if name == "page":
            at = list(PAGES).index(self.page)
            self.tabs.setCurrentIndex(at)
            self.stack.setCurrentIndex(at)
            for widget in (self.pictures, self.sorts, self._words[2]):
                widget.setVisible(self.page == "networks")
            self.ways.setVisible(self.page == "bayes")
            self.summary.setVisible(self.page != "bayes")
            if self.page != "bayes":
                self._state.gathering.rest()
        self._asked = ()
        super().setting_changed(name)

    def shown_settings(self) -> Mapping[str, float | str]:
        """What a lesson may check."""
        return {
            "page": self.page,
            "networks": self.networks,
            "picture": self.picture,
            "sort": self.sort,
            "members": self.members,
            "step": 0 if (latest := self._state.many.latest) is None else latest.step,
        }

    def kept(self) -> Mapping[str, object]:
        """The settings and the first seed, once the grid has been shown."""
        many = self._state.many
        if many.latest is None:
            return {}
        chosen = {s.key: getattr(self, s.name) for s in settings_of(type(self))}
        return {**chosen, "first_seed": many.first_seed}

    def take_kept(self, kept: Mapping[str, object]) -> None:
        """Show the same networks in the same way."""
        super().take_kept(kept)
        seed = kept.get("first_seed")
        if isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0:
            self._state.many.first_seed = seed

    # -- frames ----------------------------------------------------------------------
    def showEvent(self, event: QShowEvent) -> None:
        """Start training the networks while they are visible."""
        super().showEvent(event)
        self._state.many.watch(True)
        if not self._listens:  # hidden, it costs nothing
            self._state.noticed.connect(self._on_noticed)
            self._listens = True

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop training the networks while they are hidden."""
        super().hideEvent(event)
        self._state.many.watch(False)
        if self._listens:
            self._state.noticed.disconnect(self._on_noticed)
            self._listens = False
        self._state.gathering.rest()

    def _on_noticed(self) -> None:
        """Keep frames coming while the networks catch up with a paused run A."""
        busy = self._state.many.busy or self._state.gathering.busy
        if busy or not self._up_to_date():
            self.refresh_needed.emit()

    def _up_to_date(self) -> bool:
        shot = self._state.many.latest
        if not self._asked or self._asked[0] is not shot:
            return False
        gathered = self._state.gathering.latest
        return self.page != "bayes" or self._asked[1] is gathered

    def show_frame(self, frame: Frame) -> None:
        """Aim at run A's step, and summarise the networks."""
        many = self._state.many
        many.follow()
        shot = many.latest
        if many.error is not None:
            self.canvas.show_note(
                tr("These networks can't be trained here: {error}", error=many.error)
            )
            return
        if shot is None:
            return
        self.summary.show_shot(shot)
        labels = {
            run.snapshot.run.seed: run.label
            for run in reversed(frame.runs)
            if seeded(run.snapshot.run, 0) == shot.run
        }
        self.canvas.mark(labels)
        self.canvas.show_note(not_applicable(self.picture, shot))
        self.show_subtitle(_subtitle(shot, frame.main.snapshot.step))

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """All pictures in one image, unless they are already shown."""
        shot = self._state.many.latest
        moving = frame.moving or self._state.many.busy
        if shot is not None and self.page == "ensemble":
            return self._ensemble_job(shot, frame, moving)
        if shot is not None and self.page == "bayes":
            return self._bayes_job(shot, frame, moving)
        if shot is None or not_applicable(self.picture, shot):
            return None
        ratio = self.devicePixelRatioF()
        canvas = self.canvas.size()
        asked = (shot, frame.theme, self.picture, self.sort, moving, canvas, ratio)
        if asked == self._asked:
            return None
        self._asked = asked
        wish = Wish(
            shot,
            frame.theme,
            self.picture,
            self.sort,
            self.canvas.places(len(shot)),
            canvas.width(),
            canvas.height(),
            ratio,
            moving,
        )
        return lambda: paint(wish)

    def _ensemble_job(
        self, shot: GridSnapshot, frame: Frame, moving: bool
    ) -> Job | None:
        asked = (shot, frame.theme, self.ensemble.section, moving)
        if asked == self._asked:
            return None
        self._asked = asked
        wish = EnsembleWish(shot, frame.theme, self.ensemble.section, moving)
        return lambda: compute(wish)

    def _bayes_job(self, shot: GridSnapshot, frame: Frame, moving: bool) -> Job | None:
        gathering, main = self._state.gathering, frame.main.snapshot
        gathering.follow(main, self.networks, self.members)
        found = gathering.latest
        playing = self._state.playing
        asked = (shot, found, main, self.members, frame.theme, moving, playing)
        if asked == self._asked:
            return None
        self._asked = asked
        wish = BayesWish(main, shot, found, self.members, frame.theme, moving, playing)
        return lambda: compute_bayes(wish)

    def show_result(self, result: object) -> None:
        """Show the newest pictures."""
        if isinstance(result, Ensemble):
            self.ensemble.show_ensemble(result)
        if isinstance(result, Bayes):
            self.bayes.show_bayes(result)
        if isinstance(result, Tiles):
            self.canvas.show_tiles(result)

    def _open(self, member: int, beside: bool) -> None:
        self._state.many.open(member, beside=beside)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(palette)
        self.summary.set_theme(theme)
        self.canvas.set_theme(theme)
        self.ensemble.set_theme(theme)
        self.bayes.set_theme(theme)
        self.tabs.set_theme(theme)
        self.count.setFixedWidth(theme.px(52))
        self.stops.set_theme(theme)
        for label in self._words:
            label.setFont(theme.font())


def _subtitle(shot: GridSnapshot, step: int) -> str:
    seeds = tr("seeds {seeds} to {seeds2}", seeds=shot.seeds[0], seeds2=shot.seeds[-1])
    words = tr("{seeds}, step {step}", seeds=seeds, step=shown_count(shot.step))
    if shot.step < step:
        words = tr("{words} of {step}", words=words, step=shown_count(step))
    return words
