"""Edits of a network, and the script that a session follows by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.edits import (
    Edit,
    InsertLayer,
    RemoveLayer,
    SetEveryLayer,
    SetLayer,
    SetLayerCount,
    SetLayers,
    SetOutput,
    inverse,
    restructure,
    undoing,
)
from core.engine import commands as c
from core.engine.session import Session
from core.errors import BadInput
from core.network import LayerSpec
from core.training.state import column
from tests.core.engine_runs import same_state, small_run


def numbered(*widths: int) -> Session:
    """Hidden layers whose biases are 1, 2, 3, …"""
    session = Session(small_run(*widths), "reference")
    for i, width in enumerate(widths):
        for j in range(width):
            session.apply(c.SetParameter(i, "b", (j,), i + 1.0))
    return session


def biases(session: Session) -> list[float]:
    snapshot = session.snapshot()
    blocks = snapshot.network.layout.layers[:-1]
    return [float(b.b.of(snapshot.theta)[0]) for b in blocks if b.b is not None]


@pytest.mark.parametrize(
    ("edit", "left"),
    [
        (RemoveLayer(0), [2, 3]),
        (RemoveLayer(1), [1, 3]),
        (RemoveLayer(2), [1, 2]),
        (InsertLayer(0), [0, 1, 2, 3]),
        (InsertLayer(1), [1, 0, 2, 3]),
        (InsertLayer(3), [1, 2, 3, 0]),
        (SetLayerCount(1), [1]),
        (SetLayerCount(4), [1, 2, 3, 0]),
        (SetLayers((LayerSpec(4, "tanh"),) * 2), [1, 2]),
        (SetLayer(1, "units", 6), [1, 2, 3]),
    ],
)
def test_equal_layers_are_told_apart(edit: Edit, left: list[float]) -> None:
    session = numbered(4, 4, 4)
    session.apply(edit)
    assert biases(session) == left
    # Undo finds every layer that still exists.
    back = undoing(edit, small_run(4, 4, 4))
    session.apply(back)
    gone = {1.0, 2.0, 3.0} - set(left)
    assert biases(session) == [0 if b in gone else b for b in (1.0, 2.0, 3.0)]


def test_the_function_of_layers_that_stay_is_kept_whole() -> None:
    session = numbered(4, 4, 4)
    session.advance(5)
    before = session.snapshot()
    session.apply(RemoveLayer(0))
    after = session.snapshot()
    old, new = before.network.layout.layers, after.network.layout.layers
    np.testing.assert_array_equal(new[1].W.of(after.theta), old[2].W.of(before.theta))
    np.testing.assert_array_equal(
        new[1].W.of(after.moment1), old[2].W.of(before.moment1)
    )


def test_a_new_layer_resembles_the_one_before_it_and_learns() -> None:
    run = small_run(hidden=(LayerSpec(3, "relu", frozen=True), LayerSpec(5, "tanh")))
    assert InsertLayer(1).after(run).hidden[1] == LayerSpec(3, "relu")
    assert InsertLayer(0).after(run).hidden[0].units == 5
    assert InsertLayer(0).after(replace(run, hidden=())).hidden[0].units == 4


def test_units_without_pre_activation_lose_their_normalisation() -> None:
    run = small_run(hidden=(LayerSpec(3, "tanh", batch_norm=True), LayerSpec(3, "rbf")))
    assert not SetLayer(0, "activation", "rbf").after(run).hidden[0].batch_norm
    norms = [h.batch_norm for h in SetEveryLayer("batch_norm", True).after(run).hidden]
    assert norms == [True, False]


def test_a_number_of_one_kind_of_unit_is_set_in_its_layers_alone() -> None:
    run = small_run(hidden=(LayerSpec(3, "elu"), LayerSpec(3, "tanh")))
    after = SetEveryLayer("alpha", 2.0).after(run)
    assert [h.alpha for h in after.hidden] == [2.0, 1.0]


@pytest.mark.parametrize(
    "edit",
    [
        RemoveLayer(2),
        InsertLayer(3),
        InsertLayer(-1),
        SetLayer(2, "units", 3),
        SetLayer(0, "units", 0),
        SetLayerCount(65),
        SetOutput("loss", "nonsense"),
        restructure("", small_run(6, 5), (1, 0)),
    ],
)
def test_an_edit_that_does_not_fit_changes_nothing(edit: Edit) -> None:
    session = Session(small_run(6, 5), "reference")
    before = session.snapshot()
    with pytest.raises(BadInput):
        session.apply(edit)
    assert session.snapshot() is before


def test_fields_that_do_not_exist_are_refused_at_once() -> None:
    with pytest.raises(BadInput, match="field must be one of units"):
        SetLayer(0, "colour", 1)
    with pytest.raises(BadInput, match="field must be one of loss"):
        SetOutput("colour", 1)


def test_every_edit_says_what_it_does() -> None:
    texts = {
        InsertLayer(1).text: "add layer 2",
        RemoveLayer(0).text: "remove layer 1",
        SetLayer(1, "units", 3).text: "units of layer 2",
        SetLayer(0, "frozen", True).text: "freeze layer 1",
        SetOutput("frozen", False).text: "unfreeze output layer",
        SetEveryLayer("alpha", 2.0).text: "alpha of all layers",
        SetLayerCount(1).text: "number of layers",
    }
    assert all(said == meant for said, meant in texts.items())


def test_sources_can_be_turned_round() -> None:
    assert inverse((1, 2), 3) == (None, 0, 1)
    assert inverse((None, 0, 1, 2), 3) == (1, 2, 3)


def test_going_back_finds_the_past_of_each_layer() -> None:
    session = Session(small_run(4, 4, 4), "reference")
    session.advance(10)
    columns = [column("norm_w", i) for i in range(3)]
    before = session.series.view(columns, 1, 11, 100).mean
    session.apply(RemoveLayer(0))
    session.advance(3)
    session.apply(c.Branch(9))
    after = session.series.view(columns, 1, 9, 100).mean
    assert np.isnan(after[0]).all()  # its history was dropped with it
    np.testing.assert_array_equal(after[1:], before[1:, :8])


# -- the script ------------------------------------------------------------------------
def test_a_script_happens_exactly_at_its_steps_however_they_are_made() -> None:
    ends = []
    for pieces in ((30,), (1, 9, 1, 19), (10, 20)):
        session = Session(small_run(), "reference")
        rate = replace(session.run.training, learning_rate=0.5)
        session.apply(c.SetScript(((10, c.SetTraining(rate)), (10, RemoveLayer(0)))))
        assert sum(session.advance(n) for n in pieces) == 30
        ends.append(session.snapshot())
        assert [m.step for m in session.timeline.markers] == [10, 10]
    assert same_state(ends[0], ends[1])
    assert same_state(ends[0], ends[2])


def test_a_rewind_of_the_script_does_not_begin_it_again() -> None:
    session = Session(small_run(), "reference")
    session.apply(c.SetScript(((20, c.Rewind()), (30, SetLayer(0, "units", 3)))))
    assert session.advance(25) == 25
    assert session.step == 5
    assert session.run.hidden[0].units != 3
    assert session.advance(5) == 5
    assert session.step == 10
    assert session.run.hidden[0].units == 3


def test_a_rewind_by_hand_begins_the_script_again() -> None:
    session = Session(small_run(), "reference")
    session.apply(
        c.SetScript(((0, c.SetParameter(0, "b", (0,), 7.0)), (5, c.Rewind())))
    )
    assert biases(session)[0] == 7.0
    session.advance(8)
    session.apply(c.Rewind())
    assert biases(session)[0] == 7.0
    session.advance(6)
    assert session.step == 1


def test_going_back_goes_back_in_the_script() -> None:
    session = Session(small_run(), "reference")
    session.apply(c.SetScript(((12, SetLayer(0, "units", 3)),)))
    session.advance(16)
    units = session.run.hidden[0].units
    session.apply(c.Branch(8))
    assert session.run.hidden[0].units != units
    session.advance(4)
    assert session.run.hidden[0].units == units


def test_another_run_ends_the_script_and_another_seed_does_not() -> None:
    session = Session(small_run(), "reference")
    session.apply(c.SetScript(((5, SetLayer(0, "units", 3)),)))
    session.apply(c.SetRun(replace(session.run, seed=7)))
    session.advance(5)
    assert session.run.hidden[0].units == 3
    session.apply(c.SetRun(replace(small_run(), loss="hinge")))
    session.advance(5)
    assert session.run.hidden[0].units != 3


def test_what_no_longer_fits_is_left_out_and_marked() -> None:
    session = Session(small_run(4, 4), "reference")
    session.apply(c.SetScript(((5, RemoveLayer(1)), (6, SetLayer(0, "units", 3)))))
    session.apply(RemoveLayer(0))
    assert session.advance(6) == 6
    assert "skipped: layer must be from 1 to 1" in session.timeline.markers[-2].text
    assert session.run.hidden[0].units == 3


def test_a_script_goes_on_after_steps_made_elsewhere() -> None:
    session = Session(small_run(), "reference")
    session.apply(c.SetScript(((5, SetLayer(0, "units", 3)), (8, c.Rewind())), made=5))
    session.advance(4)
    assert session.run.hidden[0].units != 3
    assert session.step == 1
