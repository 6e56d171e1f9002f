"""Collects members by every way, in a thread of its own.

Only this thread makes them; `Gatherer.latest` is frozen. With nothing to do it sleeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from core.engine.snapshot import Snapshot
from core.grid.background import Background
from core.grid.ways import WAYS, Given

#: Seconds between two publications while members arrive.
PUBLISH = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """The members so far."""

    given: Given
    members: dict[str, tuple[Snapshot, ...]] = field(default_factory=dict)
    why_not: dict[str, str] = field(default_factory=dict)
    finished: frozenset[str] = frozenset()


class Gatherer(Background):
    """Makes members by every way but other seeds, which the grid trains."""

    thread_name = "hyperfold-members"

    def __init__(self, *, threaded: bool = True) -> None:
        super().__init__(threaded=threaded)
        self._given: Given | None = None
        self._first = ""
        self._latest: Gathered | None = None

    @property
    def latest(self) -> Gathered | None:
        """The newest members; None if nothing was requested yet."""
        return self._latest

    def ask(self, given: Given | None, first: str = "") -> None:
        """Collect members for ``given``, the way ``first`` before others; None: stop.

        Repeating the same request has no effect.
        """
        with self._news:
            known = self._given
            if given is None:
                if known is None:
                    return
            elif given.same_as(known):
                return
            self._given, self._first = given, first
            self._busy = given is not None
            self._stop[0] = 1  # drop work in progress
            self._news.notify_all()
        self._begin()

    def _work(self) -> bool:
        with self._news:
            given, first = self._given, self._first
            self._stop[0] = 1 if self._closed else 0
            self._error = None
        if given is not None:
            try:
                self._gather(given, first)
            except Exception as error:  # an error in a thread becomes a value
                self._error = error
        with self._news:
            if self._given is given:
                self._busy = False
            self._news.notify_all()
            return self._busy

    def _gather(self, given: Given, first: str) -> None:
        members: dict[str, tuple[Snapshot, ...]] = {}
        why_not: dict[str, str] = {}
        finished: set[str] = set()
        shown = perf_counter()
        for name in _order(first):
            way = WAYS[name]
            if reason := way.why_not(given):
                why_not[name] = reason
                finished.add(name)
                continue
            members[name] = ()
            for member in way.members(given, self._stop):
                members[name] += (member,)
                if perf_counter() - shown >= PUBLISH and not self._stop[0]:
                    self._publish(given, members, why_not, finished)
                    shown = perf_counter()
            if self._stop[0]:
                return
            finished.add(name)
        self._publish(given, members, why_not, finished)

    def _publish(
        self,
        given: Given,
        members: dict[str, tuple[Snapshot, ...]],
        why_not: dict[str, str],
        finished: set[str],
    ) -> None:
        self._latest = Gathered(
            given, dict(members), dict(why_not), frozenset(finished)
        )


def _order(first: str) -> Sequence[str]:
    """The quick ways, then the one on show, then the rest."""
    names = [name for name in WAYS if name != "seeds"]
    return sorted(names, key=lambda name: (WAYS[name].slow, name != first))
