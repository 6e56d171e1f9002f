"""Every loss of `core.outputs` as a graph of logits and targets: one number a row."""

from __future__ import annotations

from collections.abc import Callable

from core.autodiff.functions import (
    HUBER,
    LOG_SOFTPLUS,
    POSITIVE,
    SIGMOID,
    SIZE,
    SOFTPLUS,
    SQUARE,
    logsumexp,
    softmax,
)
from core.autodiff.graph import Node, grouped
from core.network import OutputSpec
from core.outputs.unit import HALF_LOG_2PI

#: (logits (n, width), targets (n, k), spec) → losses (n,)
LossGraph = Callable[[Node, Node, OutputSpec], Node]


def _mse(z: Node, y: Node, spec: OutputSpec) -> Node:
    return SQUARE(z - y).row_sums()


def _mae(z: Node, y: Node, spec: OutputSpec) -> Node:
    return SIZE(z - y).row_sums()


def _huber(z: Node, y: Node, spec: OutputSpec) -> Node:
    return HUBER(z - y).row_sums()


def _bce(z: Node, y: Node, spec: OutputSpec) -> Node:
    # softplus(z) − y z, not log σ(z): finite for any logit, and its slope is σ − y.
    return (SOFTPLUS(z) - y * z).row_sums()


def _sigmoid_mse(z: Node, y: Node, spec: OutputSpec) -> Node:
    return SQUARE(_named(SIGMOID(z), "p") - y).row_sums()


def _ce(z: Node, y: Node, spec: OutputSpec) -> Node:
    return logsumexp(z) - (y * z).row_sums()


def _softmax_mse(z: Node, y: Node, spec: OutputSpec) -> Node:
    return SQUARE(_named(softmax(z), "p") - y).row_sums()


def _hinge(z: Node, y: Node, spec: OutputSpec) -> Node:
    side = _named((-2.0 * y).plus(1.0), "1 − 2y")
    return POSITIVE((side * z).plus(1.0)).row_sums()


def _log_density(mean: Node, raw: Node, y: Node) -> Node:
    """``log N(y; μ, 1/β)`` entry by entry, with β = softplus(raw)."""
    precision = _named(SOFTPLUS(raw), "β")
    distance = precision * SQUARE(y - mean)
    return (0.5 * LOG_SOFTPLUS(raw) - 0.5 * distance).plus(-HALF_LOG_2PI)


def _gaussian_nll(z: Node, y: Node, spec: OutputSpec) -> Node:
    d = spec.targets
    mean = _named(z.columns(0, d), "μ")
    raw = _named(z.columns(d, 2 * d), "a")
    return -_log_density(mean, raw, y).row_sums()


def _mdn(z: Node, y: Node, spec: OutputSpec) -> Node:
    n, m, d = z.shape[0], spec.components, spec.targets
    middle = m + m * d
    shares = _named(z.columns(0, m), "log π")
    mean = _named(z.columns(m, middle).reshape(n, m, d), "μ")
    raw = _named(z.columns(middle, middle + m * d).reshape(n, m, d), "a")
    joint = shares + _log_density(mean, raw, y.reshape(n, 1, d)).row_sums()
    # log π needs its own logsumexp taken off once; here for all components at a time.
    return logsumexp(shares) - logsumexp(joint)


def _named(node: Node, label: str) -> Node:
    node.label = label
    return node


LOSS_GRAPHS: dict[str, LossGraph] = {
    "mse": _mse,
    "mae": _mae,
    "huber": _huber,
    "bce": _bce,
    "sigmoid_mse": _sigmoid_mse,
    "ce": _ce,
    "softmax_mse": _softmax_mse,
    "hinge": _hinge,
    "gaussian_nll": _gaussian_nll,
    "mdn": _mdn,
}


def losses(z: Node, y: Node, spec: OutputSpec) -> Node:
    """The loss of every example (n,), its steps in the group ``loss``."""
    return grouped(LOSS_GRAPHS[spec.loss](z, y, spec), "loss", (z, y), "losses")
