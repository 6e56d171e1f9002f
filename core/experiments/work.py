"""Training the runs of an experiment, many seeds of one setting side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Stop
from core.experiments.experiment import Experiment
from core.experiments.measures import Figures, measured, plain
from core.scenes import Scene, commands

if TYPE_CHECKING:
    from core.engine.snapshot import Snapshot
    from core.grid.members import Members
    from core.grid.snapshot import GridSnapshot

#: Seeds trained side by side: as many as a SIMD vector has lanes.
TOGETHER = 8
_CHUNK = 0.05  # seconds of training between two checks for a pause


class Cancelled(Exception):
    """The runs were cancelled; they have no results."""


class Gate:
    """Pauses and cancels work; used by the working thread, controlled by another."""

    def __init__(self) -> None:
        self.stop: Stop = np.zeros(1, np.uint8)
        self._open = Event()
        self._open.set()
        self.waited = 0.0  # seconds of pauses

    def pause(self) -> None:
        """Pause the work at its next check."""
        self._open.clear()

    def resume(self) -> None:
        """Resume the work."""
        self._open.set()

    def cancel(self) -> None:
        """Cancel the work."""
        self.stop[0] = 1
        self._open.set()

    def look(self) -> None:
        """Wait while paused; `Cancelled` once cancelled."""
        if not self._open.is_set():
            begin = perf_counter()
            self._open.wait()
            self.waited += perf_counter() - begin
        if self.stop[0]:
            raise Cancelled


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one run."""

    group: int  # its combination of settings
    repeat: int  # its seed, counted from 0
    seed: int
    figures: Figures


@dataclass(frozen=True, slots=True)
class Block:
    """Some seeds of one combination, trained together."""

    group: int
    repeats: tuple[int, ...]


def blocks(
    experiment: Experiment, done: Collection[tuple[int, int]] = ()
) -> Iterator[Block]:
    """What is left to train: a few seeds of every combination, then the next ones.

    So every combination has results early, and a stopped table is still fair.
    """
    known = set(done)
    for first in range(0, experiment.seeds, TOGETHER):
        some = range(first, min(first + TOGETHER, experiment.seeds))
        for group in range(experiment.combinations):
            left = tuple(i for i in some if (group, i) not in known)
            if left:
                yield Block(group, left)


def train_block(
    experiment: Experiment, block: Block, gate: Gate, backend: str = "many"
) -> list[Result]:
    """Train the runs of a block; ``backend`` as in `core.grid.members`."""
    seeds = [experiment.seed(i) for i in block.repeats]
    scene = experiment.scene_of(block.group, seeds[0])
    with np.errstate(all="ignore"):  # from networks that diverge
        if commands(scene):
            figures = [_alone(scene, seed, gate, backend) for seed in seeds]
        else:
            figures = _together(scene, seeds, gate, backend)
    return [
        Result(block.group, repeat, seed, plain(found))
        for repeat, seed, found in zip(block.repeats, seeds, figures, strict=True)
    ]


# -- side by side ----------------------------------------------------------------------
def _together(
    scene: Scene, seeds: list[int], gate: Gate, backend: str
) -> list[Figures]:
    from core.grid.course import Course, Leg, seeded
    from core.grid.members import Members

    course = Course((Leg(0, seeded(scene.run, 0)),))
    members = Members(course, seeds, scene.goal, backend, keeps=False)
    start = members.snapshot()
    starts = [start.member(k) for k in range(len(seeds))]
    chunk = 1
    while members.step < scene.steps:
        gate.look()
        begin = perf_counter()
        members.advance(min(chunk, scene.steps - members.step), gate.stop)
        spent = perf_counter() - begin
        chunk = max(1, min(2 * chunk, int(chunk * _CHUNK / max(spent, 1e-6))))
    gate.look()
    end = members.snapshot()
    return [_figures(members, end, k, starts[k], scene) for k in range(len(seeds))]


def _figures(
    members: Members, shot: GridSnapshot, k: int, start: Snapshot, scene: Scene
) -> Figures:
    metrics = members.metrics(k)
    diverged = members.divergence(k) is not None
    reached = None
    if scene.goal.asks:
        met = scene.goal.reached(metrics.loss, metrics.accuracy)
        reached = not diverged and met
    to_goal = shot.steps_to_goal[k]
    if reached and to_goal is None:  # between the last check and the end
        to_goal = shot.steps_made[k]
    return {
        "reached": reached,
        "loss": metrics.loss,
        "test_loss": metrics.test_loss,
        "accuracy": metrics.accuracy,
        "test_accuracy": metrics.test_accuracy,
        "steps_to_goal": to_goal,
        "diverged": diverged,
        "steps": shot.steps_made[k],
        **measured(start, shot.member(k)),
    }


# -- one after the other ---------------------------------------------------------------
def _alone(scene: Scene, seed: int, gate: Gate, backend: str) -> Figures:
    """Scenes with a script: each run plays its scene."""
    from core.sweep.case import Interrupted, row_of, start_of, train
    from core.sweep.plan import Case

    gate.look()
    seeded = replace(scene, run=replace(scene.run, seed=seed))
    case = Case(0, {}, seeded, scene.steps)
    single = "reference" if backend == "reference" else "compiled"
    session = start_of(seeded, single)
    start = session.snapshot()
    try:
        to_goal = train(session, seeded, scene.steps, gate.stop, single)
    except Interrupted:
        raise Cancelled from None
    row = row_of(case, session, to_goal)
    dropped = ("seed", "parameters_sha256")
    figures = {name: row[name] for name in row if name not in dropped}
    return {**figures, **measured(start, session.snapshot())}
