from __future__ import annotations

from math import inf, nan

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from app.look.numbers import (
    parse_number,
    shown_count,
    shown_number,
    shown_percent,
)
from app.look.theme import LIGHT
from app.widgets.number_field import NumberField
from app.widgets.page_tabs import PageTabs
from app.widgets.rows import ChoiceRow, NumberRow, Section
from app.widgets.tip import Tip, tip_of
from app.widgets.toggle import Toggle
from app.widgets.value_slider import ValueSlider


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.013249, "0.0132"),
        (0.0100, "0.0100"),
        (-1.5, "−1.50"),
        (97.12, "97.1"),
        (123456.0, "123\u2009456"),
        (1.5e-5, "1.50·10⁻⁵"),
        (0.0, "0"),
        (None, "–"),
        (nan, "–"),
        (-inf, "−∞"),
    ],
)
def test_numbers_have_three_digits_and_real_minus_signs(value, text):
    assert shown_number(value) == text


def test_percent_and_counts():
    assert shown_percent(1.0) == "100\u2009%"
    assert shown_percent(0.9714) == "97.1\u2009%"
    assert shown_percent(None) == "–"
    assert shown_count(9999) == "9999"
    assert shown_count(1234567) == "1\u2009234\u2009567"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.01", 0.01),
        ("1e-3", 1e-3),
        ("−2", -2.0),
        ("0,5", 0.5),
        ("x", None),
        ("inf", None),
        ("", None),
    ],
)
def test_typed_numbers(text, value):
    assert parse_number(text) == value


def test_a_field_takes_what_is_typed_and_restores_on_escape(qtbot):
    field = NumberField("Rate", 1e-5, 10.0, log=True)
    qtbot.addWidget(field)
    field.set_value(0.01)
    field.show()
    field.setFocus()
    field.selectAll()
    with qtbot.waitSignal(field.value_changed) as got:
        QTest.keyClicks(field, "0.5")
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert got.args == [0.5]
    field.selectAll()
    QTest.keyClicks(field, "7")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.value, field.text()) == (0.5, "0.5")


def test_nonsense_typed_into_a_field_changes_nothing(qtbot):
    field = NumberField("Rate", 0.0, 1.0)
    qtbot.addWidget(field)
    field.set_value(0.25)
    field.show()
    field.setFocus()
    field.selectAll()
    with qtbot.assertNotEmitted(field.value_changed):
        QTest.keyClicks(field, "abc")
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "0.25"


def test_a_field_is_dragged_by_factors_where_it_is_logarithmic(qtbot):
    field = NumberField("Rate", 1e-5, 10.0, log=True)
    qtbot.addWidget(field)
    field.set_value(0.01)
    field.resize(80, 26)
    field.show()
    QTest.mousePress(field, Qt.MouseButton.LeftButton, pos=QPoint(40, 13))
    QTest.mouseMove(field, QPoint(120, 13))
    QTest.mouseRelease(field, Qt.MouseButton.LeftButton, pos=QPoint(120, 13))
    assert field.value == pytest.approx(0.1)


def test_arrow_keys_step_a_whole_number(qtbot):
    field = NumberField("Arms", 2, 5, whole=True)
    qtbot.addWidget(field)
    field.set_value(3)
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.value == 4
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.value == 5  # not beyond the end


@pytest.mark.parametrize("value", [1e-5, 0.01, 0.5, 10.0])
def test_a_log_slider_finds_its_values_again(qtbot, value):
    slider = ValueSlider("Rate", 1e-5, 10.0, log=True)
    qtbot.addWidget(slider)
    again = slider.to_value(slider.to_position(value))
    assert again == pytest.approx(value, rel=0.02)


def test_a_log_slider_with_a_zero_has_exactly_zero_at_its_left_end(qtbot):
    slider = ValueSlider("L2", 0.0, 1.0, log=True, floor=1e-6)
    qtbot.addWidget(slider)
    assert slider.to_value(0) == 0.0
    assert slider.to_value(1) > 0.0


def test_setting_a_slider_tells_nobody_but_moving_it_does(qtbot):
    slider = ValueSlider("Noise", 0.0, 1.0)
    qtbot.addWidget(slider)
    with qtbot.assertNotEmitted(slider.value_moved):
        slider.set_value(0.5)
    with qtbot.waitSignal(slider.value_moved):
        slider.setValue(700)


def test_a_row_offers_to_reset_only_what_was_changed(qtbot):
    row = NumberRow(Tip("Noise"), 0.0, 1.0, 0.01, default=0.1)
    qtbot.addWidget(row)
    row.set_value(0.1)
    assert row.reset.isHidden()
    row.set_value(0.4)
    assert not row.reset.isHidden()
    with qtbot.waitSignal(row.value_changed) as got:
        row.reset.click()
    assert got.args == [0.1]
    assert row.reset.isHidden()


def test_a_choice_shows_and_tells_values_not_words(qtbot):
    row = ChoiceRow(Tip("Method"), [("sgd", "SGD"), ("adam", "Adam")], default="sgd")
    qtbot.addWidget(row)
    row.set_value("adam")
    assert (row.value, row.combo.currentText()) == ("adam", "Adam")
    with qtbot.waitSignal(row.value_changed) as got:
        row.reset.click()
    assert got.args == ["sgd"]


def test_a_section_folds_its_rows(qtbot):
    section = Section("Problem")
    qtbot.addWidget(section)
    section.show()
    assert section.content.isVisible()
    QTest.mouseClick(section.head, Qt.MouseButton.LeftButton)
    assert not section.content.isVisible()


def test_space_switches_a_toggle(qtbot):
    toggle = Toggle("Keep network")
    qtbot.addWidget(toggle)
    toggle.show()
    toggle.setFocus()
    QTest.keyClick(toggle, Qt.Key.Key_Space)
    assert toggle.isChecked()


def test_a_tip_gives_its_words_to_screen_readers(qtbot):
    row = NumberRow(Tip("L2", "Adds a penalty.", r"\lambda \|W\|^2"), 0.0, 1.0)
    qtbot.addWidget(row)
    tip = tip_of(row.field)
    assert tip is not None
    assert tip.formula
    assert "Adds a penalty." in row.field.accessibleDescription()


def test_arrows_cover_no_name_of_a_page_and_take_no_focus(qapp):
    tabs = PageTabs("Pages")
    for i in range(9):
        tabs.addTab(f"A long name of page {i}")
    tabs.resize(260, tabs.sizeHint().height())
    tabs.show()
    arrows = [a for a in tabs.findChildren(QToolButton) if a.isVisible()]
    assert arrows, "there is no room for all names"
    for arrow in arrows:
        assert arrow.focusPolicy() == Qt.FocusPolicy.NoFocus
        arrow.setStyleSheet("border: none; background: none; image: none;")
    picture = tabs.grab().toImage()
    for arrow in arrows:
        place = arrow.geometry()
        for x in (place.left() + 1, place.right() - 1):
            column = {
                picture.pixelColor(x, y).name()
                for y in range(place.top(), place.bottom())
            }
            assert column == {QColor(LIGHT.pane).name()}
    tabs.close()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_names_of_pages_move_together_before_one_is_cut_off(qapp, scale):
    tabs = PageTabs("Pages")
    tabs.set_theme(LIGHT.scaled(scale))
    for name in ("∂J/∂W", "∂J/∂b", "∂loss/∂z", "ΔW/W", "Curvature"):
        tabs.addTab(name)
    words = [tabs.words(i) for i in range(5)]
    roomy = tabs.sizeHint()
    for width in (roomy.width(), round(sum(words)) + round(60 * scale)):
        tabs.resize(width, roomy.height())
        tabs.show()
        assert tabs.tabRect(4).right() < width
        for i, room in enumerate(words):
            assert tabs.tabRect(i).width() >= room
    tabs.close()
