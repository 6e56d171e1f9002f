"""Benchmarks: the rows, the modules that measure them, and the machine.

A module of `GROUPS` has ``rows()``, which yields a `Row` as soon as it is measured. To
add one, put the module in this package and name it in `GROUPS`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from math import isfinite, nan
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Floats
from core.kernels.target import level as processor_level
from core.kernels.target import pinned
from core.version import described

Groups = Mapping[str, tuple[str, ...]]  # measuring modules by group

GROUPS: Groups = {
    "engine": (
        "core.bench.engine",
        "core.bench.long_runs",
        "core.bench.landscape",
        "core.bench.latency",
        "core.bench.pictures",
    ),
    "many": ("core.bench.many", "core.bench.sweeps"),
    "regions": ("core.bench.regions",),
}


def vector_level() -> str | None:
    """The instruction set that kernels are compiled for in this process."""
    return pinned() or processor_level()


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure, with those of its peers in the same unit.

    ``goal`` applies to the ratio to the best peer if there are peers, otherwise to the
    value itself; with ``goal_is_value`` it always applies to the value. A peer that is
    not installed has the value None.
    """

    name: str
    value: float | None
    unit: str
    against: Mapping[str, float | None] = field(default_factory=dict)
    goal: float | None = None
    less_is_better: bool = False
    goal_is_value: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times better than the best peer; None without a measured peer."""
        peers = [v for v in self.against.values() if v is not None and v > 0]
        if not peers or not self.value or not isfinite(self.value):
            return None
        if self.less_is_better:
            return min(peers) / self.value
        return self.value / max(peers)

    @property
    def met(self) -> bool | None:
        """Whether the goal was reached; None if unknown."""
        if self.goal is None:
            return None
        if self.against and not self.goal_is_value:
            return None if self.ratio is None else self.ratio >= self.goal
        if self.value is None:
            return None
        if self.less_is_better:
            return self.value <= self.goal
        return self.value >= self.goal

    def as_dict(self) -> dict[str, Any]:
        """The row as ``bench --json`` prints it."""
        row: dict[str, Any] = {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "against": dict(self.against),
            "ratio": self.ratio,
            "goal": self.goal,
            "met": self.met,
        }
        if self.note:
            row["note"] = self.note
        return row


def available(known: Groups = GROUPS) -> tuple[str, ...]:
    """The groups that this installation can measure."""
    return tuple(
        group
        for group, modules in known.items()
        if any(importlib.util.find_spec(name) for name in modules)
    )


def collect(
    groups: Iterable[str],
    progress: Callable[[Row], None] | None = None,
    known: Groups = GROUPS,
) -> list[Row]:
    """Measure ``groups`` in order; ``progress`` is called with each row."""
    found = []
    for row in _rows(groups, known):
        found.append(row)
        if progress is not None:
            progress(row)
    return found


def _rows(groups: Iterable[str], known: Groups) -> Iterator[Row]:
    for group in groups:
        for name in known[group]:
            if importlib.util.find_spec(name) is not None:
                yield from importlib.import_module(name).rows()


def goal_for(with_avx512: float, without: float) -> float:
    """The goal for a processor like this one."""
    return with_avx512 if vector_level() == "x86-64-v4" else without


def percentile(values: Sequence[float] | Floats, share: float) -> float:
    """A percentile; NaN if nothing was measured, as on a machine that hung."""
    return float(np.percentile(values, share)) if len(values) else nan


def machine() -> dict[str, Any]:
    """What the figures depend on: processor, cores, load, versions, commit."""
    info: dict[str, Any] = {
        "processor": _processor(),
        "level": vector_level() or platform.machine(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "hyperfold": described(),
    }
    if hasattr(os, "sched_getaffinity"):
        info["usable_cores"] = len(os.sched_getaffinity(0))
    if hasattr(os, "getloadavg"):
        info["load_average"] = round(os.getloadavg()[0], 2)
    for name in ("numpy", "scipy", "numba", "torch", "scikit-learn", "regioncam"):
        try:
            info[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            info[name] = None
    return info


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    for line in lines:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
