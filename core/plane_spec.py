"""Which plane through the space of many inputs is shown, as data.

`core.analysis.slices` builds it; scenes and the window choose it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.language import mark

KINDS = {
    "none": mark("None"),
    "columns": mark("Two columns"),
    "pca": mark("Principal axes"),
    "examples": mark("Three examples"),
}


@dataclass(frozen=True, slots=True)
class SliceSpec:
    """Which plane is wanted."""

    kind: str = "none"
    columns: tuple[int, int] = (0, 1)
    held: tuple[tuple[int, float], ...] = ()  # input and value; others: the mean
    examples: tuple[int, int, int] = (0, 1, 2)  # of the training split

    def holding(self, column: int, value: float) -> SliceSpec:
        """The same plane, moved so that an input has another fixed value."""
        kept = {**dict(self.held), column: value}
        return replace(self, held=tuple(sorted(kept.items())))
