"""The same networks trained side by side and alone, and how far they come apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from core.arrays import Floats
from core.kernels.backend import CompiledBackend
from core.kernels.many_backend import ManyBackend, lanes_of
from core.training import TrainingSpec
from core.training.state import Outcome, TrainData, TrainState
from tests.core.small_networks import Case

GO = np.zeros(1, np.uint8)
#: More than half of the lanes: each network has one; two networks share them all.
FULL = lanes_of("float64") // 2 + 1
STEPS = 200
#: How far lanes and single runs may come apart in double precision, relative to the
#: largest entry of a vector or a column of the series (or to 1, if that is larger).
CLOSE = 1e-9
#: Where a run amplifies rounding: how much further apart lanes may be than single runs
#: that differ by one unit in the last place. Rounding differs in every step, and some
#: draws of it are amplified ten times as much as others.
SLACK = 30.0
_DRAWS, _STRETCH = 8, 20
_VECTORS = ("theta", "moment1", "moment2", "gradient", "running")
_COUNTS = ("step", "epoch", "position", "moment_steps")


def data_of(case: Case, labelled: bool = True) -> TrainData:
    labels = case.y.argmax(axis=1) if labelled else None
    return TrainData(
        np.ascontiguousarray(case.x.T), np.ascontiguousarray(case.y.T), labels
    )


def states_of(case: Case, count: int) -> list[TrainState]:
    """Networks near the case's own; cut links stay cut."""
    rng = np.random.default_rng(11)
    kept = case.theta != 0.0
    return [
        TrainState.start(
            case.theta + kept * rng.normal(scale=0.1, size=case.theta.shape),
            case.running,
        )
        for _ in range(count)
    ]


def copied(state: TrainState) -> TrainState:
    """A state with vectors of its own."""
    return replace(state, **{name: getattr(state, name).copy() for name in _VECTORS})


def gap(found: TrainState, wanted: TrainState) -> float:
    """How far two states are apart, as in `CLOSE`."""
    apart = 0.0
    for name in _VECTORS:
        ours, theirs = getattr(found, name), getattr(wanted, name)
        size = max(1.0, float(np.abs(theirs).max(initial=0.0)))
        # A difference of numbers that are not finite must not count as none.
        worst = float(np.abs(ours - theirs).max(initial=0.0)) / size
        apart = max(apart, worst if np.isfinite(worst) else np.inf)
    return apart


def gaps(found: Floats, wanted: Floats) -> Floats:
    """How far two series are apart in every step, as in `CLOSE`."""
    largest = np.nanmax(np.abs(wanted), axis=0, initial=1.0)
    same = (found == wanted) | (np.isnan(found) & np.isnan(wanted))
    apart = np.where(same, 0.0, np.abs(found - wanted) / largest)
    worst: Floats = np.where(np.isfinite(apart), apart, np.inf).max(axis=1, initial=0.0)
    return worst


@dataclass(frozen=True)
class Pair:
    """One network that was trained in a lane and alone."""

    start: TrainState
    seed: int
    training: TrainingSpec
    lane: TrainState
    found: Outcome
    alone: TrainState
    wanted: Outcome

    def same_course(self) -> None:
        """Both made the same number of steps and ended for the same reason."""
        assert self.found.divergence == self.wanted.divergence
        assert self.found.done == self.wanted.done == len(self.found.rows)
        for name in _COUNTS:
            assert getattr(self.lane, name) == getattr(self.alone, name), name

    def agree(self, close: float = CLOSE, series: float | Floats | None = None) -> None:
        """States and series are no further apart than this."""
        self.same_course()
        assert gap(self.lane, self.alone) <= close
        limit = close if series is None else series
        apart = gaps(self.found.rows, self.wanted.rows)
        over = np.flatnonzero(apart > limit)
        assert not over.size, f"step {over[0]}: {apart[over[0]]:.1e}"


def seeds_of(count: int) -> list[int]:
    return [5 + 3 * k for k in range(count)]


def trained(
    case: Case,
    training: TrainingSpec,
    steps: int = STEPS,
    count: int = FULL,
    *,
    fewer: int = 0,
    rates: Sequence[float] | None = None,
    starts: Sequence[TrainState] | None = None,
) -> list[Pair]:
    """Train networks side by side and each of them alone.

    The first ``fewer`` of them are also trained as a group of their own.
    """
    data = data_of(case)
    starts = states_of(case, count) if starts is None else starts
    seeds = seeds_of(len(starts))
    own = [training] * len(starts)
    if rates is not None:
        own = [replace(training, learning_rate=rate) for rate in rates]
    alone = [copied(start) for start in starts]
    wanted = [
        CompiledBackend(case.network, own[k], data, seeds[k]).run(alone[k], steps, GO)
        for k in range(len(starts))
    ]
    pairs = []
    for size in {len(starts), fewer} - {0}:
        lanes = [copied(start) for start in starts[:size]]
        some = None if rates is None else rates[:size]
        many = ManyBackend(case.network, training, data, seeds[:size], some)
        for k, found in enumerate(many.run(lanes, steps, GO)):
            states = lanes[k], found, alone[k], wanted[k]
            pairs.append(Pair(starts[k], seeds[k], own[k], *states))
    return pairs


def compare(
    case: Case,
    training: TrainingSpec,
    steps: int = STEPS,
    count: int = FULL,
    close: float = CLOSE,
    fewer: int = 0,
) -> list[Pair]:
    """Every network makes all steps, and agrees with itself alone."""
    pairs = trained(case, training, steps, count, fewer=fewer)
    for pair in pairs:
        assert pair.wanted.divergence is None
        assert pair.wanted.done == steps
        pair.agree(close)
    return pairs


def amplified(case: Case, pair: Pair) -> tuple[float, Floats]:
    """How far apart rounding drives single runs: their states, and series by step.

    Every twenty steps each weight is changed by one unit in the last place.
    """
    data, steps = data_of(case), pair.wanted.done
    states, series = 0.0, np.zeros(steps)
    for draw in range(_DRAWS):
        rng, state, rows = np.random.default_rng(draw), copied(pair.start), []
        single = CompiledBackend(case.network, pair.training, data, pair.seed)
        for first in range(0, steps, _STRETCH):
            state.theta *= 1.0 + rng.choice((-1, 1), state.theta.shape) * 2.0**-52
            rows.append(single.run(state, min(_STRETCH, steps - first), GO).rows)
        states = max(states, gap(state, pair.alone))
        series = np.maximum(series, gaps(np.concatenate(rows), pair.wanted.rows))
    return states, np.maximum.accumulate(series)


def agree_as_far_as_single_runs(case: Case, pair: Pair) -> None:
    """The pair is no further apart than rounding drives single runs.

    That binds until rounding has grown as large as the numbers themselves, so the
    first steps must be as close as anywhere.
    """
    states, series = amplified(case, pair)
    limits = np.maximum(CLOSE, SLACK * series)
    assert (limits[:10] < 1e-6).all(), "too sensitive to compare anything"
    pair.agree(max(CLOSE, SLACK * states), limits)


def steps_from_the_same_states(
    case: Case, training: TrainingSpec, count: int = FULL
) -> Iterator[Pair]:
    """Each step alone and in lanes, from the state that the single run has reached."""
    data = data_of(case)
    alone = states_of(case, count)
    seeds = seeds_of(count)
    many = ManyBackend(case.network, training, data, seeds)
    singles = [CompiledBackend(case.network, training, data, seed) for seed in seeds]
    for _ in range(STEPS):
        starts, together = [copied(s) for s in alone], [copied(s) for s in alone]
        found = many.run(together, 1, GO)
        for k, single in enumerate(singles):
            wanted = single.run(alone[k], 1, GO)
            states = together[k], found[k], alone[k], wanted
            yield Pair(starts[k], seeds[k], training, *states)


def unlisted(*changed: dict[str, object]) -> set[str]:
    """The hyper-parameters that none of these changes."""
    return {field.name for field in fields(TrainingSpec)}.difference(*changed)
