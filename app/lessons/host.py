"""What the lesson dock needs from the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import SignalInstance

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.base import Panel
from app.frame.clock import FrameClock
from core.scenes import Scene


class ViewFrame(Protocol):
    """A view in its frame."""

    @property
    def panel(self) -> Panel:
        """The view itself."""
        ...

    def show(self) -> None:
        """Make it visible."""
        ...

    def raise_(self) -> None:
        """Bring it to the front."""
        ...


class Desk(Protocol):
    """The arrangement of the views."""

    @property
    def panes(self) -> Mapping[str, ViewFrame]:
        """The views in their frames, by name."""
        ...

    def set_aside(self) -> None:
        """Remember the arrangement until the lesson is over."""
        ...

    def show_views(self, views: Sequence[str]) -> None:
        """Show a few views at a readable size."""
        ...

    @property
    def layout_name(self) -> str:
        """The ready layout that is in use."""
        ...

    @property
    def enlarged(self) -> str | None:
        """The view that fills the desk, if one does."""
        ...


class Titles(Protocol):
    """The window's title."""

    def name(self, title: str) -> None:
        """Put ``title`` in the title bar."""
        ...


class Looks(Protocol):
    """How the window looks."""

    presented: SignalInstance  # bool: presentation begins or ends


class Host(Protocol):
    """What a lesson needs from the main window."""

    @property
    def looks(self) -> Looks:
        """How the window looks."""
        ...

    state: AppState
    settings: WindowSettings
    clock: FrameClock
    scene: Scene

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

    @property
    def titles(self) -> Titles:
        """The window's title."""
        ...
