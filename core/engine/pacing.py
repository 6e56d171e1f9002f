"""When the next steps are due, so that paced training runs evenly."""

from __future__ import annotations

from math import floor, inf

#: Steps faster than this are made a few at a time, once a tick.
TICK = 0.004  # seconds
#: A longer delay is dropped rather than caught up in a burst.
PATIENCE = 0.05


class Pacer:
    """Spreads steps evenly over time at ``pace`` steps per second.

    It has no clock: the caller passes the time in seconds.
    """

    def __init__(self, pace: float = inf) -> None:
        self._pace = pace
        self._origin = 0.0  # when the step after `_made` = 0 was due
        self._made = 0

    @property
    def pace(self) -> float:
        """Steps per second; infinity is full speed."""
        return self._pace

    def start(self, now: float, pace: float | None = None) -> None:
        """Begin (again): the first step is due one interval from ``now``.

        A changed pace keeps the fraction of the interval that has already passed, so
        dragging the slider neither hurries nor delays the next step.
        """
        if pace is not None and pace != self._pace:
            passed = 0.0
            if self._pace < inf:
                passed = (now - self._origin) * self._pace - self._made
            self._pace = pace
            self._made = 0
            share = min(max(passed, 0.0), 1.0)
            self._origin = now - (share / pace if pace < inf else 0.0)
        else:
            self._origin, self._made = now, 0

    def due(self, now: float) -> float:
        """How many steps should be made now: 0 if too early, inf at full speed."""
        if self._pace == inf:
            return inf
        behind = (now - self._origin) * self._pace - self._made
        most = max(1.0, PATIENCE * self._pace)
        if behind > most + 1.0:  # one step of grace for rounding and slow timers
            self._origin += (behind - most) / self._pace
            behind = most
        return max(0, floor(behind + 1e-9))

    def made(self, steps: int) -> None:
        """Record that ``count`` steps were made."""
        self._made += steps

    def wait(self, now: float) -> float:
        """Seconds until steps are due: a tick, or longer if one step takes longer."""
        if self._pace == inf:
            return 0.0
        following = max(1.0, floor(TICK * self._pace))
        due = self._origin + (self._made + following) / self._pace
        return max(0.0, due - now)
