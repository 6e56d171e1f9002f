"""The forward pass with draws, in plain NumPy: how far predictions scatter."""

from __future__ import annotations

import numpy as np

from core import draws
from core.arrays import Floats
from core.functions import maths
from core.network import NetworkSpec
from core.outputs import LOSSES
from core.steps import Numbers, plan_of
from core.steps.base import INPUT
from core.steps.kinds import Bernoulli, Gaussian


def drawn_logits(
    network: NetworkSpec, theta: Floats, running: Floats, x: Floats, seed: int
) -> Floats:
    """Logits (n, width) of one draw for every row of ``x``."""
    plan = plan_of(network)
    values = {INPUT: x}
    for step, finished in zip(plan.forward, plan.finished, strict=False):
        numbers = Numbers(network.layout.layers[step.layer], theta, running)
        read = [values[name] for name in step.inputs]
        shape = (len(x), step.width)
        sequence = draws.key(seed, draws.SAMPLE, step.layer)
        if isinstance(step, Bernoulli):
            chance = step.value(numbers, *read)
            drawn = draws.uniforms(sequence, 0, len(x) * step.width).reshape(shape)
            made = (drawn < chance).astype(x.dtype)
        elif isinstance(step, Gaussian):
            noise = draws.normals(sequence, 0, len(x) * step.width).reshape(shape)
            scale = maths.softplus(read[0][:, step.width :])
            made = (step.value(numbers, *read) + scale * noise).astype(x.dtype)
        else:
            made = step.value(numbers, *read)
        values[step.output] = made
        for name in finished:
            del values[name]
    return values[plan.logits]


def scattered(
    network: NetworkSpec, theta: Floats, running: Floats, x: Floats, count: int
) -> tuple[Floats, Floats]:
    """Mean and standard deviation of the predictions over ``count`` draws, (n, k)."""
    repeated = np.tile(x, (count, 1))
    z = drawn_logits(network, theta, running, repeated, 0)
    output = network.output
    predicted = LOSSES[output.loss].predict(z, output.components)
    by_draw = predicted.reshape(count, len(x), -1)
    return by_draw.mean(axis=0), by_draw.std(axis=0)
