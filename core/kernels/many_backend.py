"""Many networks of one shape trained side by side: the basis of a grid of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.engine.state import Outcome, TrainData, TrainState, column_count
from core.errors import Divergence, require
from core.kernels.forward import plain
from core.kernels.linking import load_exported
from core.kernels.many import train_many
from core.kernels.many_update import (
    FATES,
    GONE,
    GONE_BACK,
    GONE_LAYER,
    GONE_STEP,
    GONE_WHAT,
    RAW_CORRECT,
    RAW_EXAMPLES,
    RAW_FIELDS,
    RAW_LAYERS,
    RAW_LOSS,
)
from core.kernels.operations import Operations
from core.kernels.options import VECTOR
from core.kernels.program import (
    AT_EPOCH,
    AT_MOMENT,
    AT_POSITION,
    AT_STEP,
    BATCH,
    BLOCK,
    DONE,
    GRADIENT,
    HAS_BEFORE,
    INPUT,
    MOMENT1,
    MOMENT2,
    ORDER_OF,
    PLACES,
    PUSH_OUT,
    SIDE,
    SIZE,
    TARGET,
    THETA,
    WHAT,
    A,
    Program,
    aligned,
)
from core.network import NetworkSpec
from core.steps import plan_of
from core.steps.base import INPUT as FIRST
from core.training import TrainingSpec

Flag = npt.NDArray[np.uint8]
#: Bytes that the values of a block may take: they stay in a second-level cache.
_CACHE = 256 * 1024
#: Steps whose sums are kept at once.
_CHUNK = 1024
_VECTORS = (
    (THETA, "theta"),
    (MOMENT1, "moment1"),
    (MOMENT2, "moment2"),
    (GRADIENT, "gradient"),
)
_COUNTS = (
    (AT_STEP, "step"),
    (AT_EPOCH, "epoch"),
    (AT_POSITION, "position"),
    (AT_MOMENT, "moment_steps"),
)


def lanes_of(precision: str) -> int:
    """How many networks fit one vector: a group."""
    return VECTOR // np.dtype(precision).itemsize


def _cut_links(network: NetworkSpec) -> npt.NDArray[np.int64]:
    """Places of weights that stay 0."""
    found = [np.zeros(0, np.int64)]
    for index, blocks in enumerate(network.layout.layers):
        mask = network.mask(index)
        if mask is None:
            continue
        distances = index < len(network.hidden) and network.hidden[index].unit.distances
        fits = not distances
        require(fits, "networks side by side", "have no cut links to rbf units", index)
        found.append(blocks.W.start + np.flatnonzero(mask.array.ravel() == 0))
    return np.concatenate(found)


class _Tables:
    """A `Program` whose places count entries, each a vector of lanes."""

    def __init__(
        self, network: NetworkSpec, training: TrainingSpec, data: TrainData
    ) -> None:
        program = Program(
            network,
            training,
            len(data),
            0,
            data.labels is not None,
            training.precision,
        )
        self.program = program
        self.dtype = program.dtype
        lanes = lanes_of(training.precision)
        self._taken = 0
        plan = plan_of(network, training.dropout > 0.0)
        widths = network.inputs + sum(step.width for step in plan.forward)
        batch = int(program.whole[BATCH])
        fits = _CACHE // (2 * widths * lanes * self.dtype.itemsize)
        normed = any(layer.batch_norm for layer in network.hidden)
        block = batch if normed else max(1, min(batch, max(4, fits)))
        places = Operations(plan, network.inputs, block, self._take)
        self.operations = places.table
        self.table, self.whole = program.table.copy(), program.whole.copy()
        self.table[:, A] = [places.places[layer.a] for layer in plan.layers]
        whole, output = self.whole, network.output
        whole[SIZE], whole[BLOCK] = network.layout.size, block
        whole[INPUT], whole[PUSH_OUT] = places.places[FIRST], places.push
        whole[TARGET] = self._take(output.targets * block)
        self.cut = _cut_links(network)
        self.ones = self._take(block)
        scratch = 2 * output.width + output.targets + max(6, 3 * output.width + 4)
        self.room = self._take(-(-scratch * block // lanes)) * lanes
        self.block, self.lanes = block, lanes

    def _take(self, count: int) -> int:
        """A place for so many entries."""
        start = self._taken
        self._taken = start + count
        return start

    def work(self) -> Floats:
        """A zeroed buffer for the values of one block."""
        buffer = aligned(self._taken * self.lanes, self.dtype)
        start = self.ones * self.lanes
        buffer[start : start + self.block * self.lanes] = 1.0
        return buffer


@dataclass(slots=True)
class _Group:
    """The networks that share a vector; the last may stand for lanes left empty."""

    members: range
    seeds: npt.NDArray[np.int64]
    rates: Floats
    store: Floats
    stats: Floats
    work: Floats
    orders: npt.NDArray[np.int32]
    before: Floats
    fates: npt.NDArray[np.int64]
    place: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(PLACES, int))


class ManyBackend:
    """Trains K networks that share shape, data and settings, each with its own seed.

    ``rates`` gives each its own learning rate. Every network makes the steps that a
    `CompiledBackend` with its seed would make, up to rounding; one that leaves the
    finite numbers stops alone. Groups of `lanes_of` networks are independent: threads
    may run different groups at once, the GIL is released.
    """

    name = "many"

    def __init__(
        self,
        network: NetworkSpec,
        training: TrainingSpec,
        data: TrainData,
        seeds: Sequence[int],
        rates: Sequence[float] | None = None,
    ) -> None:
        require(len(seeds) > 0, "seeds", "be at least one", len(seeds))
        rates = [training.learning_rate] * len(seeds) if rates is None else list(rates)
        require(len(rates) == len(seeds), "rates", "be as many as seeds", len(rates))
        load_exported(training.precision)
        self.network, self.training, self.data = network, training, data
        self.count = len(seeds)
        self._tables = _Tables(network, training, data)
        self._examples = plain(data, self._tables.dtype)
        lanes = self._tables.lanes
        self.groups = [
            self._group(range(first, min(first + lanes, self.count)), seeds, rates)
            for first in range(0, self.count, lanes)
        ]

    def _group(
        self, members: range, seeds: Sequence[int], rates: Sequence[float]
    ) -> _Group:
        tables, lanes = self._tables, self._tables.lanes
        who = [members[min(lane, len(members) - 1)] for lane in range(lanes)]
        size, running = self.network.layout.size, self.network.layout.running
        words = [np.uint64(seeds[k] & 0xFFFFFFFFFFFFFFFF) for k in who]
        order = np.arange(len(self.data), dtype=np.int32)
        group = _Group(
            members,
            np.array(words, np.uint64).astype(np.int64),
            np.array([rates[k] for k in who]),
            aligned(9 * size * lanes, tables.dtype),
            np.zeros(max(1, 2 * running * lanes), tables.dtype),
            tables.work(),
            np.tile(order, (lanes, 1)),
            np.zeros((self.network.depth, lanes)),
            np.zeros((lanes, FATES), np.int64),
        )
        group.place[ORDER_OF] = -1
        return group

    def run(
        self, states: Sequence[TrainState], steps: int, stop: Flag
    ) -> list[Outcome]:
        """Make at most ``steps`` steps of every network that has not diverged."""
        return [
            outcome
            for group in self.groups
            for outcome in self.run_group(group, states, steps, stop)
        ]

    def run_group(
        self, group: _Group, states: Sequence[TrainState], steps: int, stop: Flag
    ) -> list[Outcome]:
        """`run` for the members of one group; groups may run in several threads."""
        mine = [states[k] for k in group.members]
        self._load(group, mine)
        tables, place = self._tables, group.place
        begin = int(place[AT_STEP])
        fields = RAW_LAYERS + RAW_FIELDS * self.network.depth
        made: list[Floats] = [np.empty((0, fields, tables.lanes))]
        left = steps
        while left > 0 and not group.fates[: len(mine), GONE].all():
            part = np.empty((min(left, _CHUNK), fields, tables.lanes))
            train_many(
                tables.operations,
                tables.table,
                tables.program.shape,
                tables.whole,
                tables.program.reals,
                group.rates,
                group.seeds,
                group.store,
                group.stats,
                group.work,
                *self._examples,
                group.orders,
                place,
                group.before,
                group.fates,
                tables.cut,
                part,
                tables.room,
                tables.ones,
                stop,
            )
            made.append(part[: place[DONE]])
            left -= int(place[DONE])
            if stop[0]:
                break
        self._unload(group, mine)
        rows = self._rows(np.concatenate(made)[:, :, : len(mine)])
        return [self._outcome(group, lane, rows, begin) for lane in range(len(mine))]

    def _outcome(self, group: _Group, lane: int, rows: Floats, begin: int) -> Outcome:
        fate = group.fates[lane]
        done, divergence = len(rows), None
        if fate[GONE]:
            last = int(fate[GONE_STEP] - fate[GONE_BACK])
            done = max(0, min(done, last - begin))
            divergence = Divergence(
                int(fate[GONE_STEP]), int(fate[GONE_LAYER]) + 1, WHAT[fate[GONE_WHAT]]
            )
        return Outcome(done, rows[:done, :, lane].copy(), divergence)

    def _rows(self, raw: Floats) -> Floats:
        """Means and roots of what the kernel summed, as in a single run's series."""
        depth = self.network.depth
        rows = np.empty((len(raw), column_count(depth), raw.shape[2]))
        examples = raw[:, RAW_EXAMPLES]
        rows[:, 0] = raw[:, RAW_LOSS] / examples
        labelled = self.data.labels is not None
        rows[:, 1] = raw[:, RAW_CORRECT] / examples if labelled else np.nan
        with np.errstate(invalid="ignore", over="ignore"):  # of those that diverged
            for k in range(depth):
                at, c = RAW_LAYERS + RAW_FIELDS * k, 2 + 6 * k
                rows[:, c : c + 5] = raw[:, at : at + 5]
                rows[:, c + 2] /= examples
                np.sqrt(rows[:, c : c + 5], out=rows[:, c : c + 5])
                along, square, gone = (raw[:, at + i] for i in (5, 6, 7))
                norm = np.sqrt(square * gone)
                nothing = np.zeros_like(along)
                rows[:, c + 5] = np.divide(along, norm, out=nothing, where=norm > 0.0)
        return rows

    def _view(self, group: _Group) -> Floats:
        lanes, size = self._tables.lanes, self.network.layout.size
        return group.store.reshape(9, size, lanes)

    def _running(self, group: _Group, side: int) -> Floats:
        lanes, size = self._tables.lanes, self.network.layout.running
        both: Floats = group.stats[: 2 * size * lanes].reshape(2, size, lanes)
        return np.asarray(both[side])

    def _load(self, group: _Group, states: Sequence[TrainState]) -> None:
        """Take over ``states`` unless they are what the last call left."""
        for _, name in _COUNTS:
            found = {getattr(state, name) for state in self._living(group, states)}
            alike = len(found) <= 1
            require(alike, f"{name} of all networks", "be the same", sorted(found))
        if self._is_same(group, states):
            return
        place, side = group.place, int(group.place[SIDE])
        group.fates[...] = 0
        place[HAS_BEFORE] = 0
        for index, name in _COUNTS:
            place[index] = getattr(states[0], name)
        numbers, running = self._view(group), self._running(group, side)
        for lane in range(self._tables.lanes):
            state = states[min(lane, len(states) - 1)]
            for which, name in _VECTORS:
                numbers[4 * side + which, :, lane] = getattr(state, name)
            running[:, lane] = state.running
        gradients = numbers[4 * side + GRADIENT].astype(np.float64)
        start = 0
        for k, blocks in enumerate(self.network.layout.layers):
            end = max(block.stop for _, block in blocks.parameters())
            group.before[k] = (gradients[start:end] ** 2).sum(axis=0)
            start = end

    def _living(self, group: _Group, states: Sequence[TrainState]) -> list[TrainState]:
        gone = group.fates[: len(states), GONE]
        same = [s for s, g in zip(states, gone, strict=True) if not g]
        return same or list(states)

    def _is_same(self, group: _Group, states: Sequence[TrainState]) -> bool:
        place, side = group.place, int(group.place[SIDE])
        living = self._living(group, states)
        counts = all(place[i] == getattr(living[0], name) for i, name in _COUNTS)
        numbers, running = self._view(group), self._running(group, side)
        return counts and all(
            np.array_equal(running[:, lane], state.running)
            and all(
                np.array_equal(numbers[4 * side + which, :, lane], getattr(state, name))
                for which, name in _VECTORS
            )
            for lane, state in enumerate(states)
        )

    def _unload(self, group: _Group, states: Sequence[TrainState]) -> None:
        place, side = group.place, int(group.place[SIDE])
        numbers, running = self._view(group), self._running(group, side)
        for lane, state in enumerate(states):
            gone = bool(group.fates[lane, GONE])
            for which, name in _VECTORS:
                getattr(state, name)[...] = numbers[4 * side + which, :, lane]
            state.running[...] = running[:, lane]
            if gone:
                self._stand_where_it_ended(group, lane, state)
                continue
            for index, name in _COUNTS:
                setattr(state, name, int(place[index]))

    def _stand_where_it_ended(
        self, group: _Group, lane: int, state: TrainState
    ) -> None:
        """The counts of a network that stopped before the others."""
        fate = group.fates[lane]
        made = int(fate[GONE_STEP] - fate[GONE_BACK]) - state.step
        batch, examples = int(self._tables.whole[BATCH]), len(self.data)
        for _ in range(max(0, made)):
            state.position += min(batch, examples - state.position)
            if state.position >= examples:
                state.position, state.epoch = 0, state.epoch + 1
            state.step += 1
            state.moment_steps += 1
