"""Rankings: which item comes first, which second, by a score for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats, Ints
from core.errors import BadInput
from core.functions.maths import softmax
from core.outputs.unit import Loss

if TYPE_CHECKING:
    from core.autodiff.graph import Node
    from core.network import OutputSpec


class PlackettLuceNll(Loss):
    """The first place by a softmax of all scores, the next by one of those left."""

    name = "plackett_luce_nll"
    order = 190
    title = "Plackett–Luce: rankings"
    formula = r"\sum_i \log \sum_{j \ge i} e^{s_{y_j}} - s_{y_i}"
    head_titles = ("scores",)
    straight = False

    def target_width(self, classes: int, targets: int) -> int:
        """One column a place, two or more."""
        if classes or targets < 2:
            got = f"{classes} classes" if classes else f"{targets} value"
            raise BadInput(
                f"{self.name}: problem must have rankings of two items or more as "
                f"targets, got {got}"
            )
        return targets

    def check_targets(self, y: Floats, thing: str) -> None:
        """Every row is a permutation of 0 … K − 1, first place first."""
        super().check_targets(y, thing)
        bad = np.flatnonzero((np.sort(y, axis=1) != np.arange(y.shape[1])).any(axis=1))
        if bad.size:
            row = ", ".join(f"{v:g}" for v in y[bad[0]])
            raise BadInput(
                f"{thing} must be item numbers from 0 to {y.shape[1] - 1}, each once, "
                f"got ({row}) at row {bad[0]}"
            )

    def _left(self, z: Floats, y: Floats) -> tuple[Floats, Floats, Ints]:
        """Scores in the order of the places, and log Σ e^s of what is left at each."""
        order = y.astype(np.int64)
        scores = np.take_along_axis(z, order, axis=1)
        left = np.array(scores)
        for i in range(left.shape[1] - 2, -1, -1):
            left[:, i] = np.logaddexp(left[:, i], left[:, i + 1])
        return scores, left, order

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ over the places of log Σ e^s of those left, less the score chosen."""
        scores, left, _ = self._left(z, y)
        return np.asarray(np.sum(left - scores, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """For the item at place i: Σ over the places up to it of its chance, less 1."""
        scores, left, order = self._left(z, y)
        k = z.shape[1]
        # Not below its own score: what is left at a place holds the item itself.
        chances = np.exp(np.minimum(scores[:, None, :] - left[:, :, None], 0.0))
        by_place = np.sum(chances * np.triu(np.ones((k, k), z.dtype)), axis=1) - 1.0
        found = np.empty_like(z)
        np.put_along_axis(found, order, by_place, axis=1)
        return found

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """Logsumexp of those left, place by place, less Σ s."""
        from core.autodiff.functions import Ranked, logsumexp
        from core.autodiff.graph import apply

        ranked = apply(Ranked(), z, y)
        k = z.shape[1]
        total = -ranked.row_sums()
        for i in range(k):
            total = total + logsumexp(ranked.columns(i, k))
        return total

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Each item's chance to come first."""
        return softmax(z)

    def order_of(self, z: Floats) -> Ints:
        """The most likely ranking (n, K), first place first."""
        return np.argsort(-z, axis=1, kind="stable")


PLACKETT_LUCE_NLL = PlackettLuceNll()
