"""Values for the views: the kernels' are those of NumPy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis.values import compiled, values_at
from core.engine.session import Session
from core.functions import ACTIVATIONS
from core.network import LayerSpec
from core.problems import make_problem
from core.problems.base import DataSpec
from core.run import RunSpec
from core.steps.forward import layer_values
from core.training import TrainingSpec


def snapshot_of(activation: str, precision: str, batch_norm: bool = False):
    layer = LayerSpec(5, activation, batch_norm=batch_norm)
    run = RunSpec(
        data=DataSpec(make_problem("moons"), 60),
        hidden=(layer, replace(layer, units=4)),
        loss="bce",
        training=TrainingSpec(batch_size=20, precision=precision),
    )
    session = Session(run, "compiled")
    session.advance(7)
    return session.snapshot()


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize("activation", list(ACTIVATIONS))
def test_kernels_and_numpy_agree(activation, precision):
    batch_norm = activation in ("tanh", "relu", "maxout")
    snapshot = snapshot_of(activation, precision, batch_norm)
    x = np.random.default_rng(0).uniform(-2, 2, (300, 2))
    assert compiled(snapshot, len(x))
    found = values_at(snapshot, x)
    theta, running = (a.astype(float) for a in (snapshot.theta, snapshot.running))
    known = layer_values(snapshot.network, theta, running, x)
    close = 1e-12 if precision == "float64" else 1e-4
    for mine, other in zip(found, known, strict=True):
        assert mine.named.keys() == other.named.keys()
        for a, b in ((mine.named[n], other.named[n]) for n in mine.named):
            assert a.shape == b.shape
            np.testing.assert_allclose(a, b, rtol=close, atol=close)


def test_few_points_and_the_reference_go_by_numpy():
    snapshot = snapshot_of("tanh", "float64")
    assert not compiled(snapshot, 3)
    assert not compiled(replace(snapshot, backend="reference"), 300)
    x = np.zeros((3, 2))
    known = layer_values(snapshot.network, snapshot.theta, snapshot.running, x)
    np.testing.assert_array_equal(values_at(snapshot, x)[-1].z, known[-1].z)
