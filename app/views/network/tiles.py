"""Units as small pictures over the plane, coloured in the analysis worker."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtGui import QImage

from app.look.colour import rgb
from app.look.palette import Bytes, class_table, image_of, mixture, signed
from app.look.theme import Theme
from app.views.network.wish import StripWish
from core.analysis.field import unit_maps
from core.analysis.weight_images import weight_images
from core.arrays import Floats, Ints
from core.outputs import LOSSES


def unit_tiles(wish: StripWish) -> tuple[list[Bytes], tuple[Floats, ...]]:
    """Tiles of the units shown, (units, side, side, 3) per column, and their peaks."""
    layout = wish.layout
    largest = max(c.tile for c in layout.columns) * wish.ratio
    side = int(min(24 if wish.moving else 40, max(12, largest)))
    chosen = [np.arange(c.first, c.first + c.shown) for c in layout.columns]
    maps = unit_maps(wish.snapshot, side, chosen)
    columns: list[Bytes] = []
    peaks = list(maps.peaks)
    for i, values in enumerate(maps.columns):
        last = i == len(maps.columns) - 1
        seen = weight_images(wish.snapshot, chosen[1]) if i == 1 and not last else None
        if seen is not None:  # for pictures the weights are more useful than the values
            values, peaks[1] = seen, np.abs(seen).max(axis=(1, 2), initial=0.0)
        tile = round(layout.columns[i].tile * wish.ratio)
        if values.shape[1:] in ((side, side), (1, side)):  # else they are examples
            values = resized(values, tile)
        colours = (
            _output_tiles(wish, values, chosen[i])
            if last
            else _tiles(wish.theme, values, peaks[i])
        )
        columns.append(_fill(wish.theme, colours, values, peaks[i], tile))
    return columns, maps.peaks


def resized(values: Floats, side: int) -> Floats:
    """Maps at another size, blended between neighbours; a single row stays one."""
    n, rows, columns = values.shape
    if columns == side or not n:
        return values
    wide = values @ _blending(columns, side).T
    return wide if rows == 1 else np.asarray(_blending(rows, side) @ wide)


@lru_cache(maxsize=64)
def _blending(old: int, side: int) -> Floats:
    """Interpolation weights from ``old`` places to ``side`` places; (side, old)."""
    at = np.clip((np.arange(side) + 0.5) * old / side - 0.5, 0, old - 1)
    low = np.floor(at).astype(int)
    made = np.zeros((side, old), np.float32)
    rows = np.arange(side)
    made[rows, low] = 1.0 - (at - low)
    made[rows, np.minimum(low + 1, old - 1)] += at - low
    return made


def _scales(peaks: Floats) -> Floats:
    """What counts as full colour: a unit's own peak, or a quarter of the layer's.

    So an almost inactive unit looks inactive.
    """
    layer = 0.25 * peaks.max(initial=0.0)
    return np.asarray(np.maximum(np.maximum(peaks, layer), 1e-9))


def _tiles(theme: Theme, values: Floats, peaks: Floats) -> Bytes:
    """Signed colours of hidden units or inputs; (units, h, w, 3)."""
    return signed(theme, values, _scales(peaks)[:, None, None])


def _output_tiles(wish: StripWish, values: Floats, chosen: Ints) -> Bytes:
    """Logits in the colours of the classes they stand for, or signed."""
    snapshot, theme = wish.snapshot, wish.theme
    run = snapshot.run
    classes = run.data.problem.classes
    width = snapshot.network.output.width
    loss = LOSSES[run.loss]
    if not classes or loss.logits_per_target > 1 or len(chosen) < width:
        return _tiles(theme, values, np.abs(values).max(axis=(1, 2), initial=0.0))
    n, h, w = values.shape
    with np.errstate(all="ignore"):
        said = loss.predict(values.reshape(n, -1).T.astype(float), run.components)
    shares = loss.shares(said)
    if width == 1:
        return mixture(theme, shares, 0.85).reshape(1, h, w, 3)
    pane = rgb(theme.pane) * 255.0
    # A unit with one logit fewer than classes leaves out the first class.
    towards = class_table(theme, classes)[-width:] - pane
    made = pane + 0.85 * shares.T[-width:, :, None] * towards[:, None, :]
    return np.clip(made, 0, 255).astype(np.uint8).reshape(n, h, w, 3)


def _fill(
    theme: Theme, colours: Bytes, values: Floats, peaks: Floats, side: int
) -> Bytes:
    """Tiles of equal size; a whole row of pixels becomes a small graph over x.

    A shorter row has one pixel for each example, as a block of them does.
    """
    n, h, w = values.shape
    if h == side and w == side:
        return colours
    if h == 1 and w == side:
        height = np.linspace(1.15, -1.15, side)[:, None]
        graph = values / _scales(peaks)[:, None, None] if n else values
        inside = np.where(graph > 0, (height > 0) & (height < graph), False)
        inside |= (graph < 0) & (height < 0) & (height > graph)
        full = signed(theme, np.sign(values), 1.0)
        ground = (rgb(theme.pane) * 255).astype(np.uint8)
        picture: Bytes = np.where(inside[..., None], full, ground).astype(np.uint8)
        picture[:, side // 2] = np.where(
            inside[:, side // 2, :, None], picture[:, side // 2], colours[:, 0]
        )
        return picture
    rows = np.arange(side) * h // side
    columns = np.arange(side) * w // side
    return colours[:, rows][:, :, columns]


def large_tile(wish: StripWish) -> QImage | None:
    """One unit, large."""
    if wish.detail is None:
        return None
    snapshot = wish.snapshot
    widths = snapshot.network.widths
    column, unit = wish.detail
    if column >= len(widths) or unit >= widths[column]:
        return None
    side = 48 if wish.moving else 128
    chosen: list[list[int]] = [[] for _ in widths]
    last = column == len(widths) - 1
    chosen[column] = list(range(widths[-1])) if last else [unit]
    maps = unit_maps(snapshot, side, chosen)
    values, peaks = maps.columns[column], maps.peaks[column]
    seen = (
        weight_images(snapshot, np.array([unit])) if column == 1 and not last else None
    )
    if seen is not None:
        values, peaks = seen, np.abs(seen).max(axis=(1, 2), initial=0.0)
    colours = (
        _output_tiles(wish, values, np.arange(widths[-1]))
        if last
        else _tiles(wish.theme, values, peaks)
    )
    tiles = _fill(wish.theme, colours, values, peaks, side)
    return image_of(np.ascontiguousarray(tiles[unit if last else 0]))
