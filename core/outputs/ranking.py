"""Rankings: which item comes first, which second, by a score for each."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats, Ints
from core.errors import BadInput
from core.functions.maths import softmax
from core.language import mark
from core.outputs.unit import Loss

if TYPE_CHECKING:
    from core.autodiff.graph import Node
    from core.network import OutputSpec


class PlackettLuceNll(Loss):
    """The first place by a softmax of all scores, the next by one of those left."""

    name = "plackett_luce_nll"
    order = 190
    title = mark("Plackett–Luce: rankings")
    formula = r"\sum_i \log \sum_{j \ge i} e^{s_{y_j}} - s_{y_i}"
    prediction = mark("likeliest order")
    head_titles = ("scores",)
    straight = False
    predicts_distribution = True
    ranks = True

    def target_width(self, classes: int, targets: int) -> int:
        """One column per place, two or more."""
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

    def _left(self, z: Floats, y: Floats) -> tuple[Floats, Floats, Floats, Ints]:
        """Scores by place; Σ e^s of the items left there as e^top · norm; the order.

        Sums instead of their logarithms, which would lose small probabilities next to
        scores of 1000.
        """
        order = y.astype(np.int64)
        scores = np.take_along_axis(z, order, axis=1)
        top = np.maximum.accumulate(scores[:, ::-1], axis=1)[:, ::-1]
        norm = np.exp(scores - top)
        for i in range(norm.shape[1] - 2, -1, -1):
            norm[:, i] += norm[:, i + 1] * np.exp(top[:, i + 1] - top[:, i])
        return scores, top, norm, order

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ over the places of log Σ e^s of those left, minus the score chosen."""
        scores, top, norm, _ = self._left(z, y)
        return np.asarray(np.sum((top - scores) + np.log(norm), axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """An item's probability at the places before, minus the others' at its own."""
        scores, top, norm, order = self._left(z, y)
        by_place = np.zeros_like(z)
        for i in range(z.shape[1]):
            if i + 1 < z.shape[1]:
                rest = norm[:, i + 1] * np.exp(top[:, i + 1] - top[:, i])
                by_place[:, i] = -rest / norm[:, i]
            for place in range(i):
                gap = scores[:, i] - top[:, place]
                by_place[:, i] += np.exp(gap) / norm[:, place]
        found = np.empty_like(z)
        np.put_along_axis(found, order, by_place, axis=1)
        return found

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """Logsumexp of those left, place by place, minus Σ s."""
        from core.autodiff.functions import Ranked, logsumexp
        from core.autodiff.graph import apply

        ranked = apply(Ranked(), z, y)
        k = z.shape[1]
        total = -ranked.row_sums()
        for i in range(k):
            total = total + logsumexp(ranked.columns(i, k))
        return total

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Each item's probability of coming first."""
        return softmax(z)

    def errors(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Each item's probability of coming first, minus whether it did."""
        first = y[:, :1] == np.arange(z.shape[1])
        return np.asarray(softmax(z) - first)

    def letters(self, targets: int, components: int) -> list[tuple[str, int]]:
        """Scores."""
        return [("s", targets)]

    def order_of(self, z: Floats) -> Ints:
        """The most likely ranking (n, K), first place first."""
        return np.argsort(-z, axis=1, kind="stable")

    def order_chances(self, z: Floats) -> tuple[Ints, Floats]:
        """All K! rankings and the probability of each."""
        orders = np.array(list(permutations(range(z.shape[1]))))
        costs = [self.value(z, np.tile(o, (len(z), 1)).astype(z.dtype)) for o in orders]
        return orders, np.exp(-np.stack(costs, axis=1))

    def draws(
        self, z: Floats, count: int, rng: np.random.Generator, components: int = 3
    ) -> Floats:
        """Scores with Gumbel noise, sorted."""
        noisy = z + rng.gumbel(size=(count, z.shape[1]))
        return np.argsort(-noisy, axis=1).astype(np.float64)


PLACKETT_LUCE_NLL = PlackettLuceNll()
