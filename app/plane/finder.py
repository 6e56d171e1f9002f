"""Finds the linear regions of a snapshot, for every view that needs them."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.language import tr
from core.problems.base import Box

if TYPE_CHECKING:
    from core.analysis.regions import RegionFinder, Regions

#: Above this many regions, the mesh of a moving network takes too long.
MOVING_LIMIT, STILL_LIMIT = 60_000, 400_000
SPARED_FRAMES = 20


class FinderBox:
    """The region finder, created when first needed: its kernels are slow to load."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._finder: RegionFinder | None = None
        self._spared = 0  # moving frames skipped after one with too many regions

    def find(self, snapshot: Snapshot, box: Box, limit: int) -> Regions:
        """The regions inside ``box``."""
        from core.analysis.regions import RegionFinder

        with self._lock:
            if self._finder is None:
                self._finder = RegionFinder()
            if limit == MOVING_LIMIT and self._spared > 0:
                self._spared -= 1
                raise BadInput(
                    tr("regions: their number must be at most {limit}", limit=limit)
                )
            try:
                return self._finder.find(
                    snapshot.network,
                    np.asarray(snapshot.theta, np.float64),
                    snapshot.running,
                    box,
                    limit,
                )
            except BadInput:
                self._spared = SPARED_FRAMES
                raise
