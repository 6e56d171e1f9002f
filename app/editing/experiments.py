"""The experiment of the window: its design, its results as they come, its notes.

A process of its own trains (`core.experiments.process`), so that run A keeps its pace.
Changes of the design and of the notes can be undone, including the results they drop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.past import TimeTravel, past_of
from core.language import tr

# `core.experiments` is imported where it is used: so that it does not delay the first
# paint.
if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.engine.saved import Saved
    from core.experiments.experiment import Experiment
    from core.experiments.process import ProcessRun, StepRun
    from core.experiments.record import Notes, Record
    from core.experiments.work import Result
    from core.run import RunSpec
    from core.scenes import Scene

IDLE, STARTING, RUNNING, PAUSED = "idle", "starting", "running", "paused"
DONE, FAILED = "done", "failed"
LOOK = 200  # milliseconds between two checks for results


class Experiments(QObject):
    """Controls the training process; used only from the window's thread."""

    changed = Signal()  # the design, results, state or notes
    _news = Signal()  # from the thread that listens to the process

    def __init__(self, state: AppState, *, threaded: bool) -> None:
        super().__init__(state)
        self._state, self._threaded = state, threaded
        self._record: Record | None = None
        self._results: dict[tuple[int, int], Result] = {}
        self._run: ProcessRun | StepRun | None = None
        self.status, self.why = IDLE, ""
        self._opening: _Opening | None = None
        self._wait = QTimer(self)  # results come faster than anyone can read
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._on_news)
        self._news.connect(self._hear)
        self._news.connect(self._finish_opening)

    # -- what there is ---------------------------------------------------------------
    @property
    def experiment(self) -> Experiment | None:
        """The present design; None if none was chosen."""
        return None if self._record is None else self._record.experiment

    @property
    def results(self) -> list[Result]:
        """The results so far, by combination and seed."""
        return [self._results[key] for key in sorted(self._results)]

    @property
    def notes(self) -> Notes:
        """The notes about it."""
        from core.experiments.record import Notes

        return Notes() if self._record is None else self._record.notes

    @property
    def record(self) -> Record | None:
        """The whole experiment as it is now."""
        if self._record is None:
            return None
        return replace(self._record, results=tuple(self.results))

    @property
    def busy(self) -> bool:
        """Whether something trains or is paused."""
        return self.status in (STARTING, RUNNING, PAUSED)

    @property
    def left(self) -> float | None:
        """Seconds until all is done; None if unknown."""
        experiment = self.experiment
        if experiment is None or self._run is None:
            return None
        missing: dict[int, int] = {}
        for group in range(experiment.combinations):
            done = sum((group, i) in self._results for i in range(experiment.seeds))
            if done < experiment.seeds:
                missing[group] = experiment.seeds - done
        return self._run.progress.left(missing)

    # -- design ----------------------------------------------------------------------
    def present_scene(self) -> Scene:
        """The run of the window as the base of an experiment."""
        from core.scenes import Scene

        state = self._state
        steps = state.scene_steps or 1000
        return Scene("run", tr("Current run"), "", state.run, steps, 60.0, state.goal)

    def design(self, experiment: Experiment, text: str = "experiment") -> None:
        """Set another design; results that still belong to it are kept.

        Raises `BadInput` where a combination of its settings cannot be trained.
        """
        from core.experiments.record import Record

        before = self.record
        if before is not None and before.experiment == experiment:
            return
        experiment.check()
        if before is not None and _same_runs(before.experiment, experiment):
            kept = tuple(r for r in before.results if r.repeat < experiment.seeds)
            after = replace(before, experiment=experiment, results=kept)
        else:
            after = Record(experiment)
        self._push(text, before, after)

    def write(self, notes: Notes) -> None:
        """Set the notes; can be undone."""
        before = self.record
        if before is not None and notes != before.notes:
            self._push("notes", before, replace(before, notes=notes))

    def put(self, record: Record | None) -> None:
        """Restore what was saved, or what was before a change."""
        self.cancel()
        self._record = record
        results = () if record is None else record.results
        self._results = {(r.group, r.repeat): r for r in results}
        whole = record is not None and len(results) == len(record.experiment)
        self.status, self.why = (DONE if whole else IDLE), ""
        self.changed.emit()

    def _push(self, text: str, before: Record | None, after: Record) -> None:
        notes_only = before is not None and before.experiment == after.experiment
        put = self._put_notes if notes_only else self.put
        self._state.editing.undo_stack.push(ExperimentChange(text, before, after, put))

    def _put_notes(self, record: Record | None) -> None:
        """Set only the notes: results may have arrived since."""
        if record is not None and self._record is not None:
            self._record = replace(self._record, notes=record.notes)
            self.changed.emit()

    # -- training --------------------------------------------------------------------
    def start(self) -> None:
        """Train what is missing."""
        record = self._record
        if record is None or self.busy:
            return
        if record.notes.before is None:  # from now on there are results
            notes = replace(record.notes, before=record.notes.hypothesis)
            self._record = record = replace(record, notes=notes)
        if len(self._results) >= len(record.experiment):
            self._results = {}  # start over
        experiment, done = record.experiment, list(self._results)
        self.why = ""
        if self._threaded:
            from core.experiments.process import ProcessRun

            self.status = STARTING
            self._run = ProcessRun(experiment, done, self._news.emit)
            self.changed.emit()
        else:
            from core.experiments.process import StepRun

            self._run = StepRun(experiment, done, self._backend())
            self._on_news()

    def _backend(self) -> str:
        from core.kernels.cache import is_warm

        latest = self._state.a.latest
        if latest.backend != "compiled":
            return "reference"
        return (
            "many" if is_warm(f"many-{latest.run.training.precision}") else "compiled"
        )

    def pause(self) -> None:
        """Pause the training."""
        if self._run is not None and self.status in (STARTING, RUNNING):
            self._run.pause()
            self.status = PAUSED
            self.changed.emit()

    def resume(self) -> None:
        """Resume the training."""
        if self._run is not None and self.status == PAUSED:
            self._run.resume()
            self.status = RUNNING
            self.changed.emit()

    def cancel(self) -> None:
        """Stop, keeping the results so far."""
        if self._run is not None:
            self._run.close()
            self._take(self._run)
            self._run = None
        if self.busy:
            self.status = IDLE
            self.changed.emit()

    def _hear(self) -> None:
        """Check at once if something began or ended, else a few times a second."""
        run = self._run
        if run is not None and run.state != self.status and self.status != PAUSED:
            self._on_news()
        elif not self._wait.isActive():
            self._wait.start(LOOK)

    def _on_news(self) -> None:
        run = self._run
        if run is None:  # cancelled meanwhile
            return
        self._take(run)
        if run.state in (DONE, FAILED):
            self.status, self.why = run.state, run.why
            run.close()
            self._run = None
        elif self.status != PAUSED:
            self.status = run.state
        self.changed.emit()

    def _take(self, run: ProcessRun | StepRun) -> None:
        for result in run.take():
            self._results[result.group, result.repeat] = result

    # -- opening one of the runs -----------------------------------------------------
    def open(self, group: int, repeat: int) -> None:
        """Make one of the runs run A, with its whole history; can be undone.

        It is trained again from its seed, by the single kernel.
        """
        experiment = self.experiment
        if experiment is None or self._opening is not None:
            return
        scene = experiment.scene_of(group, experiment.seed(repeat))
        backend = self._state.a.latest.backend
        self._opening = _Opening(scene, backend, self._news.emit)
        if self._threaded:
            self._opening.start()
        else:
            self._opening.run()
        self._finish_opening()

    def _finish_opening(self) -> None:
        opening = self._opening
        if opening is None or not opening.over:
            return
        self._opening = None
        seed = opening.scene.run.seed
        if opening.error is not None:
            self._state.told.emit(
                tr("Seed {seed}: {error}", seed=seed, error=opening.error)
            )
        elif opening.saved is not None:
            self._become(
                opening.saved, opening.scene, tr("open seed {seed}", seed=seed)
            )

    def _become(self, saved: Saved, scene: Scene, text: str) -> None:
        state = self._state
        before = state.goal, state.scene_steps

        def go() -> None:
            state.editing.restore(saved)
            state.set_goal(scene.goal)
            state.scene_steps = scene.steps

        def back(past: Saved, run: RunSpec) -> None:
            state.editing.restore(past, run)
            state.set_goal(before[0])
            state.scene_steps = before[1]

        state.pause()
        state.editing.undo_stack.push(
            TimeTravel(text, go, lambda: past_of(state.a), back, lambda: state.run)
        )

    def close(self) -> None:
        """End the process and every thread."""
        if self._opening is not None and self._opening.is_alive():
            self._opening.join()
        if self._run is not None:
            self._run.close()
            self._run = None


def _same_runs(before: Experiment, after: Experiment) -> bool:
    """Whether runs of one are runs of the other: only the number of seeds changed."""
    return (
        before.scene.run == after.scene.run
        and before.scene.goal == after.scene.goal
        and before.scene.actions == after.scene.actions
        and before.steps == after.steps
        and [(a.key, a.values) for a in before.axes]
        == [(a.key, a.values) for a in after.axes]
    )


class ExperimentChange:
    """Another design, or other notes; undo also restores the old results."""

    weight = 0
    empty = False

    def __init__(
        self,
        text: str,
        before: Record | None,
        after: Record,
        put: Callable[[Record | None], None],
    ) -> None:
        self.text = text
        self._before, self._after, self._put = before, after, put

    def merge(self, newer: object) -> bool:
        """Never merge."""
        return False

    def forget(self) -> None:
        """Do nothing: it is small."""

    def redo(self) -> None:
        """Apply the new one."""
        self._put(self._after)

    def undo(self) -> None:
        """Restore the old one."""
        self._put(self._before)


class _Opening(Thread):
    """Trains one run again, away from the window."""

    def __init__(self, scene: Scene, backend: str, done: Callable[[], None]) -> None:
        super().__init__(name="hyperfold-opening", daemon=True)
        self.scene, self._backend, self._done = scene, backend, done
        self.over = False
        self.saved: Saved | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        """Do the work; an exception is stored, not raised."""
        from core.engine.saved import saved_of
        from core.scenes.player import play

        try:
            session = play(self.scene, self._backend)
            session.advance(self.scene.steps)
            self.saved = saved_of(session.snapshot(), session.timeline, session.series)
        except Exception as error:
            self.error = error
        self.over = True
        self._done()
