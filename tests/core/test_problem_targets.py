"""Problems whose targets are amounts, counts, angles, pairs or rankings."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import BadInput
from core.outputs import LOSSES
from core.problems import (
    PROBLEMS,
    Clicks,
    Correlated,
    Counts,
    Outliers,
    Rainfall,
    Rankings,
    Waiting,
    Wind,
)

OWN = [cls for cls in PROBLEMS.values() if getattr(cls, "natural_loss", "")]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def near(sample, at: float, reach: float = 0.03):
    return sample.y[np.abs(sample.x[:, 0] - at) < reach, 0]


def test_every_kind_of_target_has_a_problem():
    wanted = {
        "exponential_nll",
        "gamma_nll",
        "beta_nll",
        "poisson_nll",
        "von_mises_nll",
        "mvn_nll",
        "student_t_nll",
        "plackett_luce_nll",
    }
    assert {cls.natural_loss for cls in OWN} == wanted


@pytest.mark.parametrize("cls", OWN, ids=lambda c: c.name)
def test_the_natural_loss_reads_the_targets(cls):
    problem = cls()
    unit = LOSSES[problem.natural_loss]
    unit.width(problem.classes, problem.targets)
    unit.encode(problem.draw(3000, rng()))


@pytest.mark.parametrize("cls", [Wind, Correlated])
def test_the_same_targets_over_a_line(cls):
    problem = cls(over="x")
    assert (problem.inputs, cls().inputs) == (1, 2)
    LOSSES[problem.natural_loss].encode(problem.draw(3000, rng()))
    x0, x1, y0, y1 = problem.box
    sample = problem.draw(1000, rng())
    assert ((sample.y[:, 0] >= y0) & (sample.y[:, 0] <= y1)).mean() > 0.98
    assert (x0, x1) == (-1.0, 1.0)


@pytest.mark.parametrize("cls", [Waiting, Rainfall, Clicks, Counts])
def test_amounts_have_the_mean_that_they_say(cls):
    problem = cls()
    sample = problem.draw(200_000, rng())
    for at in (-0.8, 0.0, 0.5):
        values = near(sample, at)
        mean = float(problem.truth(np.array([[at]]))[0, 0])
        assert values.mean() == pytest.approx(mean, rel=0.05)


def test_counts_spread_as_their_mean_and_waits_as_its_square():
    counts = near(Counts().draw(200_000, rng()), 0.5, 0.01)
    assert counts.var() == pytest.approx(counts.mean(), rel=0.1)
    waits = near(Waiting().draw(200_000, rng()), 0.5, 0.01)
    assert waits.std() == pytest.approx(waits.mean(), rel=0.1)
    assert np.median(waits) == pytest.approx(waits.mean() * np.log(2), rel=0.1)


def test_rain_is_more_skewed_where_its_shape_is_small():
    sample = Rainfall().draw(200_000, rng())

    def skew(at: float) -> float:
        values = near(sample, at)
        return float((values.mean() - np.median(values)) / values.std())

    assert skew(-0.9) > 2.0 * skew(0.9)


def test_wind_turns_about_its_mean_and_is_anywhere_in_the_eye():
    problem = Wind(steadiness=40.0)
    sample = problem.draw(20_000, rng())
    away = np.exp(1j * (sample.y - problem.truth(sample.x)))[:, 0]
    far = np.hypot(sample.x[:, 0] - 0.15, sample.x[:, 1] + 0.1)
    assert abs(away[far > 0.9].mean()) > 0.97
    assert abs(away[far < 0.05].mean()) < 0.3
    assert (sample.y > -np.pi).all()
    assert (sample.y <= np.pi).all()


@pytest.mark.parametrize("over", ["x", "plane"])
def test_the_scatter_has_the_covariance_that_it_says(over):
    problem = Correlated(over=over)
    sample = problem.draw(200_000, rng())
    rest = sample.y - problem.truth(sample.x)
    at = np.array([[0.5, 0.5]])[:, : problem.inputs]
    here = np.abs(sample.x - at).max(axis=1) < 0.03
    found = np.cov(rest[here].T)
    assert found == pytest.approx(problem.covariance(at)[0], abs=0.02)


def test_outliers_lie_above_and_are_as_many_as_asked():
    problem = Outliers(share=0.2, noise=0.05)
    sample = problem.draw(50_000, rng())
    far = sample.y - problem.truth(sample.x) > 0.5
    assert far.mean() == pytest.approx(0.2, abs=0.01)


def test_the_nearest_item_comes_first_most_often():
    problem = Rankings(sharpness=30.0)
    x = problem.places() * 0.9
    assert (problem.scores(x).argmax(axis=1) == np.arange(4)).all()
    sample = problem.draw(4000, rng())
    sure = problem.scores(sample.x)
    first = sample.y[:, 0].astype(int)
    assert (sure.argmax(axis=1) == first).mean() > 0.85
    five = Rankings(items=5)
    assert five.targets == 5
    assert five.item_names == ("A", "B", "C", "D", "E")


@pytest.mark.parametrize(
    ("loss", "y", "rule"),
    [
        ("exponential_nll", [[1.0], [0.0]], "above 0, got 0.0 at row 1"),
        ("beta_nll", [[0.5], [1.0]], r"inside \(0, 1\), got 1.0 at row 1"),
        ("poisson_nll", [[1.0], [2.5]], "a whole number from 0, got 2.5 at row 1"),
        ("von_mises_nll", [[0.0], [4.0]], "an angle in .*, got 4.0 at row 1"),
        ("plackett_luce_nll", [[0.0, 1.0], [1.0, 1.0]], r"each once, got \(1, 1\)"),
    ],
)
def test_targets_out_of_range_are_named_by_row_and_value(loss, y, rule):
    from core.problems.base import Sample

    with pytest.raises(BadInput, match=rule):
        LOSSES[loss].encode(Sample(np.zeros((2, 1)), np.array(y)))
