"""Every way of playing a scene plays the same scene."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from app.frame.bridge import SessionRunner
from app.stage.stage import on_stage
from core import cli
from core.files.films import frame_steps
from core.network import LayerSpec
from core.scenes import Action, Scene, load_scene, scene_to_text
from core.scenes.player import play
from core.steps import Stage as WarpStage

reference = partial(SessionRunner, backend="reference")

REWINDS = (
    Action(0, "bias", {"layer": 1, "value": 0.25}),
    Action(150, "learning_rate", 0.02),
    Action(300, "rewind"),
    Action(400, "units", {"layer": 1, "units": 3}),
)


def scene_of(*actions: Action, steps: int = 600) -> Scene:
    return replace(load_scene("xor"), actions=actions, steps=steps, beside="")


@pytest.mark.parametrize(("steps", "end"), [(600, 300), (450, 150), (300, 0)])
def test_a_rewind_means_the_same_to_every_command(
    qapp, state, steps, end, tmp_path, capsys
):
    scene = scene_of(*REWINDS)
    session = play(scene, "reference", keeps=False)
    assert session.advance(steps) == steps
    theta = session.snapshot().theta
    assert session.step == end
    # train
    file = tmp_path / "scene.toml"
    file.write_text(scene_to_text(scene), encoding="utf-8")
    assert cli.main(["train", str(file), "--steps", str(steps), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == end
    # shot and film
    for frames in (2, 7):
        with on_stage(scene, make_runner=reference) as stage:
            for wanted in frame_steps(steps, frames):
                stage.play_to(wanted)
            latest = stage.window.state.a.latest
            assert (latest.step, latest.made) == (end, steps)
            assert np.array_equal(latest.theta, theta)
            assert stage.window.state.run == latest.run
    # the window
    state.open_scene(scene)
    state.play()
    for chunk in (7, steps - 7):
        state.a.advance(chunk)
        state.notice()
    assert np.array_equal(state.a.latest.theta, theta)
    assert state.run == state.a.latest.run


def test_the_run_beside_plays_its_own_scene(state):
    a, b = load_scene("regions-flat"), load_scene("regions-folded")
    assert b.actions
    assert not a.actions
    state.open_scene(replace(a, beside=b.name))
    alone = play(b, "reference")
    assert state.comparison.b is not None
    assert np.array_equal(state.comparison.b.latest.theta, alone.snapshot().theta)


def test_actions_of_the_window_come_at_their_steps(qapp):
    page = {"view": "saturation", "page": "hidden"}
    scene = scene_of(Action(20, "settings", page), Action(30, "scrub", 5))
    with on_stage(scene, view="saturation", make_runner=reference) as stage:
        panel = stage.window.desk.panes["saturation"].panel
        stage.play_to(19)
        assert panel.page != "hidden"
        stage.play_to(29)
        assert panel.page == "hidden"
        assert stage.window.state.shown.scrub_step is None
        stage.play_to(40)
        assert stage.window.state.shown.scrub_step == 5
        assert stage.made == 40


def test_the_window_itself_follows_a_scene_but_presses_no_keys(window, state, qtbot):
    page = {"view": "saturation", "page": "hidden"}
    scene = scene_of(
        Action(0, "press", "Ctrl+L"),
        Action(5, "settings", page),
        Action(9, "pause"),
    )
    window.open_scene(scene)
    panel = window.desk.panes["saturation"].panel
    state.a.advance(4)
    state.notice()
    QApplication.processEvents()
    assert panel.page != "hidden"
    state.a.advance(6)
    state.notice()
    qtbot.waitUntil(lambda: not state.playing, timeout=60_000)
    assert panel.page == "hidden"
    assert window.lessons.isHidden()
    # Rewinding by hand starts the scene over.
    panel.apply_settings({"page": "outputs"})
    state.rewind()
    state.play()
    state.notice()
    state.a.advance(6)
    state.notice()
    qtbot.waitUntil(lambda: panel.page == "hidden", timeout=60_000)


@pytest.mark.parametrize(
    ("hidden", "layer"),
    [
        ((LayerSpec(4, "rbf"), LayerSpec(3, "tanh")), 1),
        ((LayerSpec(4, "tanh", batch_norm=True), LayerSpec(3, "tanh")), 1),
        ((LayerSpec(4, "rbf"), LayerSpec(3, "tanh", batch_norm=True)), 2),
        ((LayerSpec(4, "tanh"),), 0),
    ],
)
def test_a_selected_layer_is_shown_behind_its_activation(qapp, hidden, layer):
    scene = scene_of(Action(0, "select_layer", layer), steps=0)
    scene = replace(scene, run=replace(scene.run, hidden=hidden))
    with on_stage(scene, view="warp", make_runner=reference) as stage:
        stage.play_to(0)
        stage.rest()
        panel = stage.window.desk.panes["warp"].panel
        found: WarpStage = panel.slider.stages[round(panel.place)]
        assert found.layer == layer - 1
        assert found.kind == ("activation" if layer else "input")
