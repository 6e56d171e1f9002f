"""What the network strip computes away from the GUI thread: one whole picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtGui import QImage

from app.frame.turns import breathe
from app.look.colour import mix, rgb
from app.look.palette import Bytes
from app.views.network.geometry import Column, StripLayout
from app.views.network.links import draw_links, link_scale, shown_weights
from app.views.network.tiles import large_tile, unit_tiles
from app.views.network.wish import DrawnLinks, StripWish
from app.views.network.words import bias_of, is_frozen
from core.analysis.ablation import MOST, LossChange, loss_change
from core.arrays import Floats, Ints, finite
from core.edits.wiring import is_ablated
from core.engine.snapshot import Snapshot
from core.errors import BadInput

_ROWS = 2000  # examples for the loss of a card during training


@dataclass(frozen=True, eq=False)
class StripPicture:
    """Links, units and biases as one image, and where they are."""

    snapshot: Snapshot
    layout: StripLayout
    image: QImage
    peaks: tuple[Floats, ...]  # largest value of each unit shown
    weights: tuple[Floats, ...]  # (targets shown, sources shown) across each gap
    rows: tuple[Ints, ...]  # the row of W of each such weight
    detail: QImage | None
    links: DrawnLinks
    scale: float  # the weight of a link at full width
    effect: LossChange | None = None  # of switching the unit of the card


def full_width(made: StripPicture | None, snapshot: Snapshot, *, moving: bool) -> float:
    """The weight of a link at full width; during training, of the latest picture."""
    if moving and made is not None and made.snapshot.run is snapshot.run:
        return made.scale
    return link_scale(snapshot)


def compute(wish: StripWish) -> StripPicture:
    """Compute what ``wish`` asks for."""
    with np.errstate(all="ignore"):  # a diverging network still gets its picture
        return _compute(wish)


def _compute(wish: StripWish) -> StripPicture:
    layout, snapshot = wish.layout, wish.snapshot
    weights, rows = shown_weights(snapshot, layout)
    tiles, peaks = unit_tiles(wish)
    breathe()
    links = _links(wish, weights)
    breathe()
    pixels = links.pixels.copy()
    for column in layout.columns:
        _add_leads(pixels, wish, column)
    for column, mine, peak in zip(layout.columns, tiles, peaks, strict=True):
        _add_tiles(pixels, wish, column, mine, peak)
        _add_biases(pixels, wish, column)
        breathe()
    h, w = pixels.shape[:2]
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(pixels.data, w, h, 4 * w, form).copy()
    image.setDevicePixelRatio(wish.ratio)
    detail = large_tile(wish)
    effect = _effect(wish)
    return StripPicture(
        snapshot,
        layout,
        image,
        peaks,
        weights,
        rows,
        detail,
        links,
        link_scale(snapshot),
        effect,
    )


def _effect(wish: StripWish) -> LossChange | None:
    """What the edit of the card would do to the loss."""
    if wish.effect is None:
        return None
    breathe()
    try:
        return loss_change(wish.snapshot, wish.effect, _ROWS if wish.moving else MOST)
    except BadInput:
        return None  # the network has changed since


def _links(wish: StripWish, weights: tuple[Floats, ...]) -> DrawnLinks:
    """The links, redrawn only when a weight changed visibly."""
    network = wish.snapshot.network
    cut = tuple(network.mask(i) for i in range(network.depth))
    key = (id(wish.layout), wish.theme, wish.ratio, wish.emphasis, cut)
    before = wish.before
    if (
        before is not None
        and before.key == key
        and all(
            np.abs(new - old).max(initial=0.0) <= 0.005 * np.abs(old).max(initial=0.0)
            for new, old in zip(weights, before.weights, strict=True)
        )
    ):
        return before
    return DrawnLinks(draw_links(wish, weights), weights, key)


@lru_cache(maxsize=256)
def _paint(colour: str) -> Bytes:
    """An opaque colour in pixel order: blue, green, red, alpha."""
    red, green, blue = np.rint(rgb(colour) * 255)
    return np.array([blue, green, red, 255], np.uint8)


def _add_leads(pixels: Bytes, wish: StripWish, column: Column) -> None:
    """Lines from staggered units to where their links start or end."""
    ratio, last = wish.ratio, len(wish.layout.columns) - 1
    ink = _paint(mix(wish.theme.pane, wish.theme.secondary, 0.4))
    half, thick = column.tile / 2, max(1, round(ratio))

    def line(x0: float, x1: float, y: float) -> None:
        top = round(y * ratio) - thick // 2
        pixels[max(0, top) : top + thick, round(x0 * ratio) : round(x1 * ratio)] = ink

    for x, y in zip(column.x.tolist(), column.y.tolist(), strict=True):
        if column.index < last and x + half < column.right - 1:
            line(x + half, column.right, y)
        if column.index > 0 and x - half > column.left + 1:
            line(column.left, x - half, y)


def _add_tiles(
    pixels: Bytes, wish: StripWish, column: Column, tiles: Bytes, peaks: Floats
) -> None:
    """Tiles with a thin edge, dotted for a frozen layer; dead units struck through."""
    ratio, theme = wish.ratio, wish.theme
    edge = _paint(mix(theme.pane, theme.text, 0.35))
    faint = _paint(mix(theme.pane, theme.secondary, 0.6))
    frozen = is_frozen(wish.snapshot, column.index)
    side = round(column.tile * ratio)
    stroke = np.arange(side)
    height, width = pixels.shape[:2]
    skip = 3 if frozen else 1
    off = _switched_off(wish.snapshot, column)
    ground = _paint(theme.pane)
    for j in range(column.shown):
        left = round((float(column.x[j]) - column.tile / 2) * ratio)
        top = round((float(column.y[j]) - column.tile / 2) * ratio)
        top = min(max(0, top), max(0, height - side))
        left = min(max(0, left), max(0, width - side))
        right, bottom = left + side, top + side
        area = pixels[top:bottom, left:right]
        area[..., :3] = tiles[j, : area.shape[0], : area.shape[1], ::-1]
        area[..., 3] = 255
        if off[j]:
            area[...] = (0.2 * area + 0.8 * ground).astype(np.uint8)
        if peaks[j] == 0 and area.shape[:2] == (side, side):
            area[side - 1 - stroke, stroke] = faint
        area[0, ::skip] = area[-1, ::skip] = edge
        area[::skip, 0] = area[::skip, -1] = edge


def _switched_off(snapshot: Snapshot, column: Column) -> list[bool]:
    """Which of the units shown are switched off: no later layer reads or adds them."""
    network, layer = snapshot.network, column.index - 1
    hidden = 0 <= layer < len(network.hidden)
    later = range(column.index, network.depth)
    whole = all(network.mask(i) is None for i in later)
    if not hidden or (whole and not any(h.adds_mask for h in network.hidden)):
        return [False] * column.shown
    shown = range(column.first, column.first + column.shown)
    return [is_ablated(network, layer, unit) for unit in shown]


def _add_biases(pixels: Bytes, wish: StripWish, column: Column) -> None:
    """A bar beside each unit: up for a positive bias, down for a negative one."""
    values = bias_of(wish.snapshot, column.index)
    if values is None:
        return
    ratio, theme = wish.ratio, wish.theme
    values = finite(values)
    largest = max(1e-9, float(np.abs(values).max()))
    inks = (_paint(theme.classes[0]), _paint(theme.classes[1]))
    part = values[column.first : column.first + column.shown] / largest
    for x, y, b in zip(
        column.x.tolist(), column.y.tolist(), part.tolist(), strict=True
    ):
        left = round((x - column.tile / 2 - 5 * wish.layout.scale) * ratio)
        right = left + max(1, round(3 * wish.layout.scale * ratio))
        start, stop = sorted((y * ratio, (y - b * (column.tile / 2 - 1)) * ratio))
        top, bottom = round(start), max(round(stop), round(start) + 1)
        pixels[max(0, top) : bottom, left:right] = inks[0 if b > 0 else 1]
