"""A run, said completely: data, features, network, learning, initial weights, seed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isfinite

from core.errors import BadInput, require
from core.features import FeatureSpec
from core.limits import MAX_CELLS
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.outputs import LOSSES
from core.problems.base import DataSpec
from core.training import TrainingSpec

INITIALISER_NAMES = (
    "zeros",
    "small_normal",
    "uniform",
    "xavier_normal",
    "xavier_uniform",
    "he_normal",
    "he_uniform",
    "orthogonal",
)


@dataclass(frozen=True, slots=True)
class InitialSpec:
    """How the initial weights are drawn."""

    weights: str = "he_normal"
    bias: float = 0.0  # constant; 0.1 keeps ReLU units alive at the start
    scale: float = 1.0  # a factor on what the initialiser draws

    def __post_init__(self) -> None:
        if self.weights not in INITIALISER_NAMES:
            raise BadInput(
                f"initial: weights must be one of {', '.join(INITIALISER_NAMES)}, "
                f"got {self.weights!r}"
            )
        require(isfinite(self.bias), "initial: bias", "be finite", self.bias)
        require(
            isfinite(self.scale) and self.scale >= 0,
            "initial: scale",
            "be 0 or more",
            self.scale,
        )


@dataclass(frozen=True, slots=True)
class RunSpec:
    """Everything that a run depends on; equal specs give equal runs, bit for bit."""

    data: DataSpec
    hidden: tuple[LayerSpec, ...]
    loss: str
    components: int = 3  # mdn only
    output_frozen: bool = False
    features: FeatureSpec = field(default_factory=FeatureSpec)
    training: TrainingSpec = field(default_factory=TrainingSpec)
    initial: InitialSpec = field(default_factory=InitialSpec)
    seed: int = 0  # initial weights, minibatch order, dropout, input noise

    def __post_init__(self) -> None:
        require(self.seed >= 0, "run: seed", "be 0 or more", self.seed)
        network = self.network  # a loss that does not fit the problem is refused here
        columns = self.data.problem.inputs + network.inputs + network.output.targets
        require(
            self.data.examples * columns <= MAX_CELLS,
            "problem: points",
            f"be at most {MAX_CELLS // columns} for {columns} coordinates, features "
            "and targets",
            self.data.examples,
        )

    @property
    def network(self) -> NetworkSpec:
        """The shape that follows from features, hidden layers, problem and loss."""
        problem = self.data.problem
        if self.loss not in LOSSES:
            raise BadInput(
                f"run: loss must be one of {', '.join(LOSSES)}, got {self.loss!r}"
            )
        loss = LOSSES[self.loss]
        width = loss.width(problem.classes, problem.targets, self.components)
        return NetworkSpec(
            inputs=self.features.count(problem.inputs),
            hidden=self.hidden,
            output=OutputSpec(self.loss, width, self.components, self.output_frozen),
        )

    def with_training(self, **changes: object) -> RunSpec:
        """The same run with other hyper-parameters."""
        return replace(self, training=replace(self.training, **changes))  # type: ignore[arg-type]
