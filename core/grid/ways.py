"""Ways to get several networks that explain the same examples.

A way yields members one by one as snapshots, and describes in a sentence what they are,
or why there are none. To add a way, subclass `Way` and list it in `WAYS`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from core import draws
from core.arrays import Floats, Stop, frozen
from core.engine.backends import make_backend
from core.engine.data import encode
from core.engine.snapshot import Snapshot
from core.grid.langevin import Chain, Langevin, why_no_posterior
from core.grid.snapshot import GridSnapshot
from core.language import mark, tr
from core.network import NetworkSpec, fresh_running
from core.numbers import shown_count
from core.run.initialisers import initial_theta
from core.training.state import TrainData, TrainState

_BOOTSTRAP, _DROPOUT = 1 << 21, 1 << 22  # streams of draws, above those of all layers


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What members are made from."""

    latest: Snapshot  # run A
    history: tuple[Snapshot, ...]  # its kept snapshots, first to last
    count: int
    shot: GridSnapshot | None = None  # other seeds at the same step

    def same_as(self, other: Given | None) -> bool:
        """Whether both give the same members, apart from other seeds."""
        if other is None or self.count != other.count:
            return False
        mine, theirs = self.latest, other.latest
        return mine is theirs or (
            mine.step == theirs.step
            and mine.backend == theirs.backend
            and (mine.run is theirs.run or mine.run == theirs.run)
            and np.array_equal(mine.theta, theirs.theta)
        )


class Way(ABC):
    """One source of members."""

    name: ClassVar[str]
    title: ClassVar[str]  # to show
    short: ClassVar[str]  # on the map and in the table
    slow: ClassVar[bool] = False  # whether it waits until training pauses

    def why_not(self, given: Given) -> str:
        """Why there are no members; empty where there are."""
        return ""

    @abstractmethod
    def members(self, given: Given, stop: Stop) -> Iterator[Snapshot]:
        """Yield members; ends soon after ``stop[0]`` is set."""

    @abstractmethod
    def sentence(self, given: Given) -> str:
        """What they are, and what their differences show."""


def _member(given: Given, theta: Floats, running: Floats | None = None) -> Snapshot:
    latest = given.latest
    statistics = latest.running if running is None else frozen(running)
    return replace(latest, theta=frozen(theta), running=statistics)


class Seeds(Way):
    """Networks with other seeds."""

    name, title, short = "seeds", mark("Other seeds"), mark("seeds")

    def why_not(self, given: Given) -> str:
        """Empty once the grid has trained some."""
        return "" if given.shot is not None else tr("The networks start to learn")

    def members(self, given: Given, stop: Stop) -> Iterator[Snapshot]:
        """Those of the grid."""
        if given.shot is not None:
            yield from (given.shot.member(k) for k in range(len(given.shot)))

    def sentence(self, given: Given) -> str:
        """They differ in their start and in the order of examples."""
        return tr(
            "The same run from other initial weights, with another order of examples: "
            "each seed finds a mode of its own, so they differ most where the "
            "examples leave a choice."
        )


class Snapshots(Way):
    """Run A at several steps."""

    name = "snapshots"
    title, short = mark("Snapshots of run A"), mark("snapshots")

    def _steps(self, given: Given) -> list[Snapshot]:
        """Evenly over the second half of the run, the newest last."""
        latest = given.latest
        fitting = [
            s
            for s in given.history
            if s.network == latest.network
            and s.run.data == latest.run.data
            and latest.step / 2 <= s.step < latest.step
        ]
        fitting.append(latest)
        count = max(1, min(given.count, len(fitting)))  # 0: none are shown yet
        places = np.linspace(0, len(fitting) - 1, count)
        return [fitting[i] for i in sorted({round(p) for p in places})]

    def why_not(self, given: Given) -> str:
        """There must be enough kept steps."""
        if len(self._steps(given)) < 2:
            return tr(
                "Run A has no earlier snapshots of this network yet: let it learn"
            )
        return ""

    def members(self, given: Given, stop: Stop) -> Iterator[Snapshot]:
        """The kept states themselves."""
        yield from self._steps(given)

    def sentence(self, given: Given) -> str:
        """They are on one path."""
        steps = [s.step for s in self._steps(given)]
        return tr(
            "Run A at {count} steps from {first} to {last}, the second half of its "
            "path: later snapshots stay near one mode, however many there are.",
            count=len(steps),
            first=shown_count(steps[0]),
            last=shown_count(steps[-1]),
        )


class Bootstrap(Way):
    """Networks that learned from examples drawn with replacement."""

    name = "bootstrap"
    title, short = mark("Bootstrap samples"), mark("bootstrap")
    slow = True

    def members(self, given: Given, stop: Stop) -> Iterator[Snapshot]:
        """Train each from run A's start, on its own draw of the examples."""
        latest = given.latest
        run = latest.run
        data = encode(run, latest.splits.train)
        start = _start_of(given)
        for k in range(given.count):
            drawn = resampled(data, run.seed, k)
            backend = make_backend(latest.backend, run, drawn)
            dtype = np.dtype(run.training.precision)
            running = fresh_running(run.network).astype(dtype)
            state = TrainState.start(start.astype(dtype), running)
            with np.errstate(all="ignore"):
                outcome = backend.run(state, latest.step, stop)
            if stop[0]:
                return
            if outcome.divergence is None:
                yield _member(given, state.theta, state.running)

    def sentence(self, given: Given) -> str:
        """What the choice of examples leaves open."""
        n = len(given.latest.splits.train)
        return tr(
            "Run A trained again from its own initial weights, each time on {n} "
            "examples drawn from its examples with replacement: what differs is left "
            "open by the data alone.",
            n=shown_count(n),
        )


def resampled(data: TrainData, seed: int, member: int) -> TrainData:
    """As many examples, drawn with replacement."""
    n = len(data)
    sequence = draws.key(seed, draws.SAMPLE, _BOOTSTRAP + member)
    rows = np.minimum((draws.uniforms(sequence, 0, n) * n).astype(np.int64), n - 1)
    return TrainData(
        np.ascontiguousarray(data.inputs[:, rows]),
        np.ascontiguousarray(data.targets[:, rows]),
        None if data.labels is None else data.labels[rows],
    )


def _start_of(given: Given) -> Floats:
    """The initial weights of run A; after edits, those that its seed draws."""
    latest = given.latest
    first = given.history[0] if given.history else latest
    if first.step == 0 and first.network == latest.network:
        return first.theta
    return initial_theta(latest.network, latest.run.initial, latest.run.seed)


class Dropout(Way):
    """Run A with units left out at random."""

    name = "dropout"
    title, short = mark("Dropout at test time"), mark("dropout")

    def why_not(self, given: Given) -> str:
        """There must be dropout, and units that weights alone can leave out."""
        run = given.latest.run
        network = run.network
        if not network.hidden:
            return tr("This network has no hidden units to leave out")
        if not run.training.dropout:
            return tr(
                "Run A learns without dropout, so leaving units out says nothing about "
                "it. Switch dropout on and let it learn"
            )
        if any(layer.adds is not None for layer in network.hidden):
            return tr("Layers are added to others here, so a unit acts along two paths")
        later = range(1, len(network.hidden))
        if any(network.hidden[i].unit.distances for i in later):
            return tr("Radial units measure distances: a unit left out still counts")
        return ""

    def members(self, given: Given, stop: Stop) -> Iterator[Snapshot]:
        """One mask of units each."""
        latest = given.latest
        rate, seed = latest.run.training.dropout, latest.run.seed
        for k in range(given.count):
            masks = dropped(latest.network, rate, seed, k)
            yield _member(given, thinned(latest.network, latest.theta, masks))

    def sentence(self, given: Given) -> str:
        """Thinned networks that share their weights."""
        rate = given.latest.run.training.dropout
        return tr(
            "Run A with {rate} of its hidden units left out at random, a different "
            "draw each: networks that share all their weights, a cheap cloud around "
            "one mode.",
            rate=f"{rate:.0%}",
        )


def dropped(network: NetworkSpec, rate: float, seed: int, member: int) -> list[Floats]:
    """Factors of the units of every hidden layer: 0, or 1 / (1 − rate)."""
    sequence = draws.key(seed, draws.SAMPLE, _DROPOUT + member)
    start = 0
    masks: list[Floats] = []
    for layer in network.hidden:
        kept = draws.uniforms(sequence, start, layer.units) >= rate
        masks.append(kept / (1.0 - rate))
        start += layer.units
    return masks


def thinned(network: NetworkSpec, theta: Floats, masks: list[Floats]) -> Floats:
    """Weights of the network whose hidden activations are multiplied by ``masks``."""
    made = theta.astype(np.float64).copy()
    for layer in range(1, network.depth):
        weights = network.layout.layers[layer].W.of(made)
        for number in network.reads(layer):
            if number:  # 0 is the input, which is not dropped
                columns = network.columns_of(layer, number)
                weights[:, columns] *= masks[number - 1]
    return made


class Posterior(Way):
    """Samples of the posterior around run A."""

    name = "langevin"
    title, short = mark("Posterior samples (Langevin)"), mark("posterior")
    slow = True
    chain = Chain()

    def why_not(self, given: Given) -> str:
        """There must be a likelihood."""
        return why_no_posterior(given.latest.run)

    def members(self, given: Given, stop: Stop) -> Iterator[Snapshot]:
        """One chain from run A's weights."""
        latest = given.latest
        with np.errstate(all="ignore"):
            chain = Langevin(latest, latest.run.seed, self.chain)
            for theta in chain.samples(given.count, stop):
                yield _member(given, theta)

    def sentence(self, given: Given) -> str:
        """Langevin dynamics in a sentence."""
        chain = self.chain
        return tr(
            "Stochastic-gradient Langevin dynamics from the weights of run A: steps "
            "down the gradient of −log posterior, with noise, so that the chain "
            "visits weights as often as they are probable. One sample every {thin} "
            "steps, after a burn-in of {burn_in}; where only a weak prior constrains "
            "the weights, a chain this short does not reach everywhere.",
            thin=shown_count(chain.thin),
            burn_in=shown_count(chain.burn_in),
        )


WAYS: dict[str, Way] = {
    way.name: way for way in (Seeds(), Snapshots(), Bootstrap(), Dropout(), Posterior())
}
