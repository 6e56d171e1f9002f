"""The same networks in PyTorch, by PyTorch's own functions; import torch first."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch.distributions import Categorical, Independent, MixtureSameFamily, Normal

from core.network import LayerSpec, NetworkSpec
from tests.core.small_networks import Case

Tensor = Any

# Matrices of a few entries: more threads would only wait for one another.
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

    return {
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
        "gaussian_nll": lambda: (
            -Normal(z[:, :d], F.softplus(z[:, d:]) ** -0.5).log_prob(y).sum(1)
        ),
        "mdn": mixture,
    }[network.output.loss]()


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
        handed.append(a if spec.adds is None else a + handed[spec.adds])
    return loss(network, z, torch.tensor(case.y), smoothing).mean() + penalty
