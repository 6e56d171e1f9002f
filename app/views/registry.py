"""The views that exist, in the order of their shortcuts 1 … 9; one line each."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from app.frame.base import Panel
from core.language import mark

if TYPE_CHECKING:
    from app.editing.state import AppState


@dataclass(frozen=True, slots=True)
class PanelEntry:
    """A view by name; its module is imported when a window first needs it."""

    name: str
    title: str
    module: str
    cls: str
    key: str = ""  # shortcut that brings it to the front
    edits: bool = False  # it changes the run, so it is built with the state

    def make(self, state: AppState) -> Panel:
        """Import the module and build the panel."""
        cls = getattr(import_module(self.module), self.cls)
        return cast(Panel, cls(state) if self.edits else cls())


PANELS: tuple[PanelEntry, ...] = (
    PanelEntry(
        "network", mark("Network"), "app.views.network.strip", "NetworkStrip", "0", True
    ),
    PanelEntry("output", mark("Output"), "app.views.output.panel", "OutputPanel", "1"),
    PanelEntry("warp", mark("Warp"), "app.views.warp.panel", "WarpPanel", "2"),
    PanelEntry(
        "regions", mark("Regions"), "app.views.regions.panel", "RegionsPanel", "3"
    ),
    PanelEntry(
        "saturation",
        mark("Saturation"),
        "app.views.saturation.panel",
        "SaturationPanel",
        "4",
    ),
    PanelEntry(
        "gradients",
        mark("Gradients"),
        "app.views.gradients.panel",
        "GradientsPanel",
        "5",
    ),
    PanelEntry("loss", mark("Loss"), "app.views.loss.panel", "LossPanel", "6"),
    PanelEntry("walk", mark("Walk"), "app.views.walk.panel", "WalkPanel", "7"),
    PanelEntry("grid", mark("Grid"), "app.views.grid.panel", "GridPanel", "8", True),
    PanelEntry(
        "experiments",
        mark("Experiments"),
        "app.views.experiments.panel",
        "ExperimentsPanel",
        "9",
        True,
    ),
    PanelEntry(
        "landscape",
        mark("Landscape"),
        "app.views.landscape.panel",
        "LandscapePanel",
        "L",
        True,
    ),
    PanelEntry("ask", mark("Ask"), "app.views.ask.panel", "AskPanel", "A"),
)
