"""Every text of the window goes through the translation layer.

A made-up language puts brackets around every translated text. The window shows every
view, page, menu, dialog and lesson in it; whatever has no brackets was forgotten,
unless it is a name, a formula or a number (`NAMES`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QLabel,
    QMenu,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.dialogs.film import FilmDialog
from app.dialogs.picture import PictureDialog
from app.dialogs.picture_out import PictureOutDialog
from app.dialogs.table import TableDialog
from app.frame.settings import Choice, settings_of
from app.shell.about import AboutDialog
from app.shell.gallery import Gallery
from app.shell.help import HelpDialog
from app.shell.layouts import LAYOUTS
from app.views.network.solved import solve
from app.views.network.solving import SolvedDialog
from app.widgets.tip import TipFilter
from core.engine.session import Session
from core.language import install
from core.scenes import load_scene
from core.tables import preview

OPEN, CLOSE = "⟦", "⟧"
#: Names, formulas and words of mathematics that are the same in every language.
NAMES = re.compile(
    r"ReLU|tanh|softmax|sigmoid|SiLU|GELU|ELU|Adam|SGD|RMSProp|Hyperfold|MIT|Qt|PNG|SVG"
    r"|PDF|GIF|WebP|MP4|English|Deutsch|∂loss/∂z|\bsin\b|\bcos\b|\blog\b|\bexp\b|\bmax\b|\bmin\b|\btrain\.toml"
)
QT_SAYS = ("Cancel", "Close")  # buttons that Qt names and translates
TAGS = re.compile(r"<[^<>]*>|&\w+;")


@pytest.fixture
def brackets() -> Iterator[None]:
    """A language in which every text is in brackets."""
    install("xx", lambda text, _: f"{OPEN}{text}{CLOSE}" if text else text)
    yield
    install("en", None)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The texts painted from now on."""
    found: set[str] = set()
    draw = QPainter.drawText

    def record(self: QPainter, *given: object) -> object:
        found.update(text for text in given if isinstance(text, str))
        return draw(self, *given)  # type: ignore[call-overload]

    monkeypatch.setattr(QPainter, "drawText", record)
    return found


def texts(top: QWidget) -> Iterator[str]:
    """Whatever ``top`` and its parts show or say to a screen reader."""
    for widget in (top, *top.findChildren(QWidget)):
        if widget.objectName().startswith(("qt_", "ScrollLeft", "ScrollRight")):
            continue  # a part of Qt's own, which Qt translates
        if isinstance(widget.parent(), QDialogButtonBox) and widget.text() in QT_SAYS:
            continue
        yield widget.accessibleName()
        yield widget.accessibleDescription()
        yield widget.toolTip()
        yield widget.windowTitle()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(i) for i in range(widget.count()))
            yield widget.placeholderText()
        elif isinstance(widget, QTabBar):
            for i in range(widget.count()):
                yield from (widget.tabText(i), widget.tabToolTip(i))
        elif isinstance(widget, QTextEdit):
            yield widget.toPlainText()
        for tip in widget.findChildren(TipFilter):
            yield from (tip.tip.title, tip.tip.text)


def items(menu: QMenu) -> Iterator[QAction]:
    menu.aboutToShow.emit()
    for action in menu.actions():
        inner = action.menu()
        yield action
        if isinstance(inner, QMenu):
            yield from items(inner)


def forgotten(found: set[str]) -> list[str]:
    """Those of ``found`` that contain words and no bracket."""
    return sorted(
        text
        for text in found
        if OPEN not in text
        and CLOSE not in text
        and re.search(r"[A-Za-z]{2,}", NAMES.sub("", TAGS.sub("", text)))
    )


def show_all(window, found: set[str]) -> None:
    """Every layout, page and menu of the window as it is now."""
    for layout in LAYOUTS:
        window.use_layout(layout)
        QApplication.processEvents()
        window.clock.settle()
        for pane in window.panes:
            if not pane.isVisible():
                continue
            for setting in settings_of(type(pane.panel)):
                if isinstance(setting, Choice) and setting.name == "page":
                    for page in setting.options:
                        pane.panel.page = page
                        QApplication.processEvents()
                        window.clock.settle()
                        found.update(texts(pane))
            for part in pane.findChildren(QWidget):
                if part.isVisible() and part.hasMouseTracking():
                    QTest.mouseMove(part, part.rect().center())
            QApplication.processEvents()
        found.update(texts(window))


@pytest.mark.parametrize("scene", ["xor", "moons", "rainfall", "rgb", "dice"])
def test_every_text_of_the_window_is_translated(
    brackets, painted, window, train, scene
):
    found = painted
    window.open_scene(load_scene(scene))
    train(3)
    show_all(window, found)
    for menu in (window.menus.main, window.menus.compare):
        for action in items(menu):
            found.update((action.text(), action.toolTip()))
    left = forgotten(found)
    assert not left, "\n".join(left)


def test_every_text_of_the_dialogs_is_translated(brackets, window, tmp_path):
    table = tmp_path / "points.csv"
    table.write_text("x,y,class\n" + "".join(f"{i},{i},{i % 2}\n" for i in range(12)))
    image = QImage(16, 16, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    theme, panel = window.state.shown.theme, window.desk.panes["output"].panel
    solved = solve(Session(load_scene("xor-linear").run, "reference").snapshot())
    assert solved is not None
    made = (
        AboutDialog("compiled", window),
        HelpDialog(window),
        Gallery(window),
        PictureDialog("p.png", image, theme, window),
        PictureOutDialog([("output", OPEN, panel)], "output", window),
        FilmDialog(tmp_path / "a.run", [("output", OPEN)], "light", "a", window),
        TableDialog(table, preview(table), window),
        SolvedDialog(solved, theme, window),
    )
    found = {text for part in made for text in texts(part)}
    for dialog in made:
        dialog.close()
        dialog.deleteLater()
    left = forgotten(found)
    assert not left, "\n".join(left)
