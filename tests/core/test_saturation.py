"""Push, margins, saturation and dead units against their formulas."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.saturation import (
    layer_saturation,
    margins,
    naive_softmax,
    push,
    push_report,
)
from core.functions.maths import softmax
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import LOSSES
from core.steps.forward import layer_values


@pytest.mark.parametrize("loss", ["bce", "sigmoid_mse"])
def test_every_single_logit_lies_on_its_push_curve(loss: str) -> None:
    z = np.linspace(-12, 12, 97)[:, None]
    y = np.ones_like(z)
    report = push_report(loss, z, y, np.ones(len(z), dtype=np.int64))
    assert report is not None
    curve = LOSSES[loss].push_curve(report.wrongness)
    assert report.push == pytest.approx(curve, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("loss", ["ce", "softmax_mse"])
def test_two_softmax_classes_lie_on_their_push_curve(loss: str) -> None:
    z = np.stack([np.linspace(-9, 9, 41), np.zeros(41)], axis=1)
    y = np.tile([1.0, 0.0], (41, 1))
    report = push_report(loss, z, y, np.zeros(41, dtype=np.int64))
    assert report is not None
    curve = LOSSES[loss].push_curve(report.wrongness)
    assert report.push == pytest.approx(curve, rel=1e-9, abs=1e-15)


def test_confidently_wrong_points_are_stuck_under_squared_error_alone() -> None:
    z = np.array([[20.0, 0.0, 0.0], [0.0, 20.0, 0.0], [0.5, 0.0, 0.0]])
    labels = np.array([2, 1, 2])
    y = np.eye(3)[labels]
    squared = push_report("softmax_mse", z, y, labels)
    entropy = push_report("ce", z, y, labels)
    assert squared is not None
    assert entropy is not None
    assert squared.stuck.tolist() == [True, False, False]
    assert squared.sentence == "1 wrong point gets less than 1 % of the push"
    assert not entropy.stuck.any()
    assert entropy.sentence == "0 wrong points without push"
    assert squared.alternative_push == pytest.approx(entropy.push)


def test_losses_without_probabilities_have_no_report() -> None:
    z = np.zeros((2, 1))
    assert push_report("mse", z, z, np.zeros(2, dtype=np.int64)) is None
    assert LOSSES["mse"].probabilities(z, 2) is None


def test_margin_is_to_the_nearest_rival() -> None:
    z = np.array([[1.0, 4.0, 2.0], [3.0, 1.0, 0.0]])
    assert margins(z, np.array([2, 0])).tolist() == [-2.0, 2.0]
    assert margins(np.array([[2.0], [2.0]]), np.array([0, 1])).tolist() == [-2.0, 2.0]


def test_the_margin_of_one_output_is_from_where_its_class_changes() -> None:
    z, labels = np.array([[0.2], [0.6], [0.6]]), np.array([0, 0, 1])
    unit = LOSSES["mse"]
    found = margins(z, labels, unit.threshold)
    assert found == pytest.approx([0.3, -0.1, 0.1])
    assert ((found < 0) == (unit.decide(z, 2) != labels)).all()


def test_temperature_goes_from_one_hot_to_uniform() -> None:
    z = np.array([[1.0, 3.0, 2.0]])
    assert softmax(z, 1e-3) == pytest.approx(np.array([[0.0, 1.0, 0.0]]))
    assert softmax(z, 1e6) == pytest.approx(np.full((1, 3), 1 / 3), abs=1e-5)
    assert softmax(z, 0.0).tolist() == [[0.0, 1.0, 0.0]]
    assert softmax(np.array([[2.0, 2.0, 0.0]]), 0.0).tolist() == [[0.5, 0.5, 0.0]]
    assert softmax(z, np.inf) == pytest.approx(np.full((1, 3), 1 / 3))
    huge = softmax(np.array([[1e300, -1e300]]), 0.05)
    assert huge.tolist() == [[1.0, 0.0]]


def test_a_single_logit_has_the_same_limits_and_does_not_cancel() -> None:
    z = np.array([[40.0], [-40.0], [0.0]])
    p = LOSSES["bce"].probabilities(z, 2)
    assert p is not None
    assert p[0, 0] == pytest.approx(np.exp(-40.0), rel=1e-9)
    cold = LOSSES["bce"].probabilities(z, 2, 0.0)
    assert cold is not None
    assert cold.tolist() == [[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]]
    hot = LOSSES["bce"].probabilities(z, 2, np.inf)
    assert hot == pytest.approx(np.full((3, 2), 0.5))


def test_the_naive_softmax_overflows_where_its_precision_ends() -> None:
    z = np.array([[100.0, 0.0], [-200.0, -300.0], [1.0, 2.0]])
    single, double = (naive_softmax(z, p) for p in ("float32", "float64"))
    assert (single.overflowing, single.vanishing) == (1, 1)
    assert (double.overflowing, double.vanishing) == (0, 0)
    with np.errstate(over="ignore"):
        assert np.isinf(np.exp(np.float32(single.limit + 1e-4)))
        assert np.isfinite(np.exp(np.float32(single.limit - 1e-4)))
        assert np.isinf(np.exp(double.limit + 1e-9))
    assert np.isfinite(np.exp(double.limit))


def test_push_is_the_norm_of_the_gradient() -> None:
    z = np.array([[0.2, -0.4, 1.0]])
    y = np.eye(3)[[1]]
    p = softmax(z)
    assert push("ce", z, y)[0] == pytest.approx(np.linalg.norm(p - y))


def test_saturated_and_dead_units_are_counted() -> None:
    spec = NetworkSpec(
        1,
        (LayerSpec(2, "relu"), LayerSpec(1, "tanh")),
        OutputSpec("mse", 1),
    )
    theta = np.zeros(spec.layout.size)
    first, second = spec.layout.layers[:2]
    first.W.of(theta)[:, 0] = [1.0, 0.0]
    assert first.b is not None
    assert second.b is not None
    first.b.of(theta)[:] = [0.0, -1.0]  # the second unit never fires
    second.W.of(theta)[0] = [100.0, 0.0]
    x = np.array([[-1.0], [1.0], [2.0], [3.0]])
    values = layer_values(spec, theta, fresh_running(spec), x)
    relu, tanh = layer_saturation(spec, theta, values)
    assert relu.dead.tolist() == [False, True]
    assert relu.saturated == pytest.approx(5 / 8)
    assert tanh.saturated == pytest.approx(3 / 4)
    assert tanh.mean_slope == pytest.approx(1 / 4, abs=1e-6)
