"""A view as a figure for a paper: its size in millimetres, its letters in points."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QAbstractButton, QComboBox, QTabBar

from app.frame.bridge import RunnerFactory, SessionRunner
from app.look.export import Millimetres, write_picture
from app.look.theme import THEMES
from app.stage.stage import Stage, on_stage
from app.widgets.page_tabs import PageTabs
from core.cli.source import Source
from core.errors import BadInput

POINT = 25.4 / 72  # millimetres


def make_figure(
    source: Source,
    out: Path,
    *,
    view: str,
    paper: Millimetres,
    letters: float = 8.0,
    theme: str = "light",
    steps: int | None = None,
    step: int | None = None,
    make_runner: RunnerFactory = SessionRunner,
) -> None:
    """Write a view without buttons and tabs, as SVG or PDF.

    ``letters`` is the size of ordinary text in points.
    """
    if view == "window":
        raise BadInput("a figure must be of one view, got the window")
    pixel = letters * POINT / THEMES[theme].font().pixelSize()  # in millimetres
    size = (round(paper[0] / pixel), round(paper[1] / pixel))
    with on_stage(
        source.scene, view=view, size=size, theme=theme, make_runner=make_runner
    ) as stage:
        if source.run is None:
            stage.play_to(source.scene.steps if steps is None else steps)
        else:
            stage.restore(source.run)
            if step is not None:
                stage.window.state.scrub(step)
        _bare(stage, view)
        stage.fit()
        stage.window.clock.refresh_all()
        stage.rest()
        write_picture(stage.shown, out, paper=paper)


def _bare(stage: Stage, view: str) -> None:
    """Show what the view draws, without what a hand would press."""
    panel = stage.window.desk.panes[view].panel
    for kind in (PageTabs, QAbstractButton, QComboBox, QTabBar):
        for part in panel.findChildren(kind):
            part.hide()
    stage.shown = panel
