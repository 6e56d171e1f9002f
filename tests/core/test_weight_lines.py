"""Matching units, racing optimisers, and lines through weight space."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis.matching import matched, reordered
from core.analysis.planes import unit_parameters
from core.analysis.race import RACERS, race, rate_for
from core.analysis.weight_lines import Weighed, along_sharpest, between, downhill
from core.engine.data import encode
from core.engine.session import Session
from core.errors import BadInput
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import usual_loss
from core.scenes import load_scene
from core.steps.forward import logits
from core.training import TrainingSpec


@pytest.fixture(scope="module")
def snapshot():
    made = Session(load_scene("landscape-ravine").run, backend="reference")
    made.advance(3)
    return made.snapshot()


@pytest.fixture(scope="module")
def weighed(snapshot) -> Weighed:
    data = encode(snapshot.run, snapshot.splits.train)
    return Weighed(snapshot.network, snapshot.running, data, compiled=False)


def network(*layers: LayerSpec) -> NetworkSpec:
    return NetworkSpec(2, layers, OutputSpec(usual_loss(2), 1))


@pytest.mark.parametrize(
    "spec",
    [
        network(LayerSpec(5, "tanh"), LayerSpec(4, "relu")),
        network(LayerSpec(3, "maxout", maxout_k=3), LayerSpec(4, "prelu")),
    ],
    ids=["plain", "rows"],
)
def test_units_in_another_order_compute_the_same_and_are_found_again(spec):
    rng = np.random.default_rng(3)
    theta = rng.standard_normal(spec.layout.size)
    other = theta
    for layer in range(len(spec.hidden)):
        order = rng.permutation(spec.widths[layer + 1])
        other = reordered(spec, other, layer, order)
    assert not np.array_equal(other, theta)
    x, running = rng.standard_normal((7, 2)), fresh_running(spec)
    np.testing.assert_allclose(
        logits(spec, other, running, x), logits(spec, theta, running, x)
    )
    np.testing.assert_array_equal(matched(spec, theta, other), theta)


def test_units_of_a_wired_network_are_not_matched():
    spec = network(LayerSpec(3, "tanh"), LayerSpec(3, "tanh", adds=1))
    theta = np.ones(spec.layout.size)
    with pytest.raises(BadInput, match="units can be matched only"):
        matched(spec, theta, theta)


@pytest.mark.parametrize("layer", [LayerSpec(3, "maxout"), LayerSpec(3, "prelu")])
def test_every_parameter_belongs_to_one_unit(layer):
    spec = network(layer)
    places = np.concatenate(list(unit_parameters(spec)))
    assert sorted(places.tolist()) == list(range(spec.layout.size))


def test_the_way_between_two_sides_of_a_hill_has_its_height():
    spec = network(LayerSpec(1, "tanh"))
    scene = load_scene("xor")
    run = replace(scene.run, hidden=spec.hidden)
    made = Session(run, backend="reference")
    made.advance(5)
    taken = made.snapshot()
    data = encode(run, taken.splits.train)
    weighed = Weighed(taken.network, taken.running, data, compiled=False)
    first = np.asarray(taken.theta)
    found = between(weighed, first, -first)
    inside = (found.places >= 0) & (found.places <= 1)
    ends = np.interp([0.0, 1.0], found.places, found.losses)
    top = found.losses[inside].max()
    assert found.barrier == pytest.approx(max(0.0, top - ends.max()), abs=1e-12)


def test_a_step_longer_than_the_curvature_allows_ends_higher(weighed, snapshot):
    theta = np.asarray(snapshot.theta, np.float64)
    sharp = along_sharpest(
        weighed, theta, TrainingSpec("sgd", learning_rate=0.05), 0.05
    )
    assert sharp.limit == pytest.approx(40.0)
    # The loss of a linear model is its own parabola.
    np.testing.assert_allclose(sharp.losses, sharp.parabola, rtol=1e-6)
    short = downhill(weighed, theta, 0.5 / sharp.curvature)
    long = downhill(weighed, theta, 40.0 / sharp.curvature)
    assert not short.too_large
    assert long.too_large
    assert short.after < short.before < long.after


def test_curvature_beyond_all_numbers_is_said(snapshot):
    """Weights that a spread is the inverse of: the loss is finite, its bend is not."""
    run = replace(snapshot.run, loss="gaussian_nll_variance")
    taken = Session(run, backend="reference").snapshot()
    data = encode(run, taken.splits.train)
    weighed = Weighed(taken.network, taken.running, data, compiled=False)
    theta = np.asarray(taken.theta, np.float64) - 1e80
    with np.errstate(all="ignore"), pytest.raises(BadInput, match="too large"):
        along_sharpest(weighed, theta, TrainingSpec("sgd"), 0.1)


def test_racers_make_the_steps_that_training_makes(snapshot):
    run = snapshot.run
    data = encode(run, snapshot.splits.train)
    theta = np.asarray(snapshot.theta, np.float64)
    stop = np.zeros(1, np.uint8)
    found = race(run, theta, snapshot.running, data, 7, "reference", stop)
    assert tuple(r.optimiser for r in found) == RACERS
    own = replace(run, training=replace(run.training, optimiser="sgd"))
    session = Session(own, backend="reference")
    from core.engine.commands import SetParameters

    session.apply(SetParameters(theta))
    session.advance(7)
    plain = found[0]
    assert plain.made == 7
    np.testing.assert_allclose(plain.thetas[-1], session.snapshot().theta)
    assert plain.loss == pytest.approx(session.snapshot().metrics.loss)


def test_a_race_uses_a_rate_that_suits_the_kind_of_optimiser():
    adam, sgd = TrainingSpec("adam", 0.01), TrainingSpec("sgd", 0.5)
    assert rate_for("adam", adam) == rate_for("rmsprop", adam) == 0.01
    assert rate_for("sgd", adam) == pytest.approx(0.1)
    assert rate_for("momentum", sgd) == 0.5
    assert rate_for("adam", sgd) == 0.1
