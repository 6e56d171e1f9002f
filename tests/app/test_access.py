"""Everything has a name, a place in the tab order, and room, at every size."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from app.about import AboutDialog
from app.dialogs.film import FilmDialog
from app.dialogs.picture import PictureDialog
from app.dialogs.picture_out import PictureOutDialog
from app.dialogs.table import TableDialog
from app.errors_dialog import ErrorDialog
from app.help import HelpDialog
from app.layouts import LAYOUTS
from core.files.table import preview

CONTROLS = (
    QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit
)  # fmt: skip


def controls(top: QWidget) -> list[QWidget]:
    """What a person can act on, without the inner parts of Qt's own widgets."""
    return [
        w
        for w in top.findChildren(QWidget)
        if isinstance(w, CONTROLS)
        and not isinstance(w, QScrollBar)
        and not w.objectName().startswith("qt_")
        and not isinstance(w.parent(), QComboBox | QAbstractSpinBox)
    ]


def unnamed(top: QWidget) -> list[str]:
    found = []
    for w in controls(top):
        spoken = QAccessible.queryAccessibleInterface(w)
        if not spoken.text(QAccessible.Text.Name).strip():
            found.append(f"{type(w).__name__} in {type(w.parent()).__name__}")
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
    made = {
        "about": AboutDialog("compiled", window),
        "help": HelpDialog(window),
        "error": ErrorDialog(ValueError("no"), "training", window),
        "picture in": PictureDialog("p.png", image, window.state.theme, window),
        "picture out": PictureOutDialog(
            [("output", "Output", panel)], "output", window
        ),
        "film": FilmDialog(
            tmp_path / "a.run", [("output", "Output")], "light", "a", window
        ),
        "table": TableDialog(table, preview(table), window),
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
        settings = pane.panel.settings_widget()
        if settings is not None:
            assert unnamed(settings) == [], pane.name
            assert unreachable(settings) == [], pane.name
            settings.deleteLater()


def test_the_lessons_are_named_and_take_the_keyboard(window):
    window.toggle_lessons()
    assert unnamed(window.lessons) == []
    assert unreachable(window.lessons) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_view_of_a_layout_is_named(window, layout):
    window.use_layout(layout)
    window.clock.settle()
    assert unnamed(window) == []
    for pane in window.panes:
        assert pane.panel.accessibleName()


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
            return True
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
    window.use_scale(scale)
    QApplication.processEvents()
    window.clock.settle()
    assert overlapping(window.toolbar) == []
    assert outside(window.toolbar) == []
