"""Many networks of one shape trained side by side: the basis of a grid of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import Divergence, require
from core.kernels.families import families_of
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
)
from core.kernels.operations import (
    BACK,
    PUSH,
    RESULT,
    SAVED,
    SOURCE,
    STATISTICS,
    VIA,
    Operations,
)
from core.kernels.options import VECTOR
from core.kernels.program import (
    AT_EPOCH,
    AT_MOMENT,
    AT_POSITION,
    AT_STEP,
    BASE,
    BASELINE,
    BATCH,
    BLOCK,
    COLUMNS,
    DONE,
    GRADIENT,
    HAS_BEFORE,
    INPUT,
    MASK,
    MOMENT1,
    MOMENT2,
    ORDER_OF,
    PLACES,
    PUSH_OUT,
    SCRATCH,
    SIDE,
    SIZE,
    TARGET,
    THETA,
    TOSSES,
    WHAT,
    A,
    B,
    Program,
    W,
    aligned,
)
from core.network import NetworkSpec
from core.steps import plan_of
from core.steps.base import INPUT as FIRST
from core.training import TrainingSpec
from core.training.state import Outcome, TrainData, TrainState, column_count

Flag = npt.NDArray[np.uint8]
#: Bytes that the values of a block may take, so that they fit the level 2 cache.
_CACHE = 256 * 1024
#: Steps for whose series there is room at once.
_CHUNK = 16384
#: Columns that contain places.
_OPERATION_PLACES = (SOURCE, RESULT, PUSH, BACK, VIA, SAVED, STATISTICS)
_LAYER_PLACES = (W, B, *COLUMNS.values(), A, MASK, BASELINE)
_WHOLE_PLACES = (INPUT, PUSH_OUT, TARGET, SCRATCH, BASE)
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
    """How many networks fit into one vector: the size of a group."""
    return VECTOR // np.dtype(precision).itemsize


class _Tables:
    """A `Program` whose places have room for a vector of lanes for every number."""

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
        self.network, self.program = network, program
        self.dtype = program.dtype
        self.lanes = lanes = lanes_of(training.precision)
        self._taken = 0
        plan = plan_of(network, training.dropout > 0.0)
        widths = network.inputs + sum(step.width for step in plan.forward)
        batch = int(program.whole[BATCH])
        fits = _CACHE // (2 * widths * lanes * self.dtype.itemsize)
        normed = any(layer.batch_norm for layer in network.hidden)
        block = batch if normed else max(1, min(batch, max(4, fits)))
        places = Operations(plan, network.inputs, block, self._take)
        self._constants = places.constants
        self.operations = places.table.copy()
        for column in _OPERATION_PLACES:
            _stretch(self.operations[:, column], lanes)
        table, whole, output = (
            program.table.copy(),
            program.whole.copy(),
            network.output,
        )
        table[:, A] = [places.places[layer.a] for layer in plan.layers]
        for index in range(network.depth):
            mask = network.mask(index)
            table[index, MASK] = -1 if mask is None else self._take(mask.array.size)
        for column in _LAYER_PLACES:
            _stretch(table[:, column], lanes)
        whole[SIZE], whole[BLOCK] = network.layout.size, block
        #: A batch with draws or statistics of its own stays in one lane.
        perturbed = training.dropout > 0.0 or training.input_noise > 0.0
        self._whole_batches = normed or perturbed
        whole[INPUT], whole[PUSH_OUT] = places.places[FIRST], places.push
        whole[TARGET] = self._take(output.targets * block)
        whole[SCRATCH] = self._take(max(6, 3 * output.width + 4) * block)
        if whole[TOSSES]:
            whole[BASE] = self._take(3 * block)
        for place in _WHOLE_PLACES:
            whole[place] *= lanes
        self.table, self.whole = table, whole

    def networks(self, members: int) -> int:
        """How many lanes one strand of each of ``members`` networks takes in total."""
        batch, lanes = int(self.whole[BATCH]), self.lanes
        found = lanes
        while found // 2 >= members and lanes // (found // 2) <= batch:
            found //= 2
        fits = -(-batch * found // lanes) <= self.whole[BLOCK]
        return found if fits and not self._whole_batches else lanes

    def _take(self, count: int) -> int:
        """Reserve a place for ``count`` vectors."""
        start = self._taken
        self._taken = start + count
        return start

    def work(self) -> Floats:
        """A buffer for the values of one block: zeros, constants and the cut links."""
        buffer = aligned(self._taken * self.lanes, self.dtype)
        for place, numbers in self._constants.items():
            at = place * self.lanes  # the same for all lanes, so stored only once
            buffer[at : at + len(numbers)] = numbers
        for index, row in enumerate(self.table):
            mask = self.network.mask(index)
            if mask is not None:
                links = np.repeat(mask.array.ravel(), self.lanes)
                buffer[row[MASK] : row[MASK] + links.size] = links
        return buffer


def _stretch(places: npt.NDArray[np.int64], lanes: int) -> None:
    """Convert places of numbers into places of vectors; −1 stays −1."""
    places[places > 0] *= lanes


@dataclass(slots=True)
class _Group:
    """The networks that share a vector; copies of the last one fill unused lanes."""

    members: range
    who: list[int]  # the network of every lane, counted within the group
    networks: int  # see `core.kernels.lane_strands`
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
    `CompiledBackend` with its seed would make, up to rounding. If one diverges, only
    that one stops. Groups of `lanes_of` networks are independent: threads may run
    different groups at once, because the GIL is released.
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
        load_exported(training.precision, families_of(network, training))
        self.network, self.training, self.data = network, training, data
        self.count = len(seeds)
        self._tables = _Tables(network, training, data)
        inputs, targets, labels = plain(data, self._tables.dtype)
        self._examples = inputs, targets, labels.astype(self._tables.dtype)
        lanes = self._tables.lanes
        self.groups = [
            self._group(range(first, min(first + lanes, self.count)), seeds, rates)
            for first in range(0, self.count, lanes)
        ]

    def _group(
        self, members: range, seeds: Sequence[int], rates: Sequence[float]
    ) -> _Group:
        tables, lanes = self._tables, self._tables.lanes
        networks, last = tables.networks(len(members)), len(members) - 1
        who = [min(lane % networks, last) for lane in range(lanes)]
        size, running = self.network.layout.size, self.network.layout.running
        words = [np.uint64(seeds[members[k]] & 0xFFFFFFFFFFFFFFFF) for k in who]
        order = np.arange(len(self.data), dtype=np.int32)
        group = _Group(
            members,
            who,
            networks,
            np.array(words, np.uint64).astype(np.int64),
            np.array([rates[members[k]] for k in who]),
            aligned(9 * size * lanes, tables.dtype),
            np.zeros(max(1, 2 * running * lanes), tables.dtype),
            tables.work(),
            np.repeat(order[:, None], lanes, axis=1),
            np.zeros((self.network.depth, lanes)),
            np.zeros((lanes, FATES), np.int64),
        )
        group.place[ORDER_OF] = -1
        return group

    def run(
        self, states: Sequence[TrainState], steps: int, stop: Flag
    ) -> list[Outcome]:
        """Make at most ``steps`` steps of every network that has not diverged.

        The rows of all outcomes are in one array.
        """
        return self._run(self.groups, states, steps, stop)

    def run_group(
        self, group: _Group, states: Sequence[TrainState], steps: int, stop: Flag
    ) -> list[Outcome]:
        """`run` for the members of one group; groups may run in several threads."""
        return self._run([group], states, steps, stop)

    def _run(
        self,
        groups: Sequence[_Group],
        states: Sequence[TrainState],
        steps: int,
        stop: Flag,
    ) -> list[Outcome]:
        parts = [[states[k] for k in group.members] for group in groups]
        for group, part in zip(groups, parts, strict=True):
            self._load(group, part)
        begin = [int(group.place[AT_STEP]) for group in groups]
        made: list[list[Floats]] = [[] for _ in groups]
        left = steps
        while left > 0:
            count = min(left, _CHUNK)
            chunks = self._rows(groups, count)
            for chunk, group, own in zip(chunks, groups, made, strict=True):
                own.append(self._advance(group, chunk, count, stop))
            left = 0 if stop[0] else left - count
        for group, part in zip(groups, parts, strict=True):
            self._unload(group, part)
        return [
            outcome
            for group, own, first in zip(groups, made, begin, strict=True)
            for outcome in self._outcomes(group, own, first)
        ]

    def _rows(self, groups: Sequence[_Group], steps: int) -> list[Floats]:
        """Room for the series of ``steps`` steps, (networks, steps, columns) per group.

        All groups share one array: memory freed in pieces is returned to the system,
        and getting a page of it back takes as long as a step. The number of steps is
        odd, because otherwise the rows of all lanes would share a few cache lines.
        """
        count = sum(len(group.members) for group in groups)
        columns = column_count(self.network.depth)
        rows = np.empty((count, steps | 1, columns))
        ends = np.cumsum([len(group.members) for group in groups])
        return np.split(rows, ends[:-1])

    def _advance(self, group: _Group, rows: Floats, steps: int, stop: Flag) -> Floats:
        """Make steps of a group, write their series to ``rows``; returns those used."""
        tables, place = self._tables, group.place
        if group.fates[: len(group.members), GONE].all():
            return rows[:, :0]
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
            rows,
            steps,
            group.networks,
            stop,
        )
        return rows[:, : place[DONE]]

    def _outcomes(self, group: _Group, made: list[Floats], begin: int) -> list[Outcome]:
        """The outcomes of the networks of a group since step ``begin``."""
        nothing = np.empty((len(group.members), 0, column_count(self.network.depth)))
        rows = made[0] if len(made) == 1 else np.concatenate([nothing, *made], axis=1)
        return [
            self._outcome(fate, own, begin)
            for fate, own in zip(group.fates, rows, strict=False)
        ]

    def _outcome(
        self, fate: npt.NDArray[np.int64], rows: Floats, begin: int
    ) -> Outcome:
        done, divergence = len(rows), None
        if fate[GONE]:
            last = int(fate[GONE_STEP] - fate[GONE_BACK])
            done = max(0, min(done, last - begin))
            divergence = Divergence(
                int(fate[GONE_STEP]), int(fate[GONE_LAYER]) + 1, WHAT[fate[GONE_WHAT]]
            )
        return Outcome(done, rows[:done], divergence)

    def _numbers(self, group: _Group) -> dict[str, Floats]:
        """Views of the vectors of the current state, each (numbers, lanes)."""
        side, lanes, layout = (
            int(group.place[SIDE]),
            self._tables.lanes,
            self.network.layout,
        )
        store = group.store.reshape(9, layout.size, lanes)
        stats = group.stats[: 2 * layout.running * lanes]
        found = {name: store[4 * side + which] for which, name in _VECTORS}
        return found | {"running": stats.reshape(2, layout.running, lanes)[side]}

    def _load(self, group: _Group, states: Sequence[TrainState]) -> None:
        """Load ``states``, unless they are unchanged since the last call."""
        given = {
            name: np.array([getattr(state, name) for state in states])
            for name in (*(name for _, name in _VECTORS), "running")
        }
        if self._is_same(group, states, given):
            return
        for _, name in _COUNTS:
            found = {getattr(state, name) for state in states}
            alike = len(found) == 1
            require(alike, f"{name} of all networks", "be the same", sorted(found))
        place = group.place
        group.fates[...] = 0
        place[HAS_BEFORE] = 0
        for index, name in _COUNTS:
            place[index] = getattr(states[0], name)
        for name, own in self._numbers(group).items():
            own[...] = given[name][group.who].T
        squares = self._numbers(group)["gradient"].astype(np.float64) ** 2
        start = 0
        for k, blocks in enumerate(self.network.layout.layers):
            end = max(block.stop for _, block in blocks.parameters())
            group.before[k] = squares[start:end].sum(axis=0)
            start = end

    def _is_same(
        self, group: _Group, states: Sequence[TrainState], given: dict[str, Floats]
    ) -> bool:
        gone = group.fates[: len(states), GONE]
        return all(
            group.place[index] == getattr(state, name)
            for state, ended in zip(states, gone, strict=True)
            if not ended
            for index, name in _COUNTS
        ) and all(
            np.array_equal(own[:, : len(states)].T, given[name])
            for name, own in self._numbers(group).items()
        )

    def _unload(self, group: _Group, states: Sequence[TrainState]) -> None:
        for name, own in self._numbers(group).items():
            for state, numbers in zip(states, own.T.astype(np.float64), strict=False):
                getattr(state, name)[...] = numbers
        for lane, state in enumerate(states):
            if group.fates[lane, GONE]:
                self._stand_where_it_ended(group, lane, state)
                continue
            for index, name in _COUNTS:
                setattr(state, name, int(group.place[index]))

    def _stand_where_it_ended(
        self, group: _Group, lane: int, state: TrainState
    ) -> None:
        """Set the counts of a network that stopped before the others."""
        fate = group.fates[lane]
        made = int(fate[GONE_STEP] - fate[GONE_BACK]) - state.step
        batch, examples = int(self._tables.whole[BATCH]), len(self.data)
        for _ in range(max(0, made)):
            state.position += min(batch, examples - state.position)
            if state.position >= examples:
                state.position, state.epoch = 0, state.epoch + 1
            state.step += 1
            state.moment_steps += 1
