"""View 7, Walk: one example forward and backward through the computational graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QHideEvent, QPalette
from PySide6.QtWidgets import (
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.frame.base import Frame, Job, Panel, RunFrame
from app.frame.settings import Choice, Number, PanelSetting, Word
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.finder import FinderBox
from app.views.walk.descent_page import DescentPage
from app.views.walk.forward import ForwardPage
from app.views.walk.jobs import WalkCache, WalkResult, WalkWish, compute
from app.views.walk.map import can_open
from app.views.walk.page import WalkPage
from app.views.walk.sides import Outcome, WalkSides
from app.views.walk.update_page import UpdatePage
from app.widgets.buttons import IconButton, TextButton
from app.widgets.controls import mark_control
from app.widgets.label import Label, plain_tooltip
from app.widgets.number_field import NumberField
from app.widgets.page_tabs import PageTabs
from app.widgets.tab_head import TabHead
from app.widgets.tip import Tip
from core.analysis.chance import MORE, MOST_DRAWS
from core.analysis.walk_words import num
from core.errors import BadInput
from core.language import mark, tr
from core.network import MAX_LAYERS

PAGES = {
    "walk": mark("Walk"),
    "forward": mark("Forward mode"),
    "update": mark("Update"),
    "paths": mark("Paths"),
    "ways": mark("Ways"),
    "checkpoints": mark("Checkpoints"),
    "chance": mark("Chance"),
    "descent": mark("Descent in 1-D"),
}

MOVING_SECONDS = 0.4  # between two walks while training runs


MINIBATCH = "minibatch"


class ExampleSetting(PanelSetting[int | str]):
    """An example by number, or the next minibatch."""

    def checked(self, value: object) -> int | str:
        """Reject other words, and numbers below 0."""
        whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        if not whole and value != MINIBATCH:
            raise BadInput(
                tr(
                    "{key} must be a number or minibatch, got {value}",
                    key=self.key,
                    value=f"{value!r}",
                )
            )
        return value  # type: ignore[return-value]


class WalkPanel(Panel):
    """Pages: the walk, forward mode, the update, ways to a gradient, a playground.

    All but the last apply to every run; the playground uses a typed function.
    """

    name = "walk"
    title = mark("Walk")

    page = Choice("walk", PAGES)
    level = Choice("layers", {"layers": mark("Layers"), "units": mark("Units")})
    example_asked = ExampleSetting(0, key="example", again=True)
    selected = ExampleSetting(0, key="select_example", again=True)
    draws_asked = Number(MORE, MORE, MOST_DRAWS, key="draws", again=True)
    dropped = Number(0, 0, MAX_LAYERS, key="again", again=True)  # layers, the last ones
    place_asked = Word("", key="at", again=True)  # a card by name, or "end"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._example: int | None = 0
        self._chosen = False  # the user or a scene chose the example
        self._seen: frozenset[int] = frozenset()
        self._examples = 1
        self._asked = 0.0
        self._cache = WalkCache()
        self._finder = FinderBox()
        self._told: tuple[int, int | None] | None = None  # whose region was signalled
        self._pins = False  # a region is outlined because of this view
        self.tabs = PageTabs(tr("Pages of the Walk view"), self)
        for words in PAGES.values():
            self.tabs.addTab(tr(words))
        self.sides, self.descent = WalkSides(self), DescentPage(self)
        self.stack = QStackedWidget(self)
        for page in (self.sides, self.descent):
            self.stack.addWidget(page)
        self.example_label = Label(tr("example"), self)
        self.example = NumberField(tr("Example"), 0, 0, whole=True)
        self.example.set_value(0)
        self.example.setToolTip(
            tr(
                "The training example to walk through. Pointing at an example "
                "in another view also chooses it."
            )
        )
        self.batch = self._switch(
            tr("Minibatch"), tr("All examples of the next step at once.")
        )
        self.hold = IconButton(
            "pin",
            Tip(
                tr("Keep this example"),
                tr("Pointing at others in other views no longer changes it."),
            ),
            size=24,
            glyph=18,
            parent=self,
        )
        self.hold.setCheckable(True)
        self.units = self._switch(tr("Units"), tr("Show one card per unit."))
        mark_control(self.example_label)
        self._build()

    def _switch(self, words: str, text: str) -> TextButton:
        button = TextButton(words, Tip(words, text), parent=self)
        button.setCheckable(True)
        return button

    def _build(self) -> None:
        widgets = (self.example_label, self.example, self.hold, self.batch, self.units)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(TabHead(self.tabs, widgets, self))
        layout.addWidget(self.stack, 1)
        self.setAutoFillBackground(True)
        self.setMinimumSize(220, 160)
        self.tabs.currentChanged.connect(self._on_page)
        self.example.value_changed.connect(lambda v: self.choose(int(v)))
        self.batch.toggled.connect(self._on_batch)
        self.units.toggled.connect(self._on_units)
        self.sides.moved.connect(self.refresh_needed)

    # -- the pages of run A ----------------------------------------------------------
    @property
    def walk(self) -> WalkPage:
        """The walk page of run A, which has the buttons."""
        return self.sides.sides[0].walk

    @property
    def forward(self) -> ForwardPage:
        """Forward mode in run A."""
        return self.sides.sides[0].forward

    @property
    def update_page(self) -> UpdatePage:
        """The update of run A."""
        return self.sides.sides[0].update_page

    # -- choices -------------------------------------------------------------------
    def choose(self, example: int | None) -> None:
        """Walk this training example, or (None) the next minibatch."""
        self._example = example
        self._chosen = True
        self._say_choice()
        if example is not None:
            self._seen = frozenset({example})
            self.highlight_changed.emit(self._seen)
        self.refresh_needed.emit()

    def _say_choice(self) -> None:
        batch = self._example is None
        self.batch.blockSignals(True)
        self.batch.setChecked(batch)
        self.batch.blockSignals(False)
        self.example.setEnabled(not batch)
        if self._example is not None:
            self.example.set_value(self._example)

    def _on_batch(self, on: bool) -> None:
        self.choose(None if on else int(self.example.value))

    def _on_units(self, on: bool) -> None:
        self.level = "units" if on else "layers"
        self.sides.set_units(on)
        self.refresh_needed.emit()

    def _on_page(self, index: int) -> None:
        self.page = list(PAGES)[index]

    def _turn_to_page(self) -> None:
        walks = self.page != "descent"
        self.stack.setCurrentWidget(self.sides if walks else self.descent)
        if walks:
            self.sides.show_page(self.page)
        opens = self.page in ("walk", "forward")
        for widget in (self.example_label, self.example, self.hold, self.batch):
            widget.setVisible(walks)
        self.units.setVisible(opens)

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        self.page = name

    def setting_changed(self, name: str) -> None:
        """Update tabs, switches and the walk after a setting changed."""
        if name == "page":
            self.tabs.setCurrentIndex(list(PAGES).index(self.page))
            self._turn_to_page()
        elif name == "level":
            self.units.setChecked(self.level == "units")
        elif name == "draws_asked":
            self._set_page("chance", draws=int(self.draws_asked))
        elif name == "dropped":
            self._set_page("checkpoints", dropped=int(self.dropped))
        elif name == "place_asked":
            self.walk.go_to(self.place_asked)
        else:
            asked = getattr(self, name)
            self.choose(asked if isinstance(asked, int) else None)
        super().setting_changed(name)

    def _set_page(self, page: str, **choice: int) -> None:
        """Apply a choice to a page of every run."""
        for side in self.sides.sides:
            for name, value in choice.items():
                setattr(side.asking[page], name, value)
        self.refresh_needed.emit()

    def shown_settings(self) -> Mapping[str, float | str]:
        """``page``, ``share`` of the walk done, and the pages' choices."""
        found: dict[str, float | str] = {"page": self.page, "share": self.walk.share}
        for page in self.sides.sides[0].asking.values():
            found |= page.shown
        return found

    # -- frames --------------------------------------------------------------------
    def show_frame(self, frame: Frame) -> None:
        """Follow the example that a view points at."""
        if frame.moving:
            self._told = None
            self._unpin()
        self.sides.show_runs(len(frame.runs))
        self._examples = len(frame.main.snapshot.splits.train)
        self.example.high = float(max(self._examples - 1, 0))
        if self._example is not None and self._example >= self._examples:
            self._example = 0
        pointed = frame.highlight
        if len(pointed) == 1 and pointed != self._seen:
            self._seen = pointed
            if self.page != "descent" and not self.hold.isChecked():
                self._example, self._chosen = min(pointed), True
        elif not pointed and self._chosen and self._example is not None:
            # Nothing else is marked, so every view marks what is walked.
            self._seen = frozenset({self._example})
            self.highlight_changed.emit(self._seen)
        self._say_choice()

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Walk through every run."""
        if self.page == "descent":
            return None
        if frame.moving:
            # Numbers must not change faster than they can be read.
            now = perf_counter()
            if now - self._asked < MOVING_SECONDS:
                return None
            self._asked = now
            page = self.sides.sides[0].asking.get(self.page)
            if page is not None and page.still:
                return None
        looks = self._chosen and not frame.moving
        jobs = [
            self._job(at, run, self._finder if looks and at == 0 else None)
            for at, run in enumerate(frame.runs[: len(self.sides.sides)])
        ]
        return lambda: tuple(job() for job in jobs)

    def _job(
        self, at: int, run: RunFrame, finder: FinderBox | None
    ) -> Callable[[], Outcome]:
        """Walk through one run; if its sample has no such example, return its size."""
        side, example = self.sides.sides[at], self._example
        examples = len(run.snapshot.splits.train)
        if example is not None and example >= examples:
            return lambda: examples
        stop = side.walk.stop
        seed, seed_entry = side.forward.seed
        asking = side.asking.get(self.page)
        wish = WalkWish(
            run.snapshot,
            example,
            self.page,
            stop.name if stop is not None else "",
            side.walk.entry,
            seed,
            seed_entry,
            self._cache,
            finder,
            asking.ask if asking is not None else None,
        )
        return lambda: compute(wish)

    def show_result(self, result: object) -> None:
        """Pass each run's walk to its side."""
        if not isinstance(result, tuple) or len(result) != len(self.sides.sides):
            return
        self.sides.show_results(result, self._example)
        made = [each for each in result if isinstance(each, WalkResult)]
        if not made:
            return
        closed = [can_open(each.walk) for each in made]
        self.units.setEnabled(not all(closed))
        said = closed[0] if all(closed) else tr("Show one card per unit.")
        self.units.setToolTip(plain_tooltip(said))
        self._describe(made)
        self._tell_region(made[0])

    def _tell_region(self, result: WalkResult) -> None:
        """Make every view outline the example's region, once per state."""
        wish = result.wish
        key = (id(wish.snapshot.theta), wish.example)
        if wish.finder is None or key == self._told:
            return
        self._told = key
        if result.region is None:
            self._unpin()
        else:
            self._pins = True
            self.region_pinned.emit(result.region)

    def _unpin(self) -> None:
        """Remove the outline: its region no longer exists or is not walked."""
        if self._pins:
            self._pins = False
            self.region_pinned.emit(None)

    def hideEvent(self, event: QHideEvent) -> None:
        """Remove the outline of what is no longer walked."""
        self._told = None
        self._unpin()
        super().hideEvent(event)

    def _describe(self, made: list[WalkResult]) -> None:
        """Update the subtitle; with two runs, each shows its own step."""
        subject, comparing = made[0].walk.subject, self.sides.comparing
        words = (
            subject.words
            if comparing
            else tr("{words}, step {step}", words=subject.words, step=subject.step)
        )
        left_out = [
            name
            for name, value in (
                (tr("dropout"), subject.training.dropout),
                (tr("input noise"), subject.training.input_noise),
            )
            if value
        ]
        if left_out:
            words += tr(", without {left_out}", left_out=tr(" and ").join(left_out))
        badge = "" if comparing else f"J {num(made[0].walk.graph.J.value)}"
        self.show_subtitle(words, badge)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        self.tabs.set_theme(theme)
        self.example_label.setFont(theme.font(SMALL))
        self.example.setFont(theme.font())
        self.example.setFixedSize(theme.px(56), theme.px(24))
        self.hold.set_theme(theme)
        for button in (self.batch, self.units):
            button.set_theme(theme)
            button.setFixedHeight(theme.px(24))
        self.sides.set_theme(theme)
        self.descent.set_theme(theme)
