"""The user's actions on the landscape: move the weights, start there, race."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.views.landscape.jobs import Landscape, Memory
from core.analysis.race import Racer, race
from core.arrays import Floats
from core.language import tr

if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.engine.snapshot import Snapshot

Place = tuple[float, float]


class Hand(QObject):
    """Turns places on a plane into weights, and weights into changes of run A."""

    changed = Signal()  # another race, or none

    def __init__(self, state: AppState, parent: QWidget) -> None:
        super().__init__(parent)
        self._state, self._widget = state, parent
        self.racers: tuple[Racer, ...] = ()
        self.wanted: Floats | None = None  # weights to start a race from
        self.rates: dict[str, float] = {}  # chosen rates, by optimiser
        self.start_of: Floats | None = None  # start of the race on show
        self.stop = np.zeros(1, np.uint8)

    # -- weights ---------------------------------------------------------------------
    def weights_at(self, shown: Landscape, place: Place) -> Floats:
        """The weights at a place; weights off the plane keep their distance."""
        theta = np.asarray(shown.snapshot.theta, np.float64)
        alpha, beta = place[0] - shown.here[0], place[1] - shown.here[1]
        moved: Floats = theta + alpha * shown.section.u + beta * shown.section.v
        return moved

    def move(self, shown: Landscape, place: Place, drag: int = 0) -> None:
        """Put the weights there; moves of the same drag are undone together."""
        theta = self.weights_at(shown, place)
        key = f"landscape {id(self)} {drag}" if drag else ""
        self._state.editing.set_parameters(theta, tr("move on the landscape"), key)

    def start(self, shown: Landscape, place: Place) -> None:
        """Restart at step 0 with the weights there."""
        self._state.start_at(self.weights_at(shown, place))

    # -- the race --------------------------------------------------------------------
    def race_from(self, shown: Landscape, place: Place) -> None:
        """Start the optimisers there; the next job runs the race."""
        self._race(self.weights_at(shown, place))

    def race_again(self, rates: dict[str, float]) -> None:
        """Run the race on show again, with other rates."""
        self.rates = rates
        if self.start_of is not None:
            self._race(self.start_of)

    def _race(self, theta: Floats) -> None:
        self.stop[0] = 1
        self.stop = np.zeros(1, np.uint8)
        self.wanted = theta
        self.changed.emit()

    def clear(self) -> None:
        """Remove the race from the map."""
        self.stop[0] = 1
        self.racers, self.wanted, self.start_of = (), None, None
        self.changed.emit()

    def job(
        self, snapshot: Snapshot, steps: int, memory: Memory
    ) -> Callable[[], tuple[Racer, ...]] | None:
        """The race to run, if any."""
        theta, stop = self.wanted, self.stop
        if theta is None or len(theta) != len(snapshot.theta):
            return None
        run, running, rates = snapshot.run, snapshot.running, dict(self.rates)
        self.start_of = theta

        def go() -> tuple[Racer, ...]:
            data, _ = memory.data(snapshot, "loss")
            given = (run, theta, running, data, steps, snapshot.backend, stop)
            return race(*given, rates)

        return go

    def take(self, racers: tuple[Racer, ...]) -> None:
        """Store the result of the race."""
        self.racers, self.wanted = racers, None

    # -- the menu --------------------------------------------------------------------
    def offer(self, shown: Landscape, place: Place, at: QPoint) -> QMenu:
        """Open a menu of what can be done at a place."""
        menu = QMenu(self._widget)
        menu.setAccessibleName(tr("At this point"))
        menu.addAction(tr("Move the weights here"), lambda: self.move(shown, place))
        menu.addAction(tr("Start here"), lambda: self.start(shown, place))
        menu.addAction(tr("Race from here"), lambda: self.race_from(shown, place))
        if self.racers:
            menu.addAction(tr("Clear the race"), self.clear)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)
        return menu
