from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage


@pytest.fixture
def complaints(monkeypatch):
    told = []
    monkeypatch.setattr("app.shell.files.warn", lambda _, words: told.append(words))
    return told


def test_a_saved_run_opens_where_it_was_left(window, state, train, tmp_path):
    train(25)
    state.editing.change_training(learning_rate=0.123)
    weights = state.a.latest.theta.copy()
    path = tmp_path / "mine.hyperfold"
    assert window.files.save_to(path)
    state.rewind()
    state.editing.change_training(learning_rate=0.5)
    assert window.files.open(str(path))
    assert state.a.latest.step == 25
    assert np.array_equal(state.a.latest.theta, weights)
    assert state.run.training.learning_rate == 0.123
    assert state.a.timeline.at(10).step == 10
    assert window.settings.recent() == [str(path.resolve())]


def test_what_cannot_be_opened_or_saved_is_said_in_a_sentence(
    window, state, tmp_path, complaints
):
    before = state.run
    for name in ("none.hyperfold", "none.toml"):
        assert not window.files.open(str(tmp_path / name))
    (tmp_path / "bad.hyperfold").write_bytes(b"no zip")
    assert not window.files.open(str(tmp_path / "bad.hyperfold"))
    assert not window.files.save_to(tmp_path / "missing" / "a.hyperfold")
    assert len(complaints) == 4
    assert all("Traceback" not in words for words in complaints)
    assert state.run == before


def test_a_scene_goes_over_the_clipboard_and_comes_back(window, state):
    state.editing.change_training(learning_rate=0.25)
    window.copy_scene()
    state.editing.change_training(learning_rate=0.5)
    window.paste_scene()
    assert state.run.training.learning_rate == 0.25
    assert state.playing


def test_nonsense_on_the_clipboard_is_no_scene(window, state, qapp):
    qapp.clipboard().setText("not a scene")
    before = state.run
    window.paste_scene()
    assert state.run == before
    assert "no scene" in window.toast.text()


def test_a_picture_of_a_view_is_written(window, tmp_path, complaints):
    path = tmp_path / "loss.png"
    pane = window.desk.panes["loss"]
    assert window.files.picture_to(pane, path)
    assert QImage(str(path)).width() == pane.width()
    assert not window.files.picture_to(pane, tmp_path / "missing" / "a.png")
    assert len(complaints) == 1


def test_a_saved_run_shows_the_views_it_was_seen_in(window, state, tmp_path, qapp):
    window.use_layout("learning")
    window.desk.panes["loss"].hide()
    qapp.processEvents()
    seen = {name for name, pane in window.desk.panes.items() if pane.isVisible()}
    path = tmp_path / "a.hyperfold"
    assert window.files.save_to(path)
    window.use_layout("overview")
    assert window.files.open(str(path))
    qapp.processEvents()
    assert {n for n, pane in window.desk.panes.items() if pane.isVisible()} == seen
    assert window.desk.layout_name == "learning"
