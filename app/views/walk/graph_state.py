"""What the graph shows of a walk at one moment."""

from __future__ import annotations

from dataclasses import dataclass

from core.analysis.walk import Walk
from core.arrays import Floats


@dataclass(frozen=True, eq=False)
class GraphState:
    """What is visible of a walk."""

    walk: Walk
    units: bool = False
    values: frozenset[str] = frozenset()  # nodes whose value is known by now
    gradients: frozenset[str] = frozenset()  # … and whose gradient is
    current: str = ""
    entry: int = 0  # the chosen entry of the present node
    #: Forward mode: tangents of nodes, shown in place of gradients.
    tangents: dict[str, Floats] | None = None
