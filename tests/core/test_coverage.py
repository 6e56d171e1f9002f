"""PIT, coverage and their verdict; the push on each logit against the error."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.coverage import Margin, coverage
from core.analysis.value_push import value_push
from core.engine.commands import SetParameters
from core.engine.session import Session
from core.network import LayerSpec
from core.outputs import LOSSES
from core.problems import DataSpec, Points
from core.run import RunSpec


def constant(loss: str, y, logits) -> Session:
    """A network whose logits are the same everywhere, on targets ``y``."""
    y = np.asarray(y, float)
    x = np.linspace(-1.0, 1.0, len(y))[:, None]
    run = RunSpec(DataSpec(Points(x, y), len(y), 0.0), (LayerSpec(1, "tanh"),), loss)
    session = Session(run, "reference")
    theta = np.zeros(session.network.layout.size)
    session.network.layout.layers[-1].b.of(theta)[:] = logits
    session.apply(SetParameters(theta))
    return session


def margin(loss: str, y, logits) -> Margin:
    snapshot = constant(loss, y, logits).snapshot()
    found = coverage(snapshot, snapshot.splits.train)
    assert found is not None
    return found.margins[0]


SEED = 5  # a generator of its own for every test: their order must not matter
ONE = float(np.log(np.expm1(1.0)))  # softplus of it is 1
BELL = np.random.default_rng(SEED).normal(size=(2000, 1))


def test_a_right_gaussian_is_calibrated():
    found = margin("gaussian_nll", BELL, [0.0, ONE])
    assert found.half == pytest.approx(0.5, abs=0.03)
    assert found.most == pytest.approx(0.9, abs=0.02)
    assert found.counts.sum() == 2000
    assert found.verdict.startswith("calibrated")


@pytest.mark.parametrize(
    ("shift", "spread", "words"),
    [(0.0, 2.0, "overconfident"), (0.0, 0.4, "underconfident"), (0.12, 1.0, "too low")],
)
def test_the_verdict_names_what_is_wrong(shift, spread, words):
    assert words in margin("gaussian_nll", shift + spread * BELL, [0.0, ONE]).verdict


def test_few_values_are_not_judged():
    assert "too few" in margin("gaussian_nll", BELL[:5], [0.0, ONE]).verdict


def test_counts_are_smoothed_and_then_uniform():
    y = np.random.default_rng(SEED).poisson(1.0, (3000, 1))
    found = margin("poisson_nll", y, [ONE])
    assert found.counts.min() > 230
    assert found.counts.max() < 370
    assert found.verdict.startswith("calibrated")


def test_angles_are_counted_from_the_cut():
    y = np.angle(np.exp(1j * np.random.default_rng(SEED).vonmises(3.0, 2.0, (3000, 1))))
    found = margin("von_mises_nll", y, [2.0 * np.cos(3.0), 2.0 * np.sin(3.0)])
    assert found.counts.min() > 230
    assert found.half == pytest.approx(0.5, abs=0.03)
    assert found.most == pytest.approx(0.9, abs=0.02)


def test_each_of_several_values_is_judged_by_itself():
    y = np.random.default_rng(SEED).normal(size=(800, 2)) * [1.0, 3.0]
    snapshot = constant("mvn_nll", y, [0.0, 0.0, ONE, 0.0, ONE]).snapshot()
    found = coverage(snapshot, snapshot.splits.train)
    assert found is not None
    first, second = found.margins
    assert first.verdict.startswith("calibrated")
    assert second.verdict.startswith("overconfident")


def test_values_without_a_distribution_are_not_judged():
    snapshot = constant("mse", BELL[:20], [0.0]).snapshot()
    assert coverage(snapshot, snapshot.splits.train) is None


# -- push ---------------------------------------------------------------------------


def targets(unit, d: int):
    y = 0.05 + 0.9 * np.random.default_rng(SEED).random((30, d))
    if unit.ranks:
        return np.argsort(y, axis=1).astype(float)
    return np.round(5.0 * y) if unit.name == "poisson_nll" else y


@pytest.mark.parametrize("loss", [n for n, u in LOSSES.items() if not u.one_hot])
def test_every_logit_has_its_error_and_its_slope(loss):
    unit = LOSSES[loss]
    d = 2 if unit.goes_together or unit.ranks else 1
    classes = 2 if loss == "hinge" else 0
    z = np.random.default_rng(SEED).normal(size=(30, unit.width(classes, d, 3)))
    y = targets(unit, d) if not classes else np.ones((30, 1))
    heads = value_push(loss, z, y, 3)
    slopes = np.concatenate([head.slope for head in heads], axis=1)
    assert slopes == pytest.approx(unit.gradient(z, y, 3))
    for head in heads:
        assert head.error.shape == head.slope.shape
        assert head.at.shape == head.curve.shape


def test_curves_show_what_an_outlier_does():
    """Squared error grows with distance; Laplace is constant; t fades out."""
    z = {
        "mse": [[0.0]],
        "laplace_nll": [[0.0, 0.0]],
        "student_t_nll": [[0.0, 3.0, 0.0]],
    }
    far, near = {}, {}
    for loss, logits in z.items():
        y = np.linspace(-9.0, 9.0, 41)[:, None]
        (head, *_) = value_push(loss, np.repeat(logits, 41, axis=0), y)
        far[loss] = head.curve[np.argmax(head.at)]
        near[loss] = np.interp(1.0, head.at, head.curve)
    assert far["mse"] > 5.0 * near["mse"]
    assert far["laplace_nll"] == pytest.approx(near["laplace_nll"])
    assert 0.0 < far["student_t_nll"] < near["student_t_nll"]


def test_curves_leave_out_targets_that_cannot_be():
    (head,) = value_push("exponential_nll", np.zeros((9, 1)), np.full((9, 1), 3.0))
    assert head.at.max() < np.log(2.0) ** -1 + 1e-9  # y would be 0
    (head,) = value_push("poisson_nll", np.full((9, 1), 2.0), np.full((9, 1), 6.0))
    counts = float(np.log1p(np.exp(2.0))) - head.at
    assert counts == pytest.approx(np.round(counts))
