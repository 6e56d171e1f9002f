"""A run as saved in a file: its newest state and its history."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.engine.series import Series, SeriesParts
from core.engine.snapshot import Snapshot
from core.engine.timeline import Marker, Timeline

BUDGET = 96 * 2**20  # bytes of snapshots in a file
AUTOSAVE_BUDGET = 16 * 2**20
MOST = 4096  # snapshots in a file


@dataclass(frozen=True, slots=True, eq=False)
class Saved:
    """Snapshots, ascending, the last one the present state; markers; series."""

    snapshots: tuple[Snapshot, ...]
    markers: tuple[Marker, ...]
    series: SeriesParts


def saved_of(
    latest: Snapshot, timeline: Timeline, series: Series, budget: int = BUDGET
) -> Saved:
    """Copy a run that may still be training; safe from any thread.

    Snapshots beyond ``budget`` bytes are thinned out evenly; the first and the newest
    stay.
    """
    parts = series.parts()
    latest = replace(latest, playing=False)
    before = [s for s in timeline.snapshots() if s.step < latest.step]
    kept = _thinned([*before, latest], budget)
    markers = tuple(m for m in timeline.markers if m.step <= latest.step)
    return Saved(tuple(kept), markers, _until(parts, latest))


def thinned(saved: Saved, budget: int) -> Saved:
    """The same with no more than ``budget`` bytes of snapshots."""
    return replace(saved, snapshots=tuple(_thinned(list(saved.snapshots), budget)))


def _thinned(snapshots: list[Snapshot], budget: int) -> list[Snapshot]:
    total = sum(s.nbytes for s in snapshots)
    count = min(MOST, len(snapshots) * budget // max(1, total))
    if count >= len(snapshots) or len(snapshots) <= 2:
        return snapshots
    count = max(2, count)
    last = len(snapshots) - 1
    return [snapshots[i * last // (count - 1)] for i in range(count)]


def _until(parts: SeriesParts, latest: Snapshot) -> SeriesParts:
    """Drop the rows recorded after ``latest`` was taken."""
    begin = parts.first + int(parts.steps.sum())
    return replace(parts, rows=parts.rows[: max(0, latest.step + 1 - begin)])
