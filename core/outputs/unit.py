"""What an output unit is: the meaning of its logits, its loss and its gradient.

Logits ``z`` are (n, width), targets ``y`` (n, k); a loss is one number an example, a
sum over output components. Every loss and gradient stays finite for logits of ±1000.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log, pi
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from core.arrays import Bools, Floats, Ints
from core.errors import BadInput, shown

if TYPE_CHECKING:
    from core.problems.base import Sample

HALF_LOG_2PI = 0.5 * log(2.0 * pi)


class Loss(ABC):
    """An output unit with its loss.

    ``components`` matters to `mdn` alone. ``width`` is asked with ``classes`` 0 for a
    problem with values, and then ``targets`` is their number.
    """

    name: ClassVar[str]
    order: ClassVar[int]  # where it stands in lists
    title: ClassVar[str]  # for people
    formula: ClassVar[str]  # LaTeX
    #: Where a single output changes from class 0 to class 1.
    threshold: ClassVar[float] = 0.5

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """Number of logits; `BadInput` if the loss does not fit the problem."""
        return self.target_width(classes, targets)

    def target_width(self, classes: int, targets: int) -> int:
        """Columns of the targets: one for 2 classes, else one a class."""
        if classes == 0:
            return targets
        return 1 if classes == 2 else classes

    def targets_of(self, width: int, components: int) -> int:
        """Columns of the targets for so many logits; `BadInput` if there is no such."""
        return width

    def encode(self, sample: Sample) -> Floats:
        """Targets (n, k) as the loss reads them: values, 0/1, or one-hot rows."""
        if sample.classes == 0:
            y = np.asarray(sample.y, dtype=np.float64).reshape(len(sample), -1)
            self.target_width(0, y.shape[1])  # refuses values where they do not fit
        else:
            labels = np.asarray(sample.y).astype(np.int64)
            _check_labels(self.name, labels, sample.classes)
            k = self.target_width(sample.classes, 1)
            if k == 1:
                y = labels[:, None].astype(np.float64)
            else:
                y = np.eye(sample.classes)[labels]
        self.check_targets(y, f"{self.name}: target")
        return y

    def check_targets(self, y: Floats, thing: str) -> None:
        """Raise `BadInput` for the first target outside the loss's range."""
        check_range(y, ~np.isfinite(y), thing, "be finite")

    @abstractmethod
    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Loss of every example, (n,)."""

    @abstractmethod
    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """∂loss_i/∂z_i of every example, (n, width)."""

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Mean of the predicted distribution, (n, k): probabilities where they exist.

        `hinge` has no distribution; its prediction is the score itself.
        """
        return z

    def decide(self, z: Floats, classes: int, components: int = 3) -> Ints:
        """Class numbers (n,): the largest output, or which side of the threshold."""
        score = self._score(z, components)
        if score.shape[1] == 1:
            return (score[:, 0] > self.threshold).astype(np.int64)
        return np.asarray(np.argmax(score, axis=1))

    def _score(self, z: Floats, components: int) -> Floats:
        """What a decision compares; the logits unless they mean something else."""
        return z


def _check_labels(name: str, labels: Ints, classes: int) -> None:
    bad = np.flatnonzero((labels < 0) | (labels >= classes))
    if bad.size:
        raise BadInput(
            f"{name}: class label must be from 0 to {classes - 1}, "
            f"got {labels[bad[0]]} at row {bad[0]}"
        )


def check_range(y: Floats, wrong: Bools, thing: str, rule: str) -> None:
    """Raise `BadInput` for the first target that is ``wrong``."""
    bad = np.argwhere(wrong)
    if bad.size:
        row, column = bad[0]
        value = shown(float(y[row, column]))
        raise BadInput(f"{thing} must {rule}, got {value} at row {row}")
