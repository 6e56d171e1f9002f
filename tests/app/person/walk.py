"""A simulated user who does anything, in any order, and notices every failure."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.app.person.deeds import Deeds
from tests.app.person.guest import Guest
from tests.app.person.papers import Papers
from tests.app.person.stage import Stage, turn
from tests.app.person.trouble import Trouble
from tests.app.person.watch import Watch

AT_REST_EVERY, UNDO_EVERY, REOPEN_EVERY = 10, 40, 400
#: Weights of deeds; the others have 1.
WEIGHTS = {
    "click_a_control": 6,
    "click_a_place": 5,
    "drag": 4,
    "hover": 4,
    "press_keys": 3,
    "use_a_shortcut": 4,
    "write_into_a_field": 3,
    "drag_a_control": 2,
    "scrub": 2,
    "turn_the_wheel": 2,
    "change_a_layer": 2,
    "undo_or_redo": 2,
}
LAST = 25  # deeds reported when something goes wrong


class Walk:
    """A number of deeds in the real window, each chosen by (seed, number) alone."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, seed: int) -> None:
        self.seed = seed
        self.watch = Watch()
        self.trouble = Trouble()
        self._told: deque[str] = deque(maxlen=LAST)
        self._doing = "start"
        self.papers = Papers(folder, patch)
        self.guest = Guest(self._on_guest)
        self.stage = Stage(folder)
        self._watch_signals()
        self._deeds = Deeds(self.stage, self.papers)
        self.first = self.stage.picture_cost()
        names = [n.removeprefix("do_") for n in dir(Deeds) if n.startswith("do_")]
        self._names = names
        self._weights = [WEIGHTS.get(n, 1) for n in names]

    def _watch_signals(self) -> None:
        self.stage.window.clock.failed.connect(
            lambda name, error: self.trouble.note(error, f"view {name}")
        )
        self.stage.state.failed.connect(
            lambda error: self.trouble.note(error, "engine")
        )

    def _on_guest(self, what: str) -> None:
        self._told[-1] += f"; {what}"
        self.watch.lap(f"{self._doing}, then in a menu or dialog")

    def go(self, deeds: int) -> None:
        """Do this many deeds; a failure ends the walk with a report."""
        with self.trouble:
            try:
                for number in range(deeds):
                    self._do(number)
                    self._look(number)
                self.last = self.stage.picture_cost()
            except BaseException as error:
                self.stage.abandon()
                raise AssertionError(self._story(number)) from error
            finally:
                self.guest.stop()
                self.watch.stop()

    def _do(self, number: int) -> None:
        dice = random.Random(f"{self.seed}/{number}")
        self._deeds.dice = self.papers.dice = self.guest.dice = dice
        self._deeds.said = ""
        name = self._doing = dice.choices(self._names, self._weights)[0]
        self._told.append(f"{number} {name}")
        self.watch.begin()
        getattr(self._deeds, f"do_{name}")()
        self._told[-1] += f": {self._deeds.said}"
        for _ in range(3):
            QApplication.processEvents()
            self.watch.lap(f"{name}: {self._deeds.said[:36]}")
            turn()
            self.watch.lap("a turn")
        while Guest.open_widget() is not None:  # a menu that has no loop of its own
            turn()

    def _look(self, number: int) -> None:
        if (
            not self.stage.window.isVisible()
            or number % REOPEN_EVERY == REOPEN_EVERY - 1
        ):
            self._told.append("closes the window and opens it again")
            self.reopen()
        self.stage.check()
        if number % UNDO_EVERY == UNDO_EVERY - 1:
            self._told.append("undoes and does again")
            self.stage.check_undo()
        elif number % AT_REST_EVERY == AT_REST_EVERY - 1:
            self.stage.check_at_rest()
        assert not self.trouble.found, "something went wrong unseen"

    def reopen(self) -> None:
        """Close the window, check that it is deleted, start again."""
        self.stage.close()
        self.stage.open()
        self._watch_signals()

    def _story(self, number: int) -> str:
        deeds = "\n".join(f"  {deed}" for deed in self._told)
        found = "\n".join(self.trouble.found[:3])
        return f"seed {self.seed}, deed {number}; the last deeds:\n{deeds}\n{found}"
