"""Everything has a name, a place in the tab order, and room, at every size."""

from __future__ import annotations

from types import UnionType

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from app.dialogs.film import FilmDialog
from app.dialogs.picture import PictureDialog
from app.dialogs.picture_out import PictureOutDialog
from app.dialogs.table import TableDialog
from app.shell.about import AboutDialog
from app.shell.errors_dialog import ErrorDialog
from app.shell.help import HelpDialog
from app.shell.layouts import LAYOUTS, DeskArea
from app.views.network.solved import solve
from app.views.network.solving import SolvedDialog
from app.widgets.setting_controls import settings_box
from core.engine.session import Session
from core.lessons import lesson_names, load_lesson
from core.scenes import load_scene
from core.tables import preview

CONTROLS = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
TAB = Qt.FocusPolicy.TabFocus


def controls(top: QWidget) -> list[QWidget]:
    """Everything a user can operate, without the inner parts of Qt's own widgets."""
    return [w for w in parts(top) if isinstance(w, CONTROLS)]


def parts(top: QWidget) -> list[QWidget]:
    """Everything inside but the inner parts of Qt's own widgets."""
    return [
        w
        for w in top.findChildren(QWidget)
        if not isinstance(w, QScrollBar | QHeaderView)
        and not w.objectName().startswith("qt_")
        and w.metaObject().className() != "QTableCornerButton"
        and not _inside(w, QComboBox | QAbstractSpinBox)
    ]


def _inside(widget: QWidget, kinds: UnionType | type[QWidget]) -> bool:
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, kinds):
        parent = parent.parentWidget()
    return parent is not None


def painted(widget: QWidget) -> bool:
    """Whether ``widget`` paints itself and reacts to the mouse: a canvas."""
    own = {
        name
        for cls in type(widget).__mro__
        if cls.__module__.startswith("app.")
        for name in vars(cls)
    }
    return "paintEvent" in own and bool(own & {"mousePressEvent", "mouseMoveEvent"})


def name_of(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        # On Linux Qt uses the chosen text as the name, which is not a name.
        return widget.accessibleName()
    spoken = QAccessible.queryAccessibleInterface(widget)
    return str(spoken.text(QAccessible.Text.Name))


def unnamed(top: QWidget) -> list[str]:
    """Controls, focusable widgets and canvases without a name."""
    return [
        f"{type(w).__name__} in {type(w.parent()).__name__}"
        for w in parts(top)
        if (isinstance(w, CONTROLS) or w.focusPolicy() & TAB or painted(w))
        and not name_of(w).strip()
    ]


def hushed(top: QWidget) -> list[str]:
    """Labels whose accessible name replaces different visible text."""
    found = []
    for label in top.findChildren(QLabel):
        name, shown = label.accessibleName(), label.text()
        rich = label.textFormat() == Qt.TextFormat.RichText
        if name and not rich and shown not in name:
            found.append(f"{shown!r} is read as {name!r}")
    return found


def unreachable(top: QWidget) -> list[str]:
    return [
        f"{type(w).__name__} {w.accessibleName()}"
        for w in controls(top)
        if not w.isHidden() and not (w.focusPolicy() & Qt.FocusPolicy.TabFocus)
    ]


@pytest.fixture
def dialogs(window, tmp_path):
    table = tmp_path / "points.csv"
    rows = np.random.default_rng(0).random((12, 2)).round(3)
    lines = [f"{x},{y},{i % 2}" for i, (x, y) in enumerate(rows.tolist())]
    table.write_text("\n".join(["x,y,class", *lines]))
    image = QImage(16, 16, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    panel = window.desk.panes["output"].panel
    solved = solve(Session(load_scene("xor-linear").run, "reference").snapshot())
    assert solved is not None
    made = {
        "about": AboutDialog("compiled", window),
        "help": HelpDialog(window),
        "error": ErrorDialog(ValueError("no"), "training", window),
        "picture in": PictureDialog("p.png", image, window.state.shown.theme, window),
        "picture out": PictureOutDialog(
            [("output", "Output", panel)], "output", window
        ),
        "film": FilmDialog(
            tmp_path / "a.run", [("output", "Output")], "light", "a", window
        ),
        "table": TableDialog(table, preview(table), window),
        "solved": SolvedDialog(solved, window.state.shown.theme, window),
    }
    yield made
    for dialog in made.values():
        dialog.close()
        dialog.deleteLater()


def test_every_dialog_names_its_controls_and_takes_the_keyboard(dialogs):
    assert {n: unnamed(d) for n, d in dialogs.items() if unnamed(d)} == {}
    assert {n: unreachable(d) for n, d in dialogs.items() if unreachable(d)} == {}
    assert all(d.windowTitle() for d in dialogs.values())


def test_the_settings_of_every_view_are_named_and_take_the_keyboard(window):
    for pane in window.panes:
        settings = settings_box(pane.panel)
        if settings is not None:
            assert unnamed(settings) == [], pane.name
            assert unreachable(settings) == [], pane.name
            settings.deleteLater()


def test_the_lessons_are_named_and_take_the_keyboard(window):
    window.toggle_lessons()
    assert unnamed(window.lessons) == []
    assert unreachable(window.lessons) == []
    for area in window.lessons.findChildren(QScrollArea):
        assert name_of(area)
    for name in lesson_names():
        lesson = load_lesson(name)
        window.lessons.open_lesson(name)
        for number in range(len(lesson.steps)):
            window.lessons.begin(number)
            assert unnamed(window.lessons) == [], (name, number)
            assert f"Step {number + 1} of " in window.lessons.progress.accessibleName()
            following = window.lessons.next_button
            assert following.accessibleName() == following.text()
            assert following.isDefault() == following.isEnabled()


def items(menu: QMenu) -> list[QAction]:
    """Every item of a menu and of the menus in it, as they are when they open."""
    menu.aboutToShow.emit()
    found = []
    for action in menu.actions():
        inner = action.menu()
        if not action.isSeparator():
            found.append(action)
        if isinstance(inner, QMenu):
            found += items(inner)
    return found


def test_every_item_of_every_menu_has_words(window, state):
    state.comparison.pin()
    for menu in (window.menus.main, window.menus.compare):
        assert menu.accessibleName()
        assert all(action.text().strip() for action in items(menu))


def test_a_passing_note_is_read_and_fits(window):
    sentence = "The file cannot be opened because " + "it is far too long " * 20
    window.resize(1180, 720)
    window.toast.say(sentence)
    assert name_of(window.toast).strip() == sentence.strip()
    assert window.rect().contains(window.toast.geometry())
    assert window.toast.timer.interval() > 1000 * window.toast.SECONDS
    window.toast.say("Saved")
    assert window.toast.height() < 48
    assert window.toast.timer.interval() == 1000 * window.toast.SECONDS


def test_the_numbers_of_the_toolbar_are_read_out(window, train):
    train(3)
    window.clock.settle()
    for name, metric in window.toolbar.metrics.items():
        assert name_of(metric.number) == metric.number.text(), name
    window.state.set_pace(20.0)
    assert name_of(window.toolbar.pace) == "Pace, 20 steps/s"


def test_tab_leaves_the_table_of_an_import(dialogs):
    dialog = dialogs["table"]
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    assert QApplication.focusWidget() is dialog.accept_button
    dialog.table.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.header


def test_a_part_of_a_picture_is_held_out_by_keys(dialogs):
    dialog = dialogs["picture in"]
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    preview = dialog.preview
    assert not preview.hasFocus(), "Enter imports unless somebody goes there"
    preview.setFocus(Qt.FocusReason.TabFocusReason)
    shift = Qt.KeyboardModifier.ShiftModifier
    for _ in range(40):
        QTest.keyClick(preview, Qt.Key.Key_Left)
        QTest.keyClick(preview, Qt.Key.Key_Up)
        QTest.keyClick(preview, Qt.Key.Key_Right, shift)
    QTest.keyClick(preview, Qt.Key.Key_Return)
    assert dialog.isVisible(), "Enter marks and does not import yet"
    (part,) = dialog.problem.rectangles
    assert (part.left, part.top, part.right, part.bottom) == (0.0, 0.0, 1.0, 0.25)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_view_of_a_layout_is_named(window, layout):
    window.use_layout(layout)
    window.clock.settle()
    assert unnamed(window) == []
    for part in (window.toolbar, window.controls, window.help_line, window.timeline):
        assert hushed(part) == []
    for pane in window.panes:
        assert pane.panel.accessibleName()


def test_what_the_walk_says_is_read_and_not_hidden_behind_a_name(window):
    from app.views.walk.page import WalkPage
    from app.views.walk.update_page import UpdatePage

    window.use_layout("walk")
    window.clock.settle()
    page, update = window.findChild(WalkPage), window.findChild(UpdatePage)
    assert page.body.text()
    for label in (page.body, update.table):
        assert not label.accessibleName(), "it would be read in place of the words"


def outside(window: QWidget) -> list[str]:
    """Visible controls that their window or their parent cuts off."""
    found = []
    for w in controls(window):
        if not w.isVisible() or _scrolls(w):
            continue
        place = QRect(w.mapTo(window, w.rect().topLeft()), w.size())
        parent = w.parentWidget()
        if not window.rect().contains(place) or not parent.rect().contains(
            w.geometry()
        ):
            found.append(f"{type(w).__name__} {w.accessibleName()} {place}")
    return found


def _scrolls(widget: QWidget) -> bool:
    """Whether what does not fit can be scrolled to."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            return not isinstance(parent, DeskArea)  # the desk itself fits at 100 %
        parent = parent.parentWidget()
    return False


def overlapping(bar: QWidget) -> list[str]:
    parts = [
        w
        for w in bar.findChildren(
            QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
        if w.isVisible() and (isinstance(w, QAbstractButton | QLabel) or w.layout())
    ]
    return [
        f"{a.accessibleName()} / {b.accessibleName()}"
        for i, a in enumerate(parts)
        for b in parts[i + 1 :]
        if a.geometry().intersects(b.geometry())
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(1180, 720), (2560, 1440)])
def test_nothing_is_cut_off(window, layout, size):
    window.resize(*size)
    window.use_layout(layout)
    QApplication.processEvents()
    window.clock.settle()
    assert (window.width(), window.height()) == size
    assert outside(window) == []
    assert overlapping(window.toolbar) == []


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.0])
def test_type_grows_without_covering_the_toolbar(window, scale):
    window.resize(1920, 1080)
    window.looks.use_scale(scale)
    QApplication.processEvents()
    window.clock.settle()
    assert overlapping(window.toolbar) == []
    assert outside(window.toolbar) == []


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
@pytest.mark.parametrize("scale", [1.5, 2.0, 3.0])
def test_type_grows_without_panes_that_cover_each_other(window, layout, scale, size):
    window.resize(*size)
    window.looks.use_scale(scale)
    window.use_layout(layout)
    QApplication.processEvents()
    window.clock.settle()
    QApplication.processEvents()  # the views may need more space
    assert (window.width(), window.height()) == size
    panes = [p for p in window.panes if not p.visibleRegion().isEmpty()]
    assert len(panes) == (1 if window.desk.tabbed else len(_placed(layout)))
    for i, pane in enumerate(panes):
        assert pane.width() >= pane.minimumSizeHint().width()
        assert pane.height() >= pane.minimumSizeHint().height()
        for other in panes[i + 1 :]:
            assert not pane.geometry().intersects(other.geometry())


def _placed(layout: str) -> list[str]:
    return [view for _, row in LAYOUTS[layout].rows for view, _ in row]
