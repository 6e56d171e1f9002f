"""Networks side by side make the steps that each would make alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numba import njit

from core.engine.state import Outcome, TrainData, TrainState
from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.kernels.backend import CompiledBackend
from core.kernels.draws import shuffle
from core.kernels.lane_examples import DRAWN, lane_shuffle
from core.kernels.linking import load_exported
from core.kernels.many_backend import ManyBackend, lanes_of
from core.kernels.options import FLAGS
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import LOSS_NAMES
from core.training import OPTIMISER_NAMES, Schedule, TrainingSpec
from core.wiring import Mask
from tests.core.small_networks import Case, small_case

GO = np.zeros(1, np.uint8)
#: More than half of the lanes: each network has one; two networks share them all.
FULL = lanes_of("float64") // 2 + 1
#: Gentle ones: a step that is too long amplifies rounding, alone or side by side.
RATES = {"sgd": 0.001, "momentum": 0.0002, "nesterov": 0.0002}


def data_of(case: Case, labelled: bool = True) -> TrainData:
    labels = case.y.argmax(axis=1) if labelled else None
    return TrainData(
        np.ascontiguousarray(case.x.T), np.ascontiguousarray(case.y.T), labels
    )


def states_of(case: Case, count: int) -> list[TrainState]:
    rng = np.random.default_rng(11)
    return [
        TrainState.start(
            case.theta + rng.normal(scale=0.1, size=case.theta.shape), case.running
        )
        for _ in range(count)
    ]


def compare(
    case: Case,
    training: TrainingSpec,
    steps: int = 200,
    count: int = FULL,
    tolerance: float = 1e-9,
    series: float = 1e-9,
    last: int = -1,
) -> list[Outcome]:
    """Train side by side and alone; the same parameters, statistics and series.

    The first network and the last are compared, or another one instead of the last.
    """
    data = data_of(case)
    together, alone = states_of(case, count), states_of(case, count)
    seeds = [5 + 3 * k for k in range(count)]
    many = ManyBackend(case.network, training, data, seeds)
    found = many.run(together, steps, GO)
    for k in sorted({0, last % count}):
        single = CompiledBackend(case.network, training, data, seeds[k])
        wanted = single.run(alone[k], steps, GO)
        assert found[k].divergence == wanted.divergence
        assert found[k].done == wanted.done
        for name in ("theta", "moment1", "moment2", "running"):
            ours, theirs = getattr(together[k], name), getattr(alone[k], name)
            size = max(1.0, float(np.abs(theirs).max(initial=0.0)))
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance * size)
        for name in ("step", "epoch", "position", "moment_steps"):
            assert getattr(together[k], name) == getattr(alone[k], name), name
        largest = np.abs(wanted.rows).max(axis=0, initial=1.0)
        np.testing.assert_allclose(
            found[k].rows / largest, wanted.rows / largest, rtol=0, atol=series
        )
    return found


@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_every_unit_loss_and_optimiser(activation: str) -> None:
    for loss in LOSS_NAMES:
        case = small_case(activation, loss)
        # Where the spread underflows, the gradient is huge and turns at random: its
        # cosine differs by 2e-6, the weights by 2e-11.
        series = 1e-5 if loss == "gaussian_nll_deviation" else 1e-9
        for optimiser in OPTIMISER_NAMES:
            rate = RATES.get(optimiser, 0.001)
            training = TrainingSpec(optimiser, rate, batch_size=4, weight_decay=0.01)
            # Of the fifth network a gradient cancels to nothing or to rounding, whose
            # cosine is anything.
            compare(case, training, series=series, last=1)
        compare(case, training, count=2, series=series)


@pytest.mark.parametrize(
    "change",
    [
        {"dropout": 0.3},
        {"clip_norm": 0.05},
        {"l1": 1e-3, "l2": 1e-2},
        {"input_noise": 0.2},
        {"label_smoothing": 0.1},
        {"schedule": Schedule("cosine", over=50, warmup=5)},
        {"batch_size": 0},
    ],
)
def test_every_setting(change: dict[str, object]) -> None:
    # The gradient of a bias before batch normalisation is nothing but rounding, which
    # Adam would make as large as any other.
    for normed, optimiser in ((False, "adam"), (True, "sgd")):
        case = small_case("tanh", "ce", batch_norm=normed)
        training = TrainingSpec(optimiser, 0.01, batch_size=4)
        # Four examples of which some are dropped may be almost alike, and dividing by
        # their spread magnifies rounding: 1e-13 after 100 steps, 1e-8 after 200.
        steps = 100 if normed and "dropout" in change else 200
        changed = replace(training, **change)  # type: ignore[arg-type]
        # With other networks than these three that happens sooner.
        for count, last in ((FULL, 2), (2, 1)):
            series = 1e-8 if normed else 1e-9
            compare(case, changed, steps, count, series=series, last=last)


def test_frozen_layers_stay_and_have_gradients() -> None:
    case = small_case("prelu", "mse")
    first, *rest = case.network.hidden
    network = replace(case.network, hidden=(replace(first, frozen=True), *rest))
    compare(replace(case, network=network), TrainingSpec("adam", 0.01, batch_size=4))


def test_wirings_and_cut_links() -> None:
    some = Mask.of((np.arange(21).reshape(3, 7) % 3 > 0).astype(int))
    hidden = (
        LayerSpec(4, "tanh"),
        LayerSpec(3, "tanh", reads=(1, 0), mask=some),
        LayerSpec(3, "relu", adds=2, adds_mask=(1, 0, 1)),
    )
    network = NetworkSpec(3, hidden, OutputSpec("mse", 3, reads=(0, 3, 1)))
    rng = np.random.default_rng(2)
    theta = rng.normal(scale=0.5, size=network.layout.size)
    mask = network.mask(1)
    assert mask is not None
    network.layout.layers[1].W.of(theta)[mask.array == 0] = 0.0
    base = small_case("tanh", "mse")
    case = replace(base, network=network, theta=theta, running=fresh_running(network))
    together = [TrainState.start(theta, case.running) for _ in range(2)]
    training = TrainingSpec("adam", 0.003, batch_size=4)
    many = ManyBackend(network, training, data_of(case), (1, 2))
    found = many.run(together, 200, GO)
    alone = TrainState.start(theta, case.running)
    single = CompiledBackend(network, training, data_of(case), 2)
    wanted = single.run(alone, 200, GO)
    np.testing.assert_allclose(together[1].theta, alone.theta, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found[1].rows, wanted.rows, rtol=1e-6, atol=1e-7)


def test_more_networks_than_lanes_and_more_examples_than_a_block() -> None:
    case = small_case("relu", "mse")
    many = replace(case, x=np.tile(case.x, (400, 1)), y=np.tile(case.y, (400, 1)))
    training = TrainingSpec("sgd", 0.01, batch_size=0)
    compare(many, training, steps=5, count=2 * lanes_of("float64") + 1)


@pytest.mark.parametrize("count", [1, 2, 3, 2 * FULL])
def test_single_precision(count: int) -> None:
    case = small_case("tanh", "ce")
    training = TrainingSpec("adam", 0.01, batch_size=4, precision="float32")
    compare(case, training, 50, count, tolerance=2e-4, series=2e-4)


def test_few_networks_share_all_lanes() -> None:
    case = small_case("tanh", "ce")
    more = replace(case, x=np.tile(case.x, (5, 1)), y=np.tile(case.y, (5, 1)))
    lanes = lanes_of("float64")
    for batch_size in (1, 3, 7, 10, 0):  # the last batch of an epoch is another size
        for count in (1, 2, 3, lanes + 1):
            training = TrainingSpec("adam", 0.01, batch_size=batch_size)
            compare(more, training, 60, count)
            data = data_of(more)
            many = ManyBackend(more.network, training, data, range(count))
            taken = [group.networks for group in many.groups]
            last = (count - 1) % lanes + 1
            strands = lanes // taken[-1]
            assert last * strands <= lanes
            assert taken[:-1] == [lanes] * (len(taken) - 1)
            asked = batch_size or len(data)
            assert 2 * last * strands > lanes or 2 * strands > asked


def test_what_a_batch_has_of_its_own_keeps_it_in_one_lane() -> None:
    for change, normed in (({"dropout": 0.3}, False), ({}, True)):
        case = small_case("tanh", "ce", batch_norm=normed)
        training = TrainingSpec("sgd", 0.01, batch_size=4, **change)
        many = ManyBackend(case.network, training, data_of(case), (1, 2))
        assert [group.networks for group in many.groups] == [lanes_of("float64")]


@pytest.mark.parametrize("others", [1, FULL])
def test_a_network_that_overflows_stops_alone(others: int) -> None:
    case = small_case("identity", "mse")
    data, count, bad = data_of(case), 1 + others, others // 2
    training = TrainingSpec("sgd", 0.01, batch_size=4)
    rates = [80.0 if k == bad else 0.01 for k in range(count)]
    together, alone = states_of(case, count), states_of(case, count)
    many = ManyBackend(case.network, training, data, range(count), rates)
    found = many.run(together, 300, GO)
    for k in range(count):
        own = replace(training, learning_rate=rates[k])
        wanted = CompiledBackend(case.network, own, data, k).run(alone[k], 300, GO)
        assert (found[k].divergence is not None) == (k == bad)
        assert found[k].divergence == wanted.divergence
        assert found[k].done == wanted.done == len(found[k].rows)
        assert together[k].step == alone[k].step
        assert np.isfinite(together[k].theta).all()
        np.testing.assert_allclose(together[k].theta, alone[k].theta, rtol=1e-6)
    again = many.run(together, 5, GO)
    assert [o.done for o in again] == [0 if k == bad else 5 for k in range(count)]


def test_pieces_make_the_same_runs_bit_for_bit() -> None:
    case = small_case("tanh", "ce")
    training = TrainingSpec("adam", 0.01, batch_size=4)
    whole, pieces = states_of(case, 3), states_of(case, 3)
    many = ManyBackend(case.network, training, data_of(case), range(3))
    many.run(whole, 60, GO)
    other = ManyBackend(case.network, training, data_of(case), range(3))
    for steps in (1, 20, 0, 39):
        other.run(pieces, steps, GO)
    for one, two in zip(whole, pieces, strict=True):
        assert np.array_equal(one.theta, two.theta)


def test_a_flag_stops_all_of_them() -> None:
    case = small_case("tanh", "ce")
    states = states_of(case, 3)
    many = ManyBackend(case.network, TrainingSpec(), data_of(case), range(3))
    assert [o.done for o in many.run(states, 10, np.ones(1, np.uint8))] == [0, 0, 0]


def test_states_at_different_steps_are_refused() -> None:
    case = small_case("tanh", "ce")
    states = states_of(case, 3)
    states[1].step = 7
    many = ManyBackend(case.network, TrainingSpec(), data_of(case), range(3))
    with pytest.raises(BadInput, match="step of all networks must be the same"):
        many.run(states, 1, GO)


def test_cut_links_to_centres() -> None:
    some = Mask.of((np.arange(12).reshape(4, 3) % 3 > 0).astype(int))
    base = small_case("rbf", "mse")
    first = LayerSpec(4, "rbf", mask=some)
    network = NetworkSpec(3, (first, LayerSpec(3, "tanh")), OutputSpec("mse", 3))
    theta = np.random.default_rng(4).normal(scale=0.5, size=network.layout.size)
    network.layout.layers[0].W.of(theta)[some.array == 0] = 0.0
    case = replace(base, network=network, theta=theta, running=fresh_running(network))
    states = [TrainState.start(theta, case.running) for _ in range(2)]
    training = TrainingSpec("adam", 0.003, batch_size=4)
    ManyBackend(network, training, data_of(case), (1, 2)).run(states, 50, GO)
    alone = TrainState.start(theta, case.running)
    CompiledBackend(network, training, data_of(case), 2).run(alone, 50, GO)
    np.testing.assert_allclose(states[1].theta, alone.theta, rtol=0, atol=1e-9)


def test_orders_of_lanes_are_those_of_single_runs() -> None:
    # Remainders by arithmetic in vectors, for numbers of examples that fit and do not.
    load_exported("float64")
    lanes = lanes_of("float64")
    seeds = np.arange(lanes) * 7919 - 3
    for n, networks in ((2, 8), (3, 4), (400, 8), (400, 1), (4099, 8)):
        networks = min(networks, lanes)
        orders = np.zeros((n, lanes), np.int32)
        _shuffle_lanes(np.zeros(lanes), seeds, 5, orders, n, networks)
        for lane in range(networks):
            order = np.zeros(n, np.int32)
            _shuffle(seeds[lane], 5, order, n)
            assert np.array_equal(orders[:, lane], order)


@njit(**FLAGS)
def _shuffle_lanes(work, seeds, epoch, orders, n, networks):
    lanes = len(seeds)
    keys, drawn = np.zeros(lanes, np.int64), np.zeros(DRAWN * lanes, np.int64)
    lane_shuffle(work, seeds, epoch, orders, n, networks, keys, drawn)


@njit(**FLAGS)
def _shuffle(seed, epoch, order, n):
    shuffle(seed, epoch, order, n)
