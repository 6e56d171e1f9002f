"""What the network strip asks of the analysis worker."""

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
    """What is to be drawn; frozen data only."""

    snapshot: Snapshot
    layout: StripLayout
    theme: Theme
    ratio: float
    moving: bool
    emphasis: Unit | None = None  # only this unit's links at full strength
    detail: Unit | None = None  # a unit to be drawn large too
    before: DrawnLinks | None = None  # to be used again if hardly a weight has changed
    effect: Edit | None = None  # its loss is to be told
