"""Learning by halves in the window: the curves, the control, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from app.frame.base import Frame, RunFrame
from app.look.numbers import shown_percent
from app.views.loss.panel import collect
from core.errors import BadInput
from core.scenes import load_scene
from core.scenes.keys import with_settings


@pytest.fixture
def halves(window, state, train):
    """The left half for 30 steps, then the right one for 20."""
    scene = with_settings(
        load_scene("forgetting-relu"),
        {
            "actions": [
                {"at": 0, "do": "half", "value": "left"},
                {"at": 30, "do": "half", "value": "right"},
            ]
        },
    )
    window.open_scene(scene, play=False)
    train(50)
    window.clock.settle()
    return window


def test_the_curves_of_the_halves_go_on_when_the_other_one_is_learned(halves, state):
    run = RunFrame(state.a.latest, state.a.timeline, state.a.series)
    (curves,) = collect(Frame((run,)), 400)
    assert curves.halves
    assert curves.words == ("left half", "right half")
    kept = {s.step: s for s in state.a.timeline.snapshots()}
    for step, left, right in zip(
        curves.steps, curves.accuracy, curves.test_accuracy, strict=True
    ):
        shot = kept[int(step)]
        learned, other = shot.metrics.accuracy, shot.metrics.test_accuracy
        if shot.run.data.half == "right":
            learned, other = other, learned
        assert (left, right) == (learned, other)
    last = dict(zip(curves.steps, curves.accuracy, strict=True))
    assert last[29.0] > 0.8
    assert abs(last[30.0] - last[29.0]) < 0.1, "no jump where the data change"


@pytest.mark.parametrize("banner", [False, True])
def test_a_small_window_has_room_for_the_accuracies_of_the_halves(halves, banner):
    halves.resize(1180, 720)
    halves.help_line.setVisible(banner)
    QApplication.processEvents()
    halves.use_layout(halves.scene.layout, remember=False)
    QApplication.processEvents()
    halves.clock.settle()
    plots = halves.desk.panes["loss"].panel.chart.contents.plots
    assert len(plots) == 2
    assert plots[1].rect.height() >= 36


def test_the_chart_names_the_halves_and_tells_their_numbers(halves, state):
    panel = halves.desk.panes["loss"].panel
    plots = panel.chart.contents.plots
    assert [line.word for line in plots[1].lines] == ["left half", "right half"]
    now = state.a.latest.metrics
    told = [line.value for line in plots[1].lines]
    assert told == [shown_percent(now.test_accuracy), shown_percent(now.accuracy)]
    assert plots[1].rect.height() > 0.7 * plots[0].rect.height()


def test_the_half_can_be_chosen_and_the_weights_stay(window, state, train):
    window.open_scene(load_scene("moons"), play=False)
    train(5)
    section = window.controls.problem
    row = next(r for r, _ in section.bound if r.label.text() == "Learn")
    share = next(r for r, _ in section.bound if r.label.text() == "Test share")
    before = state.a.latest.theta.copy()
    row.value_changed.emit("left")
    train(0)
    assert state.run.data.half == "left"
    np.testing.assert_array_equal(state.a.latest.theta, before)
    assert share.isHidden(), "the other half is what is tested on"
    state.editing.undo_stack.undo()
    assert state.run.data.half == "both"


def test_an_impossible_value_of_a_view_is_said(window):
    scene = load_scene("xor")
    scene = replace(scene, views={"grid": {"networks": 100_000}})
    window.open_scene(scene, play=False)
    assert window.toast.isVisible()
    assert "views.grid.networks must be a whole number from 4 to 100" in (
        window.toast.text()
    )
    window.open_scene(load_scene("moons"), play=False)
    assert window.refusal == ""


def test_a_picture_with_an_impossible_value_is_refused(qapp, tmp_path):
    from app.stage.shot import take_shot

    scene = replace(load_scene("xor"), views={"grid": {"networks": 100_000}})
    with pytest.raises(BadInput, match="from 4 to 100, got 100000"):
        take_shot(scene, tmp_path / "x.png", view="grid", steps=1)
    QApplication.processEvents()
