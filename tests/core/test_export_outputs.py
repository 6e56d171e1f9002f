"""Every output unit is exported unchanged, and matches PyTorch's."""

from __future__ import annotations

import numpy as np
import pytest

from core.features import FeatureSpec
from core.files.export import script
from core.files.trained import Trained
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import LOSSES
from core.steps.forward import logits


def trained(loss: str) -> Trained:
    unit = LOSSES[loss]
    classes = 3 if unit.one_hot or loss == "hinge" else 0
    width = unit.width(classes, 2, 3)
    spec = NetworkSpec(2, (LayerSpec(3, "tanh"),), OutputSpec(loss, width))
    theta = np.random.default_rng(1).normal(size=spec.layout.size)
    return Trained(spec, theta, fresh_running(spec), FeatureSpec(), 2)


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize("loss", LOSSES)
def test_the_script_of_every_output_prints_the_same_numbers(loss, library):
    torch = pytest.importorskip("torch") if library == "torch" else None
    net = trained(loss)
    x = np.random.default_rng(2).normal(size=(5, 2))
    scope: dict = {"__name__": "exported"}
    exec(compile(script(net, library), "exported.py", "exec"), scope)
    given = x if torch is None else torch.tensor(x)
    found = np.asarray(scope["predict"](given))
    expected = logits(net.network, net.theta, net.running, x)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    "loss",
    [
        "laplace_nll",
        "student_t_nll",
        "exponential_nll",
        "gamma_nll",
        "beta_nll",
        "poisson_nll",
        "gaussian_nll",
        "gaussian_nll_variance",
        "gaussian_nll_deviation",
        "mvn_nll",
        "von_mises_nll",
    ],
)
def test_values_and_gradients_are_those_of_torch(loss):
    torch = pytest.importorskip("torch")
    from tests.core.torch_network import value_loss

    unit, rng = LOSSES[loss], np.random.default_rng(3)
    d = 2 if unit.goes_together else 1
    z = rng.normal(size=(6, unit.width(0, d, 3)))
    y = rng.uniform(0.05, 0.95, (6, d))
    if loss == "poisson_nll":
        y = np.round(6.0 * y)
    logits = torch.tensor(z, requires_grad=True)
    cost = value_loss(loss, logits, torch.tensor(y))
    cost.sum().backward()
    value, slopes = cost.detach().numpy(), logits.grad.numpy()
    assert unit.value(z, y) == pytest.approx(value, rel=1e-9, abs=1e-9)
    assert unit.gradient(z, y) == pytest.approx(slopes, rel=1e-9, abs=1e-9)
