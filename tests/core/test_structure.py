from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.edits import (
    InsertLayer,
    RemoveLayer,
    SetLayer,
    SetLayerCount,
    SetOutput,
    restructure,
)
from core.engine import commands as c
from core.engine.session import Session
from core.errors import BadInput
from core.network import LayerSpec
from core.outputs import LOSSES
from core.training.state import column
from tests.core.engine_runs import BACKENDS, outputs, same_state, small_run

# A machine on which nothing is compiled yet needs a minute, once.
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(params=BACKENDS)
def backend(request) -> str:
    return request.param


def test_an_added_unit_leaves_the_function_as_it_is(backend):
    session = Session(small_run(6, 5), backend)
    session.advance(20)
    before = session.snapshot()
    session.apply(SetLayer(0, "units", 7))
    after = session.snapshot()
    x = before.splits.train.x
    np.testing.assert_allclose(outputs(after, x), outputs(before, x), rtol=1e-12)
    first, second = after.network.layout.layers[:2]
    assert first.W.of(after.theta)[6].any()  # drawn …
    assert not second.W.of(after.theta)[:, 6].any()  # … and not yet read
    assert after.step == 20
    assert after.generation == before.generation + 1
    assert session.timeline.markers[-1].text == "layer 1: 6 → 7 units"
    # Moments of kept parameters stay, those of new ones begin at zero.
    assert not first.W.of(after.moment1)[6].any()
    np.testing.assert_array_equal(
        first.W.of(after.moment1)[:6],
        before.network.layout.layers[0].W.of(before.moment1),
    )
    session.advance(10)
    assert second.W.of(session.snapshot().theta)[:, 6].any()


def test_adding_a_unit_is_reproducible(backend):
    ends = []
    for _ in range(2):
        session = Session(small_run(6, 5), backend)
        session.advance(7)
        session.apply(SetLayer(0, "units", 7))
        session.advance(7)
        ends.append(session.snapshot())
    assert same_state(*ends)


def test_a_removed_unit_takes_only_its_own_weights(backend):
    session = Session(small_run(6, 5), backend)
    session.advance(20)
    before = session.snapshot()
    session.apply(SetLayer(0, "units", 4))
    after = session.snapshot()
    for old, new in zip(
        before.network.layout.layers, after.network.layout.layers, strict=True
    ):
        kept = old.W.of(before.theta)[: new.W.shape[0], : new.W.shape[1]]
        np.testing.assert_array_equal(new.W.of(after.theta), kept)
    assert session.advance(10) == 10


def test_an_inserted_layer_leaves_the_others_alone(backend):
    session = Session(small_run(6, 5), backend)
    session.advance(20)
    before = session.snapshot()
    session.apply(InsertLayer(1, LayerSpec(6, "relu")))
    after = session.snapshot()
    old, new = before.network.layout.layers, after.network.layout.layers
    for i, j in ((0, 0), (1, 2), (2, 3)):
        np.testing.assert_array_equal(
            new[j].W.of(after.theta), old[i].W.of(before.theta)
        )
    assert "layer 2 added: 6 ReLU units" in [m.text for m in session.timeline.markers]
    # The series goes on: the new layer has no past, the others keep theirs.
    columns = [column("norm_w", i) for i in range(4)]
    view = session.series.view(columns, 1, 21, 100)
    assert np.isnan(view.mean[1]).all()
    assert np.isfinite(view.mean[[0, 2, 3]]).all()
    session.advance(5)
    assert np.isfinite(session.series.view(columns, 21, 26, 10).mean).all()


def test_a_named_layer_is_removed(backend):
    session = Session(small_run(5, 5, 5), backend)
    session.advance(10)
    before = session.snapshot()
    session.apply(RemoveLayer(0))
    after = session.snapshot()
    old, new = before.network.layout.layers, after.network.layout.layers
    np.testing.assert_array_equal(new[1].W.of(after.theta), old[2].W.of(before.theta))
    np.testing.assert_array_equal(new[0].b.of(after.theta), old[1].b.of(before.theta))
    assert session.timeline.markers[-1].text == "layer 1 removed"


def test_no_hidden_layer_is_left_and_one_comes_back(backend):
    session = Session(small_run(6), backend)
    session.advance(5)
    session.apply(SetLayerCount(0))
    assert session.advance(5) == 5
    session.apply(InsertLayer(0, LayerSpec(3, "rbf")))
    assert session.advance(5) == 5


def test_another_loss_of_the_same_width_keeps_the_output_layer(backend):
    session = Session(small_run(6), backend)
    session.advance(5)
    before = session.snapshot()
    session.apply(SetOutput("loss", "hinge"))
    np.testing.assert_array_equal(before.theta, session.snapshot().theta)
    assert (
        session.timeline.markers[-1].text
        == f"output: {LOSSES['bce'].title} → {LOSSES['hinge'].title}"
    )
    session.apply(SetOutput("loss", "ce"))
    after = session.snapshot()
    assert after.network.output.width == 2
    np.testing.assert_array_equal(
        before.network.layout.layers[0].W.of(before.theta),
        after.network.layout.layers[0].W.of(after.theta),
    )
    assert session.advance(5) == 5


@pytest.mark.parametrize("activation", ["maxout", "rbf", "prelu", "relu"])
def test_another_activation_keeps_the_weights(backend, activation):
    session = Session(small_run(6, 5), backend)
    session.advance(5)
    before = session.snapshot()
    session.apply(SetLayer(0, "activation", activation))
    after = session.snapshot()
    rows = slice(None, None, 2 if activation == "maxout" else 1)
    np.testing.assert_array_equal(
        after.network.layout.layers[0].W.of(after.theta)[rows],
        before.network.layout.layers[0].W.of(before.theta),
    )
    assert session.advance(5) == 5


def test_batch_normalisation_keeps_its_statistics(backend):
    layers = (LayerSpec(6, "tanh", batch_norm=True),)
    session = Session(small_run(hidden=layers), backend)
    session.advance(10)
    before = session.snapshot()
    session.apply(SetLayer(0, "units", 7))
    after = session.snapshot()
    old, new = before.network.layout.layers[0], after.network.layout.layers[0]
    assert new.mean.of(after.running)[:6].tolist() == (
        old.mean.of(before.running).tolist()
    )
    assert new.var.of(after.running)[6] == 1.0


def test_a_structure_that_does_not_fit_changes_nothing():
    session = Session(small_run(), "reference")
    session.advance(5)
    before = session.snapshot()
    with pytest.raises(BadInput, match="loss must be one of"):
        session.apply(SetOutput("loss", "nonsense"))
    with pytest.raises(BadInput, match="sources must name"):
        session.apply(restructure("", before.run, (1, 0)))
    assert session.snapshot() is before


def test_new_data_keeps_the_weights(backend):
    session = Session(small_run(), backend)
    session.advance(5)
    before = session.snapshot()
    data = replace(before.run.data, points=120)
    session.apply(c.SetData(data))
    after = session.snapshot()
    np.testing.assert_array_equal(before.theta, after.theta)
    assert len(after.splits.train) + len(after.splits.test) == 120
    assert session.advance(5) == 5


def test_features_keep_their_weights_by_name(backend):
    session = Session(small_run(), backend)
    session.advance(5)
    before = session.snapshot()
    features = replace(before.run.features, names=("x2", "x", "y"))
    session.apply(c.SetData(before.run.data, features))
    after = session.snapshot()
    old = before.network.layout.layers[0].W.of(before.theta)
    new = after.network.layout.layers[0].W.of(after.theta)
    np.testing.assert_array_equal(new[:, 1:], old)
    assert not new[:, 0].any()
