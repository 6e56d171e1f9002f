"""Losses: gradients, stability, what fits which problem, decisions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.errors import BadInput
from core.functions.maths import (
    log_softplus,
    log_softplus_curvature,
    log_softplus_slope,
    logsumexp,
    softmax,
)
from core.outputs import LOSSES
from core.outputs.mixture import mixture
from core.problems.base import Sample
from tests.core.small_networks import fitting

every_loss = pytest.mark.parametrize(
    "loss", LOSSES.values(), ids=lambda loss: loss.name
)


@every_loss
def test_gradient_matches_central_differences(loss):
    rng = np.random.default_rng(5)
    width, y = fitting(loss.name, 7, rng)
    z = rng.normal(scale=1.5, size=(7, width))
    gradient = loss.gradient(z, y, 2)
    h = 1e-6
    for column in range(z.shape[1]):
        step = np.zeros_like(z)
        step[:, column] = h
        rise = loss.value(z + step, y, 2) - loss.value(z - step, y, 2)
        assert gradient[:, column] == pytest.approx(rise / (2 * h), rel=1e-6, abs=1e-8)


@every_loss
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_logits_of_a_thousand_stay_finite(loss, data):
    if loss.scale in ("variance", "deviation"):
        pytest.skip("its spread underflows, which is its lesson")
    width, y = fitting(loss.name, 4, np.random.default_rng(0))
    entries = st.sampled_from([-1000.0, -40.0, 0.0, 40.0, 1000.0])
    z = data.draw(arrays(float, (4, width), elements=entries))
    assert np.isfinite(loss.value(z, y, 2)).all()
    assert np.isfinite(loss.gradient(z, y, 2)).all()
    assert np.isfinite(loss.predict(z, 2)).all()


def test_cross_entropy_of_a_confident_mistake_is_the_margin():
    z, y = np.array([[1000.0, -1000.0]]), np.array([[0.0, 1.0]])
    assert LOSSES["ce"].value(z, y)[0] == 2000.0
    assert LOSSES["bce"].value(np.array([[-1000.0]]), np.array([[1.0]]))[0] == 1000.0
    assert LOSSES["ce"].gradient(z, y).tolist() == [[1.0, -1.0]]


def test_softmax_squared_error_does_not_cancel():
    """A push far below rounding of 1 keeps its digits: ≈ −4 e^−60 by the true logit."""
    z, y = np.array([[60.0, 0.0]]), np.array([[0.0, 1.0]])
    push = LOSSES["softmax_mse"].gradient(z, y)[0]
    assert push[1] == pytest.approx(-4 * np.exp(-60.0), rel=1e-12)
    assert push[0] == -push[1]


@given(a=st.floats(-1000, 1000))
def test_log_softplus_is_smooth_and_stable(a):
    a = np.array([a])
    expected = a if a < -30 else np.log(np.log1p(np.exp(np.minimum(a, 700))))
    if a > 700:
        expected = np.log(a)
    assert log_softplus(a) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    h = 1e-4
    slope = (log_softplus(a + h) - log_softplus(a - h)) / (2 * h)
    assert log_softplus_slope(a) == pytest.approx(slope, abs=1e-7)
    bend = (log_softplus_slope(a + h) - log_softplus_slope(a - h)) / (2 * h)
    assert log_softplus_curvature(a) == pytest.approx(bend, abs=1e-7)


@pytest.mark.parametrize(
    ("name", "classes", "targets", "width"),
    [
        ("mse", 2, 1, 1),
        ("mse", 4, 1, 4),
        ("mse", 0, 3, 3),
        ("bce", 2, 1, 1),
        ("bce", 3, 1, 3),
        ("bce", 0, 3, 3),
        ("ce", 2, 1, 2),
        ("ce", 5, 1, 5),
        ("softmax_mse", 2, 1, 2),
        ("hinge", 2, 1, 1),
        ("hinge", 3, 1, 3),
        ("gaussian_nll", 2, 1, 2),
        ("gaussian_nll", 3, 1, 6),
        ("gaussian_nll", 0, 1, 2),
        ("mdn", 0, 1, 6),
        ("mdn", 0, 2, 10),
        ("mdn", 2, 1, 6),
    ],
)
def test_width_follows_from_the_problem(name, classes, targets, width):
    assert LOSSES[name].width(classes, targets, 2) == width


@pytest.mark.parametrize("name", ["ce", "softmax_mse", "hinge"])
def test_class_losses_refuse_values(name):
    with pytest.raises(BadInput, match="must have classes, got 1 target values"):
        LOSSES[name].width(0, 1, 3)
    with pytest.raises(BadInput, match="must have classes"):
        LOSSES[name].encode(Sample(np.zeros((1, 2)), np.zeros((1, 1))))


def test_encode():
    two = Sample(np.zeros((3, 2)), np.array([0.0, 1.0, 1.0]), 2)
    three = Sample(np.zeros((3, 2)), np.array([0.0, 2.0, 1.0]), 3)
    values = Sample(np.zeros((2, 2)), np.array([[0.2, 0.4], [0.0, 1.0]]))
    assert LOSSES["bce"].encode(two).tolist() == [[0], [1], [1]]
    assert LOSSES["ce"].encode(two).tolist() == [[1, 0], [0, 1], [0, 1]]
    assert LOSSES["mse"].encode(three).tolist() == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert LOSSES["bce"].encode(values).tolist() == values.y.tolist()


def test_encode_refuses_what_does_not_fit():
    beyond = Sample(np.zeros((2, 2)), np.array([0.0, 2.0]), 2)
    with pytest.raises(BadInput, match="label must be from 0 to 1, got 2 at row 1"):
        LOSSES["bce"].encode(beyond)
    large = Sample(np.zeros((2, 2)), np.array([[0.5], [1.5]]))
    with pytest.raises(BadInput, match=r"bce: target must be from 0 to 1, got 1\.5"):
        LOSSES["bce"].encode(large)


def test_decisions():
    one = np.array([[0.4], [0.6], [-0.1]])
    assert LOSSES["bce"].decide(one, 2).tolist() == [1, 1, 0]
    assert LOSSES["hinge"].decide(one, 2).tolist() == [1, 1, 0]
    assert LOSSES["mse"].decide(one, 2).tolist() == [0, 1, 0]
    three = np.array([[0.0, 2.0, 1.0], [5.0, 2.0, 1.0]])
    assert LOSSES["ce"].decide(three, 3).tolist() == [1, 0]
    # μ = 0.9 with a huge precision logit beside it
    assert LOSSES["gaussian_nll"].decide(np.array([[0.9, 50.0]]), 2).tolist() == [1]
    mix = np.array([[9.0, -9.0, 1.0, -30.0, 0.0, 0.0]])  # nearly all in μ₀ = 1
    assert LOSSES["mdn"].decide(mix, 2, 2).tolist() == [1]


def test_mixture_is_component_major():
    z = np.arange(10.0)[None]  # m = 2, d = 2
    share, mean, precision = mixture(z, 2)
    assert share.shape == (1, 2)
    assert mean.tolist() == [[[2, 3], [4, 5]]]
    assert precision.shape == (1, 2, 2)
    assert LOSSES["mdn"].predict(z, 2)[0] == pytest.approx(share[0] @ mean[0])


def test_one_component_mixture_is_the_gaussian():
    rng = np.random.default_rng(0)
    z, y = rng.normal(size=(5, 4)), rng.normal(size=(5, 2))
    mdn = np.concatenate([rng.normal(size=(5, 1)), z], axis=1)
    single = LOSSES["gaussian_nll"]
    assert LOSSES["mdn"].value(mdn, y, 1) == pytest.approx(single.value(z, y))
    assert LOSSES["mdn"].gradient(mdn, y, 1)[:, 1:] == pytest.approx(
        single.gradient(z, y)
    )


@given(arrays(float, (2, 4), elements=st.floats(-50, 50)))
def test_softmax_and_logsumexp_agree(z):
    p = softmax(z)
    assert p.sum(axis=1) == pytest.approx(1.0)
    assert np.log(p) == pytest.approx(z - logsumexp(z)[:, None], abs=1e-12)


@every_loss
def test_single_precision_is_kept(loss):
    width, y = fitting(loss.name, 2, np.random.default_rng(0))
    z = np.linspace(-2, 2, 2 * width).reshape(2, -1).astype(np.float32)
    y = y.astype(np.float32)
    assert loss.value(z, y, 2).dtype == np.float32
    assert loss.gradient(z, y, 2).dtype == np.float32
