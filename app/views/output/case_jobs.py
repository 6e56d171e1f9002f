"""What Output shows of a network with more than two inputs: its examples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from app.look.colour import rgb
from app.look.palette import amounts, mixture
from app.look.theme import Theme
from app.views.output.wish import Wish
from core.analysis.confusion import confusion
from core.analysis.field import logits_at, wrong
from core.arrays import Bools, Floats, Ints
from core.engine.snapshot import Snapshot
from core.outputs import LOSSES
from core.problems.base import Sample

MOST = 4096  # examples that are shown
CASES = {
    "all": "All training examples",
    "wrong": "Those that are wrong",
    "confusion": "Confusion matrix",
}


@dataclass(frozen=True, eq=False)
class CasesResult:
    """One run on examples of a problem with more than two inputs."""

    label: str
    snapshot: Snapshot
    sample: Sample  # those that are shown
    predicted: Floats  # (n, k)
    colours: Floats  # (n, 3) bytes
    wrong: Bools
    numbers: Ints  # (n,) which examples of the split they are
    split: str = "training"
    looked_at: int = 0  # examples of the split
    mistakes: int = 0  # among them
    pictures: QImage | None = None  # all examples one below the other, if they are any
    confusion: Ints | None = None  # (classes, classes): true by decided


def cases(wish: Wish) -> CasesResult:
    """The examples that are wanted, and what the network says of them.

    Mistakes are shown of the test split where there is one: those of training say
    little about what was learned.
    """
    snapshot = wish.snapshot
    splits, loss = snapshot.splits, LOSSES[snapshot.run.loss]
    classes = splits.train.classes
    mode = wish.cases if classes else "all"
    tested = mode != "all" and len(splits.test) > 0
    sample = splits.test if tested else splits.train
    looked = sample if mode != "all" else sample.take(slice(0, MOST))
    looked = looked.take(slice(0, 10 * MOST))
    z = logits_at(snapshot, np.ascontiguousarray(looked.x))
    mistaken = wrong(snapshot, looked)
    table = None
    if mode == "confusion":
        decided = loss.decide(z, classes, snapshot.run.components)
        table = confusion(looked.y, decided, classes)
    chosen = np.flatnonzero(mistaken) if mode == "wrong" else np.arange(len(looked))
    chosen = chosen[:MOST]
    shown = Sample(looked.x[chosen], looked.y[chosen], classes)
    predicted = loss.predict(z, snapshot.run.components)[chosen]
    image = getattr(snapshot.run.data.problem, "image", None)
    return CasesResult(
        wish.label,
        snapshot,
        shown,
        predicted,
        _colours(wish, predicted, classes),
        mistaken[chosen],
        chosen,
        "test" if tested else "training",
        len(looked),
        int(mistaken.sum()),
        None if image is None else stacked(wish.theme, shown.x, image),
        table,
    )


def _colours(wish: Wish, predicted: Floats, classes: int) -> Floats:
    if not len(predicted):
        return np.zeros((0, 3))
    if classes:
        shares = LOSSES[wish.snapshot.run.loss].shares(predicted)
        return mixture(wish.theme, shares, 0.6).astype(float)
    first = predicted[:, 0]
    low, high = float(first.min()), float(first.max())
    return amounts(wish.theme, first, low, high).astype(float)


def stacked(theme: Theme, x: Floats, image: tuple[int, int, int]) -> QImage:
    """Rows (n, inputs) as pictures, one below the other; ink is the text's colour."""
    height, width, channels = image
    n = len(x)
    values = np.clip(x.reshape(n * height, width, channels), 0.0, 1.0)
    packed = np.empty((n * height, width, 4), np.uint8)
    if channels == 3:
        packed[..., :3] = 255 * values[..., ::-1]
        packed[..., 3] = 255
    else:  # premultiplied: colour times how much ink there is
        ink = np.rint(255 * rgb(theme.text))[::-1]
        packed[..., :3] = ink * values
        packed[..., 3] = 255 * values[..., 0]
    form = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(packed.data, width, n * height, 4 * width, form).copy()
