"""A window with little room for its size of type shows one view at a time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar

from app.look.theme import LIGHT
from app.shell.window import MainWindow
from core.scenes import load_scene


def settle(window) -> None:
    for _ in range(3):
        QApplication.processEvents()
        window.clock.settle()


def in_sight(window) -> list[str]:
    """The views that a person sees some of."""
    return [
        pane.name
        for pane in window.panes
        if pane.isVisible() and not pane.visibleRegion().isEmpty()
    ]


@pytest.fixture
def small(window):
    """1180 × 720 at 200 %, the room of 590 × 360."""
    window.resize(1180, 720)
    window.looks.use_scale(2.0)
    settle(window)
    return window


def read(window, name: str = "02-moving-points") -> None:
    window.toggle_lessons()
    window.lessons.open_lesson(name)
    settle(window)


def test_a_view_beside_a_lesson_is_large_enough_to_read(small):
    read(small)
    assert (small.width(), small.height()) == (1180, 720)
    (shown,) = in_sight(small)
    assert shown == "warp"  # the view that the step is about
    pane = small.desk.panes[shown]
    assert pane.width() >= 500
    assert pane.height() >= 360
    corner = pane.mapTo(small, QPoint(0, 0))
    assert corner.y() + pane.height() <= small.timeline.mapTo(small, QPoint(0, 0)).y()
    assert small.lessons.width() <= 600
    assert small.lessons.page.width() <= small.lessons.width()


def test_the_other_views_are_one_click_away(small):
    read(small)
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    bars = small.desk.findChildren(QTabBar, options=direct)
    (bar,) = [b for b in bars if b.isVisible() and b.count()]
    titles = [bar.tabText(i) for i in range(bar.count())]
    assert titles == ["Network", "Warp", "Output"]
    place = bar.tabRect(titles.index("Output")).center()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place)
    settle(small)
    assert in_sight(small) == ["output"]


def test_controls_make_room_for_a_lesson_and_come_back(small):
    assert small.controls.isVisible()
    read(small)
    assert small.controls.isHidden()
    assert small.toolbar.controls.isVisible()
    QTest.mouseClick(small.toolbar.controls, Qt.MouseButton.LeftButton)
    assert small.controls.isVisible(), "a person may want them nevertheless"
    QTest.mouseClick(small.toolbar.controls, Qt.MouseButton.LeftButton)
    assert small.controls.isHidden()
    small.toggle_lessons()
    settle(small)
    assert small.controls.isVisible()


def test_with_room_the_views_stand_as_before(small):
    small.looks.use_scale(1.0)
    settle(small)
    assert len(in_sight(small)) == 7
    assert small.layouts.isVisible()
    assert small.toolbar.controls.isHidden()


def test_own_arrangements_outlive_a_small_window(window):
    window.use_layout("overview")
    window.desk.close_pane("saturation")
    window.resize(1440, 900)
    settle(window)
    before = in_sight(window)
    window.looks.use_scale(2.0)
    settle(window)
    assert len(in_sight(window)) == 1
    kept = bytes(window.desk.remembered().data())
    window.looks.use_scale(1.0)
    settle(window)
    assert in_sight(window) == before
    assert kept.startswith(b"overview\n")


def started(settings, state, size=(1440, 900)):
    """The window at another start, with the settings that were kept."""
    state.shown.set_theme(LIGHT.scaled(settings.scale))
    window = MainWindow(state, settings)
    window.clock.manual = True
    window.resize(*size)
    window.show()
    assert window.desk.restore(settings.blob("desk"))
    window.looks.restore()
    settle(window)
    return window


@pytest.mark.parametrize("lesson", [False, True])
@pytest.mark.parametrize("size", [(1180, 720), (2560, 1440)])
def test_a_start_at_200_percent_leads_back_to_the_own_arrangement(
    window, state, settings, size, lesson
):
    window.use_layout("overview")
    window.desk.close_pane("saturation")
    window.resize(*size)
    settle(window)
    desk = window.desk
    desk.resizeDocks([desk.panes["network"]], [330], Qt.Orientation.Vertical)
    settle(window)
    before = desk.proportions()
    window.looks.use_scale(2.0)
    settle(window)
    if lesson:
        read(window)
        assert in_sight(window) != list(before)
    window.close()
    again = started(settings, state, size)
    again.looks.use_scale(1.0)
    settle(again)
    after = again.desk.proportions()
    assert after.keys() == before.keys()
    for name, shares in before.items():
        assert after[name] == pytest.approx(shares, abs=0.03), name
    again.close()


def test_quitting_in_a_presentation_leaves_no_distorted_panes(window, state, settings):
    window.use_layout("overview")
    settle(window)
    before = window.desk.proportions()
    window.looks.toggle_presentation()
    settle(window)
    window.close()
    again = started(settings, state)
    assert not again.controls.isHidden()
    after = again.desk.proportions()
    assert after.keys() == before.keys()
    for name, shares in before.items():
        assert after[name] == pytest.approx(shares, abs=0.03), name
    again.close()


def test_a_layout_chosen_at_200_percent_is_even_at_100(window):
    window.resize(2560, 1440)
    window.use_layout("learning")
    settle(window)
    wanted = window.desk.proportions()
    window.use_layout("overview")
    window.looks.use_scale(2.0)
    settle(window)
    window.use_layout("learning")
    settle(window)
    window.looks.use_scale(1.0)
    settle(window)
    after = window.desk.proportions()
    assert after.keys() == wanted.keys()
    for name, shares in wanted.items():
        assert after[name] == pytest.approx(shares, abs=0.03), name


def test_a_scene_opened_in_a_small_window_arranges_its_views_as_tabs(small):
    small.open_scene(load_scene("walk-xor"), play=False)
    settle(small)
    assert in_sight(small) == ["walk"]
    small.resize(2560, 1440)
    settle(small)
    assert {"network", "walk", "output"} <= set(in_sight(small))


def test_a_view_called_by_its_key_fills_a_small_window_too(small):
    small.show_view("loss")
    settle(small)
    assert in_sight(small) == ["loss"]
    small.show_view("loss")
    settle(small)
    assert in_sight(small) != ["loss"]


def test_a_sentence_keeps_its_width_where_buttons_are_wide(small):
    banner = small.alarm
    banner.say("Some values are NaN or infinite. Rewind to continue.")
    read(small)
    assert banner.sentence.width() >= 300
    for button in banner.offers:
        needed = button.fontMetrics().horizontalAdvance(button.text())
        assert button.width() > needed
        assert button.geometry().right() <= banner.width()


def test_a_long_chip_gives_way_to_the_view(small):
    read(small, "05-the-loss-decides")
    pane = small.desk.panes["saturation"]
    assert in_sight(small) == ["saturation"]
    pane.header.set_badge("a sentence of many words that no small window has room for")
    settle(small)
    corner = pane.mapTo(small, QPoint(0, 0))
    assert corner.x() + pane.width() <= small.lessons.mapTo(small, QPoint(0, 0)).x()
    assert "many words" in pane.header.badge.toolTip()


def test_a_lesson_takes_the_help_line_away(window):
    window.resize(1180, 720)
    settle(window)
    assert window.help_line.isVisible()
    read(window)
    assert window.help_line.isHidden(), "nothing is learning while one reads"
    window.toggle_lessons()
    settle(window)
    assert window.help_line.isVisible()
    window.help_line.cross.click()
    read(window)
    window.toggle_lessons()
    settle(window)
    assert window.help_line.isHidden(), "dismissed once and for all"
