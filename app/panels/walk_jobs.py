"""What the Walk view computes away from the GUI thread."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from core.analysis.walk import Walk, take_walk
from core.analysis.walk_modes import Check, Cost, ForwardPass, check, cost, forward_mode
from core.analysis.walk_subject import subject_of
from core.analysis.walk_update import Update, take_update
from core.engine.snapshot import Snapshot


class WalkCache:
    """The last few walks, so that a step through one costs nothing."""

    def __init__(self, room: int = 4) -> None:
        self._lock = Lock()
        self._room = room
        #: The snapshot is held, so that its id cannot be used again.
        self._known: OrderedDict[tuple[int, int | None], tuple[Snapshot, Walk]] = (
            OrderedDict()
        )

    def of(self, snapshot: Snapshot, example: int | None) -> Walk:
        """The walk of one example, or of the next minibatch."""
        key = id(snapshot), example
        with self._lock:
            if key in self._known:
                return self._known[key][1]
        made = take_walk(subject_of(snapshot, example))
        with self._lock:
            self._known[key] = snapshot, made
            while len(self._known) > self._room:
                self._known.popitem(last=False)
        return made


@dataclass(frozen=True, slots=True)
class WalkWish:
    """What is wanted."""

    snapshot: Snapshot
    example: int | None
    page: str
    node: str  # whose derivative is checked; "" or unknown: none
    entry: int
    seed: str  # of forward mode
    seed_entry: int
    cache: WalkCache


@dataclass(frozen=True, slots=True, eq=False)
class WalkResult:
    """A walk and what the page shown needs beside it."""

    wish: WalkWish
    walk: Walk
    check: Check | None = None
    cost: Cost | None = None
    forward: ForwardPass | None = None
    update: Update | None = None


def compute(wish: WalkWish) -> WalkResult:
    """Walk, and work out what the page needs."""
    walk = wish.cache.of(wish.snapshot, wish.example)
    if wish.page == "update":
        return WalkResult(wish, walk, update=take_update(walk.subject))
    names = {node.name: node for node in walk.nodes}
    if wish.page == "forward":
        node = names.get(wish.seed) or walk.nodes[1]
        entry = min(wish.seed_entry, node.value.size - 1)
        made = forward_mode(walk, node.name, entry)
        return WalkResult(wish, walk, cost=cost(walk), forward=made)
    found = names.get(wish.node)
    if found is None or found.gradient is None:
        return WalkResult(wish, walk)
    entry = min(max(wish.entry, 0), found.value.size - 1)
    return WalkResult(wish, walk, check=check(walk, found, entry))
