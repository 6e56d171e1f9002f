"""How strongly each example pushes each logit, against its prediction error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.outputs import LOSSES
from core.outputs.unit import Loss

CURVE = 161  # points of a curve, an odd number: no error is among them
_REACH = 98.0  # percentile of the errors that the curve extends past


@dataclass(frozen=True, slots=True, eq=False)
class HeadPush:
    """∂loss/∂logit of one head against the error."""

    letter: str  # "μ"; "z" where the logits have no names
    error: Floats  # (n, k) predicted − observed, one column per logit
    slope: Floats  # (n, k) ∂loss/∂logit
    at: Floats  # (m,) errors at which the curve is known
    curve: Floats  # (m,) for the first logit, all others as at the median example


def value_push(
    loss: str, z: Floats, y: Floats, components: int = 3
) -> tuple[HeadPush, ...]:
    """The push on every head for logits ``z`` and targets ``y`` of a sample."""
    unit = LOSSES[loss]
    z = np.asarray(z, np.float64)
    error = unit.errors(z, y, components)
    slope = unit.gradient(z, y, components)
    at, curve = _curve(unit, z, error, components)
    targets = unit.targets_of(z.shape[1], components)
    heads = unit.letters(targets, components) or [("z", z.shape[1])]
    found, start = [], 0
    for letter, count in heads:
        part = slice(start, start + count)
        found.append(
            HeadPush(letter, error[:, part], slope[:, part], at, curve[:, start])
        )
        start += count
    return tuple(found)


def _curve(
    unit: Loss, z: Floats, error: Floats, components: int
) -> tuple[Floats, Floats]:
    """Slopes by every logit (m, width) while the first target moves past the median.

    Targets that the loss would reject are left out: amounts below 0, half counts.
    """
    none = np.zeros(0), np.zeros((0, z.shape[1]))
    if unit.ranks or unit.one_hot or not len(z):
        return none
    middle = np.median(z, axis=0, keepdims=True)
    reach = 1.25 * float(np.percentile(np.abs(error[:, 0]), _REACH)) or 1.0
    guess = unit.predict(middle, components)
    at, slopes = [], []
    first = guess[0, 0] - np.linspace(-reach, reach, CURVE)
    found = unit.predicted(middle, 0, components)
    if found is not None and found.whole:
        first = np.unique(np.round(first))[::-1]
    for value in first.tolist():
        y = guess.copy()
        y[0, 0] = value
        try:
            unit.check_targets(y[:, :1], "target")
        except BadInput:
            continue
        at.append(float(unit.errors(middle, y, components)[0, 0]))
        slopes.append(unit.gradient(middle, y, components)[0])
    return (np.array(at), np.array(slopes)) if at else none
