from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.lessons.words import rich_text
from app.look.formulas import formula_pixmap
from app.look.theme import DARK, LIGHT
from core.edits import SetLayers
from core.lessons import lesson_names, load_lesson
from core.scenes import load_scene


@pytest.fixture
def lessons(window, qapp):
    QTest.keyClick(window, Qt.Key.Key_F2)
    qapp.processEvents()
    return window.lessons


def open_step(window, name, number=0):
    window.lessons.open_lesson(name)
    window.lessons.begin(number)
    window.clock.settle()
    return window.lessons


def walk(window, panel):
    """Solve the present step by the file's solution, predicting the first answer."""
    if panel.step.question is not None:
        panel.page.ask.group.button(0).click()
    panel.show_button.click()
    for _ in range(20):
        window.clock.settle()
        window.clock.refresh("lessons")
        if panel.showing is None:
            break
    window.clock.settle()


def test_the_list_names_every_lesson_and_a_click_opens_one(lessons):
    assert lessons.isVisible()
    assert sorted(card.name for card in lessons.list.cards) == list(lesson_names())
    card = lessons.list.cards[0]
    QTest.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert lessons.lesson == load_lesson(lesson_names()[0])
    assert lessons.page.title.text() == lessons.lesson.steps[0].title


def test_nothing_but_measuring_lets_the_reader_go_on(window, lessons, train):
    panel = open_step(window, "01-why-a-line-cannot")
    assert not panel.next_button.isEnabled()
    panel.page.ask.group.button(1).click()
    window.clock.settle()
    assert not panel.next_button.isEnabled()  # predicted, not yet trained
    train(40)
    window.clock.settle()
    assert panel.next_button.isEnabled()
    assert panel.page.why.text()
    assert "You were right" in panel.page.ask.verdict.text()
    panel.next_button.click()
    assert panel.number == 1
    assert not panel.next_button.isEnabled()


def test_a_prediction_is_asked_for_first(window, lessons, train):
    panel = open_step(window, "01-why-a-line-cannot")
    train(40)
    window.clock.settle()
    assert not panel.next_button.isEnabled()
    panel.page.ask.group.button(0).click()
    window.clock.settle()
    assert panel.next_button.isEnabled()
    assert "What happened" in panel.page.ask.verdict.text()


@pytest.mark.parametrize(
    "name", ["01-why-a-line-cannot", "02-moving-points", "08-one-layer-is-enough"]
)
def test_a_lesson_is_walked_through_the_window(window, lessons, settings, name):
    panel = open_step(window, name)
    steps = len(load_lesson(name).steps)
    for number in range(steps):
        assert panel.number == number
        walk(window, panel)
        assert number in panel.done, panel.step.title
        panel.next_button.click()
        window.clock.settle()
    assert panel.lesson is not None
    assert panel.lesson.name != name  # the next lesson
    assert settings.progress(name) == list(range(steps))
    panel.show_list()
    far = {card.name: card.far.text() for card in panel.list.cards}
    assert far[name] == "done"


def test_a_lesson_goes_on_where_it_was_left(window, lessons, settings):
    name = "02-moving-points"
    settings.set_progress(name, [0, 1, 2, 3])
    lessons.open_lesson(name)
    assert lessons.number == 4


def test_a_weight_typed_by_the_reader_is_measured(window, lessons, state):
    panel = open_step(window, "02-moving-points")
    panel.page.ask.group.button(1).click()
    window.desk.panes["warp"].panel.go_to(3.0)
    state.editing.set_parameter(0, "b", (1,), -1.0)
    window.clock.settle()
    assert panel.next_button.isEnabled()


def test_every_formula_of_every_lesson_can_be_drawn():
    import re

    for name in lesson_names():
        lesson = load_lesson(name)
        for step in lesson.steps:
            for words in (step.text, step.hint, step.why):
                for latex in re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", words, re.DOTALL):
                    formula = "".join(latex).strip()
                    assert not formula_pixmap(formula, "#000000").isNull(), formula


def test_words_become_rich_text():
    made = rich_text("A *line*, $x$.\n\n$$y$$\nand < more", LIGHT)
    assert made.count("<img") == 2
    assert "<i>line</i>" in made
    assert "&lt; more" in made
    assert rich_text("$x$", DARK) != rich_text("$x$", LIGHT)


def test_a_click_on_the_summary_opens_the_lesson(lessons):
    card = lessons.list.cards[1]
    QTest.mouseClick(card.words, Qt.MouseButton.LeftButton)
    assert lessons.lesson is not None
    assert lessons.lesson.name == card.name


def test_a_step_can_be_restarted(window, lessons, train):
    panel = open_step(window, "01-why-a-line-cannot")
    train(20)
    window.clock.settle()
    assert window.state.a.latest.step == 20
    panel.again_button.click()
    window.clock.settle()
    assert window.state.a.latest.step == 0


def test_a_lesson_shows_the_views_it_needs_large_enough(window, lessons, qapp):
    window.resize(1180, 720)
    for name, number, view in (
        ("03-layers-collapse", 3, "output"),
        ("06-deep-sigmoid", 0, "gradients"),
        ("07-learning-a-picture", 0, "output"),
    ):
        open_step(window, name, number)
        qapp.processEvents()
        pane = window.desk.panes[view]
        assert pane.isVisible()
        assert pane.panel.height() >= 250, name
        assert pane.panel.width() >= 300, name


def test_a_lesson_sets_its_views_up_and_watches_them(window, lessons):
    panel = open_step(window, "02-moving-points")
    warp = window.desk.panes["warp"].panel
    assert warp.place == 0.0
    window.clock.settle()
    assert not panel.watch.isActive() or panel.step.checks[0].measure == "shown"
    warp.go_to(3.0)
    panel.watch.timeout.emit()
    window.clock.settle()
    rows = panel.page.checks.shown_rows
    assert any("hidden layer" in say and holds for say, _, holds in rows)


def test_a_lecture_shows_the_step_over_the_views(window, lessons, qapp):
    panel = open_step(window, "02-moving-points")
    window.looks.toggle_presentation()
    qapp.processEvents()
    assert panel.isHidden()
    assert window.help_line.isHidden()
    assert panel.overlay.isVisible()
    assert panel.step.title in panel.overlay.title.text()
    before = panel.overlay.pos()
    QTest.mousePress(panel.overlay, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    left = Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    at = QPointF(5, -60)
    move = QMouseEvent(QEvent.Type.MouseMove, at, at, left, left, none)
    qapp.sendEvent(panel.overlay, move)
    QTest.mouseRelease(panel.overlay, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert panel.overlay.pos() == before - QPoint(0, 65), "it can be dragged aside"
    panel.overlay.on.click()
    assert panel.number == 1
    assert panel.step.title in panel.overlay.title.text()
    window.looks.toggle_presentation()
    qapp.processEvents()
    assert panel.overlay.isHidden()
    assert panel.isVisible()


def test_a_solution_that_does_not_suit_the_run_is_not_tried(window, lessons, state):
    panel = open_step(window, "04-folding-and-regions")
    state.editing.apply(SetLayers(()))
    said = []
    state.told.connect(said.append)
    panel.show_button.click()
    assert panel.showing.over
    assert said == ["This run no longer suits the step. Restart the step first."]


@pytest.mark.parametrize("way", ["cross", "key"])
def test_closing_the_lessons_leaves_the_keys_to_the_window(window, lessons, way):
    window.activateWindow()
    lessons.cross.setFocus(Qt.FocusReason.MouseFocusReason)
    assert QApplication.focusWidget() is lessons.cross
    if way == "cross":
        QTest.mouseClick(lessons.cross, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(window, Qt.Key.Key_F2)
    assert lessons.isHidden()
    assert not isinstance(QApplication.focusWidget(), QLineEdit)
    assert QApplication.focusWidget() in (None, window)


MINE = """
title = "Mine"
[[steps]]
title = "One"
text = "Words."
hint = "Train."
scene = "moons"
checks = [{ say = "Trained", measure = "step", at_least = 10 }]

[[steps]]
title = "Two"
text = "Words."
hint = "Train."
checks = [{ say = "More", measure = "step", gained = true, at_least = 10 }]
solution = [{ do = "train", value = 10 }, { do = "l2", value = 0.5 }]
"""


def test_a_step_that_continues_starts_from_the_newest_state(
    window, lessons, state, train, tmp_path
):
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    panel = open_step(window, str(path))
    train(40)
    state.scrub(15)
    window.clock.settle()
    panel.next_button.click()
    window.clock.settle()
    assert state.shown.scrub_step is None
    train(9)
    window.clock.settle()
    assert not panel.next_button.isEnabled(), "only 9 more steps"


def test_a_demonstration_that_branches_comes_to_its_end(
    window, lessons, state, train, tmp_path
):
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    panel = open_step(window, str(path), 1)
    train(40)
    state.scrub(15)
    window.clock.settle()
    panel.show_button.click()
    for _ in range(5):
        window.clock.settle()
        window.clock.refresh("lessons")
    window.clock.settle()
    assert panel.showing is None
    assert state.run.training.l2 == 0.5, "what follows the training was done too"


def test_a_lesson_file_is_opened_like_any_other_file(window, settings, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    assert window.files.open(str(path))
    assert window.lessons.isVisible()
    assert window.lessons.title.text() == "Mine"
    assert window.state.run.data.problem.name == "moons"
    assert settings.recent() == [str(path.resolve())]


def test_a_mistake_in_a_lesson_file_is_told_and_opens_nothing(
    window, tmp_path, monkeypatch
):
    said = []
    monkeypatch.setattr("app.shell.files.warn", lambda *words: said.append(words))
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace("moons", "moonz"), encoding="utf-8")
    assert not window.files.open(str(path))
    assert "did you mean moons" in str(said)
    assert not window.has_lessons or window.lessons.isHidden()


def test_a_run_saved_as_a_lesson_is_named_after_its_scene(
    window, lessons, state, tmp_path, monkeypatch
):
    proposed = []

    def ask(parent, title, name, kinds):
        proposed.append(name)
        return str(tmp_path / name), kinds

    monkeypatch.setattr("app.lessons.dock.QFileDialog.getSaveFileName", ask)
    open_step(window, "02-moving-points")
    lessons.save_button.click()
    lessons.show_list()
    window.open_scene(load_scene("spirals"), play=False)
    lessons.list.hand_out.click()
    assert proposed == ["02-moving-points.toml", "spirals.toml"]
    copy = load_lesson(tmp_path / "spirals.toml")
    assert copy.steps[0].scene.run == load_scene("spirals").run


def test_views_are_set_up_for_the_network_of_the_step(window, lessons):
    open_step(window, "13-parity")
    warp = window.desk.panes["warp"].panel
    seen = []
    show = warp.show_frame
    warp.show_frame = lambda frame: (seen.append(frame), show(frame))
    window.clock.refresh("warp")
    window.clock.settle()
    lessons.begin(1)
    show(seen[-1])  # the engine's thread has not yet opened the scene
    del warp.show_frame
    window.clock.settle()
    window.clock.refresh("warp")
    window.clock.settle()
    assert warp.place == 3.0, "after the ReLU of layer 1"
