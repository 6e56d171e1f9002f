"""Walking through a lesson without a window, for tests and teachers' checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.engine.commands import Step as Train
from core.engine.session import Session
from core.engine.snapshot import Snapshot
from core.lessons.checks import CheckState, Moment, states
from core.lessons.deeds import Deed, LookBack, ShowView
from core.lessons.lesson import Lesson, Step
from core.scenes import load_scene
from core.scenes.player import play


class Walker:
    """Goes through the steps of a lesson with sessions of its own."""

    def __init__(self, lesson: Lesson, backend: str = "compiled") -> None:
        self.lesson = lesson
        self._backend = backend
        self._a: Session | None = None
        self._b: Session | None = None
        self._look: int | None = None
        self._start: Snapshot | None = None
        self._views: dict[str, dict[str, Any]] = {}

    def begin(self, number: int) -> Step:
        """Set up the program for step ``number``, from 0; steps must go in order."""
        step = self.lesson.steps[number]
        self._look = None
        if step.scene is not None:
            self._a = play(step.scene, self._backend)
            self._b = None
            if step.scene.beside:
                other = load_scene(step.scene.beside)
                self._b = play(other, self._backend)
        for deed in step.setup:
            self._do(deed)
        self._start = self.shown()
        return step

    def solve(self, number: int) -> None:
        """Apply the file's solution of step ``number``."""
        for deed in self.lesson.steps[number].solution:
            self._do(deed)

    def states(self, number: int) -> tuple[CheckState, ...]:
        """The state of the checks of step ``number``."""
        assert self._start is not None, "begin the step first"
        other = None if self._b is None else self._b.snapshot()
        moment = Moment(self.shown(), self._start, other, views=self._views)
        return states(self.lesson.steps[number].checks, moment)

    def do(self, deeds: Sequence[Deed]) -> None:
        """Do something other than the solution."""
        for deed in deeds:
            self._do(deed)

    def _do(self, deed: Deed) -> None:
        assert self._a is not None, "begin the lesson first"
        done, _ = deed.commands(self._a.snapshot().run)
        for command in done:
            if isinstance(command, LookBack):
                self._look = command.step
            elif isinstance(command, ShowView):
                self._views.setdefault(command.view, {}).update(command.settings)
            elif isinstance(command, Train):
                self._look = None
                for session in (self._a, self._b):
                    if session is not None:
                        session.advance(command.count)
            else:
                self._a.apply(command)

    def shown(self) -> Snapshot:
        """The state that checks measure: the newest, or the one looked back to."""
        assert self._a is not None, "begin the lesson first"
        if self._look is not None:
            return self._a.timeline.at(self._look)
        return self._a.snapshot()
