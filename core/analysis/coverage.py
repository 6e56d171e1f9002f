"""Whether a predicted distribution of values can be trusted: PIT and coverage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.distributions import HALF, MOST, predicted
from core.analysis.field import logits_at
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.language import tr
from core.outputs import LOSSES
from core.problems.base import Sample

BINS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Margin:
    """One target: where its values fall in the predicted distribution."""

    pit: Floats  # (n,) probability below each value
    counts: Ints  # (BINS,) of the PIT in each bin
    half: float  # share of the values inside the 50 % band
    most: float  # inside the 90 % band

    @property
    def verdict(self) -> str:
        """The verdict in words, allowing for chance."""
        n = len(self.pit)
        if n < 10:
            return tr("{n} values are too few to judge", n=n)
        gap_half, gap_most = self.half - HALF, self.most - MOST
        chance_half, chance_most = _chance(HALF, n), _chance(MOST, n)
        if gap_half < -chance_half or gap_most < -chance_most:
            return tr("overconfident: the bands are too narrow")
        if gap_half > chance_half or gap_most > chance_most:
            return tr("underconfident: the bands are too wide")
        lean = float(self.pit.mean()) - 0.5
        if abs(lean) > 2.0 * np.sqrt(1.0 / (12.0 * n)):
            return tr("predicted too low") if lean > 0 else tr("predicted too high")
        return tr("calibrated: no further off than chance allows")


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Every target of a sample."""

    margins: tuple[Margin, ...]
    circular: bool  # angles, from the cut at −π
    whole: bool  # counts: the PIT is randomised over each jump

    @property
    def expected(self) -> tuple[float, float]:
        """The range that contains nine of ten bars if the prediction is right."""
        n = len(self.margins[0].pit)
        share = 1.0 / BINS
        reach = 1.645 * np.sqrt(n * share * (1.0 - share))
        return max(0.0, n * share - reach), n * share + reach


def _chance(share: float, n: int) -> float:
    """How far a share of ``n`` examples may stray by chance (95 %)."""
    return float(2.0 * np.sqrt(share * (1.0 - share) / n))


def coverage(snapshot: Snapshot, sample: Sample) -> Coverage | None:
    """PIT and coverage on a sample; None where no distribution of values is predicted.

    Counts are smoothed by random draws, the same ones for the same sample.
    """
    if not len(sample) or sample.classes:
        return None
    unit = LOSSES[snapshot.run.loss]
    z = np.asarray(logits_at(snapshot, np.ascontiguousarray(sample.x)), np.float64)
    rng = np.random.default_rng(0)
    margins = []
    circular = whole = False
    targets = 0 if unit.ranks else sample.y.shape[1]
    with np.errstate(all="ignore"):
        for k in range(targets):
            found = predicted(snapshot, z, k)
            if found is None:
                return None
            y = np.asarray(sample.y[:, k], np.float64)
            pit = np.clip(np.nan_to_num(found.pit(y, rng), nan=0.5), 0.0, 1.0)
            counts, _ = np.histogram(pit, BINS, (0.0, 1.0))
            shares = [float(found.inside(y, s, pit).mean()) for s in (HALF, MOST)]
            margins.append(Margin(pit, counts, *shares))
            circular, whole = found.circular, found.whole
    return Coverage(tuple(margins), circular, whole) if margins else None
