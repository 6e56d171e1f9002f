"""Sign patterns on a raster: gathered, shaded and outlined without the GIL."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.mesh_bits import ONE
from core.kernels.options import MESH


@njit(**MESH)
def add_signs(words: Any, values: Any, threshold: float, first: int) -> None:
    """Set bit first + j of a point's words (n, w) where values (rows, n) are above."""
    rows, n = values.shape
    for j in range(rows):
        place = (first + j) >> 6
        bit = ONE << np.uint64((first + j) & 63)
        for p in range(n):
            if values[j, p] > threshold:
                words[p, place] |= bit


@njit(**MESH)
def shade_pixels(image: Any, colours: Any, hashes: Any, amount: float) -> None:
    """Fill ``image`` (h, w, 4) with colours (h·w, 3), one shade per pattern.

    A shade between −amount/2 and amount/2 separates neighbours of the same colour.
    """
    h, w = hashes.shape
    low = np.uint64((1 << 21) - 1)
    for y in range(h):
        for x in range(w):
            share = np.float64((hashes[y, x] >> np.uint64(22)) & low) / (1 << 21)
            shade = (share - 0.5) * amount
            for c in range(3):
                mixed = min(max(colours[y * w + x, c] + shade, 0.0), 255.0)
                image[y, x, c] = np.uint8(mixed)
            image[y, x, 3] = 255


@njit(**MESH)
def draw_seams(image: Any, labels: Any, ink: Any, strength: float, wide: bool) -> None:
    """Tint the pixels of ``image`` where ``labels`` (h, w) change.

    Those right of and below a change; if ``wide``, the others, too.
    """
    h, w = labels.shape
    for y in range(h):
        for x in range(w):
            here = labels[y, x]
            seam = (x > 0 and labels[y, x - 1] != here) or (
                y > 0 and labels[y - 1, x] != here
            )
            if wide and not seam:
                seam = (x + 1 < w and labels[y, x + 1] != here) or (
                    y + 1 < h and labels[y + 1, x] != here
                )
            if seam:
                for c in range(3):
                    mixed = (1.0 - strength) * image[y, x, c] + strength * ink[c]
                    image[y, x, c] = np.uint8(mixed)
