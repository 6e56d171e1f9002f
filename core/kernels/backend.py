"""The compiled backend: a network, its data and settings, trained by the kernels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import Divergence
from core.kernels import train as kernels
from core.kernels.builds import OWN, Build
from core.kernels.forward import evaluate, plain
from core.kernels.program import (
    AT_EPOCH,
    AT_MOMENT,
    AT_POSITION,
    AT_STEP,
    BAD_LAYER,
    BAD_STEP,
    BAD_WHAT,
    BLOCKS_DONE,
    DIVERGED,
    DONE,
    GRADIENT,
    HAS_BEFORE,
    MOMENT1,
    MOMENT2,
    ORDER_OF,
    PLACES,
    RUNNING,
    SERIES,
    SIDE,
    SIZE,
    STATUS,
    THETA,
    WHAT,
    Program,
    aligned,
)
from core.network import NetworkSpec
from core.training import TrainingSpec
from core.training.state import Outcome, TrainData, TrainState, column_count

#: Rows of the series that one kernel call makes; the caller gets them joined. As many
#: as the engine requests at once: joining touches twice the memory, which costs a tenth
#: of a short step.
_CHUNK = 65536
#: Settings on which the tables and the finished blocks of a step depend.
_SPOILS = ("batch_size", "dropout", "label_smoothing", "input_noise", "precision")


class CompiledBackend:
    """Trains with compiled kernels; implements `core.training.state.Backend`."""

    name = "compiled"
    native = False

    def __init__(
        self,
        network: NetworkSpec,
        training: TrainingSpec,
        data: TrainData,
        seed: int,
        series: bool = True,
        build: Build = OWN,
    ) -> None:
        self.network = network
        self.data = data
        self.seed = seed
        self._series = series  # off only to measure what the series cost
        self._build = build
        self._train = build.form(kernels.train)
        self._layer_squares = build.form(kernels.layer_squares)
        self._training = training
        self._place = np.zeros(PLACES, dtype=np.int64)
        self._place[ORDER_OF] = -1
        self._order = np.zeros(len(data), dtype=np.int32)
        self._program: Program
        self._sums = np.zeros(2 + network.depth + 3)
        self._grad_before = np.zeros(network.depth)
        self._prepare(training)

    @property
    def training(self) -> TrainingSpec:
        """The hyper-parameters; new ones apply from the next step on."""
        return self._training

    @training.setter
    def training(self, training: TrainingSpec) -> None:
        old = self._training
        if training == old:
            return
        if any(getattr(training, name) != getattr(old, name) for name in _SPOILS):
            self.discard()
            self._prepare(training, old)
        else:
            self._program = self._program.tuned(training)
        self._training = training

    def _prepare(self, training: TrainingSpec, old: TrainingSpec | None = None) -> None:
        """Lay out the tables; settings other than these only fill in numbers."""
        data = self.data
        program = Program(
            self.network,
            training,
            len(data),
            self.seed,
            data.labels is not None,
            training.precision,
        )
        self._build.need(training.precision, program.families)
        program.whole[SERIES] = self._series
        self._program = program
        self._work = program.work()
        if old is None or training.precision != old.precision:
            size = int(program.whole[SIZE])
            self._store = aligned(9 * size, program.dtype)
            self._stats = np.zeros(
                max(1, 2 * self.network.layout.running), dtype=program.dtype
            )
            self._place[HAS_BEFORE] = 0
            self._examples = plain(data, program.dtype)

    def run(
        self, state: TrainState, steps: int, stop: npt.NDArray[np.uint8]
    ) -> Outcome:
        """Make at most ``steps`` steps; see `core.training.state.Backend.run`."""
        self._load(state)
        program, place = self._program, self._place
        made: list[Floats] = []
        left, rows = steps, np.empty((0, column_count(self.network.depth)))
        while left > 0:
            rows = np.empty((min(left, _CHUNK), rows.shape[1]))
            self._train(
                program.operations,
                program.table,
                program.shape,
                program.whole,
                program.reals,
                self._store,
                self._stats,
                self._work,
                *self._examples,
                self._order,
                place,
                self._sums,
                self._grad_before,
                rows,
                stop,
            )
            done = max(0, int(place[DONE]))
            made.append(rows[:done])
            left -= done
            if place[DONE] < 0 and len(made) > 1:  # undo a step of the previous call
                made[-2] = made[-2][:-1]
            if place[STATUS] != RUNNING:
                break
        divergence = None
        if place[STATUS] == DIVERGED:
            divergence = Divergence(
                int(place[BAD_STEP]), int(place[BAD_LAYER]) + 1, WHAT[place[BAD_WHAT]]
            )
            self._measure_gradient()
        self._unload(state)
        joined = made[0] if len(made) == 1 else np.concatenate([rows[:0], *made])
        return Outcome(len(joined), joined, divergence)

    def discard(self) -> None:
        """Forget a half-done step."""
        self._place[BLOCKS_DONE] = 0

    def evaluate(
        self, theta: Floats, running: Floats, data: TrainData
    ) -> tuple[float, float | None]:
        """Data loss and accuracy over ``data``: no penalty, dropout or noise."""
        precision = self._training.precision
        return evaluate(self.network, theta, running, data, precision, self._build)

    def _vector(self, side: int, which: int) -> Floats:
        """A view of one vector of one of the two states."""
        start = (4 * side + which) * int(self._program.whole[SIZE])
        return self._store[start : start + self.network.layout.size]

    def _statistics(self, side: int) -> Floats:
        size = self.network.layout.running
        return self._stats[side * size : (side + 1) * size]

    def _load(self, state: TrainState) -> None:
        """Copy ``state`` in, unless it is what the last call left."""
        place = self._place
        side = int(place[SIDE])
        vectors = (
            (self._vector(side, THETA), state.theta),
            (self._vector(side, MOMENT1), state.moment1),
            (self._vector(side, MOMENT2), state.moment2),
            (self._vector(side, GRADIENT), state.gradient),
            (self._statistics(side), state.running),
        )
        counts = (
            (AT_STEP, state.step),
            (AT_EPOCH, state.epoch),
            (AT_POSITION, state.position),
            (AT_MOMENT, state.moment_steps),
        )
        same = all(place[index] == value for index, value in counts) and all(
            np.array_equal(own, given) for own, given in vectors
        )
        if same:
            return
        place[HAS_BEFORE] = 0
        place[BLOCKS_DONE] = 0
        for index, value in counts:
            place[index] = value
        for own, given in vectors:
            own[...] = given
        self._measure_gradient()

    def _measure_gradient(self) -> None:
        """Compute the squares of the last gradient, for the next step's cosine."""
        whole = self._program.whole
        start = (4 * int(self._place[SIDE]) + GRADIENT) * int(whole[SIZE])
        self._layer_squares(
            self._program.table, whole, self._store, start, self._grad_before
        )

    def _unload(self, state: TrainState) -> None:
        """Write the current numbers back to ``state``."""
        place = self._place
        side = int(place[SIDE])
        state.theta[...] = self._vector(side, THETA)
        state.moment1[...] = self._vector(side, MOMENT1)
        state.moment2[...] = self._vector(side, MOMENT2)
        state.gradient[...] = self._vector(side, GRADIENT)
        state.running[...] = self._statistics(side)
        state.step = int(place[AT_STEP])
        state.epoch = int(place[AT_EPOCH])
        state.position = int(place[AT_POSITION])
        state.moment_steps = int(place[AT_MOMENT])
