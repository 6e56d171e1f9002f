"""The grid of seeds beside run A: its aim, and how one of them is opened.

The grid follows run A: the same run with other seeds, up to the same step, through
every change. It trains only while it is visible.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

from core.language import tr
from core.limits import FEWEST_NETWORKS, MOST_NETWORKS

# `core.grid` is imported where it is used: so that it does not delay the first paint.
if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.engine.saved import Saved
    from core.grid.course import Course
    from core.grid.runner import Aim, GridRunner
    from core.grid.snapshot import GridSnapshot

FEWEST, MOST, USUAL = FEWEST_NETWORKS, MOST_NETWORKS, 16
LAG = 0.25  # seconds the grid may lag behind run A


class Many:
    """Controls the grid's thread; used only from the window's thread."""

    def __init__(self, state: AppState, *, threaded: bool) -> None:
        self._state, self._threaded = state, threaded
        self._runner: GridRunner | None = None
        self._count = USUAL
        self.first_seed: int | None = None  # None: run A's
        self.watched = False
        self._course: tuple[tuple[object, ...], Course] | None = None
        self._opening: _Opening | None = None
        self._ready: set[str] = set()  # precisions whose kernels are compiled
        self._ask_again = 0.0  # when to check for them
        self._held: float | None = None  # the pace run A is limited to
        state.pace_changed.connect(self._on_pace)

    @property
    def count(self) -> int:
        """The number of networks."""
        return self._count

    @count.setter
    def count(self, count: int) -> None:
        self._count = max(FEWEST, min(MOST, count))

    @property
    def runner(self) -> GridRunner | None:
        """What trains them; None if the view was never shown."""
        return self._runner

    @property
    def latest(self) -> GridSnapshot | None:
        """All networks as shown; None if there is nothing yet."""
        return None if self._runner is None else self._runner.latest

    @property
    def error(self) -> BaseException | None:
        """Why these networks cannot be trained side by side."""
        return None if self._runner is None else self._runner.error

    @property
    def busy(self) -> bool:
        """Whether there is more to come."""
        training = self._runner is not None and self._runner.busy
        return training or self._opening is not None

    # -- following run A -------------------------------------------------------------
    def watch(self, on: bool) -> None:
        """Train while the view is visible, and stop while it is not."""
        self.watched = on
        if not on:
            self._let_go()
        if not on and self._runner is not None:
            self._runner.aim(None)

    def follow(self) -> None:
        """Aim at run A's step; called once a frame while the view is visible."""
        self._finish_opening()
        if not self.watched:
            return
        if self._runner is None:
            from core.grid.runner import GridRunner

            self._runner = GridRunner(threaded=self._threaded)
        self._runner.aim(self._aim())
        self._hold_back(self._runner)

    def _hold_back(self, runner: GridRunner) -> None:
        """Slow run A down for the others: at full speed it would be far ahead."""
        state, shown = self._state, runner.latest
        if not self._threaded or not state.playing or shown is None or not runner.rate:
            return
        behind = state.a.latest.step - shown.step
        # A little slower than the grid while it is behind, so that it catches up.
        wanted = runner.rate * (0.6 if behind > LAG * runner.rate else 1.0)
        if wanted >= state.pace:
            self._let_go()
        elif self._held is None or not 0.8 < wanted / self._held < 1.25:
            self._held = wanted
            state.limit_pace(wanted)

    def _on_pace(self, _: float) -> None:
        self._held = None  # wait until the last request is obeyed

    def _let_go(self) -> None:
        if self._held is not None:
            self._held = None
            self._state.limit_pace(None)

    def _aim(self) -> Aim:
        from core.grid.runner import Aim

        state = self._state
        latest = state.a.latest
        return Aim(
            self._course_now(),
            self._seed_now(latest.run.seed),
            self._count,
            state.goal,
            self._step_now(),
            state.shown.scrub_step,
            self._backend_now(latest.backend, latest.run.training.precision),
        )

    def _backend_now(self, backend: str, precision: str) -> str:
        """Side by side once those kernels exist: compiling would freeze the window.

        Until then the networks learn one after the other, as run A does.
        """
        if backend != "compiled":
            return backend
        if self._threaded and precision not in self._ready:
            from core.kernels.cache import is_warm
            from core.kernels.families import MANY

            now = monotonic()
            if now >= self._ask_again:
                self._ask_again = now + 2.0
                if is_warm(MANY[precision]):
                    self._ready.add(precision)
            if precision not in self._ready:
                return backend
        return "many"

    def _step_now(self) -> int:
        """Run A's step; if it stopped by itself, the others continue without it."""
        state = self._state
        latest = state.a.latest
        metrics, goal = latest.metrics, state.goal
        ended = goal.stop and goal.reached(metrics.loss, metrics.accuracy)
        if latest.divergence is not None or (ended and not latest.playing):
            return max(latest.step, state.scene_steps)
        return latest.step

    def _seed_now(self, seed: int) -> int:
        """The first seed: it stays as long as run A is one of the grid's networks."""
        first = self.first_seed
        if first is None or not first <= seed < first + self._count:
            first = self.first_seed = seed
        return first

    def _course_now(self) -> Course:
        """Recompute only after a change, because comparing runs is expensive."""
        from core.grid.course import course_of

        a = self._state.a
        timeline, latest = a.timeline, a.latest
        key = (id(a), latest.generation, id(latest.run), timeline.markers)
        if self._course is None or self._course[0] != key:
            self._course = key, course_of(timeline.snapshots())
        return self._course[1]

    # -- opening one of them ---------------------------------------------------------
    def open(self, member: int, *, beside: bool = False) -> None:
        """Make one of the networks run A, or run B ``beside`` it.

        It is trained again from its seed, by the single kernel: its history is exact.
        """
        from core.engine.saved import saved_of
        from core.grid.course import replay

        shown = self.latest
        if shown is None or self._opening is not None or member >= len(shown):
            return
        seed, step = shown.seeds[member], shown.steps_made[member]
        course, goal = self._course_now(), self._state.goal
        backend = self._state.a.latest.backend

        def train() -> Saved:
            session = replay(course, seed, step, backend, goal)
            return saved_of(session.snapshot(), session.timeline, session.series)

        self._opening = _Opening(train, seed, beside)
        if self._threaded:
            self._opening.start()
        else:
            self._opening.run()
            self._finish_opening()
        self._state.dirty.emit()

    def _finish_opening(self) -> None:
        opening = self._opening
        if opening is None or opening.is_alive():
            return
        self._opening = None
        if opening.error is not None:
            self._state.told.emit(
                tr("Seed {seed}: {error}", seed=opening.seed, error=opening.error)
            )
        elif opening.saved is not None:
            self._show(opening.saved, opening.seed, opening.beside)

    def _show(self, saved: Saved, seed: int, beside: bool) -> None:
        state = self._state
        if beside:
            state.comparison.open(saved, tr("seed {seed}", seed=seed))
            return
        playing = state.playing
        state.editing.travel(
            tr("open seed {seed}", seed=seed), lambda: state.editing.restore(saved)
        )
        if playing:
            state.play()

    def close(self) -> None:
        """End every thread."""
        if self._opening is not None and self._opening.is_alive():
            self._opening.join()
        if self._runner is not None:
            self._runner.close()


class _Opening(Thread):
    """Trains one network again, away from the window."""

    def __init__(self, train: Callable[[], Saved], seed: int, beside: bool) -> None:
        super().__init__(name="hyperfold-opening", daemon=True)
        self._train = train
        self.seed, self.beside = seed, beside
        self.saved: Saved | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        """Do the work; an exception is stored, not raised."""
        try:
            self.saved = self._train()
        except Exception as error:
            self.error = error
