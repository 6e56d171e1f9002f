"""Networks of a grid as one predictor."""

from __future__ import annotations

from math import log, pi

import numpy as np
import pytest

from core.goal import Goal
from core.grid.course import Course, Leg, seeded
from core.grid.ensemble import (
    Predictions,
    predictions,
    qualities,
    quality,
    sizes,
)
from core.grid.members import Members
from core.problems.base import Sample
from core.scenes import load_scene
from tests.core.engine_runs import small_run


def sure(*p: float) -> Predictions:
    """One point, two classes: each member's probability of the second one."""
    return Predictions(2, np.array([[[1 - q, q]] for q in p]))


def test_members_that_agree_leave_only_the_data_open() -> None:
    made = sure(0.5, 0.5)
    assert made.total[0] == pytest.approx(log(2))
    assert made.data[0] == pytest.approx(log(2))
    assert made.model[0] == pytest.approx(0.0)
    assert made.disagreement[0] == 0.0


def test_members_that_contradict_each_other_leave_only_the_model_open() -> None:
    made = sure(0.0, 1.0)
    assert made.mean[0].tolist() == [0.5, 0.5]
    assert made.total[0] == pytest.approx(log(2))
    assert made.data[0] == pytest.approx(0.0)
    assert made.model[0] == pytest.approx(log(2))
    assert made.disagreement[0] == 0.5


def test_variances_of_values_add_up() -> None:
    made = Predictions(0, np.array([[[1.0]], [[3.0]]]), np.array([[[0.5]], [[1.5]]]))
    assert made.data[0] == 1.0
    assert made.model[0] == 1.0
    assert made.total[0] == 2.0
    assert made.disagreement[0] == 1.0


def test_quality_of_classes_is_that_of_the_mean() -> None:
    sample = Sample(np.zeros((2, 2)), np.array([1.0, 0.0]), 2)
    each = np.array([[[0.2, 0.8], [0.6, 0.4]], [[0.4, 0.6], [0.3, 0.7]]])
    found = quality(Predictions(2, each), sample)
    assert found.accuracy == 0.5
    assert found.log_likelihood == pytest.approx((log(0.7) + log(0.45)) / 2)
    assert found.calibration == pytest.approx(0.5 * 0.3 + 0.5 * 0.55)


def test_likelihood_of_values_is_that_of_the_mixture() -> None:
    sample = Sample(np.zeros((1, 1)), np.array([[0.0]]))
    made = Predictions(0, np.array([[[0.0]], [[2.0]]]), np.ones((2, 1, 1)))
    density = (1 + np.exp(-2.0)) / 2 / np.sqrt(2 * pi)
    found = quality(made, sample)
    assert found.error == 1.0
    assert found.log_likelihood == pytest.approx(log(density))


def test_sizes_are_round_and_end_with_all() -> None:
    assert sizes(36) == [1, 2, 5, 10, 20, 36]
    assert sizes(4) == [1, 2, 4]


def grid_of(run, steps: int = 20):
    members = Members(Course((Leg(0, seeded(run, 0)),)), range(3), Goal(), "reference")
    members.advance(steps)
    return members.snapshot()


def test_an_ensemble_of_one_is_that_network() -> None:
    shot = grid_of(small_run(4))
    x = shot.splits.test.x
    made = predictions(shot, x, [1])
    alone = predictions(shot, x)
    assert np.array_equal(made.each[0], alone.each[1])
    assert made.model == pytest.approx(np.zeros(len(x)), abs=1e-12)
    assert [q.members for q in qualities(shot)] == [1, 2, 3]


@pytest.mark.parametrize("scene", ["sine-1d", "plane"])
def test_values_have_a_variance_predicted_or_of_the_errors(scene: str) -> None:
    shot = grid_of(load_scene(scene).run, 5)
    made = predictions(shot, shot.splits.test.x)
    assert made.variances is not None
    assert (made.variances > 0).all()
    assert made.total == pytest.approx(made.data + made.model)
    assert np.isfinite(qualities(shot)[-1].log_likelihood)
