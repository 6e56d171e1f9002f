"""Can the probabilities be trusted: reliability, temperature, conformal sets, costs."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from core.arrays import Bools, Floats, Ints
from core.errors import BadInput, require
from core.language import tr
from core.outputs import LOSSES


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """Confidence against accuracy in equal bins of confidence; empty bins are NaN."""

    edges: Floats  # (bins + 1,)
    confidence: Floats  # (bins,) mean largest probability
    accuracy: Floats  # (bins,)
    count: Ints  # (bins,)
    error: float  # expected calibration error: mean |accuracy − confidence| by count


def reliability(p: Floats, labels: Ints, bins: int = 10) -> Reliability:
    """The reliability diagram of probabilities ``p`` (n, k)."""
    require(bins >= 1, tr("reliability: bins"), tr("be 1 or more"), bins)
    top = p.max(axis=1)
    right = np.argmax(p, axis=1) == labels
    edges = np.linspace(0.0, 1.0, bins + 1)
    # Bins are (low, high]: a confidence of exactly 1 belongs to the last one.
    place = np.clip(np.ceil(top * bins).astype(np.int64) - 1, 0, bins - 1)
    count = np.bincount(place, minlength=bins)
    with np.errstate(invalid="ignore"):
        confidence = np.bincount(place, top, minlength=bins) / count
        accuracy = np.bincount(place, right.astype(float), minlength=bins) / count
    gap = np.where(count > 0, np.abs(accuracy - confidence), 0.0)
    error = float(np.sum(gap * count) / max(1, len(p)))
    return Reliability(edges, confidence, accuracy, count, error)


def fit_temperature(loss: str, z: Floats, labels: Ints, classes: int) -> float:
    """The τ for which softmax(z/τ) has the lowest cross-entropy on these examples."""
    from scipy.optimize import minimize_scalar

    rows = np.arange(len(labels))
    unit = LOSSES[loss]

    def cross_entropy(log_temperature: float) -> float:
        p = unit.probabilities(z, classes, float(np.exp(log_temperature)))
        if p is None:
            raise BadInput(
                tr(
                    "temperature: loss must give probabilities, got {loss}",
                    loss=f"{loss!r}",
                )
            )
        return float(-np.mean(np.log(np.maximum(p[rows, labels], 1e-300))))

    found = minimize_scalar(
        cross_entropy,
        bounds=(np.log(0.05), np.log(20.0)),
        method="bounded",
        options={"xatol": 1e-6},
    )
    return float(np.exp(found.x))


@dataclass(frozen=True, slots=True, eq=False)
class ConformalSets:
    """Sets that contain the true class with the promised probability."""

    threshold: float  # a class is in the set when its probability is at least this
    members: Bools  # (n, k) on the test split
    coverage: float  # share of test examples whose set contains the true class
    mean_size: float


def conformal_sets(
    p_calibration: Floats,
    calibration_labels: Ints,
    p_test: Floats,
    test_labels: Ints,
    miss: float = 0.1,
) -> ConformalSets:
    """Split conformal prediction with the score 1 − p_y; ``miss`` is the risk α."""
    require(0 < miss < 1, tr("conformal: miss"), tr("be in (0, 1)"), miss)
    n = len(p_calibration)
    require(n >= 1, tr("conformal: calibration examples"), tr("be 1 or more"), n)
    scores = np.sort(1.0 - p_calibration[np.arange(n), calibration_labels])
    rank = ceil((n + 1) * (1.0 - miss))
    # Too few examples for this guarantee: every class stays in the set.
    limit = float(scores[rank - 1]) if rank <= n else 1.0
    members = (1.0 - p_test) <= limit
    held = members[np.arange(len(p_test)), test_labels]
    return ConformalSets(
        threshold=1.0 - limit,
        members=members,
        coverage=float(np.mean(held)) if len(held) else float("nan"),
        mean_size=float(np.mean(members.sum(axis=1))) if len(held) else float("nan"),
    )


def confusion(decided: Ints, labels: Ints, classes: int) -> Ints:
    """(classes, classes): rows are true classes, columns decisions."""
    counts = np.bincount(labels * classes + decided, minlength=classes * classes)
    return np.asarray(counts.reshape(classes, classes))


def cheapest_decision(p: Floats, cost: Floats) -> Ints:
    """The class with the lowest expected cost; ``cost[k, j]``: truth k, decision j."""
    classes = p.shape[1]
    if cost.shape != (classes, classes) or not np.isfinite(cost).all():
        raise BadInput(
            tr(
                "cost matrix must be {classes} by {classes} finite numbers, "
                "got {shape}",
                classes=classes,
                shape=cost.shape,
            )
        )
    return np.asarray(np.argmin(p @ cost, axis=1))


def mean_cost(decided: Ints, labels: Ints, cost: Floats) -> float:
    """The mean cost of the decisions; NaN without examples."""
    return float(np.mean(cost[labels, decided])) if len(labels) else float("nan")
