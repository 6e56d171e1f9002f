"""The linear model's closed form: least squares and ridge, in numbers and words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.look.numbers import shown_number
from app.views.network.words import input_labels, output_labels
from core.analysis.linear import LinearFit, fit_linear
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.language import tr
from core.outputs import LOSSES

RIDGE = 0.1  # compared with least squares if the run has no L2 penalty


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Both solutions, and which of them the network gets."""

    plain: LinearFit
    ridge: LinearFit
    penalty: float  # λ of the ridge
    penalised: bool  # the run has that penalty itself, so it gets the ridge
    inputs: tuple[str, ...]  # names of the columns of W
    outputs: tuple[str, ...]  # names of its rows; "" if there is one

    @property
    def theta(self) -> Floats:
        """All parameters of the network."""
        return (self.ridge if self.penalised else self.plain).theta

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called."""
        return tr("least squares"), tr("ridge, λ = {ridge}", ridge=self._penalty)

    @property
    def _penalty(self) -> str:
        return shown_number(self.penalty)

    @property
    def rows(self) -> tuple[tuple[str, float, float], ...]:
        """What is compared: its name, of least squares, of ridge."""
        plain, ridge = self.plain, self.ridge
        return (
            (tr("Error on the training examples"), plain.mse, ridge.mse),
            (tr("Size of the weights, ‖w‖"), size_of(plain), size_of(ridge)),
            (tr("Condition number"), plain.condition, ridge.condition),
        )

    @property
    def weights(self) -> tuple[tuple[str, str, float, float], ...]:
        """Each weight: its input and output, of least squares, of ridge."""
        return tuple(
            (name, output, float(self.plain.W[k, j]), float(self.ridge.W[k, j]))
            for k, output in enumerate(self.outputs)
            for j, name in enumerate(self.inputs)
        )

    @property
    def said(self) -> str:
        """The comparison in one sentence for each."""
        return tr(
            "Least squares: {plain}. Ridge, λ = {ridge}: {shrunk}.",
            plain=_fit_words(self.plain),
            ridge=self._penalty,
            shrunk=_fit_words(self.ridge),
        )

    @property
    def loaded(self) -> str:
        """Which of them the network has now."""
        if self.penalised:
            return tr("The network was given the weights of ridge regression.")
        return tr("The network was given the weights of least squares.")


def solve(snapshot: Snapshot) -> Solved | None:
    """The linear model's solution by the normal equation, ridge included; else None.

    Where it exists: no hidden layer, and squared error on the output itself.
    """
    run, network = snapshot.run, snapshot.network
    if network.hidden or not network.output.unit.least_squares:
        return None
    train = snapshot.splits.train
    targets = LOSSES[run.loss].encode(train)
    x, l2 = run.features.apply(train.x), run.training.l2
    width = network.output.width
    outputs = output_labels(snapshot) or [""] * width
    return Solved(
        plain=fit_linear(x, targets),
        ridge=fit_linear(x, targets, l2 or RIDGE),
        penalty=l2 or RIDGE,
        penalised=l2 > 0.0,
        inputs=tuple(input_labels(snapshot)),
        outputs=tuple(
            name or str(k + 1) if width > 1 else "" for k, name in enumerate(outputs)
        ),
    )


def size_of(fit: LinearFit) -> float:
    """‖w‖, without the bias."""
    return float(np.linalg.norm(fit.W))


def _fit_words(fit: LinearFit) -> str:
    return tr(
        "error {error}, ‖w‖ {size}, condition number {condition}",
        error=shown_number(fit.mse),
        size=shown_number(size_of(fit)),
        condition=shown_number(fit.condition),
    )
