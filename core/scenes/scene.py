"""A scene: everything a run and a picture of it depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.goal import NO_GOAL, Goal
from core.plane_spec import SliceSpec
from core.run import RunSpec

#: Views a scene may show, as named on the command line.
VIEW_NAMES = (
    "output",
    "warp",
    "regions",
    "saturation",
    "gradients",
    "loss",
    "network",
    "walk",
    "grid",
    "experiments",
    "landscape",
    "ask",
    "window",
)

#: Ready arrangements of the window's views.
LAYOUT_NAMES = (
    "overview",
    "folding",
    "regions",
    "learning",
    "walk",
    "landscape",
    "grid",
    "experiments",
    "ask",
)

#: How long a scene lasts at its own pace, in seconds.
STORY_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Action:
    """Something that happens when training has made ``at`` steps."""

    at: int
    do: str  # see `core.scenes.actions`
    value: Any = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A run, how long and how fast it trains, and how it is shown."""

    name: str
    title: str
    summary: str
    run: RunSpec
    steps: int
    pace: float  # steps per second at which the scene plays well
    goal: Goal = NO_GOAL
    layout: str = "overview"
    views: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    actions: tuple[Action, ...] = field(default=(), hash=False)
    beside: str = ""  # a built-in scene that trains beside this one as run B
    plane: SliceSpec | None = None  # on which views show a run of many inputs
