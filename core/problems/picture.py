"""RGB regression on a person's own picture: (x, y) → colour, part of it held out."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from core.arrays import Bools, Floats
from core.errors import require
from core.language import mark, tr
from core.problems.base import Box, Sample

MAX_SIDE = 1024


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A held-out rectangle, as shares of the picture from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def __post_init__(self) -> None:
        for low, high in ((self.left, self.right), (self.top, self.bottom)):
            require(
                0.0 <= low < high <= 1.0,
                tr("picture: a held-out rectangle"),
                tr("lie within 0 … 1 and not be empty"),
                (self.left, self.top, self.right, self.bottom),
            )


class Picture:
    """Every pixel is an example; its longer side spans −1 … 1.

    Rectangles, and a random share of the pixels, are held out of training.
    """

    __slots__ = ("_held", "digest", "pixels", "random_share", "rectangles", "seed")
    name: ClassVar[str] = "picture"
    title: ClassVar[str] = mark("Own picture")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 0
    targets: ClassVar[int] = 3
    default_points: ClassVar[int] = 1
    default_test: ClassVar[float] = 0.0
    pixels: npt.NDArray[np.uint8]  # (height, width, 3), read-only
    rectangles: tuple[Rectangle, ...]
    random_share: float
    seed: int  # of the random pixels
    digest: str
    _held: Bools

    def __init__(
        self,
        pixels: npt.NDArray[np.uint8],
        rectangles: tuple[Rectangle, ...] = (),
        random_share: float = 0.0,
        seed: int = 0,
    ) -> None:
        require(
            pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.dtype == np.uint8,
            tr("picture: pixels"),
            tr("be (height, width, 3) bytes"),
            tr("{shape} of {dtype}", shape=pixels.shape, dtype=pixels.dtype),
        )
        height, width = pixels.shape[:2]
        require(
            min(height, width) >= 2 and max(height, width) <= MAX_SIDE,
            tr("picture: sides"),
            tr("be from 2 to {MAX_SIDE} pixels", MAX_SIDE=MAX_SIDE),
            (width, height),
        )
        require(
            0.0 <= random_share < 1.0,
            tr("picture: the held-out share"),
            tr("be in [0, 1)"),
            random_share,
        )
        own = pixels.copy()
        own.flags.writeable = False
        held = _held(height, width, rectangles, random_share, seed)
        require(
            not held.all(),
            tr("picture: the held-out part"),
            tr("leave some pixels"),
            "all",
        )
        state = hashlib.sha256(
            repr((own.shape, rectangles, random_share, seed)).encode()
        )
        state.update(own.tobytes())
        for key, value in {
            "pixels": own,
            "rectangles": rectangles,
            "random_share": random_share,
            "seed": seed,
            "digest": state.hexdigest(),
            "_held": held,
        }.items():
            object.__setattr__(self, key, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"picture: {name} is read-only")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        height, width = self.pixels.shape[:2]
        return f"Picture({width}×{height})"

    @property
    def count(self) -> int:
        """Pixels in all."""
        return int(self.pixels.shape[0] * self.pixels.shape[1])

    @property
    def box(self) -> Box:
        """The picture's edges; the longer side is −1 … 1."""
        height, width = self.pixels.shape[:2]
        longest = max(height, width)
        x, y = width / longest, height / longest
        return (-x, x, -y, y)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """All pixels, row by row; colours in 0 … 1."""
        height, width = self.pixels.shape[:2]
        x0, x1, y0, y1 = self.box
        xs = x0 + (np.arange(width) + 0.5) * (x1 - x0) / width
        ys = y1 - (np.arange(height) + 0.5) * (y1 - y0) / height
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        return Sample(grid, self.pixels.reshape(-1, 3) / 255.0)

    def truth(self, x: Floats) -> Floats:
        """The colour of the nearest pixel; (n, 2) -> (n, 3)."""
        row, column = self._place(x)
        return np.asarray(self.pixels[row, column] / 255.0)

    def held_out(self, x: Floats) -> Bools:
        """Pixels that are tested, never trained on."""
        row, column = self._place(x)
        return np.asarray(self._held[row, column])

    def _place(self, x: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        height, width = self.pixels.shape[:2]
        x0, x1, y0, y1 = self.box
        column = np.floor((x[:, 0] - x0) / (x1 - x0) * width).astype(np.int64)
        row = np.floor((y1 - x[:, 1]) / (y1 - y0) * height).astype(np.int64)
        return np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)


def _held(
    height: int, width: int, rectangles: tuple[Rectangle, ...], share: float, seed: int
) -> Bools:
    held = np.zeros((height, width), dtype=np.bool_)
    for r in rectangles:
        rows = slice(round(r.top * height), max(round(r.bottom * height), 1))
        columns = slice(round(r.left * width), max(round(r.right * width), 1))
        held[rows, columns] = True
    if share:
        held |= np.random.default_rng(seed).random((height, width)) < share
    return held
