"""Positions of units and links in the network strip; pure numbers, no widgets.

A column's units are in one, two, three or four staggered lines, so that each has a
height of its own: no two links share a lead, and no links bundle behind a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import numpy as np

from core.arrays import Floats

_GAP = 4.0  # between tiles one above the other
_LANE = 9.0  # between staggered lines, for a bias mark
_LARGEST, _GOOD, _SMALLEST = 40.0, 20.0, 14.0
_LINK = 36.0  # least width of the space for links
MARGIN = 44.0  # for labels beside the first and the last column
_PITCH = 74.0  # least distance between columns: a header must fit


@dataclass(frozen=True, eq=False)
class Column:
    """One column of units: the inputs, a hidden layer, or the logits."""

    index: int  # 0: inputs; i: layer i − 1
    count: int  # units in the layer
    first: int  # the first one shown
    tile: float  # side of a unit's picture
    x: Floats  # (shown,) centres
    y: Floats
    left: float  # of the column
    right: float

    @property
    def shown(self) -> int:
        """Units that are visible."""
        return len(self.x)

    @property
    def centre(self) -> float:
        """Middle of the column."""
        return (self.left + self.right) / 2

    @property
    def hidden_some(self) -> bool:
        """Whether the layer has more units than are shown."""
        return self.shown < self.count


@dataclass(frozen=True, eq=False)
class StripLayout:
    """All columns, and the canvas size they need."""

    columns: tuple[Column, ...]
    width: float
    height: float
    scale: float


def _span(lines: int, tile: float, unit: float) -> float:
    """Width of a column of staggered lines."""
    return lines * tile + (lines - 1) * _LANE * unit


def _lines(
    count: int, height: float, room: float, most: int, unit: float
) -> tuple[int, int, float]:
    """Staggered lines, units shown, and the side of a tile, for one column."""
    gap, smallest = _GAP * unit, _SMALLEST * unit

    def side(lines: int) -> float:
        # Units i and i + lines are one above the other, a gap apart, and the outermost
        # end at the edges: (count − 1) spacings and one tile fill the height.
        tall = lines * (height + gap) / (count - 1 + lines) - gap
        wide = (room - (lines - 1) * _LANE * unit) / lines
        return min(_LARGEST * unit, tall, wide if lines > 1 else tall)

    most = max(1, min(most, count))
    for lines in range(1, most + 1):
        if side(lines) >= _GOOD * unit:
            return lines, count, floor(side(lines))
    best = max(range(1, most + 1), key=side)
    if side(best) >= smallest:
        return best, count, floor(side(best))
    # Too many: show as many as fit at the smallest size; scroll to the others.
    fitting = [k for k in range(1, most + 1) if _span(k, smallest, unit) <= room]
    lines = max(fitting, default=1)
    shown = floor(lines * (height + gap) / (smallest + gap)) - lines + 1
    return lines, min(max(1, shown), count), floor(smallest)


def arrange(
    widths: Sequence[int],
    scrolled: Sequence[int],
    width: float,
    height: float,
    unit: float = 1.0,
    top: float = 0.0,
    margins: tuple[float, float] | None = None,
) -> StripLayout:
    """Place units of layers ``widths`` (inputs first) on a canvas.

    ``scrolled`` is the first unit shown in each column; ``unit`` scales all sizes.
    ``top`` is left free above the units, ``margins`` to the left and right of them.
    """
    count = len(widths)
    height = max(height - top, _SMALLEST * unit)  # a pane may be squeezed to nothing
    left, right = margins or (MARGIN * unit, MARGIN * unit)
    edges = left + right
    pitch = max(_PITCH * unit, (width - edges) / max(1, count - 1))
    # As many columns as fit with the least space for links between them; in a scrolling
    # strip, what the least distance leaves.
    fitting = (width - edges + _LINK * unit) / count
    room = max(_PITCH * unit, fitting) - _LINK * unit
    # Links need as much space as units, or their slopes look the same.
    room = max(_SMALLEST * unit, min(room, 0.55 * pitch))
    chosen = []
    for i, n in enumerate(widths):
        edge = i in (0, count - 1)
        chosen.append(_lines(n, height, room, 2 if edge else 4, unit))
    spans = [_span(lines, tile, unit) for lines, _, tile in chosen]
    free = width - edges - sum(spans)
    gap = max(_LINK * unit, free / max(1, count - 1))
    total = max(width, edges + sum(spans) + gap * (count - 1))
    left = left if count > 1 else (width - spans[0]) / 2
    columns = []
    for i, (n, (lines, shown, tile)) in enumerate(zip(widths, chosen, strict=True)):
        first = min(max(0, scrolled[i] if i < len(scrolled) else 0), n - shown)
        free_step = (height - tile) / max(1, shown - 1)
        spacing = min(free_step, (tile + 14 * unit) / lines)
        j = np.arange(shown)
        y = top + height / 2 + (j - (shown - 1) / 2) * spacing
        x = left + tile / 2 + (j % lines) * (tile + _LANE * unit)
        columns.append(Column(i, n, first, tile, x, y, left, left + spans[i]))
        left += spans[i] + gap
    return StripLayout(tuple(columns), total, top + height, unit)


def ease(t: Floats) -> Floats:
    """A link's curve from one height to another; level at both ends."""
    return t * t * (3.0 - 2.0 * t)


def link_height(
    layout: StripLayout, gap: int, x: float
) -> tuple[Floats, Floats] | None:
    """Heights and slopes, (targets, sources), of the links across ``gap`` at ``x``."""
    left, right = layout.columns[gap], layout.columns[gap + 1]
    start, stop = left.right, right.left
    if not start <= x <= stop or stop <= start:
        return None
    t = np.array((x - start) / (stop - start))
    rise = right.y[:, None] - left.y[None, :]
    slope = rise * (6.0 * t * (1.0 - t)) / (stop - start)
    return left.y[None, :] + rise * ease(t), slope


def label_lanes(heights: Floats, row: float) -> list[tuple[int, int]]:
    """Which of the labels at ``heights`` are written, and in which of two lanes.

    Units closer than a ``row`` of text alternate left and right; if even that is too
    close, only every second or third is labelled.
    """
    n = len(heights)
    pitch = float(np.diff(heights).min()) if n > 1 else row
    lanes = 1 if pitch >= row else 2
    stride = max(1, ceil(row / max(lanes * pitch, 1e-6) - 1e-9))
    return [(j, j % lanes) for j in range(n) if (j // lanes) % stride == 0]
