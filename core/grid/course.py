"""What happened to a run and when, so that other seeds can go through the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.edits import restructure, same_structure
from core.engine import commands as c
from core.engine.session import Session
from core.engine.snapshot import Snapshot
from core.goal import Goal
from core.network.rewiring import Sources
from core.run import RunSpec


@dataclass(frozen=True, slots=True)
class Leg:
    """From ``step`` on the run is ``run``; the caller sets the seed."""

    step: int
    run: RunSpec
    sources: Sources = ()  # where each hidden layer comes from; unused in the first leg


@dataclass(frozen=True, slots=True)
class Course:
    """The legs of a run in order, the first from step 0."""

    legs: tuple[Leg, ...]

    def leg_at(self, step: int) -> int:
        """The number of the leg that ``step`` is trained in."""
        return sum(leg.step <= step for leg in self.legs) - 1

    def next_change(self, step: int) -> int | None:
        """The step of the first leg that begins after ``step``."""
        later = (leg.step for leg in self.legs if leg.step > step)
        return next(later, None)

    def shared_with(self, other: Course) -> int | None:
        """The step up to which both are the same; None if they are entirely."""
        for mine, theirs in zip(self.legs, other.legs, strict=False):
            if mine != theirs:
                return min(mine.step, theirs.step)
        rest = (*self.legs[len(other.legs) :], *other.legs[len(self.legs) :])
        return rest[0].step if rest else None


def seeded(run: RunSpec, seed: int) -> RunSpec:
    """The same run with another seed."""
    return run if run.seed == seed else replace(run, seed=seed)


def course_of(snapshots: Sequence[Snapshot]) -> Course:
    """Work out the course from the kept snapshots of a run.

    The engine keeps a snapshot whenever the run changes, so a change is found at its
    own step. Weights set by hand belong to one network and are not part of it.
    """
    first = snapshots[0]
    legs = [Leg(0, seeded(first.run, 0))]
    before = first
    for snapshot in snapshots[1:]:
        if snapshot.run is not before.run:
            run = seeded(snapshot.run, 0)
            if run != legs[-1].run:
                legs.append(Leg(snapshot.step, run, snapshot.sources_in(before)))
        before = snapshot
    return Course(tuple(legs))


def changes(before: RunSpec, leg: Leg) -> list[c.Command]:
    """The commands that lead from ``before`` to a leg's run."""
    found: list[c.Command] = []
    after = leg.run
    if not same_structure(before, after):
        found.append(restructure("layers", after, leg.sources))
    if before.data != after.data or before.features != after.features:
        found.append(c.SetData(after.data, after.features))
    if before.training != after.training:
        found.append(c.SetTraining(after.training))
    return found


def replay(
    course: Course,
    seed: int,
    step: int,
    backend: str = "compiled",
    goal: Goal | None = None,
) -> Session:
    """A session that went through ``course`` with ``seed``, up to ``step``.

    The single kernel trains it, so weights, timeline and series are those of a run
    watched from its first step.
    """
    session = Session(seeded(course.legs[0].run, seed), backend)
    if goal is not None:
        session.apply(c.SetGoal(goal))
    for before, leg in zip(course.legs, course.legs[1:], strict=False):
        if leg.step > step:
            break
        session.advance(leg.step - session.step)
        if session.step < leg.step:  # it diverged, or stopped at its goal
            return session
        for command in changes(before.run, leg):
            session.apply(command)
    session.advance(step - session.step)
    return session
