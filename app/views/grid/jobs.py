"""Pictures of all networks of a grid in one image, made in the worker's thread."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.frame.turns import breathe
from app.look.colour import rgb
from app.look.markers import marker_path
from app.look.palette import Bytes, amounts, image_of, mixture, tint
from app.look.plots import polyline
from app.look.theme import Theme
from app.plane.picture import Kind, kind_of
from app.views.grid.places import Places
from app.views.grid.small import Small, warp_of
from core.analysis.field import grid, logits_at
from core.analysis.region_picture import sign_pattern_raster
from core.analysis.values import evaluator
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.grid.snapshot import GridSnapshot
from core.language import mark, tr
from core.outputs import LOSSES
from core.problems.base import Problem

PICTURES = {
    "output": mark("Output"),
    "warp": mark("Last layer's warp"),
    "regions": mark("Regions"),
    "loss": mark("Loss curve"),
}
#: Points along a side of a small picture during training, and when paused.
MOVING_SIDE, STILL_SIDE = 40, 160
FEW = 64  # samples up to this size are drawn as points


@dataclass(frozen=True, eq=False)
class Wish:
    """What the panel wants to see; frozen data only."""

    shot: GridSnapshot
    theme: Theme
    picture: str
    sort: str
    places: Places
    width: int
    height: int
    ratio: float
    moving: bool


@dataclass(frozen=True, eq=False)
class Tiles:
    """One image with every picture in its place."""

    shot: GridSnapshot
    order: tuple[int, ...]  # the member in each place
    places: Places
    image: QImage
    counts: tuple[int | None, ...]  # sign patterns seen, where they were counted


def not_applicable(picture: str, shot: GridSnapshot) -> str:
    """Why this kind of picture does not apply to these networks; "" if it does."""
    if picture == "warp" and not shot.network.hidden:
        return tr(
            "There is no hidden layer to warp the plane. Add one, or show the output."
        )
    if picture == "regions" and shot.run.data.problem.inputs != 2:
        return tr("Regions need a problem with two inputs. Show the output instead.")
    return ""


def paint(wish: Wish) -> Tiles:
    """Draw all networks."""
    shot, ratio = wish.shot, wish.ratio
    image = QImage(
        max(1, round(wish.width * ratio)),
        max(1, round(wish.height * ratio)),
        QImage.Format.Format_RGB32,
    )
    image.fill(QColor(wish.theme.pane))
    image.setDevicePixelRatio(ratio)
    order = shot.order(wish.sort)
    side = round(wish.places.side * ratio)
    resolution = min(side, MOVING_SIDE if wish.moving else STILL_SIDE)
    draw = {
        "output": _output,
        "warp": _warp,
        "regions": _regions,
        "loss": _loss,
    }[wish.picture]
    counts: list[int | None] = []
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    with np.errstate(all="ignore"):  # networks that diverged are drawn too
        for member, tile in zip(order, wish.places.tiles, strict=True):
            breathe()
            painter.save()
            painter.setClipRect(tile)
            counts.append(draw(painter, QRectF(tile), wish, member, resolution))
            painter.restore()
    painter.end()
    return Tiles(shot, tuple(order), wish.places, image, tuple(counts))


# -- output -----------------------------------------------------------------------


def _output(
    painter: QPainter, tile: QRectF, wish: Wish, member: int, side: int
) -> None:
    snapshot = wish.shot.member(member)
    kind = kind_of(snapshot.run.data.problem)
    if kind is Kind.LINE:
        _line(painter, tile, wish, snapshot)
        return
    if kind is Kind.CASES:
        _cases(painter, tile, wish, snapshot)
        return
    problem = snapshot.run.data.problem
    z = logits_at(snapshot, grid(problem.box, side, side))
    pixels = _colours(wish, snapshot, z, kind).reshape(side, side, 3)
    painter.drawImage(tile, image_of(pixels))
    sample = snapshot.splits.train
    if len(sample) <= FEW:
        _points(painter, tile, wish.theme, problem, snapshot)


def _colours(wish: Wish, snapshot: Snapshot, z: Floats, kind: Kind) -> Bytes:
    run, theme = snapshot.run, wish.theme
    loss = LOSSES[run.loss]
    predicted = loss.predict(z, run.components)
    if kind is Kind.RGB:
        learned = np.clip(np.nan_to_num(predicted[:, :3]), 0.0, 1.0)
        return np.asarray((255 * learned).astype(np.uint8))
    if run.data.problem.classes:
        return mixture(theme, loss.shares(predicted), 0.62 if theme.dark else 0.58)
    known = snapshot.splits.train.y[:, 0]
    return amounts(theme, predicted[:, 0], float(known.min()), float(known.max()))


def _points(
    painter: QPainter, tile: QRectF, theme: Theme, problem: Problem, shot: Snapshot
) -> None:
    x0, x1, y0, y1 = problem.box
    sample = shot.splits.train
    place = np.empty((len(sample), 2))
    place[:, 0] = tile.left() + (sample.x[:, 0] - x0) / (x1 - x0) * tile.width()
    place[:, 1] = tile.top() + (y1 - sample.x[:, 1]) / (y1 - y0) * tile.height()
    size = max(4.0, min(9.0, tile.width() / 12))
    labels = sample.y.astype(int) if sample.classes else np.zeros(len(sample), int)
    _marks(painter, place, labels, size, theme, bool(sample.classes))


def _marks(
    painter: QPainter,
    place: Floats,
    labels: Ints,
    size: float,
    theme: Theme,
    classes: bool,
) -> None:
    """Points by class; many are drawn as dots. No pixmaps: not in the GUI thread."""
    for c in np.unique(labels).tolist():
        colour = theme.class_colour(c) if classes else QColor(theme.text)
        chosen = place[labels == c]
        if len(place) > FEW:
            cap = Qt.PenCapStyle.SquareCap if c % 2 else Qt.PenCapStyle.RoundCap
            line = Qt.PenStyle.SolidLine
            painter.setPen(QPen(colour, size, line, cap))
            painter.drawPoints(polyline(chosen[:, 0], chosen[:, 1]))
            continue
        painter.setPen(QPen(QColor(theme.outline), 1.0))
        painter.setBrush(colour)
        shape = marker_path(theme.class_symbol(c), size)
        for x, y in chosen.tolist():
            painter.drawPath(shape.translated(x, y))


def _line(painter: QPainter, tile: QRectF, wish: Wish, snapshot: Snapshot) -> None:
    """A function of one input, with its sample behind it."""
    run, theme = snapshot.run, wish.theme
    x0, x1, y0, y1 = run.data.problem.box
    small = Small(tile, (x0, x1), (y0, y1))
    sample = snapshot.splits.train
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.secondary, 0.45))
    values = sample.y.reshape(len(sample), -1)[:, 0]
    for x, y in zip(*small.places(sample.x[:400, 0], values[:400]), strict=True):
        painter.drawRect(QRectF(x - 1, y - 1, 2, 2))
    x = np.linspace(x0, x1, 96)
    z = logits_at(snapshot, x[:, None])
    predicted = LOSSES[run.loss].predict(z, run.components)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.accent), 1.6))
    shown = predicted[:, 1] if run.data.problem.classes == 2 else predicted[:, 0]
    painter.drawPolyline(polyline(*small.places(x, shown)))


def _cases(painter: QPainter, tile: QRectF, wish: Wish, snapshot: Snapshot) -> None:
    """The examples in order, coloured by the prediction."""
    sample = snapshot.splits.train.take(slice(0, 1024))
    z = logits_at(snapshot, np.ascontiguousarray(sample.x))
    colours = _colours(wish, snapshot, z, Kind.CASES)
    columns = int(np.ceil(np.sqrt(len(sample))))
    pixels = np.empty((columns * columns, 3), np.uint8)
    pixels[...] = [QColor(wish.theme.pane).red()] * 3
    pixels[: len(colours)] = colours
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(tile, image_of(pixels.reshape(columns, columns, 3)))


# -- the other pictures -----------------------------------------------------------


def _warp(painter: QPainter, tile: QRectF, wish: Wish, member: int, side: int) -> None:
    snapshot, theme = wish.shot.member(member), wish.theme
    warp = warp_of(snapshot, 5) if wish.moving else warp_of(snapshot)
    small = Small(tile.adjusted(4, 4, -4, -4), *warp.box)
    painter.setPen(QPen(tint(theme.secondary, 0.4), 0.8))
    for line in warp.lines:
        painter.drawPolyline(polyline(*small.places(line[:, 0], line[:, 1])))
    places = np.column_stack(small.places(warp.points[:, 0], warp.points[:, 1]))
    few = max(4.0, min(9.0, tile.width() / 12))
    size = few if len(places) <= FEW else max(2.0, min(4.0, tile.width() / 36))
    classes = bool(snapshot.run.data.problem.classes)
    _marks(painter, places, warp.labels, size, theme, classes)


def _regions(
    painter: QPainter, tile: QRectF, wish: Wish, member: int, side: int
) -> int:
    """Sign patterns of the units: the regions at the picture's resolution."""
    snapshot = wish.shot.member(member)
    problem = snapshot.run.data.problem
    found = sign_pattern_raster(
        snapshot.network,
        evaluator(snapshot),
        np.array(problem.box),
        side,
        side,
        snapshot.run.features.apply,
    )
    hashes = found.hashes
    pixels = _colours(wish, snapshot, found.logits, kind_of(problem)).reshape(
        side, side, 3
    )
    # A distinct shade for each pattern, and a seam between two.
    shade = ((hashes >> np.uint64(7)) % np.uint64(5)).astype(np.int16)[..., None]
    shaded = np.clip(pixels.astype(np.int16) + 7 * (shade - 2), 0, 255)
    seam = np.zeros(hashes.shape, bool)
    seam[:, 1:] |= hashes[:, 1:] != hashes[:, :-1]
    seam[1:] |= hashes[1:] != hashes[:-1]
    ink = 255.0 * rgb(wish.theme.secondary)
    shaded[seam] = 0.35 * shaded[seam] + 0.65 * ink
    painter.drawImage(tile, image_of(shaded.astype(np.uint8)))
    return found.count


def _loss(painter: QPainter, tile: QRectF, wish: Wish, member: int, side: int) -> None:
    """Losses on one scale for all, logarithmic where all are above 0."""
    shot, theme = wish.shot, wish.theme
    good = shot.curves[np.isfinite(shot.curves)]
    log = bool(good.size) and bool((good > 0).all())
    scaled = np.log10 if log else np.asarray
    low, high = (float(v) for v in scaled([good.min(initial=9e9), good.max(initial=0)]))
    last = max(1.0, float(shot.curve_steps[-1]))
    small = Small(tile.adjusted(4, 6, -4, -6), (0.0, last), (low, high))
    goal = shot.goal.loss
    if goal is not None and (goal > 0 or not log) and low < scaled(goal) < high:
        y = float(small.places(np.zeros(1), np.array([scaled(goal)]))[1][0])
        painter.setPen(QPen(tint(theme.good, 0.7), 1.0, Qt.PenStyle.DashLine))
        painter.drawLine(int(tile.left()), round(y), int(tile.right()), round(y))
    losses = np.nan_to_num(scaled(shot.curves[member]), nan=high, neginf=low)
    painter.setPen(QPen(QColor(theme.accent), 1.6))
    painter.drawPolyline(
        polyline(*small.places(shot.curve_steps.astype(float), losses))
    )
