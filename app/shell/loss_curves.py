"""The losses that the timeline shows, read in the analysis worker."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from app.editing.lanes import Lane
from app.frame.base import Frame
from app.look.numbers import shown_number
from app.shell.lane_curves import LaneCurve, lane_curve
from core.arrays import Floats, Ints
from core.engine.timeline import Marker
from core.language import tr


@dataclass(frozen=True, eq=False)
class Past:
    """What the bar shows of each run; computed in the analysis worker."""

    steps: tuple[Floats, ...]
    losses: tuple[Floats, ...]
    test_losses: tuple[Floats, ...]  # not finite where there is no test split
    kept: Ints  # steps of run A's kept snapshots
    markers: tuple[Marker, ...]  # of run A, and where another run diverged
    last: int  # newest step of run A
    reach: int  # newest step of both runs, and of the lanes
    lanes: tuple[LaneCurve, ...] = ()


def collect(frame: Frame, pixels: int, lanes: tuple[Lane, ...] = ()) -> Past:
    """Read the timelines, thinned out to pixels."""
    steps, losses, test_losses = [], [], []
    for run in frame.runs:
        metrics = run.timeline.metrics()
        n = len(metrics.steps)
        stride = max(1, n // max(1, pixels))
        pick = np.unique(np.append(np.arange(0, n, stride), max(0, n - 1)))[:n]
        steps.append(metrics.steps[pick].astype(np.float64))
        losses.append(metrics.loss[pick])
        test_losses.append(metrics.test_loss[pick])
    main = frame.main
    kept = main.timeline.steps
    newest = int(kept[-1]) if len(kept) else 0
    last = max(main.series.last, newest, 1)
    ends = [lane.last for lane in lanes]
    reach = max([last, *ends, *(int(s[-1]) for s in steps if len(s))])
    markers = list(main.timeline.markers)
    for run in frame.runs[1:]:  # mark only that it ended, not what was changed in it
        markers += [
            replace(mark, text=f"{run.label}: {mark.text}")
            for mark in run.timeline.markers
            if mark.kind == "divergence"
        ]
    markers.sort(key=lambda mark: mark.step)
    return Past(
        tuple(steps),
        tuple(losses),
        tuple(test_losses),
        kept,
        tuple(markers),
        last,
        reach,
        tuple(lane_curve(lane) for lane in lanes),
    )


def losses_at(past: Past, step: int) -> str:
    """The losses of each run at ``step``, in words."""
    found = []
    for i, (steps, losses) in enumerate(zip(past.steps, past.losses, strict=True)):
        words = f"{'AB'[i]} " if len(past.steps) > 1 else ""
        words += shown_number(_value_at(step, steps, losses))
        tested = test_curve(past, i)
        if len(tested[0]):
            words += "   " + tr(
                "test {loss}", loss=shown_number(_value_at(step, *tested))
            )
        found.append(words)
    return tr("loss {values}", values="   ".join(found))


def _value_at(step: int, steps: Floats, values: Floats) -> float:
    return float(np.interp(step, steps, values)) if len(steps) else float("nan")


def test_curve(past: Past, run: int) -> tuple[Floats, Floats]:
    """Steps and test losses of a run, where it has any."""
    good = np.isfinite(past.test_losses[run])
    return past.steps[run][good], past.test_losses[run][good]
