"""What the network says at one point, in words and numbers."""

from __future__ import annotations

import numpy as np

from app.look.numbers import shown_number, shown_percent
from app.plane.picture import Kind, class_name, kind_of
from core.analysis.field import logits_at
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES


def value_lines(snapshot: Snapshot, at: tuple[float, ...]) -> list[str]:
    """What the network says at one point, for a readout."""
    run = snapshot.run
    problem = run.data.problem
    z = logits_at(snapshot, np.array([at]))
    loss = LOSSES[run.loss]
    predicted = loss.predict(z, run.components)
    where = "  ".join(f"x{'₁₂₃'[i]} {shown_number(v)}" for i, v in enumerate(at))
    if problem.classes and loss.gives_probabilities:
        shares = loss.shares(predicted)[0]
        order = np.argsort(-shares)[:3]
        said = [
            f"{class_name(problem, int(k))}  {shown_percent(shares[k])}" for k in order
        ]
        return [said[0], *said[1:], where]
    if problem.classes:
        decided = loss.decide(z, problem.classes, run.components)
        names = "  ".join(shown_number(float(v)) for v in predicted[0])
        word = loss.prediction
        return [class_name(problem, int(decided[0])), f"{word} {names}", where]
    if kind_of(problem) is Kind.RGB:
        r, g, b = (shown_number(float(v)) for v in predicted[0, :3])
        return [f"red {r}  green {g}  blue {b}", where]
    names = "  ".join(shown_number(float(v)) for v in predicted[0])
    return [f"value {names}", where]
