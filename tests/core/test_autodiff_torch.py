"""Gradients and Hessian-vector products against PyTorch's own functions."""

from __future__ import annotations

import numpy as np
import pytest

from core.functions import ACTIVATION_NAMES
from core.gradients import GraphMode
from core.outputs import LOSS_NAMES
from tests.core.small_networks import small_case

torch = pytest.importorskip("torch")

#: torch's polygamma(1, x) is off by up to 5e-10 of its value; ours by 1e-15.
BY_TRIGAMMA = ("student_t_nll", "gamma_nll", "beta_nll")

every_activation = pytest.mark.parametrize("activation", ACTIVATION_NAMES)
every_loss = pytest.mark.parametrize("loss", LOSS_NAMES)


@every_loss
@every_activation
def test_objective_and_gradient(activation, loss):
    from tests.core.torch_network import objective

    for normed, settings in (
        (False, {}),
        (False, {"l1": 0.03, "l2": 0.07}),
        (True, {"training": True}),
        (True, {"training": False}),
    ):
        case = small_case(activation, loss, batch_norm=normed)
        theta = torch.tensor(case.theta, requires_grad=True)
        value = objective(case, theta, **settings)
        value.backward()
        graph = case.graph(mode=GraphMode(**settings))
        assert float(graph.J.value) == pytest.approx(value.item(), rel=1e-11)
        expected = theta.grad.numpy()
        assert graph.gradient() == pytest.approx(expected, rel=1e-8, abs=1e-11)


@every_loss
@every_activation
def test_hessian_vector_product(activation, loss):
    from tests.core.torch_network import objective

    case = small_case(activation, loss, batch_norm=True)
    vector = np.random.default_rng(6).normal(size=case.theta.shape)
    theta = torch.tensor(case.theta, requires_grad=True)
    value = objective(case, theta, training=True, l2=0.1)
    (slope,) = torch.autograd.grad(value, theta, create_graph=True)
    (expected,) = torch.autograd.grad(slope @ torch.tensor(vector), theta)
    product = case.graph(mode=GraphMode(training=True, l2=0.1)).hvp(vector)
    scale = float(np.abs(expected.numpy()).max())
    digits = 1e-8 if loss in BY_TRIGAMMA else 1e-9
    assert product == pytest.approx(expected.numpy(), abs=digits * max(scale, 1.0))


def test_label_smoothing():
    from tests.core.torch_network import objective

    case = small_case("tanh", "ce")
    theta = torch.tensor(case.theta, requires_grad=True)
    value = objective(case, theta, smoothing=0.2)
    value.backward()
    graph = case.graph(mode=GraphMode(label_smoothing=0.2))
    assert float(graph.J.value) == pytest.approx(value.item(), rel=1e-12)
    assert graph.gradient() == pytest.approx(theta.grad.numpy(), abs=1e-12)


@pytest.mark.parametrize(
    "activation", ["relu", "leaky_relu", "prelu", "hard_tanh", "elu", "selu"]
)
def test_slope_at_a_kink_is_pytorchs(activation):
    """Where MATHS leaves the choice open, a kink is PyTorch's too."""
    from core.functions import ACTIVATIONS
    from core.network import LayerSpec
    from tests.core.torch_network import activation as torch_activation

    layer = LayerSpec(3, activation)
    z = torch.tensor([[-1.0, 0.0, 1.0]], requires_grad=True)
    slopes = torch.full((3,), 0.25)
    torch_activation(layer, z, slopes).sum().backward()
    found = ACTIVATIONS[activation].slope(z.detach().numpy(), layer, slopes.numpy())
    assert found == pytest.approx(z.grad.numpy())
