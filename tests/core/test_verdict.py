"""The verdict on gradients, and the stability limit against simulated descent."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.gradients import layer_cause, stability_limit, verdict

NOISE = np.random.default_rng(0).standard_normal(400)
FALLING = np.linspace(1.0, 0.9, 400)
CALM = {
    "dead_shares": np.zeros(3),
    "cosines": np.full(50, 0.3),
    "losses": np.linspace(1.0, 0.5, 200),
    "mean_slopes": np.array([0.2, 0.2, 0.2]),
}


@pytest.mark.parametrize(
    ("grad_z", "changes", "word"),
    [
        ([0.1, 0.2, 0.2, 0.3], {}, "healthy"),
        ([1e-5, 1e-4, 1e-2, 0.3], {}, "vanishing"),
        ([900.0, 50.0, 3.0, 0.3], {}, "exploding"),
        ([0.1, np.inf, 0.2, 0.3], {}, "exploding"),
        ([0.0, 0.0, 0.2, 0.3], {"dead_shares": np.array([0.2, 1.0, 0.0])}, "dead"),
        ([0.1, 0.2, 0.2, 0.3], {"dead_shares": np.array([0.6, 0.1, 0.0])}, "dead"),
        ([0.1, 0.2, 0.2, 0.3], {"cosines": np.full(50, -0.9)}, "oscillating"),
        ([0.1, 0.2, 0.2, 0.3], {"losses": np.full(200, 0.7)}, "plateau"),
        ([1e-6, 1e-6, 1e-6, 1e-6], {"losses": np.full(200, 1e-9)}, "solved"),
        ([0.1, 0.2, 0.2, 0.3], {"stuck_share": 0.6}, "saturated"),
        ([0.1, 0.2, 0.2, 0.3], {"losses": 1.0 + 0.05 * NOISE}, "plateau"),
        ([0.1, 0.2, 0.2, 0.3], {"losses": FALLING + 0.02 * NOISE}, "healthy"),
    ],
)
def test_verdicts(grad_z: list[float], changes: dict, word: str) -> None:
    found = verdict(np.array(grad_z), **{**CALM, **changes})
    assert found.word == word


def test_the_vanishing_sentence_names_the_factor_and_its_cause() -> None:
    found = verdict(np.array([1e-6, 1e-4, 1e-2, 1.0]), **CALM)
    assert "a factor of 0.01 per layer" in found.sentence
    assert "mean slope of layer 1 is 0.2" in found.sentence
    assert found.sentence.startswith(
        "layers 1–2 receive under 1 % of the output's gradient"
    )
    stretched = verdict(
        np.array([1e-6, 1e-4, 1e-2, 1.0]), **CALM, stretches=np.array([9, 1.5, 9, 9])
    )
    assert "the next W scales by 1.5" in stretched.sentence


def test_a_healthy_verdict_has_figures_too() -> None:
    found = verdict(np.array([0.1, 0.2, 0.2, 0.4]), **CALM)
    assert found.sentence == (
        "the gradient shrinks 1 to 2× per layer towards the input, no dead units"
    )


def test_singular_values_explain_a_layer() -> None:
    cause = layer_cause(np.diag([3.0, 4.0]), 0.25)
    assert cause.largest == pytest.approx(4.0)
    assert cause.factor == pytest.approx(np.sqrt(12.5) * 0.25)


@pytest.mark.parametrize("optimiser", ["sgd", "momentum", "nesterov"])
def test_descent_on_a_parabola_turns_unstable_at_the_limit(optimiser: str) -> None:
    rate, beta = 0.1, 0.9
    limit = stability_limit(optimiser, rate, beta)
    assert limit is not None

    def size_after(curvature: float) -> float:
        x, v = 1.0, 0.0
        for _ in range(2000):
            g = curvature * x
            v = beta * v + g
            x -= rate * {"sgd": g, "momentum": v, "nesterov": g + beta * v}[optimiser]
        return abs(x)

    assert size_after(0.98 * limit) < 1e-3
    assert size_after(1.02 * limit) > 1e3
    assert stability_limit("adam", rate, beta) is None


def test_the_gradient_grows_towards_the_input_or_does_both() -> None:
    grown = verdict(np.array([1.19, 0.2]), **CALM).sentence
    assert grown.startswith("the gradient grows 5.95× per layer towards the input")
    mixed = verdict(np.array([0.1, 0.2, 0.1]), **CALM).sentence
    assert "changes by a factor of 0.5 to 2 per layer towards the input" in mixed
    alone = verdict(np.array([0.757]), **CALM).sentence
    assert alone.startswith("mean gradient per point: 0.757")


def test_a_dead_layer_with_a_shortcut_around_it_lets_the_gradient_pass():
    shares = np.array([0.0, 1.0, 0.0])
    passed = verdict(np.array([0.1, 0.0, 0.2, 0.3]), **{**CALM, "dead_shares": shares})
    assert passed.word == "dead"
    assert passed.sentence.endswith("the gradient goes round it through a shortcut")
    ended = verdict(np.array([0.0, 0.0, 0.2, 0.3]), **{**CALM, "dead_shares": shares})
    assert ended.sentence.endswith("no gradient gets past it")
