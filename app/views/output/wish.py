"""What the Output view requests from its worker."""

from __future__ import annotations

from dataclasses import dataclass

from app.look.theme import Theme
from app.views.output.rivals import Rivals
from core.engine.snapshot import Snapshot
from core.problems.base import Box


@dataclass(frozen=True)
class Wish:
    """What the panel needs for one run; frozen data only."""

    label: str
    snapshot: Snapshot
    theme: Theme
    box: Box  # the visible part of the plane
    width: int  # device pixels
    height: int
    moving: bool
    target: int = 0  # which of several values
    contours: bool = True
    ratio: float = 1.0  # device pixels per logical pixel
    cases: str = "auto"  # what is shown of many inputs
    rivals: Rivals | None = None  # for colours: nearest neighbours, RBF kernel
    draws: str = "none"  # random units: the "mean" or the "spread" over draws
