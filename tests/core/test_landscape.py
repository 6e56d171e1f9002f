"""Losses over a plane of weights agree with the evaluation, and can be stopped."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from core.analysis.landscape import plane_losses
from core.engine.reference_backend import ReferenceBackend
from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.outputs import LOSS_NAMES
from core.training import TrainingSpec
from core.training.state import TrainData
from tests.core.small_networks import Case, small_case

ALPHAS, BETAS = np.linspace(-1.0, 1.0, 4), np.linspace(-0.5, 0.5, 3)


def directions(case: Case) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    u, v = (rng.normal(size=len(case.theta)) for _ in range(2))
    return u, v


def expected(case: Case, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    data = TrainData(
        np.ascontiguousarray(case.x.T), np.ascontiguousarray(case.y.T), None
    )
    reference = ReferenceBackend(case.network, TrainingSpec(), data, 0)
    losses = [
        [
            reference.evaluate(case.theta + a * u + b * v, case.running, data)[0]
            for a in ALPHAS
        ]
        for b in BETAS
    ]
    return np.array(losses)


def found(case: Case, precision: str = "float64", **more: object) -> np.ndarray:
    u, v = directions(case)
    return plane_losses(
        case.network,
        case.theta,
        case.running,
        u,
        v,
        ALPHAS,
        BETAS,
        case.x.T,
        case.y.T,
        precision,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("loss", LOSS_NAMES)
def test_every_loss_agrees_with_the_evaluation(loss: str) -> None:
    case = small_case("tanh", loss, batch_norm=True)
    np.testing.assert_allclose(
        found(case), expected(case, *directions(case)), rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_every_hidden_unit_agrees_with_the_evaluation(activation: str) -> None:
    case = small_case(activation, "ce")
    want = expected(case, *directions(case))
    np.testing.assert_allclose(found(case), want, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found(case, "float32"), want, rtol=2e-4)


def test_more_examples_than_a_block_are_all_counted() -> None:
    case = small_case("relu", "mse")
    times = 3000
    many = replace(case, x=np.tile(case.x, (times, 1)), y=np.tile(case.y, (times, 1)))
    np.testing.assert_allclose(found(many), found(case), rtol=1e-9)


def test_a_flag_that_is_set_stops_it() -> None:
    case = small_case("relu", "mse")
    assert np.isnan(found(case, stop=np.ones(1, np.uint8))).all()


def test_another_thread_can_stop_it_because_the_gil_is_released() -> None:
    case = small_case("tanh", "mse")
    u, v = directions(case)
    stop = np.zeros(1, np.uint8)
    threading.Timer(0.02, lambda: stop.fill(1)).start()
    side = np.zeros(2000)
    x, y = np.tile(case.x.T, 50), np.tile(case.y.T, 50)
    losses = plane_losses(
        case.network, case.theta, case.running, u, v, side, side, x, y, stop=stop
    )
    finished = ~np.isnan(losses).any(axis=1)
    assert not finished.all()
    assert (np.diff(finished.astype(int)) <= 0).all()


def test_directions_of_another_size_are_refused() -> None:
    case = small_case("relu", "mse")
    u, v = directions(case)
    with pytest.raises(BadInput, match="landscape: v must have the shape"):
        plane_losses(
            case.network,
            case.theta,
            case.running,
            u,
            v[:-1],
            ALPHAS,
            BETAS,
            case.x.T,
            case.y.T,
        )
