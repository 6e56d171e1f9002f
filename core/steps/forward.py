"""The forward pass in plain NumPy, in evaluation mode, one point per row.

It runs the list of steps front to back. Views and measurements use it; gradients come
from `core.gradients`.
"""

from __future__ import annotations

from core.arrays import Floats
from core.network import NetworkSpec
from core.steps import LayerValues, Numbers, plan_of
from core.steps.base import INPUT

__all__ = ["LayerValues", "layer_values", "logits", "named_values"]


def named_values(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    x: Floats,
    *,
    keep: bool = True,
) -> dict[str, Floats]:
    """Every value of the network by name for the points ``x`` (n, inputs).

    Without ``keep`` a value is dropped once nothing reads it any more.
    """
    blocks = network.layout.layers
    plan = plan_of(network)
    values = {INPUT: x}
    for step, finished in zip(plan.forward, plan.finished, strict=False):
        numbers = Numbers(blocks[step.layer], theta, running)
        values[step.output] = step.value(numbers, *(values[i] for i in step.inputs))
        if not keep:
            for name in finished:
                del values[name]
    return values


def layer_values(
    network: NetworkSpec, theta: Floats, running: Floats, x: Floats
) -> list[LayerValues]:
    """Values of every layer for the points ``x`` (n, inputs), the logits last."""
    values = named_values(network, theta, running, x)
    return plan_of(network).by_layer(values)


def logits(network: NetworkSpec, theta: Floats, running: Floats, x: Floats) -> Floats:
    """The logits (n, width) for the points ``x`` (n, inputs)."""
    values = named_values(network, theta, running, x, keep=False)
    return values[plan_of(network).logits]
