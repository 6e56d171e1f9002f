"""The list of steps as a table of operations over one work buffer.

A row is one operation; the kernels run the table front to back and then back to front
(`core.kernels.steps`). A value that several operations read has one place for its
gradient: the last reader, which comes first in the backward pass, sets it, and the
others add to it. A step that reads several values has a row for each of them; the last
row completes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.steps import Plan, Step, kinds
from core.steps.base import INPUT

Table = npt.NDArray[np.int64]

# fmt: off
(AFFINE, DISTANCES, NORMALISE, MAP, LARGEST, DROP, COPY, RAISE, TOSS,
 ADD_NOISE) = range(10)

# Columns. LAYER is a row of the table of layers. SOURCE and RESULT are places of
# values, PUSH is the place of the result's gradient, and BACK that of the source's (-1:
# not needed). VIA is where the operation writes that gradient: BACK itself, or a place
# from which it is added. COUNT and WIDTH_OUT are how many numbers an example has in
# source and result. SAVED and STATISTICS are places of what the backward pass needs.
# COMPLETE is 1 if this row completes the result. FIRST_ROW is where a source begins
# when several are joined. UNREAD is 1 if no later operation reads the result, so that
# its gradient is 0.
(CODE, LAYER, SOURCE, RESULT, PUSH, BACK, VIA, COUNT, WIDTH_OUT, SAVED, STATISTICS,
 COMPLETE, FIRST_ROW, UNREAD) = range(14)
OPERATION_FIELDS = 14
# fmt: on


def _never(step: Step) -> bool:
    return False


def _always(step: Step) -> bool:
    return True


def _by_its_value(step: Step) -> bool:
    """Whether the backward pass reads only the result of a function, not its source."""
    assert isinstance(step, kinds.Map)
    return step.unit.slope_from_value


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of step becomes an operation."""

    code: int
    in_place: Callable[[Step], bool] = _never  # the result takes the source's place
    back_in_place: bool = False  # the same for gradients, of the first source only
    saved: int = 0  # numbers kept for each number of the result
    statistics: int = 0  # numbers kept for each unit of the result
    then: int | None = None  # the code for all inputs except the first


KINDS: dict[type[Step], Kind] = {
    kinds.Affine: Kind(AFFINE),
    kinds.Distances: Kind(DISTANCES),
    kinds.Normalise: Kind(NORMALISE, _always, True, saved=1, statistics=3),
    kinds.Map: Kind(MAP, _by_its_value, True),
    kinds.Largest: Kind(LARGEST),
    kinds.Bernoulli: Kind(TOSS, _never, True, saved=3),
    kinds.Gaussian: Kind(ADD_NOISE, saved=1),
    kinds.Drop: Kind(DROP, _never, True, saved=1),
    kinds.Gather: Kind(COPY, then=COPY),
    kinds.Add: Kind(COPY, back_in_place=True, then=RAISE),
}


class Operations:
    """The table of one plan, and where its values are in the work buffer."""

    def __init__(
        self, plan: Plan, inputs: int, capacity: int, take: Callable[[int], int]
    ) -> None:
        """``take`` reserves this many numbers of the work buffer; returns the place."""
        self.plan = plan
        self._capacity = capacity
        self._take = take
        self.widths = {INPUT: inputs}
        self.places = {INPUT: take(inputs * capacity)}
        #: Numbers that the work buffer contains from the start, by their place.
        self.constants: dict[int, tuple[int, ...]] = {}
        self._rows = [self._made(step) for step in plan.forward]
        self.push = self._gradients()  # the place of ∂loss/∂logits
        rows = [row for rows in self._rows for row in rows]
        self.table: Table = np.array(rows, dtype=np.int64)

    def _made(self, step: Step) -> list[list[int]]:
        """The forward pass of a step: a row for each value that it reads."""
        kind = KINDS[type(step)]
        source = step.inputs[0]
        alone = len(self.plan.readers(source)) == 1 and source != INPUT
        if alone and kind.in_place(step):
            place = self.places[source]
        else:
            place = self._take(step.width * self._capacity)
        self.places[step.output] = place
        self.widths[step.output] = step.width
        rows = [self._row(step, kind, name, place) for name in step.inputs]
        if kind.saved:
            rows[0][SAVED] = self._take(kind.saved * step.width * self._capacity)
        if kind.statistics:
            rows[0][STATISTICS] = self._take(kind.statistics * step.width)
        if isinstance(step, kinds.Gather):
            for row, start in zip(rows, step.starts, strict=True):
                row[FIRST_ROW] = start
        if isinstance(step, kinds.Add) and step.mask:
            rows[-1][STATISTICS] = at = self._take(step.width)
            self.constants[at] = step.mask
        if kind.then is not None:
            for row in rows[1:]:
                row[CODE] = kind.then
        rows[-1][COMPLETE] = 1
        return rows

    def _row(self, step: Step, kind: Kind, source: str, place: int) -> list[int]:
        row = [-1] * OPERATION_FIELDS
        row[CODE], row[LAYER] = kind.code, step.layer
        row[SOURCE], row[COUNT] = self.places[source], self.widths[source]
        row[RESULT], row[WIDTH_OUT] = place, step.width
        row[COMPLETE] = row[FIRST_ROW] = row[UNREAD] = 0
        return row

    def _gradients(self) -> int:
        """Assign places in the backward pass; a chain alternates between two."""
        size = max(self.widths.values()) * self._capacity
        free: list[int] = []

        def borrow() -> int:
            return free.pop() if free else self._take(size)

        push = borrow()
        places = {self.plan.logits: push}
        steps = self.plan.forward
        for step, rows in zip(reversed(steps), reversed(self._rows), strict=True):
            unread = step.output not in places
            mine = borrow() if unread else places.pop(step.output)
            rows[-1][UNREAD] = int(unread)
            kept = False  # whether a source takes over the gradient's place
            for row, source in zip(reversed(rows), reversed(step.inputs), strict=True):
                row[PUSH] = mine
                if source == INPUT:
                    continue
                first = source not in places
                in_place = row is rows[0] and KINDS[type(step)].back_in_place
                row[VIA] = mine if in_place else borrow()
                row[BACK] = places.setdefault(source, row[VIA])
                kept = kept or (in_place and first)
                if not first and not in_place:
                    free.append(row[VIA])
            if not kept:
                free.append(mine)
        return push
