"""What the Regions view computes away from the GUI thread: mesh, picture, counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from app.frame.turns import breathe
from app.look.colour import rgb
from app.look.numbers import shown_count
from app.look.palette import amounts, mixture
from app.look.theme import Theme
from app.plane.finder import MOVING_LIMIT, STILL_LIMIT, FinderBox
from app.plane.mistakes import mistakes
from app.plane.picture import MANY, Picture, PlaneResult
from core.analysis.curves import follow, interval
from core.analysis.slices import why_not
from core.analysis.values import evaluator
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.functions import ACTIVATIONS
from core.language import mark, tr
from core.outputs import LOSSES
from core.problems.base import Box

if TYPE_CHECKING:
    from core.analysis.regions import Regions, Words

Bytes = npt.NDArray[np.uint8]

FILLS = {
    "output": mark("Output"),
    "pattern": mark("Unit pattern"),
    "slope": mark("Slope"),
    "layer": mark("Layer of the last split"),
}
AREA_BINS = 24
#: Pixels × units of a sign raster, during training and when paused.
MOVING_SIGNS, STILL_SIGNS = 300_000, 6_000_000
_COUNT_SIDE = 200  # of the grid on which sign patterns are counted


@dataclass(frozen=True)
class RegionsWish:
    """What is requested for one run; ``finder`` is used only by the worker's thread."""

    label: str
    snapshot: Snapshot
    theme: Theme
    box: Box
    width: int  # device pixels
    height: int
    ratio: float
    moving: bool
    fill: str
    folds: bool
    boundary: bool
    finder: FinderBox
    counter: FinderBox  # of the regions in the problem's box, whatever is visible

    @property
    def counted(self) -> Box:
        """The problem's own box, which every count refers to."""
        return self.snapshot.run.data.problem.box


@dataclass(frozen=True, eq=False)
class Shapes:
    """The picture of regions as polygons and lines, for exports with vectors."""

    fills: Bytes  # (F, 4) colour of every region
    folds: Bytes | None  # (layers, 4) colours of the fold lines; None: not shown
    boundary: Floats | None  # (m, 2, 2) segments; None: not shown


@dataclass(frozen=True, eq=False)
class RegionsResult:
    """One run: its picture and counts.

    The picture shows the visible box; the counts are for the problem's box.
    """

    plane: PlaneResult
    regions: Regions | None  # visible ones; None: approximate
    count: int
    by_layer: tuple[int, ...]
    areas: Ints  # (AREA_BINS,) histogram over log area
    area_span: tuple[float, float]
    note: str = ""
    shapes: Shapes | None = None  # the picture's shapes; None: approximate


@dataclass(frozen=True, eq=False)
class IntervalsResult:
    """A network of one input: its function, cut where it bends."""

    label: str
    snapshot: Snapshot
    x: Floats  # (v,) places, dense enough for straight segments
    y: Floats  # (v, outputs) the prediction there
    exact: bool
    by_layer: tuple[int, ...] = ()
    ends: Floats = field(default_factory=lambda: np.zeros(0))  # of the pieces (n + 1,)
    ends_y: Floats = field(default_factory=lambda: np.zeros((0, 1)))
    layers: Ints = field(default_factory=lambda: np.zeros(0, np.int64))  # that bend


def problem_with(snapshot: Snapshot) -> str:
    """Why there are no regions for this run; empty if there are."""
    inputs = snapshot.run.data.problem.inputs
    if inputs > 2:
        return tr(
            "Regions are drawn on a plane, and this problem has {inputs} "
            "inputs. {why_not}",
            inputs=inputs,
            why_not=why_not(snapshot.run)
            or tr("Choose a plane through them on the left."),
        )
    if not np.isfinite(snapshot.theta).all():
        return tr("Some weights are NaN or infinite. Rewind to see regions.")
    return ""


def compute(wish: RegionsWish) -> object:
    """The mesh and its picture, or the intervals of a 1-D network."""
    snapshot = wish.snapshot
    if snapshot.run.data.problem.inputs == 1:
        return _intervals(wish)
    raw = snapshot.run.features.normalised(2).is_raw
    smooth = [
        h.activation
        for h in snapshot.network.hidden
        if not ACTIVATIONS[h.activation].piecewise_linear
    ]
    if raw and not smooth:
        return _exact(wish)
    reason = (
        tr("{title} has no kinks", title=tr(ACTIVATIONS[smooth[0]].title))
        if smooth
        else tr("the features bend the plane")
    )
    return _approximate(wish, reason)


def _exact(wish: RegionsWish) -> RegionsResult:
    from core.analysis.region_picture import blank_picture, draw_segments, fill_regions

    limit = MOVING_LIMIT if wish.moving else STILL_LIMIT
    try:
        regions = wish.finder.find(wish.snapshot, wish.box, limit)
        breathe()
        inside = regions
        if wish.counted != wish.box:
            inside = wish.counter.find(wish.snapshot, wish.counted, limit)
    except BadInput as error:
        many = "number" in str(error)
        return _approximate(
            wish,
            tr("more than {limit} regions", limit=shown_count(limit))
            if many
            else tr("the weights are too large for an exact mesh"),
        )
    breathe()
    image = blank_picture(wish.height, wish.width)
    view = np.array(wish.box)
    fills = _colours(wish, regions)
    fill_regions(image, regions, fills, view)
    breathe()
    table, boundary = None, None
    if wish.folds:
        depth = wish.snapshot.network.depth
        table = np.array(
            [
                (*_bytes(wish.theme.layer_colour(i, depth).name()), 170)
                for i in range(max(1, len(wish.snapshot.network.hidden)))
            ],
            np.uint8,
        )
        widths = np.full(len(table), 0.9 * wish.ratio)
        draw_segments(image, regions.folds, view, table, widths, regions.fold_layers)
    if wish.boundary and wish.snapshot.run.data.problem.classes:
        boundary = _draw_boundary(wish, regions, image, view)
    breathe()
    areas = np.log10(np.maximum(inside.areas, 1e-18))
    span = (float(areas.min()), float(areas.max()))
    counts, _ = np.histogram(areas, AREA_BINS, (span[0], max(span[1], span[0] + 1e-9)))
    return RegionsResult(
        plane=_plane(wish, image),
        regions=regions,
        count=inside.n,
        by_layer=inside.after_each_layer,
        areas=counts,
        area_span=span,
        shapes=Shapes(fills, table, boundary),
    )


def _draw_boundary(
    wish: RegionsWish, regions: Regions, image: Bytes, view: Floats
) -> Floats | None:
    """Draw where the class changes, and return the segments."""
    from core.analysis.region_picture import draw_segments

    if not LOSSES[wish.snapshot.run.loss].straight:
        return None  # the mean of a mixture is not linear in the logits
    segments = regions.decision_boundary().segments
    if len(segments):
        colour = np.array([(*_bytes(wish.theme.text), 255)], np.uint8)
        draw_segments(image, segments, view, colour, np.array([1.8 * wish.ratio]))
    return segments


def _approximate(wish: RegionsWish, reason: str) -> RegionsResult:
    """Sign patterns on a raster where the pieces are not straight."""
    from core.analysis.region_picture import (
        outline,
        pattern_colours,
        shaded_picture,
        sign_pattern_raster,
    )

    snapshot = wish.snapshot
    units = max(1, sum(h.rows for h in snapshot.network.hidden))
    room = (MOVING_SIGNS if wish.moving else STILL_SIGNS) / units
    coarse = max(1.0, (wish.width * wish.height / room) ** 0.5)
    h, w = (max(8, round(side / coarse)) for side in (wish.height, wish.width))
    found = sign_pattern_raster(
        snapshot.network,
        evaluator(snapshot),
        np.array(wish.box),
        h,
        w,
        snapshot.run.features.apply,
    )
    breathe()
    if wish.fill == "output":
        image = shaded_picture(found, _output_colours(wish, found.logits))
    else:
        kinds, labels = np.unique(found.hashes, return_inverse=True)
        image = pattern_colours(kinds, dark=wish.theme.dark)[labels.reshape(h, w)]
    breathe()
    ink = _bytes(wish.theme.text)
    if wish.folds:
        outline(image, found.hashes, ink, 0.28)
    run = snapshot.run
    classes = run.data.problem.classes
    if wish.boundary and classes:
        decided = LOSSES[run.loss].decide(found.logits, classes, run.components)
        outline(image, decided.reshape(h, w), ink, 0.9, wide=True)
    return RegionsResult(
        plane=_plane(wish, image),
        regions=None,
        count=_seen_patterns(wish, room, found.hashes),
        by_layer=(),
        areas=np.zeros(0, np.int64),
        area_span=(0.0, 0.0),
        note=tr("approximate: {reason}", reason=reason),
    )


def _seen_patterns(wish: RegionsWish, room: float, drawn: Words) -> int:
    """Sign patterns in the problem's box, on a grid independent of the pane's shape.

    During training the drawn raster is used if it covers the box: the number changes in
    the next frame anyway, and a second pass would take as long again.
    """
    from core.analysis.region_picture import sign_pattern_raster

    if wish.moving and holds(wish.box, wish.counted):
        return len(np.unique(cut_out(drawn, wish.box, wish.counted)))
    snapshot = wish.snapshot
    side = int(min(_COUNT_SIDE, max(8.0, room**0.5)))
    box = np.array(wish.counted)
    see = snapshot.run.features.apply
    evaluate = evaluator(snapshot)
    return sign_pattern_raster(snapshot.network, evaluate, box, side, side, see).count


def holds(box: Box, inner: Box) -> bool:
    """Whether one box is inside the other."""
    across = box[0] <= inner[0] and inner[1] <= box[1]
    return across and box[2] <= inner[2] and inner[3] <= box[3]


def cut_out(raster: Words, box: Box, inner: Box) -> Words:
    """The pixels of a raster over ``box`` whose centres are inside ``inner``."""
    rows, columns = raster.shape
    left, right = ((x - box[0]) / (box[1] - box[0]) * columns for x in inner[:2])
    bottom, top = ((box[3] - y) / (box[3] - box[2]) * rows for y in inner[2:])
    cells = [max(0, round(edge)) for edge in (top, bottom, left, right)]
    return raster[cells[0] : cells[1], cells[2] : cells[3]]


def fade_outside(image: Bytes, box: Box, inner: Box, colour: str) -> None:
    """Mix the pixels outside ``inner`` half and half with a colour, in place."""
    rows, columns = image.shape[:2]
    left, right = ((x - box[0]) / (box[1] - box[0]) * columns for x in inner[:2])
    bottom, top = ((box[3] - y) / (box[3] - box[2]) * rows for y in inner[2:])
    up, down = (min(max(round(y), 0), rows) for y in (top, bottom))
    start, stop = (min(max(round(x), 0), columns) for x in (left, right))
    half = np.array(_bytes(colour), np.uint8) // 2
    for part in (
        image[:up],
        image[down:],
        image[up:down, :start],
        image[up:down, stop:],
    ):
        part[..., :3] = part[..., :3] // 2 + half


def _plane(wish: RegionsWish, image: Bytes) -> PlaneResult:
    h, w = image.shape[:2]
    fade_outside(image, wish.box, wish.counted, wish.theme.pane)
    picture = QImage(image.data, w, h, 4 * w, QImage.Format.Format_RGBA8888)
    # The format of the screen, so that drawing it only copies.
    opaque = bool((image[..., 3] == 255).all())
    picture = picture.convertToFormat(
        QImage.Format.Format_RGB32
        if opaque
        else QImage.Format.Format_ARGB32_Premultiplied
    )
    snapshot = wish.snapshot
    train, test = snapshot.splits.train, snapshot.splits.test
    few = len(train) + len(test) <= MANY
    nobody = np.zeros(0, bool)
    rings = mistakes(snapshot) if few else (nobody, nobody)
    return PlaneResult(wish.label, snapshot, (Picture(wish.box, picture),), *rings)


def _bytes(colour: str) -> tuple[int, int, int]:
    r, g, b = (round(255 * float(v)) for v in rgb(colour))
    return r, g, b


def _colours(wish: RegionsWish, regions: Regions) -> Bytes:
    """A colour for every region (F, 4)."""
    from core.analysis.region_picture import pattern_colours

    theme = wish.theme
    if wish.fill == "pattern":
        return pattern_colours(regions.hashes, dark=theme.dark)
    opaque = _opaque(np.zeros((regions.n, 3), np.uint8))
    if wish.fill == "slope":
        sizes = np.log10(np.maximum(regions.slope_norms, 1e-6))
        opaque[:, :3] = amounts(theme, sizes, float(sizes.min()), float(sizes.max()))
        return opaque
    if wish.fill == "layer":
        depth = wish.snapshot.network.depth
        table = [theme.field] + [
            theme.layer_colour(i, depth).name() for i in range(depth)
        ]
        base = np.array([_bytes(c) for c in table], float)[regions.split_layers + 1]
        pane = np.array(_bytes(theme.pane), float)
        opaque[:, :3] = pane + 0.45 * (base - pane)
    else:
        begins, corners = regions.face_starts[:-1], regions.face_vertices
        sizes = np.diff(regions.face_starts)[:, None]
        middle = np.add.reduceat(regions.outputs[corners], begins, axis=0) / sizes
        opaque[:, :3] = _output_colours(wish, middle)
    opaque[:, :3] = _shaded(opaque[:, :3], regions.hashes)
    return opaque


def _opaque(colours: Bytes) -> Bytes:
    return np.hstack([colours, np.full((len(colours), 1), 255, np.uint8)])


def _shaded(colours: Bytes, hashes: npt.NDArray[np.uint64]) -> Bytes:
    """A distinct shade per pattern, to separate neighbours of the same colour."""
    from core.analysis.region_picture import SHADES, pattern_fractions

    shade = (pattern_fractions(hashes)[:, 1:2] - 0.5) * SHADES
    shaded: Bytes = np.clip(colours + shade, 0, 255).astype(np.uint8)
    return shaded


def _output_colours(wish: RegionsWish, middle: Floats) -> Bytes:
    """Colours of the logits at each region's centre (n, k), as in the Output view."""
    run = wish.snapshot.run
    predicted = LOSSES[run.loss].predict(middle, run.components)
    if run.data.problem.classes:
        shares = LOSSES[wish.snapshot.run.loss].shares(predicted)
        return mixture(wish.theme, shares, 0.5)
    known = wish.snapshot.splits.train.y
    if predicted.shape[1] >= 3 and known.shape[1] == 3:
        return (255 * np.clip(predicted[:, :3], 0.0, 1.0)).astype(np.uint8)
    return amounts(
        wish.theme, predicted[:, 0], float(known[:, 0].min()), float(known[:, 0].max())
    )


def _intervals(wish: RegionsWish) -> IntervalsResult:
    """The function of one input: exact pieces, or a curve where it is smooth."""
    from core.analysis.intervals import find_intervals

    snapshot = wish.snapshot
    run, network = snapshot.run, snapshot.network
    theta = np.asarray(snapshot.theta, np.float64)
    low, high = wish.box[0], wish.box[1]
    predict = LOSSES[run.loss].predict
    straight = all(ACTIVATIONS[h.activation].piecewise_linear for h in network.hidden)
    raw = run.features.normalised(1).is_raw
    if raw and straight:
        found = find_intervals(network, theta, snapshot.running, (low, high))
        at_ends = predict(found.outputs, run.components)
        x, y = found.ends, at_ends
        if not LOSSES[run.loss].linear_prediction:
            # Straight in the logits, not in the predictions.
            x = np.union1d(x, np.linspace(low, high, 400))
            logits = [np.interp(x, found.ends, column) for column in found.outputs.T]
            y = predict(np.stack(logits, axis=1), run.components)
        return IntervalsResult(
            wish.label,
            snapshot,
            x,
            y,
            True,
            found.after_each_layer,
            found.ends,
            at_ends,
            found.layers,
        )
    curve = follow(
        interval(low, high, 400),
        network,
        evaluator(snapshot),
        run.features.apply,
        raw=raw,
    )
    return IntervalsResult(
        wish.label,
        snapshot,
        curve.curves.points[:, 0],
        predict(curve.layers[-1].a, run.components),
        False,
    )
