"""What the network strip requests from the analysis worker."""

from __future__ import annotations

from dataclasses import dataclass

from app.look.palette import Bytes
from app.look.theme import Theme
from app.views.network.geometry import StripLayout
from core.arrays import Floats
from core.edits import Edit
from core.engine.snapshot import Snapshot

Unit = tuple[int, int]  # column (0: inputs), number within the layer


@dataclass(frozen=True, eq=False)
class DrawnLinks:
    """Links as they were drawn, and for what."""

    pixels: Bytes  # (h, w, 4)
    weights: tuple[Floats, ...]
    key: tuple[object, ...]  # layout, theme, ratio, emphasis and cut links


@dataclass(frozen=True, eq=False)
class StripWish:
    """What to draw; frozen data only."""

    snapshot: Snapshot
    layout: StripLayout
    theme: Theme
    ratio: float
    moving: bool
    emphasis: Unit | None = None  # only this unit's links at full strength
    detail: Unit | None = None  # a unit to draw large too
    before: DrawnLinks | None = None  # reused if the weights have hardly changed
    effect: Edit | None = None  # the edit whose effect on the loss is wanted
