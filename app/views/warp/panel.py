"""View 2, Warp: how every layer moves and folds the plane, animated."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from time import monotonic

from PySide6.QtCore import QEasingCurve, QSize, QVariantAnimation
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from app.frame.base import Frame, Job, Panel
from app.frame.settings import Choice, Number, Switch, Whole
from app.look.numbers import shown_percent
from app.look.theme import LIGHT, Theme
from app.plane.captions import with_legend
from app.views.warp.jobs import WarpResult, WarpWish, compute
from app.views.warp.readings import MODES, space_words
from app.views.warp.stage import StageLink, WarpStage
from app.views.warp.track import LayerStrip, StageSlider
from app.widgets.buttons import IconButton
from app.widgets.controls import mark_control
from app.widgets.removing import remove
from app.widgets.tip import Tip
from core.analysis.projection_track import Kept, ProjectionTrack
from core.analysis.separability import Separability
from core.analysis.slices import SlicedPast
from core.analysis.warp import ProjectionChoice, stages
from core.language import mark, tr
from core.network import MAX_UNITS
from core.plane_spec import SliceSpec

_FLY = Tip(
    mark("Fly through"),
    mark("Plays the path from the input to the logits in a few seconds."),
    r"h \to W h \to W h + b \to \varphi(W h + b)",
)
_UNFOLD = Tip(
    mark("Unfold"),
    mark(
        "Plays the path back to the input: every fold opens, and what was "
        "drawn once in the folded plane appears in each of its copies."
    ),
    r"\varphi(W h + b) \to W h + b \to W h \to h",
)
_HOLD = Tip(mark("Stop flying"), mark("Stop here."))
FLY_SECONDS = (4.0, 6.0)  # least and most, by the number of stages
METER_SECONDS = 0.4  # between two measurements of a moving plane
MOST_LINES = 81  # of the grid, each way
_PAIR = ("projection", "pair")
_COLOURINGS = {
    "plain": mark("Plain"),
    "position": mark("By position"),
    "output": mark("By output"),
}


class WarpPanel(Panel):
    """The large stage, small pictures of the layers, and the slider over all stages."""

    name = "warp"
    title = mark("Warp")

    lines = Whole(
        41, 3, MOST_LINES, mark("Grid lines"), spoken=mark("Grid lines each way")
    )
    colour = Choice("plain", _COLOURINGS, mark("Grid colour"), spoken=mark("Grid"))
    projection = Choice(
        "pca", MODES, mark("Wide layers"), spoken=mark("Projection of wide layers")
    )
    unit_x = Whole(
        1,
        1,
        MAX_UNITS,
        mark("Unit on x"),
        spoken=mark("Unit on the x axis"),
        needs=_PAIR,
    )
    unit_y = Whole(
        2,
        1,
        MAX_UNITS,
        mark("Unit on y"),
        spoken=mark("Unit on the y axis"),
        needs=_PAIR,
    )
    test = Switch(False, mark("Test points"))
    pictures = Switch(True, mark("Examples as pictures, where possible"))
    place_asked = Number(0.0, 0.0, 1.0, key="place", again=True)  # fraction of the way
    reduce_motion = Switch(False)  # jump from stage to stage; set by the window

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._tracks: list[ProjectionTrack] = []
        self.stages: list[WarpStage] = []
        self.link = StageLink(self.stages)
        self.results: tuple[WarpResult, ...] = ()
        self._placed = False
        self._wanted: float | None = None  # fraction of the way that a scene sets
        self._metered_at = -inf
        self._meter: tuple[Separability, ...] = ()
        self._network: object = None
        self._moving = False
        self.slider = StageSlider(self)
        mark_control(self.slider)
        self.strip = LayerStrip(self)
        self.fly = IconButton("play", _FLY.translated(), size=28, glyph=18, parent=self)
        self.fly.clicked.connect(self._on_fly)
        self.unfold = IconButton(
            "back", _UNFOLD.translated(), size=28, glyph=18, parent=self
        )
        self.unfold.clicked.connect(self._on_unfold)
        self.slider.moved.connect(self._on_moved)
        self.strip.chosen.connect(self._glide)
        self.flight = QVariantAnimation(self)
        self.flight.valueChanged.connect(self._on_flight)
        self.flight.finished.connect(self._on_landed)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 0, 8, 4)
        foot.setSpacing(4)
        foot.addWidget(self.unfold)
        foot.addWidget(self.fly)
        foot.addWidget(self.slider, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._row, 1)
        layout.addWidget(self.strip)
        layout.addLayout(foot)
        self.setAutoFillBackground(True)
        self._arrange(1)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Follow the structure, and mark examples."""
        frame = frame.on_plane()
        self._arrange(len(frame.runs))
        self._moving = frame.moving
        network = frame.main.snapshot.network
        if network != self._network:
            self._network = network
            self._meter, self._metered_at = (), -inf
            before = self.slider.last
            self.slider.set_stages(stages(network))
            if self.slider.last != before:
                # A wider layer keeps the flight going; a different structure ends it.
                self.flight.stop()
                self.fly.set_icon("play", _FLY.translated())
            if self._wanted is not None:
                self._place(float(round(self._wanted * self.slider.last)))
                self._wanted = None
            elif not self._placed or self.link.place > self.slider.last:
                # Start at the most interesting place: after the last hidden layer.
                hidden = len(network.hidden)
                self._place(self.slider.last - 2 if hidden else 0.0)
        for stage in self.stages:
            stage.set_highlight(frame.highlight)

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Follow grid and sample through every run's network."""
        frame = frame.on_plane()
        if not self.stages:
            return None
        # The meter is a fit of its own in every layer: while the plane moves, a few
        # times per second are enough.
        now = monotonic()
        measured = not frame.moving or now - self._metered_at >= METER_SECONDS
        if measured:
            self._metered_at = now
        wishes = [
            WarpWish(
                snapshot=run.snapshot,
                timeline=_past(run.timeline, frame.slice),
                track=track,
                label=run.label,
                lines=self.lines,
                choice=self._choice,
                colouring=self.colour,
                theme=frame.theme,
                with_test=self.test,
                measured=measured,
                pinned=frame.pinned,
                moving=frame.moving,
                place=self.link.place,
                asked=None if frame.asked is None else frame.asked.x,
            )
            for run, track in zip(frame.runs, self._tracks, strict=False)
        ]
        return lambda: tuple(compute(w) for w in wishes)

    def show_result(self, result: object) -> None:
        """Pass each run to its stage."""
        if not isinstance(result, tuple) or len(result) != len(self.stages):
            return
        self.results = result
        self._meter = result[0].meter or self._meter
        for stage, made in zip(self.stages, result, strict=True):
            stage.show_result(made, made.label if len(result) > 1 else "")
        self.strip.show_result(result[0], self._meter, self._moving)
        self._describe()

    def _arrange(self, runs: int) -> None:
        if runs == len(self.stages):
            return
        while len(self.stages) > runs:
            gone = self.stages.pop()
            self._tracks.pop()
            self._row.removeWidget(gone)
            remove(gone)
        while len(self.stages) < runs:
            stage = WarpStage(self.link, self)
            stage.set_theme(self._theme)
            stage.pictured = self.pictures
            stage.camera_changed.connect(self._repaint)
            stage.example_hovered.connect(self._on_example)
            stage.brushed.connect(self.highlight_changed)
            self._row.addWidget(stage, 1)
            stage.show()  # a hidden one has no size yet
            self.stages.append(stage)
            self._tracks.append(ProjectionTrack())

    # -- the way -------------------------------------------------------------------

    @property
    def place(self) -> float:
        """The stage's present place between input and output."""
        return self.link.place

    def go_to(self, place: float) -> None:
        """Go to ``place``; used by scripts."""
        self.flight.stop()
        self._place(place)

    def _place(self, place: float) -> None:
        self._placed = True
        self.link.place = min(max(place, 0.0), self.slider.last)
        self.slider.set_place(self.link.place)
        self.strip.set_place(self.link.place)
        self._repaint()
        self._describe()

    def _on_moved(self, place: float) -> None:
        self.go_to(place)

    def _on_fly(self) -> None:
        if self.flight.state() == QVariantAnimation.State.Running:
            self.flight.stop()
            self._on_landed()
            return
        place, last = self.link.place, self.slider.last
        self._fly(place if place < last else 0.0, last)

    def _on_unfold(self) -> None:
        place = self.link.place
        self._fly(place if place > 0.0 else self.slider.last, 0.0)

    def _fly(self, start: float, stop: float) -> None:
        least, most = FLY_SECONDS
        seconds = min(max(0.55 * self.slider.last, least), most)
        share = abs(stop - start) / self.slider.last
        self.fly.set_icon("pause", _HOLD.translated())
        self._start(start, stop, max(0.6, share * seconds), linear=True)

    def _glide(self, place: float) -> None:
        """Animate briefly to a layer that was clicked."""
        if self.reduce_motion:
            self.go_to(place)
            return
        self._start(self.link.place, place, 0.5, linear=False)

    def _start(self, start: float, stop: float, seconds: float, linear: bool) -> None:
        self.flight.stop()
        self.flight.setStartValue(float(start))
        self.flight.setEndValue(float(stop))
        self.flight.setDuration(int(1000 * seconds))
        curve = QEasingCurve.Type.Linear if linear else QEasingCurve.Type.InOutCubic
        self.flight.setEasingCurve(curve)
        self.flight.start()

    def _on_flight(self, value: object) -> None:
        if isinstance(value, float):
            self._place(float(round(value)) if self.reduce_motion else value)

    def _on_landed(self) -> None:
        self.fly.set_icon("play", _FLY.translated())
        self._place(float(round(self.link.place, 6)))

    def _repaint(self) -> None:
        for stage in self.stages:
            stage.update()

    def _on_example(self, index: int) -> None:
        self.highlight_changed.emit(frozenset() if index < 0 else frozenset({index}))

    # -- words ---------------------------------------------------------------------

    def _describe(self) -> None:
        """Subtitle: which space, and how much of it is shown; badge: the meter."""
        if not self.results:
            return
        result = self.results[0]
        index = min(round(self.link.place), len(result.warp.stages) - 1)
        words = space_words(result, index)
        if self.test:
            words = with_legend(words, result.snapshot.splits.test)
        badge = ""
        if index < len(self._meter):
            number = shown_percent(self._meter[index].train)
            labelled = result.snapshot.splits.train.classes
            badge = (
                tr("linearly separable {number}", number=number)
                if labelled
                else tr("linear read-out explains {number}", number=number)
            )
        self.show_subtitle(words, badge)

    # -- look and settings -----------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the small layers if space is short."""
        self.strip.setVisible(self.height() >= self._theme.px(330))
        super().resizeEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        self.fly.set_theme(theme)
        self.unfold.set_theme(theme)
        self.slider.set_theme(theme)
        self.strip.set_theme(theme)
        for stage in self.stages:
            stage.set_theme(theme)

    def apply_settings(self, settings: Mapping[str, object]) -> None:
        """Apply a scene's settings; ``units = [1, 2]`` sets a pair of units."""
        units = settings.get("units")
        if isinstance(units, list | tuple) and len(units) == 2:
            pair = {"unit_x": units[0], "unit_y": units[1]}
            settings = {"projection": "pair", **pair, **settings}
        super().apply_settings(settings)

    def setting_changed(self, name: str) -> None:
        """Go to a scene's place at the next frame; recompute the rest."""
        for stage in self.stages if name == "pictures" else ():
            stage.pictured = self.pictures
        if name == "place_asked":
            self._wanted = self.place_asked
            self._network = None
        super().setting_changed(name)

    def shown_settings(self) -> Mapping[str, float | str]:
        """``place``: fraction of the way from the input to the logits."""
        return {"place": self.link.place / self.slider.last}

    @property
    def _choice(self) -> ProjectionChoice:
        return ProjectionChoice(self.projection, (self.unit_x - 1, self.unit_y - 1))


def _past(timeline: Kept, spec: SliceSpec | None) -> Kept:
    """The snapshots that projections are aligned with, on the plane if one is shown."""
    return timeline if spec is None else SlicedPast(timeline, spec)
