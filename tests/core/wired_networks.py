"""Random networks with skips, sums and cut links, shared by several tests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.functions import ACTIVATIONS
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running, link_mask
from core.outputs import LOSSES
from core.wiring import Mask, sum_mask
from tests.core.small_networks import Case


def wired_network(
    seed: int,
    activations: tuple[str, ...] | None = None,
    loss: str = "ce",
    inputs: int = 3,
    layers: int = 4,
    batch_norm: bool = True,
) -> NetworkSpec:
    """Layers of 2 to 4 units that read, add and cut at random."""
    rng = np.random.default_rng(seed)
    names = activations or tuple(ACTIVATIONS)
    hidden: list[LayerSpec] = []
    widths = [inputs]
    for i in range(layers):
        units = int(rng.integers(2, 5))
        name = str(rng.choice(names))
        same = [n for n in range(i + 1) if widths[n] == units]
        normed = batch_norm and ACTIVATIONS[name].allows_batch_norm
        layer = LayerSpec(
            units,
            name,
            negative_slope=0.2,
            alpha=0.7,
            maxout_k=3,
            sigma=1.3,
            slope=1.7,
            batch_norm=bool(normed and rng.random() < 0.3),
            reads=_some(rng, i + 1) if rng.random() < 0.7 else (),
            adds=int(rng.choice(same)) if same and rng.random() < 0.8 else None,
        )
        if layer.adds is not None:
            left_out = np.random.default_rng([seed, i]).random(units) < 0.7
            layer = replace(layer, adds_mask=sum_mask(left_out))
        hidden.append(layer)
        widths.append(units)
        plain = NetworkSpec(inputs, tuple(hidden), OutputSpec("mse", 1))
        if rng.random() < 0.6:
            shape = (layer.rows, plain.fan_in(i))
            hidden[-1] = replace(layer, mask=_mask(rng, shape))
    reads = _some(rng, layers + 1) if rng.random() < 0.7 else ()
    width = LOSSES[loss].width(3, 1, 2)
    output = OutputSpec(loss, width, 2, reads=reads)
    plain = NetworkSpec(inputs, tuple(hidden), output)
    mask = _mask(rng, (width, plain.fan_in(layers)))
    return replace(plain, output=replace(output, mask=mask))


def wired_case(
    seed: int, activations: tuple[str, ...] | None = None, **settings: object
) -> Case:
    """Such a network with parameters and 7 examples."""
    network = wired_network(seed, activations, **settings)  # type: ignore[arg-type]
    rng = np.random.default_rng(seed + 1000)
    theta = rng.normal(scale=0.8, size=network.layout.size)
    links = link_mask(network)
    if links is not None:
        theta = theta * links
    running = fresh_running(network)
    for blocks in network.layout.layers:
        if blocks.mean is not None and blocks.var is not None:
            blocks.mean.of(running)[...] = rng.normal(size=blocks.mean.shape)
            blocks.var.of(running)[...] = rng.uniform(0.5, 2.0, blocks.var.shape)
    x = rng.normal(size=(7, network.inputs))
    y = np.eye(3)[rng.integers(0, 3, 7)]
    return Case(network, theta, running, x, y)


def _some(rng: np.random.Generator, count: int) -> tuple[int, ...]:
    """One or more of the layers below ``count``, in any order."""
    chosen = rng.permutation(count)[: rng.integers(1, count + 1)]
    return tuple(int(n) for n in chosen)


def _mask(rng: np.random.Generator, shape: tuple[int, int]) -> Mask | None:
    return Mask.of((rng.random(shape) < 0.7).astype(int))
