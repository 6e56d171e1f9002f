"""Findings of a review of the window: nothing jumps away, nothing is covered."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QPushButton,
    QRadioButton,
    QSlider,
    QToolButton,
)

from app.look.style import style_sheet
from app.look.theme import LIGHT
from app.shell.layouts import LAYOUTS
from app.views.network.headers import LayerHeader
from app.widgets.page_tabs import PageTabs
from app.widgets.tab_head import TabHead
from core.edits import SetLayer
from core.scenes import Action, load_scene


def settle(window) -> None:
    for _ in range(3):
        QApplication.processEvents()
        window.clock.settle()


def test_choosing_sgd_leaves_the_method_under_the_pointer(window, state):
    window.resize(1180, 720)
    controls = window.controls
    optimiser = next(s for s in controls.sections if s.title == "Optimiser")
    controls.set_open_sections(["Optimiser"])
    optimiser.findChild(QPushButton, "link").click()
    settle(window)
    bar = controls.area.verticalScrollBar()
    row = next(r for r, _ in optimiser.bound if r.label.text() == "Method")
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    settle(window)
    before = row.mapTo(window, QPoint(0, 0)).y()
    state.editing.change_training(optimiser="sgd")
    settle(window)
    assert row.mapTo(window, QPoint(0, 0)).y() == before
    bar.setValue(0)
    settle(window)
    assert bar.maximum() + controls.area.viewport().height() <= max(
        controls.area.widget().sizeHint().height(), controls.area.viewport().height()
    ), "scrolling up gives the spare room back"


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_radio_buttons_are_round_at_every_size(qapp, scale):
    button = QRadioButton("x")
    button.setStyleSheet(style_sheet(LIGHT.scaled(scale)))
    for checked in (False, True):
        button.setChecked(checked)
        button.resize(button.sizeHint())
        picture = button.grab().toImage()
        ground = picture.pixelColor(picture.width() - 1, 0)
        left = next(
            x
            for x in range(picture.width())
            if picture.pixelColor(x, picture.height() // 2) != ground
        )
        top = next(
            y
            for y in range(picture.height())
            if any(picture.pixelColor(x, y) != ground for x in range(int(16 * scale)))
        )
        assert picture.pixelColor(left, top) == ground, "a circle has no corner"


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 1.875, 2.0, 2.5, 2.625, 3.0])
def test_handles_of_sliders_are_round_at_every_size(qapp, scale):
    slider = QSlider(Qt.Orientation.Horizontal)
    theme = LIGHT.scaled(scale)
    slider.setStyleSheet(style_sheet(theme))
    slider.setRange(0, 100)
    slider.setValue(50)
    slider.resize(theme.px(160), theme.px(32))
    picture = slider.grab().toImage()
    accent = QColor(theme.accent)
    places = [
        (x, y)
        for x in range(picture.width() // 3, picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y) == accent
    ]
    top = min(y for _, y in places)
    right = max(x for x, _ in places)
    assert (right, top) not in places, "a circle has no corner"


def test_a_layout_is_one_visible_click_away(window):
    for name, button in window.layouts.buttons.items():
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.desk.layout_name == name
        chosen = [n for n, b in window.layouts.buttons.items() if b.isChecked()]
        assert chosen == [name]
    assert list(window.layouts.buttons) == list(LAYOUTS)
    window.use_layout("walk")
    assert window.layouts.buttons["walk"].isChecked()
    word, first = window.layouts.word, next(iter(window.layouts.buttons.values()))
    end = word.x() + word.fontMetrics().horizontalAdvance(word.text())
    assert first.x() >= end + 8, "its mark must not touch the word"
    window.resize(1180, 720)
    window.looks.use_scale(2.0)
    settle(window)
    room = window.layouts.width()
    for button in window.layouts.buttons.values():
        assert button.isHidden() or button.geometry().right() <= room


def test_plus_for_layers_stays_under_the_pointer(active, state, monkeypatch):
    active.resize(1180, 720)
    settle(active)
    plus = active.desk.panes["network"].panel.layers.more
    at = plus.mapTo(active, plus.rect().center())
    on_top, show = [], LayerHeader.show

    def show_and_look(header):
        show(header)
        on_top.append(active.childAt(at))

    monkeypatch.setattr(LayerHeader, "show", show_and_look)
    depth = len(state.run.network.hidden)
    for clicks in range(1, 5):
        QTest.mouseMove(active.windowHandle(), at)
        QTest.mouseClick(active.windowHandle(), Qt.MouseButton.LeftButton, pos=at)
        settle(active)
        assert len(state.run.network.hidden) == depth + clicks
        assert on_top[-1] is plus, "a new header took the mouse from it"
    QTest.mouseMove(active.windowHandle(), QPoint(700, 600))
    settle(active)
    assert plus.mapTo(active, plus.rect().center()) != at, "then it gives way"


def _open_card(window):
    strip = window.desk.panes["network"].panel
    strip.open_unit(1, 0)
    settle(window)
    return strip, strip.card


def test_a_docked_card_covers_no_view(active):
    window = active
    strip, card = _open_card(window)
    button = card.dock_button
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(window)
    assert card.isVisible()
    assert card.unit == (1, 0)
    mine = card.rect().translated(card.mapToGlobal(QPoint(0, 0)))
    for pane in window.panes:
        if pane.isVisible():
            theirs = pane.rect().translated(pane.mapToGlobal(QPoint(0, 0)))
            assert not mine.intersects(theirs), pane.name
    strip.open_unit(1, 1)
    assert card.unit == (1, 1)
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    settle(window)
    assert card.parentWidget() is window, "the keyboard undocks it"
    assert card.unit == (1, 1)
    card.hide()
    assert strip.docking.dock.isHidden()


def test_a_card_does_not_cover_the_text_of_a_lesson(active):
    active.resize(1180, 720)
    active.toggle_lessons()
    active.lessons.open_lesson("01-why-a-line-cannot")
    active.lessons.begin(2)  # "Click the output unit", at the right of the strip
    settle(active)
    strip = active.desk.panes["network"].panel
    strip.open_unit(1, 0)
    settle(active)
    card = strip.card
    assert card.isVisible()
    lessons = active.lessons.geometry()
    assert not card.geometry().intersects(lessons)
    QTest.mousePress(card, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.mouseMove(card, QPoint(400, 5))
    QTest.mouseRelease(card, Qt.MouseButton.LeftButton, pos=QPoint(400, 5))
    assert not card.geometry().intersects(lessons), "nor by dragging"


def test_a_docked_card_leaves_the_views_their_room(active):
    active.resize(1180, 720)
    settle(active)
    strip, card = _open_card(active)
    strip.docked = True
    settle(active)
    assert card.width() < 0.3 * active.desk.width()
    active.resize(1440, 900)
    settle(active)
    assert card.isVisible()
    assert card.width() < 0.25 * active.desk.width(), "views get the room gained"


def test_alt_and_arrows_move_the_card(active):
    _, card = _open_card(active)
    card.take_keyboard()
    before = card.pos()
    QTest.keyClick(
        QApplication.focusWidget(), Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier
    )
    assert card.pos().y() > before.y()
    assert card.pos().x() == before.x()
    QTest.keyClick(
        QApplication.focusWidget(), Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier
    )
    assert card.pos().x() < before.x()


@pytest.mark.parametrize("activation", ["relu", "identity"])
def test_an_opened_scene_does_not_keep_weights_set_by_hand(window, state, activation):
    scene = load_scene("xor-book")
    window.open_scene(scene, play=False)
    drawn = state.a.latest.theta.copy()
    state.editing.set_parameters(np.ones_like(drawn), "by hand")
    state.editing.apply(SetLayer(0, "activation", activation))
    assert (state.a.latest.theta == 1.0).all()
    window.open_scene(scene, play=False)
    np.testing.assert_array_equal(state.a.latest.theta, drawn)


def test_a_scene_without_weights_does_not_take_those_of_the_scene_before(window, state):
    plain = load_scene("xor-book")
    window.open_scene(plain, play=False)
    drawn = state.a.latest.theta.copy()
    ones = [{"W": [[1, 1], [1, 1]], "b": [1, 1]}, {"W": [[1, 1]], "b": [1]}]
    set_up = replace(plain, actions=(Action(0, "parameters", ones),))
    window.open_scene(set_up, play=False)
    assert (state.a.latest.theta == 1.0).all()
    window.open_scene(plain, play=False)
    np.testing.assert_array_equal(state.a.latest.theta, drawn)


def test_a_lesson_step_that_starts_from_random_weights_does(window, state):
    window.lessons.open_lesson("02-moving-points")
    for _ in range(3):
        window.lessons.show_me()
        settle(window)
        window.lessons.go_on()
        settle(window)
    assert window.lessons.step.title == "Find it by training"
    settle(window)
    assert state.a.latest.metrics.loss > 0.01
    assert 3 not in window.lessons.done


@pytest.mark.parametrize(
    ("name", "step", "page"),
    [("10-trusting-probabilities", 0, "trust"), ("06-deep-sigmoid", 3, "hidden")],
)
def test_a_lesson_turns_to_the_page_that_it_speaks_of(window, name, step, page):
    saturation = window.desk.panes["saturation"].panel
    saturation.page = "push"  # where the lesson before left it
    window.lessons.open_lesson(name)
    window.lessons.begin(step)
    settle(window)
    assert saturation.page == page


@pytest.mark.parametrize(
    ("name", "step"),
    [("16-why-back-propagation-is-fast", 0), ("17-learning-through-dice", 1)],
)
def test_a_lesson_on_derivatives_takes_an_example_that_has_some(window, name, step):
    walk = window.desk.panes["walk"].panel
    walk.example_asked = 0  # (0, 0): every derivative by a weight of layer 1 is 0
    window.lessons.open_lesson(name)
    window.lessons.begin(step)
    settle(window)
    inputs = window.state.a.latest.splits.train.x[walk.example_asked]
    assert (inputs != 0).all()


@pytest.mark.parametrize("name", ["walk", "landscape", "grid"])
def test_no_tab_is_cut_off_beside_a_lesson(active, name):
    active.resize(1180, 720)
    active.toggle_lessons()
    active.use_layout(name)
    settle(active)
    pane = active.desk.panes[name]
    assert pane.width() < 0.4 * active.width(), "beside the lesson"
    tabs = max(pane.panel.findChildren(PageTabs), key=PageTabs.count)
    assert tabs.count() > 2
    for i in range(tabs.count()):
        assert tabs.tabRect(i).right() < tabs.width(), tabs.tabText(i)
    assert not any(b.isVisible() for b in tabs.findChildren(QToolButton)), "no arrows"
    head = pane.panel.findChild(TabHead)
    for control in head.findChildren(QAbstractButton):
        if control.isVisible():
            right = control.mapTo(head, control.rect().topRight()).x()
            assert right <= head.width(), control.accessibleName()
