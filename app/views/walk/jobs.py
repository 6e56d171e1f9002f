"""What the Walk view computes away from the GUI thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from app.plane.finder import FinderBox
from core.analysis.walk import Walk, take_walk
from core.analysis.walk_modes import Check, Cost, ForwardPass, check, cost, forward_mode
from core.analysis.walk_subject import subject_of
from core.analysis.walk_update import Update, take_update
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.functions import ACTIVATIONS
from core.kernels.cache import is_ready

MOST_REGIONS = 20_000  # above this, the example's region is not searched for


class WalkCache:
    """The last few walks, so that stepping through one costs nothing."""

    def __init__(self, room: int = 4) -> None:
        self._lock = Lock()
        self._room = room
        #: The snapshot is kept alive, so that its id cannot be reused.
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
    """What is requested."""

    snapshot: Snapshot
    example: int | None
    page: str
    node: str  # whose derivative is checked; "" or unknown: none
    entry: int
    seed: str  # of forward mode
    seed_entry: int
    cache: WalkCache
    finder: FinderBox | None = None  # if the example's region is wanted
    ask: Callable[[Walk], object] | None = None  # the request of an asking page


@dataclass(frozen=True, slots=True, eq=False)
class WalkResult:
    """A walk and what else the page on show needs."""

    wish: WalkWish
    walk: Walk
    check: Check | None = None
    cost: Cost | None = None
    forward: ForwardPass | None = None
    update: Update | None = None
    region: Floats | None = None  # corners of the example's region
    made: object = None  # the result of the page's request


def region_of(wish: WalkWish) -> Floats | None:
    """Corners of the example's linear region; None if there is none."""
    snapshot, example = wish.snapshot, wish.example
    piecewise = all(
        ACTIVATIONS[h.activation].piecewise_linear for h in snapshot.network.hidden
    )
    problem = snapshot.run.data.problem
    if wish.finder is None or example is None or not piecewise or problem.inputs != 2:
        return None
    # Compiling is left to the Regions view; this outline can wait.
    if not snapshot.run.features.normalised(2).is_raw or not is_ready("regions"):
        return None
    x, y = snapshot.splits.train.x[example].tolist()
    a, b, c, d = problem.box
    # Views show more than the problem's box; the edge of this box should not be visible
    # there.
    wide, tall = 2.0 * (b - a), 2.0 * (d - c)
    box = (min(a, x) - wide, max(b, x) + wide, min(c, y) - tall, max(d, y) + tall)
    try:
        return wish.finder.find(snapshot, box, MOST_REGIONS).at(x, y).polygon
    except BadInput:  # too many, or numbers too large
        return None


def compute(wish: WalkWish) -> WalkResult:
    """Walk, and compute what the page needs."""
    walk = wish.cache.of(wish.snapshot, wish.example)
    region = region_of(wish)
    if wish.page == "update":
        return WalkResult(wish, walk, update=take_update(walk.subject), region=region)
    if wish.ask is not None:
        return WalkResult(wish, walk, made=wish.ask(walk), region=region)
    names = {node.name: node for node in walk.nodes}
    if wish.page == "forward":
        node = names.get(wish.seed) or walk.nodes[1]
        entry = min(wish.seed_entry, node.value.size - 1)
        made = forward_mode(walk, node.name, entry)
        return WalkResult(wish, walk, cost=cost(walk), forward=made, region=region)
    found = names.get(wish.node)
    if found is None or found.gradient is None:
        return WalkResult(wish, walk, region=region)
    entry = min(max(wish.entry, 0), found.value.size - 1)
    return WalkResult(wish, walk, check=check(walk, found, entry), region=region)
