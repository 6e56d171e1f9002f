from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QScrollBar,
    QWidgetAction,
)

from app.editing.state import AppState
from app.frame.bridge import engine_runner
from app.look.theme import DARK
from app.shell.layouts import LAYOUTS
from app.shell.window import MainWindow
from core.edits import SetLayer, SetLayers, SetOutput
from core.errors import Divergence
from core.network import LayerSpec
from core.problems import make_problem
from core.scenes import LAYOUT_NAMES, load_scene
from core.wiring import Mask

ROOT = Path(__file__).resolve().parents[2]


def row_of(window, title):
    for section in window.controls.sections:
        for row, _ in section.bound:
            if row.label.text() == title:
                return row
    raise AssertionError(f"no row {title}")


def test_first_start_xor_is_there_and_plays(qtbot, settings):
    scene = load_scene("xor")
    state = AppState(scene.run, engine_runner)
    window = MainWindow(state, settings)
    try:
        window.show()
        assert window.help_line.isVisible()
        state.set_pace(scene.pace)
        state.play()
        qtbot.waitUntil(lambda: state.a.latest.step > 3, timeout=60_000)
        qtbot.waitUntil(
            lambda: window.toolbar.metrics["step"].number.text() not in ("–", "0"),
            timeout=60_000,
        )
        assert window.clock.running
    finally:
        window.close()


def test_the_help_line_never_comes_back_once_dismissed(window, settings, state, qapp):
    assert window.help_line.isVisible()
    window.help_line.cross.click()
    again = MainWindow(state, settings)
    again.clock.manual = True
    again.show()
    assert not again.help_line.isVisible()
    again.worker.close()
    again.deleteLater()


def test_space_plays_and_pauses(window, state):
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert state.playing
    assert window.toolbar.play.accessibleName() == "Pause"
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert not state.playing
    assert window.toolbar.play.accessibleName() == "Play"


def test_keys_step_rewind_and_draw_a_new_seed(window, state):
    QTest.keyClick(window, Qt.Key.Key_Right)
    assert state.a.latest.step == 1
    QTest.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert state.a.latest.step == 11
    QTest.keyClick(window, Qt.Key.Key_R)
    assert state.a.latest.step == 0
    seed = state.run.seed
    QTest.keyClick(window, Qt.Key.Key_N)
    assert state.run.seed == seed + 1


def test_space_belongs_to_a_focused_button_and_arrows_to_a_slider(window, state):
    window.toolbar.rewind.setFocus()
    QTest.keyClick(window.toolbar.rewind, Qt.Key.Key_Space)
    assert not state.playing
    slider = row_of(window, "Learning rate").slider
    slider.setFocus()
    before = state.run.training.learning_rate
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert state.a.latest.step == 0
    assert state.run.training.learning_rate > before


@pytest.mark.parametrize(
    "modifier",
    [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier],
    ids=["one", "ten"],
)
def test_an_arrow_on_the_timeline_never_drops_what_came_later(
    window, state, train, modifier
):
    train(40)
    track = window.timeline.track
    track.setFocus()
    state.scrub(20)
    window.clock.settle()
    QTest.keyClick(track, Qt.Key.Key_Right, modifier)
    assert state.shown.scrub_step == 21
    assert state.a.latest.step == 40
    state.scrub(None)
    window.clock.settle()
    QTest.keyClick(track, Qt.Key.Key_Right, modifier)
    assert state.a.latest.step > 40, "at the newest step it trains on, as everywhere"


def test_letters_typed_into_a_field_are_no_shortcuts(window, state):
    field = row_of(window, "Learning rate").field
    field.setFocus()
    seed = state.run.seed
    QTest.keyClicks(field, "2nr ")  # the digit begins a number
    assert state.run.seed == seed
    assert not state.playing


def test_the_learning_rate_is_typed_and_taken_back(window, state):
    row = row_of(window, "Learning rate")
    before = state.run.training.learning_rate
    row.field.setFocus()
    row.field.selectAll()
    QTest.keyClicks(row.field, "0.3")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert state.a.latest.run.training.learning_rate == 0.3
    assert not row.reset.isHidden()
    window.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert state.run.training.learning_rate == before
    assert row.value == before
    assert row.reset.isHidden()


def test_only_what_applies_is_shown(window, state):
    assert row_of(window, "Momentum").isHidden()
    state.editing.change_training(optimiser="momentum")
    assert not row_of(window, "Momentum").isHidden()
    assert row_of(window, "Components").isHidden()
    state.editing.apply(SetOutput("loss", "mdn"))
    assert not row_of(window, "Components").isHidden()


def test_a_problem_is_picked_from_its_thumbnail_and_taken_back(window, state):
    picker = window.controls.problem.picker
    picker.buttons["spirals"].click()
    assert state.run.data.problem.name == "spirals"
    assert not row_of(window, "Arms").isHidden()
    state.editing.undo_stack.undo()
    assert state.run.data.problem.name == "xor"
    assert picker.buttons["xor"].isChecked()


def test_a_third_arm_brings_an_output_unit_that_fits(window, state):
    window.controls.problem.picker.buttons["spirals"].click()
    row_of(window, "Arms").take_typed(2.0)
    state.editing.apply(SetOutput("loss", "bce"))
    row_of(window, "Arms").take_typed(4.0)
    assert state.run.data.problem.classes == 4
    assert state.a.latest.network.output.width == 4


def test_a_refused_value_is_explained_beside_its_control(window, state):
    row = row_of(window, "Test share")
    window.controls.problem.picker.buttons["rings"].click()
    row.field.high = 2.0  # as if the field allowed what the rule does not
    row.take_typed(1.5)
    assert "test must be in [0, 1)" in row.note.text()
    assert row.value < 1


def test_divergence_is_said_in_words_with_what_helps(window, state, train):
    state.editing.change_training(optimiser="sgd", learning_rate=1e6)
    state.editing.apply(SetOutput("loss", "mse"))
    state.play()
    train(300)
    assert isinstance(state.divergence, Divergence)
    assert window.alarm.isVisible()
    assert "blew up at step" in window.alarm.sentence.text()
    halve = [
        b
        for b in window.alarm.findChildren(QAbstractButton)
        if b.text() == "Halve the learning rate"
    ]
    halve[0].click()
    assert not window.alarm.isVisible()
    assert state.run.training.learning_rate == 5e5


def test_scrubbing_shows_that_step_everywhere_and_escape_ends_it(window, state, train):
    train(40)
    state.scrub(12)
    window.clock.settle()
    assert window.toolbar.metrics["step"].number.text() == "12"
    QTest.keyClick(window, Qt.Key.Key_Escape)
    window.clock.settle()
    assert window.toolbar.metrics["step"].number.text() == "40"


def test_the_theme_can_be_switched_and_is_remembered(window, state, settings):
    QTest.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert state.shown.theme.dark
    assert settings.theme == "dark"
    assert window.grab().toImage().pixelColor(2, 2).name() == DARK.pane.lower()


def test_larger_type_makes_larger_controls(window, settings):
    before = window.toolbar.height()
    window.looks.step_scale(1)
    assert settings.scale == 1.25
    assert window.toolbar.height() > before


def test_presentation_hides_the_controls_and_escape_ends_it(window, state):
    window.looks.toggle_presentation()
    assert window.controls.isHidden()
    assert state.shown.theme.scale == 1.5
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.controls.isHidden()
    assert state.shown.theme.scale == 1.0


def test_presentation_ends_as_it_began(window, state):
    window.showMaximized()
    window.toggle_controls()
    window.looks.toggle_presentation()
    assert window.isFullScreen()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.isMaximized()
    assert not window.isFullScreen()
    assert window.controls.isHidden()


def test_the_four_ready_layouts_are_those_that_scenes_name():
    assert tuple(LAYOUTS) == LAYOUT_NAMES


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_shows_its_views_without_overlap(window, qapp, name):
    window.use_layout(name)
    qapp.processEvents()
    wanted = {v for _, views in LAYOUTS[name].rows for v, _ in views}
    panes = [p for p in window.panes if p.isVisible()]
    assert {p.name for p in panes} == wanted & set(window.desk.panes)
    boxes = [p.geometry() for p in panes]
    for i, first in enumerate(boxes):
        assert all(not first.intersects(second) for second in boxes[i + 1 :])


def test_a_view_is_enlarged_by_its_key_and_given_back(window, qapp):
    visible = {p.name for p in window.panes if p.isVisible()}
    QTest.keyClick(window, Qt.Key.Key_1)
    qapp.processEvents()
    assert {p.name for p in window.panes if p.isVisible()} == {"output"}
    QTest.keyClick(window, Qt.Key.Key_1)
    qapp.processEvents()
    assert {p.name for p in window.panes if p.isVisible()} == visible


def test_a_floating_view_is_enlarged_inside_the_window_and_floats_again(window, qapp):
    pane = window.desk.panes["gradients"]
    pane.setFloating(True)
    qapp.processEvents()
    window.show_view("gradients")
    qapp.processEvents()
    assert [p.name for p in window.panes if p.isVisible()] == ["gradients"]
    assert not pane.isFloating()
    assert pane.width() > 0.9 * window.desk.width()
    window.show_view("gradients")
    qapp.processEvents()
    assert pane.isFloating()


def test_an_arrangement_is_remembered_between_starts(window, settings, state):
    window.desk.close_pane("loss")
    saved = window.desk.remembered()
    window.desk.arrange("overview")
    assert not window.desk.panes["loss"].isHidden()
    assert window.desk.restore(saved)
    assert window.desk.panes["loss"].isHidden()


def test_reset_layout_goes_back_to_the_layout_that_was_rearranged(window, qapp):
    window.use_layout("folding", remember=False)  # as a scene does
    window.desk.close_pane("loss")
    saved = window.desk.remembered()
    window.desk.arrange("overview")  # the next start
    assert window.desk.restore(saved)
    window.reset_layout()
    assert window.desk.layout_name == "folding"
    assert not window.desk.panes["loss"].isHidden()
    assert window.desk.panes["regions"].isHidden()


@pytest.mark.parametrize("blob", [b"", b"\0\0\0\xff", b"folding\nnonsense", b"no\n\0"])
def test_an_arrangement_that_cannot_be_read_is_forgotten(window, blob):
    assert not window.desk.restore(QByteArray(blob))


def test_a_broken_view_says_so_in_its_pane_and_tries_again(window, state):
    pane = window.desk.panes["loss"]
    window.clock.failed.emit("loss", ValueError("no numbers"))
    assert pane.error.isVisible()
    assert "Loss can't be drawn" in pane.error.text()
    assert "no numbers" not in pane.error.text(), "that is for the log"
    state.editing.change_training(learning_rate=0.7)
    assert not pane.error.isVisible()


def test_every_control_has_a_name(window):
    kinds = (QAbstractButton, QAbstractSlider, QLineEdit, QComboBox)
    for section in window.controls.sections:
        section.set_open(True)
    unnamed = [
        f"{type(w).__name__} in {type(w.parent()).__name__}"
        for kind in kinds
        for w in window.findChildren(kind)
        if not w.accessibleName()
        and not isinstance(w, QScrollBar)
        and not w.objectName().startswith("qt_")
        and not isinstance(w.parent(), QComboBox)
    ]
    assert unnamed == []


def test_every_control_can_be_reached_by_the_keyboard(window):
    kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractSlider)
    lost = [
        w.accessibleName()
        for kind in kinds
        for w in window.findChildren(kind)
        if w.isVisible()
        and not isinstance(w, QScrollBar)
        and not (w.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and not w.objectName().startswith("qt_")
    ]
    assert lost == []


def test_tab_walks_through_toolbar_and_controls(window):
    window.toolbar.play.setFocus()
    seen = []
    for _ in range(12):
        seen.append(window.focusWidget().accessibleName())
        window.focusNextChild()
    assert seen[:4] == ["Play", "Step", "Rewind", "New seed"]
    assert seen[4] == f"Pace, {window.toolbar.pace_value.text()}"
    assert len(set(seen)) == len(seen)


def test_every_tip_has_words_and_drawable_formulas(window):
    from app.look.formulas import formula_pixmap
    from app.widgets.tip import tip_of

    formulas = set()
    for kind in (QLineEdit, QComboBox):
        for widget in window.controls.findChildren(kind):
            tip = tip_of(widget)
            if isinstance(widget.parent(), QComboBox) or tip is None:
                continue
            assert tip.text, tip
            formulas.add(tip.formula)
    formulas.discard("")
    assert len(formulas) > 15
    for formula in formulas:
        assert not formula_pixmap(formula, "#000000").isNull(), formula


def test_a_second_run_is_started_from_the_menu(window, state):
    window.menus.fill_compare()
    titles = [a.text() for a in window.menus.compare.actions()]
    assert titles[0] == "Keep this run as B"
    beside = next(m for a in window.menus.compare.actions() if (m := a.menu()))
    words = [a.text() for a in beside.actions()]
    assert words == [w[:1].upper() + w[1:] for w in words], "one way of writing them"
    window.menus.compare.actions()[0].trigger()
    assert state.comparison.b is not None
    assert "A | B:" in window.toolbar.compare.text()
    for title, runs in window.menus.families(state.run):
        assert runs, title


def test_runs_with_cut_links_can_be_compared_with_every_activation(window, state):
    mask = Mask.of(np.eye(4, 2))
    hidden = (LayerSpec(4, "relu", mask=mask),)
    assert state.editing.apply(SetLayers(hidden))
    families = dict(window.menus.families(state.run))
    maxout = dict(families["Another activation function"])["Maxout"]
    assert maxout.hidden[0].mask.shape == (8, 2)


def test_about_tells_versions_and_backend(window, qtbot):
    from app.shell.about import AboutDialog

    about = AboutDialog("compiled", window)
    text = about.text.toPlainText()
    assert "Backend: compiled" in text
    assert "PySide6-Essentials" in text
    assert "LGPL-3.0" in text


def test_an_error_can_be_copied(window, qapp):
    from app.shell.errors_dialog import ErrorDialog

    try:
        raise RuntimeError("boom")
    except RuntimeError as error:
        dialog = ErrorDialog(error, "training", window)
    dialog.copy.click()
    assert "RuntimeError: boom" in qapp.clipboard().text()
    assert dialog.copy.text() == "Copied"


def test_the_log_that_the_menu_opens_holds_every_failure(window, tmp_path, monkeypatch):
    from app.shell import main
    from app.shell.errors_dialog import ErrorDialog, log_path
    from core import logs

    monkeypatch.setattr(logs, "log_file", lambda: tmp_path / "log" / "errors.log")
    monkeypatch.setattr("app.shell.errors_dialog.log_file", logs.log_file)
    logger = logging.getLogger("hyperfold")
    before = list(logger.handlers)
    main.start_log()
    (handler,) = [h for h in logger.handlers if h not in before]
    try:
        assert Path(log_path()).exists(), "the menu can open it from the start"
        panel = window.desk.panes["output"].panel
        monkeypatch.setattr(panel, "show_frame", fail_with("a view → broke"))
        window.clock.refresh("output")
        window.clock.settle()
        dialog = ErrorDialog(RuntimeError("training broke"), "training", window)
    finally:
        logger.removeHandler(handler)
        handler.close()
    text = Path(log_path()).read_text("utf-8")
    assert "a view → broke" in text
    assert "training broke" in text
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert log_path() in said


@pytest.mark.parametrize("opens", [True, False])
def test_a_log_that_nothing_opens_is_named(window, monkeypatch, opens):
    from app.shell.errors_dialog import log_path

    monkeypatch.setattr(
        "app.shell.window.QDesktopServices.openUrl", staticmethod(lambda url: opens)
    )
    window.toast.hide()
    window.show_log()
    assert window.toast.isVisible() != opens
    assert opens or log_path() in window.toast.text()


def fail_with(words: str) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise RuntimeError(words)

    return fail


def test_numba_and_scipy_are_not_loaded_before_the_first_paint():
    code = (
        "import sys\n"
        "from app.shell.main import make_application\n"
        "from app.editing.settings import WindowSettings\n"
        "app = make_application()\n"
        "from app.editing.state import AppState\n"
        "from app.shell.window import MainWindow\n"
        "from core.scenes import load_scene\n"
        "state = AppState(load_scene('xor').run, start=False)\n"
        "window = MainWindow(state, WindowSettings(), fill=False)\n"
        "window.first_painted.connect(app.quit)\n"
        "window.show()\n"
        "app.exec()\n"
        "print(sorted({'numba', 'scipy', 'ziamath'} & set(sys.modules)))\n"
        "window.clock.stop(); window.worker.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("width", [960, 1180, 1440])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_nothing_overlaps_in_the_toolbar(window, qapp, width, scale):
    window.looks.use_scale(scale)
    window.resize(width, 720)
    qapp.processEvents()
    window.clock.settle()
    qapp.processEvents()
    bar = window.toolbar
    parts = [
        w
        for w in bar.children()
        if hasattr(w, "isVisible") and w.isVisible() and w.width() > 0
    ]
    boxes = sorted((w.geometry() for w in parts), key=lambda g: g.x())
    for left, right in pairwise(boxes):
        assert left.right() < right.left() + 1
    assert boxes[-1].right() <= bar.width()


def test_the_toolbar_counts_regions_while_they_are_known(window, state):
    regions = window.desk.panes["regions"].panel
    number = window.toolbar.metrics["regions"]
    regions.count_changed.emit(45)
    assert number.number.text() == "45"
    assert not number.isHidden()
    state.step(1)
    window.clock.tick()
    assert not number.isHidden()
    window.desk.close_pane("regions")
    assert number.isHidden()


def test_the_settings_of_a_view_can_be_opened_again_and_again(window, qapp):
    pane = window.desk.panes["output"]
    seen = []

    def look():
        menu = qapp.activePopupWidget()
        seen.append([a for a in menu.actions() if isinstance(a, QWidgetAction)])
        menu.close()

    for _ in range(3):
        QTimer.singleShot(0, look)
        pane.header.more.click()
        qapp.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        window.clock.refresh_all()
        window.clock.settle()
    assert len(seen) == 3
    assert all(len(found) == 1 for found in seen)
    assert not pane.failed


def test_a_dialog_that_was_closed_is_gone(window, qapp):
    def close():
        qapp.activeModalWidget().reject()

    before = len(window.findChildren(QDialog))
    for show in (window.show_help, window.show_about):
        QTimer.singleShot(0, close)
        show()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(window.findChildren(QDialog)) == before


def test_a_refusal_is_said_even_if_no_row_was_edited(window, state) -> None:
    assert not state.editing.apply(SetLayer(0, "units", 100_000))
    assert window.toast.isVisible()
    assert "units must be" in window.toast.text()
    window.toast.hide()
    rate = next(
        row
        for section in window.controls.sections
        for row, _ in section.bound
        if row.label.text() == "Learning rate"
    )
    rate.value_changed.emit(-1.0)
    assert not window.toast.isVisible()  # the message is below the row


@pytest.mark.parametrize("text", ["9.31·10⁻¹⁰", "−8.88·10⁻¹⁰⁰", "888 888 888 888"])
def test_no_number_of_the_toolbar_is_cut_off(window, text) -> None:
    metric = window.toolbar.metrics["loss"]
    metric.show_text(text)
    needed = metric.number.fontMetrics().horizontalAdvance(text)
    assert metric.width() >= needed
    before = metric.width()
    metric.show_text("1.00")
    assert metric.width() == before  # nothing shifts when it gets shorter again
    window.looks.use_scale(2.0)
    assert metric.width() >= metric.number.fontMetrics().horizontalAdvance(text)


def test_the_title_follows_the_problem(window, state, qapp):
    window.open_scene(load_scene("xor"), play=False)
    assert window.windowTitle().startswith("XOR")
    data = replace(state.run.data, problem=make_problem("rings", {}))
    state.editing.change_run("problem", data=data)
    window.clock.settle()
    assert window.windowTitle() == "Rings[*] – Hyperfold"
    assert window.scene.name == "rings"  # what is proposed as a file name


def test_undoing_an_opened_scene_brings_back_its_title_goal_and_file(
    window, state, tmp_path
):
    first, then = load_scene("rings-narrow"), load_scene("moons")
    window.open_scene(first, play=False)
    window.files.path = tmp_path / "mine.hyperfold"
    window.open_scene(then, play=False)
    window.files.path = None
    data = replace(state.run.data, problem=make_problem("spirals", {}))
    state.editing.change_run("problem", data=data)
    window.clock.settle()
    assert window.scene.name == "spirals"
    stack = state.editing.undo_stack
    stack.undo()
    window.clock.settle()
    assert (window.scene.name, state.goal) == (then.name, then.goal)
    stack.undo()
    window.clock.settle()
    assert (window.scene.name, state.goal) == (first.name, first.goal)
    assert window.windowTitle().startswith(f"{first.title}[*]")
    assert window.files.path == tmp_path / "mine.hyperfold"
    stack.redo()
    window.clock.settle()
    assert window.windowTitle().startswith(f"{then.title}[*]")
    assert window.files.path is None, "another run must not be saved over the first"
    while stack.index > 1:  # run B of the first scene comes and goes, too
        stack.undo()
        window.clock.settle()
        assert window.scene.name == first.name
    stack.undo()
    window.clock.settle()
    assert window.scene.name == "xor"


def test_a_chip_says_whose_it_is_while_two_runs_are_compared(window, state):
    header = window.desk.panes["output"].header
    header.set_badge("none wrong")
    assert header.badge.text() == "none wrong"
    window.open_scene(load_scene("regions-deep"), play=False)
    assert header.badge.text().startswith("A: ")
    state.comparison.end()
    assert not header.badge.text().startswith("A: ")


def test_a_pinned_region_does_not_survive_into_the_next_scene(window, state):
    import numpy as np

    state.shown.set_pinned(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    window.open_scene(load_scene("moons"), play=False)
    assert state.shown.pinned == ()


def test_large_type_and_presentation_leave_no_distorted_panes(window, qapp):
    window.resize(1440, 900)
    window.use_layout("overview")
    qapp.processEvents()
    before = window.desk.proportions()
    for there, back in (
        (lambda: window.looks.use_scale(2.0), lambda: window.looks.use_scale(1.0)),
        (window.looks.toggle_presentation, window.looks.toggle_presentation),
    ):
        there()
        qapp.processEvents()
        back()
        window.resize(1440, 900)
        for _ in range(3):
            qapp.processEvents()
        after = window.desk.proportions()
        assert after.keys() == before.keys()
        for name, shares in before.items():
            assert after[name] == pytest.approx(shares, abs=0.04), name


class Requests(QObject):
    """Counts the layouts that are asked to compute again."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.asked.append(type(watched).__name__)
        return False


def test_a_number_that_changes_lays_nothing_out_again(window, qapp) -> None:
    header = window.desk.panes["loss"].header
    metric = window.toolbar.metrics["loss"]
    header.set_badge("test − train 0.123")
    metric.show_text("0.123")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    watch = Requests()
    qapp.installEventFilter(watch)
    header.set_badge("test − train 0.456")
    metric.show_text("0.456")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    concerned = {"PaneHeader", "Pane", "Metric", "Toolbar", "Desk", "MainWindow"}
    assert concerned.isdisjoint(watch.asked)
    wide = header.badge.sizeHint().width()
    header.set_badge("test − train 0.000456")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    qapp.removeEventFilter(watch)
    assert "PaneHeader" in watch.asked  # it takes more room
    assert header.badge.sizeHint().width() > wide
