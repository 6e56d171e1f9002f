"""What the network strip computes away from the GUI thread: tiles and links."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from app.colour import rgb
from app.network_editor.geometry import StripLayout, ease
from app.palette import Bytes, class_table, image_of, mixture, signed
from app.theme import Theme
from core.analysis.field import class_probabilities, unit_maps
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES

Unit = tuple[int, int]  # column (0: inputs), number within the layer


@dataclass(frozen=True, eq=False)
class StripWish:
    """What is to be drawn; frozen data only."""

    snapshot: Snapshot
    layout: StripLayout
    theme: Theme
    ratio: float
    moving: bool
    emphasis: Unit | None = None  # only this unit's links at full strength
    detail: Unit | None = None  # a unit to be drawn large too


@dataclass(frozen=True, eq=False)
class StripPicture:
    """Tiles in one image, one below the other, and the links as another."""

    snapshot: Snapshot
    layout: StripLayout
    side: int  # of a tile in the atlas
    atlas: QImage
    starts: tuple[int, ...]  # the first tile of each column
    peaks: tuple[Floats, ...]  # largest value of each unit shown
    links: QImage
    weights: tuple[Floats, ...]  # (targets shown, sources shown) across each gap
    rows: tuple[Ints, ...]  # the row of W that each such weight stands in
    detail: QImage | None


def compute(wish: StripWish) -> StripPicture:
    """Do what ``wish`` says."""
    with np.errstate(all="ignore"):  # a diverging network still gets its picture
        return _compute(wish)


def _compute(wish: StripWish) -> StripPicture:
    layout, snapshot = wish.layout, wish.snapshot
    largest = max(c.tile for c in layout.columns) * wish.ratio
    side = int(min(24 if wish.moving else 40, max(12, largest)))
    chosen = [np.arange(c.first, c.first + c.shown) for c in layout.columns]
    maps = unit_maps(snapshot, side, chosen)
    blocks: list[Bytes] = []
    for i, values in enumerate(maps.columns):
        last = i == len(maps.columns) - 1
        colours = (
            _output_tiles(wish, values, chosen[i])
            if last
            else _tiles(wish.theme, values, maps.peaks[i])
        )
        blocks.append(_fill(wish.theme, colours, values, maps.peaks[i], side))
    starts = np.concatenate([[0], np.cumsum([len(b) for b in blocks])])
    atlas = np.concatenate(blocks).reshape(-1, side, 3)
    weights, rows = _weights(snapshot, layout)
    return StripPicture(
        snapshot, layout, side, image_of(atlas), tuple(int(s) for s in starts[:-1]),
        maps.peaks, draw_links(wish, weights), weights, rows, _detail(wish),
    )  # fmt: skip


def _scales(peaks: Floats) -> Floats:
    """What counts as full colour: a unit's own peak, or a quarter of the layer's.

    So a unit that hardly speaks looks like one.
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
    if not classes or run.loss in ("gaussian_nll", "mdn") or len(chosen) < width:
        return _tiles(theme, values, np.abs(values).max(axis=(1, 2), initial=0.0))
    n, h, w = values.shape
    with np.errstate(all="ignore"):
        said = loss.predict(values.reshape(n, -1).T.astype(float), run.components)
    shares = class_probabilities(snapshot, said)
    if width == 1:
        return mixture(theme, shares, 0.85).reshape(1, h, w, 3)
    pane = rgb(theme.pane) * 255.0
    towards = class_table(theme, width) - pane
    made = pane + 0.85 * shares.T[..., None] * towards[:, None, :]
    return np.clip(made, 0, 255).astype(np.uint8).reshape(n, h, w, 3)


def _fill(
    theme: Theme, colours: Bytes, values: Floats, peaks: Floats, side: int
) -> Bytes:
    """Tiles of equal size; a single row becomes a small graph over x."""
    n, h, w = values.shape
    if h == side and w == side:
        return colours
    if h == 1:
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


def _detail(wish: StripWish) -> QImage | None:
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
    colours = (
        _output_tiles(wish, values, np.arange(widths[-1]))
        if last
        else _tiles(wish.theme, values, peaks)
    )
    tiles = _fill(wish.theme, colours, values, peaks, side)
    return image_of(np.ascontiguousarray(tiles[unit if last else 0]))


def _weights(
    snapshot: Snapshot, layout: StripLayout
) -> tuple[tuple[Floats, ...], tuple[Ints, ...]]:
    """The weights between shown units, and the rows of W they stand in.

    A maxout unit has several rows: the largest weight stands for them.
    """
    weights: list[Floats] = []
    rows: list[Ints] = []
    network = snapshot.network
    for i, blocks in enumerate(network.layout.layers):
        source, target = layout.columns[i], layout.columns[i + 1]
        w = blocks.W.of(snapshot.theta)[:, source.first : source.first + source.shown]
        per = len(w) // network.widths[i + 1]
        part = w[target.first * per : (target.first + target.shown) * per]
        part = part.reshape(target.shown, per, source.shown)
        pick = np.abs(part).argmax(axis=1)
        weights.append(np.take_along_axis(part, pick[:, None], 1)[:, 0])
        own = (target.first + np.arange(target.shown))[:, None] * per
        rows.append(np.asarray(own + pick))
    return tuple(weights), tuple(rows)


def draw_links(wish: StripWish, weights: tuple[Floats, ...]) -> QImage:
    """All links as one transparent image.

    Each pixel adds up how much of each sign covers it (as optical density), so that
    the order of links does not matter and crossings stay readable.
    """
    layout, ratio, theme = wish.layout, wish.ratio, wish.theme
    w, h = round(layout.width * ratio), round(layout.height * ratio)
    dense = np.zeros((2, h * w), np.float32)
    for gap, values in enumerate(weights):
        strength = None
        if wish.emphasis is not None:
            strength = _emphasis(layout, gap, values.shape, wish.emphasis)
        _add_links(dense, layout, gap, values, strength, ratio, w, h)
    out = np.zeros((h * w, 4), np.uint8)
    total = dense[0] + dense[1]
    drawn = np.flatnonzero(total > 0.004)
    total = total[drawn]
    alpha = 255.0 - 255.0 * np.exp(-total)
    share = dense[0, drawn] / total
    for channel in range(3):
        first, second = (float(rgb(theme.classes[k])[channel]) for k in (0, 1))
        out[drawn, 2 - channel] = alpha * (second + share * (first - second))
    out[drawn, 3] = alpha
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(out.data, w, h, 4 * w, form).copy()
    image.setDevicePixelRatio(ratio)
    return image


def _emphasis(
    layout: StripLayout, gap: int, shape: tuple[int, ...], unit: Unit
) -> Floats:
    """Full strength for one unit's links, little for all others; like the weights."""
    strength = np.full(shape, 0.12)
    column, number = unit
    if column == gap:
        place = number - layout.columns[gap].first
        if 0 <= place < shape[1]:
            strength[:, place] = 1.0
    elif column == gap + 1:
        place = number - layout.columns[gap + 1].first
        if 0 <= place < shape[0]:
            strength[place, :] = 1.0
    return strength


def _add_links(
    dense: Floats,
    layout: StripLayout,
    gap: int,
    weights: Floats,
    strength: Floats | None,
    ratio: float,
    w: int,
    h: int,
) -> None:
    source, target = layout.columns[gap], layout.columns[gap + 1]
    start, stop = source.right * ratio, target.left * ratio
    columns = np.arange(max(0, int(start)), min(w, int(np.ceil(stop))))
    if not len(columns) or not weights.size:
        return
    largest = float(np.abs(weights).max()) or 1.0
    size = (np.abs(weights) / largest).ravel()
    # Crowded gaps are drawn finer and favour the strong, or they become a wall.
    crowd = np.sqrt(len(size) / 64.0)
    alpha = 0.08 + 0.87 * size ** max(1.0, crowd)
    if strength is not None:
        alpha = alpha * strength.ravel()
    alpha -= 0.04 * max(0.0, crowd - 1.0)
    pick = np.flatnonzero(alpha > 0.02)
    if not pick.size:
        return
    alpha, size = alpha[pick, None], size[pick]
    width = layout.scale * ratio * (0.6 + 3.0 * min(1.0, 1.3 / crowd) * size)
    y0 = np.broadcast_to(source.y * ratio, weights.shape).ravel()[pick]
    y1 = np.broadcast_to(target.y[:, None] * ratio, weights.shape).ravel()[pick]
    positive = weights.ravel()[pick] > 0
    for k, mine in ((0, positive), (1, ~positive)):
        if mine.any():
            links = (y0[mine], y1[mine], width[mine], alpha[mine])
            _add_density(dense[k], links, columns, start, stop, w, h)


def _add_density(
    dense: Floats,
    links: tuple[Floats, Floats, Floats, Floats],
    columns: Ints,
    start: float,
    stop: float,
    w: int,
    h: int,
) -> None:
    """Add links of one sign, each (y0, y1, width, alpha), to the pixels they cover."""
    y0, y1, width, alpha = links
    t = np.clip((columns + 0.5 - start) / max(1.0, stop - start), 0.0, 1.0)
    t, y0, y1 = (v.astype(np.float32) for v in (t, y0, y1))
    width, alpha = width.astype(np.float32), alpha.astype(np.float32)
    rise = (y1 - y0)[:, None]
    y = y0[:, None] + rise * ease(t)
    slope = rise * (6.0 * t * (1.0 - t)) / max(1.0, stop - start)
    # A steep link covers more of each pixel column, as a slanted band does.
    half = 0.5 * width[:, None] * np.sqrt(1.0 + slope * slope)
    most = np.minimum(1.0, 2.0 * half)
    reach = int(np.ceil(half.max())) + 1
    top = np.floor(y)
    shift = top + 0.5 - y
    place = top.astype(np.int64) * w + columns
    for offset in range(-reach, reach + 1):
        cover = np.minimum(half + 0.5 - np.abs(shift + offset), most)
        used = cover > 0.01
        if not used.any():
            continue
        at = place[used] + offset * w
        full = (cover * alpha)[used]
        inside = (at >= 0) & (at < h * w)
        amount = -np.log1p(-np.minimum(full[inside], 0.97))
        np.add.at(dense, at[inside], amount)
