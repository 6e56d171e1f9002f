"""The distribution that an output unit predicts: quantiles, modes, samples, joints."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from core.analysis.distributions import (
    ellipse,
    order_regions,
    summary,
    without_jumps,
)
from core.outputs import LOSSES

VALUES = [
    name
    for name, unit in LOSSES.items()
    if unit.predicts_distribution and not unit.ranks
]


def logits(unit, n: int = 5, seed: int = 0):
    d = 2 if unit.goes_together else 1
    return np.random.default_rng(seed).normal(size=(n, unit.width(0, d, 3)))


@pytest.mark.parametrize("name", VALUES)
def test_quantiles_undo_what_lies_below(name):
    unit = LOSSES[name]
    found = unit.predicted(logits(unit))
    for share in (0.05, 0.5, 0.95):
        at = found.quantile(share)
        if found.whole:  # the first count with as much below it
            assert (found.below(at) >= share - 1e-12).all()
            assert (found.below(at - 1.0) < share).all()
        else:
            assert found.below(at) == pytest.approx(np.full(5, share), abs=1e-9)


@pytest.mark.parametrize("name", VALUES)
def test_samples_follow_the_distribution(name):
    unit = LOSSES[name]
    found = unit.predicted(logits(unit))
    rng = np.random.default_rng(1)
    drawn = found.draw(4000, rng)
    for i in range(5):
        one = unit.predicted(logits(unit)[i : i + 1].repeat(4000, axis=0))
        pit = one.pit(drawn[:, i], rng)
        assert pit.mean() == pytest.approx(0.5, abs=0.03)
        assert np.var(pit) == pytest.approx(1 / 12, abs=0.01)
        for share in (0.5, 0.9):
            inside = one.inside(drawn[:, i], share, pit).mean()
            assert inside == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("name", VALUES)
def test_the_mode_is_where_the_density_is_largest(name):
    unit = LOSSES[name]
    found = unit.predicted(logits(unit, 1, seed=4))
    mode = float(found.mode[0])
    if name == "mdn":
        assert found.density(np.array([mode]))[0, 0] > 0
        return  # at one of its means, which is near the top
    places = np.sort([float(found.quantile(q)[0]) for q in np.linspace(0.01, 0.99, 97)])
    top = found.density(np.array([mode]))[0, 0]
    assert (found.density(places)[:, 0] <= top * (1 + 1e-9)).all()


def test_the_mode_of_a_skewed_amount_is_found_by_search():
    unit = LOSSES["gamma_nll"]
    found = unit.predicted(np.array([[3.0, 0.5]]))
    best = minimize_scalar(
        lambda y: -found.density(np.array([y]))[0, 0],
        bounds=(0.01, 20),
        method="bounded",
    )
    assert found.mode[0] == pytest.approx(best.x, abs=1e-4)


def test_a_band_of_angles_holds_its_share_across_the_cut():
    unit = LOSSES["von_mises_nll"]
    found = unit.predicted(np.array([[-3.0, 0.01], [0.0, 0.0], [40.0, 0.0]]))
    for share in (0.5, 0.9):
        low, high = found.band(share)
        held = found.from_direction(high) - found.from_direction(low)
        assert held == pytest.approx(np.full(3, share), abs=2e-4)
    assert found.certainty[1] == 0.0
    assert found.certainty[2] > 0.98


def test_correlated_samples_have_the_covariance_and_their_margins():
    unit = LOSSES["mvn_nll"]
    z = logits(unit, 1)
    drawn = unit.draws(z, 100_000, np.random.default_rng(0))
    mean, covariance = unit.joint(z)
    scale = float(np.trace(covariance[0]))
    assert np.cov(drawn.T) == pytest.approx(covariance[0], abs=0.03 * scale)
    for k in range(2):
        margin = unit.predicted(z, k)
        assert margin.mean[0] == mean[0, k]
        inside = margin.band(0.9)
        share = ((drawn[:, k] > inside[0]) & (drawn[:, k] < inside[1])).mean()
        assert share == pytest.approx(0.9, abs=0.01)
    edge = ellipse(mean[0], covariance[0], 0.9)
    away = np.einsum(
        "ni,ij,nj->n", edge - mean, np.linalg.inv(covariance[0]), edge - mean
    )
    assert away == pytest.approx(np.full(len(edge), -2 * np.log(0.1)))


def test_orders_have_probabilities_that_sum_to_one_and_are_drawn_by_them():
    unit = LOSSES["plackett_luce_nll"]
    z = np.array([[0.3, -0.4, 1.0, 0.1]])
    orders, chances = unit.order_chances(z)
    assert len(orders) == 24
    assert chances.sum() == pytest.approx(1.0)
    assert orders[chances[0].argmax()].tolist() == unit.order_of(z)[0].tolist()
    drawn = unit.draws(z, 20_000, np.random.default_rng(0))
    for order, chance in zip(orders[::5], chances[0, ::5], strict=True):
        assert (drawn == order).all(axis=1).mean() == pytest.approx(chance, abs=0.01)


def test_values_of_a_mixture_are_drawn_together():
    unit = LOSSES["mdn"]
    # Two far components in two targets: both values belong to the same one.
    z = np.array([[0.0, 0.0, -9.0, -9.0, 9.0, 9.0, *[20.0] * 4]])
    drawn = unit.draws(z, 200, np.random.default_rng(0), 2)
    assert (np.sign(drawn[:, 0]) == np.sign(drawn[:, 1])).all()
    assert 0.3 < (drawn[:, 0] > 0).mean() < 0.7


def test_a_summary_draws_three_lines_only_where_they_differ():
    wait = LOSSES["exponential_nll"]
    assert summary(wait.predicted(np.zeros((3, 1)))).skewed
    bell = LOSSES["gaussian_nll"]
    assert not summary(bell.predicted(np.zeros((3, 2)))).skewed


def test_a_line_of_angles_has_a_gap_at_the_cut():
    angle = np.array([3.0, 3.1, -3.1, -3.0])
    assert np.isnan(without_jumps(angle)).tolist() == [False, True, False, False]


def test_losses_without_a_distribution_say_none():
    for name in ("mse", "ce", "bce", "hinge", "ce_ref"):
        unit, z = LOSSES[name], np.zeros((2, 3))
        assert unit.predicted(z) is None
        assert unit.joint(z) is None
        assert unit.order_chances(z) is None
        assert unit.draws(z[:1], 5, np.random.default_rng(0)) is None
        assert not unit.predicts_distribution


def test_regions_of_orders_are_ranked_by_area():
    from core.scenes import load_scene
    from core.scenes.player import play

    session = play(load_scene("rankings"), "reference")
    session.advance(1)
    snapshot = session.snapshot()
    field = np.zeros((4, 4, 4))
    field[..., 0] = 1.0
    field[0, 0] = [0, 3, 2, 1]
    found = order_regions(snapshot, field)
    assert found.orders.tolist() == [[0, 1, 2, 3], [1, 2, 3, 0]]
    assert found.index[0, 0] == 1
    assert (found.index == 0).sum() == 15


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("size", [1e308, -1e308, np.nan, 1e160])
def test_a_network_that_exploded_can_still_be_asked(name, size):
    unit = LOSSES[name]
    d = 2 if unit.goes_together else 1
    with np.errstate(all="ignore"):
        found = unit.predicted(np.full((4, unit.width(0, d, 3)), size))
    assert not summary(found).skewed or np.isfinite(size)
