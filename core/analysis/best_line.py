"""The line that classifies most points of two classes correctly, in 1-D or 2-D; exact.

Any split by a line can be shifted until the line meets a point, and turned a little
about it so that it meets no other. So it is enough to try every point, every gap
between the directions to the others, and both sides for the point itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Ints

_SAME = 1e-9  # whitened coordinates closer than this are one point, or one direction


@dataclass(frozen=True, slots=True)
class Line:
    """Class 1 where ``normal · x > level``; ``right`` points lie on their side."""

    normal: Floats
    level: float
    right: int

    def scores(self, x: Floats) -> Floats:
        """Distance to the line, positive on the side of class 1; (n,)."""
        return np.asarray(x @ self.normal - self.level)


def best_line(x: Floats, labels: Ints) -> Line:
    """The best split of ``x`` (n, 1 or 2), whitened, with labels 0 and 1.

    Time grows as n² log n in the plane, n log n on a line.
    """
    spots, which = _distinct(x)
    ones = np.bincount(which, labels == 1, len(spots)).astype(np.float64)
    zeros = np.bincount(which, labels == 0, len(spots)).astype(np.float64)
    if x.shape[1] == 1:
        return _best_cut(spots[:, 0], ones, zeros)
    return _best_in_plane(spots, ones, zeros)


def _distinct(x: Floats) -> tuple[Floats, Ints]:
    """Distinct points, and the index of each row's point among them."""
    _, first, which = np.unique(
        np.round(x / _SAME), axis=0, return_index=True, return_inverse=True
    )
    return x[first], which.ravel()


def _best_cut(at: Floats, ones: Floats, zeros: Floats) -> Line:
    order = np.argsort(at)
    at, lean = at[order], (ones - zeros)[order]
    below = np.concatenate([[0.0], np.cumsum(lean)])  # class 1 minus class 0, left
    total = ones.sum()
    rising = total - below  # right of the cut is class 1
    falling = zeros.sum() + below
    if rising.max() >= falling.max():
        cut, sign, right = int(np.argmax(rising)), 1.0, rising.max()
    else:
        cut, sign, right = int(np.argmax(falling)), -1.0, falling.max()
    edges = np.concatenate([[at[0] - 1.0], at, [at[-1] + 1.0]])
    level = (edges[cut] + edges[cut + 1]) / 2
    return Line(np.array([sign]), sign * level, round(right))


def _best_in_plane(spots: Floats, ones: Floats, zeros: Floats) -> Line:
    majority = 1.0 if ones.sum() >= zeros.sum() else -1.0
    reach = 2.0 * float(np.abs(spots).max(initial=0.0)) + 1.0
    best = Line(np.array([majority, 0.0]), -reach, round(max(ones.sum(), zeros.sum())))
    for pivot in range(len(spots)):
        found = _about(pivot, spots, ones, zeros)
        if found is not None and found[0] > best.right:
            best = _line(pivot, found, spots, ones, zeros)
        if best.right == ones.sum() + zeros.sum():
            break
    return best


def _about(
    pivot: int, spots: Floats, ones: Floats, zeros: Floats
) -> tuple[int, float, float] | None:
    """Correct points, angle and sign of the best line through one point, or None."""
    others = np.arange(len(spots)) != pivot
    if not others.any():
        return None
    away = spots[others] - spots[pivot]
    one, zero = ones[others], zeros[others]
    angle = np.arctan2(away[:, 1], away[:, 0])
    upper = (angle > -_SAME) & (angle < np.pi - _SAME)
    turn = np.clip(np.where(upper, angle, (angle + np.pi) % np.pi), 0.0, np.pi)
    turn[turn > np.pi - _SAME] = 0.0
    lean = one - zero
    order = np.argsort(turn)
    turn, change = turn[order], np.where(upper, -lean, lean)[order]
    # Left of a line at an angle just below the first turn: the whole upper half.
    left = lean[upper].sum() + np.concatenate([[0.0], np.cumsum(change)])
    gaps = np.diff(np.concatenate([turn, [turn[0] + np.pi]])) > _SAME
    states = left[1:][gaps]
    own = max(ones[pivot], zeros[pivot])
    rising, falling = zero.sum() + states + own, one.sum() - states + own
    ends = np.concatenate([turn[1:], [turn[0] + np.pi]])
    middle = ((turn + ends) / 2)[gaps]
    if not len(middle):
        return None
    if rising.max() >= falling.max():
        at, sign = int(np.argmax(rising)), 1.0
        return round(rising[at]), float(middle[at]), sign
    at = int(np.argmax(falling))
    return round(falling[at]), float(middle[at]), -1.0


def _line(
    pivot: int,
    found: tuple[int, float, float],
    spots: Floats,
    ones: Floats,
    zeros: Floats,
) -> Line:
    """The line found, shifted slightly so that the pivot is on its correct side."""
    right, angle, sign = found
    normal = sign * np.array([-np.sin(angle), np.cos(angle)])
    distance = np.abs((spots - spots[pivot]) @ normal)
    distance[pivot] = np.inf
    step = min(1.0, float(distance.min())) / 2
    side = 1.0 if ones[pivot] >= zeros[pivot] else -1.0
    return Line(normal, float(spots[pivot] @ normal) - side * step, right)
