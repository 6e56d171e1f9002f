"""What of a walk the graph shows at one moment."""

from __future__ import annotations

from dataclasses import dataclass

from core.analysis.walk import Walk
from core.arrays import Floats


@dataclass(frozen=True, eq=False)
class GraphState:
    """What of a walk is to be seen."""

    walk: Walk
    units: bool = False
    values: frozenset[str] = frozenset()  # nodes whose value is known by now
    gradients: frozenset[str] = frozenset()  # … and whose gradient is
    current: str = ""
    entry: int = 0  # of the present node: the one looked at
    #: Forward mode: how nodes move; shown in place of gradients.
    tangents: dict[str, Floats] | None = None
