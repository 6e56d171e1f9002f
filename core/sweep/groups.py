"""What the runs of one combination of settings have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, sqrt
from typing import Any

import numpy as np

_Z = 1.959963984540054  # a normal distribution has 95 % within ± this


def wilson_interval(successes: int, runs: int) -> tuple[float, float]:
    """A 95 % interval for the share behind ``successes`` of ``runs`` (Wilson 1927)."""
    if runs == 0:
        return 0.0, 1.0
    share = successes / runs
    middle = (share + _Z * _Z / (2 * runs)) / (1 + _Z * _Z / runs)
    spread = sqrt(share * (1 - share) / runs + _Z * _Z / (4 * runs * runs))
    half = _Z * spread / (1 + _Z * _Z / runs)
    # Exactly 0 and 1 at the ends, whatever the rounding.
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return low, 1.0 if successes == runs else min(1.0, middle + half)


def group_rows(
    rows: Iterable[Mapping[str, Any]], keys: Sequence[str]
) -> list[dict[str, Any]]:
    """Rows summarised by their settings, in order of first appearance."""
    groups: dict[str, tuple[dict[str, Any], list[Mapping[str, Any]]]] = {}
    for row in rows:
        settings = {key: row[key] for key in keys}
        groups.setdefault(repr(settings), (settings, []))[1].append(row)
    return [_summed(settings, members) for settings, members in groups.values()]


def _summed(
    settings: dict[str, Any], rows: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    known = [row["reached"] for row in rows if row["reached"] is not None]
    losses = [v for row in rows if (v := row["loss"]) is not None and isfinite(v)]
    low, median, high = (
        map(float, np.quantile(losses, (0.25, 0.5, 0.75))) if losses else (None,) * 3
    )
    return {
        "settings": settings,
        "runs": len(rows),
        "reached": sum(known) if known else None,
        "interval": list(wilson_interval(sum(known), len(known))) if known else None,
        "loss_median": median,
        "loss_quartiles": [low, high],
    }
