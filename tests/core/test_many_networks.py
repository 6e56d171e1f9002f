"""Groups of networks side by side: lanes, strands, divergence, pieces, orders."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numba import njit

from core.errors import BadInput
from core.kernels.draws import shuffle
from core.kernels.lane_examples import DRAWN, lane_shuffle
from core.kernels.linking import load_exported
from core.kernels.many_backend import ManyBackend, lanes_of
from core.kernels.options import FLAGS
from core.kernels.program import WHAT
from core.training import TrainingSpec
from core.training.state import TrainState
from tests.core.side_by_side import (
    CLOSE,
    FULL,
    GO,
    compare,
    copied,
    data_of,
    gap,
    states_of,
    trained,
)
from tests.core.small_networks import Case, small_case


def test_more_networks_than_lanes_and_more_examples_than_a_block() -> None:
    case = small_case("relu", "mse")
    many = replace(case, x=np.tile(case.x, (400, 1)), y=np.tile(case.y, (400, 1)))
    training = TrainingSpec("sgd", 0.01, batch_size=0)
    compare(many, training, steps=5, count=2 * lanes_of("float64") + 1)


@pytest.mark.parametrize("count", [1, 2, 3, 2 * FULL])
def test_single_precision(count: int) -> None:
    case = small_case("tanh", "ce")
    training = TrainingSpec("adam", 0.01, batch_size=4, precision="float32")
    compare(case, training, 50, count, close=2e-4)


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


@pytest.mark.parametrize("count", [2, 1 + FULL])
def test_a_network_that_overflows_stops_alone(count: int) -> None:
    case, bad = small_case("identity", "mse"), (count - 1) // 2
    training = TrainingSpec("sgd", 0.01, batch_size=4)
    rates = [80.0 if k == bad else 0.01 for k in range(count)]
    pairs = trained(case, training, 300, count, rates=rates)
    for k, pair in enumerate(pairs):
        assert (pair.wanted.divergence is not None) == (k == bad)
        assert np.isfinite(pair.lane.theta).all()
        pair.agree()
    states = states_of(case, count)
    many = ManyBackend(case.network, training, data_of(case), range(count), rates)
    many.run(states, 300, GO)
    left = copied(states[bad])
    again = many.run(states, 5, GO)
    assert [o.done for o in again] == [0 if k == bad else 5 for k in range(count)]
    assert np.array_equal(states[bad].theta, left.theta)


def overflowing(case: Case, count: int) -> list[TrainState]:
    """Networks that grow from one to the next until nothing of them is finite."""
    starts = states_of(case, count)
    for k, start in enumerate(starts):
        start.theta *= 10.0 ** (170.0 * k / (count - 1))
    return starts


def test_whatever_overflows_is_named_as_in_a_single_run() -> None:
    found = set()
    for activation, loss, rate in (
        ("identity", "mse", 0.01),
        ("relu", "mdn", 0.01),
        ("tanh", "mse", 1e-3),
        ("rbf", "ce", 1e160),
        ("abs", "huber", 1e-60),
    ):
        case = small_case(activation, loss)
        for optimiser in ("sgd", "adam"):
            training = TrainingSpec(optimiser, rate, batch_size=4)
            for count in (4 * lanes_of("float64"), 2):
                starts = overflowing(case, count)
                for pair in trained(case, training, 30, starts=starts):
                    pair.same_course()
                    assert gap(pair.lane, pair.alone) <= CLOSE
                    found.add(pair.wanted.divergence and pair.wanted.divergence.what)
                    for name in ("theta", "gradient", "moment1", "moment2"):
                        assert np.isfinite(getattr(pair.lane, name)).all()
    assert found == {None, *WHAT}


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_running_statistics_follow_the_same_formula(precision: str) -> None:
    """The mean of one example has no order of summation: the same to the last bit."""
    case = small_case("tanh", "ce", batch_norm=True)
    training = TrainingSpec("sgd", 0.01, batch_size=1, precision=precision)
    for pair in trained(case, training, 1):
        assert np.array_equal(pair.lane.running, pair.alone.running)
        assert not np.array_equal(pair.lane.running, pair.start.running)


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
