"""Carrying out a lesson's deeds in the window, to set up or to solve a step."""

from __future__ import annotations

from collections import deque
from dataclasses import fields

from app.editing.state import AppState
from app.lessons.host import Host
from core.edits import Edit
from core.engine import commands
from core.engine.commands import Command
from core.errors import BadInput
from core.language import tr
from core.lessons.deeds import Deed, LookBack, ShowView
from core.run import RunSpec

SHOW_SECONDS = 6.0  # training to show a solution lasts about this long


def do_now(window: Host, deed: Deed) -> None:
    """Do something that needs no training; it can be undone like any other change."""
    done, _ = deed.commands(window.state.run)
    for command in done:
        if isinstance(command, ShowView):
            pane = window.desk.panes.get(command.view)
            if pane is not None:
                pane.panel.apply_settings(command.settings)
        else:
            _do(window.state, command)


def _do(state: AppState, command: Command | LookBack) -> None:
    match command:
        case LookBack(step):
            state.scrub(step)
        case commands.Rewind():
            state.rewind()
        case commands.NewSeed(seed):
            state.editing.change_run(tr("new seed"), seed=seed)
        case commands.SetTraining(training):
            state.editing.change_run(tr("training"), training=training)
        case Edit():
            state.editing.apply(command)
        case commands.SetRun(run):
            state.editing.change_run(tr("start"), "", **_differences(state.run, run))
        case commands.SetData(data, features):
            new = state.run.features if features is None else features
            state.editing.change_run(tr("data"), data=data, features=new)
        case commands.SetParameter(layer, name, index, value):
            state.editing.set_parameter(layer, name, index, value)
        case commands.SetParameters(theta, note):
            state.editing.set_parameters(theta, note)
        case commands.Step(count):
            state.set_pace(max(state.pace, count / SHOW_SECONDS))
            state.step(count)


def _differences(before: RunSpec, after: RunSpec) -> dict[str, object]:
    return {
        f.name: getattr(after, f.name)
        for f in fields(RunSpec)
        if getattr(after, f.name) != getattr(before, f.name)
    }


class Demonstration:
    """Does one deed after the other; training must end before the next."""

    def __init__(self, window: Host, deeds: tuple[Deed, ...]) -> None:
        self._window, self._state = window, window.state
        self._left = deque(deeds)
        self._target = -1  # step to train to; −1: none
        self._not: int | None = None  # generation before a reset: not yet done

    @property
    def over(self) -> bool:
        """Whether all is done."""
        return not self._left and self._target < 0

    def go_on(self) -> None:
        """Do what can be done now; called for every frame."""
        while not self.over:
            if self._target >= 0 and not self._arrived():
                return
            self._target, self._not = -1, None
            self._do_until_training()

    def _do_until_training(self) -> None:
        start = self._state.a.latest
        back = self._state.shown.scrub_step  # training branches from there
        step = start.step if back is None else self._state.a.timeline.at(back).step
        reset = False
        while self._left:
            deed = self._left.popleft()
            if not self._fits(deed):
                return
            reset = reset or deed.do in ("rewind", "new_seed", "initial")
            if deed.do == "train":
                self._target = deed.value + (0 if reset else step)
                self._not = start.generation if reset else None
                do_now(self._window, deed)
                return
            do_now(self._window, deed)

    def _fits(self, deed: Deed) -> bool:
        """Whether this can still be done to the run; if not, says so."""
        try:
            deed.commands(self._state.run)
        except BadInput:
            self._left.clear()
            self._state.told.emit(
                tr("This run no longer suits the step. Restart the step first.")
            )
            return False
        return True

    def _arrived(self) -> bool:
        latest = self._state.a.latest
        if latest.divergence is not None:
            return True
        return latest.generation != self._not and latest.step >= self._target
