"""Tab follows the reading order, arrows go to what they move, keys do what tips say."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from app.shell.help import KEYS
from app.shell.layouts import LAYOUTS
from app.views.registry import PANELS
from app.widgets.number_field import NumberField
from app.widgets.tip import tip_of
from core.edits import InsertLayer
from core.scenes import load_scene


def press(
    window: QWidget,
    key: Qt.Key,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Send a key as the system does: to the window, shortcuts first."""
    QTest.keyClick(window.windowHandle(), key, held)


def walked(window: QWidget) -> list[QWidget]:
    """The widgets that Tab visits from the first button, once round."""
    window.toolbar.play.setFocus(Qt.FocusReason.TabFocusReason)
    seen = [QApplication.focusWidget()]
    for _ in range(300):
        press(window, Qt.Key.Key_Tab)
        if QApplication.focusWidget() is seen[0]:
            return seen
        seen.append(QApplication.focusWidget())
    raise AssertionError("Tab never came back")


def top(window: QWidget, widget: QWidget) -> int:
    return widget.mapTo(window, QPoint(0, 0)).y()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tab_goes_from_area_to_area_and_down_each(active, layout):
    active.use_layout(layout)
    QApplication.processEvents()
    active.clock.settle()
    panes = [p for p in active.panes if p.isVisible()]
    heads = [active.toolbar, active.controls, active.help_line, active.layouts]
    areas = [*heads, *panes, active.timeline]
    seen = walked(active)
    found = [next(i for i, a in enumerate(areas) if a.isAncestorOf(w)) for w in seen]
    runs = [found[0], *(b for a, b in pairwise(found) if a != b)]
    assert len(runs) == len(set(runs)), "an area is left and entered again"
    assert runs[:4] == [0, 1, 2, 3]
    assert runs[-1] == len(areas) - 1
    # Nothing read earlier comes later; a row may be slightly uneven.
    for a, b in pairwise([w for w in seen if active.controls.isAncestorOf(w)]):
        assert top(active, b) >= top(active, a) - 8, (a, b)
    for pane in panes:
        first = next((w for w in seen if pane.isAncestorOf(w)), pane.header.more)
        assert first is pane.header.more


def test_tab_finds_the_headers_of_new_layers(active, state):
    walked(active)
    state.editing.apply(InsertLayer(len(state.run.hidden)))
    active.clock.settle()
    QApplication.processEvents()
    names = [w.accessibleName() for w in walked(active)]
    depth = len(state.run.hidden)
    functions = [f"Activation function of layer {i + 1}" for i in range(depth)]
    at = [names.index(name) for name in functions]
    assert at == sorted(at)
    assert at[-1] < names.index("Units and weights of the network")


def test_tab_backwards_is_the_same_way(active):
    seen = walked(active)
    press(active, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is seen[-1]


def test_tab_goes_from_a_unit_into_its_card(active):
    from app.views.network.canvas import UnitCanvas
    from app.views.network.card import UnitCard

    canvas = active.findChild(UnitCanvas)
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    press(active, Qt.Key.Key_Right)
    press(active, Qt.Key.Key_Return)
    active.clock.settle()
    QApplication.processEvents()
    card = active.findChild(UnitCard)
    assert card.isVisible()
    names = []
    for i in range(3):
        if i:
            press(active, Qt.Key.Key_Tab)
        assert card.isAncestorOf(QApplication.focusWidget())
        names.append(QApplication.focusWidget().accessibleName())
    assert any("bias" in name.lower() for name in names), names
    press(active, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert QApplication.focusWidget() is canvas, "back where the unit was opened"


def parts_that_move(window):
    from app.views.network.canvas import UnitCanvas
    from app.views.warp.track import StageSlider
    from app.widgets.page_tabs import PageTabs

    for cls in (UnitCanvas, StageSlider, PageTabs):
        yield next(w for w in window.findChildren(cls) if w.isVisible())


def test_right_moves_inside_the_part_that_has_the_keyboard(active, state, train):
    train(5)
    active.clock.settle()
    step = state.a.latest.step
    for part in parts_that_move(active):
        part.setFocus(Qt.FocusReason.TabFocusReason)
        press(active, Qt.Key.Key_Right)
        active.clock.settle()
        assert state.a.latest.step == step, part
    active.setFocus()
    press(active, Qt.Key.Key_Right)
    assert state.a.latest.step == step + 1


def test_every_problem_can_be_chosen_by_arrows(active, state):
    checked = next(
        b for b in active.controls.findChildren(QToolButton) if b.isChecked()
    )
    checked.setFocus(Qt.FocusReason.TabFocusReason)
    before = state.run.data.problem
    press(active, Qt.Key.Key_Right)
    assert state.run.data.problem != before
    assert QApplication.focusWidget().isChecked()


@pytest.fixture
def rate(active):
    """The field of the learning rate, focused."""
    field = next(
        f
        for f in active.controls.findChildren(NumberField)
        if f.accessibleName() == "Learning rate" and f.isVisible()
    )
    field.setFocus(Qt.FocusReason.TabFocusReason)
    return field


def typed(window, text: str) -> None:
    for letter in text:
        QTest.keyClick(window.windowHandle(), letter)


def test_after_return_a_number_is_taken_and_keys_are_shortcuts_again(
    active, state, rate
):
    before = state.run.training.learning_rate
    typed(active, "0.3")
    press(active, Qt.Key.Key_Return)
    assert state.run.training.learning_rate == 0.3
    press(active, Qt.Key.Key_Space)
    assert state.playing
    press(active, Qt.Key.Key_Space)
    assert not state.playing
    assert rate.text() == "0.3"
    press(active, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert state.run.training.learning_rate == before


@pytest.mark.parametrize("end", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_tab_goes_on_from_a_number_that_was_taken_or_dropped(active, rate, end):
    press(active, Qt.Key.Key_Tab)
    following = QApplication.focusWidget()
    assert following is not rate
    rate.setFocus(Qt.FocusReason.TabFocusReason)
    typed(active, "0.3")
    press(active, end)
    assert not rate.hasFocus()
    press(active, Qt.Key.Key_F7)  # any key in between
    press(active, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is following


def test_escape_brings_the_old_number_back(active, state, rate):
    before, shown = state.run.training.learning_rate, rate.text()
    typed(active, "7")
    press(active, Qt.Key.Key_Escape)
    assert rate.text() == shown
    assert state.run.training.learning_rate == before


def test_a_number_in_the_making_keeps_what_edits_it_and_nothing_else(
    active, state, rate, monkeypatch
):
    asked = []
    for action in active.actions():
        action.triggered.connect(lambda _=False, a=action: asked.append(a.text()))
    monkeypatch.setattr("app.shell.help.HelpDialog.exec", lambda dialog: 0)
    control = Qt.KeyboardModifier.ControlModifier
    typed(active, "1n r")
    press(active, Qt.Key.Key_Right)
    press(active, Qt.Key.Key_Z, control)
    press(active, Qt.Key.Key_A, control)
    assert asked == []
    assert rate.hasFocus()
    typed(active, "2")
    press(active, Qt.Key.Key_F1)
    press(active, Qt.Key.Key_2, control)
    assert len(asked) == 2
    assert asked[0] == "Help"


def test_a_number_that_nobody_edits_leaves_undo_and_space_alone(active, state, rate):
    seed = state.run.seed
    state.new_seed()
    shown = rate.text()
    press(active, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert state.run.seed == seed
    press(active, Qt.Key.Key_Space)
    assert state.playing
    assert rate.text() == shown


def keys_of(window) -> set[str]:
    return {
        s.toString(QKeySequence.SequenceFormat.PortableText)
        for action in window.actions()
        for s in action.shortcuts()
    }


def test_every_key_that_a_tip_names_does_something(window):
    bound = keys_of(window)
    tips = [tip for w in window.findChildren(QWidget) if (tip := tip_of(w))]
    promised = {tip.keys for tip in tips if tip.keys}
    assert {"Space", "F10", "F2"} <= promised
    # Keys of one widget while it has the focus: timeline, walk, card of a unit, pad.
    own = {"←", "Return", "Esc", "Backspace", "Delete"}
    for keys in promised - own:
        first = keys.split()[0].replace("→", "Right")
        assert first in bound, keys


def test_the_way_back_to_the_present_is_named_by_a_key_that_always_works(
    active, state, train
):
    train(40)
    state.scrub(20)
    active.clock.settle()
    assert tip_of(active.timeline.back).keys == "Esc"
    active.controls.setFocus()
    press(active, Qt.Key.Key_Escape)
    assert state.shown.scrub_step is None


def test_the_help_tells_every_key_of_the_menus(window):
    told = " ".join(keys for keys, _ in KEYS)
    told = told.replace("→", "Right").replace("−", "-")
    for low, high in re.findall(r"(\d) … (?:Ctrl\+)?(\d)", told):
        stem = "Ctrl+" if f"Ctrl+{low} …" in told else ""
        told += "".join(f" {stem}{i}" for i in range(int(low), int(high) + 1))
    words = {w.strip(",") for w in told.split()}
    # Second keys for the same thing, and what every program has.
    known = {
        "Ctrl+Q",
        "Ctrl+=",
        "Ctrl+Shift+Z",
        "Ctrl+Shift+V",
        "Ctrl+Shift+S",
        "Ctrl+Shift+E",
    }
    assert keys_of(window) - words - known == set()


def test_f10_opens_the_menu(active, monkeypatch):
    opened = []
    monkeypatch.setattr(
        active.toolbar.menu, "showMenu", lambda: opened.append(True), raising=False
    )
    press(active, Qt.Key.Key_F10)
    assert opened == [True]


def ticked(menu) -> list[str]:
    menu.aboutToShow.emit()
    return [a.text() for a in menu.actions() if a.isChecked()]


def submenu(window, *titles):
    menu = window.menus.main
    for title in titles:
        menu = next(a.menu() for a in menu.actions() if a.text() == title)
    return menu


def test_menus_tick_what_holds_however_it_was_chosen(window):
    window.looks.toggle_theme()
    assert ticked(submenu(window, "View", "Theme")) == ["Dark"]
    window.looks.step_scale(1)
    assert ticked(submenu(window, "View", "Size")) == ["125%"]
    window.use_layout("learning")
    assert ticked(submenu(window, "View", "Layout")) == ["Learning"]


def test_scenes_are_offered_by_title(window):
    scenes = submenu(window, "File", "Open scene")
    scenes.aboutToShow.emit()
    titles = [a.text() for a in scenes.actions()]
    assert "XOR with the book's network" in titles
    assert all(a.toolTip() != a.text() for a in scenes.actions()), "a summary each"
    scenes.actions()[titles.index("Three spirals")].trigger()
    assert window.scene.title == "Three spirals"


def click(window, widget):
    """A click as the window system reports it, with the button state set."""
    at = widget.mapTo(window, widget.rect().center())
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()


def test_space_plays_after_a_click_on_a_button(active, state):
    button = next(
        b for b in active.controls.findChildren(QToolButton) if not b.isChecked()
    )
    click(active, button)
    assert button.isChecked()
    chosen = state.run.data.problem
    playing = state.playing
    press(active, Qt.Key.Key_Space)
    assert state.playing != playing
    assert state.run.data.problem == chosen


def test_space_presses_a_button_that_tab_led_to(active, state):
    button = next(
        b for b in active.controls.findChildren(QToolButton) if not b.isChecked()
    )
    button.setFocus(Qt.FocusReason.TabFocusReason)
    playing = state.playing
    press(active, Qt.Key.Key_Space)
    assert button.isChecked()
    assert state.playing == playing


def combo_named(window, name):
    return next(
        c for c in window.controls.findChildren(QComboBox) if c.accessibleName() == name
    )


@pytest.mark.parametrize("name", ["Method", "Output unit, loss"])
def test_space_plays_after_choosing_from_a_list(active, state, name):
    active.controls.set_open_sections(["Optimiser", "Output & loss"])
    QApplication.processEvents()
    combo = combo_named(active, name)
    before, playing = combo.currentIndex(), state.playing
    click(active, combo)
    assert combo.view().isVisible()
    press(combo.view().window(), Qt.Key.Key_Up)
    press(combo.view().window(), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert combo.currentIndex() != before
    press(active, Qt.Key.Key_Space)
    assert state.playing != playing
    assert not combo.view().isVisible()


@pytest.mark.parametrize("by_list", [True, False])
def test_space_opens_a_list_that_tab_led_to_but_plays_once_chosen(
    active, state, by_list
):
    active.controls.set_open_sections(["Optimiser"])
    QApplication.processEvents()
    combo = combo_named(active, "Method")
    combo.setFocus(Qt.FocusReason.TabFocusReason)
    before, playing = combo.currentIndex(), state.playing
    if by_list:
        press(active, Qt.Key.Key_Space)
        QApplication.processEvents()
        assert combo.view().isVisible()
        press(combo.view().window(), Qt.Key.Key_Up)
        press(combo.view().window(), Qt.Key.Key_Return)
        QApplication.processEvents()
    else:
        press(active, Qt.Key.Key_Up)
    assert combo.currentIndex() == before - 1
    assert state.playing == playing
    press(active, Qt.Key.Key_Space)
    assert state.playing != playing


def test_space_plays_after_a_click_that_leaves_the_focus_elsewhere(active, state):
    """Toolbar buttons and problems do not take the focus by a click."""
    button = active.layouts.buttons["folding"]
    active.toolbar.rewind.setFocus(Qt.FocusReason.TabFocusReason)
    playing = state.playing
    click(active, button)
    assert active.desk.layout_name == "folding"
    press(active, Qt.Key.Key_Space)
    assert state.playing != playing
    press(active, Qt.Key.Key_Space)
    press(active, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not active.toolbar.rewind


def test_space_plays_on_the_chosen_one_of_several(active, state):
    chosen = next(b for b in active.controls.findChildren(QToolButton) if b.isChecked())
    chosen.setFocus(Qt.FocusReason.TabFocusReason)
    press(active, Qt.Key.Key_Right)
    assert QApplication.focusWidget() is not chosen
    playing = state.playing
    press(active, Qt.Key.Key_Space)
    assert state.playing != playing


def fields_of(window):
    """One number of each kind: a row, a count and the card of a unit."""
    strip = window.desk.panes["network"].panel
    strip.open_unit(1, 0)
    found = [*strip.card.findChildren(QLineEdit), *window.findChildren(QLineEdit)]
    first = {}
    for field in found:
        if field.isVisible() and field.isEnabled():
            first.setdefault(type(field), field)
    return list(first.values())


def test_an_unedited_number_leaves_letters_and_space_to_shortcuts(active, state):
    fields = fields_of(active)
    assert len(fields) >= 3
    for field in fields:
        field.setFocus(Qt.FocusReason.TabFocusReason)
        seed, playing = state.run.seed, state.playing
        press(active, Qt.Key.Key_Space)
        assert state.playing != playing, field
        press(active, Qt.Key.Key_N)
        assert state.run.seed != seed, field
        assert field.isVisible()
        assert not field.isModified()


def test_the_focused_number_of_a_card_follows_the_run(active, state, train):
    strip = active.desk.panes["network"].panel
    strip.open_unit(1, 0)
    strip.card.take_keyboard()
    field = QApplication.focusWidget()
    before = field.text()
    train(5)
    active.clock.settle()
    assert field.text() != before
    assert field.selectedText() == field.text(), "typing still replaces it"
    typed(active, "7")
    train(5)
    active.clock.settle()
    assert field.text() == "7", "a number being typed stays"


def test_return_in_a_count_gives_the_keyboard_back(active, state):
    field = active.desk.panes["network"].panel.layers.count
    field.setFocus(Qt.FocusReason.TabFocusReason)
    typed(active, "3")
    press(active, Qt.Key.Key_Return)
    assert state.run.network.depth == 4
    press(active, Qt.Key.Key_5)
    assert active.desk.enlarged == "gradients"


def test_a_view_opened_by_its_key_never_puts_it_into_a_field(active, state):
    for key, name in ((Qt.Key.Key_A, "ask"), (Qt.Key.Key_L, "landscape")):
        press(active, key)
        QApplication.processEvents()
        focused = QApplication.focusWidget()
        assert active.desk.panes[name].isAncestorOf(focused)
        assert not isinstance(focused, QLineEdit | QComboBox)
        playing = state.playing
        press(active, Qt.Key.Key_Space)
        assert state.playing != playing
        press(active, Qt.Key.Key_Escape)
        QApplication.processEvents()
        assert active.desk.enlarged is None
        assert QApplication.focusWidget() is active


def test_opening_a_lesson_gives_the_focus_to_its_text(active, state):
    active.toggle_lessons()
    dock = active.lessons
    QApplication.processEvents()
    card = dock.list.cards[0]
    card.button.setFocus(Qt.FocusReason.TabFocusReason)
    press(active, Qt.Key.Key_Space)
    QApplication.processEvents()
    assert dock.lesson is not None
    press(active, Qt.Key.Key_Space)
    assert state.playing
    assert dock.lesson is not None, "Space did not go back to the list"


def test_escape_gives_the_keyboard_back_from_everywhere(active):
    for widget in walked(active):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        press(active, Qt.Key.Key_Escape)
        QApplication.processEvents()
        assert QApplication.focusWidget() in (active, None), widget


def test_a_view_opened_by_its_key_is_large_and_has_the_keyboard(active):
    active.desk.close_pane("gradients")
    press(active, Qt.Key.Key_5)
    QApplication.processEvents()
    pane = active.desk.panes["gradients"]
    assert pane.isVisible()
    assert pane.width() > 0.9 * active.desk.width()
    assert pane.isAncestorOf(QApplication.focusWidget())
    press(active, Qt.Key.Key_5)
    QApplication.processEvents()
    assert pane.isHidden()


def test_a_view_that_only_shows_a_sentence_has_the_keyboard_too(request, monkeypatch):
    ready = [False]
    monkeypatch.setattr("app.views.regions.panel.is_ready", lambda _: ready[0])
    active = request.getfixturevalue("active")
    press(active, Qt.Key.Key_3)
    active.clock.settle()
    QApplication.processEvents()
    panel = active.desk.panes["regions"].panel
    assert "compiled" in panel.note.text()
    assert QApplication.focusWidget() is panel
    ready[0] = True
    panel.refresh_needed.emit()
    active.clock.settle()
    assert QApplication.focusWidget() is panel.canvases[0], "passed on to the picture"
    press(active, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert active.desk.enlarged is None
    assert QApplication.focusWidget() is active


@pytest.mark.parametrize("scene", ["digits", "sine-1d", "parity", "dice"])
def test_every_view_opened_by_its_key_has_the_keyboard(active, scene):
    active.open_scene(load_scene(scene), play=False)
    active.clock.settle()
    for entry in PANELS:
        QTest.keyClick(active.windowHandle(), entry.key.lower())
        active.clock.settle()
        QApplication.processEvents()
        pane = active.desk.panes[entry.name]
        assert active.desk.enlarged == entry.name
        assert pane.isAncestorOf(QApplication.focusWidget()), entry.name


def test_a_view_keeps_the_keyboard_when_its_picture_is_replaced(active, state):
    press(active, Qt.Key.Key_1)
    active.clock.settle()
    canvas = QApplication.focusWidget()
    state.editing.open_run(load_scene("sine-1d").run)
    active.clock.settle()
    QApplication.processEvents()
    assert not isValid(canvas) or not canvas.isVisible()
    assert active.desk.panes["output"].isAncestorOf(QApplication.focusWidget())


def test_a_picture_replaced_at_once_never_becomes_a_window(active):
    """A layout shows what was added to it only in the next turn of the event loop."""
    for scene in ("sine-1d", "moons", "digits", "rgb", "sine-1d", "moons"):
        active.open_scene(load_scene(scene), play=False)
        active.clock.settle()
    QApplication.processEvents()
    assert active.isActiveWindow()
    assert [w for w in QApplication.topLevelWidgets() if w.isVisible()] == [active]


def test_opening_a_scene_leaves_no_field_with_the_keyboard(active, state):
    field = next(w for w in walked(active) if isinstance(w, QLineEdit))
    field.setFocus(Qt.FocusReason.MouseFocusReason)
    active.open_scene(load_scene("spirals"))
    active.clock.settle()
    QApplication.processEvents()
    assert not isinstance(QApplication.focusWidget(), QLineEdit)


def test_a_walk_does_not_run_away_while_it_is_read(active, state):
    active.open_scene(load_scene("walk-slides"))
    assert not state.playing
    active.open_scene(load_scene("moons"))
    assert state.playing
    active.open_scene(load_scene("walk-xor"))
    assert not state.playing, "even if the scene before was running"
