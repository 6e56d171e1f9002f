"""The Output view of a network with more than two inputs: its examples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from app.look.palette import amounts, mixture
from app.look.rows_as_pictures import stacked
from app.views.output.against import Against, can_compare, compare
from app.views.output.random_units import SPREAD, drawn_at, draws_shown
from app.views.output.wish import Wish
from core.analysis.confusion import confusion
from core.analysis.field import logits_at
from core.arrays import Bools, Floats, Ints
from core.engine.snapshot import Snapshot
from core.language import mark, tr
from core.outputs import LOSSES
from core.problems.base import Sample

MOST = 4096  # most examples shown
#: Share of the colour scale that a spread may use: text on it must be readable.
DEPTH = 0.6
#: Own data with more examples than this is summed up instead of listed.
FEW = 64
CASES = {
    "auto": mark("What suits the data"),
    "all": mark("All training examples"),
    "wrong": mark("Wrong examples"),
    "confusion": mark("Confusion matrix"),
    "values": mark("Predicted against true values"),
}


@dataclass(frozen=True, eq=False)
class CasesResult:
    """One run on examples of a problem with more than two inputs."""

    label: str
    snapshot: Snapshot
    sample: Sample  # the examples shown
    predicted: Floats  # (n, k)
    colours: Floats  # (n, 3) bytes
    wrong: Bools
    numbers: Ints  # (n,) their indices in the split
    tested: bool = False  # the test split rather than the training split
    looked_at: int = 0  # examples of the split
    mistakes: int = 0  # among them
    pictures: QImage | None = None  # all examples in one column, if they are pictures
    confusion: Ints | None = None  # (classes, classes): true by decided
    spread: Floats | None = None  # (n, k) over draws of random units
    against: Against | None = None  # predicted and true values of all examples

    @property
    def split(self) -> str:
        """The display name of the split shown."""
        return tr("test") if self.tested else tr("training")


def shown_cases(snapshot: Snapshot, choice: str) -> str:
    """What is shown of the examples: the choice, or what suits them.

    Classes can be confused and values compared; never the other way round. The rows of
    a truth table are worth listing, those of a long table are not.
    """
    problem = snapshot.run.data.problem
    if not problem.classes:
        return "values" if choice != "all" and can_compare(snapshot) else "all"
    if choice in ("all", "wrong", "confusion"):
        return choice
    own = getattr(problem, "columns", ()) or getattr(problem, "image", None)
    return "confusion" if own and len(snapshot.splits.train) > FEW else "all"


def cases(wish: Wish) -> CasesResult:
    """The requested examples, and the network's predictions.

    Mistakes are those on the test split if there is one, since mistakes on the training
    split say little about what was learned.
    """
    snapshot = wish.snapshot
    splits = snapshot.splits
    classes = splits.train.classes
    mode = shown_cases(snapshot, wish.cases)
    if mode == "values":
        return _compared(wish)
    tested = mode in ("wrong", "confusion") and len(splits.test) > 0
    sample = splits.test if tested else splits.train
    looked = sample if mode != "all" else sample.take(slice(0, MOST))
    drawn = draws_shown(snapshot, wish.draws)
    looked = looked.take(slice(0, MOST if drawn else 10 * MOST))
    said, spread, mistaken, decided = _answers(wish, looked, drawn)
    table = confusion(looked.y, decided, classes) if mode == "confusion" else None
    chosen = np.flatnonzero(mistaken) if mode == "wrong" else np.arange(len(looked))
    chosen = chosen[:MOST]
    shown = Sample(looked.x[chosen], looked.y[chosen], classes)
    predicted = said[chosen]
    scatter = None if spread is None else spread[chosen]
    colours = _colours(wish, predicted, classes)
    if scatter is not None and wish.draws == SPREAD and len(scatter):
        widest = scatter.max(axis=1)
        top = max(float(widest.max()), 1e-6)
        colours = amounts(wish.theme, widest, 0.0, top / DEPTH).astype(float)
    image = getattr(snapshot.run.data.problem, "image", None)
    return CasesResult(
        wish.label,
        snapshot,
        shown,
        predicted,
        colours,
        mistaken[chosen],
        chosen,
        tested,
        len(looked),
        int(mistaken.sum()),
        None if image is None else stacked(wish.theme, shown.x, image),
        table,
        scatter,
    )


def _compared(wish: Wish) -> CasesResult:
    """Values of training and test examples side by side."""
    snapshot = wish.snapshot
    parts = [
        s.take(slice(0, MOST)) for s in (snapshot.splits.train, snapshot.splits.test)
    ]
    both = Sample(
        np.concatenate([p.x for p in parts]), np.concatenate([p.y for p in parts])
    )
    drawn = draws_shown(snapshot, wish.draws)
    said, spread, wrong, _ = _answers(wish, both, drawn)
    tested = np.arange(len(both)) >= len(parts[0])
    return CasesResult(
        wish.label,
        snapshot,
        both,
        said,
        np.zeros((0, 3)),
        wrong,
        np.concatenate([np.arange(len(p)) for p in parts]),
        looked_at=len(both),
        spread=spread,
        against=compare(snapshot, both.y, said, spread, tested, wish.target),
    )


def _answers(
    wish: Wish, sample: Sample, drawn: bool
) -> tuple[Floats, Floats | None, Bools, Ints]:
    """Predictions, their spread over draws, which are wrong, and the decisions.

    With random units the mean prediction decides.
    """
    snapshot, classes = wish.snapshot, sample.classes
    loss, components = LOSSES[snapshot.run.loss], snapshot.run.components
    x = np.ascontiguousarray(sample.x)
    decided: Ints = np.zeros(len(sample), np.int64)
    spread = None
    if drawn:
        said, spread = drawn_at(snapshot, x)
        if classes:
            decided = loss.shares(said).argmax(axis=-1)
    else:
        z = logits_at(snapshot, x)
        said = loss.predict(z, components)
        if classes:
            decided = loss.decide(z, classes, components)
    own = sample.y.astype(np.int64).reshape(-1) if classes else decided
    return said, spread, decided != own, decided


def _colours(wish: Wish, predicted: Floats, classes: int) -> Floats:
    if not len(predicted):
        return np.zeros((0, 3))
    if classes:
        shares = LOSSES[wish.snapshot.run.loss].shares(predicted)
        return mixture(wish.theme, shares, 0.6).astype(float)
    first = predicted[:, 0]
    low, high = float(first.min()), float(first.max())
    return amounts(wish.theme, first, low, high).astype(float)
