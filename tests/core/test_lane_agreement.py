"""Networks side by side make the steps that each would make alone, to 1e-9."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.functions import ACTIVATION_NAMES, ACTIVATIONS
from core.kernels.operations import KINDS
from core.network import LayerSpec
from core.outputs import LOSS_NAMES
from core.steps import kinds, plan_of
from core.training import OPTIMISER_NAMES, Schedule, TrainingSpec
from core.wiring import Mask
from tests.core.side_by_side import (
    CLOSE,
    agree_as_far_as_single_runs,
    compare,
    steps_from_the_same_states,
    trained,
    unlisted,
)
from tests.core.small_networks import Case, small_case
from tests.core.wired_networks import wired_case

#: Gentle ones: a step that is too long amplifies rounding, alone or side by side.
RATES = {"sgd": 0.001, "momentum": 0.0002, "nesterov": 0.0002}
#: Rules that divide by the size of a gradient, with an ε beside which rounding is
#: nothing; the others divide by nothing.
ADAPTIVE = {"rmsprop": 1e-4, "adam": 1e-4, "adamw": 1e-4}
SETTINGS: tuple[dict[str, Any], ...] = (
    {"dropout": 0.3},
    {"clip_norm": 0.05},
    {"l1": 1e-3, "l2": 1e-2},
    {"input_noise": 0.2},
    {"label_smoothing": 0.1},
    {"schedule": Schedule("cosine", over=50, warmup=5)},
    {"schedule": Schedule("step", every=7, factor=0.8)},
    {"batch_size": 0},
)
#: The same for one rule each.
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("nesterov", {"momentum": 0.7}),
    ("rmsprop", {"rms_alpha": 0.9}),
    ("adam", {"beta1": 0.8, "beta2": 0.95, "epsilon": 1e-6}),
    ("adamw", {"weight_decay": 0.3, "learning_rate": 0.003}),
)


def gentle(case: Case) -> Case:
    """The same with half the weights: no loss overflows within 200 steps."""
    return replace(case, theta=0.5 * case.theta)


def by_four(case: Case) -> Case:
    """The same with eight examples, so that no batch of 4 is followed by one of 2."""
    rng = np.random.default_rng(3)
    x = np.vstack([case.x, rng.normal(size=(2, case.x.shape[1]))])
    return replace(case, x=x, y=np.vstack([case.y, case.y[:2]]))


@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_every_unit_loss_and_optimiser(activation: str) -> None:
    for loss in LOSS_NAMES:
        case = gentle(small_case(activation, loss))
        for optimiser in OPTIMISER_NAMES:
            rate = RATES.get(optimiser, 0.001)
            training = TrainingSpec(optimiser, rate, batch_size=4, weight_decay=0.01)
            compare(case, training, fewer=2)


def test_every_hyper_parameter_is_changed_here() -> None:
    left = unlisted(*SETTINGS, *(change for _, change in RULES))
    assert left == {"optimiser", "precision"}


@pytest.mark.parametrize("change", SETTINGS, ids=str)
def test_every_setting(change: dict[str, Any]) -> None:
    case = small_case("tanh", "ce")
    for optimiser in ("sgd", "adam"):
        training = replace(TrainingSpec(optimiser, 0.01, batch_size=4), **change)
        compare(case, training, fewer=2)


@pytest.mark.parametrize(("optimiser", "change"), RULES)
def test_every_setting_of_one_rule(optimiser: str, change: dict[str, Any]) -> None:
    training = replace(TrainingSpec(optimiser, 0.001, batch_size=4), **change)
    compare(small_case("tanh", "ce"), training, fewer=2)


@pytest.mark.parametrize("change", [{}, *SETTINGS], ids=str)
def test_batch_normalisation_with_every_setting(change: dict[str, Any]) -> None:
    case = gentle(by_four(small_case("tanh", "ce", batch_norm=True)))
    for optimiser in ("sgd", "nesterov"):
        rate = 0.01 if optimiser == "sgd" else 0.001
        compare(case, replace(TrainingSpec(optimiser, rate, batch_size=4), **change))


@pytest.mark.parametrize("optimiser", OPTIMISER_NAMES)
def test_batch_normalisation_with_every_unit_and_optimiser(optimiser: str) -> None:
    for name, unit in ACTIVATIONS.items():
        if unit.allows_batch_norm:
            case = by_four(small_case(name, "ce", batch_norm=True))
            epsilon = ADAPTIVE.get(optimiser, 1e-8)
            training = TrainingSpec(optimiser, 0.001, batch_size=4, epsilon=epsilon)
            compare(gentle(case), training)


@pytest.mark.parametrize("optimiser", OPTIMISER_NAMES)
def test_single_steps_where_rounding_grows(optimiser: str) -> None:
    """Of two examples a normalised unit makes ±1, whatever their distance.

    Where they almost meet, a change in the last place becomes a change of sign: one
    step can multiply it by 100,000. Started from the same state, each step agrees.
    """
    case = small_case("tanh", "ce", batch_norm=True)
    epsilon = ADAPTIVE.get(optimiser, 1e-8)
    for change in ({"dropout": 0.3}, {"label_smoothing": 0.1}):
        training = TrainingSpec(optimiser, 0.01, batch_size=4, epsilon=epsilon)
        steps = steps_from_the_same_states(case, replace(training, **change))
        for pair in steps:
            pair.agree()


@pytest.mark.parametrize("change", [{}, *SETTINGS], ids=str)
@pytest.mark.parametrize("optimiser", ["sgd", "adam"])
def test_runs_where_rounding_grows(optimiser: str, change: dict[str, Any]) -> None:
    """They come apart no further than single runs that differ in the last place.

    With Adam so do weights whose gradient is 0 but for rounding, like a bias before
    batch normalisation.
    """
    case = small_case("tanh", "ce", batch_norm=True)
    training = replace(TrainingSpec(optimiser, 0.01, batch_size=4), **change)
    for pair in trained(case, training):
        agree_as_far_as_single_runs(case, pair)


def test_cosines_of_gradients_that_vanish() -> None:
    """A saturated tanh has the slope 1 − a², which is nothing but rounding.

    The direction of such a gradient is as uncertain alone.
    """
    case = small_case("tanh", "gaussian_nll_deviation")
    for optimiser in ("momentum", "nesterov"):
        for pair in trained(case, TrainingSpec(optimiser, 0.0002, batch_size=4)):
            agree_as_far_as_single_runs(case, pair)


@pytest.mark.parametrize("normed", [False, True])
def test_a_small_mistake_is_noticed(normed: bool) -> None:
    """A millionth in the rate, or an example in another order, is found everywhere."""
    case = small_case("tanh", "ce", batch_norm=normed)
    training = TrainingSpec("sgd", 0.01, batch_size=4)
    faster = replace(training, learning_rate=0.01 * (1 + 1e-6))
    good, bad = trained(case, training), trained(case, faster)
    for k, pair in enumerate(good):
        agree_as_far_as_single_runs(case, pair)
        for other in (bad[k], good[k - 1]):
            mistaken = replace(pair, lane=other.lane, found=other.found)
            with pytest.raises(AssertionError):
                agree_as_far_as_single_runs(case, mistaken)


@pytest.mark.parametrize("seed", range(20))
def test_wirings_and_cut_links(seed: int) -> None:
    case = gentle(wired_case(seed, batch_norm=False))
    training = TrainingSpec("adam", 0.001, batch_size=4)
    for pair in compare(case, training, fewer=2):
        assert (pair.lane.theta[case.theta == 0.0] == 0.0).all()


def test_cut_links_to_centres() -> None:
    some = Mask.of((np.arange(12).reshape(4, 3) % 3 > 0).astype(int))
    base = small_case("rbf", "mse")
    hidden = (LayerSpec(4, "rbf", mask=some), LayerSpec(3, "tanh"))
    network = replace(base.network, hidden=hidden)
    theta = np.random.default_rng(4).normal(scale=0.5, size=network.layout.size)
    network.layout.layers[0].W.of(theta)[some.array == 0] = 0.0
    case = replace(base, network=network, theta=theta)
    compare(case, TrainingSpec("adam", 0.003, batch_size=4), fewer=2)


def test_these_networks_have_every_kind_of_step() -> None:
    used = {
        type(step)
        for seed in range(20)
        for step in plan_of(wired_case(seed, batch_norm=False).network, True).forward
    }
    normed = small_case("tanh", "ce", batch_norm=True).network
    used |= {type(step) for step in plan_of(normed).forward}
    random = {kinds.Bernoulli, kinds.Gaussian}  # see `test_lane_chance`
    assert used == set(KINDS) - random


def test_frozen_layers_stay_and_have_gradients() -> None:
    case = small_case("prelu", "mse")
    first, *rest = case.network.hidden
    network = replace(case.network, hidden=(replace(first, frozen=True), *rest))
    pairs = compare(
        replace(case, network=network), TrainingSpec("adam", 0.01, batch_size=4)
    )
    blocks = network.layout.layers[0]
    for pair in pairs:
        start, lane = pair.start.theta, pair.lane.theta
        for _, block in blocks.parameters():
            assert np.array_equal(block.of(lane), block.of(start))
        assert np.abs(blocks.W.of(pair.lane.gradient)).max() > CLOSE
