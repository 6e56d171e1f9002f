"""The views that exist, in the order of their shortcuts 1 … 6; one line each."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import cast

from app.panels.base import Panel


@dataclass(frozen=True, slots=True)
class PanelEntry:
    """A view by name; its module is imported when a window first needs it."""

    name: str
    title: str
    module: str
    cls: str
    key: str = ""  # shortcut that brings it to the front

    def make(self) -> Panel:
        """Import the module and build the panel."""
        return cast(Panel, getattr(import_module(self.module), self.cls)())


PANELS: tuple[PanelEntry, ...] = ()
