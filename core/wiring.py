"""How layers are connected beyond a plain chain: what they read and add, cut links.

Layers are numbered as people count: 0 is the input, 1 the first hidden layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import BadInput, require
from core.language import tr

#: Fields of a layer that are about connections.
WIRING = ("reads", "adds", "adds_mask", "mask")
#: The layers that a layer reads side by side; empty: the one before it.
Reads = tuple[int, ...]
#: For each unit of an added layer 1, or 0 where it is left out; empty: all are added.
SumMask = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mask:
    """Which links of a layer exist: 1, or 0 for a cut one, in the shape of W.

    Bytes rather than tuples: a network is hashed in every frame, and bytes cache their
    hash.
    """

    shape: tuple[int, int]
    cells: bytes

    @staticmethod
    def of(rows: Iterable[Sequence[int]] | npt.NDArray[np.generic]) -> Mask | None:
        """Build from rows of 0 and 1; None where nothing is cut."""
        table = [list(row) for row in rows]
        if len({len(row) for row in table}) != 1 or not table[0]:
            raise BadInput(
                tr("layer: mask must be rows of equal length, got unequal ones")
            )
        for cell in (cell for row in table for cell in row):
            good = not isinstance(cell, bool | np.bool_) and cell in (0, 1)
            require(good, tr("layer: mask"), tr("contain only 0 and 1"), cell)
        given = np.array(table)
        if given.all():
            return None
        cells = given.astype(np.uint8)
        return Mask((cells.shape[0], cells.shape[1]), cells.tobytes())

    @property
    def array(self) -> npt.NDArray[np.uint8]:
        """The cells (rows, columns), read-only."""
        return np.frombuffer(self.cells, np.uint8).reshape(self.shape)

    @property
    def factors(self) -> Floats:
        """The cells as numbers to multiply with."""
        return self.array.astype(np.float64)

    @property
    def rows(self) -> list[list[int]]:
        """The cells as written in files."""
        found: list[list[int]] = self.array.tolist()
        return found

    @property
    def cut(self) -> int:
        """How many links are cut."""
        return len(self.cells) - sum(self.cells)


def sum_mask(cells: Iterable[int]) -> SumMask:
    """The mask of a sum; empty where no unit is left out."""
    mask = tuple(int(cell) for cell in cells)
    return () if all(mask) else mask


def check_sum_mask(mask: SumMask, adds: int | None, units: int, what: str) -> None:
    """Reject a mask without a sum, or one that does not fit it."""
    if not mask:
        return
    if adds is None:
        raise BadInput(
            tr("{what}: adds_mask must come with adds, got no adds", what=what)
        )
    for cell in mask:
        whole = isinstance(cell, int) and not isinstance(cell, bool)
        require(
            whole and cell in (0, 1),
            tr("{what}: adds_mask", what=what),
            tr("contain only 0 and 1"),
            cell,
        )
    if len(mask) != units:
        raise BadInput(
            tr(
                "{what}: adds_mask must have a number for each of {units} "
                "units, got {count}",
                what=what,
                units=units,
                count=len(mask),
            )
        )


def check_reads(reads: Reads, what: str) -> None:
    """Reject what cannot be a list of layers for any layer."""
    for number in reads:
        whole = isinstance(number, int) and not isinstance(number, bool)
        require(
            whole and number >= 0,
            tr("{what}: reads", what=what),
            tr("name layers, 0 or more"),
            number,
        )
    if len(set(reads)) < len(reads):
        raise BadInput(
            tr(
                "{what}: reads must name each layer once, got {reads}",
                what=what,
                reads=list(reads),
            )
        )


def check_place(reads: Reads, adds: int | None, number: int, what: str) -> None:
    """Reject reading or adding anything but layers before layer ``number``."""
    for name, found in (("reads", reads), ("adds", () if adds is None else (adds,))):
        for earlier in found:
            if not 0 <= earlier < number:
                rule = (
                    tr("from 0, the input, to {number}", number=number - 1)
                    if number > 1
                    else "0"
                )
                raise BadInput(
                    tr(
                        "{what}: {name} must name earlier layers, {rule}, got "
                        "{earlier}",
                        what=what,
                        name=name,
                        rule=rule,
                        earlier=earlier,
                    )
                )


def check_mask(mask: Mask | None, shape: tuple[int, int], what: str) -> None:
    """Reject a mask that does not have the shape of W."""
    if mask is not None and mask.shape != shape:
        raise BadInput(
            tr(
                "{what}: mask must have the shape of W, {size}, got {size2}",
                what=what,
                size=_size(shape),
                size2=_size(mask.shape),
            )
        )


def _size(shape: tuple[int, int]) -> str:
    return tr("{shape} by {shape2}", shape=shape[0], shape2=shape[1])
