"""What the landscape's worker computes: a plane, the loss over it, the path on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import sqrt
from time import monotonic, perf_counter

import numpy as np
from PySide6.QtGui import QImage

from app.frame.base import RunFrame
from app.frame.turns import breathe
from app.look.theme import Theme
from app.views.landscape.boxes import around_path, fitted, resolved, rests, serves
from app.views.landscape.levels import LevelPicker, Levels, banded, level_lines
from app.views.landscape.points import Source, anchors, usual
from core.analysis.landscape import plane_measures, plane_reference
from core.analysis.race import Racer
from core.analysis.sections import Anchor, Around, Section, anchors_of, section_of
from core.analysis.weight_path import WeightPath, path_of
from core.arrays import Floats, Ints, Stop
from core.engine.data import encode, example_seconds
from core.engine.snapshot import Snapshot
from core.engine.timeline import Timeline
from core.errors import BadInput
from core.kernels.cache import is_warm
from core.language import mark, tr
from core.problems.base import Box, Sample
from core.training.state import TrainData

QUANTITIES = {
    "loss": mark("Loss"),
    "test": mark("Test loss"),
    "accuracy": mark("Accuracy"),
}
SIDES = (12, 16, 24, 32, 48, 64, 96, 128)  # points of the grid along a side
LIVE_SIDE = 64  # as fine as it gets while training runs
LIVE_SECONDS = 0.16  # time limit of a picture then
FIRST_SECONDS = 0.03  # when paused, a quick first picture, then finer ones
LAST_SECONDS = 2.5  # and none that takes longer than this
STRIP_SECONDS = 0.008  # of Python between two chances to draw a frame
LOOK_SECONDS = 5.0  # between two checks for single-precision kernels
HESSIAN_SECONDS = 1.0  # between two Hessian measurements during training
MOST_ROWS = 20_000  # examples used of a larger sample
PIXELS = 480  # of the bands' picture along its longer side
PIXELS_AT_REST = 960
ARROWS = 18  # along the longer side
LARGEST = 1e100  # weight: squares of larger ones overflow
TOO_LARGE = mark("The weights are too large to measure how far apart they are")
REFERENCE_SECONDS = 6e-5  # for one point, before the kernels are ready


@dataclass(frozen=True, slots=True)
class PlaneChoice:
    """The plane the user asked for."""

    kind: str = "pca"
    seed: int = 0
    pair: tuple[int, int] = (0, 1)
    points: str = ""  # three of them; empty: the usual ones


@dataclass(slots=True, eq=False)
class Memory:
    """What the worker remembers between pictures; used only by its thread."""

    picker: LevelPicker = field(default_factory=LevelPicker)
    key: object = None  # a change of key clears everything
    section: Section | None = None
    home: Box | None = None
    cost: float = 2e-7  # seconds for one example at one point
    looked_at: float = 0.0  # when the Hessian was last measured
    _short: bool = False  # kernels of float32 are there
    _asked: float = -10.0
    _data: tuple[object, TrainData, int] | None = None

    def precision(self, snapshot: Snapshot, moving: bool) -> str:
        """Single precision during training, where the difference is invisible."""
        own = snapshot.run.training.precision
        if not moving or own == "float32":
            return own
        if not self._short and monotonic() - self._asked > LOOK_SECONDS:
            self._asked = monotonic()
            self._short = is_warm("float32")
        return "float32" if self._short else own

    def data(self, snapshot: Snapshot, quantity: str) -> tuple[TrainData, int]:
        """The measured split, encoded once, and its number of examples."""
        splits, run = snapshot.splits, snapshot.run
        sample = splits.test if quantity == "test" else splits.train
        key = (id(splits), quantity == "test", run.loss, run.features)
        if self._data is None or self._data[0] != key:
            part: Sample = sample
            if len(sample) > MOST_ROWS:
                part = sample.take(slice(None, None, -(-len(sample) // MOST_ROWS)))
            self._data = key, encode(run, part), len(sample)
        return self._data[1], self._data[2]


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """What the view wants to show."""

    snapshot: Snapshot
    timeline: Timeline
    other: RunFrame | None  # run B
    sources: tuple[Source, ...]  # of points that the plane may go through
    choice: PlaneChoice
    held: Section | None  # None: the plane follows the weights
    quantity: str
    box: Box | None  # None: the plane's own
    size: tuple[int, int]  # pixels
    theme: Theme
    moving: bool
    fineness: int  # 0: the first picture; larger numbers are finer
    span: float  # half-width of the picture's box; 0: the plane's own
    arrows: bool  # the gradient on the plane, too
    racers: tuple[Racer, ...]  # whose paths are drawn
    memory: Memory
    stop: Stop


@dataclass(frozen=True, slots=True, eq=False)
class PathOnPlane:
    """A path's position on the plane and its distance off it; (T,) each."""

    steps: Ints
    alpha: Floats
    beta: Floats
    off: Floats
    values: Floats  # measured at the weights themselves


@dataclass(frozen=True, slots=True, eq=False)
class RaceOnPlane:
    """The path of one optimiser."""

    racer: Racer
    points: Floats  # (K, 2)
    off: float  # distance off the plane at its end


@dataclass(frozen=True, slots=True, eq=False)
class Landscape:
    """One picture of the loss over a plane."""

    snapshot: Snapshot
    section: Section
    quantity: str
    box: Box
    home: Box
    values: Floats  # (β, α)
    levels: Levels
    image: QImage
    lines: tuple[Floats, ...]
    path: PathOnPlane
    beside: PathOnPlane | None  # run B's, where it has the same network
    here: tuple[float, float, float]  # α, β and distance off the plane of the weights
    explained: float | None  # share of the path's variance
    rows: tuple[int, int]  # examples that were measured, of how many
    finest: bool  # a finer one is not worth the time
    value_here: float  # at the present weights themselves
    arrows: Floats  # (k, 4): α, β and the way down from there, in the picture's units
    races: tuple[RaceOnPlane, ...]
    note: str = ""  # why it is not the requested plane

    def at(self, alpha: float, beta: float) -> float | None:
        """The value at a point of the picture, interpolated on the grid."""
        x0, x1, y0, y1 = self.box
        rows, columns = self.values.shape
        x = (alpha - x0) / (x1 - x0) * (columns - 1)
        y = (beta - y0) / (y1 - y0) * (rows - 1)
        if not (0 <= x <= columns - 1 and 0 <= y <= rows - 1):
            return None
        i, j = min(int(y), rows - 2), min(int(x), columns - 2)
        s, t = y - i, x - j
        v = self.values[i : i + 2, j : j + 2]
        low, high = v[0] * (1 - s) + v[1] * s
        return float(low * (1 - t) + high * t)


def compute(wish: Wish) -> Landscape | BadInput | None:
    """The picture; a sentence if there can be none; None if no longer wanted."""
    memory, snapshot = wish.memory, wish.snapshot
    data, total = memory.data(snapshot, wish.quantity)
    if not len(data):
        return BadInput(
            tr("There are no test examples. Choose the loss on training examples.")
        )
    if wish.quantity == "accuracy" and data.labels is None:
        return BadInput(tr("This problem has no classes, so there is no accuracy"))
    path = path_of(wish.timeline, snapshot)
    if too_large(path.thetas):
        return BadInput(tr(TOO_LARGE))
    breathe()
    other = _other_path(wish)
    ways = path.thetas if other is None else np.vstack([other.thetas, path.thetas])
    try:
        section, note = _section(wish, ways, data)
    except BadInput as refused:
        return refused
    breathe()
    onto = _path_on(section, path, wish.quantity)
    here = (float(onto.alpha[-1]), float(onto.beta[-1]), float(onto.off[-1]))
    beside = None if other is None else _path_on(section, other, wish.quantity)
    races = tuple(_race_on(section, racer) for racer in wish.racers)
    home = _home(wish, section, onto, beside, races)
    box = fitted(home if wish.box is None else wish.box, wish.size)
    side, finest = _side(wish, len(data))
    values = _values(wish, section, box, side, data)
    if values is None:
        return None
    breathe()
    accuracy = wish.quantity == "accuracy"
    whole = wish.box is None
    levels = memory.picker.of(values, share=accuracy, whole=whole)
    most = PIXELS if wish.moving else PIXELS_AT_REST
    scale = min(1.0, most / max(wish.size))
    width, height = (max(8, round(scale * s)) for s in wish.size)
    image = banded(wish.theme, values, levels, width, height)
    breathe()
    lines = level_lines(box, values, levels)
    return Landscape(
        snapshot,
        section,
        wish.quantity,
        box,
        home,
        values,
        levels,
        image,
        lines,
        onto,
        beside,
        here,
        section.explained(ways),
        (len(data), total),
        finest,
        _here(snapshot, wish.quantity),
        _arrows(values, box) if wish.arrows and not accuracy else np.zeros((0, 4)),
        races,
        note,
    )


def _other_path(wish: Wish) -> WeightPath | None:
    """Run B's path, if its weights are in the same space."""
    other = wish.other
    if other is None or other.snapshot.network != wish.snapshot.network:
        return None
    path = path_of(other.timeline, other.snapshot)
    return None if too_large(path.thetas) else path


def _path_on(section: Section, path: WeightPath, quantity: str) -> PathOnPlane:
    alpha, beta, off = section.coordinates(path.thetas)
    return PathOnPlane(path.steps, alpha, beta, off, path.values(quantity))


def too_large(thetas: Floats) -> bool:
    """Whether weights are so large that their distances overflow."""
    return not bool(np.abs(thetas).max(initial=0.0) <= LARGEST)


def _here(snapshot: Snapshot, quantity: str) -> float:
    metrics = snapshot.metrics
    found = {
        "loss": metrics.loss,
        "test": metrics.test_loss,
        "accuracy": metrics.accuracy,
    }[quantity]
    return np.nan if found is None else found


def _race_on(section: Section, racer: Racer) -> RaceOnPlane:
    alpha, beta, off = section.coordinates(racer.thetas)
    return RaceOnPlane(racer, np.stack([alpha, beta], axis=1), float(off[-1]))


def _arrows(values: Floats, box: Box) -> Floats:
    """The downhill direction in the plane, evenly over the picture.

    Lengths are the square root of the slope relative to the largest, so that arrows are
    visible on flat ground too.
    """
    rows, columns = values.shape
    x, y = np.linspace(*box[:2], columns), np.linspace(*box[2:], rows)
    with np.errstate(all="ignore"):
        up = np.asarray(np.gradient(values, y, axis=0))
        right = np.asarray(np.gradient(values, x, axis=1))
    gap = max(1, round(max(rows, columns) / ARROWS))
    start = gap // 2
    i, j = np.meshgrid(
        np.arange(start, rows, gap), np.arange(start, columns, gap), indexing="ij"
    )
    down = -np.stack([right[i, j].ravel(), up[i, j].ravel()], axis=1)
    size = np.linalg.norm(down, axis=1)
    good = np.isfinite(size) & (size > 0)
    if not good.any():
        return np.zeros((0, 4))
    down, size = down[good], size[good]
    length = gap * (box[1] - box[0]) / columns * np.sqrt(size / size.max())
    down *= (0.9 * length / size)[:, None]
    return np.column_stack([x[j].ravel()[good], y[i].ravel()[good], down])


# -- the plane --------------------------------------------------------------------


def _section(wish: Wish, ways: Floats, data: TrainData) -> tuple[Section, str]:
    """The fixed or requested plane, or another one with a note about why."""
    memory, snapshot, choice = wish.memory, wish.snapshot, wish.choice
    beside = None if wish.other is None else wish.other.snapshot.generation
    key = (
        choice,
        snapshot.generation,
        snapshot.network,
        beside,
        wish.quantity,
        wish.span,
    )
    if key != memory.key:
        memory.key, memory.section, memory.home = key, None, None
        memory.picker.reset()
        memory.cost = example_seconds(snapshot.network)
    theta = np.asarray(snapshot.theta, np.float64)
    if wish.held is not None and len(wish.held.u) == len(theta):
        return wish.held, ""
    before = memory.section
    kept = None if before is None else _kept(before, theta, wish)
    if kept is not None:
        memory.section = kept
        return kept, ""
    around = _around(wish, ways, data)
    kind, note = choice.kind, ""
    if kind == "pca" and not np.ptp(ways, axis=0).any():
        kind, note = "random", tr("random until the weights have moved")
    if kind == "hessian":
        memory.looked_at = monotonic()
    memory.section = section_of(kind, around).like(before)
    return memory.section, note


def _kept(before: Section, theta: Floats, wish: Wish) -> Section | None:
    """The plane of the last picture, if it also suits this one."""
    if before.kind != wish.choice.kind or before.kind == "points":
        return None
    if wish.moving:
        recent = monotonic() - wish.memory.looked_at < HESSIAN_SECONDS
        dear = before.kind == "hessian" and recent
        return replace(before, origin=theta) if dear else None
    # Weights moved by hand within the plane stay on the same picture.
    off = before.coordinates(theta[None])[2][0]
    return before if off <= 1e-9 * max(1.0, float(np.linalg.norm(theta))) else None


def _around(wish: Wish, ways: Floats, data: TrainData) -> Around:
    snapshot = wish.snapshot
    moment = np.asarray(snapshot.moment1, np.float64)
    last = snapshot.network.layout.size - 1
    first, second = (min(i, last) for i in wish.choice.pair)
    return Around(
        snapshot.network,
        np.asarray(snapshot.theta, np.float64),
        snapshot.running,
        data,
        ways,
        moment if moment.any() else None,
        wish.choice.seed,
        (first, second),
        _anchors(wish),
    )


def _anchors(wish: Wish) -> tuple[Anchor, ...]:
    """The points that define the plane, if any."""
    if wish.choice.kind != "points":
        return ()
    network = wish.snapshot.network
    points = wish.choice.points or usual(wish.sources, network)
    return anchors_of(anchors(points, wish.sources, network))


# -- the box ----------------------------------------------------------------------


def _home(
    wish: Wish,
    section: Section,
    path: PathOnPlane,
    beside: PathOnPlane | None,
    races: tuple[RaceOnPlane, ...],
) -> Box:
    """The initial box: the path, or the weights with a margin.

    It stays until the path leaves it or needs less than half of it.
    """
    alpha, beta = path.alpha, path.beta
    if section.centred:
        x, y, half = float(alpha[-1]), float(beta[-1]), wish.span or section.span
        wanted = (x - half, x + half, y - half, y + half)
    elif wish.span or (section.kind == "weights" and rests(alpha, beta)):
        half = wish.span or section.span
        wanted = (-half, half, -half, half)
    else:
        far = 1.2 * float(max(np.ptp(alpha), np.ptp(beta)))
        more = [r.points for r in races if not r.racer.diverged]
        if beside is not None:
            more.append(np.stack([beside.alpha, beside.beta], axis=1))
        if section.marks:
            places = section.coordinates(np.stack([m.theta for m in section.marks]))
            more.append(np.stack(places[:2], axis=1))
            far = max(far, float(max(np.ptp(place) for place in places[:2])))
        ways = np.vstack([np.stack([alpha, beta], axis=1), *more])
        # A racer that runs far away leaves the picture rather than shrinking the rest.
        near = np.abs(ways - ways[0]).max(axis=1) <= 2.0 * far
        wanted = around_path(ways[near, 0], ways[near, 1])
    before = wish.memory.home
    if before is not None and serves(before, wanted):
        return before
    wish.memory.home = resolved(wanted)
    return wish.memory.home


# -- the values -------------------------------------------------------------------


def _side(wish: Wish, rows: int) -> tuple[int, bool]:
    """The resolution of the grid, and whether a finer one is not worth the time."""
    compiled = wish.snapshot.backend == "compiled"
    cost = max(wish.memory.cost * rows, 0.0 if compiled else REFERENCE_SECONDS)
    if wish.moving:
        limit, most = LIVE_SECONDS, LIVE_SIDE
    else:
        limit = (FIRST_SECONDS, LIVE_SECONDS, LAST_SECONDS)[min(wish.fineness, 2)]
        most = SIDES[-1] if wish.fineness > 1 else LIVE_SIDE
    if not compiled:
        limit = min(limit, LIVE_SECONDS)
    good = [s for s in SIDES if s <= most and s * s * cost <= limit]
    side = good[-1] if good else SIDES[0]
    return side, wish.fineness > (1 if compiled else 0) or wish.moving


def _values(
    wish: Wish, section: Section, box: Box, side: int, data: TrainData
) -> Floats | None:
    """The quantity on a grid over the box; None once it is no longer wanted."""
    snapshot, stop = wish.snapshot, wish.stop
    stretch = sqrt((box[1] - box[0]) / (box[3] - box[2]))
    columns = max(4, round(side * stretch))
    rows = max(4, round(side / stretch))
    alphas = np.linspace(box[0], box[1], columns)
    betas = np.linspace(box[2], box[3], rows)
    plane = (section.origin, snapshot.running, section.u, section.v, alphas)
    precision = wish.memory.precision(snapshot, wish.moving)
    begin = perf_counter()
    if snapshot.backend == "compiled":  # without the GIL, and it checks ``stop``
        made = plane_measures(snapshot.network, *plane, betas, data, precision, stop)
        spent = perf_counter() - begin
    else:
        made, spent = _by_rows(wish, plane, betas, data)
    if stop[0]:
        return None
    spent /= rows * columns * len(data)
    wish.memory.cost += 0.5 * (spent - wish.memory.cost)
    return made[1] if wish.quantity == "accuracy" else made[0]


def _by_rows(
    wish: Wish, plane: tuple[Floats, ...], betas: Floats, data: TrainData
) -> tuple[tuple[Floats, Floats], float]:
    """The same in NumPy, while the kernels are being compiled, and the time it took."""
    origin, running, u, v, alphas = plane
    out = np.full((2, len(betas), len(alphas)), np.nan)
    spent = strip = 0.0
    for i in range(len(betas)):
        if wish.stop[0]:
            break
        if strip > STRIP_SECONDS:
            breathe()
            strip = 0.0
        begin, given = perf_counter(), (origin, running, u, v, alphas)
        row = plane_reference(wish.snapshot.network, *given, betas[i : i + 1], data)
        out[0, i], out[1, i] = row[0][0], row[1][0]
        passed = perf_counter() - begin
        spent, strip = spent + passed, strip + passed
    return (out[0], out[1]), spent
