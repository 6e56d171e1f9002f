"""Edits of a network's wiring, made and undone."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from core.analysis.ablation import loss_change
from core.edits import InsertLayer, RemoveLayer, SetEveryLayer, SetLayer, undoing
from core.edits.wiring import (
    AblateUnit,
    Connect,
    CutLinks,
    Disconnect,
    RestoreLinks,
    SetPattern,
    SetSum,
    is_ablated,
    links,
    pruning,
    remembered,
)
from core.engine.commands import SetData
from core.errors import BadInput
from core.features import FeatureSpec
from core.network import link_mask
from core.scenes.player import play
from core.scenes.read import scene_from_data
from core.steps.forward import logits

SCENE = """
[problem]
name = "rings"
points = 60
[network]
loss = "bce"
layers = [
    { units = 4, activation = "tanh" },
    { units = 4, activation = "tanh" },
    { units = 4, activation = "tanh" },
]
"""


@pytest.fixture
def session():
    made = play(scene_from_data(tomllib.loads(SCENE), "wired"), "reference")
    made.advance(5)
    return made


def outputs(session):
    now = session.snapshot()
    points = np.random.default_rng(0).normal(size=(20, now.network.inputs))
    return logits(now.network, now.theta, now.running, points)


def test_a_new_connection_changes_nothing_until_it_learns(session):
    before, function = session.run, outputs(session)
    edit = Connect(0, 3)
    session.apply(edit)
    assert session.network.reads(2) == (2, 0)
    np.testing.assert_allclose(outputs(session), function, rtol=1e-12)
    session.advance(5)
    columns = session.network.columns_of(2, 0)
    w = session.network.layout.layers[2].W.of(session.snapshot().theta)
    assert np.all(w[:, columns] != 0.0)
    session.apply(undoing(edit, before))
    assert session.run == before
    session.apply(Connect(1, 4))
    assert session.network.reads(3) == (3, 1)
    session.apply(Disconnect(3, 4))
    assert session.network.reads(3) == (1,)
    session.apply(Connect(3, 4))
    session.apply(Disconnect(1, 4))
    assert session.run == before, "what reads the layer before is a plain chain"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Connect(3, 3), "a layer must come after what it reads"),
        (Connect(1, 2), "already reads layer 1"),
        (Connect(0, 9), "layer must be from 1 to 4, got 9"),
        (Disconnect(2, 3), "layer 3 must read something else too"),
        (Disconnect(0, 3), "layer 3 must read it before the input can be removed"),
        (SetSum(1, 2), "adds must name earlier layers"),
        (SetSum(1, 0), "adds must name a layer of 4 units"),
        (CutLinks(0, ((9, 0),)), "link of layer 1 must lie inside"),
        (AblateUnit(0, 9), "unit must be from 1 to 4, got 10"),
        (AblateUnit(3, 0), "unit: layer must be from 1 to 3, got 4"),
    ],
)
def test_what_does_not_fit_is_refused(session, edit, message):
    before = session.run
    with pytest.raises(BadInput, match=message):
        edit.after(before)


def test_a_pattern_has_a_known_name():
    with pytest.raises(BadInput, match="pattern must be one of all, neighbours, half"):
        SetPattern(0, "stripes")


def test_a_sum_is_set_and_dropped_with_its_width(session):
    before = session.run
    edit = SetSum(2, 2)
    session.apply(edit)
    assert session.network.hidden[2].adds == 2
    session.apply(SetEveryLayer("units", 5))
    assert session.network.hidden[2].adds == 2
    session.apply(SetLayer(1, "units", 3))
    assert session.network.hidden[2].adds is None
    session.apply(undoing(edit, before))
    assert session.run == before


def test_a_link_is_cut_stays_cut_and_comes_back(session):
    theta = session.snapshot().theta
    cell = (1, 2)
    weight = float(session.network.layout.layers[1].W.of(theta)[cell])
    session.apply(CutLinks(1, (cell,)))
    session.advance(5)
    now = session.snapshot()
    block = now.network.layout.layers[1].W
    assert block.of(now.theta)[cell] == 0.0
    assert np.count_nonzero(block.of(now.theta)) == 15
    session.apply(RestoreLinks(1, (cell,), (weight,)))
    assert session.network.mask(1) is None
    assert block.of(session.snapshot().theta)[cell] == weight


def test_a_unit_is_switched_off_and_on_as_it_was(session):
    session.apply(Connect(1, 4))  # unit 1 of layer 1 has two readers
    session.advance(3)
    now, function = session.snapshot(), outputs(session)
    back = remembered(now.network, now.theta, 0, 2)
    told = loss_change(now, AblateUnit(0, 2))
    session.apply(AblateUnit(0, 2))
    assert is_ablated(session.network, 0, 2)
    assert not is_ablated(session.network, 0, 1)
    assert session.network.mask(1).cut == 4
    assert session.network.mask(3).cut == 1
    after = session.metrics().loss
    assert told.after == pytest.approx(after)
    assert told.before == pytest.approx(now.metrics.loss)
    assert told.before != told.after
    assert "→" in told.text
    session.apply(back)
    np.testing.assert_array_equal(outputs(session), function)
    assert session.run == now.run


def test_a_unit_that_is_added_elsewhere_is_switched_off_and_on(session):
    session.apply(SetSum(1, 1))
    session.apply(SetSum(2, 1))
    session.advance(3)
    now, function = session.snapshot(), outputs(session)
    back = remembered(now.network, now.theta, 0, 2)
    told = loss_change(now, AblateUnit(0, 2))
    session.apply(AblateUnit(0, 2))
    assert is_ablated(session.network, 0, 2)
    assert not is_ablated(session.network, 0, 1)
    for layer in session.network.hidden[1:]:
        assert layer.adds_mask == (1, 1, 0, 1)
    assert told.after == pytest.approx(session.metrics().loss)
    assert told.after != told.before
    off = session.snapshot()
    blocks = off.network.layout.layers[0]
    changed = off.theta.copy()
    blocks.W.of(changed)[2] += 5.0  # nothing from the unit reaches the output
    blocks.b.of(changed)[2] -= 3.0
    x = np.random.default_rng(0).normal(size=(9, 2))
    found = [
        logits(off.network, theta, off.running, x) for theta in (off.theta, changed)
    ]
    np.testing.assert_array_equal(*found)
    session.apply(back)
    np.testing.assert_array_equal(outputs(session), function)
    assert session.run == now.run


@pytest.mark.parametrize("backend", ["reference", "compiled"])
def test_a_unit_left_out_of_sums_stays_out_while_the_network_learns(backend):
    plain = '[training]\noptimiser = "sgd"\nlearning_rate = 0.1'
    session = play(scene_from_data(tomllib.loads(SCENE + plain), "wired"), backend)
    session.apply(SetSum(1, 1))
    session.apply(AblateUnit(0, 2))
    before = session.snapshot()
    session.advance(5)
    after = session.snapshot()
    assert is_ablated(after.network, 0, 2)
    blocks = after.network.layout.layers[0]
    for block in (blocks.W, blocks.b):  # no gradient reaches the unit either
        rows = [block.of(s.theta) for s in (before, after)]
        np.testing.assert_array_equal(rows[0][2], rows[1][2])
        assert np.any(rows[0][1] != rows[1][1])


def test_units_left_out_of_sums_follow_widths_and_layers(session):
    session.apply(SetSum(1, 1))
    session.apply(AblateUnit(0, 1))
    session.apply(SetEveryLayer("units", 5))
    assert session.network.hidden[1].adds_mask == (1, 0, 1, 1, 1)
    session.apply(InsertLayer(0))
    assert session.network.hidden[2].adds_mask == (1, 0, 1, 1, 1)
    assert session.network.hidden[1].adds_mask == ()
    session.apply(SetLayer(1, "units", 3))
    assert session.network.hidden[2].adds_mask == ()


def test_patterns(session):
    before = session.run
    session.apply(SetPattern(1, "neighbours"))
    made = links(session.network, 1)
    expected = np.abs(np.subtract.outer(np.arange(4), np.arange(4))) <= 1
    np.testing.assert_array_equal(made, expected)
    session.apply(SetPattern(1, "half", 3))
    assert links(session.network, 1).sum() == 8
    assert SetPattern(1, "half", 3).after(before) == session.run
    assert SetPattern(1, "half", 4).after(before) != session.run
    session.apply(SetPattern(1, "all"))
    assert session.run == before
    session.apply(SetPattern(0, "neighbours"))
    assert links(session.network, 0).sum(axis=1).min() >= 1


def test_pruning_cuts_small_weights_and_tells_the_loss(session):
    now = session.snapshot()
    size = np.abs(now.theta)
    edit = pruning(now.network, now.theta, 0.3)
    small = sum(
        int(np.sum(np.abs(b.W.of(now.theta)) < 0.3)) for b in now.network.layout.layers
    )
    assert edit.count == small > 0
    told = loss_change(now, edit)
    session.apply(edit)
    after = session.snapshot()
    cut = link_mask(after.network) == 0.0
    assert int(cut.sum()) == small
    assert np.all(after.theta[cut] == 0.0)
    np.testing.assert_array_equal(after.theta[~cut], now.theta[~cut])
    assert np.all(size[cut] < 0.3)
    assert told.after == pytest.approx(session.metrics().loss)
    assert pruning(after.network, after.theta, 0.3).count == 0
    session.apply(undoing(edit, now.run))
    assert session.run == now.run


def test_connections_follow_layers_that_come_and_go(session):
    session.apply(Connect(1, 3))  # layer 3 reads 2 and 1
    session.apply(SetSum(2, 1))
    session.apply(CutLinks(2, ((0, 0), (1, 5))))
    mask = session.network.mask(2)
    session.apply(InsertLayer(0))
    assert session.network.reads(3) == (3, 2)
    assert session.network.hidden[3].adds == 2
    assert session.network.mask(3) == mask
    session.apply(RemoveLayer(0))
    assert session.network.reads(2) == (2, 1)
    assert session.network.mask(2) == mask
    session.apply(InsertLayer(2))  # between layer 2 and its reader
    assert session.network.reads(3) == (3, 1)
    assert session.network.hidden[3].adds == 1
    session.apply(RemoveLayer(0))  # what was read and added is gone
    assert session.network.reads(2) == (2,)
    assert session.network.hidden[2].adds is None
    assert session.network.hidden[2].reads == ()


def test_masks_follow_widths_and_features(session):
    session.apply(CutLinks(1, ((0, 3), (2, 0))))
    session.apply(SetLayer(0, "units", 6))
    made = links(session.network, 1)
    assert made.shape == (4, 6)
    assert not made[0, 3]
    assert not made[2, 0]
    assert made.sum() == 22
    session.apply(SetLayer(0, "units", 2))
    assert links(session.network, 1).sum() == 7
    session.apply(CutLinks(0, ((1, 1),)))
    data = session.run.data
    session.apply(SetData(data, FeatureSpec(names=("raw", "xy"))))
    made = links(session.network, 0)
    assert made.shape == (2, 3)
    assert made.sum() == 5
    session.advance(3)
    now = session.snapshot()
    assert np.all(now.theta[link_mask(now.network) == 0.0] == 0.0)
