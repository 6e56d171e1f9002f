"""The readable backend: every gradient comes from `core.gradients`.

It trains while kernels compile, and tests compare the compiled backend with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, nan

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from core import draws
from core.arrays import Floats, Ints
from core.chance.training import Place, remember, sample
from core.engine.perturbations import dropout_masks, input_noise
from core.errors import Divergence
from core.gradients import GraphMode, NetworkGraph, network_graph
from core.network import LayerBlocks, NetworkSpec, weight_mask
from core.outputs import LOSSES
from core.sampling import sampling_layers
from core.steps.forward import logits
from core.training import TrainingSpec
from core.training.optimisers import Moments, learns, update
from core.training.state import (
    LAYER_COLUMNS,
    RUN_COLUMNS,
    Outcome,
    TrainData,
    TrainState,
    column_count,
)

#: Share of the new batch in the running statistics, as in PyTorch.
RUNNING_MOMENTUM = 0.1
#: Forward products per block of examples: about a few milliseconds.
BLOCK_WORK = 20_000_000


@dataclass(slots=True)
class _Sums:
    """The sums of one step so far, block by block."""

    key: tuple[object, ...]  # the state and settings it belongs to
    rows: Ints | slice  # examples of this step
    count: int
    next: int  # first example not yet done
    gradient: Floats
    squares: Floats  # (depth,), Σ_i ‖∂loss_i/∂z_i‖²
    loss: float = 0.0
    right: int = 0
    centred: float = 0.0  # Σ (J − b)², random units


@dataclass(frozen=True, slots=True)
class _Past:
    """The state before the last update, and the parameters after it."""

    state: TrainState
    made: Floats


class _Diverged(Exception):
    """Some number is no longer finite; has the layer (from 1) and the quantity."""

    def __init__(self, layer: int, what: str, loss_was_finite: bool) -> None:
        super().__init__(what)
        self.layer = layer
        self.what = what
        self.loss_was_finite = loss_was_finite


class ReferenceBackend:
    """Trains by building the graph of every minibatch.

    Steps over many examples are processed in blocks, except with batch normalisation,
    whose statistics need the whole batch at once.
    """

    name = "reference"
    native = False

    def __init__(
        self, network: NetworkSpec, training: TrainingSpec, data: TrainData, seed: int
    ) -> None:
        self.network = network
        self.training = training
        self._data = data
        self._seed = seed
        self._sums: _Sums | None = None
        self._past: _Past | None = None
        self._order: tuple[int, Ints] | None = None  # epoch and its permutation
        self._blas = ThreadpoolController()
        self._samples = bool(sampling_layers(network))
        normed = any(h.batch_norm for h in network.hidden)
        block = max(256, min(8192, BLOCK_WORK // network.layout.size))
        self._block = len(data) if normed else block

    def run(
        self, state: TrainState, steps: int, stop: npt.NDArray[np.uint8]
    ) -> Outcome:
        """Make at most ``steps`` steps, see `Backend.run`."""
        rows: list[Floats] = []
        columns = column_count(self.network.depth)
        divergence = None
        # One thread: small products gain nothing from more threads and would wait for
        # each other, and sums must not depend on the number of cores.
        with np.errstate(all="ignore"), self._blas.limit(limits=1, user_api="blas"):
            while len(rows) < steps and not stop[0]:
                try:
                    row = self._step(state, stop)
                except _Diverged as failure:
                    divergence = Divergence(state.step, failure.layer, failure.what)
                    if self._go_back(state, failure) and rows:
                        rows.pop()
                    break
                if row is None:
                    break
                rows.append(row)
        table = np.array(rows) if rows else np.empty((0, columns))
        return Outcome(len(rows), table, divergence)

    def discard(self) -> None:
        """Drop a half-done step."""
        self._sums = None

    def evaluate(
        self, theta: Floats, running: Floats, data: TrainData
    ) -> tuple[float, float | None]:
        """Data loss and accuracy over ``data``: no penalty, dropout or noise."""
        with np.errstate(all="ignore"), self._blas.limit(limits=1, user_api="blas"):
            return measured(self.network, theta, running, data)

    # -- one step ------------------------------------------------------------------

    def _step(self, state: TrainState, stop: npt.NDArray[np.uint8]) -> Floats | None:
        """Make one step and return its row of the series; None when interrupted."""
        sums = self._begin(state)
        running = state.running.copy()
        while sums.next < sums.count:
            if stop[0]:
                self._sums = sums
                return None
            self._add_block(state, sums, running)
        self._sums = None
        if self._samples:
            remember(self.network, running, sums.centred / sums.count)
        gradient = sums.gradient + self._penalty_gradient(state.theta)
        self._check(gradient, "gradient")
        before = Moments(state.theta, state.moment1, state.moment2)
        after = update(
            self.training,
            before,
            gradient,
            state.step,
            state.moment_steps + 1,
            learns(self.network),
        )
        self._check(after.theta, "weight")
        self._check(after.moment1, "gradient")
        self._check(after.moment2, "gradient")
        row = self._row(state, sums, gradient, after.theta)
        self._past = _Past(_copy(state), after.theta.copy())
        self._commit(state, after, gradient, running, sums.count)
        return row

    def _begin(self, state: TrainState) -> _Sums:
        """The start of a step: empty sums, or the blocks already done."""
        n = len(self._data)
        key = (state.step, state.epoch, state.position, self.training)
        if self._sums is not None and self._sums.key == key:
            return self._sums
        size = self.training.batch_size
        rows: Ints | slice
        if size == 0 or size >= n:
            rows, count = slice(state.position, n), n - state.position
        else:
            rows = self._epoch_order(state.epoch)[state.position :][:size]
            count = len(rows)
        return _Sums(
            key,
            rows,
            count,
            0,
            np.zeros_like(state.theta),
            np.zeros(self.network.depth),
        )

    def _epoch_order(self, epoch: int) -> Ints:
        if self._order is None or self._order[0] != epoch:
            order = draws.permutation(self._seed, epoch, len(self._data))
            self._order = epoch, order
        return self._order[1]

    def _add_block(self, state: TrainState, sums: _Sums, running: Floats) -> None:
        """Forward and backward over the next block of examples."""
        first, last = sums.next, min(sums.next + self._block, sums.count)
        chosen: Ints | slice
        if isinstance(sums.rows, slice):
            chosen = slice(sums.rows.start + first, sums.rows.start + last)
        else:
            chosen = sums.rows[first:last]
        kind = state.theta.dtype
        x = self._data.inputs[:, chosen].T.astype(kind)
        y = self._data.targets[:, chosen].T.astype(kind)
        mode = self._mode(state.step, sums.count, first, last, kind)

        def make(drawn: list[Floats | None]) -> NetworkGraph:
            given = [d if d is None else d.astype(kind) for d in drawn]
            drawing = replace(mode, draws=given)
            return network_graph(
                self.network, state.theta, x, y, state.running, drawing
            )

        made = None
        if self._samples:
            place = Place(self._seed, state.step, sums.count, range(first, last))
            made = sample(self.network, state.theta, state.running, place, make)
        graph = make([]) if made is None else made.graph
        self._check_forward(graph)
        share = (last - first) / sums.count
        sums.gradient += share * graph.gradient()
        if made is not None:
            for at, gradient in made.baselines.items():
                sums.gradient[at : at + len(gradient)] += share * gradient
            sums.centred += made.squares
        for i in range(self.network.depth):
            sums.squares[i] += np.sum(graph.example_pushes(i) ** 2, dtype=np.float64)
        sums.loss += share * float(graph.data_loss.value)
        sums.right += _right(self.network, graph.logits.value, self._data, chosen)
        _move_running(self.network, graph, running)
        sums.next = last

    def _mode(
        self, step: int, batch: int, first: int, last: int, kind: np.dtype[np.floating]
    ) -> GraphMode:
        """Dropout and noise for examples ``first … last − 1`` of a batch.

        Penalties are added once per step, not here.
        """
        given = (self._seed, step, batch, range(first, last))
        noise = input_noise(self.training, self.network.inputs, *given)
        masks = dropout_masks(self.training, self.network.hidden, *given)
        return GraphMode(
            training=True,
            label_smoothing=self.training.label_smoothing,
            noise=None if noise is None else noise.astype(kind),
            masks=[mask.astype(kind) for mask in masks],
        )

    def _penalty_gradient(self, theta: Floats) -> Floats:
        """2 λ₂ W + λ₁ sign(W) on weights, 0 elsewhere."""
        settings = self.training
        mask = weight_mask(self.network).astype(theta.dtype)
        return mask * (2.0 * settings.l2 * theta + settings.l1 * np.sign(theta))

    def _row(
        self, state: TrainState, sums: _Sums, gradient: Floats, theta: Floats
    ) -> Floats:
        """The series of this step, see `core.training.state`."""
        accuracy = nan if self._data.labels is None else sums.right / sums.count
        row = [sums.loss, accuracy]
        for i, blocks in enumerate(self.network.layout.layers):
            part = _span(blocks)
            row += [
                _norm(blocks.W.of(gradient)),
                _norm(blocks.b.of(gradient)) if blocks.b is not None else 0.0,
                float(np.sqrt(sums.squares[i] / sums.count)),
                _norm(blocks.W.of(theta)),
                _norm(blocks.W.of(theta) - blocks.W.of(state.theta)),
                _cosine(gradient[part], state.gradient[part]),
            ]
        assert len(row) == len(RUN_COLUMNS) + len(LAYER_COLUMNS) * self.network.depth
        return np.array(row)

    def _commit(
        self,
        state: TrainState,
        after: Moments,
        gradient: Floats,
        running: Floats,
        count: int,
    ) -> None:
        """Write the finished step into ``state``."""
        state.theta[...], state.moment1[...], state.moment2[...] = after
        state.gradient[...] = gradient
        state.running[...] = running
        state.step += 1
        state.moment_steps += 1
        state.position += count
        if state.position >= len(self._data):
            state.epoch += 1
            state.position = 0

    # -- divergence ----------------------------------------------------------------

    def _check_forward(self, graph: NetworkGraph) -> None:
        if isfinite(float(graph.data_loss.value)):
            return
        for i, layer in enumerate(graph.layers):
            if not np.isfinite(layer.a.value).all():
                raise _Diverged(i + 1, "pre-activation", False)
        raise _Diverged(self.network.depth, "loss", False)

    def _check(self, flat: Floats, what: str) -> None:
        """Raise for the first layer whose section of ``flat`` has no finite norm."""
        for i, blocks in enumerate(self.network.layout.layers):
            part = flat[_span(blocks)].astype(np.float64)
            if not isfinite(float(part @ part)):
                raise _Diverged(i + 1, what, True)

    def _go_back(self, state: TrainState, failure: _Diverged) -> bool:
        """Return to the last state whose loss was finite; whether a step was undone."""
        self._sums = None
        past, self._past = self._past, None
        if failure.loss_was_finite or past is None:
            return False
        # Parameters set from outside since then have no history here.
        own = np.array_equal(past.made, state.theta)
        if not own or past.state.step + 1 != state.step:
            return False
        _restore(state, past.state)
        return True


def measured(
    network: NetworkSpec, theta: Floats, running: Floats, data: TrainData
) -> tuple[float, float | None]:
    """Data loss and accuracy over ``data``: no penalty, dropout or noise."""
    loss = LOSSES[network.output.loss]
    total, right, n = 0.0, 0, len(data)
    for start in range(0, n, 8192):
        part = slice(start, min(start + 8192, n))
        x = data.inputs[:, part].T.astype(theta.dtype)
        z = logits(network, theta, running, x)
        y = data.targets[:, part].T.astype(theta.dtype)
        total += float(np.sum(loss.value(z, y, network.output.components)))
        right += _right(network, z, data, part)
    if not n:
        return nan, None
    return total / n, None if data.labels is None else right / n


def _right(network: NetworkSpec, z: Floats, data: TrainData, rows: Ints | slice) -> int:
    """The number of correct decisions; 0 where there are no classes."""
    if data.labels is None:
        return 0
    classes = max(2, len(data.targets))
    components = network.output.components
    decided = LOSSES[network.output.loss].decide(z, classes, components)
    return int(np.count_nonzero(decided == data.labels[rows]))


def _move_running(network: NetworkSpec, graph: NetworkGraph, running: Floats) -> None:
    """Move the running statistics a little towards those of the batch."""
    places = network.layout.layers
    for layer, place, nodes in zip(network.hidden, places, graph.layers, strict=False):
        if nodes.mean is None or nodes.var is None or layer.frozen:
            continue
        assert place.mean is not None
        assert place.var is not None
        n = len(nodes.z.value)
        unbiased = nodes.var.value[0] * (n / max(n - 1, 1))
        for old, new in (
            (place.mean.of(running), nodes.mean.value[0]),
            (place.var.of(running), unbiased),
        ):
            old += RUNNING_MOMENTUM * (new - old)


def _span(blocks: LayerBlocks) -> slice:
    """The slice of a layer's parameters, whose blocks are adjacent."""
    last = [block for _, block in blocks.parameters()][-1]
    return slice(blocks.W.start, last.stop)


def _norm(values: Floats) -> float:
    return float(np.linalg.norm(values.ravel()))


def _cosine(a: Floats, b: Floats) -> float:
    """Cosine of the angle between two vectors; 0 where one of them vanishes."""
    sizes = _norm(a) * _norm(b)
    return float(np.dot(a, b)) / sizes if sizes > 0.0 and isfinite(sizes) else 0.0


def _copy(state: TrainState) -> TrainState:
    return TrainState(
        state.theta.copy(),
        state.moment1.copy(),
        state.moment2.copy(),
        state.gradient.copy(),
        state.running.copy(),
        state.step,
        state.epoch,
        state.position,
        state.moment_steps,
    )


def _restore(state: TrainState, past: TrainState) -> None:
    for name in ("theta", "moment1", "moment2", "gradient", "running"):
        getattr(state, name)[...] = getattr(past, name)
    state.step, state.epoch = past.step, past.epoch
    state.position, state.moment_steps = past.position, past.moment_steps
