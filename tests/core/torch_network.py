"""The same networks in PyTorch, by PyTorch's own functions; import torch first."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F
from torch import distributions
from torch.distributions import Categorical, Independent, MixtureSameFamily, Normal

from core.network import LayerSpec, NetworkSpec
from tests.core.small_networks import Case

Tensor = Any

# Tiny matrices: more threads would only wait for each other.
torch.set_num_threads(1)


def activation(layer: LayerSpec, z: Tensor, slopes: Tensor | None) -> Tensor:
    """PyTorch's version of each hidden unit."""
    grouped = (len(z), layer.units, -1)
    return {
        "identity": lambda: z,
        "relu": lambda: F.relu(z),
        "leaky_relu": lambda: F.leaky_relu(z, layer.negative_slope),
        "prelu": lambda: F.prelu(z, slopes),
        "tanh": lambda: torch.tanh(z),
        "sigmoid": lambda: torch.sigmoid(layer.slope * z),
        "softplus": lambda: F.softplus(z),
        "hard_tanh": lambda: F.hardtanh(z),
        "abs": lambda: torch.abs(z),
        "elu": lambda: F.elu(z, layer.alpha),
        "selu": lambda: F.selu(z),
        "gelu": lambda: F.gelu(z),
        "silu": lambda: F.silu(z),
        "cosine": lambda: torch.cos(z),
        "maxout": lambda: z.reshape(grouped).max(dim=2).values,
        "rbf": lambda: torch.exp(-z / layer.sigma**2),
    }[layer.activation]()


def loss(network: NetworkSpec, z: Tensor, y: Tensor, smoothing: float = 0.0) -> Tensor:
    """Loss of every example by PyTorch's losses and distributions."""
    m, d = network.output.components, network.output.targets
    n = len(z)

    def mixture() -> Tensor:
        middle = m + m * d
        mean = z[:, m:middle].reshape(n, m, d)
        scale = F.softplus(z[:, middle:].reshape(n, m, d)) ** -0.5
        parts = Independent(Normal(mean, scale), 1)
        mixed = MixtureSameFamily(Categorical(logits=z[:, :m]), parts)
        return -mixed.log_prob(y)

    rules = {
        "mse": lambda: F.mse_loss(z, y, reduction="none").sum(1),
        "mae": lambda: F.l1_loss(z, y, reduction="none").sum(1),
        "huber": lambda: F.huber_loss(z, y, reduction="none").sum(1),
        "bce": lambda: F.binary_cross_entropy_with_logits(z, y, reduction="none").sum(
            1
        ),
        "sigmoid_mse": lambda: ((torch.sigmoid(z) - y) ** 2).sum(1),
        "ce": lambda: F.cross_entropy(
            z, y.argmax(1), reduction="none", label_smoothing=smoothing
        ),
        "softmax_mse": lambda: ((torch.softmax(z, 1) - y) ** 2).sum(1),
        "hinge": lambda: F.relu(1 - (2 * y - 1) * z).sum(1),
        "mdn": mixture,
        "ce_ref": lambda: F.cross_entropy(
            F.pad(z, (1, 0)), y.argmax(1), reduction="none", label_smoothing=smoothing
        ),
    }
    name = network.output.loss
    return rules[name]() if name in rules else value_loss(name, z, y)


def value_loss(name: str, z: Tensor, y: Tensor) -> Tensor:
    """Loss of every example where the output is a distribution of values or orders."""
    d, plus = y.shape[1], F.softplus
    heads = z[:, : z.shape[1] // d * d].reshape(len(z), -1, d).unbind(1)
    rules = {
        "laplace_nll": lambda: distributions.Laplace(heads[0], 1 / plus(heads[1])),
        "student_t_nll": lambda: distributions.StudentT(
            2 + plus(heads[2]), heads[0], plus(heads[1]) ** -0.5
        ),
        "exponential_nll": lambda: distributions.Exponential(plus(heads[0])),
        "gamma_nll": lambda: distributions.Gamma(plus(heads[0]), plus(heads[1])),
        "beta_nll": lambda: distributions.Beta(plus(heads[0]), plus(heads[1])),
        "poisson_nll": lambda: distributions.Poisson(plus(heads[0])),
        "gaussian_nll": lambda: Normal(heads[0], plus(heads[1]) ** -0.5),
        "gaussian_nll_variance": lambda: Normal(heads[0], plus(heads[1]) ** 0.5),
        "gaussian_nll_deviation": lambda: Normal(heads[0], plus(heads[1])),
    }
    together = {
        "mvn_nll": _correlated,
        "von_mises_nll": _directions,
        "plackett_luce_nll": _rankings,
    }
    if name in together:
        return together[name](z, y)
    return -rules[name]().log_prob(y).sum(1)


def _correlated(z: Tensor, y: Tensor) -> Tensor:
    """Gaussian with precision L Lᵀ; L row by row, its diagonal by softplus."""
    n, d = y.shape
    rows, columns = torch.tril_indices(d, d)
    numbers = z[:, d:]
    diagonal = rows == columns
    lower = torch.zeros(n, d, d, dtype=z.dtype)
    lower[:, rows, columns] = torch.where(diagonal, F.softplus(numbers), numbers)
    whitened = (lower.transpose(1, 2) @ (y - z[:, :d])[:, :, None])[:, :, 0]
    spread = lower.diagonal(dim1=1, dim2=2).log().sum(1)
    return 0.5 * (whitened**2).sum(1) - spread + 0.5 * d * math.log(2 * math.pi)


def _directions(z: Tensor, y: Tensor) -> Tensor:
    """Not by torch's VonMises, whose Bessel function has seven digits."""
    a, b = z.chunk(2, dim=1)
    kappa = torch.hypot(a, b)
    log_i0 = kappa + torch.log(torch.special.i0e(kappa))
    cost = math.log(2 * math.pi) + log_i0 - a * torch.cos(y) - b * torch.sin(y)
    return cost.sum(1)


def _rankings(z: Tensor, y: Tensor) -> Tensor:
    scores = z.gather(1, y.long())
    left = [torch.logsumexp(scores[:, k:], 1) for k in range(scores.shape[1])]
    return torch.stack(left, 1).sum(1) - scores.sum(1)


def objective(
    case: Case,
    theta: Tensor,
    *,
    training: bool = False,
    l1: float = 0.0,
    l2: float = 0.0,
    smoothing: float = 0.0,
    running: Tensor | None = None,
) -> Tensor:
    """J of a case; ``running`` is moved in place as PyTorch moves it."""
    network = case.network
    running = torch.tensor(case.running) if running is None else running
    handed = [torch.tensor(case.x)]
    penalty = torch.zeros((), dtype=theta.dtype)
    specs = [*network.hidden, None]
    for i, (spec, blocks) in enumerate(zip(specs, network.layout.layers, strict=True)):
        h = torch.cat([handed[number] for number in network.reads(i)], 1)
        mask = network.mask(i)
        links = 1.0 if mask is None else torch.tensor(mask.factors)
        part = {
            name: theta[block.start : block.stop].reshape(block.shape)
            for name, block in blocks.parameters()
        }
        weights = part["W"] * links
        penalty = penalty + l1 * weights.abs().sum() + l2 * (weights**2).sum()
        if spec is not None and spec.activation == "rbf":
            z = (links * (weights[None] - h[:, None]) ** 2).sum(2)
        else:
            z = F.linear(h, weights, part["b"])
        if spec is None:
            break
        if spec.batch_norm:
            mean = running[blocks.mean.start : blocks.mean.stop]
            var = running[blocks.var.start : blocks.var.stop]
            z = F.batch_norm(z, mean, var, part["gamma"], part["beta"], training)
        a = activation(spec, z, part.get("slopes"))
        if spec.adds is not None:
            a = a + torch.tensor(spec.adds_mask or 1) * handed[spec.adds]
        handed.append(a)
    return loss(network, z, torch.tensor(case.y), smoothing).mean() + penalty
