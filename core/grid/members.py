"""K networks that go through one course with seeds of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Stop, frozen
from core.engine.backends import make_backend
from core.engine.changes import carry_over, retune
from core.engine.data import RunData, prepare
from core.engine.snapshot import Metrics
from core.errors import Divergence
from core.goal import Goal, next_check, spacing
from core.grid.course import Course, seeded
from core.grid.fate import fate_of
from core.grid.snapshot import GridSnapshot
from core.network import fresh_running
from core.run import RunSpec
from core.run.initialisers import initial_theta
from core.training.state import Outcome, TrainState, column

BUDGET = 96 * 2**20  # bytes of states kept for looking back
DENSITY = 32  # of them per octave of steps
_NUMBERS = ("theta", "moment1", "moment2", "running")
_COUNTS = ("step", "epoch", "position", "moment_steps")
_NEVER: Stop = np.zeros(1, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """All members at one step; enough to continue from there."""

    step: int
    leg: int
    numbers: tuple[Floats, ...]  # (K, …) of each of _NUMBERS
    counts: tuple[tuple[int, ...], ...]  # of each member, in the order of _COUNTS
    losses: Floats
    accuracies: Floats
    dead: tuple[bool, ...]
    divergences: tuple[Divergence | None, ...]
    to_goal: tuple[int | None, ...]

    @property
    def nbytes(self) -> int:
        return sum(a.nbytes for a in self.numbers)


class Members:
    """Trains all networks; not thread-safe.

    ``backend`` is "many" (one lane of the kernel per network), or one network after the
    other: "compiled" or "reference". Without ``keeps`` it cannot go back.
    """

    def __init__(
        self,
        course: Course,
        seeds: Sequence[int],
        goal: Goal,
        backend: str,
        *,
        keeps: bool = True,
    ) -> None:
        self.course, self.goal = course, goal
        self._keeps = keeps
        self.seeds = tuple(seeds)
        self.step = 0
        self._backend_name = backend
        self._leg = 0
        self._data = prepare(self.run)
        self._datas = {0: self._data}  # by leg
        self._kept: list[_Kept] = []
        self._density = DENSITY
        self._curve: list[tuple[int, Floats]] = []
        count = len(self.seeds)
        self._dead = [False] * count
        self._divergences: list[Divergence | None] = [None] * count
        self._to_goal: list[int | None] = [None] * count
        self._states = [self._start(seed) for seed in self.seeds]
        self._prepare()
        self._look()

    @property
    def run(self) -> RunSpec:
        """The present leg's run, with seed 0."""
        return self.course.legs[self._leg].run

    def _data_of(self, leg: int) -> RunData:
        if leg not in self._datas:
            self._datas[leg] = prepare(self.course.legs[leg].run)
        return self._datas[leg]

    def _start(self, seed: int) -> TrainState:
        run = self.run
        network, dtype = run.network, np.dtype(run.training.precision)
        theta = initial_theta(network, run.initial, seed).astype(dtype)
        return TrainState.start(theta, fresh_running(network).astype(dtype))

    def use_backend(self, name: str) -> None:
        """Continue with another backend from the present step."""
        if name != self._backend_name:
            self._backend_name = name
            self._prepare()

    def _prepare(self) -> None:
        """Make what trains the members that still learn."""
        single = "reference" if self._backend_name == "reference" else "compiled"
        self._measuring = make_backend(single, self.run, self._data.train)
        self._learning = [k for k in range(len(self.seeds)) if self._still_learns(k)]
        self._trainer = self._make_trainer() if self._learning else None

    def _still_learns(self, k: int) -> bool:
        ended = self.goal.stop and self._to_goal[k] is not None
        return self._divergences[k] is None and not ended

    def _make_trainer(self) -> _Together | _Apart:
        seeds = [self.seeds[k] for k in self._learning]
        if self._backend_name == "many":
            return _Together(self.run, self._data, seeds)
        return _Apart(self.run, self._data, seeds, self._backend_name)

    # -- time ------------------------------------------------------------------------
    def advance(self, steps: int, stop: Stop = _NEVER) -> None:
        """Make ``steps`` steps, applying every change of the course on the way."""
        end = self.step + steps
        self._enter_leg()
        while self.step < end and not stop[0]:
            ahead = [end, next_check(self.step)]
            change = self.course.next_change(self.step)
            if change is not None:
                ahead.append(change)
            until = min(ahead)
            self._train(until - self.step, stop)
            if stop[0]:  # half-done work is dropped with this object
                return
            self.step = until
            self._enter_leg()
            if until % spacing(until, DENSITY) == 0:
                self._look()

    def _train(self, steps: int, stop: Stop) -> None:
        if self._trainer is None:
            return
        states = [self._states[k] for k in self._learning]
        outcomes = self._trainer.run(states, steps, stop)
        for k, outcome in zip(self._learning, outcomes, strict=True):
            self._divergences[k] = outcome.divergence
            if outcome.done:
                self._dead[k] = self._is_dead(outcome.rows[-1])

    def _is_dead(self, row: Floats) -> bool:
        depth = len(self.run.hidden)
        return any(row[column("grad_z", i)] == 0.0 for i in range(depth))

    def _enter_leg(self) -> None:
        """Apply the course's change at the present step."""
        leg = self.course.leg_at(self.step)
        for number in range(self._leg + 1, leg + 1):
            before, change = self.run, self.course.legs[number]
            after = change.run
            same_data = before.data == after.data and before.features == after.features
            splits = self._data.splits if same_data else None
            self._data = self._datas[number] = prepare(after, splits)
            sources = change.sources
            same = before.network == after.network and same_data
            straight = sources == tuple(range(len(after.hidden)))
            for seed, state in zip(self.seeds, self._states, strict=True):
                old, new = seeded(before, seed), seeded(after, seed)
                if not same or not straight:
                    carry_over(state, old, new, sources)
                n = len(self._data.train)
                retune(state, before.training, after.training, n)
            self._leg = number
            self._prepare()
            self._keep(*self._measure())

    def _look(self) -> None:
        """Measure all, check who reached the goal, and keep the state."""
        losses, accuracies = self._measure()
        self._curve.append((self.step, losses))
        ended = False
        for k in range(len(self.seeds)):
            accuracy = None if np.isnan(accuracies[k]) else float(accuracies[k])
            if (
                self.goal.asks
                and self._to_goal[k] is None
                and self._divergences[k] is None
                and self.goal.reached(float(losses[k]), accuracy)
            ):
                self._to_goal[k] = self.step
                ended = ended or self.goal.stop
        gone = any(self._divergences[k] is not None for k in self._learning)
        if ended or gone:
            self._prepare()
        if self.step % spacing(self.step, self._density) == 0:
            self._keep(losses, accuracies)

    def _measure(self) -> tuple[Floats, Floats]:
        measured = [
            self._measuring.evaluate(s.theta, s.running, self._data.live_train)
            for s in self._states
        ]
        losses = np.array([loss for loss, _ in measured])
        accuracies = np.array([np.nan if a is None else a for _, a in measured])
        return frozen(losses), frozen(accuracies)

    def _keep(self, losses: Floats, accuracies: Floats) -> None:
        if not self._keeps:
            return
        kept = _Kept(
            self.step,
            self._leg,
            tuple(
                frozen(np.array([getattr(s, n) for s in self._states]))
                for n in _NUMBERS
            ),
            tuple(tuple(getattr(s, n) for n in _COUNTS) for s in self._states),
            losses,
            accuracies,
            tuple(self._dead),
            tuple(self._divergences),
            tuple(self._to_goal),
        )
        if self._kept and self._kept[-1].step == self.step:
            self._kept.pop()
        self._kept.append(kept)
        while sum(k.nbytes for k in self._kept) > BUDGET and len(self._kept) > 2:
            self._density //= 2
            last = self._kept[-1]
            self._kept = [
                k
                for k in self._kept
                if k.step % spacing(k.step, self._density) == 0 or k is last
            ]

    def follow(self, course: Course) -> None:
        """Continue with another course, from before the first difference."""
        shared = self.course.shared_with(course)
        if shared is None:
            return
        behind = self._leg + 1
        missed = any(leg.step < self.step for leg in course.legs[behind:])
        if missed or self.course.legs[:behind] != course.legs[:behind]:
            # A state kept at the step of a change may have been changed already.
            self.back_to(shared - 1)
        self.course = course
        self._datas = {self._leg: self._data}
        self._enter_leg()

    def back_to(self, step: int) -> None:
        """Go back to the newest kept step at or before ``step``, else to step 0."""
        while len(self._kept) > 1 and self._kept[-1].step > step:
            self._kept.pop()
        kept = self._kept[-1]
        self.step, self._leg = kept.step, kept.leg
        self._data = self._data_of(kept.leg)
        self._curve = [entry for entry in self._curve if entry[0] <= kept.step]
        for k, state in enumerate(self._states):
            for name, numbers in zip(_NUMBERS, kept.numbers, strict=True):
                setattr(state, name, numbers[k].copy())
            state.gradient = np.zeros_like(state.theta)
            for name, value in zip(_COUNTS, kept.counts[k], strict=True):
                setattr(state, name, value)
        self._dead = list(kept.dead)
        self._divergences = list(kept.divergences)
        self._to_goal = list(kept.to_goal)
        self._prepare()

    # -- what is shown ---------------------------------------------------------------
    def snapshot(self) -> GridSnapshot:
        """The present state of all."""
        numbers = [np.array([getattr(s, n) for s in self._states]) for n in _NUMBERS]
        now = _Kept(
            self.step,
            self._leg,
            tuple(map(frozen, numbers)),
            tuple(tuple(getattr(s, n) for n in _COUNTS) for s in self._states),
            *self._measure(),
            tuple(self._dead),
            tuple(self._divergences),
            tuple(self._to_goal),
        )
        return self._shown(now)

    def metrics(self, member: int) -> Metrics:
        """Loss and accuracy of one of them on both whole splits."""
        state, data = self._states[member], self._data
        evaluate = self._measuring.evaluate
        loss, accuracy = evaluate(state.theta, state.running, data.train)
        if data.test is None:
            return Metrics(loss, None, accuracy, None)
        test = evaluate(state.theta, state.running, data.test)
        return Metrics(loss, test[0], accuracy, test[1])

    def divergence(self, member: int) -> Divergence | None:
        """Why one of them stopped; None: it did not diverge."""
        return self._divergences[member]

    def at(self, step: int) -> GridSnapshot:
        """All of them at the newest kept step at or before ``step``."""
        before = [kept for kept in self._kept if kept.step <= step]
        return self._shown(before[-1] if before else self._kept[0])

    def _shown(self, kept: _Kept) -> GridSnapshot:
        run = self.course.legs[kept.leg].run
        data = self._data_of(kept.leg)
        curve = [entry for entry in self._curve if entry[0] < kept.step]
        curve.append((kept.step, kept.losses))
        steps = [step for step, _ in curve]
        curves = np.array([losses for _, losses in curve]).T
        reached = [s is not None for s in kept.to_goal]
        return GridSnapshot(
            step=kept.step,
            run=run,
            network=run.network,
            splits=data.splits,
            seeds=self.seeds,
            thetas=kept.numbers[0],
            runnings=kept.numbers[3],
            losses=kept.losses,
            accuracies=None if data.train.labels is None else kept.accuracies,
            fates=tuple(
                fate_of(
                    kept.divergences[k] is not None,
                    reached[k],
                    kept.dead[k],
                    steps,
                    curves[k],
                )
                for k in range(len(self.seeds))
            ),
            steps_made=tuple(counts[0] for counts in kept.counts),
            steps_to_goal=kept.to_goal,
            curve_steps=np.array(steps, np.int64),
            curves=frozen(curves),
            goal=self.goal,
            backend=self._backend_name,
        )


class _Together:
    """One lane of the kernel per network."""

    def __init__(self, run: RunSpec, data: RunData, seeds: Sequence[int]) -> None:
        from core.kernels.many_backend import ManyBackend

        self._many = ManyBackend(run.network, run.training, data.train, seeds)

    def run(
        self, states: Sequence[TrainState], steps: int, stop: Stop
    ) -> list[Outcome]:
        """Make ``steps`` steps of each."""
        return self._many.run(states, steps, stop)


class _Apart:
    """One network after the other, each on a backend of its own."""

    def __init__(
        self, run: RunSpec, data: RunData, seeds: Sequence[int], backend: str
    ) -> None:
        self._backends = [
            make_backend(backend, seeded(run, seed), data.train) for seed in seeds
        ]

    def run(
        self, states: Sequence[TrainState], steps: int, stop: Stop
    ) -> list[Outcome]:
        """Make ``steps`` steps of each."""
        return [
            backend.run(state, steps, stop)
            for backend, state in zip(self._backends, states, strict=True)
        ]
