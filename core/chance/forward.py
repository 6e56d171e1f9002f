"""The forward pass with draws, in plain NumPy: mean predictions and their spread."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core import draws
from core.arrays import Floats
from core.functions import maths
from core.network import NetworkSpec
from core.outputs import LOSSES
from core.steps import Numbers, Step, plan_of
from core.steps.base import INPUT
from core.steps.kinds import Bernoulli, Gaussian


def drawn_logits(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    x: Floats,
    seed: int,
    first: int = 0,
) -> Floats:
    """Logits (n, width) of one draw for every row of ``x``.

    The draw of a row depends only on its number, counted from ``first``.
    """

    def drawn(step: Step) -> Floats:
        kind = draws.uniforms if isinstance(step, Bernoulli) else draws.normals
        sequence = draws.key(seed, draws.SAMPLE, step.layer)
        made = kind(sequence, first * step.width, len(x) * step.width)
        return made.reshape(len(x), step.width)

    return logits_with(network, theta, running, x, drawn)


def logits_with(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    x: Floats,
    numbers_of: Callable[[Step], Floats],
) -> Floats:
    """Logits for given uniform or normal numbers (n, units) of the random units."""
    plan = plan_of(network)
    values = {INPUT: x}
    for step, finished in zip(plan.forward, plan.finished, strict=False):
        numbers = Numbers(network.layout.layers[step.layer], theta, running)
        read = [values[name] for name in step.inputs]
        if isinstance(step, Bernoulli):
            chance = step.value(numbers, *read)
            made = (numbers_of(step) < chance).astype(x.dtype)
        elif isinstance(step, Gaussian):
            scale = maths.softplus(read[0][:, step.width :])
            made = (step.value(numbers, *read) + scale * numbers_of(step)).astype(
                x.dtype
            )
        else:
            made = step.value(numbers, *read)
        values[step.output] = made
        for name in finished:
            del values[name]
    return values[plan.logits]


def scattered(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    x: Floats,
    count: int,
    pause: Callable[[], None] = lambda: None,
) -> tuple[Floats, Floats]:
    """Mean and standard deviation of the predictions over ``count`` draws, (n, k).

    ``pause`` is called between draws.
    """
    output = network.output
    total, squares = np.zeros(1), np.zeros(1)
    start: Floats = np.zeros(1)  # the first draw: summing differences keeps precision
    for k in range(count):
        z = drawn_logits(network, theta, running, x, 0, k * len(x))
        predicted = LOSSES[output.loss].predict(z, output.components)
        start = predicted if k == 0 else start
        away = predicted - start
        total, squares = total + away, squares + away * away
        pause()
    mean = total / count
    variance = np.maximum(0.0, squares / count - mean**2)
    return np.asarray(start + mean), np.sqrt(variance)
