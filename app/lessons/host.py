"""What the lesson dock asks of the window around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtWidgets import QDockWidget

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.clock import FrameClock
from core.scenes import Scene


class Desk(Protocol):
    """The arrangement of the views."""

    @property
    def panes(self) -> Mapping[str, QDockWidget]:
        """The views in their frames, by name."""
        ...

    @property
    def layout_name(self) -> str:
        """The ready layout that is in use."""
        ...

    @property
    def enlarged(self) -> str | None:
        """The view that fills the desk, if one does."""
        ...


class Host(Protocol):
    """The main window, as far as a lesson needs it."""

    state: AppState
    settings: WindowSettings
    clock: FrameClock

    @property
    def desk(self) -> Desk:
        """The arrangement of the views."""
        ...

    def open_scene(self, scene: Scene, *, play: bool = True) -> None:
        """Show a scene from step 0."""
        ...

    def use_layout(self, name: str, *, remember: bool = True) -> None:
        """Arrange the views."""
        ...

    def setWindowTitle(self, title: str, /) -> None:
        """Name the window."""
        ...
