"""The grid in a thread of its own: it trains towards an aim and publishes snapshots.

Only this thread touches the members; `GridRunner.latest` is frozen. Without an aim it
sleeps, so a hidden grid costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from core.errors import BadInput
from core.goal import Goal
from core.grid.background import Background
from core.grid.course import Course
from core.grid.members import Members
from core.grid.snapshot import GridSnapshot
from core.language import tr

#: Seconds of training between two checks of the aim.
CHUNK = 0.02
#: Least seconds between two snapshots.
PUBLISH = 1 / 30


@dataclass(frozen=True, slots=True)
class Aim:
    """What the grid should show."""

    course: Course
    first_seed: int
    count: int
    goal: Goal
    step: int  # train up to here
    look_back: int | None = None  # show the newest kept step at or before this one
    backend: str = "many"

    @property
    def seeds(self) -> range:
        """One for each network."""
        return range(self.first_seed, self.first_seed + self.count)


class GridRunner(Background):
    """Trains the networks of a grid."""

    thread_name = "hyperfold-grid"

    def __init__(self, *, threaded: bool = True) -> None:
        super().__init__(threaded=threaded)
        self._aim: Aim | None = None
        self._asked = False  # the aim is not handled yet
        self._members: Members | None = None
        self._shown: tuple[Aim | None, int] = (None, -1)
        self._latest: GridSnapshot | None = None
        self._rate = 0.0  # steps per second of all together
        self._published_at = 0.0
        self._cost = 0.0

    @property
    def latest(self) -> GridSnapshot | None:
        """The newest snapshot; None if nothing was requested yet."""
        return self._latest

    @property
    def rate(self) -> float:
        """Steps per second of each network; 0 if not known yet."""
        return self._rate

    def aim(self, aim: Aim | None) -> None:
        """Train towards ``aim`` from now on; None: stop."""
        with self._news:
            if aim == self._aim:
                return
            self._aim, self._asked = aim, True
            self._busy = aim is not None
            self._error = None
            self._news.notify_all()
        self._begin()

    def _work(self) -> bool:
        """Train for a short time; False once there is nothing left to do."""
        with self._news:
            aim, self._asked = self._aim, False
        if aim is None:
            return self._rest()
        try:
            with np.errstate(all="ignore"):  # from networks that diverge
                done = self._approach(aim)
        except Exception as error:  # an error in a thread becomes a value
            self._members = None
            self._error = error
            done = True
        return self._rest() if done else True

    def _rest(self) -> bool:
        with self._news:
            self._busy = self._asked
            self._news.notify_all()
            return self._busy

    def _approach(self, aim: Aim) -> bool:
        members = self._fitting(aim)
        if members.step > aim.step:
            members.back_to(aim.step)
        left = aim.step - members.step
        if left > 0:
            chunk = min(left, max(1, int(self._rate * CHUNK)))
            begin = perf_counter()
            members.advance(chunk, self._stop)
            reached = chunk / max(perf_counter() - begin, 1e-6)
            # Shrink at once, grow by doubling, so that no chunk gets much too long.
            self._rate = min(reached, 2.0 * max(self._rate, 1.0 / CHUNK))
        if self._stop[0]:
            return True
        done = members.step >= aim.step
        now = perf_counter()
        wait = max(PUBLISH, 2.0 * self._cost)
        if done or now - self._published_at >= wait:
            self._publish(members, aim)
        return done

    def _fitting(self, aim: Aim) -> Members:
        members = self._members
        if (
            members is None
            or members.seeds != tuple(aim.seeds)
            or members.goal != aim.goal
            or members.course.legs[0] != aim.course.legs[0]
        ):
            if not aim.course.legs[0].run.network.layout.size:
                raise BadInput(tr("the grid must have weights to train, got none"))
            members = Members(aim.course, aim.seeds, aim.goal, aim.backend)
            self._members = members
            self._rate = 0.0
        else:
            members.use_backend(aim.backend)
            members.follow(aim.course)
        return members

    def _publish(self, members: Members, aim: Aim) -> None:
        begin = perf_counter()
        back = aim.look_back
        if back is None or back >= members.step:
            shot = members.snapshot()
        else:
            shot = members.at(back)
        self._latest = shot
        self._published_at = perf_counter()
        self._cost = self._published_at - begin
