"""What is measured for every run of an experiment."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from core.engine.snapshot import Snapshot
from core.language import mark

NUMBER, COUNT, SHARE, YES = "number", "count", "share", "yes"


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of a run."""

    name: str
    title: str
    words: str
    kind: str = NUMBER
    log: bool = False  # it spans powers of ten
    more_is_better: bool | None = None  # None: neither


MEASURES: dict[str, Measure] = {
    m.name: m
    for m in (
        Measure(
            "reached",
            mark("Success"),
            mark("the goal is met at the last step"),
            YES,
            False,
            True,
        ),
        Measure(
            "loss",
            mark("Loss"),
            mark("training loss without penalties"),
            NUMBER,
            True,
            False,
        ),
        Measure(
            "test_loss",
            mark("Test loss"),
            mark("loss on held-out data"),
            NUMBER,
            True,
            False,
        ),
        Measure(
            "accuracy",
            mark("Accuracy"),
            mark("share of training points"),
            SHARE,
            False,
            True,
        ),
        Measure(
            "test_accuracy",
            mark("Test accuracy"),
            mark("share of test points"),
            SHARE,
            False,
            True,
        ),
        Measure(
            "steps_to_goal",
            mark("Steps to goal"),
            mark("first step at which the goal was found to be met"),
            COUNT,
            True,
            False,
        ),
        Measure(
            "regions",
            mark("Regions"),
            mark("linear regions in the problem's box"),
            COUNT,
        ),
        Measure(
            "gradient_ratio",
            mark("Gradient ratio"),
            mark("∂loss/∂z of the first layer over that of the last, after training"),
            NUMBER,
            True,
        ),
        Measure(
            "gradient_ratio_start",
            mark("Gradient ratio at the start"),
            mark("∂loss/∂z of the first layer over that of the last, before training"),
            NUMBER,
            True,
        ),
        Measure(
            "calibration_error",
            mark("Calibration error"),
            mark("mean gap between confidence and accuracy"),
            SHARE,
            False,
            False,
        ),
        Measure(
            "diverged",
            mark("Diverged"),
            mark("values became infinite"),
            YES,
            False,
            False,
        ),
        Measure("parameters", mark("Parameters"), mark("weights and biases"), COUNT),
        Measure("steps", mark("Steps"), mark("steps made"), COUNT),
    )
}

Figures = dict[str, float | int | bool | None]


def measured(start: Snapshot, end: Snapshot) -> Figures:
    """Figures computed from the network, before and after training."""
    from core.analysis.measures import calibration_error, region_count

    return {
        "regions": region_count(end),
        "gradient_ratio": gradient_ratio(end),
        "gradient_ratio_start": gradient_ratio(start),
        "calibration_error": calibration_error(end),
        "parameters": end.network.layout.size,
    }


def gradient_ratio(snapshot: Snapshot) -> float | None:
    """The gradient that reaches the first layer: ‖∂loss/∂z₁‖ over ‖∂loss/∂z_L‖."""
    from core.analysis.measures import gradient_norms

    norms = gradient_norms(snapshot)
    if norms is None or len(norms) < 2:
        return None
    first, last = norms[0]["z"], norms[-1]["z"]
    if first is None or last is None or not last > 0 or not isfinite(first / last):
        return None
    return first / last


def plain(figures: dict[str, Any]) -> Figures:
    """Figures as JSON can represent them: None for what is not finite."""
    found: Figures = {}
    for name, value in figures.items():
        if value is None or isinstance(value, bool):
            found[name] = value
        elif isinstance(value, int):
            found[name] = int(value)
        else:
            found[name] = float(value) if isfinite(value) else None
    return found
