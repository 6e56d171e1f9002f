"""All networks of a grid at one step, frozen, for its pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.engine.snapshot import Metrics, Snapshot
from core.goal import NO_GOAL, Goal
from core.grid.course import seeded
from core.grid.fate import Fate
from core.language import mark
from core.network import NetworkSpec
from core.problems.base import Splits
from core.run import RunSpec
from core.sweep.groups import wilson_interval

SORTS = {"seed": mark("Seed"), "loss": mark("Loss"), "accuracy": mark("Accuracy")}


@dataclass(frozen=True, slots=True, eq=False)
class GridSnapshot:
    """K networks of one run; arrays are read-only, with one row per network."""

    step: int
    run: RunSpec  # with seed 0
    network: NetworkSpec
    splits: Splits
    seeds: tuple[int, ...]
    thetas: Floats  # (K, P)
    runnings: Floats  # (K, R)
    losses: Floats  # (K,) on the training split, without penalty
    accuracies: Floats | None  # (K,); None: no classes
    fates: tuple[Fate, ...]
    steps_made: tuple[int, ...]  # of each; fewer than `step` where one stopped
    steps_to_goal: tuple[int | None, ...]
    curve_steps: npt.NDArray[np.int64]  # (m,)
    curves: Floats  # (K, m) losses at these steps
    goal: Goal = NO_GOAL
    backend: str = "many"

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def reached(self) -> int:
        """How many have reached the goal."""
        return sum(steps is not None for steps in self.steps_to_goal)

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval for the share of all seeds that reach the goal by now."""
        return wilson_interval(self.reached, len(self))

    def order(self, by: str) -> list[int]:
        """Members from best to worst, or by seed; those that diverged come last."""
        if by == "seed":
            return list(range(len(self)))
        values = self.losses
        if by == "accuracy" and self.accuracies is not None:
            values = -self.accuracies
        keyed = np.where(np.isfinite(values), values, np.inf)
        gone = [fate is Fate.DIVERGED for fate in self.fates]
        keys = [np.asarray(k, float) for k in (self.seeds, self.losses, keyed, gone)]
        return [int(k) for k in np.lexsort(np.stack(keys))]

    def member(self, index: int) -> Snapshot:
        """One network as a snapshot of a run, for views and measurements.

        It has no optimiser state: opening a network recomputes it (`course.replay`).
        """
        theta, accuracy = self.thetas[index], self.accuracies
        nothing = np.zeros(0)
        return Snapshot(
            generation=0,
            step=self.steps_made[index],
            epoch=0,
            run=seeded(self.run, self.seeds[index]),
            network=self.network,
            splits=self.splits,
            theta=theta,
            running=self.runnings[index],
            moment1=nothing,
            moment2=nothing,
            metrics=Metrics(
                float(self.losses[index]),
                None,
                None if accuracy is None else float(accuracy[index]),
                None,
            ),
            learning_rate=self.run.training.learning_rate,
            backend="reference" if self.backend == "reference" else "compiled",
        )
