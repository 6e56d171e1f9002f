"""Regions and lines drawn into pictures, at device resolution, without the GIL.

Pictures are (h, w, 4) bytes RGBA, the first row at the top; positions come in the
units of the view box (xmin, xmax, ymin, ymax) and y points up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.options import MESH


@njit(**MESH)
def to_pixels(x: Any, view: Any, h: int, w: int) -> Any:
    """Positions (n, 2) in pixels: the centre of the first pixel is (0.5, 0.5)."""
    result = np.empty((len(x), 2))
    across = w / (view[1] - view[0])
    down = h / (view[3] - view[2])
    for i in range(len(x)):
        result[i, 0] = (x[i, 0] - view[0]) * across
        result[i, 1] = (view[3] - x[i, 1]) * down
    return result


@njit(**MESH)
def fill_faces(
    target: Any, pixels: Any, starts: Any, corners: Any, values: Any
) -> None:
    """Set every pixel of ``target`` (h, w) to the value (F,) of its face.

    A pixel belongs to the face that contains its centre; the two faces next to an edge
    compute the edge's crossing of a row from the same numbers in the same order, so no
    pixel is left out and none is set twice.
    """
    h, w = target.shape
    left = np.full(h, np.inf)
    right = np.full(h, -np.inf)
    for f in range(len(starts) - 1):
        begin = starts[f]
        end = starts[f + 1]
        top = h
        bottom = -1
        u = corners[end - 1]
        for i in range(begin, end):
            v = corners[i]
            p = u
            q = v
            u = v
            if pixels[p, 1] > pixels[q, 1] or (
                pixels[p, 1] == pixels[q, 1] and pixels[p, 0] > pixels[q, 0]
            ):
                p, q = q, p
            py = pixels[p, 1]
            qy = pixels[q, 1]
            first = max(0, int(np.ceil(max(py, -1.0) - 0.5)))
            last = min(h, int(np.ceil(min(qy, h + 1.0) - 0.5)))
            if first >= last:
                continue
            px = pixels[p, 0]
            slope = (pixels[q, 0] - px) / (qy - py)
            for r in range(first, last):
                at = px + (r + 0.5 - py) * slope
                left[r] = min(left[r], at)
                right[r] = max(right[r], at)
            top = min(top, first)
            bottom = max(bottom, last)
        value = values[f]
        for r in range(top, bottom):
            a = max(0, int(np.ceil(max(left[r], -1.0) - 0.5)))
            b = min(w, int(np.ceil(min(right[r], w + 1.0) - 0.5)))
            for c in range(a, b):
                target[r, c] = value
            left[r] = np.inf
            right[r] = -np.inf


@njit(**MESH)
def cover_segment(
    cover: Any,
    owner: Any,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    half: float,
    who: int,
) -> None:
    """Raise the cover of the pixels near a segment to its share of them, 0 to 255.

    The share is that of a soft-edged stroke: 1 within ``half`` − ½ pixels of the
    segment, falling to 0 at ``half`` + ½. The largest share counts, so joints and
    crossings do not darken; of equal shares the later stroke is visible.
    """
    h, w = cover.shape
    reach = half + 0.5
    most = 255.0 * min(1.0, 2.0 * half)
    dx = bx - ax
    dy = by - ay
    length = np.sqrt(dx * dx + dy * dy)
    if length > 0.0:
        dx /= length
        dy /= length
    first = max(0, int(max(min(ay, by) - reach, 0.0)))
    last = min(h, int(max(min(max(ay, by) + reach, h + 0.0), 0.0)) + 1)
    # Pixels of a row near the line are around its crossing with the row.
    slope = dx / dy if dy != 0.0 else 0.0
    spread = reach / abs(dy) if dy != 0.0 else np.inf
    low = max(min(ax, bx) - reach, 0.0)
    high = min(max(ax, bx) + reach, w + 0.0)
    for r in range(first, last):
        ey = r + 0.5 - ay
        a = low
        b = high
        if spread < w:
            middle = ax + ey * slope
            a = max(a, middle - spread)
            b = min(b, middle + spread)
        if a > b:
            continue
        row = cover[r]
        for c in range(int(a), min(w, int(b) + 1)):
            # Only one branch: most of these pixels are hard to predict.
            ex = c + 0.5 - ax
            along = ex * dx + ey * dy
            aside = ex * dy - ey * dx
            beyond = max(0.0, max(-along, along - length))
            share = 255.0 * (reach - np.sqrt(beyond * beyond + aside * aside))
            level = np.int32(max(0.0, min(most, share)) + 0.5)
            if level >= max(np.int32(row[c]), np.int32(1)):
                row[c] = level
                owner[r, c] = who


@njit(**MESH)
def draw_lines(
    image: Any, ends: Any, kinds: Any, colours: Any, widths: Any, cover: Any, owner: Any
) -> None:
    """Draw segments (m, 2, 2), in pixels, over the picture.

    Segment i has colour ``colours[kinds[i]]`` (k, 4) and width ``widths[kinds[i]]``
    in pixels. ``cover`` and ``owner`` (h, w) are bytes of scratch.
    """
    h, w = cover.shape
    cover[:] = 0
    for i in range(len(ends)):
        k = kinds[i]
        cover_segment(
            cover,
            owner,
            ends[i, 0, 0],
            ends[i, 0, 1],
            ends[i, 1, 0],
            ends[i, 1, 1],
            0.5 * widths[k],
            k,
        )
    for r in range(h):
        for c in range(w):
            if cover[r, c]:
                blend(image, r, c, colours, owner[r, c], cover[r, c])


@njit(**MESH)
def blend(image: Any, r: int, c: int, colours: Any, k: int, cover: int) -> None:
    """Lay colour k, with straight alpha, over one pixel, to a share of cover/255."""
    if image[r, c, 3] == 255:  # an opaque background, the usual case
        share = np.int32(colours[k, 3]) * np.int32(cover) * (1.0 / 65025.0)
        for channel in range(3):
            ground = np.float64(image[r, c, channel])
            mixed = ground + (np.float64(colours[k, channel]) - ground) * share
            image[r, c, channel] = np.int32(mixed + 0.5)
        return
    alpha = colours[k, 3] * cover / 65025.0
    under = image[r, c, 3] / 255.0 * (1.0 - alpha)
    total = alpha + under
    if total <= 0.0:
        return
    scale = 1.0 / total
    for channel in range(3):
        mixed = colours[k, channel] * alpha + image[r, c, channel] * under
        image[r, c, channel] = np.uint8(mixed * scale + 0.5)
    image[r, c, 3] = np.uint8(255.0 * total + 0.5)
