"""What is where in the network strip: units, biases, links, tracks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.views.network.geometry import StripLayout, link_height
from app.views.network.picture import StripPicture
from app.views.network.words import bias_of
from core.engine.snapshot import Snapshot

_REACH = 5.0  # pixels from a link within which it is hit


@dataclass(frozen=True)
class Spot:
    """What is under the mouse."""

    kind: str  # "unit", "bias", "link" or "track"
    column: int  # of the unit; of the target for a link
    unit: int
    source: int = -1  # link: unit of the column before
    row: int = -1  # link: row of W


def spot_at(
    layout: StripLayout,
    picture: StripPicture | None,
    snapshot: Snapshot | None,
    x: float,
    y: float,
) -> Spot | None:
    """What is under a point of the layout."""
    for column in layout.columns:
        if column.hidden_some and abs(x - column.right - 6) <= 4:
            return Spot("track", column.index, -1)
        half = column.tile / 2
        near = (np.abs(column.y - y) <= half) & (x <= column.x + half)
        has_bias = bias_of(snapshot, column.index) is not None
        inside = np.flatnonzero(near & (x >= column.x - half - 7 * has_bias))
        if inside.size:
            j = int(inside[0])
            over = x >= column.x[j] - half - 1
            kind = "unit" if over else "bias"
            return Spot(kind, column.index, column.first + j)
    return _link_at(layout, picture, x, y)


def _link_at(
    layout: StripLayout, picture: StripPicture | None, x: float, y: float
) -> Spot | None:
    if picture is None or len(picture.weights) != len(layout.columns) - 1:
        return None  # the picture still shows another network
    for gap in range(len(layout.columns) - 1):
        found = link_height(layout, gap, x)
        if found is None or picture.weights[gap].shape != found[0].shape:
            continue
        height, slope = found
        away = np.abs(height - y) / np.sqrt(1.0 + slope * slope)
        # Of links about equally near, choose the stronger one.
        size = np.abs(picture.weights[gap])
        score = away - 2.0 * size / max(1e-12, float(size.max(initial=0.0)))
        score[away > _REACH] = np.inf
        if not np.isfinite(score).any():
            return None
        j, i = np.unravel_index(int(np.argmin(score)), score.shape)
        source, target = layout.columns[gap], layout.columns[gap + 1]
        return Spot(
            "link",
            gap + 1,
            target.first + int(j),
            source.first + int(i),
            int(picture.rows[gap][j, i]),
        )
    return None
