"""Rankings: in which order people at each place prefer a few items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.language import mark
from core.outputs.ranking import PLACKETT_LUCE_NLL
from core.problems.base import Box, Sample
from core.problems.settings import Settings, number, whole


@dataclass(frozen=True, slots=True)
class Rankings(Settings):
    """Items on the plane, ranked by how near they are, more or less reliably."""

    name: ClassVar[str] = "rankings"
    title: ClassVar[str] = mark("Rankings")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 0
    default_points: ClassVar[int] = 600
    default_test: ClassVar[float] = 0.3
    natural_loss: ClassVar[str] = PLACKETT_LUCE_NLL.name

    items: int = whole(4, mark("Items"), 2, 5, mark("Number of items to rank."))
    sharpness: float = number(
        5.0,
        mark("Sharpness"),
        0.0,
        30.0,
        0.5,
        mark("How reliably the nearer item comes first; 0: all orders equally likely."),
        r"s_i(x) = -k \lVert x - c_i \rVert^2",
    )

    @property
    def targets(self) -> int:  # type: ignore[override]
        """One column per place."""
        return self.items

    @property
    def item_names(self) -> tuple[str, ...]:
        """Letters."""
        return tuple("ABCDE"[: self.items])

    @property
    def box(self) -> Box:
        """The square on which points are drawn."""
        return (-1.0, 1.0, -1.0, 1.0)

    def places(self) -> Floats:
        """Where the items are; (items, 2). Uneven, so that no two orders tie."""
        angle = 2.0 * np.pi * np.arange(self.items) / self.items + 0.5
        far = 0.6 + 0.15 * np.cos(1.7 * np.arange(self.items))
        return np.asarray(far[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1))

    def scores(self, x: Floats) -> Floats:
        """How much each item is liked; (n, 2) -> (n, items)."""
        away = ((x[:, None, :] - self.places()) ** 2).sum(axis=2)
        return np.asarray(-self.sharpness * away)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly, and a ranking at each."""
        x = rng.uniform(-1.0, 1.0, (n, 2))
        # Scores with Gumbel noise, sorted: a draw from Plackett–Luce.
        liked = self.scores(x) + rng.gumbel(size=(n, self.items))
        return Sample(x, np.argsort(-liked, axis=1).astype(np.float64))
