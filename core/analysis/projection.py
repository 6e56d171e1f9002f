"""How a layer's space is drawn: one matrix from its units to three display axes.

Up to three units are shown directly. Wider spaces are projected on two directions: a
chosen pair of units, the two of largest variance (PCA), or the read-out plane (what the
next layer reads, plus the largest variance that remains).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.language import tr

MODES = ("pca", "readout", "pair")
WIDE = 256  # columns from which on fewer points are worked on instead


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """``display = (h − centre) @ matrix.T``; ``matrix`` is (3, width)."""

    matrix: Floats
    centre: Floats  # (width,); zero where the space is shown directly
    shown: float  # share of the variance of what it was chosen for, 0 to 1
    mode: str  # "space" (itself), or one of MODES

    @property
    def flat(self) -> bool:
        """Whether the picture is flat (no third display axis)."""
        return not np.any(self.matrix[2])

    def apply(self, h: Floats) -> Floats:
        """(n, width) → (n, 3)."""
        return np.asarray((h - self.centre) @ self.matrix.T)


def itself(width: int) -> Projection:
    """The space of one, two or three units as it is."""
    matrix = np.zeros((3, width))
    matrix[range(width), range(width)] = 1.0
    return Projection(matrix, np.zeros(width), 1.0, "space")


def pair(h: Floats, first: int, second: int) -> Projection:
    """Two chosen units against each other."""
    width = h.shape[1]
    for index in (first, second):
        if not 0 <= index < width:
            raise BadInput(
                tr(
                    "projection: unit must be from 1 to {width}, got {index}",
                    width=width,
                    index=index + 1,
                )
            )
    matrix = np.zeros((3, width))
    matrix[0, first] = 1.0
    matrix[1, second] = 1.0
    return Projection(matrix, np.zeros(width), share_along(h, matrix), "pair")


def principal(h: Floats) -> Projection:
    """The two directions of largest variance."""
    centre = h.mean(axis=0)
    return _plane(h, centre, top_directions(h - centre, 2), "pca")


def readout(h: Floats, w: Floats) -> Projection:
    """The direction(s) the next layer reads, then the largest remaining variance.

    ``w`` is the next layer's (rows, width). Its leading right singular vector on the
    data is the direction it reads most; the second axis is the largest variance
    orthogonal to it, so that the picture shows what is read against what is ignored.
    """
    centre = h.mean(axis=0)
    deviations = h - centre
    read = w[0] if len(w) == 1 else top_directions(deviations @ w.T, 1)[0] @ w
    size = float(np.linalg.norm(read))
    if size == 0.0:
        return principal(h)
    first = read / size
    rest = deviations - np.outer(deviations @ first, first)
    second = top_directions(rest, 1)[0]
    second = second - (second @ first) * first
    size = float(np.linalg.norm(second))
    if size < 1e-12:
        second = _orthogonal_to(first)
    else:
        second = second / size
    return _plane(h, centre, np.stack([first, second]), "readout")


def aligned(projection: Projection, reference: Projection) -> Projection:
    """Rotate or mirror the axes so that the picture is oriented as in ``reference``.

    PCA's axes have arbitrary signs, and rotate freely when two variances are equal;
    the orthogonal 2×2 matrix nearest to the overlap of both planes undoes that. The
    plane itself does not change, so nothing is shown that is not there.
    """
    a, b = projection.matrix, reference.matrix
    if projection.mode in ("space", "pair") or a.shape != b.shape:
        return projection
    overlap = b[:2] @ a[:2].T
    if float(np.max(np.abs(overlap))) < 1e-9:  # orthogonal planes: nothing to align
        return projection
    if projection.mode == "readout":
        # The first axis has a meaning here: only the signs of both are free.
        turn = np.diag(np.where(np.diag(overlap) < 0, -1.0, 1.0))
    else:
        turn = nearest_turn(overlap)
    matrix = np.zeros_like(a)
    matrix[:2] = turn @ a[:2]
    return Projection(matrix, projection.centre, projection.shown, projection.mode)


def nearest_turn(m: Floats) -> Floats:
    """The rotation or mirroring of the plane nearest to a 2×2 matrix.

    The factor UVᵀ of its singular value decomposition, in closed form: Q maximises
    tr QᵀM, which is the first length over all rotations, the second over all mirrors.
    """
    (a, b), (c, d) = m.tolist()
    turning, mirroring = hypot(a + d, c - b), hypot(a - d, b + c)
    if turning >= mirroring:
        if turning == 0.0:
            return np.eye(2)
        cosine, sine = (a + d) / turning, (c - b) / turning
        return np.array([[cosine, -sine], [sine, cosine]])
    cosine, sine = (a - d) / mirroring, (b + c) / mirroring
    return np.array([[cosine, sine], [sine, -cosine]])


def facing(
    projection: Projection, h: Floats, before: Sequence[Projection], h_before: Floats
) -> Projection:
    """Turn the axes so that points ``h`` stay close to where they were a space before.

    The axes of a projection may be rotated or mirrored within their plane; the choice
    that moves the points least avoids showing a flip that did not happen.
    """
    if not before:
        return projection
    old = (h_before - before[0].centre) @ before[0].matrix[:2].T
    new = (h - projection.centre) @ projection.matrix[:2].T
    overlap = (old - old.mean(axis=0)).T @ new
    scale = float(np.max(np.abs(overlap), initial=0.0))
    if not scale > 0.0 or not np.isfinite(scale):
        return projection
    if projection.mode == "readout":  # its axes have a meaning: only signs are free
        turn = np.diag(np.where(np.diag(overlap) < 0, -1.0, 1.0))
    else:
        turn = nearest_turn(overlap / scale)
    matrix = projection.matrix.copy()
    matrix[:2] = turn @ matrix[:2]
    return Projection(matrix, projection.centre, projection.shown, projection.mode)


def _plane(h: Floats, centre: Floats, axes: Floats, mode: str) -> Projection:
    matrix = np.zeros((3, h.shape[1]))
    matrix[: len(axes)] = axes
    return Projection(matrix, centre, share_along(h, matrix), mode)


def share_along(h: Floats, matrix: Floats) -> float:
    """Share of the total variance along the rows of ``matrix``: orthonormal, or 0."""
    deviations = h - h.mean(axis=0)
    total = float(np.sum(deviations**2))
    if not total > 0.0 or not np.isfinite(total):
        return 1.0  # any projection shows a single point fully
    return min(1.0, float(np.sum((deviations @ matrix.T) ** 2)) / total)


def top_directions(deviations: Floats, count: int) -> Floats:
    """Unit vectors of largest variance, (count, width), with a fixed sign."""
    width = deviations.shape[1]
    scale = float(np.max(np.abs(deviations), initial=0.0))
    if not scale > 0.0 or not np.isfinite(scale):
        return np.eye(max(width, count))[:count, :width]
    scaled = deviations / scale
    if width > max(WIDE, len(scaled)):
        # By columns, 32×32×3 of them would take half a minute.
        sizes, shares = np.linalg.eigh(scaled @ scaled.T)
        sizes, shares = sizes[::-1][:count], shares[:, ::-1][:, :count]
        axes = (scaled.T @ shares).T / np.sqrt(np.maximum(sizes, 1e-300))[:, None]
    else:
        _, vectors = np.linalg.eigh(scaled.T @ scaled)
        axes = vectors[:, ::-1][:, :count].T
    if len(axes) < count:
        axes = np.vstack([axes, np.zeros((count - len(axes), width))])
    # Make the largest component positive, because the eigensolver's sign is arbitrary.
    largest = np.argmax(np.abs(axes), axis=1)
    signs = np.sign(axes[np.arange(count), largest])
    return np.asarray(axes * np.where(signs == 0, 1.0, signs)[:, None])


def _orthogonal_to(v: Floats) -> Floats:
    axis = np.zeros_like(v)
    axis[int(np.argmin(np.abs(v)))] = 1.0
    axis -= (axis @ v) * v
    return np.asarray(axis / np.linalg.norm(axis))
