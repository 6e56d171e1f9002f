"""The effect of a wiring edit on the loss, computed before the edit is made."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.values import values_at
from core.edits import Edit
from core.engine.snapshot import Snapshot
from core.engine.structure import carry
from core.language import tr
from core.network import fresh_running
from core.numbers import short_number
from core.steps.forward import logits

MOST = 20_000  # examples the loss is averaged over


@dataclass(frozen=True, slots=True)
class LossChange:
    """The data loss over the training split, before and after."""

    before: float
    after: float

    @property
    def text(self) -> str:
        """The change as a sentence to show."""
        change = self.after - self.before
        sign = "+" if change >= 0 else "−"
        return tr(
            "loss {before} → {after} ({sign}{change})",
            before=short_number(self.before, 4),
            after=short_number(self.after, 4),
            sign=sign,
            change=short_number(abs(change)),
        )


def loss_change(snapshot: Snapshot, edit: Edit, most: int = MOST) -> LossChange:
    """The change in loss if ``edit`` were made now, with no training afterwards.

    A larger training split is thinned evenly to ``most`` examples.
    """
    run = edit.after(snapshot.run)
    old, new = snapshot.network, run.network
    kept = carry(old, new, edit.sources(snapshot.run))
    theta = kept.theta(snapshot.theta, np.zeros(new.layout.size))
    theta = edit.settled(new, theta)
    running = kept.statistics(snapshot.running, fresh_running(new))
    sample = snapshot.splits.train
    if len(sample) > most:
        sample = sample.take(np.arange(most) * len(sample) // most)
    seen = run.features.apply(sample.x)
    unit, components = new.output.unit, new.output.components
    targets = unit.encode(sample)
    before = values_at(snapshot, seen)[-1].z
    after = logits(new, theta, running, seen)
    return LossChange(
        float(np.mean(unit.value(before, targets, components))),
        float(np.mean(unit.value(after, targets, components))),
    )
