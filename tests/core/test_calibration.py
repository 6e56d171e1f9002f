"""Calibration measures against hand-computed cases."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.calibration import (
    cheapest_decision,
    conformal_sets,
    confusion,
    fit_temperature,
    mean_cost,
    reliability,
)
from core.errors import BadInput
from core.functions.maths import softmax


def test_expected_calibration_error_by_hand() -> None:
    p = np.array([[0.9, 0.1], [0.8, 0.2], [0.85, 0.15], [0.6, 0.4]])
    labels = np.array([0, 1, 0, 0])
    found = reliability(p, labels, bins=5)
    # (0.8, 1]: 0.9 and 0.85, both right; (0.6, 0.8]: 0.8, wrong; (0.4, 0.6]: 0.6, right
    assert found.count.tolist() == [0, 0, 1, 1, 2]
    expected = (abs(1 - 0.6) * 1 + abs(0 - 0.8) * 1 + abs(1 - 0.875) * 2) / 4
    assert found.error == pytest.approx(expected)


def test_temperature_scaling_finds_the_temperature_that_made_the_labels() -> None:
    rng = np.random.default_rng(0)
    z = rng.normal(size=(20_000, 3)) * 2
    p = softmax(z)
    labels = (rng.random((len(z), 1)) > p.cumsum(axis=1)).sum(axis=1)
    assert fit_temperature("ce", 3.0 * z, labels, 3) == pytest.approx(3.0, rel=0.05)


def test_conformal_sets_keep_their_promise() -> None:
    rng = np.random.default_rng(1)
    p = rng.dirichlet(np.ones(4), size=4000)
    labels = (rng.random((len(p), 1)) > p.cumsum(axis=1)).sum(axis=1)
    found = conformal_sets(p[:2000], labels[:2000], p[2000:], labels[2000:], miss=0.1)
    assert found.coverage == pytest.approx(0.9, abs=0.02)
    assert 1.0 < found.mean_size < 4.0


def test_conformal_rank_by_hand() -> None:
    p = np.array([[0.9, 0.1], [0.7, 0.3], [0.6, 0.4]])
    found = conformal_sets(p, np.array([0, 0, 0]), p, np.array([0, 0, 0]), miss=0.5)
    assert found.threshold == pytest.approx(0.7)  # rank ceil(4 · ½) = 2 of 0.1 0.3 0.4
    assert found.members.tolist() == [[True, False], [True, False], [False, False]]
    tiny = conformal_sets(p, np.array([0, 0, 0]), p, np.array([0, 0, 0]), miss=0.01)
    assert tiny.members.all()


def test_confusion_counts_truth_by_row() -> None:
    counts = confusion(np.array([0, 1, 1]), np.array([0, 0, 1]), 2)
    assert counts.tolist() == [[1, 1], [0, 1]]


def test_a_costly_miss_moves_the_decision() -> None:
    p = np.array([[0.8, 0.2]])
    assert cheapest_decision(p, 1.0 - np.eye(2)).tolist() == [0]
    assert cheapest_decision(p, np.array([[0.0, 1.0], [10.0, 0.0]])).tolist() == [1]
    with pytest.raises(BadInput, match="2 by 2"):
        cheapest_decision(p, np.ones((3, 3)))


def test_the_cheapest_decisions_cost_least_on_average() -> None:
    cost = np.array([[0.0, 1.0], [10.0, 0.0]])
    labels = np.array([0, 0, 1])
    assert mean_cost(np.array([0, 1, 0]), labels, cost) == pytest.approx(11 / 3)
    assert mean_cost(np.array([1, 1, 1]), labels, cost) == pytest.approx(2 / 3)
    nothing = np.zeros(0, np.int64)
    assert np.isnan(mean_cost(nothing, nothing, cost))
