"""Colours as numbers: parsing, contrast, and perceptually even mixing."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Values = npt.NDArray[np.float64]

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def rgb(colour: str) -> Values:
    """Red, green and blue of ``#rrggbb`` in 0 … 1; (3,)."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0


def hex_of(values: Values) -> str:
    """The inverse of `rgb`."""
    r, g, b = np.clip(np.rint(np.asarray(values) * 255.0), 0, 255).astype(int)
    return f"#{r:02x}{g:02x}{b:02x}"


def _linear(values: Values) -> Values:
    low = values / 12.92
    return np.asarray(
        np.where(values <= 0.04045, low, ((values + 0.055) / 1.055) ** 2.4)
    )


def _gamma(values: Values) -> Values:
    values = np.clip(values, 0.0, 1.0)
    high = 1.055 * values ** (1 / 2.4) - 0.055
    return np.asarray(np.where(values <= 0.0031308, values * 12.92, high))


def to_oklab(values: Values) -> Values:
    """RGB in 0 … 1 to OKLab, along the last axis."""
    return np.asarray(np.cbrt(_linear(values) @ _TO_LMS.T) @ _TO_LAB.T)


def from_oklab(lab: Values) -> Values:
    """OKLab to RGB in 0 … 1, along the last axis."""
    lms = (lab @ np.linalg.inv(_TO_LAB).T) ** 3
    return _gamma(lms @ np.linalg.inv(_TO_LMS).T)


@lru_cache(maxsize=1024)
def mix(first: str, second: str, share: float) -> str:
    """A colour between ``first`` (0) and ``second`` (1)."""
    a, b = to_oklab(rgb(first)), to_oklab(rgb(second))
    return hex_of(from_oklab(a + (b - a) * share))


@lru_cache(maxsize=64)
def ramp(stops: tuple[str, ...], count: int) -> Bytes:
    """``count`` colours through ``stops``, evenly spaced; (count, 4), opaque."""
    lab = np.array([to_oklab(rgb(stop)) for stop in stops])
    at = np.linspace(0.0, len(stops) - 1.0, count)
    places = np.arange(len(stops))
    mixed = np.stack([np.interp(at, places, lab[:, i]) for i in range(3)], axis=1)
    out = np.full((count, 4), 255, np.uint8)
    out[:, :3] = np.rint(from_oklab(mixed) * 255.0)
    out.flags.writeable = False
    return out


@lru_cache(maxsize=256)
def contrast(first: str, second: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    lights = sorted(float(_linear(rgb(c)) @ weights) for c in (first, second))
    return (lights[1] + 0.05) / (lights[0] + 0.05)
