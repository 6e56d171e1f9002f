"""Where outputs and hidden units saturate, and what that does to learning.

*Push* is ‖∂loss/∂z‖ of one example: how strongly the example pushes the logits. Under
squared error a saturated output gets almost no push even when it is completely wrong;
under the matching cross-entropy it gets the most.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Bools, Floats, Ints
from core.language import mark, tr, tr_n
from core.network import NetworkSpec
from core.outputs import LOSSES
from core.steps.forward import LayerValues

SATURATED_BELOW = 0.01  # |φ′| under this passes next to nothing back
STUCK_BELOW = 0.01  # share of the cross-entropy's push under which a point is stuck


def margins(z: Floats, labels: Ints, threshold: float = 0.0) -> Floats:
    """z_y − max_{j≠y} z_j (n,); for a single output (2y − 1) (z − threshold)."""
    if z.shape[1] == 1:
        return np.asarray((2.0 * labels - 1.0) * (z[:, 0] - threshold))
    rows = np.arange(len(z))
    others = z.copy()
    others[rows, labels] = -np.inf
    return np.asarray(z[rows, labels] - others.max(axis=1))


def push(loss: str, z: Floats, y: Floats, components: int = 3) -> Floats:
    """‖∂loss/∂z‖ of each example (n,)."""
    return np.asarray(np.linalg.norm(LOSSES[loss].gradient(z, y, components), axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class PushReport:
    """Every example's push under the loss in use and under its alternative."""

    loss: str
    alternative: str
    wrongness: Floats  # (n,), 1 − p_y
    push: Floats  # (n,)
    alternative_push: Floats  # (n,)
    wrong: Bools  # (n,)
    stuck: Bools  # (n,), wrong, with less than 1 % of cross-entropy's push

    @property
    def sentence(self) -> str:
        """The text of the view's badge."""
        count = int(self.stuck.sum())
        if not count:
            return tr("0 wrong points without push")
        return tr_n(
            mark("{count} wrong point gets less than 1 % of the push"),
            mark("{count} wrong points get less than 1 % of the push"),
            count,
            count=count,
        )


def push_report(loss: str, z: Floats, y: Floats, labels: Ints) -> PushReport | None:
    """Compare the pair of losses on the same logits; None where there is no pair."""
    unit = LOSSES[loss]
    p = unit.probabilities(z, max(2, z.shape[1]))
    other = unit.rival
    if other is None or p is None:
        return None
    ours, theirs = push(loss, z, y), push(other, z, y)
    fair = theirs if unit.saturates else ours
    wrong = np.argmax(p, axis=1) != labels
    # 1 − p_y as a sum of the others does not cancel when p_y is near 1.
    rows = np.arange(len(p))
    others = p.copy()
    others[rows, labels] = 0.0
    return PushReport(
        loss=loss,
        alternative=other,
        wrongness=others.sum(axis=1),
        push=ours,
        alternative_push=theirs,
        wrong=wrong,
        stuck=wrong & (ours < STUCK_BELOW * fair),
    )


@dataclass(frozen=True, slots=True)
class NaiveSoftmax:
    """What softmax without subtracting the maximum would do to these logits."""

    precision: str
    limit: float  # logits above it overflow
    largest: float  # logit at present
    overflowing: int  # examples with an infinite sum: the result is NaN
    vanishing: int  # examples whose every e^z is 0: the result is 0/0


def naive_softmax(z: Floats, precision: str) -> NaiveSoftmax:
    """Try the naive softmax on the present logits."""
    cast = z.astype(precision)
    with np.errstate(over="ignore", under="ignore"):
        total = np.exp(cast).sum(axis=1)
    return NaiveSoftmax(
        precision=precision,
        limit=float(np.log(float(np.finfo(precision).max))),
        largest=float(z.max()),
        overflowing=int(np.isinf(total).sum()),
        vanishing=int((total == 0.0).sum()),
    )


@dataclass(frozen=True, slots=True, eq=False)
class LayerSaturation:
    """One hidden layer over the sample."""

    saturated: float  # share of (unit, example) pairs with |φ′| < 0.01
    dead: Bools  # (units,) never active on any example
    mean_slope: float  # mean |φ′|
    activations: Floats  # (n, units)


def layer_saturation(
    network: NetworkSpec, theta: Floats, values: list[LayerValues]
) -> tuple[LayerSaturation, ...]:
    """Saturation of every hidden layer for the sample that ``values`` belong to."""
    found = []
    for i, layer in enumerate(network.hidden):
        unit = layer.unit
        blocks = network.layout.layers[i]
        slopes = None if blocks.slopes is None else blocks.slopes.of(theta)
        slope = np.abs(unit.slope(values[i].normed, layer, slopes))
        k = layer.pieces
        # A maxout unit passes the gradient through its largest piece.
        by_unit = slope.reshape(len(slope), layer.units, k).max(axis=2)
        found.append(
            LayerSaturation(
                saturated=float(np.mean(by_unit < SATURATED_BELOW)),
                dead=np.asarray(by_unit.max(axis=0) < 1e-12),
                mean_slope=float(by_unit.mean()),
                activations=values[i].a,
            )
        )
    return tuple(found)
