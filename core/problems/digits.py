"""Handwritten digits of 8×8 pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import ClassVar

import numpy as np

from core.arrays import Floats, Ints, frozen
from core.disk.idx import read_idx
from core.language import mark
from core.problems.base import Box, Sample
from core.problems.scaling import Scaling, pixel_columns
from core.problems.settings import Settings, number

SIDE = 8
FULL = 16  # the darkest pixel


@dataclass(frozen=True, slots=True)
class Digits(Settings):
    """1,797 digits written by 13 people; each pixel is an input from 0 to 1.

    They are the test set of "Optical Recognition of Handwritten Digits" of the UCI
    Machine Learning Repository (Alpaydin and Kaynak, 1998, CC BY 4.0), as scikit-learn
    ships it.
    """

    name: ClassVar[str] = "digits"
    title: ClassVar[str] = mark("Handwritten digits")
    classes: ClassVar[int] = 10
    inputs: ClassVar[int] = SIDE * SIDE
    box: ClassVar[Box] = (0.0, 1.0, 0.0, 1.0)
    default_points: ClassVar[int] = 1797
    default_test: ClassVar[float] = 0.25
    image: ClassVar[tuple[int, int, int]] = (SIDE, SIDE, 1)
    class_names: ClassVar[tuple[str, ...]] = tuple("0123456789")

    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.5,
        0.01,
        mark("Standard deviation that is added to each pixel."),
    )

    @property
    def columns(self) -> tuple[Scaling, ...]:
        """A name for each pixel, and its range."""
        return pixel_columns(SIDE, SIDE, 1, FULL)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """All digits in order, or ``n`` random ones, equally many of each class."""
        x, y = _all()
        if n < len(x):
            chosen = _balanced(y, rng)[:n]
            x, y = x[chosen], y[chosen]
        if self.noise:
            x = x + rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y, self.classes)


def _balanced(y: Floats, rng: np.random.Generator) -> Ints:
    """All rows in random order, with the classes balanced in any leading part."""
    order = rng.permutation(len(y))
    turn = np.empty(len(y), np.int64)  # rank of a row within its class
    for k in range(Digits.classes):
        mine = order[y[order] == k]
        turn[mine] = np.arange(len(mine))
    return order[np.argsort(turn[order], kind="stable")]


@cache
def _all() -> tuple[Floats, Floats]:
    folder = files("resources").joinpath("data")
    images = read_idx(folder.joinpath("digits-images-idx3-ubyte.gz"))
    labels = read_idx(folder.joinpath("digits-labels-idx1-ubyte.gz"))
    x = images.reshape(len(images), -1) / FULL
    return frozen(x), frozen(labels.astype(np.float64))
