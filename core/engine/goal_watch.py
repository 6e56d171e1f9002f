"""Stopping a run at its goal, at the same step however it is cut into pieces."""

from __future__ import annotations

from core.engine.snapshot import Metrics
from core.goal import Goal, next_check


class GoalWatch:
    """Knows when to look whether the goal is reached, and whether it was."""

    def __init__(self, goal: Goal | None = None) -> None:
        self.goal = Goal() if goal is None else goal
        self.stands = False  # the run stands where the goal was first seen reached
        self._met = False  # it was reached before: whoever goes on means to

    def forget(self) -> None:
        """The run starts again."""
        self.stands = self._met = False

    @property
    def _looks(self) -> bool:
        return self.goal.stop and self.goal.asks and not self._met

    def until(self, step: int, end: int) -> int:
        """Where to look next, at most ``end``."""
        return min(end, next_check(step)) if self._looks else end

    def due(self, step: int) -> bool:
        """Whether ``step`` is one at which the goal is looked at."""
        return self._looks and next_check(step - 1) == step

    def look(self, metrics: Metrics) -> bool:
        """Whether the run is to stop here."""
        if self.goal.reached(metrics.loss, metrics.accuracy):
            self._met = self.stands = True
        return self.stands
