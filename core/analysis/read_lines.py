"""Lines w·h + b = 0 of the next layer in a plane of two units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.language import tr
from core.network import NetworkSpec
from core.problems.base import Box


@dataclass(frozen=True, slots=True, eq=False)
class ReadLine:
    """A straight piece inside the visible box."""

    label: str  # "unit 3", or "" for a decision
    ends: Floats  # (2, 2)
    decision: bool


def unit_lines(
    network: NetworkSpec, theta: Floats, layer: int, box: Box
) -> list[ReadLine]:
    """Where units of ``layer`` (0-based) change sign in its input plane.

    For maxout, where two neighbouring pieces of a unit are equal; for the output
    layer, where the decision changes. An rbf layer reads distances, so it has no lines;
    nor does a layer that reads any other layer than the previous one.
    """
    blocks = network.layout.layers[layer]
    w = blocks.W.of(theta)
    if w.shape[1] != 2 or blocks.b is None or network.reads(layer) != (layer,):
        return []
    b = blocks.b.of(theta)
    if layer == len(network.hidden):
        return _decision_lines(network, w, b, box)
    spec = network.hidden[layer]
    if spec.unit.largest:
        k = spec.maxout_k
        if k < 2:
            return []
        first = np.arange(0, spec.rows, k)
        w, b = w[first] - w[first + 1], b[first] - b[first + 1]
    found = []
    for i in range(len(w)):
        ends = clip_line(w[i], float(b[i]), box)
        if ends is not None:
            found.append(ReadLine(tr("unit {i}", i=i + 1), ends, False))
    return found


def _decision_lines(
    network: NetworkSpec, w: Floats, b: Floats, box: Box
) -> list[ReadLine]:
    loss, scores = network.output.unit, network.output.targets
    if not loss.straight:
        return []
    w, b = w[:scores], b[:scores]
    if scores == 1:
        ends = clip_line(w[0], float(b[0]) - loss.threshold, box)
        return [] if ends is None else [ReadLine("", ends, True)]
    found = []
    for i in range(len(w)):
        for j in range(i + 1, len(w)):
            ends = clip_line(w[i] - w[j], float(b[i] - b[j]), box)
            ends = None if ends is None else _where_largest(ends, w, b, i)
            if ends is not None:
                found.append(ReadLine("", ends, True))
    return found


def clip_line(w: Floats, b: float, box: Box) -> Floats | None:
    """The part of w·h + b = 0 inside the box, (2, 2); None where it misses the box."""
    size = float(np.linalg.norm(w))
    if not size > 0.0 or not np.isfinite(size) or not np.isfinite(b):
        return None
    normal = w / size
    foot = -b / size * normal
    along = np.array([-normal[1], normal[0]])
    low, high = -np.inf, np.inf
    for axis, (start, stop) in enumerate(((box[0], box[1]), (box[2], box[3]))):
        if abs(along[axis]) < 1e-15:
            if not start <= foot[axis] <= stop:
                return None
            continue
        a, c = sorted(
            ((start - foot[axis]) / along[axis], (stop - foot[axis]) / along[axis])
        )
        low, high = max(low, a), min(high, c)
    if not low < high:
        return None
    return np.stack([foot + low * along, foot + high * along])


def _where_largest(ends: Floats, w: Floats, b: Floats, i: int) -> Floats | None:
    """The part of a piece on which logit i is no smaller than every other one."""
    at_start, at_end = ends[0] @ w.T + b, ends[1] @ w.T + b
    low, high = 0.0, 1.0
    for k in range(len(w)):
        a, c = at_start[i] - at_start[k], at_end[i] - at_end[k]
        if max(abs(a), abs(c)) < 1e-9 * max(1.0, float(np.abs(at_start).max())):
            continue  # the other class of this line
        if a < 0 and c < 0:
            return None
        if a < 0 <= c:
            low = max(low, a / (a - c))
        elif c < 0 <= a:
            high = min(high, a / (a - c))
    if not low < high:
        return None
    return np.stack(
        [ends[0] + low * (ends[1] - ends[0]), ends[0] + high * (ends[1] - ends[0])]
    )
