"""A network and its settings as flat tables of numbers, which the kernels read.

Activation functions, losses and optimisers are codes (`core.kernels.codes` and places
in `OPTIMISER_NAMES`), so that changing a network or a setting never compiles anything.
"""

from __future__ import annotations

from copy import copy
from math import log

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.functions.unit import SETTINGS as FUNCTION_SETTINGS
from core.kernels.families import families_of
from core.kernels.gradients import turned_size
from core.kernels.operations import Operations
from core.kernels.options import VECTOR
from core.limits import MAX_NORMED_BATCH
from core.network import LEARNED_BLOCKS, NetworkSpec
from core.outputs import LOSS_NAMES
from core.sampling import (
    BERNOULLI,
    STRAIGHT_THROUGH,
    TRAINED,
    rounds_of,
    sampling_layers,
)
from core.steps import plan_of
from core.steps.base import INPUT as FIRST
from core.steps.kinds import Add, Gather
from core.training import OPTIMISER_NAMES, SCHEDULE_NAMES, TrainingSpec

Table = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]

# fmt: off
SGD, MOMENTUM, NESTEROV, RMSPROP, ADAM, ADAMW = range(len(OPTIMISER_NAMES))
CONSTANT, STEP, COSINE_DECAY, WARMUP = range(len(SCHEDULE_NAMES))

# Columns of the table of layers. W, B, END are places in the flat parameters, MEAN
# and VAR in the running statistics, the rest in the work buffer; -1 means "none".
(IN, ROWS, UNITS, UNIT, K, W, B, END, MEAN, VAR, FROZEN, A, BEFORE, MASK, ESTIMATOR,
 BASELINE, SPREAD, FIRST_BIT, PATTERN) = range(19)
# After them one for each further vector of parameters, a place in the flat parameters.
COLUMNS = {name: 19 + i for i, name in enumerate(LEARNED_BLOCKS)}
SLOPES, GAMMA, BETA = (COLUMNS[name] for name in ("slopes", "gamma", "beta"))
LAYER_FIELDS = 19 + len(COLUMNS)
# Columns of the real numbers of a layer.
NEGATIVE_SLOPE, ALPHA, SIGMA, SLOPE = range(len(FUNCTION_SETTINGS))
SHAPE_FIELDS = len(FUNCTION_SETTINGS)

# Whole-number settings.
(DEPTH, FEATURES, EXAMPLES, BATCH, BLOCK, LOSS, OPTIMISER, SCHEDULE, EVERY, OVER, RISE,
 WIDTH, TARGETS, COMPONENTS, SIZE, STATS, INPUT, TARGET, PUSH_OUT, SCRATCH, TURNED,
 SEED, LABELS, SERIES, TOSSES, ROUNDS, PATTERNED, BASE, DRAWS) = range(29)
SETTINGS = 29

# Real settings.
(RATE, MU, RMS_ALPHA, BETA1, BETA2, EPSILON, DECAY, CLIP, L1, L2, DROPOUT, SMOOTHING,
 NOISE, FACTOR, FINAL, LOG_BETA1, LOG_BETA2, ROUND) = range(18)
REALS = 18

# Gradient estimators for units of 0 and 1.
(UNWEIGHTED, MEAN_OF, OPTIMAL, NORMALISED, LEARNED, STRAIGHT) = range(len(TRAINED))

# Vectors of one state in the store (two states and a sum of gradients).
THETA, MOMENT1, MOMENT2, GRADIENT = range(4)
ACCUMULATED = 8  # of the same size, after the two states

# Where the run is, then what the last call did.
(AT_STEP, AT_EPOCH, AT_POSITION, AT_MOMENT, SIDE, HAS_BEFORE, BLOCKS_DONE, ORDER_OF,
 DONE, STATUS, BAD_LAYER, BAD_WHAT, BEFORE_EPOCH, BEFORE_POSITION,
 BEFORE_MOMENT, BAD_STEP) = range(16)
PLACES = 16
RUNNING, STOPPED, DIVERGED = range(3)
WHAT = ("pre-activation", "loss", "gradient", "weight")
PRE_ACTIVATION, LOSS_ITSELF, GRADIENT_ITSELF, WEIGHT = range(4)

# Sums over the blocks of a step, then the squares of ∂loss/∂z for each layer.
SUM_LOSS, SUM_CORRECT, SUM_LAYERS = range(3)
# fmt: on

_LINE = 64  # bytes of a cache line
#: Bytes that the values of a block may take, so that they fit a second-level cache.
_CACHE = 320 * 1024
#: Steps whose values come on top of those of a chain.
_JOINING = (Gather.card, Add.card)
#: Multiplications and additions that take about a millisecond on a slow core.
_WORK = 8_000_000


def aligned(count: int, dtype: npt.DTypeLike) -> Floats:
    """Zeros that start on a cache line: a vector across two lines is loaded twice."""
    size = np.dtype(dtype).itemsize
    raw = np.zeros(count * size + _LINE, dtype=np.uint8)
    start = -raw.ctypes.data % _LINE
    return raw[start : start + count * size].view(dtype)


def block_rows(network: NetworkSpec, itemsize: int) -> int:
    """Examples processed at once; depends on the network alone, never on timing."""
    widths = network.widths
    rows = [network.inputs, *(h.rows for h in network.hidden), network.output.width]
    fans = [network.fan_in(i) for i in range(network.depth)]
    joined = [step.width for step in plan_of(network).steps if step.card in _JOINING]
    numbers = sum(widths) + sum(rows) + 2 * max(*rows, *joined) + 8 + sum(joined)
    fits = _CACHE // (itemsize * numbers)
    flops = sum(6 * w * r for w, r in zip(fans, rows[1:], strict=True))
    flops += 60 * sum(rows)
    block = max(32, min(fits, _WORK // flops))
    return block // 32 * 32


class Program:
    """The tables of one network, training and amount of data."""

    def __init__(
        self,
        network: NetworkSpec,
        training: TrainingSpec,
        examples: int,
        seed: int,
        labels: bool,
        dtype: npt.DTypeLike,
    ) -> None:
        self.dtype = np.dtype(dtype)
        self.network = network
        self.families = families_of(network, training)
        self.block = block_rows(network, self.dtype.itemsize)
        normed = any(h.batch_norm for h in network.hidden)
        batch = training.batch_size or examples
        batch = min(batch, examples)
        if normed and batch > MAX_NORMED_BATCH:
            raise BadInput(
                f"training: batch_size with batch normalisation must be at most "
                f"{MAX_NORMED_BATCH}, got {batch}"
            )
        if normed:
            self.block = max(self.block, batch)
        lanes = VECTOR // self.dtype.itemsize
        self.capacity = -(-min(self.block, max(batch, 1)) // lanes) * lanes
        self.table = np.full((network.depth, LAYER_FIELDS), -1, dtype=np.int64)
        self.shape = np.zeros((network.depth, SHAPE_FIELDS), dtype=np.float64)
        self.whole = np.zeros(SETTINGS, dtype=np.int64)
        self.reals = np.zeros(REALS, dtype=np.float64)
        size = network.layout.size
        self.whole[SIZE] = -(-size // 32) * 32
        self._fill_table(training.dropout > 0.0)
        self._fill_whole(examples, batch, seed, labels)
        self._fill_training(training)

    def tuned(self, training: TrainingSpec) -> Program:
        """The same tables with other numbers: a dragged learning rate keeps them.

        Batch size, dropout, noise and precision must be the same.
        """
        made = copy(self)
        made.whole, made.reals = self.whole.copy(), self.reals.copy()
        made.reals[ROUND] = -1.0
        made._fill_training(training)
        return made

    def _fill_table(self, dropout: bool) -> None:
        network = self.network
        self._taken = 0
        plan = plan_of(network, dropout)
        self.places = Operations(plan, network.inputs, self.capacity, self._take)
        self.operations = self.places.table
        before = bits = 0
        for index, place in enumerate(network.layout.layers):
            row = self.table[index]
            hidden = network.hidden[index] if index < len(network.hidden) else None
            units = hidden.units if hidden else network.output.width
            row[IN], row[UNITS] = network.fan_in(index), units
            row[ROWS] = hidden.rows if hidden else units
            row[K] = hidden.pieces if hidden else 1
            for field, name in (
                (W, "W"),
                (B, "b"),
                (MEAN, "mean"),
                (VAR, "var"),
                (BASELINE, "baseline"),
                (SPREAD, "spread"),
                *((column, name) for name, column in COLUMNS.items()),
            ):
                block = getattr(place, name)
                row[field] = -1 if block is None else block.start
            row[END] = max(block.stop for _, block in place.parameters())
            row[FROZEN] = hidden.frozen if hidden else network.output.frozen
            row[BEFORE] = before
            row[A] = self.places.places[plan.layers[index].a]
            if hidden:
                row[UNIT] = ACTIVATION_NAMES.index(hidden.activation)
                self.shape[index] = [getattr(hidden, s) for s in FUNCTION_SETTINGS]
                row[ESTIMATOR] = TRAINED.index(hidden.estimator)
                row[FIRST_BIT] = bits
                bits += hidden.units if hidden.sample == BERNOULLI else 0
            if network.mask(index) is not None:
                row[MASK] = self._take(int(row[ROWS] * row[IN]))
            before += units
        whole = self.whole
        whole[INPUT] = self.places.places[FIRST]
        whole[PUSH_OUT] = self.places.push
        scratch = max(6, 3 * network.output.width + 4)
        whole[SCRATCH] = self._take(scratch * self.capacity)
        whole[TARGET] = self._take(network.output.targets * self.capacity)
        tossed = sampling_layers(network, BERNOULLI)
        ways = {network.hidden[i].estimator for i in tossed}
        whole[TOSSES] = bool(ways - {STRAIGHT_THROUGH})
        whole[DRAWS] = bool(sampling_layers(network))
        whole[ROUNDS], whole[PATTERNED] = rounds_of(network)
        self.table[:, PATTERN] = whole[PATTERNED]
        if whole[TOSSES]:
            whole[BASE] = self._take(3 * self.capacity)
        self.reals[ROUND] = -1.0
        widest = max(self.places.widths.values())
        turned = turned_size(widest, self.capacity, self.dtype.itemsize)
        whole[TURNED] = self._take(turned)

    def _take(self, count: int) -> int:
        """Reserve a place for ``count`` numbers, in whole cache lines."""
        start = self._taken
        self._taken = start + -(-count // 32) * 32
        return start

    def _fill_whole(self, examples: int, batch: int, seed: int, labels: bool) -> None:
        output, whole = self.network.output, self.whole
        whole[DEPTH] = self.network.depth
        whole[FEATURES] = self.network.inputs
        whole[EXAMPLES] = examples
        whole[BATCH] = batch
        whole[BLOCK] = self.block
        whole[LOSS] = LOSS_NAMES.index(output.loss)
        whole[WIDTH], whole[TARGETS] = output.width, output.targets
        whole[COMPONENTS] = output.components
        whole[STATS] = self.network.layout.running
        whole[SEED] = np.uint64(seed & 0xFFFFFFFFFFFFFFFF).astype(np.int64)
        whole[LABELS] = labels
        whole[SERIES] = 1

    def _fill_training(self, training: TrainingSpec) -> None:
        """Everything that can change while the tables stay."""
        whole, reals, schedule = self.whole, self.reals, training.schedule
        whole[OPTIMISER] = OPTIMISER_NAMES.index(training.optimiser)
        whole[SCHEDULE] = SCHEDULE_NAMES.index(schedule.name)
        whole[EVERY], whole[OVER], whole[RISE] = (
            schedule.every,
            schedule.over,
            schedule.warmup,
        )
        smoothed = self.network.output.unit.one_hot
        values = {
            RATE: training.learning_rate,
            MU: training.momentum,
            RMS_ALPHA: training.rms_alpha,
            BETA1: training.beta1,
            BETA2: training.beta2,
            EPSILON: training.epsilon,
            DECAY: training.weight_decay,
            CLIP: training.clip_norm,
            L1: training.l1,
            L2: training.l2,
            DROPOUT: training.dropout,
            SMOOTHING: training.label_smoothing if smoothed else 0.0,
            NOISE: training.input_noise,
            FACTOR: schedule.factor,
            FINAL: schedule.final,
            LOG_BETA1: log(training.beta1) if training.beta1 else -1e300,
            LOG_BETA2: log(training.beta2) if training.beta2 else -1e300,
        }
        for index, value in values.items():
            reals[index] = value

    def work(self) -> Floats:
        """A buffer for the values of one block: zeros, constants and link masks."""
        buffer = aligned(self._taken, self.dtype)
        for at, numbers in self.places.constants.items():
            buffer[at : at + len(numbers)] = numbers
        for index, row in enumerate(self.table):
            mask = self.network.mask(index)
            if mask is not None:
                at = int(row[MASK])
                buffer[at : at + mask.array.size] = mask.array.ravel()
        return buffer
