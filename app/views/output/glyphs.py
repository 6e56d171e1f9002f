"""Distributions over the plane: arrows, ellipses, and regions of rankings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.look.colour import rgb
from app.look.palette import Bytes, amounts, class_table, image_of
from app.plane.picture import Picture, PlaneResult
from app.views.output.card import order_name
from app.views.output.wish import Wish
from core.analysis.distributions import OrderRegions, order_regions, predicted
from core.analysis.field import Field, logits_at
from core.arrays import Bools, Floats
from core.outputs import LOSSES
from core.outputs.predicted import Turned
from core.problems.base import Box

SPACING = 46  # logical pixels between arrows or ellipses
LABELLED = 0.012  # least share of the picture for a labelled region
#: The contribution of each place of a ranking to its region's colour.
_WEIGHTS = (0.62, 0.24, 0.1, 0.04, 0.0)


@dataclass(frozen=True, eq=False)
class Glyphs:
    """Glyphs on the picture; (m, …) at ``points`` (m, 2)."""

    points: Floats
    angle: Floats | None = None  # (m,) with certainty (m,): arrows
    certainty: Floats | None = None
    covariance: Floats | None = None  # (m, 2, 2): ellipses
    names: tuple[str, ...] = ()  # of regions


@dataclass(frozen=True, eq=False)
class DistributionPlane(PlaneResult):
    """A picture with glyphs on it."""

    glyphs: Glyphs | None = None


def places(box: Box, width: float, height: float, spacing: float) -> Floats:
    """A grid of places about ``spacing`` pixels apart, (m, 2)."""
    x0, x1, y0, y1 = box
    columns, rows = max(2, round(width / spacing)), max(2, round(height / spacing))
    x = x0 + (np.arange(columns) + 0.5) * (x1 - x0) / columns
    y = y0 + (np.arange(rows) + 0.5) * (y1 - y0) / rows
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def glyphs_of(wish: Wish, field: Field) -> tuple[Glyphs, Picture | None] | None:
    """Glyphs for the output unit of a run, and a background picture if it has one."""
    snapshot = wish.snapshot
    unit = LOSSES[snapshot.run.loss]
    ranked = order_regions(snapshot, field.logits)
    if ranked is not None:
        return _ranking(wish, field, ranked)
    at = places(wish.box, wish.width, wish.height, SPACING * wish.ratio)
    z = np.asarray(logits_at(snapshot, at), np.float64)
    joint = unit.joint(z)
    if joint is not None:
        if joint[0].shape[1] != 2:
            return None
        return Glyphs(at, covariance=joint[1]), _pale(wish, field)
    found = predicted(snapshot, z, wish.target)
    if not isinstance(found, Turned):
        return None
    made = Glyphs(at, angle=found.mean, certainty=found.certainty)
    return made, _certainty(wish, field)


def _pale(wish: Wish, field: Field) -> Picture:
    """The background of ellipses: the chosen value, paler than usual."""
    values = field.predicted[..., min(wish.target, field.predicted.shape[-1] - 1)]
    low, high = float(values.min()), float(values.max())
    pale = amounts(wish.theme, values, low, low + 3.0 * (high - low))
    return Picture(field.box, image_of(pale))


def _certainty(wish: Wish, field: Field) -> Picture:
    """The background of arrows: paler means less certain."""
    h, w = field.shape
    flat = np.asarray(field.logits.reshape(h * w, -1), np.float64)
    found = predicted(wish.snapshot, flat, wish.target)
    assert isinstance(found, Turned)
    sure = found.certainty.reshape(h, w)
    return Picture(field.box, image_of(amounts(wish.theme, sure, 0.0, 2.2)))


def _ranking(wish: Wish, field: Field, ranked: OrderRegions) -> tuple[Glyphs, Picture]:
    """Regions in the mixed colours of their items, first place first."""
    table = class_table(wish.theme, ranked.orders.shape[1])
    pane = rgb(wish.theme.pane) * 255.0
    mixed = sum(
        weight * table[ranked.orders[:, place]]
        for place, weight in zip(range(ranked.orders.shape[1]), _WEIGHTS, strict=False)
    )
    strength = 0.62 if wish.theme.dark else 0.5
    colours = pane + strength * (np.asarray(mixed) - pane)
    pixels: Bytes = np.clip(colours[ranked.index], 0, 255).astype(np.uint8)
    lines = _borders(field) if wish.contours else ()
    at, names = _labels(wish, field.box, ranked)
    return Glyphs(at, names=names), Picture(field.box, image_of(pixels), lines)


def _borders(field: Field) -> tuple[Floats, ...]:
    """Where two items of neighbouring places swap them."""
    from contourpy import LineType, contour_generator

    z = np.asarray(field.logits, np.float64)
    h, w, k = z.shape
    place = np.argsort(np.argsort(-z, axis=-1), axis=-1)
    x0, x1, y0, y1 = field.box
    x = x0 + (np.arange(w) + 0.5) * ((x1 - x0) / w)
    y = y1 - (np.arange(h) + 0.5) * ((y1 - y0) / h)
    lines: list[Floats] = []
    for i in range(k):
        for j in range(i):
            near = np.abs(place[..., i] - place[..., j]) == 1
            gap = np.where(near, z[..., i] - z[..., j], np.nan)
            maker = contour_generator(
                x=x, y=y, z=np.ma.masked_invalid(gap), line_type=LineType.Separate
            )
            lines += [np.asarray(line) for line in maker.lines(0.0)]
    return tuple(lines)


def _labels(
    wish: Wish, box: Box, ranked: OrderRegions
) -> tuple[Floats, tuple[str, ...]]:
    """The name of each region that has room for it, where it is the widest."""
    stride = max(1, max(ranked.index.shape) // 96)
    index = ranked.index[::stride, ::stride]
    h, w = index.shape
    x0, x1, y0, y1 = box
    at, names = [], []
    for k, order in enumerate(ranked.orders):
        mine = index == k
        if mine.mean() < LABELLED:
            continue
        row, column = _widest(mine)
        at.append(
            [x0 + (column + 0.5) * (x1 - x0) / w, y1 - (row + 0.5) * (y1 - y0) / h]
        )
        names.append(order_name(wish.snapshot, order))
    return np.array(at, float).reshape(-1, 2), tuple(names)


def _widest(mine: Bools) -> tuple[int, int]:
    """The pixel of ``mine`` farthest from its edge."""
    from scipy.spatial import cKDTree

    framed = np.pad(mine, 1)
    own = np.argwhere(framed)
    away, _ = cKDTree(np.argwhere(~framed)).query(own)
    row, column = own[int(away.argmax())] - 1
    return int(row), int(column)
