"""Every output unit leaves the program unchanged, and is what PyTorch calls it."""

from __future__ import annotations

import numpy as np
import pytest

from core.features import FeatureSpec
from core.files.export import script
from core.files.trained import Trained
from core.forward import logits
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import LOSSES


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


def by_torch(torch, loss: str, z, y):
    """The loss as torch.distributions has it, and its gradient by autograd."""
    d, plus = torch.distributions, torch.nn.functional.softplus
    logit = torch.tensor(z, requires_grad=True)
    target = torch.tensor(y)
    heads = logit.T[:, :, None]  # (heads, n, 1)
    rules = {
        "laplace_nll": lambda: d.Laplace(heads[0], 1 / plus(heads[1])),
        "student_t_nll": lambda: d.StudentT(
            2 + plus(heads[2]), heads[0], plus(heads[1]) ** -0.5
        ),
        "exponential_nll": lambda: d.Exponential(plus(heads[0])),
        "gamma_nll": lambda: d.Gamma(plus(heads[0]), plus(heads[1])),
        "beta_nll": lambda: d.Beta(plus(heads[0]), plus(heads[1])),
        "poisson_nll": lambda: d.Poisson(plus(heads[0])),
        "gaussian_nll": lambda: d.Normal(heads[0], plus(heads[1]) ** -0.5),
        "gaussian_nll_variance": lambda: d.Normal(heads[0], plus(heads[1]) ** 0.5),
        "gaussian_nll_deviation": lambda: d.Normal(heads[0], plus(heads[1])),
    }
    if loss == "mvn_nll":
        zero = torch.zeros_like(logit[:, 2])
        first = torch.stack([plus(logit[:, 2]), zero], dim=1)
        second = torch.stack([logit[:, 3], plus(logit[:, 4])], dim=1)
        lower = torch.stack([first, second], dim=1)
        precision = lower @ lower.transpose(1, 2)
        cost = -d.MultivariateNormal(logit[:, :2], precision_matrix=precision).log_prob(
            target
        )
    else:
        cost = -rules[loss]().log_prob(target)[:, 0]
    cost.sum().backward()
    return cost.detach().numpy(), logit.grad.numpy()


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
    ],
)
def test_values_and_gradients_are_those_of_torch(loss):
    torch = pytest.importorskip("torch")
    unit, rng = LOSSES[loss], np.random.default_rng(3)
    d = 2 if unit.goes_together else 1
    z = rng.normal(size=(6, unit.width(0, d, 3)))
    y = rng.uniform(0.05, 0.95, (6, d))
    if loss == "poisson_nll":
        y = np.round(6.0 * y)
    value, slopes = by_torch(torch, loss, z, y)
    assert unit.value(z, y) == pytest.approx(value, rel=1e-9, abs=1e-9)
    assert unit.gradient(z, y) == pytest.approx(slopes, rel=1e-9, abs=1e-9)
