"""Titles: the window's after its problem, the chips' after their run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.language import tr

if TYPE_CHECKING:
    from app.shell.window import MainWindow


class Titles(QObject):
    """Follows the chosen problem, and whether two runs are compared."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.state.comparison.changed.connect(self._on_comparison)
        window.state.dirty.connect(self._follow_problem)

    def name(self, title: str) -> None:
        """Put ``title`` in the title bar."""
        self._window.setWindowTitle(f"{title}[*] – Hyperfold")

    def _on_comparison(self) -> None:
        comparing = self._window.state.comparison.b is not None
        for pane in self._window.panes:
            pane.header.set_comparing(comparing)

    def _follow_problem(self) -> None:
        """Name the window, and the file to save, after the chosen problem."""
        window, run = self._window, self._window.state.run
        problem = run.data.problem
        if problem.name != window.scene.run.data.problem.name:
            window.scene = replace(
                window.scene,
                name=problem.name,
                title=problem.title,
                summary="",
                run=run,
            )
            self.name(tr(problem.title))
