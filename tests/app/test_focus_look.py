"""Focused, chosen and disabled widgets can be told apart."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.look.colour import contrast
from app.look.style import apply_theme
from app.look.theme import THEMES, Theme
from app.views.warp.stage import StageLink, WarpStage


@pytest.fixture(params=THEMES.values(), ids=lambda t: t.name)
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Theme:
    found: Theme = request.param
    apply_theme(qapp, found)
    return found


@pytest.fixture
def page(qtbot):
    """Shows widgets in a dialog of their own; another one has the focus."""

    dialog = QDialog()

    def show(*widgets: QWidget) -> None:
        qtbot.addWidget(dialog)
        column = QVBoxLayout(dialog)
        first = QPushButton("other")
        first.setAutoDefault(False)
        for widget in (first, *widgets):
            column.addWidget(widget)
        dialog.show()
        dialog.activateWindow()
        QApplication.processEvents()
        first.setFocus()

    return show


def picture(widget: QWidget) -> QImage:
    QApplication.processEvents()
    return widget.grab().toImage()


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
    }


def middle_left(image: QImage, inset: int) -> str:
    return image.pixelColor(inset, image.height() // 2).name()


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QTextBrowser, QSpinBox])
def test_a_box_of_text_that_has_the_keyboard_is_framed(page, theme, kind):
    box = kind()
    page(box)
    assert middle_left(picture(box), 0) != theme.accent.lower()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    assert middle_left(picture(box), 0) == theme.accent.lower()


def test_a_chosen_problem_tells_whether_it_has_the_keyboard(page, theme):
    thumb = QToolButton()
    thumb.setObjectName("thumb")
    thumb.setText("XOR")
    thumb.setCheckable(True)
    thumb.setChecked(True)
    page(thumb)
    before = picture(thumb)
    thumb.setFocus(Qt.FocusReason.TabFocusReason)
    assert middle_left(before, 0) != middle_left(picture(thumb), 0)


def test_the_stage_of_the_warp_is_framed_while_it_has_the_keyboard(page, theme):
    stage = WarpStage(StageLink([]))
    stage.set_theme(theme)
    page(stage)
    edges = [QPoint(0, 0), stage.rect().bottomRight()]
    before = picture(stage)
    stage.setFocus(Qt.FocusReason.TabFocusReason)
    after = picture(stage)
    for edge in edges:
        assert before.pixelColor(edge).name() == theme.pane.lower()
        assert after.pixelColor(edge).name() == theme.accent.lower()
    assert after.pixelColor(1, 1).name() == theme.pane.lower(), "one pixel, no more"


def test_a_chosen_item_stands_out_in_menu_and_list(page, theme):
    menu = QMenu()
    first = menu.addAction("First")
    menu.addAction("Second")
    menu.popup(QPoint(0, 0))
    plain = colours(picture(menu))
    menu.setActiveAction(first)
    place = menu.actionGeometry(first)
    shown = picture(menu).copy(place)
    menu.close()
    ground = middle_left(shown, 4)
    assert ground not in plain
    assert contrast(ground, theme.pane) >= 3.0
    assert max(contrast(c, ground) for c in colours(shown)) >= 4.5, "its words"
    combo = QComboBox()
    combo.addItems(["First", "Second"])
    page(combo)
    combo.showPopup()
    view = combo.view()
    second = combo.model().index(1, 0)
    view.setCurrentIndex(second)
    row = picture(view.viewport()).copy(view.visualRect(second))
    combo.hidePopup()
    assert row.pixelColor(2, 2).name() == theme.accent.lower()


def test_a_spin_box_looks_like_a_field(page, theme):
    box, field = QSpinBox(), QLineEdit("0")
    page(box, field)
    assert middle_left(picture(box), 3) == middle_left(picture(field), 3)
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    for part in (
        QStyle.SubControl.SC_SpinBoxUp,
        QStyle.SubControl.SC_SpinBoxDown,
    ):
        control = QStyle.ComplexControl.CC_SpinBox
        assert box.style().subControlRect(control, option, part, box).width() == 0


def test_a_default_button_that_sleeps_is_not_blue(page, theme):
    button = QPushButton("Import")
    button.setDefault(True)
    page(button)
    assert theme.accent.lower() in colours(picture(button))
    button.setEnabled(False)
    assert theme.accent.lower() not in colours(picture(button))
