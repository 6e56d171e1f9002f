"""Optimisers against hand-computed steps and PyTorch; clipping; frozen layers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.training import OPTIMISER_NAMES, Schedule, TrainingSpec
from core.training.optimisers import OPTIMISERS, Moments, clipped, learns, update

every_optimiser = pytest.mark.parametrize("name", OPTIMISER_NAMES)


def start(theta: np.ndarray) -> Moments:
    return Moments(theta, np.zeros_like(theta), np.zeros_like(theta))


def descend(settings: TrainingSpec, theta: np.ndarray, steps: int) -> np.ndarray:
    """Follow the gradient of Σ θ⁴/4 − θ, which bends and is not symmetric."""
    state = start(theta)
    for step in range(steps):
        state = update(settings, state, state.theta**3 - 1.0, step, step + 1)
    return state.theta


def test_registry_is_in_the_order_of_the_kernel_codes():
    assert tuple(OPTIMISERS) == OPTIMISER_NAMES


def test_first_steps_by_hand():
    theta, g = np.array([1.0]), np.array([2.0])
    settings = TrainingSpec("sgd", 0.1)
    assert update(settings, start(theta), g, 0, 1).theta[0] == pytest.approx(0.8)
    settings = TrainingSpec("momentum", 0.1, momentum=0.5)
    one = update(settings, start(theta), g, 0, 1)
    two = update(settings, one, g, 1, 2)
    assert two.theta[0] == pytest.approx(1.0 - 0.1 * 2 - 0.1 * 3)
    settings = TrainingSpec("nesterov", 0.1, momentum=0.5)
    assert update(settings, start(theta), g, 0, 1).theta[0] == pytest.approx(0.7)
    # Adam's first step is the rate, whatever the size of the gradient.
    settings = TrainingSpec("adam", 0.1)
    assert update(settings, start(theta), g, 0, 1).theta[0] == pytest.approx(0.9)
    settings = TrainingSpec("adamw", 0.1, weight_decay=0.5)
    assert update(settings, start(theta), g, 0, 1).theta[0] == pytest.approx(0.85)
    settings = TrainingSpec("rmsprop", 0.1, rms_alpha=0.75)
    assert update(settings, start(theta), g, 0, 1).theta[0] == pytest.approx(0.8)


@every_optimiser
def test_nothing_is_changed_in_place(name):
    before = Moments(np.ones(3), np.full(3, 0.5), np.full(3, 0.25))
    copies = [part.copy() for part in before]
    update(TrainingSpec(name), before, np.ones(3), 0, 1)
    for part, copy in zip(before, copies, strict=True):
        assert part.tolist() == copy.tolist()


@every_optimiser
def test_every_optimiser_reaches_a_minimum(name):
    settings = TrainingSpec(name, 0.02, weight_decay=0.0)
    assert descend(settings, np.array([2.0, 0.5]), 1500) == pytest.approx(1, abs=0.02)


@every_optimiser
def test_pytorch_makes_the_same_steps(name):
    torch = pytest.importorskip("torch")
    settings = TrainingSpec(
        name,
        0.03,
        momentum=0.8,
        rms_alpha=0.95,
        beta1=0.85,
        beta2=0.97,
        weight_decay=0.2,
        clip_norm=1.7,
    )
    theta = np.linspace(-1.5, 2.0, 7)
    make = {
        "sgd": lambda p: torch.optim.SGD(p, 0.03),
        "momentum": lambda p: torch.optim.SGD(p, 0.03, momentum=0.8),
        "nesterov": lambda p: torch.optim.SGD(p, 0.03, momentum=0.8, nesterov=True),
        "rmsprop": lambda p: torch.optim.RMSprop(p, 0.03, alpha=0.95),
        "adam": lambda p: torch.optim.Adam(p, 0.03, betas=(0.85, 0.97)),
        "adamw": lambda p: torch.optim.AdamW(
            p, 0.03, betas=(0.85, 0.97), weight_decay=0.2
        ),
    }
    parameter = torch.tensor(theta, requires_grad=True)
    optimiser = make[name]([parameter])
    for _ in range(25):
        optimiser.zero_grad()
        (parameter**4 / 4 - parameter).sum().backward()
        torch.nn.utils.clip_grad_norm_([parameter], 1.7)
        optimiser.step()
    expected = parameter.detach().numpy()
    assert descend(settings, theta, 25) == pytest.approx(expected, rel=1e-12)


def test_schedule_scales_the_rate():
    settings = TrainingSpec("sgd", 0.1, schedule=Schedule("step", every=10, factor=0.5))
    moved = update(settings, start(np.zeros(1)), np.ones(1), 25, 1).theta[0]
    assert moved == pytest.approx(-0.025)


def test_clipping():
    g = np.array([3.0, 4.0, 12.0])
    assert clipped(g, 0.0) is g
    assert clipped(g, 20.0).tolist() == g.tolist()
    assert np.linalg.norm(clipped(g, 1.0)) == pytest.approx(1.0, rel=1e-6)
    # The norm covers only what learns; the rest is scaled too.
    seen = np.array([True, True, False])
    assert clipped(g, 1.0, seen) == pytest.approx(g / 5, rel=1e-6)


@every_optimiser
def test_frozen_layers_keep_parameters_and_moments(name):
    network = NetworkSpec(
        2, (LayerSpec(2, "prelu", frozen=True), LayerSpec(2)), OutputSpec("mse", 1)
    )
    mask = learns(network)
    first = network.layout.layers[0]
    assert first.slopes is not None
    assert mask.tolist() == [False] * first.slopes.stop + [True] * (
        network.layout.size - first.slopes.stop
    )
    before = Moments(*(np.full(len(mask), v) for v in (1.0, 0.5, 0.25)))
    after = update(TrainingSpec(name), before, np.ones(len(mask)), 0, 1, mask)
    for old, new in zip(before, after, strict=True):
        assert new[~mask].tolist() == old[~mask].tolist()
    assert (after.theta[mask] != before.theta[mask]).all()


def test_a_frozen_output_layer():
    network = NetworkSpec(2, (LayerSpec(2),), OutputSpec("mse", 1, frozen=True))
    assert learns(network).tolist() == [True] * 6 + [False] * 3
    thawed = replace(network, output=replace(network.output, frozen=False))
    assert learns(thawed).all()
