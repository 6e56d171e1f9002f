"""The Landscape view: the loss around the present weights, and the way they took."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.frame.base import Frame, Job, Panel
from app.frame.settings import Choice, Switch, Whole
from app.look.numbers import shown_number, shown_percent
from app.look.theme import LIGHT, Theme
from app.plane.view import PlaneView
from app.views.landscape.canvas import MapCanvas
from app.views.landscape.head import HeadRow
from app.views.landscape.jobs import (
    QUANTITIES,
    Landscape,
    Memory,
    PlaneChoice,
    Wish,
    compute,
)
from core.analysis.sections import Section
from core.errors import BadInput
from core.limits import MAX_PARAMETERS

if TYPE_CHECKING:
    from app.editing.state import AppState

PLANES = {
    "pca": "Path: main directions",
    "random": "Random, unit by unit",
    "hessian": "Sharpest directions",
    "gradient": "Gradient and momentum",
    "weights": "Two single weights",
    "points": "Through three points",
}
_PAIR = ("plane", "weights")
_RANDOM = ("plane", "random")


class LandscapePanel(Panel):
    """Loss over a plane through weight space, live, with the path on it."""

    name = "landscape"
    title = "Landscape"

    plane = Choice("pca", PLANES, "Plane")
    quantity = Choice("loss", QUANTITIES, "Height")
    hold = Switch(False, "Hold the plane while training goes on")
    seed = Whole(0, 0, 9999, "Draw", spoken="Draw of the random plane", needs=_RANDOM)
    weight_x = Whole(
        0, 0, MAX_PARAMETERS, "Weight on x", spoken="Weight on the x axis", needs=_PAIR
    )
    weight_y = Whole(
        1, 0, MAX_PARAMETERS, "Weight on y", spoken="Weight on the y axis", needs=_PAIR
    )

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._theme: Theme = LIGHT
        self._memory = Memory()
        self._stop = np.zeros(1, np.uint8)
        self._key: object = None
        self._fineness = 0
        self._held: Section | None = None
        self._subtitle = self._badge = ""
        self.result: Landscape | None = None
        self.view = PlaneView(self)
        self.map = MapCanvas(self.view, self)
        self.head = HeadRow(PLANES, self)
        self.head.plane_chosen.connect(lambda name: setattr(self, "plane", name))
        self.head.hold_asked.connect(lambda: setattr(self, "hold", not self.hold))
        self.view.changed.connect(self.refresh_needed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        row = QHBoxLayout()
        row.addWidget(self.map, 1)
        layout.addLayout(row, 1)
        self.setAutoFillBackground(True)
        self.setMinimumSize(140, 90)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Nothing is cheap here: the picture comes from the worker."""
        self.map.label = frame.main.label if frame.comparing else ""
        self.head.show_plane(self.plane, self.hold)

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Ask for the loss over the plane, coarse first."""
        run = frame.main
        at_home = self.view.box == self.view.home
        choice = PlaneChoice(self.plane, self.seed, (self.weight_x, self.weight_y))
        other = frame.runs[1].snapshot if frame.comparing else None
        key = (
            id(run.snapshot.theta),
            None if other is None else id(other.theta),
            choice,
            self.quantity,
            id(self._held),
            self.view.box,
            self.map.size().toTuple(),
            id(frame.theme),
            frame.moving,
        )
        if key != self._key:
            self._stop[0] = 1  # whoever still computes the last picture
            self._stop = np.zeros(1, np.uint8)
            self._key, self._fineness = key, 0
        wish = Wish(
            snapshot=run.snapshot,
            timeline=run.timeline,
            other=other,
            choice=choice,
            held=self._held,
            quantity=self.quantity,
            box=None if at_home else self.view.box,
            size=(max(8, self.map.width()), max(8, self.map.height())),
            theme=frame.theme,
            moving=frame.moving,
            fineness=self._fineness,
            memory=self._memory,
            stop=self._stop,
        )
        return lambda: compute(wish)

    def show_result(self, result: object) -> None:
        """Draw the picture, and ask for a finer one while there is time."""
        if isinstance(result, BadInput):
            self.result = None
            self.map.show_note(str(result))
            self._say("", "")
            return
        if not isinstance(result, Landscape):
            return
        self.result = result
        at_home = self.view.box == self.view.home
        self.view.home = result.home
        if at_home:
            self.view.box = result.home
        self.map.show_result(result)
        self._describe(result)
        if self.hold and self._held is None:
            self._held = result.section
        if not result.finest:
            self._fineness += 1
            self.refresh_needed.emit()

    def setting_changed(self, name: str) -> None:
        """Another plane is shown whole; a plane that is let go follows again."""
        if name in ("plane", "seed", "weight_x", "weight_y"):
            self._held = None
            self.view.box = self.view.home
        if name == "hold":
            self._held = self.result.section if self.hold and self.result else None
        self.head.show_plane(self.plane, self.hold)
        super().setting_changed(name)

    # -- words ---------------------------------------------------------------------

    def _describe(self, result: Landscape) -> None:
        words = PLANES[result.section.kind].lower()
        if result.note:
            words = result.note
        if self.hold:
            words += ", held"
        if result.explained is not None:
            share = shown_percent(result.explained)
            words += f" · shows {share} of the path's variance"
        badge = ""
        if MapCanvas.is_off(result):
            badge = f"now {shown_number(result.here[2])} off the plane"
        self._say(words, badge)

    def _say(self, words: str, badge: str) -> None:
        if words != self._subtitle:
            self._subtitle = words
            self.subtitle_changed.emit(words)
        if badge != self._badge:
            self._badge = badge
            self.badge_changed.emit(badge)

    # -- look ----------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        self.map.set_theme(theme)
        self.head.set_theme(theme)
