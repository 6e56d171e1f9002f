"""A run being trained, in one thread and deterministically.

Chunks, pauses and snapshots never change a number: a step depends on the state and the
seed alone. `core.engine.engine` runs a session in a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import assert_never

import numpy as np

from core.arrays import NO_STOP, Floats, Stop, frozen
from core.edits import Edit
from core.engine import commands as c
from core.engine import words
from core.engine.backends import Successor, check_batch, make_backend, measure
from core.engine.beginning import own_start
from core.engine.changes import Settle, carry_over, retune
from core.engine.data import RunData, prepare
from core.engine.goal_watch import GoalWatch
from core.engine.parameters import checked_theta, place_of
from core.engine.saved import Saved
from core.engine.script import Script
from core.engine.series import Series
from core.engine.snapshot import Metrics, Snapshot
from core.engine.structure import check_sources, series_columns
from core.engine.timeline import BUDGET, Timeline
from core.errors import BadInput, Divergence, require
from core.language import tr
from core.network import NetworkSpec, fresh_running
from core.network.rewiring import Sources
from core.run import RunSpec
from core.run.initialisers import initial_theta
from core.training import TrainingSpec
from core.training.state import Backend, TrainState, column_count

AT_ONCE = 8192  # steps asked of a backend: so many rows are buffered for the series


class Session:
    """Trains one run; `apply` changes it, `advance` makes steps.

    Without ``keeps``, no time is spent on snapshots for the timeline, which then has
    only the first state and those after commands. ``ready``: see `Successor`.
    """

    def __init__(
        self,
        run: RunSpec,
        backend: str = "compiled",
        *,
        budget: int = BUDGET,
        keeps: bool = True,
        ready: Callable[[RunSpec], bool] | None = None,
    ) -> None:
        self.run = run
        self.playing = False
        self.pace = inf
        self.divergence: Divergence | None = None
        self._watch = GoalWatch()
        self.timeline = Timeline(budget)
        self.series = Series(column_count(run.network.depth))
        self._keeps = keeps
        self._generation = 0
        self._data = prepare(run)
        self._backend = make_backend(backend, run, self._data.train)
        self._successor = Successor(ready)
        self._noted = backend  # which backend the timeline's last mark names, if any
        self._taken: Snapshot | None = None  # of the present state, once taken
        self._measured: Metrics | None = None  # live metrics of the present state
        self._script = Script()
        self._layers: tuple[int, ...] = ()  # id of each hidden layer
        self._last_layer = 0
        self._restart()

    @property
    def backend(self) -> str:
        """Which backend trains: "compiled" or "reference"."""
        return self._backend.name

    @property
    def step(self) -> int:
        """Steps made."""
        return self._state.step

    @property
    def generation(self) -> int:
        """Raised by every reset and every change of the network."""
        return self._generation

    @property
    def at_goal(self) -> bool:
        """Whether the last `advance` ended because the goal was reached."""
        return self._watch.stands

    @property
    def network(self) -> NetworkSpec:
        """The shape of the network."""
        return self.run.network

    def snapshot(self) -> Snapshot:
        """The present state, frozen; cached while nothing changes."""
        taken = self._taken
        if taken is None:
            taken = self._taken = self._take()
        playing, pace, made = self.playing, self.pace, self._script.made
        if (taken.playing, taken.pace, taken.made) != (playing, pace, made):
            taken = replace(taken, playing=playing, pace=pace, made=made)
            self._taken = taken
        return taken

    def is_present(self, snapshot: Snapshot) -> bool:
        """Whether ``snapshot`` shows the session as it is now."""
        return (
            self._taken is not None
            and snapshot.theta is self._taken.theta
            and snapshot.generation == self._generation
            and snapshot.playing == self.playing
            and snapshot.pace == self.pace
        )

    def metrics(self) -> Metrics:
        """Metrics over every row of both splits, however large they are."""
        return measure(self._backend, self._state, self._data.train, self._data.test)

    def _take(self) -> Snapshot:
        state, data, training = self._state, self._data, self.run.training
        return Snapshot(
            generation=self._generation,
            step=state.step,
            epoch=state.epoch,
            run=self.run,
            network=self.network,
            splits=data.splits,
            theta=frozen(state.theta),
            running=frozen(state.running),
            moment1=frozen(state.moment1),
            moment2=frozen(state.moment2),
            metrics=self._live_metrics(),
            learning_rate=training.learning_rate * training.schedule.at(state.step),
            backend=self._backend.name,
            playing=self.playing,
            divergence=self.divergence,
            position=state.position,
            moment_steps=state.moment_steps,
            gradient=frozen(state.gradient),
            pace=self.pace,
            layers=self._layers,
            made=self._script.made,
        )

    def _live_metrics(self) -> Metrics:
        data = self._data
        if self._measured is None:
            live = (data.live_train, data.live_test, data.subset)
            self._measured = measure(self._backend, self._state, *live)
        return self._measured

    def advance(self, steps: int, stop: Stop = NO_STOP) -> int:
        """Make ``steps`` steps, with the script's commands, and return how many.

        Makes fewer if ``stop[0]`` is set (a half-done step is kept for the next call),
        if training diverges (it then makes no steps until a command changes something),
        or if it reaches a goal it should stop at.
        """
        made = 0
        self._watch.stands = False
        while made < steps and self.divergence is None and not self.at_goal:
            ahead = self._script.ahead
            asked = steps - made if ahead is None else min(steps - made, ahead)
            done = self._train(asked, stop)
            made += done
            self._script.made += done
            self._perform()
            if stop[0]:
                break
        return made

    def _train(self, steps: int, stop: Stop) -> int:
        begin = self._state.step
        end = begin + steps
        while (present := self._state.step) < end and self.divergence is None:
            until = self.timeline.next_after(present) if self._keeps else end
            asked = min(self._watch.until(present, min(end, until)) - present, AT_ONCE)
            outcome = self._backend.run(self._state, asked, stop)
            if outcome.done:
                self._taken = self._measured = None
                self.series.append(outcome.rows)
            if outcome.divergence is not None:
                self._diverged(outcome.divergence)
            elif self._keeps and outcome.done and self._state.step == until:
                self.keep()
            if self.divergence is None and outcome.done:
                self._stop_at_goal()
            if stop[0] or self.at_goal:
                break
        return max(0, self._state.step - begin)

    def _stop_at_goal(self) -> None:
        watch, step = self._watch, self._state.step
        if watch.due(step) and watch.look(self._live_metrics()):
            self.playing = False
            self.timeline.mark(step, f"goal reached: {watch.goal}")
            self.keep()

    def keep(self) -> None:
        """Keep the present state in the timeline, whatever its step."""
        self.timeline.keep(self.snapshot())

    def _diverged(self, divergence: Divergence) -> None:
        # The state is back at the last finite one, so keep nothing after it.
        self.divergence = divergence
        self.playing = False
        self._taken = self._measured = None
        self.series.truncate(self._state.step)
        self.timeline.cut(self._state.step)
        self.timeline.mark(divergence.step, str(divergence), "divergence")
        self.keep()

    def apply(self, command: c.Command) -> None:
        """Carry out a command; a `BadInput` leaves everything as it was."""
        before, step = self.run, self.step
        start = self._own_start() if isinstance(command, c.Rewind) else None
        self._obey(command)
        self._follow_in_script(command, before, step)
        if start is not None and start.shape == self._state.theta.shape:
            # The script may have set weights at step 0 that were changed by hand since.
            self._state.theta[...] = start
            self._changed()

    def _follow_in_script(self, command: c.Command, before: RunSpec, step: int) -> None:
        """Update the script when a command rewinds, branches or changes the run."""
        match command:
            case c.Rewind() | c.NewSeed():
                self._script.restart()
            case c.SetRun(run):
                start = replace(run, seed=before.seed, initial=before.initial)
                if self._script and start == before:
                    self._script.restart()
                else:
                    self._script = Script()
            case c.Branch():
                self._script.go_back(step - self.step)
            case c.Restore():
                self._script = Script(made=self.step)
        self._perform()

    def _perform(self) -> None:
        """Carry out the script's commands for the present step."""
        while self.divergence is None:
            command = self._script.due()
            if command is None:
                return
            try:
                self._obey(command)
            except BadInput as error:  # the network has been changed since
                self.timeline.mark(self.step, f"skipped: {error}")

    def _obey(self, command: c.Command) -> None:
        match command:
            case c.Play():
                self.playing = self.divergence is None
            case c.Pause() | c.Stop():
                self.playing = False
            case c.Step(count):
                self.playing = False
                self.advance(count)
            case c.SetPace(pace):
                self.pace = pace
            case c.Rewind():
                self._reset(self.run, self._own_start())
            case c.NewSeed(seed):
                following = self.run.seed + 1 if seed is None else seed
                self._reset(replace(self.run, seed=following))
            case c.SetRun(run):
                self._reset(run)
            case c.SetTraining(training):
                self._set_training(training)
            case Edit():
                self._edit(command)
            case c.SetData(data, features):
                chosen = self.run.features if features is None else features
                same = tuple(range(len(self.run.hidden)))
                self._become(self.run.changed(data=data, features=chosen), same)
            case c.SetParameter():
                self._set_parameter(command)
            case c.SetParameters(theta, note):
                self._set_parameters(theta, note)
            case c.Branch(step):
                self._branch(step)
            case c.Restore(saved):
                self._restore(saved)
            case c.SetScript(entries, made):
                self._script = Script(entries, made)
            case c.SetGoal(goal):
                self._watch = GoalWatch(goal)
            case _:
                assert_never(command)

    def use_backend(self, name: str, native: bool = False) -> None:
        """Continue with another backend, or native kernels, from the present step."""
        if name == self._backend.name and native <= self._backend.native:
            return
        self._backend = make_backend(name, self.run, self._data.train, native)
        self._taken = self._measured = None
        self._note_backend()
        self.keep()

    def _note_backend(self) -> None:
        """Mark the step at which another backend took over."""
        name = "native" if self._backend.native else self._backend.name
        if name != self._noted and self._state.step:
            self.timeline.mark(self._state.step, words.backend_words(name), "backend")
        self._noted = name

    def _own_start(self) -> Floats | None:
        return own_start(self.timeline.at(0), self.run, self._layers)

    def _reset(self, run: RunSpec, theta: Floats | None = None) -> None:
        """Switch to ``run`` at step 0, with ``theta`` or with what its seed draws."""
        same_data = run.data == self.run.data and run.features == self.run.features
        same_loss = run.loss == self.run.loss
        if same_data and same_loss and run.network == self.network:
            data = self._data
        else:
            data = prepare(run, self._data.splits if same_data else None)
        self._backend = self._backend_for(run, data)
        self.run, self._data = run, data
        self._generation += 1
        self._restart(theta)

    def _backend_for(self, run: RunSpec, data: RunData) -> Backend:
        """The present backend if it can train ``run`` on ``data``, else a new one."""
        backend, old, new = self._backend, self.run.training, run.training
        if (
            data is self._data
            and run.network == self.network
            and run.seed == self.run.seed
            and old.precision == new.precision
            and self._successor.can_train(backend, run)
        ):
            backend.training = new
            backend.discard()
            return backend
        return self._successor.of(backend, run, data.train)

    def _restart(self, theta: Floats | None = None) -> None:
        """Go to step 0 of the present run."""
        run, network = self.run, self.network
        dtype = np.dtype(run.training.precision)
        if theta is None:
            theta = initial_theta(network, run.initial, run.seed)
        theta = theta.astype(dtype)
        self._state = TrainState.start(theta, fresh_running(network).astype(dtype))
        self._layers = tuple(range(len(run.hidden)))
        self._last_layer = len(run.hidden)
        self.divergence = None
        self._watch.forget()
        self._taken = self._measured = None
        self._backend.discard()
        self.series = Series(column_count(network.depth))
        self.timeline.clear(self.snapshot())
        self._note_backend()

    def _changed(self) -> None:
        """After a change of the numbers at the present step."""
        self._measured = None
        self._backend.discard()
        self._note_change()

    def _note_change(self) -> None:
        """After any change at the present step: the snapshot of it is stale."""
        self.divergence = self._taken = None
        self._note_backend()
        self.keep()

    def _set_training(self, training: TrainingSpec) -> None:
        old, state = self.run.training, self._state
        if training == old and self.divergence is None:
            return
        run = replace(self.run, training=training)
        check_batch(run, len(self._data.train))
        same = training.precision == old.precision
        if not (same and self._successor.can_train(self._backend, run)):
            self._backend = self._successor.of(self._backend, run, self._data.train)
            self._measured = None
        else:
            self._backend.training = training
        retune(state, old, training, len(self._data.train))
        self.run = run
        for subject, before, after in words.training_changes(old, training):
            self.timeline.mark_change(state.step, subject, before, after)
        # The backend knows which settings invalidate a half-done step. A dragged
        # learning rate does not, or a step over many rows would never finish during the
        # drag.
        self._note_change()

    def _edit(self, edit: Edit) -> None:
        run = edit.after(self.run)
        sources = edit.sources(self.run)
        check_sources(sources, len(self.run.hidden), len(run.hidden))
        self._become(run, sources, edit.settled)

    def _become(
        self, run: RunSpec, sources: Sources, settled: Settle | None = None
    ) -> None:
        """Change network or data at the present step, keeping what fits."""
        before, after, state = self.run, run.network, self._state
        old = before.network
        same_data = run.data == before.data and run.features == before.features
        data = prepare(run, self._data.splits if same_data else None)
        self._backend = self._successor.of(self._backend, run, data.train)
        carry_over(state, before, run, sources, settled)
        self.run, self._data = run, data
        self._generation += 1
        if sources != tuple(range(len(old.hidden))):
            self.series = self.series.remapped(series_columns(old.depth, sources))
            self._layers = tuple(
                self._new_layer() if i is None else self._layers[i] for i in sources
            )
        for text in words.network_changes(old, after, sources):
            self.timeline.mark(state.step, text)
        if not same_data:
            self.timeline.mark(state.step, words.data_change(before, run))
        self._changed()

    def _new_layer(self) -> int:
        """The id of an added layer."""
        self._last_layer += 1
        return self._last_layer

    def _set_parameter(self, command: c.SetParameter) -> None:
        block = place_of(command, self.network, self._state.theta.dtype)
        values = block.of(self._state.theta)
        before, network = float(values[command.index]), self.network
        change = words.parameter_change(command, before, network)
        self.timeline.mark_change(self._state.step, *change)
        values[command.index] = command.value
        self._changed()

    def _set_parameters(self, theta: Floats, note: str) -> None:
        self._state.theta[...] = checked_theta(theta, self._state.theta, self.network)
        self.timeline.mark(self._state.step, note)
        self._changed()

    def _restore(self, saved: Saved) -> None:
        """Switch to the newest state of a saved run, with its history."""
        kept = saved.snapshots[-1]
        data = prepare(kept.run, kept.splits)
        self._backend = self._successor.of(self._backend, kept.run, data.train)
        self.run, self._data = kept.run, data
        self._state = kept.live()
        self._layers = kept.layer_ids
        self._last_layer = max(
            (i for s in saved.snapshots for i in s.layer_ids), default=0
        )
        self._generation += 1
        self.playing = False
        self._watch.forget()
        self._taken = self._measured = None
        self.series = Series.of(saved.series)
        self.timeline.clear(
            *(replace(s, generation=self._generation) for s in saved.snapshots)
        )
        for marker in saved.markers:
            self.timeline.mark(marker.step, marker.text, marker.kind)
        self._note_backend()
        self.divergence = kept.divergence

    def _branch(self, step: int) -> None:
        """Restore a kept snapshot exactly: training then repeats the same numbers."""
        require(step >= 0, tr("branch: step"), tr("be 0 or more"), step)
        kept = self.timeline.at(step)
        old, run = self.network, kept.run
        sources = kept.sources_in(self.snapshot())
        data = self._data
        same = (
            data.splits is kept.splits,
            run.features == self.run.features,
            run.loss == self.run.loss,
        )
        if not all(same):
            data = prepare(run, kept.splits)
        backend = self._backend_for(run, data)
        self._state = kept.live()
        self.run, self._data, self._backend = run, data, backend
        self._generation += 1
        # With other columns or rows, always another series: see its docstring.
        self.series = self.series.remapped(series_columns(old.depth, sources))
        self.series.truncate(kept.step)
        self._layers = kept.layer_ids
        self._watch.forget()
        self.timeline.cut(kept.step)
        self.timeline.mark(kept.step, f"branched at step {kept.step}", "branch")
        self._changed()
