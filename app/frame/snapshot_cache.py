"""Cached results computed from kept snapshots; shared with the worker's thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from core.engine.snapshot import Snapshot

T = TypeVar("T")


class SnapshotCache(Generic[T]):
    """Results of ``work`` by snapshot; the oldest are dropped."""

    def __init__(self, work: Callable[[Snapshot], T], room: int = 400) -> None:
        self._work = work
        self._lock = Lock()
        self._room = room
        # The parameters are kept with the result, so that an id cannot be reused.
        self._known: OrderedDict[tuple[int, int, int], tuple[object, T]] = OrderedDict()

    def known(self, snapshot: Snapshot) -> T | None:
        """The result if it is cached."""
        key = self._key(snapshot)
        with self._lock:
            if key not in self._known:
                return None
            self._known.move_to_end(key)
            return self._known[key][1]

    def of(self, snapshot: Snapshot) -> T:
        """The result, computed if needed."""
        found = self.known(snapshot)
        if found is None:
            found = self._work(snapshot)
            with self._lock:
                self._known[self._key(snapshot)] = (snapshot.theta, found)
                if len(self._known) > self._room:
                    self._known.popitem(last=False)
        return found

    @staticmethod
    def _key(snapshot: Snapshot) -> tuple[int, int, int]:
        return snapshot.generation, snapshot.step, id(snapshot.theta)
