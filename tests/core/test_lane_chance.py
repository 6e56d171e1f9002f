"""Random units side by side: each lane draws and learns as its network does alone."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread
from typing import Any

import numpy as np
import pytest

from core.functions import ACTIVATIONS
from core.kernels.many_backend import ManyBackend, lanes_of
from core.kernels.operations import KINDS
from core.network import LayerSpec, NetworkSpec, fresh_running, link_mask
from core.outputs import LOSS_NAMES
from core.sampling import BERNOULLI, GAUSSIAN, NORMALISED, TRAINED, rounds_of, suits
from core.steps import kinds, plan_of
from core.training import OPTIMISER_NAMES, TrainingSpec
from core.training.state import TrainState
from tests.core.side_by_side import (
    CLOSE,
    FULL,
    GO,
    compare,
    copied,
    data_of,
    gap,
    gaps,
    states_of,
    trained,
)
from tests.core.small_networks import Case, small_case
from tests.core.test_lane_agreement import ADAPTIVE, RATES, SETTINGS, by_four, gentle
from tests.core.wired_networks import wired_network

PLAIN = LayerSpec(3, "tanh")


def bernoulli(units: int = 3, estimator: str = "mean", **fields: Any) -> LayerSpec:
    """Units of 0 and 1."""
    return LayerSpec(
        units, "sigmoid", slope=1.3, sample=BERNOULLI, estimator=estimator, **fields
    )


def gaussian(units: int = 3, activation: str = "tanh", **fields: Any) -> LayerSpec:
    """Units with a mean and a scale."""
    return LayerSpec(units, activation, maxout_k=2, sample=GAUSSIAN, **fields)


def with_hidden(
    *hidden: LayerSpec, loss: str = "ce", reads: tuple[int, ...] = ()
) -> Case:
    """Three inputs, these layers and eight examples; no loss overflows."""
    base = by_four(small_case("tanh", loss))
    output = replace(base.network.output, reads=reads)
    network = NetworkSpec(3, hidden, output)
    theta = np.random.default_rng(4).normal(scale=0.4, size=network.layout.size)
    links = link_mask(network)
    theta = theta if links is None else theta * links
    return replace(base, network=network, theta=theta, running=fresh_running(network))


#: A layer for each estimator, and what it may be combined with.
KINDS_OF_LAYER = {
    **{f"bernoulli {way}": bernoulli(3, way) for way in TRAINED},
    "gaussian": gaussian(),
}
SKIPPING = with_hidden(
    replace(PLAIN, units=4),
    bernoulli(4, "learned", reads=(0, 1)),
    gaussian(4, adds=1),
    bernoulli(2, "optimal", reads=(1, 2, 3)),
    reads=(2, 4),
)
NETWORKS = {
    "two layers": with_hidden(bernoulli(2, "optimal"), bernoulli(3), reads=(1, 2)),
    "two normalised": with_hidden(bernoulli(2, NORMALISED), bernoulli(3, NORMALISED)),
    "every estimator": with_hidden(*(bernoulli(1, way) for way in TRAINED)),
    "both kinds": with_hidden(gaussian(), bernoulli(), gaussian(2), PLAIN),
    "both kinds, many units": with_hidden(gaussian(), bernoulli(14)),
    **{
        f"more units than patterns, {way}": with_hidden(bernoulli(13, way), PLAIN)
        for way in TRAINED
    },
    "skips and sums": SKIPPING,
    "frozen": with_hidden(bernoulli(3, "learned", frozen=True), PLAIN),
}


@pytest.mark.parametrize("layer", KINDS_OF_LAYER.values(), ids=KINDS_OF_LAYER)
def test_every_estimator_loss_and_optimiser(layer: LayerSpec) -> None:
    for loss in LOSS_NAMES:
        case = with_hidden(PLAIN, layer, PLAIN, loss=loss)
        for optimiser in OPTIMISER_NAMES:
            rate = RATES.get(optimiser, 0.001)
            training = TrainingSpec(optimiser, rate, batch_size=4, weight_decay=0.01)
            compare(case, training, fewer=2)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_every_function_of_gaussian_units(activation: str) -> None:
    if suits(GAUSSIAN, ACTIVATIONS[activation]):
        case = with_hidden(gaussian(3, activation), PLAIN)
        compare(case, TrainingSpec("adam", 0.001, batch_size=4), fewer=2)


@pytest.mark.parametrize("layer", KINDS_OF_LAYER.values(), ids=KINDS_OF_LAYER)
@pytest.mark.parametrize("change", [*SETTINGS, {"batch_size": 3}], ids=str)
def test_every_setting(change: dict[str, Any], layer: LayerSpec) -> None:
    case = with_hidden(layer, PLAIN)
    for optimiser in ("sgd", "adam"):
        training = replace(TrainingSpec(optimiser, 0.003, batch_size=4), **change)
        compare(case, training, fewer=2)


@pytest.mark.parametrize("layer", KINDS_OF_LAYER.values(), ids=KINDS_OF_LAYER)
def test_batch_normalisation(layer: LayerSpec) -> None:
    normed, own = replace(PLAIN, batch_norm=True), replace(layer, batch_norm=True)
    for optimiser in ("sgd", "adam"):
        for change in ({}, {"dropout": 0.3}):
            epsilon = ADAPTIVE.get(optimiser, 1e-8)
            training = TrainingSpec(
                optimiser, 0.001, batch_size=4, epsilon=epsilon, **change
            )
            for hidden in ((normed, layer, PLAIN), (own, PLAIN)):
                compare(gentle(with_hidden(*hidden)), training)
            # Examples that draw the same numbers are the same to a layer above: its
            # gradient vanishes, and the cosine of what rounding leaves is anything.
            for pair in trained(gentle(with_hidden(own, normed)), training):
                pair.same_course()
                assert gap(pair.lane, pair.alone) <= CLOSE
                losses = pair.found.rows[:, :2], pair.wanted.rows[:, :2]
                assert gaps(*losses).max() <= CLOSE


@pytest.mark.parametrize("case", NETWORKS.values(), ids=NETWORKS)
def test_every_network(case: Case) -> None:
    for change in ({}, {"dropout": 0.2, "input_noise": 0.1, "clip_norm": 0.5}):
        training = TrainingSpec("adam", 0.001, batch_size=4, **change)
        compare(case, training, fewer=2)


def wired(seed: int) -> Case:
    """A network wired at random, some of whose layers are random."""
    rng = np.random.default_rng(seed)
    plain = wired_network(seed, ("sigmoid", "tanh", "maxout"), batch_norm=False)
    hidden = list(plain.hidden)
    for i, layer in enumerate(hidden):
        if layer.activation == "sigmoid":
            way = TRAINED[rng.integers(len(TRAINED))]
            hidden[i] = replace(layer, sample=BERNOULLI, estimator=way)
        elif rng.random() < 0.6:  # twice as many rows as the mask has
            hidden[i] = replace(layer, sample=GAUSSIAN, mask=None)
    made = with_hidden(*hidden, reads=plain.output.reads)
    return replace(made, theta=0.5 * made.theta)


@pytest.mark.parametrize("seed", range(20))
def test_wirings_and_cut_links(seed: int) -> None:
    case = wired(seed)
    for pair in compare(case, TrainingSpec("adam", 0.001, batch_size=4), fewer=2):
        assert (pair.lane.theta[case.theta == 0.0] == 0.0).all()


def test_these_networks_have_every_kind_of_step_and_estimator() -> None:
    networks = [wired(seed).network for seed in range(20)]
    used = {type(step) for net in networks for step in plan_of(net, True).forward}
    ways = {
        layer.estimator
        for net in networks
        for layer in net.hidden
        if layer.sample == BERNOULLI
    }
    assert used == set(KINDS) - {kinds.Normalise, kinds.Distances}
    assert ways == set(TRAINED)
    rounds = {rounds_of(case.network) for case in NETWORKS.values()}
    assert {patterned for _, patterned in rounds} == {False, True}
    assert {count for count, _ in rounds} >= {0, 7, 32, 64}


@pytest.mark.parametrize("units", [3, 13])
def test_more_examples_than_a_block(units: int) -> None:
    layers = bernoulli(units, NORMALISED), bernoulli(2, "learned"), gaussian(2)
    case = with_hidden(*layers)
    long = replace(case, x=np.tile(case.x, (300, 1)), y=np.tile(case.y, (300, 1)))
    training = TrainingSpec("sgd", 0.01, batch_size=0)
    compare(long, training, steps=3, count=FULL)
    compare(long, training, steps=3, count=1)


def test_few_networks_share_all_lanes() -> None:
    lanes = lanes_of("float64")
    for layer in KINDS_OF_LAYER.values():
        case = with_hidden(layer, PLAIN)
        for count in (1, 2, 3):
            for batch_size in (3, 5, 0):  # lanes without an example, and none
                training = TrainingSpec("adam", 0.001, batch_size=batch_size)
                compare(case, training, 60, count)
                many = ManyBackend(case.network, training, data_of(case), range(count))
                shared = many.groups[0].networks < lanes
                assert shared == (2 * count <= lanes)


@pytest.mark.parametrize("count", [2, FULL])
def test_single_precision(count: int) -> None:
    for layer in KINDS_OF_LAYER.values():
        training = TrainingSpec("adam", 0.003, batch_size=4, precision="float32")
        compare(with_hidden(layer, PLAIN), training, 50, count, close=2e-4)


@pytest.mark.parametrize("layer", KINDS_OF_LAYER.values(), ids=KINDS_OF_LAYER)
def test_every_seed_has_draws_of_its_own(layer: LayerSpec) -> None:
    """Networks that differ in nothing but their seed: no example decides, as in one."""
    case = with_hidden(layer, PLAIN)
    training = TrainingSpec("sgd", 0.001, batch_size=0)
    starts = [TrainState.start(case.theta, case.running) for _ in range(FULL)]
    pairs = trained(case, training, 20, starts=starts)
    for k, pair in enumerate(pairs):
        pair.agree()
        with pytest.raises(AssertionError):
            replace(pair, lane=pairs[k - 1].lane, found=pairs[k - 1].found).agree(1e-6)
    losses = {pair.found.rows[0, 0] for pair in pairs}
    assert len(losses) > 1


@pytest.mark.parametrize("count", [2, 1 + FULL])
@pytest.mark.parametrize("layer", KINDS_OF_LAYER.values(), ids=KINDS_OF_LAYER)
def test_a_network_that_overflows_stops_alone(layer: LayerSpec, count: int) -> None:
    case = with_hidden(layer, LayerSpec(3, "identity"), loss="mse")
    bad = (count - 1) // 2
    training = TrainingSpec("sgd", 0.01, batch_size=4)
    rates = [1e6 if k == bad else 0.01 for k in range(count)]
    for k, pair in enumerate(trained(case, training, 200, count, rates=rates)):
        assert (pair.wanted.divergence is not None) == (k == bad)
        assert np.isfinite(pair.lane.theta).all()
        assert np.isfinite(pair.lane.running).all()
        pair.same_course()
        if k != bad:
            pair.agree()


def test_pieces_make_the_same_runs_bit_for_bit() -> None:
    case = with_hidden(bernoulli(3, NORMALISED), bernoulli(2, "learned"), gaussian())
    training = TrainingSpec("adam", 0.01, batch_size=3)
    for count in (1, 3, FULL):
        whole, pieces = states_of(case, count), states_of(case, count)
        many = ManyBackend(case.network, training, data_of(case), range(count))
        many.run(whole, 60, GO)
        other = ManyBackend(case.network, training, data_of(case), range(count))
        for steps in (1, 20, 0, 39):
            other.run(pieces, steps, GO)
        for one, two in zip(whole, pieces, strict=True):
            assert np.array_equal(one.theta, two.theta)
            assert np.array_equal(one.running, two.running)


def test_a_flag_stops_between_rounds() -> None:
    """A step over 4096 patterns takes seconds; nobody should wait for its end."""
    case = with_hidden(bernoulli(12))
    long = replace(case, x=np.tile(case.x, (500, 1)), y=np.tile(case.y, (500, 1)))
    training = TrainingSpec("sgd", 0.01, batch_size=0)
    compare(case, training, steps=1)  # compiles what would not stop
    states = states_of(case, FULL)
    starts = [copied(state) for state in states]
    many = ManyBackend(case.network, training, data_of(long), range(FULL))
    stop = np.zeros(1, np.uint8)
    done: list[int] = []
    thread = Thread(
        target=lambda: done.extend(o.done for o in many.run(states, 1, stop))
    )
    thread.start()
    thread.join(0.1)
    stop[0] = 1
    thread.join()
    assert done == [0] * FULL
    for state, start in zip(states, starts, strict=True):
        assert gap(state, start) == 0.0
        assert state.step == 0


def test_the_running_deviation_is_that_of_the_network() -> None:
    case = with_hidden(bernoulli(3, NORMALISED))
    block = case.network.layout.layers[0].spread
    assert block is not None
    found = set()
    for pair in compare(case, TrainingSpec("sgd", 0.01, batch_size=4), fewer=2):
        variance, weight = block.of(pair.lane.running)
        assert abs(variance - block.of(pair.alone.running)[0]) < CLOSE
        assert weight == pytest.approx(1.0 - 0.99**200)
        found.add(round(float(variance), 9))
    assert len(found) == FULL
