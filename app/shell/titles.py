"""Titles: the window's after its scene or problem, the chips' after their run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.editing.past import TimeTravel
from app.editing.undo import Change, RunChange
from core.language import tr
from core.scenes import Scene

if TYPE_CHECKING:
    from app.shell.window import MainWindow


@dataclass(slots=True, eq=False)
class _Opened:
    """A scene, the change that opened it, and the file that its run was saved in."""

    change: Change | None
    scene: Scene
    path: Path | None = None


class Titles(QObject):
    """Follows the chosen problem, and whether two runs are compared.

    When the opening of a scene is undone, the window is named after the scene before.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._stack = window.state.editing.undo_stack
        self._now = self._first = _Opened(None, window.scene)
        self._others: list[_Opened] = []
        window.state.comparison.changed.connect(self._on_comparison)
        window.state.dirty.connect(self._follow_problem)
        self._stack.changed.connect(self._follow_undo)

    def open(self, scene: Scene, last: Change | None) -> None:
        """Name the window after ``scene``; ``last`` was the last change before it."""
        self._now.path = self._window.files.path
        made = self._stack.changes[: self._stack.index]
        # Opening may also close or start a run B, which can be undone by itself.
        change = None
        for later in reversed(made):
            if later is last:
                break
            if change is None and isinstance(later, RunChange | TimeTravel):
                change = later
        if change is None:  # nothing was lost: it takes the place of the scene before
            self._now.scene = scene
        else:
            self._now = _Opened(change, scene)
            self._others.append(self._now)
        self._show(scene)

    def name(self, title: str) -> None:
        """Put ``title`` in the title bar."""
        self._window.setWindowTitle(f"{title}[*] – Hyperfold")

    def _show(self, scene: Scene) -> None:
        self._window.scene = scene
        self.name(tr(scene.title))

    def _on_comparison(self) -> None:
        comparing = self._window.state.comparison.b is not None
        for pane in self._window.panes:
            pane.header.set_comparing(comparing)

    def _follow_undo(self) -> None:
        """Return to the scene, its goal and its file, as they were before."""
        known = self._stack.changes
        self._others = [o for o in self._others if any(o.change is c for c in known)]
        if self._now not in (self._first, *self._others):
            self._first = self._now  # too long ago to be undone
        now, made = self._first, known[: self._stack.index]
        for opened in self._others:
            if any(opened.change is c for c in made):
                now = opened  # in the order in which they were opened
        if now is self._now:
            return
        files = self._window.files
        self._now.path, files.path = files.path, now.path
        self._now = now
        self._window.state.follow_story(now.scene)
        self._show(now.scene)
        self._follow_problem()

    def _follow_problem(self) -> None:
        """Name the window, and the file to save, after the chosen problem."""
        run, scene = self._window.state.run, self._now.scene
        problem = run.data.problem
        if problem.name == self._window.scene.run.data.problem.name:
            return
        if problem.name != scene.run.data.problem.name:
            scene = replace(
                scene,
                name=problem.name,
                title=problem.title,
                summary="",
                run=run,
            )
        self._show(scene)
