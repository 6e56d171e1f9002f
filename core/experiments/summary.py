"""The runs of an experiment summarised: one row per combination of settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from core.experiments.experiment import Experiment
from core.experiments.measures import MEASURES, YES
from core.experiments.work import Result
from core.sweep.groups import wilson_interval


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of one measure over the runs of one combination."""

    count: int  # runs that have it
    middle: float  # the median; for yes/no measures the share
    low: float  # quartiles; for yes/no measures the 95 % interval
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """One combination of settings."""

    group: int
    done: int  # seeds trained
    spreads: Mapping[str, Spread]  # by measure; those that no run has are missing


def spread(values: Sequence[float], yes: bool = False) -> Spread | None:
    """The median and the quartiles, or a share and its interval."""
    good = [float(v) for v in values if isfinite(v)]
    if not good:
        return None
    if yes:
        met = round(sum(good))
        return Spread(len(good), met / len(good), *wilson_interval(met, len(good)))
    good.sort()
    low, middle, high = (_quantile(good, share) for share in (0.25, 0.5, 0.75))
    return Spread(len(good), middle, low, high)


def _quantile(ordered: Sequence[float], share: float) -> float:
    """Like `numpy.quantile`, which is a hundred times slower for a few numbers."""
    at = share * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def values_of(results: Iterable[Result], measure: str) -> list[float]:
    """One figure of some runs, where they have it."""
    found = (result.figures.get(measure) for result in results)
    return [float(value) for value in found if value is not None]


def by_group(experiment: Experiment, results: Iterable[Result]) -> list[list[Result]]:
    """The results of each combination, by seed."""
    found: list[list[Result]] = [[] for _ in range(experiment.combinations)]
    for result in results:
        found[result.group].append(result)
    return [sorted(group, key=lambda r: r.repeat) for group in found]


def rows(experiment: Experiment, results: Iterable[Result]) -> list[Row]:
    """A row for every combination, in the order of the settings."""
    made = []
    for group, members in enumerate(by_group(experiment, results)):
        spreads = {}
        for measure in MEASURES.values():
            values = values_of(members, measure.name)
            found = spread(values, measure.kind == YES)
            if found is not None:
                spreads[measure.name] = found
        made.append(Row(group, len(members), spreads))
    return made


def measures_in(table: Iterable[Row]) -> list[str]:
    """The measures that any run has, in their order."""
    present = {name for row in table for name in row.spreads}
    return [name for name in MEASURES if name in present]


@dataclass(frozen=True, slots=True)
class Finding:
    """The two settings that differ most in one measure."""

    measure: str
    best: int  # group
    worst: int
    wins: int  # seeds on which `best` was ahead of `worst`
    pairs: int  # seeds that both have


def finding(
    experiment: Experiment, results: Iterable[Result], measure: str
) -> Finding | None:
    """Compare the highest and the lowest median, seed by seed."""
    groups = by_group(experiment, results)
    yes = MEASURES[measure].kind == YES
    middles = {
        group: found.middle
        for group, members in enumerate(groups)
        if (found := spread(values_of(members, measure), yes)) is not None
    }
    if len(middles) < 2:
        return None
    sign = -1.0 if MEASURES[measure].more_is_better is False else 1.0
    best = max(middles, key=lambda g: sign * middles[g])
    worst = min(middles, key=lambda g: sign * middles[g])
    if middles[best] == middles[worst]:
        return None
    other = {r.seed: r.figures.get(measure) for r in groups[worst]}
    pairs = [
        (sign * float(mine), sign * float(theirs))
        for r in groups[best]
        if (mine := r.figures.get(measure)) is not None
        and (theirs := other.get(r.seed)) is not None
    ]
    return Finding(measure, best, worst, sum(a > b for a, b in pairs), len(pairs))
