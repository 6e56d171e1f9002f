"""Stopping a run at its goal, at the same step however training is split up."""

from __future__ import annotations

from core.engine.snapshot import Metrics
from core.goal import Goal, next_check


class GoalWatch:
    """Decides when to check the goal, and remembers whether it was reached."""

    def __init__(self, goal: Goal | None = None) -> None:
        self.goal = Goal() if goal is None else goal
        self.stands = False  # the run is where the goal was first seen reached
        self._met = False  # it was reached before; training went on on purpose

    def forget(self) -> None:
        """Start over with the run."""
        self.stands = self._met = False

    @property
    def _looks(self) -> bool:
        return self.goal.stop and self.goal.asks and not self._met

    def until(self, step: int, end: int) -> int:
        """The next step to check, at most ``end``."""
        return min(end, next_check(step)) if self._looks else end

    def due(self, step: int) -> bool:
        """Whether the goal is checked at ``step``."""
        return self._looks and next_check(step - 1) == step

    def look(self, metrics: Metrics) -> bool:
        """Whether the run should stop here."""
        if self.goal.reached(metrics.loss, metrics.accuracy):
            self._met = self.stands = True
        return self.stands
