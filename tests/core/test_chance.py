"""Random units: exact expectations, and what every estimator gives."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.inspect import inspect_net
from core.chance import estimate, expectation, why_not_exact
from core.chance.drawing import Drawing, numbers_of
from core.errors import BadInput
from core.files.net_json import parse_net
from tests.core.random_networks import XOR, random_document, subject_of

SAMPLES = 20_000
UNBIASED = ("none", "mean", "optimal")


def by_differences(document, loss, step=1e-5):
    """The gradient of ``loss(subject)`` by central differences."""
    theta = subject_of(document).theta
    found = np.empty_like(theta)
    for i in range(len(theta)):
        pair = []
        for sign in (1.0, -1.0):
            moved = theta.copy()
            moved[i] += sign * step
            pair.append(loss(subject_of(document, moved)))
        found[i] = (pair[0] - pair[1]) / (2 * step)
    return found


def two_layers():
    """Bernoulli over Bernoulli, and an output that also reads the first of them."""
    document = random_document(3, slope=1.5)
    rng = np.random.default_rng(5)
    _, second, output = document["net"]["layers"]
    second |= {"activation": "sigmoid", "sample": "bernoulli"}
    output |= {"W": rng.normal(size=(1, 6)).tolist(), "reads": [1, 2]}
    return document


def above_a_layer():
    """A tanh layer, then Bernoulli units that read it and the input, with cut links."""
    document = random_document(3)
    rng = np.random.default_rng(6)
    first, second, _ = document["net"]["layers"]
    mask = [[1, 0, 1, 1, 1], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    weights = rng.normal(size=(3, 5)) * np.array(mask)
    del first["sample"]
    first["activation"] = "tanh"
    second |= {"activation": "sigmoid", "sample": "bernoulli", "reads": [0, 1]}
    second |= {"W": weights.tolist(), "mask": mask}
    return document


DOCUMENTS = {
    "one layer": random_document,
    "two layers and a shortcut": two_layers,
    "above a layer, links cut": above_a_layer,
}


@pytest.mark.parametrize("make", DOCUMENTS.values(), ids=DOCUMENTS)
def test_the_exact_gradient_is_that_of_the_expected_loss(make):
    document = make()
    found = expectation(subject_of(document))
    wanted = by_differences(document, lambda s: expectation(s).loss)
    parameters = subject_of(document).network
    links = np.ones_like(wanted)
    for i, blocks in enumerate(parameters.layout.layers):
        if (mask := parameters.mask(i)) is not None:
            blocks.W.of(links)[...] = mask.array
    assert found.gradient == pytest.approx(wanted * links, rel=1e-6, abs=1e-9)


def test_the_expected_loss_is_a_sum_over_patterns():
    document = random_document(2)
    net = parse_net(document, "a")
    (w1, b1), (w2, b2), (w3, b3) = (
        (blocks.W.of(net.theta), blocks.b.of(net.theta))
        for blocks in net.network.layout.layers
    )
    x, y = np.array(XOR["x"]), np.array(XOR["y"])
    p = 1.0 / (1.0 + np.exp(-(x @ w1.T + b1)))
    total = np.zeros(4)
    for pattern in ((0, 0), (0, 1), (1, 0), (1, 1)):
        a = np.array(pattern)
        logit = (np.tanh(w2 @ a + b2) @ w3.T + b3)[0]
        chance = np.prod(np.where(a == 1, p, 1 - p), axis=1)
        total += chance * (np.logaddexp(0.0, logit) - y * logit)
    found = expectation(subject_of(document))
    assert found.losses == pytest.approx(total)
    assert found.loss == pytest.approx(total.mean())


@pytest.fixture(scope="module", params=DOCUMENTS.values(), ids=DOCUMENTS)
def estimates(request):
    """Every estimator of Bernoulli units on one network."""
    subject = subject_of(request.param())
    names = (*UNBIASED, "normalised", "straight_through")
    return {name: estimate(subject, name, SAMPLES, 1) for name in names}


def test_means_lie_within_four_standard_errors_of_the_exact_gradient(estimates):
    for name in UNBIASED:
        found = estimates[name]
        error = np.abs(found.mean - found.exact.gradient)
        assert np.all(error <= 4.0 * found.std / np.sqrt(SAMPLES) + 1e-15), name
        assert found.loss == pytest.approx(found.exact.loss, abs=0.02)


def test_baselines_narrow_the_spread(estimates):
    none, mean, optimal = (estimates[name].spread for name in UNBIASED)
    assert optimal <= mean < none


def test_straight_through_is_biased_and_normalised_is_rescaled(estimates):
    mean = estimates["mean"]
    straight, normalised = estimates["straight_through"], estimates["normalised"]
    error = np.abs(straight.mean - mean.exact.gradient)
    assert np.any(error > 8.0 * straight.std / np.sqrt(SAMPLES))
    sampled = normalised.mean[:6], mean.mean[:6]  # parameters under the draw
    cosine = np.dot(*sampled) / np.prod([np.linalg.norm(v) for v in sampled])
    assert cosine > 0.98
    assert np.linalg.norm(sampled[0]) > 1.2 * np.linalg.norm(sampled[1])


def test_the_optimal_baseline_has_the_least_spread_of_every_unit():
    """b_i = E[J s²] / E[s²] is where the variance of (J − b) s has its minimum."""
    subject = subject_of(random_document(3)).take(slice(1, 2))
    found = expectation(subject)
    drawing = Drawing(subject, "none", 2, None)
    graph = subject.repeated(4000, numbers_of(subject, 2, 0, 4000))
    node = graph.layers[0].a
    score, loss = node.op.score(node), graph.losses.value
    best = np.sum(loss[:, None] * score**2, axis=0) / np.sum(score**2, axis=0)
    assert found.optimal[0][0] == pytest.approx(best, rel=0.05)
    assert drawing.estimator == "none"


def test_beyond_twelve_units_the_other_samples_are_the_baseline():
    subject = subject_of(random_document(13))
    assert "13 sampling units" in why_not_exact(subject.network)
    none = estimate(subject, "none", 8000, 3)
    for name in ("mean", "optimal"):
        found = estimate(subject, name, 8000, 3)
        assert found.exact is None
        both = np.hypot(found.std, none.std) / np.sqrt(8000)
        assert np.all(np.abs(found.mean - none.mean) <= 4.0 * both + 1e-15)
        assert found.spread < none.spread


def test_a_baseline_leaves_its_own_sample_out():
    """Two samples: each subtracts the other's loss, by hand."""
    subject = subject_of(random_document(13)).take(slice(2, 3))
    (drawn,) = Drawing(subject, "mean", 4, None).blocks(0, 2)
    graph = subject.repeated(2, numbers_of(subject, 4, 0, 2))
    loss, node = graph.losses.value, graph.layers[0].a
    scores = node.op.score(node)
    bias = subject.network.layout.layers[0].b
    wanted = (loss - loss[::-1])[:, None] * scores
    assert drawn.gradients[:, bias.start : bias.stop] == pytest.approx(wanted)


def test_one_sample_has_no_others():
    with pytest.raises(BadInput, match="samples must be 2 or more"):
        estimate(subject_of(random_document(13)), "mean", 1, 0)
    assert np.isnan(estimate(subject_of(random_document()), "mean", 1, 0).std).all()


@pytest.mark.parametrize("activation", ["relu", "tanh", "maxout", "prelu"])
def test_reparametrised_is_the_gradient_with_the_noise_held_fixed(activation):
    units = 4 if activation == "maxout" else 2
    fields = {"slopes": [0.2, 0.3]} if activation == "prelu" else {}
    document = random_document(units, "gaussian", activation, **fields)
    if activation == "maxout":
        document["net"]["layers"][1]["W"] = [[1, -1], [0.5, 2], [1, 1]]
    subject = subject_of(document)
    found = estimate(subject, "reparametrised", 50, 7)
    assert found.exact is None
    numbers = numbers_of(subject, 7, 0, 50)

    def loss(moved):
        return float(moved.repeated(50, numbers).data_loss.value)

    wanted = by_differences(document, loss, 1e-6)
    assert found.mean == pytest.approx(wanted, rel=1e-4, abs=1e-7)
    assert found.loss == pytest.approx(loss(subject))


def test_gaussian_units_before_a_quadratic_loss_have_exact_expectations():
    document = random_document(
        3, "gaussian", "identity", after="identity", loss="mse", seed=2
    )
    found = estimate(subject_of(document), "reparametrised", SAMPLES, 1)
    wanted = by_differences(document, lambda s: expectation(s).loss)
    assert found.exact.gradient == pytest.approx(wanted, rel=1e-6, abs=1e-8)
    error = np.abs(found.mean - found.exact.gradient)
    assert np.all(error <= 4.0 * found.std / np.sqrt(SAMPLES) + 1e-12)
    # By hand: E[(c·(m + σ η) − y)²] = (c·m − y)² + Σ c² σ².
    net = parse_net(document, "a")
    numbers = [blocks.W.of(net.theta) for blocks in net.network.layout.layers]
    biases = [blocks.b.of(net.theta) for blocks in net.network.layout.layers]
    z = net.x @ numbers[0].T + biases[0]
    c = (numbers[2] @ numbers[1])[0]
    middle = z[:, :3] @ c + numbers[2] @ biases[1] + biases[2]
    variance = np.log1p(np.exp(z[:, 3:])) ** 2 @ c**2
    by_hand = np.mean((middle - net.y[:, 0]) ** 2 + variance)
    assert found.exact.loss == pytest.approx(by_hand)


def test_the_same_seed_draws_the_same():
    subject = subject_of(random_document())
    once, again = (estimate(subject, "mean", 50, 5) for _ in range(2))
    other = estimate(subject, "mean", 50, 6)
    assert np.array_equal(once.mean, again.mean)
    assert np.array_equal(once.std, again.std)
    assert not np.array_equal(once.mean, other.mean)


@pytest.mark.parametrize(
    ("sample", "estimator"),
    [
        ("gaussian", "none"),
        ("gaussian", "straight_through"),
        ("bernoulli", "reparametrised"),
    ],
)
def test_an_estimator_that_does_not_fit_is_rejected(sample, estimator):
    subject = subject_of(random_document(2, sample))
    with pytest.raises(BadInput, match=f"layer 1, which is {sample}, got {estimator}"):
        estimate(subject, estimator, 10, 0)


def test_inspect_uses_exact_expectations_and_adds_penalties():
    document = random_document(3)
    document["net"] |= {"l2": 0.1, "l1": 0.02}
    net = parse_net(document, "a")
    found, exact = inspect_net(net), expectation(subject_of(document))
    weights = [blocks.W.of(net.theta) for blocks in net.network.layout.layers]
    penalty = sum(0.1 * np.sum(w**2) + 0.02 * np.sum(np.abs(w)) for w in weights)
    assert found.loss == pytest.approx(exact.loss + penalty)
    for layer, blocks, w in zip(
        found.gradients, net.network.layout.layers, weights, strict=True
    ):
        wanted = blocks.W.of(exact.gradient) + 0.2 * w + 0.02 * np.sign(w)
        assert layer["W"] == pytest.approx(wanted)
        assert layer["b"] == pytest.approx(blocks.b.of(exact.gradient))
    for norms, push in zip(found.norms, exact.pushes, strict=True):
        assert norms["z"] == pytest.approx(np.sqrt(np.mean(np.sum(push**2, axis=1))))


def test_inspect_rejects_what_it_cannot_sum():
    for document, reason in (
        (random_document(13), "13 sampling units"),
        (random_document(2, "gaussian", "relu"), "quadratic"),
    ):
        with pytest.raises(BadInput, match=reason):
            inspect_net(parse_net(document, "a.json"))


def test_pushes_of_the_sampling_layer_are_those_of_each_example():
    document = random_document(3)
    whole = expectation(subject_of(document))
    one = expectation(subject_of(document).take(slice(2, 3)))
    assert one.pushes[0][0] == pytest.approx(whole.pushes[0][2])
    assert one.logits[0] == pytest.approx(whole.logits[2])
