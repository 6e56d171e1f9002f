"""Rows of numbers that are read one after the other, in blocks that never move."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.arrays import Floats, mapped
from core.problems.rows import BLOCK_ROWS


class Grown:
    """Rows of numbers in blocks, each of which is full before the next begins."""

    def __init__(self, width: int, double_cells: int) -> None:
        self._width = width
        self._double_cells = double_cells
        self._kind: type[np.floating[Any]] = np.float64
        self._blocks: list[Floats] = []
        self.rows = 0

    def add(self, values: Floats) -> None:
        """Append rows; beyond ``double_cells`` numbers all become float32."""
        many = (self.rows + len(values)) * self._width > self._double_cells
        if many and self._kind is np.float64:
            self._kind = np.float32
            self._blocks = [_halved(block) for block in self._blocks]
        while len(values):
            used = self.rows % BLOCK_ROWS
            if not used:
                # Contiguous columns: blocks are processed column by column.
                self._blocks.append(mapped((self._width, BLOCK_ROWS), self._kind).T)
            taken = values[: BLOCK_ROWS - used]
            self._blocks[-1][used : used + len(taken)] = taken
            self.rows += len(taken)
            values = values[len(taken) :]

    def done(self) -> list[Floats]:
        """All rows in blocks of `BLOCK_ROWS`, the last shorter."""
        last = self.rows % BLOCK_ROWS
        if last:
            self._blocks[-1] = self._blocks[-1][:last].copy(order="F")
        return self._blocks


def _halved(block: Floats) -> Floats:
    made = mapped((block.shape[1], len(block)), np.float32).T
    made[...] = block
    return made
