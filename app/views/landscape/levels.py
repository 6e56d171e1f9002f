"""Filled contours: the levels between colours, and the picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10, sqrt

import numpy as np
from PySide6.QtGui import QImage

from app.look.palette import image_of
from app.look.plots import CalmRange, Scale
from app.look.theme import Theme
from core.arrays import Floats
from core.problems.base import Box

LEAST_BANDS = 9  # and at most twice as many
MOST_DECADES = 10.0  # below the highest loss; lower values join the lowest band
HIGHEST = 176.0  # of 255, the colour index of the highest band
PLAIN = 1.25  # a whole picture with a smaller loss ratio is flat
_FLAT = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """Edges of the bands, ascending; evenly spaced, by logarithms where ``log``."""

    edges: Floats
    low: float
    high: float
    log: bool

    def height(self, values: Floats) -> Floats:
        """Values on the spacing scale: logarithms if levels are logarithmic.

        NaN counts as the top of the picture.
        """
        with np.errstate(all="ignore"):
            made = np.log10(np.maximum(values, 1e-300)) if self.log else values
        top = log10(self.high) if self.log else self.high
        reach = 4.0 * max(self.reach, 1e-12)
        shown: Floats = np.minimum(np.nan_to_num(made, nan=np.inf), top + reach)
        return shown

    @property
    def reach(self) -> float:
        """The lowest and highest level on the spacing scale."""
        if self.log:
            return log10(self.high) - log10(self.low)
        return self.high - self.low

    def colours(self, theme: Theme) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
        """One colour per band, lowest first; (bands, 3)."""
        count = len(self.edges) + 1
        # Not down to the darkest: text and the path must be readable on every band.
        place = np.linspace(0.0, HIGHEST, count) if count > 1 else np.array([64.0])
        table = theme.sequential[:, :3]
        found: np.ndarray[tuple[int, int], np.dtype[np.uint8]] = table[
            place.astype(np.uint8)
        ]
        return found

    def bands(self, values: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
        """Which band each value is in."""
        edges = self.height(self.edges) if len(self.edges) else self.edges
        return np.searchsorted(edges, self.height(values))


class LevelPicker:
    """Chooses levels that stay fixed while the loss changes a little."""

    def __init__(self) -> None:
        self._log = CalmRange(pad=0.02, log=True)
        self._linear = CalmRange(pad=0.02)

    def reset(self) -> None:
        """Reset, because the next picture shows something else."""
        self._log.reset()
        self._linear.reset()

    def of(self, values: Floats, share: bool = False, whole: bool = False) -> Levels:
        """Levels for losses; ``share``: for numbers from 0 to 1, such as accuracy.

        ``whole``: the picture is not zoomed in; if the loss hardly changes over all of
        it, it should look flat.
        """
        if share:
            return Levels(np.linspace(0.1, 0.9, 9), 0.0, 1.0, False)
        good = values[np.isfinite(values)]
        if not good.size:
            return Levels(np.zeros(0), 0.0, 1.0, False)
        low, high = float(good.min()), float(good.max())
        if low <= 0.0 < high and low >= -_FLAT * high:
            low = float(good[good > 0.0].min())  # a loss of exactly 0
        if low <= 0.0:  # negative log-likelihoods have no decades
            return self._even(*self._linear.follow(low, high))
        low = max(low, high * 10.0**-MOST_DECADES)
        if whole and high < PLAIN * low:
            middle = sqrt(low * high)
            low, high = middle / sqrt(PLAIN), middle * sqrt(PLAIN)
        return self._decades(*self._log.follow(low, high))

    @staticmethod
    def _even(low: float, high: float) -> Levels:
        ticks = Scale(low, high).ticks(LEAST_BANDS + 3)
        return Levels(np.array([t for t in ticks if low < t < high]), low, high, False)

    @staticmethod
    def _decades(low: float, high: float) -> Levels:
        start, stop = log10(low), log10(high)
        # Fixed places, a power of two per decade: levels come and go but never move.
        step = 2.0 ** floor(np.log2(max(stop - start, _FLAT) / LEAST_BANDS))
        powers = np.arange(ceil(start / step), floor(stop / step) + 1) * step
        return Levels(10.0**powers, low, high, True)


def banded(theme: Theme, values: Floats, levels: Levels, w: int, h: int) -> QImage:
    """Values on a grid (β up, α) as bands of colour, w × h pixels, β upwards."""
    height = levels.height(values)
    fine = spline(height.shape[0], h) @ height @ spline(height.shape[1], w).T
    edges = levels.height(levels.edges) if len(levels.edges) else levels.edges
    band = np.searchsorted(edges, fine[::-1].ravel())
    return image_of(levels.colours(theme)[band].reshape(h, w, 3))


def level_lines(box: Box, values: Floats, levels: Levels) -> tuple[Floats, ...]:
    """The edges of the bands as lines (m, 2) in the plane's units."""
    from contourpy import LineType, contour_generator

    height = levels.height(values)
    rows, columns = (2 * n - 1 for n in height.shape)
    fine = _between(height.shape[0]) @ height @ _between(height.shape[1]).T
    maker = contour_generator(
        x=np.linspace(box[0], box[1], columns),
        y=np.linspace(box[2], box[3], rows),
        z=fine,
        line_type=LineType.Separate,
        name="serial",
    )
    edges = levels.height(levels.edges) if len(levels.edges) else levels.edges
    return tuple(np.asarray(line) for edge in edges for line in maker.lines(edge))


@lru_cache(maxsize=32)
def spline(nodes: int, pixels: int) -> Floats:
    """(pixels, nodes): a smooth interpolation of nodes that reach the edges."""
    places = (np.arange(pixels) + 0.5) * ((nodes - 1) / pixels)
    return _weights(nodes, places)


@lru_cache(maxsize=32)
def _between(nodes: int) -> Floats:
    """(2·nodes − 1, nodes): the nodes, and the midpoints between them."""
    return _weights(nodes, np.arange(2 * nodes - 1) / 2.0)


def _weights(nodes: int, places: Floats) -> Floats:
    """Weights of the Catmull–Rom spline through the nodes, at ``places``."""
    first = np.clip(np.floor(places).astype(int), 0, max(nodes - 2, 0))
    t = places - first
    shares = (
        ((-0.5 * t + 1.0) * t - 0.5) * t,
        (1.5 * t - 2.5) * t * t + 1.0,
        ((-1.5 * t + 2.0) * t + 0.5) * t,
        (0.5 * t - 0.5) * t * t,
    )
    made = np.zeros((len(places), nodes))
    rows = np.arange(len(places))
    for offset, share in zip((-1, 0, 1, 2), shares, strict=True):
        # Beyond the edge the curve continues linearly.
        at = np.clip(first + offset, 0, nodes - 1)
        np.add.at(made, (rows, at), share)
    return made
