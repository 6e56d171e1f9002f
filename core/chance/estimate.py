"""Mean and spread of many estimates, with the exact gradient where there is one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.chance.drawing import Drawing
from core.chance.exact import Expectation, expectation, why_not_exact
from core.chance.subject import Subject
from core.sampling import check_fits


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """One estimator's result for the gradient of the mean loss; flat vectors."""

    estimator: str
    samples: int
    loss: float  # mean over the samples
    mean: Floats
    std: Floats  # over the samples, with n − 1; NaN for one
    exact: Expectation | None

    @property
    def spread(self) -> float:
        """The total spread: the root of the summed variances."""
        return float(np.linalg.norm(self.std))


class Moments:
    """Mean and variance of vectors that arrive in blocks (Chan's update)."""

    def __init__(self, size: int) -> None:
        self.count = 0
        self.mean = np.zeros(size)
        self._squares = np.zeros(size)

    def add(self, rows: Floats) -> None:
        """Add more vectors (m, size)."""
        m = len(rows)
        mean = rows.mean(axis=0)
        gap, total = mean - self.mean, self.count + m
        self._squares += np.sum((rows - mean) ** 2, axis=0)
        self._squares += gap**2 * (self.count * m / total)
        self.mean = self.mean + gap * (m / total)
        self.count = total

    @property
    def std(self) -> Floats:
        """The standard deviation with n − 1; NaN for a single vector."""
        if self.count < 2:
            return np.full_like(self.mean, np.nan)
        return np.sqrt(self._squares / (self.count - 1))


def estimate(subject: Subject, estimator: str, samples: int, seed: int) -> Estimate:
    """Draw ``samples`` gradients; an estimator that does not fit is rejected."""
    check_fits(estimator, subject.network)
    exact = None if why_not_exact(subject.network) else expectation(subject)
    drawing = Drawing(subject, estimator, seed, exact)
    found, losses = Moments(subject.network.layout.size), Moments(1)
    for block in drawing.blocks(0, samples):
        found.add(block.gradients)
        losses.add(block.losses[:, None])
    return Estimate(
        estimator, samples, float(losses.mean[0]), found.mean, found.std, exact
    )
