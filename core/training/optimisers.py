"""Optimisers: from a gradient and moments to new parameters, by PyTorch's formulas.

To add one: write a function that returns new (theta, moment1, moment2), list it in
`OPTIMISERS`, and give it a kernel code in `core.training.OPTIMISER_NAMES`.
All vectors are flat (P,) and nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from core.arrays import Bools, Floats
from core.network import NetworkSpec
from core.training import TrainingSpec


class Moments(NamedTuple):
    """The state an optimiser updates, before or after an update."""

    theta: Floats
    moment1: Floats  # velocity (momentum), mean of gradients (adam)
    moment2: Floats  # mean of squared gradients (rmsprop, adam)


#: (before, gradient, count, rate, settings) → after; count is 1 at the first update.
Rule = Callable[[Moments, Floats, int, float, TrainingSpec], Moments]


@dataclass(frozen=True, slots=True)
class Optimiser:
    """An update rule with its name and formula."""

    name: str
    title: str  # to show
    formula: str  # LaTeX; g is the gradient, η the learning rate
    rule: Rule


def _sgd(
    before: Moments, g: Floats, count: int, rate: float, settings: TrainingSpec
) -> Moments:
    return before._replace(theta=before.theta - rate * g)


def _momentum(
    before: Moments, g: Floats, count: int, rate: float, settings: TrainingSpec
) -> Moments:
    velocity = settings.momentum * before.moment1 + g
    return before._replace(theta=before.theta - rate * velocity, moment1=velocity)


def _nesterov(
    before: Moments, g: Floats, count: int, rate: float, settings: TrainingSpec
) -> Moments:
    velocity = settings.momentum * before.moment1 + g
    ahead = g + settings.momentum * velocity
    return before._replace(theta=before.theta - rate * ahead, moment1=velocity)


def _rmsprop(
    before: Moments, g: Floats, count: int, rate: float, settings: TrainingSpec
) -> Moments:
    alpha = settings.rms_alpha
    square = alpha * before.moment2 + (1.0 - alpha) * g * g
    theta = before.theta - rate * g / (np.sqrt(square) + settings.epsilon)
    return before._replace(theta=theta, moment2=square)


def _adam(
    before: Moments, g: Floats, count: int, rate: float, settings: TrainingSpec
) -> Moments:
    beta1, beta2 = settings.beta1, settings.beta2
    mean = beta1 * before.moment1 + (1.0 - beta1) * g
    square = beta2 * before.moment2 + (1.0 - beta2) * g * g
    # Moments start at 0; the corrections undo that bias.
    step = rate / (1.0 - beta1**count)
    root = np.sqrt(square) / sqrt(1.0 - beta2**count)
    return Moments(before.theta - step * mean / (root + settings.epsilon), mean, square)


def _adamw(
    before: Moments, g: Floats, count: int, rate: float, settings: TrainingSpec
) -> Moments:
    decayed = before.theta * (1.0 - rate * settings.weight_decay)
    return _adam(before._replace(theta=decayed), g, count, rate, settings)


OPTIMISERS: dict[str, Optimiser] = {
    o.name: o
    for o in (
        Optimiser("sgd", "SGD", r"\theta \leftarrow \theta - \eta g", _sgd),
        Optimiser(
            "momentum",
            "Momentum",
            r"v \leftarrow \mu v + g, \quad \theta \leftarrow \theta - \eta v",
            _momentum,
        ),
        Optimiser(
            "nesterov",
            "Nesterov",
            r"v \leftarrow \mu v + g, \quad "
            r"\theta \leftarrow \theta - \eta (g + \mu v)",
            _nesterov,
        ),
        Optimiser(
            "rmsprop",
            "RMSProp",
            r"s \leftarrow \alpha s + (1 - \alpha) g^2, \quad "
            r"\theta \leftarrow \theta - \eta \frac{g}{\sqrt{s} + \epsilon}",
            _rmsprop,
        ),
        Optimiser(
            "adam",
            "Adam",
            r"m \leftarrow \beta_1 m + (1 - \beta_1) g, \; "
            r"s \leftarrow \beta_2 s + (1 - \beta_2) g^2, \; "
            r"\theta \leftarrow \theta - \eta \frac{\hat m}{\sqrt{\hat s} + \epsilon}",
            _adam,
        ),
        Optimiser(
            "adamw",
            "AdamW",
            r"\theta \leftarrow (1 - \eta \lambda) \theta, \quad \text{then Adam}",
            _adamw,
        ),
    )
}


@lru_cache(maxsize=4)
def learns(network: NetworkSpec) -> Bools:
    """Which entries of the flat vector learn: those of layers that are not frozen."""
    mask = np.ones(network.layout.size, dtype=np.bool_)
    frozen = [*(h.frozen for h in network.hidden), network.output.frozen]
    for is_frozen, blocks in zip(frozen, network.layout.layers, strict=True):
        if is_frozen:
            for _, block in blocks.parameters():
                mask[block.start : block.stop] = False
    mask.flags.writeable = False
    return mask


def clipped(gradient: Floats, limit: float, mask: Bools | None = None) -> Floats:
    """``gradient``, scaled so that its norm over ``mask`` is at most ``limit``.

    A limit of 0 is no limit. Like PyTorch, 1e-6 is added to the norm, so that the
    result is a hair below the limit.
    """
    if limit <= 0.0:
        return gradient
    seen = gradient if mask is None else gradient[mask]
    norm = float(np.linalg.norm(seen))
    return gradient * min(1.0, limit / (norm + 1e-6))


def update(
    settings: TrainingSpec,
    before: Moments,
    gradient: Floats,
    step: int,
    count: int,
    mask: Bools | None = None,
) -> Moments:
    """One update: clip, follow the schedule, apply the rule, leave frozen entries.

    Parameters
    ----------
    settings
        The hyper-parameters.
    before
        Parameters and moments, flat.
    gradient
        ∂J/∂θ with penalties, not clipped.
    step
        The step of the run, which the schedule reads (0 at the start).
    count
        Updates since the moments were zero, this one included.
    mask
        Entries that learn, see `learns`; None for all.
    """
    rate = settings.learning_rate * settings.schedule.at(step)
    gradient = clipped(gradient, settings.clip_norm, mask)
    after = OPTIMISERS[settings.optimiser].rule(before, gradient, count, rate, settings)
    if mask is None or mask.all():
        return after
    return Moments(
        *(np.where(mask, new, old) for new, old in zip(after, before, strict=True))
    )
