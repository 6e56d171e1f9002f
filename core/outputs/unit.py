"""Definition of an output unit: the meaning of its logits, its loss and its gradient.

Logits ``z`` are (n, width), targets ``y`` (n, k); a loss is one number per example, a
sum over output components. Every loss and gradient stays finite for logits of ±1000.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from math import log, pi
from string import Formatter
from typing import TYPE_CHECKING, ClassVar, Protocol, SupportsFloat

import numpy as np

from core.arrays import Bools, Floats, Ints
from core.errors import BadInput, shown
from core.language import tr

if TYPE_CHECKING:
    from core.autodiff.graph import Node
    from core.network import OutputSpec
    from core.outputs.predicted import Predicted
    from core.problems.base import Sample

HALF_LOG_2PI = 0.5 * log(2.0 * pi)


class Say(Protocol):
    """How numbers are formatted; implemented by `core.analysis.walk_names`."""

    def number(self, value: float) -> object:
        """An object that formats as the number, or as a factor with ``:factor``."""

    def factor(self, value: SupportsFloat) -> str:
        """The number, in brackets if it is below 0."""

    def listed(self, values: Floats) -> str:
        """Several numbers."""

    def summed(self, parts: Iterable[str]) -> str:
        """Terms joined by plus signs."""


class Loss(ABC):
    """An output unit with its loss.

    ``components`` matters only to `mdn`. For a problem with values, ``width`` is called
    with ``classes`` 0, and ``targets`` is their number.
    """

    name: ClassVar[str]
    order: ClassVar[int]  # position in lists
    title: ClassVar[str]  # to show
    formula: ClassVar[str]  # LaTeX
    #: Where a single output changes from class 0 to class 1.
    threshold: ClassVar[float] = 0.5
    #: Whether the score compared with it is an affine function of the logits.
    straight: ClassVar[bool] = True
    #: Whether predictions are probabilities of classes.
    gives_probabilities: ClassVar[bool] = False
    #: Whether the logit estimates the value itself; with squared error there is a
    #: closed form.
    on_values: ClassVar[bool] = False
    least_squares: ClassVar[bool] = False
    #: The name of a prediction that is not a probability.
    prediction: ClassVar[str] = "value"
    #: Whether targets are rows of class shares: given as class numbers, and smoothed.
    one_hot: ClassVar[bool] = False
    #: Whether it predicts the distribution of values (`predicted`, `draws`).
    predicts_distribution: ClassVar[bool] = False
    #: Whether its values go together (`joint`), or are a ranking (`order_of`).
    goes_together: ClassVar[bool] = False
    ranks: ClassVar[bool] = False
    #: Whether ``components`` matters.
    has_components: ClassVar[bool] = False
    #: The loss that Saturation compares it with on equal logits.
    rival: ClassVar[str | None] = None
    #: Whether a confidently wrong output gets almost no push.
    saturates: ClassVar[bool] = False
    #: ∂loss/∂z in words; and whether it is p − y, so that p follows from it.
    slope_words: ClassVar[str] = ""
    slope_is_gap: ClassVar[bool] = False
    #: The loss of one target with numbers put in: heads, named parts and ``y``.
    words: ClassVar[str] = ""
    #: The name in files, and which of several scales it is (`gaussian_nll`).
    family: ClassVar[str] = ""
    scale: ClassVar[str] = ""
    #: The names of the heads in messages, in order.
    head_titles: ClassVar[tuple[str, ...]] = ("logits",)

    @property
    def logits_per_target(self) -> int:
        """Logits per target."""
        return 1

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """Number of logits; `BadInput` if the loss does not fit the problem."""
        return self.target_width(classes, targets)

    def target_width(self, classes: int, targets: int) -> int:
        """Columns of the targets: one for 2 classes, else one per class."""
        if classes == 0:
            return targets
        return 1 if classes == 2 else classes

    def targets_of(self, width: int, components: int) -> int:
        """Columns of the targets for this many logits; `BadInput` if impossible."""
        return width

    def encode(self, sample: Sample) -> Floats:
        """Targets (n, k) as the loss reads them: values, 0/1, or one-hot rows."""
        if sample.classes == 0:
            y = np.asarray(sample.y, dtype=np.float64).reshape(len(sample), -1)
            self.target_width(0, y.shape[1])  # rejects values that do not fit
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
        check_range(y, ~np.isfinite(y), thing, tr("be finite"))

    @abstractmethod
    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Loss of every example, (n,)."""

    @abstractmethod
    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """∂loss_i/∂z_i of every example, (n, width)."""

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """The losses (n,) as nodes of autodiff; not needed for elementwise units."""
        raise NotImplementedError(self.name)

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Mean of the predicted distribution, (n, k): probabilities where they exist.

        `hinge` has no distribution; its prediction is the score itself.
        """
        return z

    def decide(self, z: Floats, classes: int, components: int = 3) -> Ints:
        """Class numbers (n,): the largest output, or which side of the threshold."""
        score = self.score(z, components)
        if score.shape[1] == 1:
            return (score[:, 0] > self.threshold).astype(np.int64)
        return np.asarray(np.argmax(score, axis=1))

    @property
    def outputs_title(self) -> str:
        """What the numbers of the output layer are called on screen."""
        return tr("logits") if self.gives_probabilities else tr("output")

    @property
    def linear_prediction(self) -> bool:
        """Whether the prediction is an affine function of the logits."""
        return self.straight and not self.gives_probabilities

    def letters(self, targets: int, components: int) -> list[tuple[str, int]]:
        """Letters for the logits, each with its number of logits; [] if plain."""
        return []

    def score(self, z: Floats, components: int = 3) -> Floats:
        """What a decision compares (n, k): the logits of the first head."""
        return z[:, : self.targets_of(z.shape[1], components)]

    def probabilities(
        self, z: Floats, classes: int, temperature: float = 1.0
    ) -> Floats | None:
        """Class probabilities (n, classes) of logits read at a temperature.

        None if the output unit has no probabilities.
        """
        return None

    def shares(self, predicted: Floats) -> Floats:
        """Shares of the classes (…, classes) from predictions (…, k), for pictures.

        One output for two classes is the probability (or the value, or the score) of
        the second. Losses without a distribution show how clear the decision is.
        """
        bounded = np.clip(predicted, 0.0, 1.0)
        if bounded.shape[-1] == 1:
            return np.concatenate([1.0 - bounded, bounded], axis=-1)
        total = bounded.sum(axis=-1, keepdims=True)
        return np.asarray(bounded / np.where(total > 0, total, 1.0))

    def spread(self, z: Floats) -> Floats | None:
        """Standard deviation (n, k) where one is predicted for each target."""
        return None

    def errors(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Predicted − observed (n, width): for each logit, that of its target."""
        off = self.predict(z, components) - y
        return np.tile(off, z.shape[1] // off.shape[1])

    def predicted(
        self, z: Floats, target: int = 0, components: int = 3
    ) -> Predicted | None:
        """The distribution of one target (from 0); None where none is predicted."""
        return None

    def joint(self, z: Floats) -> tuple[Floats, Floats] | None:
        """Mean (n, d) and covariance (n, d, d) of values predicted jointly."""
        return None

    def order_of(self, z: Floats) -> Ints | None:
        """The most likely ranking (n, K), first place first; None: not a ranking."""
        return None

    def order_chances(self, z: Floats) -> tuple[Ints, Floats] | None:
        """Every ranking (m, K) and its probability at each example (n, m)."""
        return None

    def draws(
        self, z: Floats, count: int, rng: np.random.Generator, components: int = 3
    ) -> Floats | None:
        """Samples (count, d) of the targets at one example's logits (1, width)."""
        columns = []
        for target in range(self.targets_of(z.shape[1], components)):
            found = self.predicted(z, target, components)
            if found is None:
                return None
            columns.append(found.draw(count, rng))
        return np.concatenate(columns, axis=1)

    def in_numbers(
        self, z: Floats, y: Floats, parts: Mapping[str, Floats], say: Say
    ) -> str:
        """The loss of one example with its numbers put in; empty if there is no text.

        ``parts`` are the named parts of the loss's graph for this example.
        """
        if not self.words:
            return ""
        known = {**parts, **self.named_logits(z), "y": y}
        fields = {f for _, f, _, _ in Formatter().parse(self.words) if f}
        return say.summed(
            self.words.format(**{f: say.number(float(known[f][k])) for f in fields})
            for k in range(len(y))
        )

    def named_logits(self, z: Floats) -> dict[str, Floats]:
        """The logits (width,) of one example by the name of their head."""
        return {"z": z}

    def push_curve(self, wrongness: Floats) -> Floats | None:
        """Push ‖∂loss/∂z‖ against 1 − p_y when one other class has all of it."""
        return None


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
