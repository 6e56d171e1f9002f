"""The curves over the margin are those of the output units themselves."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.margin_losses import CROSS_ENTROPY, HINGE, SQUARED, ZERO_ONE
from core.analysis.saturation import margins
from core.outputs import LOSSES

Z = np.array([[-700.0], [-2.5], [-1e-3], [0.5], [1.0], [30.0]])
LABELS = np.array([0, 1, 1, 0, 1, 1])


@pytest.mark.parametrize(
    ("name", "curve"), [("bce", CROSS_ENTROPY), ("sigmoid_mse", SQUARED)]
)
def test_a_curve_is_the_loss_of_two_classes(name, curve):
    own = LOSSES[name].value(Z, LABELS[:, None].astype(float))
    assert curve.of(margins(Z, LABELS)) == pytest.approx(own, rel=1e-12, abs=1e-15)


def test_cross_entropy_of_two_logits_is_the_same_curve():
    z = np.array([[0.3, -1.2], [2.0, 5.0]])
    labels = np.array([0, 0])
    own = LOSSES["ce"].value(z, np.eye(2)[labels])
    assert CROSS_ENTROPY.of(margins(z, labels)) == pytest.approx(own, rel=1e-12)


def test_hinge_and_zero_one():
    m = np.array([-2.0, -0.5, 0.0, 0.5, 1.0, 3.0])
    assert HINGE.of(m).tolist() == [3.0, 1.5, 1.0, 0.5, 0.0, 0.0]
    assert ZERO_ONE.of(m).tolist() == [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
