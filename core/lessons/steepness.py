"""Measures of lessons about the gradient and the landscape it runs down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.analysis.curvature import curvature
from core.analysis.gradient_report import gradient_report, norms
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES


def gradient_ratio(s: Snapshot, given: Mapping[str, Any]) -> float:
    """Push on the first layer over push on the output layer."""
    pushes = norms(s)[:, 2]
    return float(pushes[0] / pushes[-1]) if pushes[-1] > 0 else float("nan")


def shortcut(s: Snapshot, given: Mapping[str, Any]) -> float | None:
    """Share of a layer's gradient that comes back through shortcuts."""
    share: float | None = gradient_report(s).layers[given["layer"] - 1].skips
    return share


def gradient_size(s: Snapshot, given: Mapping[str, Any]) -> float:
    """The length of the gradient over the whole sample."""
    return float(np.sqrt(np.sum(norms(s)[:, :2] ** 2)))


def sharpness(s: Snapshot, given: Mapping[str, Any]) -> float | None:
    """Largest curvature over its limit: above 1, steps along its direction grow."""
    x = s.run.features.apply(s.splits.train.x)
    y = LOSSES[s.run.loss].encode(s.splits.train)
    theta = np.asarray(s.theta, np.float64)
    training = s.run.training
    found = curvature(s.network, theta, s.running, x, y, training, s.learning_rate)
    return None if found.limit is None else found.largest / found.limit
