from __future__ import annotations

import json
from functools import partial
from math import inf

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from app.frame.bridge import GhostRunner, SessionRunner

PLAIN = Qt.TextFormat.PlainText


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
    assert "neither a scene nor a table" in window.toast.text()


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


@pytest.fixture
def typed(monkeypatch):
    """What a person types into the file dialog, one name after the other."""
    names = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_, **__: (names.pop(0), "")
    )
    return names


@pytest.fixture
def replaces(monkeypatch):
    """What is answered to the question whether a file may be replaced."""
    answers, asked = [], []

    def answer(_, path):
        asked.append(path.name)
        return answers.pop(0)

    monkeypatch.setattr("app.dialogs.saving.may_replace", answer)
    return answers, asked


def test_the_ending_is_added_and_nothing_of_the_name_is_cut(
    window, train, tmp_path, typed
):
    train(2)
    typed += [str(tmp_path / name) for name in ("spirals lr0.01", "plain", "b.csv")]
    window.files.save_as()
    window.files.save_as()
    window.files.ask_numbers("series")
    names = sorted(p.name for p in tmp_path.iterdir() if p.suffix != ".ini")
    assert names == ["b.csv", "plain.hyperfold", "spirals lr0.01.hyperfold"]


def test_a_file_is_replaced_only_after_a_question(window, tmp_path, typed, replaces):
    answers, asked = replaces
    other = tmp_path / "mine.hyperfold"
    other.write_bytes(b"of somebody")
    typed += [str(tmp_path / "mine"), ""]
    answers += [False]
    assert not window.files.save_as()
    assert asked == ["mine.hyperfold"]
    assert other.read_bytes() == b"of somebody"
    typed += [str(tmp_path / "mine")]
    answers += [True]
    assert window.files.save_as()
    assert other.read_bytes() != b"of somebody"


def test_the_question_names_the_file_in_plain_text(window, tmp_path, qapp):
    from app.dialogs.saving import may_replace

    def press(text):
        box = qapp.activeModalWidget()
        seen.append((box.text(), box.textFormat()))
        next(b for b in box.buttons() if b.text().replace("&", "") == text).click()

    seen = []
    path = tmp_path / "<b>a</b>.hyperfold"
    for text, wanted in (("Replace", True), ("Cancel", False)):
        QTimer.singleShot(0, partial(press, text))
        assert may_replace(window, path) is wanted
    assert seen[0] == (f"{path.name} already exists. Replace it?", PLAIN)


def test_a_saved_run_comes_back_with_b_and_its_pace(window, state, train, tmp_path):
    state.set_pace(inf)
    train(5)
    state.comparison.pin()
    train(5)
    weights = state.comparison.b.latest.theta.copy()
    path = tmp_path / "ab.hyperfold"
    assert window.files.save_to(path)
    assert window.files.open("rings")
    assert state.comparison.b is None
    assert window.files.open(str(path))
    assert state.pace == inf
    assert isinstance(state.comparison.b, GhostRunner)
    assert state.comparison.title == "run at step 5"
    assert state.comparison.b.latest.step == 5
    assert np.array_equal(state.comparison.b.latest.theta, weights)
    state.comparison.start(state.run, "the same")
    train(3)
    assert window.files.save_to(path)
    assert window.files.open("rings")
    assert window.files.open(str(path))
    assert isinstance(state.comparison.b, SessionRunner)
    assert (state.comparison.title, state.comparison.b.latest.step) == ("the same", 3)


def test_what_is_shown_is_what_is_exported(window, state, train, tmp_path):
    train(40)
    state.scrub(12)
    assert window.files.numbers_to("net", tmp_path / "net.json")
    assert json.loads((tmp_path / "net.json").read_text())["hyperfold"]["step"] == 12
    assert window.files.numbers_to("series", tmp_path / "s.csv")
    assert len((tmp_path / "s.csv").read_text().splitlines()) == 1 + 12
    assert window.files.numbers_to("metrics", tmp_path / "m.csv")
    last = (tmp_path / "m.csv").read_text().splitlines()[-1]
    assert last.startswith("12,")


def test_an_exported_network_opens_in_the_window(window, state, train, tmp_path):
    train(30)
    weights = state.a.latest.theta.copy()
    loss = state.a.latest.metrics.loss
    assert window.files.numbers_to("net", tmp_path / "mine.json")
    window.open_target("rings")
    assert window.files.open(str(tmp_path / "mine.json"))
    assert np.allclose(state.a.latest.theta, weights)
    assert state.a.latest.metrics.loss == pytest.approx(loss)
    assert window.scene.title == "mine"
    assert not window.isWindowModified()
    assert state.a.latest.step == 0


def test_a_network_without_data_is_refused_in_a_sentence(window, tmp_path, complaints):
    document = {"net": {"layers": [{"W": [[1, 2]], "b": [0]}], "loss": "mse"}}
    (tmp_path / "bare.json").write_text(json.dumps(document))
    assert not window.files.open(str(tmp_path / "bare.json"))
    assert "data must be given" in complaints[0]
