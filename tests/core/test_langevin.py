"""Langevin dynamics against a posterior that is known in closed form."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.engine.session import Session
from core.grid.langevin import (
    Chain,
    Langevin,
    likelihood_factor,
    prior_strength,
    why_no_posterior,
)
from core.training import TrainingSpec
from core.wiring import Mask
from tests.core.problem_runs import run_of

VARIANCE = 0.3  # of the noise around a target
SAMPLES = 500


def linear(l2: float, batch: int = 0):
    """A linear model with squared error: its posterior is a Gaussian."""
    run = run_of("plane", "mse", units=(), points=30)
    training = TrainingSpec("sgd", 0.05, l2=l2, batch_size=batch)
    return Session(replace(run, training=training), "compiled").snapshot()


def posterior(snapshot):
    """Mean and covariance of (w₁, w₂, b), with a prior on the weights alone."""
    sample = snapshot.splits.train
    n = len(sample)
    x = np.column_stack([snapshot.run.features.apply(sample.x), np.ones(n)])
    y = sample.y.reshape(n, -1)[:, 0]
    prior = n * snapshot.run.training.l2 / VARIANCE * np.diag([1.0, 1.0, 0.0])
    precision = x.T @ x / VARIANCE + prior
    covariance = np.linalg.inv(precision)
    return covariance @ x.T @ y / VARIANCE, covariance, precision


@pytest.mark.parametrize("batch", [0, 15])
def test_samples_have_the_mean_and_covariance_of_the_posterior(batch):
    snapshot = linear(0.02, batch)
    mean, covariance, precision = posterior(snapshot)
    slowest, *_, sharpest = np.linalg.eigvalsh(precision)
    # So small that what step size and minibatch add to the spread is 5 % at most.
    step = 0.2 * (batch or 30) / 30 / sharpest
    thin = int(4.0 / (step * slowest))
    chain = Chain(burn_in=5 * thin, thin=thin, step_size=step)
    walker = Langevin(snapshot, 3, chain, factor=0.5 / VARIANCE)
    drawn = np.array(list(walker.samples(SAMPLES)))
    assert walker.steps == (5 + SAMPLES) * thin
    # Samples that far apart are correlated by at most e⁻²: fewer count.
    counted = SAMPLES * (1 - np.exp(-2)) / (1 + np.exp(-2))
    errors = np.sqrt(np.diag(covariance) / counted)
    assert np.all(np.abs(drawn.mean(axis=0) - mean) <= 4.0 * errors)
    d = np.diag(covariance)
    errors = np.sqrt((covariance**2 + np.outer(d, d)) / counted)
    assert np.all(np.abs(np.cov(drawn.T) - covariance) <= 4.0 * errors)
    # Such an error would show as half or twice the spread, so temperature 1 is tested.
    assert np.all(4.0 * np.diag(errors) < 0.5 * d)


def test_a_stronger_prior_pulls_the_posterior_to_zero():
    given = [linear(strength) for strength in (0.0, 0.02, 10.0)]
    means = [posterior(s)[0] for s in given]
    assert np.abs(means[2][:2]).max() < 0.1 * np.abs(means[0][:2]).max()
    for snapshot, mean in zip(given, means, strict=True):
        precision = posterior(snapshot)[2]
        step = 0.2 / np.linalg.eigvalsh(precision)[-1]
        chain = Chain(burn_in=400, thin=20, step_size=step)
        walker = Langevin(snapshot, 5, chain, factor=0.5 / VARIANCE)
        drawn = np.array(list(walker.samples(40)))
        reach = 4.0 * np.sqrt(np.diag(posterior(snapshot)[1]) / 5)
        assert np.all(np.abs(drawn.mean(axis=0) - mean) <= reach)


def test_the_step_size_is_found_from_the_curvature():
    snapshot = linear(0.02)
    walker = Langevin(snapshot, 1, Chain(80, 10), factor=0.5 / VARIANCE)
    first = np.array(list(walker.samples(5)))
    sharpest = np.linalg.eigvalsh(posterior(snapshot)[2])[-1]
    assert 0 < walker.step_size <= 1.02 * 0.2 / sharpest
    again = Langevin(snapshot, 1, Chain(80, 10), factor=0.5 / VARIANCE)
    assert np.array_equal(first, np.array(list(again.samples(5))))
    other = Langevin(snapshot, 2, Chain(80, 10), factor=0.5 / VARIANCE)
    assert not np.array_equal(first, np.array(list(other.samples(5))))


def test_noise_of_squared_error_is_that_of_the_errors():
    session = Session(run_of("plane", "mse", units=(), points=30), "reference")
    session.advance(30)
    snapshot = session.snapshot()
    assert likelihood_factor(snapshot) == pytest.approx(0.5 / session.metrics().loss)
    classes = Session(run_of("moons", "bce"), "reference").snapshot()
    assert likelihood_factor(classes) == 1.0


def test_cut_links_stay_cut():
    run = run_of("moons", "bce", units=(3,))
    mask = Mask.of([[1, 0], [1, 1], [0, 1]])
    run = run.changed(hidden=(replace(run.hidden[0], mask=mask),))
    snapshot = Session(run, "reference").snapshot()
    (drawn,) = Langevin(snapshot, 1, Chain(16, 4)).samples(1)
    weights = run.network.layout.layers[0].W.of(drawn)
    assert weights[0, 1] == weights[2, 0] == 0.0
    assert np.count_nonzero(weights) == 4


def test_decay_of_adamw_is_a_prior_too():
    assert prior_strength(TrainingSpec("adam", l2=0.1)) == 0.1
    assert prior_strength(TrainingSpec("adamw", l2=0.1, weight_decay=0.02)) == 0.11


@pytest.mark.parametrize(
    ("loss", "word"),
    [("hinge", "likelihood"), ("bce", ""), ("sigmoid_mse", "likelihood")],
)
def test_only_likelihoods_have_a_posterior(loss, word):
    assert word in why_no_posterior(run_of("moons", loss))
    assert bool(word) == bool(why_no_posterior(run_of("moons", loss)))


def test_random_units_and_batch_normalisation_have_none():
    run = run_of("moons", "bce", units=(3,), activation="sigmoid")
    drawn = replace(run.hidden[0], sample="bernoulli")
    assert "random" in why_no_posterior(run.changed(hidden=(drawn,)))
    normed = replace(run.hidden[0], batch_norm=True)
    assert "Batch normalisation" in why_no_posterior(run.changed(hidden=(normed,)))
