"""The runs of the window: what trains, and the verbs of the toolbar.

What is shown of them (`Shown`), changes that can be undone (`Editing`) and the second
run (`Comparison`) are objects of their own. Nothing else uses the bridge. The runner
follows a scene's script (`core.scenes.player`); the state picks up what it changed,
like anything else the engine did by itself.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.editing.comparison import Comparison
from app.editing.editing import Editing
from app.editing.experiments import Experiments
from app.editing.gathering import Gathering
from app.editing.lanes import Lane, Lanes
from app.editing.many import Many
from app.editing.past import past_of
from app.editing.replay import Replay
from app.editing.shown import Shown
from app.frame.base import Frame
from app.frame.bridge import GhostRunner, Runner, RunnerFactory, engine_runner
from app.look.theme import LIGHT, Theme
from core.engine import commands
from core.errors import BadInput, Divergence
from core.goal import Goal
from core.language import tr
from core.run import RunSpec
from core.scenes import load_scene
from core.scenes.player import script_of

if TYPE_CHECKING:
    from core.arrays import Floats
    from core.engine.saved import Saved
    from core.engine.snapshot import Snapshot
    from core.scenes import Scene


class AppState(QObject):
    """The present run and everything that can be done to it."""

    run_changed = Signal(object)  # RunSpec
    playing_changed = Signal(bool)
    pace_changed = Signal(float)
    goal_changed = Signal(object)  # Goal
    diverged = Signal(object)  # Divergence, or None: all is well again
    refused = Signal(str)  # why a change was not made, one sentence
    told = Signal(str)  # a passing note
    failed = Signal(object)  # an exception that ended the engine
    dirty = Signal()  # what is shown changed: the frame clock wakes up
    went_back = Signal(int)  # to this many steps made; −1: another run
    noticed = Signal()  # the runs were checked, once a frame

    def __init__(
        self,
        run: RunSpec,
        make_runner: RunnerFactory = engine_runner,
        theme: Theme = LIGHT,
        *,
        start: bool = True,
    ) -> None:
        super().__init__()
        self._make_runner = make_runner
        self.run = run
        self.base = run  # where "reset to default" goes back to
        self.pace = inf
        self.playing = False
        self.divergence: Divergence | None = None
        self.goal = Goal()
        self.scene_steps = 0  # length of the scene
        self.shown = Shown(theme, self)
        self.shown.changed.connect(self.dirty)
        self.lanes = Lanes(self)
        self.lanes.changed.connect(self.dirty)
        self.editing = Editing(self)
        self.comparison = Comparison(self, make_runner)
        threaded = make_runner is engine_runner
        self.many = Many(self, threaded=threaded)
        self.experiments = Experiments(self, threaded=threaded)
        self.gathering = Gathering(self, threaded=threaded)
        self.replay = Replay(self)
        self._a: Runner | None = None
        self._error: BaseException | None = None
        #: Our run and the engine's when they were last compared.
        self._agreed: tuple[RunSpec | None, RunSpec | None] = (None, None)
        if start:
            self.start()

    def start(self) -> None:
        """Create the runner; the window is painted once before that."""
        if self._a is None:
            self._a = self._make_runner(self.run)
            self._a.send(commands.SetPace(self.pace))
            self.dirty.emit()

    @property
    def started(self) -> bool:
        """Whether there is a runner."""
        return self._a is not None

    @property
    def a(self) -> Runner:
        """The runner of the run that the controls change."""
        assert self._a is not None, "the state was not started"
        return self._a

    # -- what is shown ---------------------------------------------------------------
    @property
    def runners(self) -> tuple[Runner, ...]:
        """A, or A and B."""
        b = self.comparison.b
        return (self.a,) if b is None else (self.a, b)

    @property
    def shown_snapshot(self) -> Snapshot:
        """The snapshot of run A on show: the newest, or the one looked back to."""
        return self.shown.snapshot_of(self.a)

    @property
    def shown_run(self) -> RunSpec:
        """The run a change starts from; while looking back, the run at that step."""
        return self.run if self.shown.scrub_step is None else self.shown_snapshot.run

    def frame(self) -> Frame:
        """Everything the panels show at one moment."""
        return self.shown.frame(self.runners, self.playing)

    # -- training --------------------------------------------------------------------
    def play(self) -> None:
        """Train, from the scrubbed step if there is one (a branch)."""
        self.branch_if_scrubbed()
        self.set_diverged(None)
        self._send(commands.Play())
        self._set_playing(True)

    def pause(self) -> None:
        """Stop after the present step."""
        self._send(commands.Pause())
        self._set_playing(False)

    def toggle(self) -> None:
        """Play or pause; a replay stops at its step."""
        if self.replay.running:
            self.replay.stop()
        elif self.playing:
            self.pause()
        else:
            self.play()

    def step(self, count: int = 1) -> None:
        """Train ``count`` steps and pause."""
        self.branch_if_scrubbed()
        self.set_diverged(None)
        self._set_playing(False)
        self._send(commands.Step(count))

    def rewind(self) -> None:
        """Go back to step 0 with the same initial weights; a scene starts over.

        Undo restores the weights, the timeline and the series.
        """
        if self.a.latest.step:
            self.editing.travel(tr("rewind"), self._begin_again)
        else:
            self._begin_again()

    def _begin_again(self) -> None:
        self.scrub(None)
        self.set_diverged(None)
        self._send(commands.Rewind())
        self.went_back.emit(0)

    def _begin_anew(self, run: RunSpec) -> None:
        """Step 0 with the weights that the seed draws, whatever was set by hand."""
        self.scrub(None)
        self.set_diverged(None)
        self.send_a(commands.SetScript())  # that of the scene before
        self.send_a(commands.SetRun(run))
        self.went_back.emit(0)

    def start_at(self, theta: Floats) -> None:
        """Go back to step 0 with these weights; undo restores what it drops."""

        def go() -> None:
            self._begin_again()
            self.send_a(commands.SetParameters(theta, tr("start here")))

        self.editing.travel(tr("start here"), go)

    def new_seed(self) -> None:
        """Go back to step 0 with other initial weights; can be undone."""
        self.editing.change_run(tr("new seed"), seed=self.run.seed + 1)

    def set_pace(self, steps_per_second: float) -> None:
        """Steps per second; infinity is full speed."""
        if steps_per_second != self.pace:
            self.pace = steps_per_second
            self._send(commands.SetPace(steps_per_second))
            self.pace_changed.emit(steps_per_second)

    def limit_pace(self, most: float | None) -> None:
        """Limit the pace to ``most`` steps per second; None removes the limit."""
        pace = self.pace if most is None else min(self.pace, most)
        for runner in self.runners if self.started else ():
            runner.send(commands.SetPace(pace))

    def set_goal(self, goal: Goal) -> None:
        """Set the goal, and whether training pauses there."""
        if goal != self.goal:
            self.goal = goal
            self._send(commands.SetGoal(goal))
            self.goal_changed.emit(goal)

    # -- time ------------------------------------------------------------------------
    def scrub(self, step: int | None) -> None:
        """Show the kept snapshot at or before ``step``; None: the newest."""
        if step is not None:
            trains = [r for r in self.runners if not isinstance(r, GhostRunner)]
            # B may continue where A has stopped by itself.
            if self.playing or any(runner.latest.playing for runner in trains):
                self.pause()
            step = max(0, min(step, self.a.latest.step))
        self.shown.set_step(step)

    def go_to(self, step: int) -> None:
        """Move the playhead to ``step``; the newest step means the present."""
        self.scrub(None if step >= self.a.latest.step else step)

    def branch(self, step: int) -> None:
        """Continue from ``step``; what came later becomes a lane of the timeline."""
        kept, latest = self.a.timeline.at(step), self.a.latest
        if kept.run == self.run and kept.step < latest.step:
            text = tr("branch at step {step}", step=kept.step)
            self.editing.travel(text, lambda: self._go_back_to(kept))
            return
        before, past = self.run, past_of(self.a)
        self._go_back_to(kept)
        if self.run is not before:  # changes made since can be undone
            sources = latest.sources_in(kept)
            self.editing.note_branch(before, kept, sources, past)

    def take_lane(self, lane: Lane) -> None:
        """Continue in another future; the present one becomes a lane. Can be undone."""
        self.pause()
        text = tr("other future of step {step}", step=lane.step)
        self.editing.travel(text, lambda: self.editing.restore(lane.past))

    def _go_back_to(self, kept: Snapshot) -> None:
        self.lanes.add(kept.step, past_of(self.a))
        self._send(commands.Branch(kept.step))
        self.went_back.emit(kept.made)
        self.shown.set_step(None)
        self.set_diverged(None)
        self.adopt(kept.run)

    def branch_if_scrubbed(self) -> None:
        """Continue from the step looked back to, if any."""
        if self.shown.scrub_step is not None:
            self.branch(self.shown.scrub_step)

    # -- other runs ------------------------------------------------------------------
    def open_scene(self, scene: Scene) -> None:
        """Show a scene from step 0 at its own pace, with its run B if it has one."""
        self.comparison.end()
        self.shown.set_pinned(None)
        if self.editing.open_run(scene.run, scene.title):
            self._begin_anew(scene.run)  # undo restores what was there
        elif self.a.latest.step:
            run = scene.run
            self.editing.travel(tr("rewind"), lambda: self._begin_anew(run))
        else:
            self._begin_anew(scene.run)
        self.follow_story(scene)
        self.send_a(script_of(scene))
        self.set_pace(scene.pace)
        if scene.beside:
            other = load_scene(scene.beside)
            self.comparison.start(other.run, other.title, script_of(other))

    def restore(self, saved: Saved, scene: Scene | None = None) -> None:
        """Switch to a saved run, at the step at which it was saved."""
        self.comparison.end()
        self.pause()
        self.editing.travel(tr("open run"), lambda: self._become_saved(saved))
        if scene is not None:
            self.follow_story(scene)

    def follow_story(self, scene: Scene) -> None:
        """Take over the scene's goal and number of steps."""
        self.set_goal(scene.goal)
        self.scene_steps = scene.steps
        self.many.first_seed = None

    def _become_saved(self, saved: Saved) -> None:
        self.base = saved.snapshots[-1].run
        self.lanes.leave(self.run)
        self.editing.restore(saved)

    def take_over(self, runner: Runner) -> Runner:
        """Make ``runner`` run A and return the one that was."""
        before, self._a = self.a, runner
        self.adopt(runner.latest.run)
        return before

    def adopt(self, run: RunSpec) -> None:
        """Make the window show ``run`` as run A."""
        if run != self.run:
            self.run = run
            self.run_changed.emit(run)
        self.dirty.emit()

    def adopt_latest(self) -> None:
        """Show what run A became by itself."""
        self.adopt(self.a.latest.run)

    # -- what happens by itself ------------------------------------------------------
    def notice(self) -> None:
        """Pick up what the engine did by itself: changes, stops, failures."""
        for runner in self.runners:
            if runner.error is not None and runner.error is not self._error:
                self._error = runner.error
                if isinstance(runner.error, BadInput):  # a command that did not fit
                    self.told.emit(str(runner.error))
                    continue
                self._set_playing(False)
                self.failed.emit(runner.error)
        obeyed, latest = self.a.obeyed, self.a.latest  # in this order
        if obeyed:  # otherwise it may predate the last command
            self._agree(latest)
        self.comparison.notice()
        self.noticed.emit()

    def _agree(self, latest: Snapshot) -> None:
        """Follow the engine's run, even where it rejected what was requested."""
        ours, theirs = self._agreed
        if latest.run is not theirs or self.run is not ours:  # expensive to compare
            if latest.run != self.run:
                self.adopt(latest.run)
            self._agreed = self.run, latest.run
        self._set_playing(latest.playing)
        self.set_diverged(latest.divergence)

    def rewind_to_good(self) -> None:
        """Go back to a kept snapshot well before training diverged."""
        if self.divergence is None:
            return
        kept = self.a.timeline.steps
        before = [int(s) for s in kept if s <= 0.9 * self.divergence.step]
        self.branch(before[-1] if before else 0)

    def halve_learning_rate(self) -> None:
        """Go back before the divergence and continue with half the learning rate."""
        self.rewind_to_good()
        rate = self.run.training.learning_rate / 2
        self.editing.change_training(learning_rate=rate)
        self.play()

    def close(self) -> None:
        """End every thread."""
        self.many.close()
        self.experiments.close()
        self.gathering.close()
        for runner in self.runners if self.started else ():
            runner.close()

    # -- for the parts ---------------------------------------------------------------
    def send_a(self, command: commands.Command) -> None:
        """Send a command to run A only."""
        self.a.send(command)
        self.dirty.emit()

    def _send(self, command: commands.Command) -> None:
        for runner in self.runners:
            runner.send(command)
        self.dirty.emit()

    def _set_playing(self, playing: bool) -> None:
        if playing != self.playing:
            self.playing = playing
            self.playing_changed.emit(playing)
            self.dirty.emit()

    def set_diverged(self, divergence: Divergence | None) -> None:
        """Record that training diverged, or that all is well again."""
        if divergence != self.divergence:
            self.divergence = divergence
            self.diverged.emit(divergence)
