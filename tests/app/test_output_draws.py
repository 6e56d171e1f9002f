"""Output on a network with random units: mean and spread over draws."""

from __future__ import annotations

import numpy as np
import pytest

from app.views.output.panel import OutputPanel
from core.chance.forward import drawn_logits, scattered
from core.network import LayerSpec
from tests.app.run_frames import frame_of, run_of, serve, trained
from tests.core.random_networks import random_document, subject_of


def session_of(sample):
    layer = LayerSpec(4, "sigmoid", sample=sample)
    return trained(run_of("moons", "bce").changed(hidden=(layer,)), 4)


def picture(session, draws):
    panel = OutputPanel()
    panel.apply_settings({"draws": draws})
    said = []
    panel.subtitle_changed.connect(said.append)
    serve(panel, frame_of(session), 320, 240)
    image = panel.grab().toImage()
    return image, said


@pytest.mark.parametrize("sample", ["bernoulli", "gaussian"])
def test_mean_and_spread_are_other_pictures(qapp, sample):
    session = session_of(sample)
    plain, mean, spread = (picture(session, d) for d in ("none", "mean", "spread"))
    assert "mean prediction over 50 draws" in mean[1]
    assert "standard deviation of predictions over 50 draws" in spread[1]
    assert not any("draws" in words for words in plain[1])
    assert plain[0] != spread[0] != mean[0]


def test_a_plain_network_is_drawn_as_it_is(qapp):
    session = trained(run_of("moons", "bce"), 2)
    assert picture(session, "none")[0] == picture(session, "spread")[0]


@pytest.mark.parametrize(
    ("problem", "loss", "words"),
    [
        ("sine", "mse", "mean prediction ± standard deviation over 50 draws"),
        ("sine", "gaussian_nll", "mean prediction ± standard deviation over 50 draws"),
        ("rgb", "mse", "standard deviation of predictions over 50 draws"),
        ("parity", "bce", "standard deviation of predictions over 50 draws"),
    ],
)
def test_every_kind_of_picture_shows_mean_and_spread(qapp, problem, loss, words):
    layer = LayerSpec(4, "tanh", sample="gaussian")
    session = trained(run_of(problem, loss).changed(hidden=(layer,)), 4)
    plain, mean, spread = (picture(session, d) for d in ("none", "mean", "spread"))
    assert "mean prediction over 50 draws" in mean[1]
    assert words in spread[1]
    assert plain[0] != mean[0] != spread[0] != plain[0]


def test_a_line_has_the_band_of_its_draws(qapp):
    layer = LayerSpec(4, "tanh", sample="gaussian")
    session = trained(run_of("sine", "mse").changed(hidden=(layer,)), 4)
    panel = OutputPanel()
    panel.apply_settings({"draws": "spread"})
    serve(panel, frame_of(session), 320, 240)
    made = panel.canvases[0].result
    snapshot = session.snapshot()
    given = (snapshot.network, snapshot.theta, snapshot.running)
    mean, spread = scattered(*given, made.line.x[:, None], 50)
    assert np.array_equal(made.line.predicted, mean)
    assert np.array_equal(made.scatter, spread)
    assert spread.min() > 0


def test_cases_read_the_spread_of_their_example(qapp):
    layer = LayerSpec(4, "sigmoid", sample="bernoulli")
    session = trained(run_of("parity", "bce").changed(hidden=(layer,)), 4)
    panel = OutputPanel()
    panel.apply_settings({"draws": "spread"})
    serve(panel, frame_of(session), 320, 240)
    made = panel.canvases[0].result
    right = (made.predicted[:, 0] > 0.5) == made.sample.y
    assert np.array_equal(made.wrong, ~right)
    assert made.spread.shape == made.predicted.shape
    darkest = made.colours.sum(axis=1).argmin()
    assert made.spread[darkest].max() == pytest.approx(made.spread.max(), rel=0.05)


def test_draws_scatter_around_the_expected_logits():
    subject = subject_of(random_document(3, loss="mse"))
    given = (subject.network, subject.theta, subject.running)
    mean, spread = scattered(*given, subject.x, 4000)
    from core.chance import expectation

    exact = expectation(subject).logits
    assert np.all(np.abs(mean - exact) <= 4.0 * spread / np.sqrt(4000) + 1e-9)
    again = drawn_logits(*given, subject.x, 1)
    assert np.array_equal(again, drawn_logits(*given, subject.x, 1))
