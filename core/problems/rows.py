"""The rows of own data; a large table is kept in memory only once.

Rows in double precision are one array that never changes. Many numbers come as float32
in blocks; the first split moves them, block after block, into the splits that training
reads, and from then on they are nowhere else. Reading the rows in order puts them
together again (ADR 26).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import RLock

import numpy as np
import numpy.typing as npt

from core.arrays import Floats, Ints, frozen, mapped
from core.errors import BadInput
from core.language import tr

BLOCK_ROWS = 4096
_AT_ONCE = 1024  # rows that are moved together: they stay in the processor's cache


class Rows:
    """Rows (n, d) of numbers; read-only for everyone."""

    def __init__(self, blocks: Sequence[Floats]) -> None:
        """Take over blocks of rows (m, d); the caller must not write to them again."""
        if blocks[0].dtype != np.float32:
            blocks = [frozen(blocks[0] if len(blocks) == 1 else np.concatenate(blocks))]
        self.dtype = blocks[0].dtype
        self.shape = sum(map(len, blocks)), int(blocks[0].shape[1])
        self._lock = RLock()
        self._blocks = list(blocks)
        self._parts: list[Floats] = []  # once split, instead of the blocks
        self._part_of: npt.NDArray[np.uint8] = np.empty(0, np.uint8)  # of each row
        for block in self._blocks:
            block.flags.writeable = False

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def single(self) -> bool:
        """Whether they are so many that they are kept as float32."""
        return self.dtype == np.float32

    @property
    def nbytes(self) -> int:
        """What all of them take."""
        return self.shape[0] * self.shape[1] * self.dtype.itemsize

    def array(self) -> Floats:
        """All rows in order; of a large table this is a second copy."""
        with self._lock:
            if len(self._blocks) == 1:
                return self._blocks[0]
        whole = np.empty(self.shape, self.dtype)
        begin = 0
        for block in self.blocks():
            whole[begin : begin + len(block)] = block
            begin += len(block)
        whole.flags.writeable = False
        return whole

    def blocks(self) -> Iterator[Floats]:
        """All rows in order, some thousand at a time."""
        with self._lock:
            # Neither blocks nor parts are ever written to: another split changes
            # what this object refers to, not what is being read here.
            blocks, parts, part_of = list(self._blocks), self._parts, self._part_of
        if not blocks and not parts:
            raise BadInput(
                tr(
                    "own data: the table must be opened again, because its split "
                    "was interrupted"
                )
            )
        for block in blocks:
            for begin in range(0, len(block), BLOCK_ROWS):
                yield block[begin : begin + BLOCK_ROWS]
        ends = [0] * len(parts)
        for begin in range(0, len(part_of), BLOCK_ROWS):
            here = part_of[begin : begin + BLOCK_ROWS]
            joined = np.empty((len(here), self.shape[1]), self.dtype)
            for p, part in enumerate(parts):
                chosen = np.flatnonzero(here == p)
                joined[chosen] = part[ends[p] : ends[p] + len(chosen)]
                ends[p] += len(chosen)
            yield joined

    def parts(self, rows: Sequence[Ints]) -> list[Floats]:
        """The rows in parts that contain each of them once, in order.

        Parts of a large table are stored as (d, m), as training reads them, and are
        reused until others are requested.
        """
        if not self.single:
            return [self._blocks[0][chosen] for chosen in rows]
        part_of = np.empty(len(self), np.uint8)
        for p, chosen in enumerate(rows):
            part_of[chosen] = p
        with self._lock:
            if not self._parts or not np.array_equal(part_of, self._part_of):
                self._move([len(chosen) for chosen in rows], part_of)
            return list(self._parts)

    def _move(self, sizes: list[int], part_of: npt.NDArray[np.uint8]) -> None:
        made = [mapped((self.shape[1], size), self.dtype).T for size in sizes]
        source = self._given_up() if self._blocks else self.blocks()
        ends = [0] * len(made)
        begin = 0
        for block in source:
            for first in range(0, len(block), _AT_ONCE):
                few = block[first : first + _AT_ONCE]
                here = part_of[begin : begin + len(few)]
                begin += len(few)
                for p, part in enumerate(made):
                    chosen = np.flatnonzero(here == p)
                    part[ends[p] : ends[p] + len(chosen)] = few[chosen]
                    ends[p] += len(chosen)
        self._parts, self._part_of = made, part_of

    def _given_up(self) -> Iterator[Floats]:
        """The blocks in order; each is freed when the next is requested."""
        left, self._blocks = self._blocks[::-1], []
        while left:
            yield left.pop()
