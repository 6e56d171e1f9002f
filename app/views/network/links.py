"""Weights as links between units, rasterised in the analysis worker."""

from __future__ import annotations

import numpy as np

from app.look.colour import rgb
from app.look.palette import Bytes
from app.views.network.geometry import StripLayout, ease
from app.views.network.wish import StripWish, Unit
from core.arrays import Bools, Floats, Ints
from core.engine.snapshot import Snapshot

#: A link of this weight is drawn at full width at the earliest.
LEAST_SCALE = 0.01


def shown_weights(
    snapshot: Snapshot, layout: StripLayout
) -> tuple[tuple[Floats, ...], tuple[Ints, ...]]:
    """The weights between shown units, and their rows of W.

    A maxout unit has several rows; the largest weight represents them.
    """
    weights: list[Floats] = []
    rows: list[Ints] = []
    network = snapshot.network
    for i, blocks in enumerate(network.layout.layers):
        source, target = layout.columns[i], layout.columns[i + 1]
        w = blocks.W.of(snapshot.theta)
        own = network.own_columns(i)
        w = w[:, own] if own else np.zeros((len(w), network.widths[i]))
        w = w[:, source.first : source.first + source.shown]
        per = len(w) // network.widths[i + 1]
        part = w[target.first * per : (target.first + target.shown) * per]
        part = part.reshape(target.shown, per, source.shown)
        pick = np.abs(part).argmax(axis=1)
        weights.append(np.take_along_axis(part, pick[:, None], 1)[:, 0])
        first = (target.first + np.arange(target.shown))[:, None] * per
        rows.append(np.asarray(first + pick))
    return tuple(weights), tuple(rows)


def link_scale(snapshot: Snapshot) -> float:
    """The weight of a link at full width, one value for the whole network.

    It is a round number at or above the largest weight, so that it rarely changes, and
    never so small that weights near 0 look thick.
    """
    theta, blocks = snapshot.theta, snapshot.network.layout.layers
    largest = max(float(np.abs(b.W.of(theta)).max(initial=0.0)) for b in blocks)
    if not 0.0 < largest < np.inf:
        return 1.0
    largest = max(largest, LEAST_SCALE)
    power = 10.0 ** np.floor(np.log10(largest))
    round_ones = (m * power for m in (1, 2, 5, 10) if m * power >= largest)
    return float(next(round_ones, largest))


def draw_links(wish: StripWish, weights: tuple[Floats, ...]) -> Bytes:
    """All links as premultiplied pixels, (h, w, 4), blue first.

    Each pixel adds up how much of each sign covers it (as optical density), so that
    the order of links does not matter and crossings stay readable.
    """
    layout, ratio, theme = wish.layout, wish.ratio, wish.theme
    w, h = round(layout.width * ratio), round(layout.height * ratio)
    dense = np.zeros((2, h * w), np.float32)
    largest = link_scale(wish.snapshot)
    for gap, values in enumerate(weights):
        strength = None
        if wish.emphasis is not None:
            strength = _emphasis(layout, gap, values.shape, wish.emphasis)
        cut = _cut(wish.snapshot, layout, gap)
        if cut is not None:
            strength = np.where(cut, 0.0, 1.0 if strength is None else strength)
        _add_links(dense, layout, gap, values / largest, strength, ratio, w, h)
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
    return out.reshape(h, w, 4)


def _cut(snapshot: Snapshot, layout: StripLayout, gap: int) -> Bools | None:
    """Which links are cut, (targets shown, sources shown); None if none is."""
    network = snapshot.network
    own, mask = network.own_columns(gap), network.mask(gap)
    source, target = layout.columns[gap], layout.columns[gap + 1]
    if own is None:
        return np.ones((target.shown, source.shown), np.bool_)
    if mask is None:
        return None
    cells = mask.array[:, own][:, source.first : source.first + source.shown]
    rows = cells.reshape(network.widths[gap + 1], -1, source.shown)
    shown: Bools = rows[target.first : target.first + target.shown].max(axis=1) == 0
    return shown


def _emphasis(
    layout: StripLayout, gap: int, shape: tuple[int, ...], unit: Unit
) -> Floats:
    """Full strength for one unit's links, little for others; shape of the weights."""
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
    size = np.abs(weights).ravel()
    # Crowded gaps get thinner lines that favour strong weights, or they fill up.
    crowd = np.sqrt(len(size) / 64.0)
    alpha = 0.08 + 0.87 * size ** max(1.0, crowd) - 0.04 * max(0.0, crowd - 1.0)
    # But never none: layers would look as if nothing joined them.
    alpha = np.maximum(alpha, 0.08 / np.sqrt(max(1.0, crowd)))
    if strength is not None:
        alpha = alpha * strength.ravel()
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
