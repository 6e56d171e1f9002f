"""The members of a grid as one predictor: where they agree, and where they do not.

For classes uncertainty is an entropy in nats, for values a variance. The total splits
into data uncertainty (every member sees it) and model uncertainty (members differ):
H(p̄) = mean H(p_k) + information, and var = mean σ_k² + var μ_k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, pi

import numpy as np

from core.analysis.calibration import reliability
from core.analysis.field import logits_at
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.grid.snapshot import GridSnapshot
from core.language import tr
from core.outputs import LOSSES
from core.problems.base import Sample, Splits

_TINY = 1e-300
#: Half-width of the central 90 % of a normal distribution, in standard deviations.
_NINETY = 1.6448536269514722


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """What every member predicts at some points."""

    classes: int  # 0: values
    each: Floats  # (K, n, classes) probabilities, or (K, n, targets) means
    variances: Floats | None = None  # (K, n, targets) for values

    @property
    def mean(self) -> Floats:
        """The ensemble's own prediction: probabilities or means, (n, k)."""
        return np.asarray(self.each.mean(axis=0))

    @property
    def disagreement(self) -> Floats:
        """For classes, the share outvoted by the majority; otherwise the std, (n,).

        The standard deviation is that of the first target's means.
        """
        if not self.classes:
            return np.asarray(self.each[..., 0].std(axis=0))
        votes = self.each.argmax(axis=-1)
        counts = (votes[..., None] == np.arange(self.classes)).sum(axis=0)
        return np.asarray(1.0 - counts.max(axis=-1) / len(self.each))

    @property
    def data(self) -> Floats:
        """Uncertainty that every member sees in the data, (n,)."""
        if self.classes:
            return np.asarray(_entropy(self.each).mean(axis=0))
        assert self.variances is not None
        return np.asarray(self.variances[..., 0].mean(axis=0))

    @property
    def model(self) -> Floats:
        """Uncertainty about which member is right, (n,)."""
        if self.classes:
            return np.asarray(np.maximum(0.0, self.total - self.data))
        return np.asarray(self.each[..., 0].var(axis=0))

    @property
    def total(self) -> Floats:
        """Data and model together, (n,)."""
        if self.classes:
            return _entropy(self.mean)
        return self.data + self.model

    def first(self, count: int) -> Predictions:
        """The ensemble of the first ``count`` members."""
        less = None if self.variances is None else self.variances[:count]
        return Predictions(self.classes, self.each[:count], less)


def _entropy(p: Floats) -> Floats:
    return np.asarray(-(p * np.log(np.maximum(p, _TINY))).sum(axis=-1))


def predictions(
    shot: GridSnapshot, points: Floats, members: Sequence[int] | None = None
) -> Predictions:
    """What ``members`` (all) predict at ``points`` (n, inputs)."""
    chosen = range(len(shot)) if members is None else members
    return predictions_of([shot.member(k) for k in chosen], points)


def predictions_of(members: Sequence[Snapshot], points: Floats) -> Predictions:
    """What networks of one run predict at ``points`` (n, inputs)."""
    run = members[0].run
    loss, classes = LOSSES[run.loss], run.data.problem.classes
    points = np.ascontiguousarray(points, np.float64)
    each, spreads = [], []
    for member in members:
        z = logits_at(member, points)
        predicted = loss.predict(z, run.components)
        each.append(loss.shares(predicted) if classes else predicted)
        spread = None if classes else loss.spread(z)
        spreads.append(spread)
    if classes:
        return Predictions(classes, np.array(each, float))
    means = np.array(each, float)
    if spreads and spreads[0] is not None:
        return Predictions(0, means, np.array(spreads, float) ** 2)
    return Predictions(0, means, np.broadcast_to(_residuals(members), means.shape))


def _residuals(members: Sequence[Snapshot]) -> Floats:
    """A variance for each member where its output predicts none: that of its errors."""
    run, sample = members[0].run, members[0].splits.train
    loss = LOSSES[run.loss]
    x = np.ascontiguousarray(sample.x, np.float64)
    found = []
    for member in members:
        predicted = loss.predict(logits_at(member, x), run.components)
        found.append(
            ((predicted - sample.y.reshape(len(sample), -1)) ** 2).mean(axis=0)
        )
    least = np.maximum(np.array(found, float), 1e-12)
    return np.asarray(least[:, None, :])


@dataclass(frozen=True, slots=True)
class Quality:
    """How good an ensemble of ``members`` is on examples it was not trained on."""

    members: int
    accuracy: float | None  # share that is right; None for values
    error: float | None  # root mean square error; None for classes
    log_likelihood: float  # mean over examples, of the mixture of all members
    calibration: float  # classes: expected error; values: |share in 90 % − 0.9|


def sizes(count: int) -> list[int]:
    """1, 2, 5, 10, 20, 50 … up to all of them."""
    steps = [m * 10**e for e in range(3) for m in (1, 2, 5)]
    return [n for n in steps if n < count] + [count]


def judged_on(splits: Splits) -> tuple[Sample, str]:
    """The sample that quality is measured on, and its name."""
    if len(splits.test):
        return splits.test, tr("test points")
    return splits.train, tr("training points")


def qualities(shot: GridSnapshot) -> list[Quality]:
    """The quality of ensembles of 1, 2, 5 … members, the first seeds first."""
    sample, _ = judged_on(shot.splits)
    made = predictions(shot, sample.x)
    return [quality(made.first(n), sample) for n in sizes(len(shot))]


def quality(made: Predictions, sample: Sample) -> Quality:
    """How good these predictions are for ``sample``."""
    if made.classes:
        labels = sample.y.astype(np.int64).reshape(-1)
        p = made.mean
        right = p[np.arange(len(labels)), labels]
        return Quality(
            len(made.each),
            float((p.argmax(axis=1) == labels).mean()),
            None,
            float(np.log(np.maximum(right, _TINY)).mean()),
            reliability(p, labels).error,
        )
    assert made.variances is not None
    y = sample.y.reshape(len(sample), -1)
    gaps = y - made.each
    each = -0.5 * (gaps**2 / made.variances + np.log(2.0 * pi * made.variances))
    logs = each.sum(axis=-1)  # (K, n)
    top = logs.max(axis=0)
    mixture = top + np.log(np.exp(logs - top).mean(axis=0))
    mean, total = made.mean, made.variances.mean(axis=0) + made.each.var(axis=0)
    inside = np.abs(y - mean) <= _NINETY * np.sqrt(total)
    return Quality(
        len(made.each),
        None,
        float(np.sqrt(((y - mean) ** 2).mean())),
        float(mixture.mean()),
        abs(float(inside.mean()) - 0.9),
    )


def most_uncertain(classes: int) -> float:
    """The largest possible entropy for this many classes."""
    return log(max(2, classes))
