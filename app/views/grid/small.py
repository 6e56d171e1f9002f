"""Small pictures of one network: from values to pixels in a tile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from core.analysis.values import evaluator
from core.arrays import Floats, Ints, finite
from core.engine.snapshot import Snapshot

LINES, STEPS = 9, 24  # of the input grid, and points along each
MOST_POINTS = 240


@dataclass(frozen=True, slots=True)
class Small:
    """Two ranges of numbers mapped onto a tile, y upwards."""

    tile: QRectF
    x: tuple[float, float]
    y: tuple[float, float]

    def places(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Pixels of these numbers."""
        tile = self.tile
        wide = max(1e-12, self.x[1] - self.x[0])
        tall = max(1e-12, self.y[1] - self.y[0])
        across = tile.left() + (np.asarray(x, float) - self.x[0]) / wide * tile.width()
        down = tile.bottom() - (np.asarray(y, float) - self.y[0]) / tall * tile.height()
        return finite(across), finite(down)


@dataclass(frozen=True, slots=True, eq=False)
class Warp:
    """The input grid and the sample as the last hidden layer sees them, in 2-D."""

    lines: tuple[Floats, ...]  # (m, 2) each
    points: Floats  # (n, 2)
    labels: Ints  # (n,)

    @property
    def box(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """A square around all of it."""
        everything = finite(np.concatenate([*self.lines, self.points]))
        low, high = everything.min(axis=0), everything.max(axis=0)
        middle, half = (low + high) / 2, max(float((high - low).max()) / 2, 1e-6)
        (x, y) = middle.tolist()
        return (x - half, x + half), (y - half, y + half)


def warp_of(snapshot: Snapshot, count: int = LINES) -> Warp:
    """The last hidden layer's space; wide ones by read-out direction and variance."""
    run = snapshot.run
    lines = _input_lines(snapshot, count)
    sample = snapshot.splits.train
    chosen = np.arange(min(len(sample), MOST_POINTS)) * max(
        1, len(sample) // MOST_POINTS
    )
    labels = sample.y[chosen].astype(int).reshape(len(chosen), -1)[:, 0]
    if not sample.classes:
        labels = np.zeros(len(chosen), int)
    evaluate = evaluator(snapshot)
    every = np.concatenate([*lines, sample.x[chosen]])
    seen = run.features.apply(every)
    values = finite(np.asarray(evaluate(seen)[-2].h, float))
    flat = values @ _plane(snapshot, values).T
    ends = np.cumsum([len(line) for line in lines])
    parts = np.split(flat, ends)
    return Warp(tuple(parts[:-1]), parts[-1], labels)


def _input_lines(snapshot: Snapshot, count: int) -> list[Floats]:
    problem = snapshot.run.data.problem
    if problem.inputs == 1:
        x0, x1 = problem.box[:2]
        return [np.linspace(x0, x1, LINES * STEPS)[:, None]]
    if problem.inputs > 2:
        return [np.zeros((0, problem.inputs))]
    x0, x1, y0, y1 = problem.box
    along = np.linspace(0.0, 1.0, STEPS)
    made: list[Floats] = []
    for at in np.linspace(0.0, 1.0, count):
        x, y = x0 + at * (x1 - x0), y0 + at * (y1 - y0)
        made.append(np.column_stack([np.full(STEPS, x), y0 + along * (y1 - y0)]))
        made.append(np.column_stack([x0 + along * (x1 - x0), np.full(STEPS, y)]))
    return made


def _plane(snapshot: Snapshot, values: Floats) -> Floats:
    """Two directions (2, units): the units themselves where there are two."""
    width = values.shape[1]
    if width == 1:
        return np.array([[1.0], [0.0]])
    if width == 2:
        return np.eye(2)
    weights = np.asarray(snapshot.network.layout.layers[-1].W.of(snapshot.theta), float)
    read = weights[0, -width:] if len(weights) == 1 else weights[0] - weights[1]
    read = read[-width:]
    first = read / (np.linalg.norm(read) or 1.0)
    spread = values - values.mean(axis=0)
    spread = spread - np.outer(spread @ first, first)
    second = np.linalg.svd(spread.T @ spread)[0][:, 0]
    # A fixed sign, because that of a decomposition may flip from frame to frame.
    second = second * (np.sign(second[np.argmax(np.abs(second))]) or 1.0)
    return np.stack([first, second])
