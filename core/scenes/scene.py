"""A scene: everything that a run and a picture of it depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.run import RunSpec

#: What a scene may show, as on the command line.
VIEW_NAMES = (
    "output",
    "warp",
    "regions",
    "saturation",
    "gradients",
    "loss",
    "network",
    "walk",
    "landscape",
    "window",
)

#: Ready arrangements of the window's views.
LAYOUT_NAMES = ("overview", "folding", "regions", "learning", "walk", "landscape")

#: How long a scene's story lasts at its own pace, in seconds.
STORY_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Goal:
    """What training is expected to reach on the training split; None asks nothing."""

    loss: float | None = None  # at most
    accuracy: float | None = None  # at least

    @property
    def asks(self) -> bool:
        """Whether there is anything to reach."""
        return self.loss is not None or self.accuracy is not None

    def reached(self, loss: float | None, accuracy: float | None) -> bool:
        """Whether these figures meet every part of the goal; NaN never does."""
        if self.loss is not None and not (loss is not None and loss <= self.loss):
            return False
        return self.accuracy is None or (
            accuracy is not None and accuracy >= self.accuracy
        )

    def __str__(self) -> str:
        parts = []
        if self.loss is not None:
            parts.append(f"loss at most {self.loss:g}")
        if self.accuracy is not None:
            parts.append(f"accuracy at least {self.accuracy:.0%}")
        return " and ".join(parts) or "none"


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
    pace: float  # steps a second at which the story is well told
    goal: Goal = Goal()
    layout: str = "overview"
    views: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    actions: tuple[Action, ...] = field(default=(), hash=False)
    beside: str = ""  # a built-in scene that trains beside this one as run B
