"""A drawing made by hand, turned into a picture like those a network learned from.

Strokes are lines on a square from 0 to 1, y downwards. Where examples are ink on an
empty background, a drawing is adjusted to their size, position and line thickness
before its pixels are averaged: digits of 8×8 fill the height, those of MNIST are
centred by mass.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.problems.points import Image

FINE = 4  # least number of samples along a pixel
LEAST_SIDE = 48  # least samples along the picture
MEASURED = 400  # examples a style is measured on
_SEEN = 0.1  # share of the darkest value above which a pixel is ink
_HALVINGS = 14
PEN = 0.055  # half the width of a line, where nothing was measured
_INK = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of the pen: points (m, 2) as (x, y), and its colour."""

    points: tuple[tuple[float, float], ...]
    colour: tuple[float, float, float] = _INK


@dataclass(frozen=True, slots=True)
class InkStyle:
    """How the examples are drawn, in their own pixels."""

    height: float  # of the ink
    width: float  # at most
    centre: tuple[float, float]  # x, y of its mass
    thickness: float  # of lines, as `thickness` measures it


def measure_style(x: Floats, image: Image) -> InkStyle | None:
    """The style of examples (n, inputs); None unless ink on an empty background."""
    height, width, channels = image
    if channels != 1 or not len(x):
        return None
    step = -(-len(x) // MEASURED)
    pictures = np.asarray(x[::step], np.float64).reshape(-1, height, width)
    pictures = np.clip(pictures, 0.0, None)
    mass = pictures.sum(axis=(1, 2))
    pictures, mass = pictures[mass > 0], mass[mass > 0]
    border = np.concatenate([pictures[:, 1:-1, 0], pictures[:, 1:-1, -1]], axis=1)
    if not len(pictures) or float(np.median(border)) > _SEEN * float(pictures.max()):
        return None
    seen = pictures > _SEEN * pictures.max(axis=(1, 2), keepdims=True)
    tall, wide = _extent(seen.any(axis=2)), _extent(seen.any(axis=1))
    across = (pictures.sum(axis=1) * (np.arange(width) + 0.5)).sum(axis=1) / mass
    down = (pictures.sum(axis=2) * (np.arange(height) + 0.5)).sum(axis=1) / mass
    return InkStyle(
        float(np.median(tall)),
        float(np.percentile(wide, 90)),
        (float(np.median(across)), float(np.median(down))),
        float(np.median([thickness(p) for p in pictures])),
    )


def _extent(seen: np.ndarray) -> Floats:
    """Distance from the first to the last inked place; (n,)."""
    n = seen.shape[1]
    return np.asarray(n - seen[:, ::-1].argmax(axis=1) - seen.argmax(axis=1))


def thickness(picture: Floats) -> float:
    """Ink divided by half its outline, which is the width of a long line."""
    framed = np.pad(picture, 1)
    down, across = np.diff(framed, axis=0)[:, 1:], np.diff(framed, axis=1)[1:]
    outline = float(np.hypot(down, across).sum())
    return 2.0 * float(picture.sum()) / outline if outline > 0 else 0.0


def picture_of(
    strokes: Sequence[Stroke],
    image: Image,
    style: InkStyle | None = None,
    ground: Floats | None = None,
) -> Floats:
    """The drawing as a row of inputs from 0 to 1, on ``ground`` if given.

    With a ``style`` it gets the size, position and line width of the examples.
    """
    height, width, channels = image
    plain = np.zeros((height, width, channels))
    if ground is not None:
        plain = np.asarray(ground, np.float64).reshape(height, width, channels).copy()
    strokes = [s for s in strokes if s.points]
    if not strokes:
        return plain.reshape(-1)
    if style is not None and channels == 1:
        return _in_style([_line(s, height, width) for s in strokes], image, style)
    fine = _fineness(height, width)
    for stroke in strokes:
        away = _distances([_line(stroke, height, width)], height, width, fine)
        cover = _inked(away, PEN * max(height, width), fine)[..., None]
        ink = np.asarray(stroke.colour if channels == 3 else stroke.colour[:1])
        plain = plain * (1.0 - cover) + ink * cover
    return plain.reshape(-1)


def _line(stroke: Stroke, height: int, width: int) -> Floats:
    return np.asarray(stroke.points, np.float64) * (width, height)


def _fineness(height: int, width: int) -> int:
    return max(FINE, -(-LEAST_SIDE // min(height, width)))


def _in_style(lines: list[Floats], image: Image, style: InkStyle) -> Floats:
    """Scale, centre and thicken the lines to match the style."""
    height, width, _ = image
    every = np.concatenate(lines)
    low, high = every.min(axis=0), every.max(axis=0)
    spans = np.maximum(high - low, 1e-9)
    room = np.maximum(
        np.array([style.width, style.height]) - style.thickness, 0.2 * style.height
    )
    # A dot has no size of its own: it stays as small as it is.
    factor = min(float((room / spans).min()), 4.0)
    middle = np.array(style.centre)
    lines = [(line - 0.5 * (low + high)) * factor + middle for line in lines]
    fine = _fineness(height, width)
    for _ in range(2):  # the mass is known once the lines have their thickness
        away = _distances(lines, height, width, fine)
        radius = _radius(away, fine, style.thickness)
        made = _inked(away, radius, fine)
        total = max(float(made.sum()), 1e-9)
        at = np.array(
            [
                float(made.sum(axis=0) @ (np.arange(width) + 0.5)),
                float(made.sum(axis=1) @ (np.arange(height) + 0.5)),
            ]
        )
        lines = [
            line + _kept_inside(lines, middle - at / total, image) for line in lines
        ]
    away = _distances(lines, height, width, fine)
    return _inked(away, _radius(away, fine, style.thickness), fine).reshape(-1)


def _kept_inside(lines: list[Floats], shift: Floats, image: Image) -> Floats:
    """Limit a shift so that the lines stay inside the picture."""
    height, width, _ = image
    every = np.concatenate(lines)
    lowest = np.minimum(0.5 - every.min(axis=0), 0.0)
    highest = np.maximum((width - 0.5, height - 0.5) - every.max(axis=0), 0.0)
    return np.asarray(np.clip(shift, lowest, highest))


def _radius(away: Floats, fine: int, wanted: float) -> float:
    """Half the line width that gives the wanted thickness, by bisection."""
    low, high = 0.2, max(0.4, wanted)
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        if thickness(_inked(away, middle, fine)) < wanted:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def _inked(away: Floats, radius: float, fine: int) -> Floats:
    """The share of each pixel within ``radius`` of a line; (height, width)."""
    cover = np.clip((radius - away) * fine + 0.5, 0.0, 1.0)
    tall, wide = cover.shape
    blocks = cover.reshape(tall // fine, fine, wide // fine, fine)
    return np.asarray(blocks.mean(axis=(1, 3)))


def _distances(lines: list[Floats], height: int, width: int, fine: int) -> Floats:
    """How far each point of the fine grid is from the nearest line, in pixels."""
    x = (np.arange(width * fine) + 0.5) / fine
    y = (np.arange(height * fine) + 0.5) / fine
    nearest = np.full((len(y), len(x)), np.inf)
    for line in lines:
        line = _thinned(line, 0.25)
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            dx, dy = bx - ax, by - ay
            along = ((x - ax) * dx)[None, :] + ((y - ay) * dy)[:, None]
            t = np.clip(along / max(dx * dx + dy * dy, 1e-12), 0.0, 1.0)
            gap = (x[None, :] - ax - t * dx) ** 2 + (y[:, None] - ay - t * dy) ** 2
            np.minimum(nearest, gap, out=nearest)
    return np.asarray(np.sqrt(nearest))


def _thinned(line: Floats, least: float) -> Floats:
    """The line without points nearer than ``least`` to the last one kept."""
    kept = [line[0]]
    for point in line[1:-1]:
        if np.hypot(*(point - kept[-1])) >= least:
            kept.append(point)
    return np.array([*kept, line[-1]])


# -- as text ------------------------------------------------------------------------


def strokes_of(text: str) -> tuple[Stroke, ...]:
    """Strokes as a scene writes them: "0.4 0.2, 0.5 0.8; #ff0000 0.2 0.2, …".

    `BadInput` for anything else.
    """
    return tuple(_stroke_of(part) for part in text.split(";") if part.strip())


def _stroke_of(text: str) -> Stroke:
    words = text.strip()
    colour = _INK
    try:
        if words.startswith("#"):
            name, _, words = words.partition(" ")
            red, green, blue = (int(name[i : i + 2], 16) / 255 for i in (1, 3, 5))
            colour = (red, green, blue)
        points = tuple(_point_of(p) for p in words.split(","))
    except ValueError as problem:
        raise BadInput(
            f"drawing: a stroke must be points x y from 0 to 1 with commas between "
            f"them, got {text.strip()!r:.60}"
        ) from problem
    return Stroke(points, colour)


def _point_of(text: str) -> tuple[float, float]:
    x, y = (float(word) for word in text.split())
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise ValueError(text)
    return x, y


def text_of(strokes: Sequence[Stroke]) -> str:
    """The inverse of `strokes_of`."""
    return "; ".join(_text_of(stroke) for stroke in strokes)


def _text_of(stroke: Stroke) -> str:
    points = ", ".join(f"{x:.3f} {y:.3f}" for x, y in stroke.points)
    if stroke.colour == _INK:
        return points
    name = "".join(f"{round(255 * c):02x}" for c in stroke.colour)
    return f"#{name} {points}"
