"""Figures for a trained run that `train --json` prints beside loss and accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.analysis.calibration import reliability
from core.analysis.inspect import inspect_snapshot
from core.analysis.regions import find_regions
from core.analysis.values import evaluator
from core.arrays import Floats
from core.chance import why_not_exact
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.outputs import LOSSES
from core.sampling import sampling_layers

LEAST_ROWS, MOST_VALUES = 256, 250_000  # that are worked on at a time


def run_measures(snapshot: Snapshot) -> dict[str, Any]:
    """The number of regions, the calibration error and the gradient norms."""
    return {
        "regions": region_count(snapshot),
        "calibration_error": calibration_error(snapshot),
        "gradient_norms": gradient_norms(snapshot),
    }


def gradient_norms(snapshot: Snapshot) -> list[dict[str, float | None]] | None:
    """The norms of every layer; None where random units have no exact expectation."""
    if sampling_layers(snapshot.network) and why_not_exact(snapshot.network):
        return None
    return inspect_snapshot(snapshot).norms


def region_count(snapshot: Snapshot) -> int | None:
    """Linear regions in the problem's box, as the window counts them.

    None where there are none to count: smooth units, features, not two inputs.
    """
    run = snapshot.run
    if run.data.problem.inputs != 2 or not run.features.is_raw:
        return None
    theta, running = (v.astype(np.float64) for v in (snapshot.theta, snapshot.running))
    try:
        box = run.data.problem.box
        return find_regions(snapshot.network, theta, running, box).n
    except BadInput:  # smooth units, or too many regions
        return None


def calibration_error(snapshot: Snapshot) -> float | None:
    """Expected calibration error on the test split, else on the training split."""
    splits, run = snapshot.splits, snapshot.run
    sample = splits.test if len(splits.test) else splits.train
    if not sample.classes:
        return None
    evaluate, unit = evaluator(snapshot), LOSSES[run.loss]
    # The values of all units for all rows of a large table would take far more room.
    at_once = max(LEAST_ROWS, MOST_VALUES // sum(snapshot.network.widths))
    found: list[Floats] = []
    for begin in range(0, len(sample), at_once):
        seen = run.features.apply(sample.x[begin : begin + at_once])
        logits = np.asarray(evaluate(seen)[-1].z, np.float64)
        p = unit.probabilities(logits, sample.classes)
        if p is None:
            return None
        found.append(p)
    return reliability(
        np.concatenate(found), sample.y.astype(np.int64).reshape(-1)
    ).error
