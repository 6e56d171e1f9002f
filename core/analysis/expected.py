"""The expected loss of a network with random units on its examples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.chance.drawing import numbers_of
from core.chance.exact import expected_losses, why_not_exact
from core.chance.subject import Subject
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES
from core.problems.base import Sample

#: Draws per average; fewer where that would be too many over all examples.
DRAWS, LEAST_DRAWS = 1000, 4
_ROWS = 1_000_000  # examples times draws, about
_BLOCK = 20_000  # rows at a time


@dataclass(frozen=True, slots=True)
class ExpectedLoss:
    """The mean over examples and over everything their units can draw."""

    loss: float
    draws: int | None  # number averaged over; None: summed exactly
    error: float  # standard error of an average; 0 for a sum


def expected_loss(snapshot: Snapshot, sample: Sample) -> ExpectedLoss:
    """The data loss on ``sample``, without penalty, dropout or input noise."""
    run = snapshot.run
    theta, running = (v.astype(np.float64) for v in (snapshot.theta, snapshot.running))
    x = np.asarray(run.features.apply(sample.x), np.float64)
    y = LOSSES[run.loss].encode(sample)
    subject = Subject(snapshot.network, theta, running, x, y)
    with np.errstate(all="ignore"):  # a diverged network has a loss of NaN
        if not why_not_exact(snapshot.network):
            return ExpectedLoss(float(expected_losses(subject).mean()), None, 0.0)
        losses = _drawn_losses(subject)
        error = float(losses.std(ddof=1) / np.sqrt(len(losses)))
        return ExpectedLoss(float(losses.mean()), len(losses), error)


def _drawn_losses(subject: Subject) -> Floats:
    """The mean loss over the examples of each draw, (draws,)."""
    n = len(subject.x)
    count = int(np.clip(_ROWS // max(n, 1), LEAST_DRAWS, DRAWS))
    total = np.zeros(count)
    for start in range(0, n, _BLOCK):
        part = subject.take(slice(start, start + _BLOCK))
        rows = len(part.x)
        at_once = max(1, _BLOCK // rows)
        for first in range(0, count, at_once):
            these = min(at_once, count - first)
            # The block number is the seed, so different examples get different draws.
            drawn = numbers_of(part, start // _BLOCK, first, these)
            losses = part.repeated(these, drawn).losses.value
            total[first : first + these] += losses.reshape(these, rows).sum(axis=1)
    return np.asarray(total / n)
