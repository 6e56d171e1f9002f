"""Exported pictures: their description, and figures for papers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.look.export import Millimetres, write_picture
from app.look.theme import THEMES, Theme
from app.widgets.controls import controls_in

if TYPE_CHECKING:
    from app.editing.state import AppState
    from app.frame.base import Panel
    from app.shell.window import MainWindow

POINT = 25.4 / 72  # millimetres
LETTERS = 8.0  # points: the usual size in the figures of a paper


def description(window: MainWindow) -> str:
    """Which run is shown, at which step, and what its columns and classes mean."""
    from core.files.trained import about_of

    state = window.state
    words = about_of(state.shown_snapshot, window.scene.title).text
    beside = state.comparison
    return words if beside.b is None else f"{words} Beside it: {beside.title!r}."


def write_figure(
    window: MainWindow,
    view: str,
    path: Path,
    paper: Millimetres,
    letters: float = LETTERS,
    theme: str = "light",
) -> None:
    """Write one view as SVG or PDF, without its buttons and tabs.

    ``paper`` is its width and height, ``letters`` the size of ordinary text in points.
    The window is unchanged afterwards, and nothing of this shows on the screen.
    """
    panel = window.desk.panes[view].panel
    about = description(window)
    with _theme(window.state, THEMES[theme]), _bare(panel, _pixels(paper, letters)):
        window.clock.serve(view)
        _hide_controls(panel)  # a view may show some again
        write_picture(panel, path, paper=paper, about=about)
    window.clock.refresh(view)


def _pixels(paper: Millimetres, letters: float) -> QSize:
    """The view's size in pixels at which ordinary text has its size on paper."""
    pixel = letters * POINT / THEMES["light"].font().pixelSize()  # in millimetres
    return QSize(round(paper[0] / pixel), round(paper[1] / pixel))


@contextmanager
def _theme(state: AppState, theme: Theme) -> Iterator[None]:
    before = state.shown.theme
    state.shown.set_theme(theme)
    try:
        yield
    finally:
        state.shown.set_theme(before)


@contextmanager
def _bare(panel: Panel, size: QSize) -> Iterator[None]:
    """Give a view another size, and hide its controls."""
    place = panel.geometry()
    shown = [part for part in controls_in(panel) if not part.isHidden()]
    _hide_controls(panel)
    panel.resize(size)
    _lay_out(panel)
    try:
        yield
    finally:
        for part in shown:
            part.show()
        panel.setGeometry(place)
        _lay_out(panel)


def _hide_controls(panel: Panel) -> None:
    for part in controls_in(panel):
        part.hide()


def _lay_out(panel: Panel) -> None:
    """Lay out every widget now, and not when events are next handled."""
    for part in (panel, *panel.findChildren(QWidget)):
        layout = part.layout()
        if layout is not None:
            layout.activate()
