"""Comparing two pictures with a small tolerance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

LEVELS = 8  # a channel may differ by this much and still count as equal
SHARE = 0.01  # of all pixels may differ by more


def pixels(path: Path) -> np.ndarray:
    """The picture as (height, width, 3)."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"), dtype=np.int16)


def differing(approved: np.ndarray, actual: np.ndarray) -> np.ndarray:
    """Which pixels differ by more than `LEVELS`; all, if the sizes differ."""
    if approved.shape != actual.shape:
        return np.ones(actual.shape[:2], dtype=bool)
    return np.asarray((np.abs(approved - actual) > LEVELS).any(axis=2))


def write_difference(actual: np.ndarray, wrong: np.ndarray, out: Path) -> None:
    """The actual picture, faded, with differing pixels in red."""
    faded = (255 - (255 - actual) * 0.25).astype(np.uint8)
    faded[wrong] = (220, 20, 20)
    Image.fromarray(faded).save(out)
