"""The compiled backend: pieces, pauses, divergence, draws, forward values, cache."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from core import draws
from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.kernels import cache
from core.kernels import draws as compiled_draws
from core.kernels.backend import CompiledBackend
from core.kernels.forward import field, named_values
from core.kernels.gradients import add_rows, outer, turned_size
from core.kernels.linking import load_exported
from core.kernels.matmul import product
from core.kernels.options import VECTOR
from core.kernels.program import block_rows
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.steps import forward
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState, column, column_count
from tests.core.small_networks import small_case

GO = np.zeros(1, np.uint8)
HALT = np.ones(1, np.uint8)


def problem(n: int, seed: int = 0) -> TrainData:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1.0, 1.0, (2, n))
    y = (x[:1] * x[1:] > 0.0).astype(float)
    return TrainData(x, y, y[0].astype(np.int64))


def network(*units: int, activation: str = "tanh", loss: str = "bce") -> NetworkSpec:
    hidden = tuple(LayerSpec(u, activation) for u in units)
    return NetworkSpec(2, hidden, OutputSpec(loss, 1))


def started(net: NetworkSpec, seed: int = 0) -> TrainState:
    rng = np.random.default_rng(seed)
    theta = rng.normal(scale=0.5, size=net.layout.size)
    return TrainState.start(theta, fresh_running(net))


def same(a: TrainState, b: TrainState) -> bool:
    arrays = ("theta", "moment1", "moment2", "gradient", "running")
    counts = ("step", "epoch", "position", "moment_steps")
    return all(
        getattr(a, n).tobytes() == getattr(b, n).tobytes() for n in arrays
    ) and all(getattr(a, n) == getattr(b, n) for n in counts)


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_pieces_make_the_same_run_bit_for_bit(precision: str) -> None:
    net = replace(
        network(6, 5), hidden=(LayerSpec(6, "tanh", batch_norm=True), LayerSpec(5))
    )
    training = TrainingSpec(
        "adam", 0.01, batch_size=7, dropout=0.2, input_noise=0.1, precision=precision
    )
    data = problem(50)
    whole, pieces = started(net), started(net)
    rows = CompiledBackend(net, training, data, 3).run(whole, 40, GO).rows
    assert rows.shape == (40, column_count(3))
    found = []
    for count in (1, 2, 0, 17, 20):
        # A new backend each time: nothing but the state may matter.
        backend = CompiledBackend(net, training, data, 3)
        found.append(backend.run(pieces, count, GO).rows)
    assert same(whole, pieces)
    assert np.array_equal(np.concatenate(found), rows)


def test_a_flag_set_before_makes_no_step() -> None:
    net = network(4)
    state = started(net)
    outcome = CompiledBackend(net, TrainingSpec(), problem(30), 0).run(state, 9, HALT)
    assert (outcome.done, state.step) == (0, 0)
    assert outcome.rows.shape == (0, column_count(2))


class Flicker(threading.Thread):
    """Sets a flag repeatedly from another thread, until stopped."""

    def __init__(self, flag: np.ndarray) -> None:
        super().__init__()
        self.flag = flag
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.001):
            self.flag[0] = 1


def test_a_step_that_is_left_again_and_again_is_the_same_step() -> None:
    net = network(32, 32)
    data = problem(60_000)
    training = TrainingSpec("sgd", 0.1)
    assert len(data) > 20 * block_rows(net, 8)
    undisturbed, disturbed = started(net), started(net)
    backend = CompiledBackend(net, training, data, 0)
    flag = np.zeros(1, np.uint8)
    flicker = Flicker(flag)
    flicker.start()
    left = 0  # calls after which a step was half done
    while left < 3 and disturbed.step < 100:
        before = disturbed.step
        backend.run(disturbed, 1, flag)
        flag[0] = 0
        left += disturbed.step == before
    flicker.ended.set()
    flicker.join()
    assert left == 3  # the kernel saw a flag that another thread set
    backend.run(disturbed, 1, GO)
    CompiledBackend(net, training, data, 0).run(undisturbed, disturbed.step, GO)
    assert same(undisturbed, disturbed)


def test_a_discarded_step_starts_anew() -> None:
    net = network(16)
    data = problem(200_000)
    training = TrainingSpec("sgd", 0.1)
    whole, left = started(net), started(net)
    CompiledBackend(net, training, data, 0).run(whole, 1, GO)
    backend = CompiledBackend(net, training, data, 0)
    flag = np.zeros(1, np.uint8)
    flicker = Flicker(flag)
    flicker.start()
    backend.run(left, 1000, flag)
    flicker.ended.set()
    flicker.join()
    left.theta[...] = started(net).theta
    left.step = left.epoch = left.moment_steps = 0
    left.gradient[...] = 0.0
    backend.discard()
    backend.run(left, 1, GO)
    assert same(whole, left)


@pytest.mark.parametrize("rows", [400, 1_000_000])
def test_the_largest_network_stops_promptly(rows: int) -> None:
    net = network(*[128] * 12, activation="relu")
    backend = CompiledBackend(net, TrainingSpec(), problem(rows), 0)
    state = started(net)
    flag = np.zeros(1, np.uint8)
    set_at = []

    def halt() -> None:
        set_at.append(time.process_time())
        flag[0] = 1

    timer = threading.Timer(0.05, halt)
    timer.start()
    outcome = backend.run(state, 10**9, flag)
    used = time.process_time() - set_at[0]
    timer.join()
    assert outcome.divergence is None
    assert used < 1.0  # 10⁹ steps, or one step over a million rows, would take longer


def test_growing_numbers_end_on_the_last_finite_state() -> None:
    net = network(8, 8, activation="relu", loss="mse")
    data = problem(20)
    state = started(net)
    backend = CompiledBackend(net, TrainingSpec("sgd", 50.0), data, 0)
    outcome = backend.run(state, 1000, GO)
    assert outcome.divergence is not None
    assert 1 <= outcome.divergence.layer <= 3
    assert outcome.divergence.step < 1000
    assert np.isfinite(state.theta).all()
    assert np.isfinite(outcome.rows[:, 0]).all()
    assert outcome.done == state.step == len(outcome.rows)
    loss, _ = backend.evaluate(state.theta, state.running, data)
    assert np.isfinite(loss)
    # It fails again in the same way.
    again = started(net)
    other = CompiledBackend(net, TrainingSpec("sgd", 50.0), data, 0)
    for _ in range(state.step + 2):
        last = other.run(again, 1, GO)
        if last.divergence is not None:
            break
    assert last.divergence == outcome.divergence
    assert same(state, again)


def test_numbers_that_are_not_finite_from_the_start() -> None:
    net = network(3, activation="relu", loss="mse")
    state = started(net)
    state.theta[0] = np.nan
    before = state.theta.copy()
    outcome = CompiledBackend(net, TrainingSpec(), problem(9), 0).run(state, 5, GO)
    assert outcome.divergence is not None
    assert (outcome.divergence.step, outcome.divergence.layer) == (0, 1)
    assert outcome.divergence.what == "pre-activation"
    assert outcome.done == state.step == 0
    assert np.array_equal(state.theta, before, equal_nan=True)


def test_settings_change_live() -> None:
    net = network(5)
    data = problem(40)
    state = started(net)
    backend = CompiledBackend(net, TrainingSpec("sgd", 0.1, batch_size=8), data, 0)
    backend.run(state, 3, GO)
    for training in (
        TrainingSpec("sgd", 0.2, batch_size=8),
        TrainingSpec("adam", 0.2, batch_size=5, dropout=0.5),
        TrainingSpec("adam", 0.2, batch_size=0, precision="float32"),
    ):
        expected = TrainState.start(state.theta, state.running)
        for name in ("moment1", "moment2", "gradient"):
            getattr(expected, name)[...] = getattr(state, name)
        for name in ("step", "epoch", "position", "moment_steps"):
            setattr(expected, name, getattr(state, name))
        CompiledBackend(net, training, data, 0).run(expected, 4, GO)
        backend.training = training
        backend.run(state, 4, GO)
        assert same(state, expected)


def test_batch_normalisation_refuses_a_huge_batch() -> None:
    net = replace(network(4), hidden=(LayerSpec(4, batch_norm=True),))
    with pytest.raises(BadInput, match=r"batch_size.*at most 4096, got 5000"):
        CompiledBackend(net, TrainingSpec(), problem(5000), 0)
    CompiledBackend(net, TrainingSpec(batch_size=64), problem(5000), 0)


def test_series_are_recorded_at_every_step() -> None:
    net = network(5)
    state = started(net)
    rows = (
        CompiledBackend(net, TrainingSpec("sgd", 0.1), problem(64), 0)
        .run(state, 3, GO)
        .rows
    )
    weights = net.layout.layers[1].W.of(state.theta)
    assert rows[-1, column("norm_w", 1)] == pytest.approx(np.linalg.norm(weights))
    assert rows[0, column("cosine", 0)] == 0.0
    assert 0.9 < rows[2, column("cosine", 0)] <= 1.0


@njit
def _keys(seeds, streams, indices):  # type: ignore[no-untyped-def]
    out = np.empty(len(seeds), np.uint64)
    for i in range(len(seeds)):
        out[i] = compiled_draws.key(seeds[i], streams[i], indices[i])
    return out


@njit
def _drawn(sequence, count):  # type: ignore[no-untyped-def]
    words, parts = np.empty(count, np.uint64), np.empty((2, count))
    for i in range(count):
        words[i] = compiled_draws.bits(sequence, i)
        parts[0, i] = compiled_draws.uniform(sequence, i)
        parts[1, i] = compiled_draws.normal(sequence, i)
    return words, parts


@njit
def _order(seed, epoch, n):  # type: ignore[no-untyped-def]
    order = np.empty(n, np.int32)
    compiled_draws.shuffle(seed, epoch, order, n)
    return order


def test_draws_are_those_of_the_reference() -> None:
    load_exported("float64")
    seeds = np.array([0, 1, 123456789, 2**62], np.int64)
    streams, indices = np.array([1, 2, 3, 1]), np.array([0, 7, 10**12, 3])
    expected = [
        draws.key(int(s), int(t), int(i))
        for s, t, i in zip(seeds, streams, indices, strict=True)
    ]
    assert np.array_equal(_keys(seeds, streams, indices), np.array(expected))
    sequence = expected[2]
    words, parts = _drawn(sequence, 2000)
    assert np.array_equal(words, draws.bits(sequence, 0, 2000))
    assert np.array_equal(parts[0], draws.uniforms(sequence, 0, 2000))
    normals = draws.normals(sequence, 0, 2000)
    np.testing.assert_allclose(parts[1], normals, rtol=1e-13, atol=1e-15)
    for n in (1, 2, 3, 400, 1001):
        assert np.array_equal(_order(9, 4, n), draws.permutation(9, 4, n))


@njit
def _products(w, b, x, z, t, g, spare, outs, nb):  # type: ignore[no-untyped-def]
    rows, count = w.shape
    ld = x.shape[1]
    product(w.ravel(), 0, count, 1, b, 0, 1, x.ravel(), 0, z, 0, ld, rows, count)
    product(w.ravel(), 0, 1, count, b, 0, 0, g.ravel(), 0, t, 0, ld, count, rows)
    for more in range(2):
        outer(g.ravel(), 0, x.ravel(), 0, ld, nb, spare, 0, outs, 0, rows, count, more)
        add_rows(g.ravel(), 0, ld, outs, rows * count, rows, more)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_matrix_products_of_every_size(dtype: type) -> None:
    load_exported(np.dtype(dtype).name)
    rng = np.random.default_rng(0)
    tolerance = 1e-12 if dtype is np.float64 else 1e-4
    size = np.dtype(dtype).itemsize
    for rows in (1, 2, 3, 4, 5, 6, 7, 9, 19):
        for count in (1, 2, 3, 4, 5, 8, 11, 40):
            for vectors, missing in ((1, 0), (1, 3), (2, 1), (3, 0), (4, 2), (7, 0)):
                ld = vectors * VECTOR // size
                nb = ld - missing
                w, x, g = (
                    rng.normal(size=s).astype(dtype)
                    for s in ((rows, count), (count, ld), (rows, ld))
                )
                g[:, nb:] = 0.0
                b = rng.normal(size=rows).astype(dtype)
                z, t = np.empty(rows * ld, dtype), np.empty(count * ld, dtype)
                spare = np.empty(turned_size(count, ld, size), dtype)
                outs = np.full(rows * count + rows + 9, 7, dtype)
                _products(w, b, x, z, t, g, spare, outs, nb)
                sums = outs[rows * count : rows * count + rows]
                for got, expected in (
                    (z, b[:, None] + w @ x),
                    (t, b[0] + w.T @ g),
                    (outs[: rows * count], 2 * g @ x.T),
                    (sums, 2 * g.sum(axis=1)),
                ):
                    got = got.reshape(expected.shape)
                    np.testing.assert_allclose(
                        got, expected, rtol=tolerance, atol=10 * tolerance
                    )
                assert (outs[-9:] == 7).all()  # nothing written beyond the end


@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_every_value_is_that_of_the_reference(activation: str) -> None:
    case = small_case(activation, "ce", batch_norm=True)
    x = np.random.default_rng(1).normal(size=(1500, 3))
    expected = forward.named_values(case.network, case.theta, case.running, x)
    inputs = np.ascontiguousarray(x.T)
    inputs.flags.writeable = False
    found = named_values(case.network, case.theta, case.running, inputs)
    assert {*found, "x"} == set(expected)
    for name, values in found.items():
        np.testing.assert_allclose(values.T, expected[name], rtol=1e-11, atol=1e-12)
    logits = field(case.network, case.theta, case.running, inputs)
    assert np.array_equal(logits, found["z3"])


def test_a_cache_that_cannot_be_written_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv("HYPERFOLD_CACHE", str(in_the_way / "deeper"))
    cache.folder.cache_clear()
    try:
        chosen = cache.folder()
        assert chosen.is_dir()
        assert in_the_way not in chosen.parents
    finally:
        cache.folder.cache_clear()


def test_old_kernels_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERFOLD_CACHE", str(tmp_path))
    for age in range(8):
        old = tmp_path / f"kernels-{age}"
        old.mkdir()
        os.utime(old, (1000.0 - age, 1000.0 - age))
    cache.folder.cache_clear()
    try:
        current = cache.folder()
        assert not cache.is_warm()
        cache.mark_warm("float64")
        assert cache.is_warm()
        assert not cache.is_warm("float32")
    finally:
        cache.folder.cache_clear()
    left = {p.name for p in tmp_path.iterdir()}
    assert left == {current.name, *(f"kernels-{age}" for age in range(5))}


def test_asking_for_the_cache_loads_no_numba() -> None:
    code = (
        "import sys; from core.kernels.cache import is_warm; is_warm(); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
