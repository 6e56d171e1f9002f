"""Everything that defines a run: data, features, network, learning, weights, seed."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from math import isfinite
from typing import Any

from core.errors import BadInput, require
from core.features import FeatureSpec
from core.language import tr
from core.limits import MAX_CELLS
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.network.rewiring import Sources, Wired, fitted
from core.outputs import LOSSES
from core.problems.base import DataSpec
from core.training import TrainingSpec
from core.wiring import Mask, Reads

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
                tr(
                    "initial: weights must be one of {INITIALISER_NAMES}, got "
                    "{weights}",
                    INITIALISER_NAMES=", ".join(INITIALISER_NAMES),
                    weights=f"{self.weights!r}",
                )
            )
        require(isfinite(self.bias), tr("initial: bias"), tr("be finite"), self.bias)
        require(
            isfinite(self.scale) and self.scale >= 0,
            tr("initial: scale"),
            tr("be 0 or more"),
            self.scale,
        )


def _ends(
    data: DataSpec, features: FeatureSpec, loss: str, components: int
) -> tuple[int, int]:
    """Inputs and logits of the network."""
    problem = data.problem
    width = LOSSES[loss].width(problem.classes, problem.targets, components)
    return features.count(problem.inputs), width


@lru_cache(maxsize=16)
def _network(inputs: int, hidden: tuple[LayerSpec, ...], *output: Any) -> NetworkSpec:
    """The network of a run, checked once: most changes of a run keep it."""
    return NetworkSpec(inputs, hidden, OutputSpec(*output))


@dataclass(frozen=True, slots=True)
class RunSpec:
    """Everything a run depends on; equal specs give equal runs, bit for bit."""

    data: DataSpec
    hidden: tuple[LayerSpec, ...]
    loss: str
    components: int = 3  # mdn only
    output_frozen: bool = False
    output_reads: Reads = ()
    output_mask: Mask | None = None
    features: FeatureSpec = field(default_factory=FeatureSpec)
    training: TrainingSpec = field(default_factory=TrainingSpec)
    initial: InitialSpec = field(default_factory=InitialSpec)
    seed: int = 0  # initial weights, minibatch order, dropout, input noise

    def __post_init__(self) -> None:
        require(self.seed >= 0, tr("run: seed"), tr("be 0 or more"), self.seed)
        network = self.network  # raises if the loss does not fit the problem
        columns = network.inputs + network.output.targets
        if not self.features.is_raw:
            columns += self.data.problem.inputs
        require(
            self.data.examples * columns <= MAX_CELLS,
            tr("problem: points"),
            tr(
                "be at most {MAX_CELLS} for {columns} coordinates, features "
                "and targets",
                MAX_CELLS=MAX_CELLS // columns,
                columns=columns,
            ),
            self.data.examples,
        )

    @property
    def network(self) -> NetworkSpec:
        """The network's shape, from features, hidden layers, problem and loss."""
        if self.loss not in LOSSES:
            raise BadInput(
                tr(
                    "run: loss must be one of {LOSSES}, got {loss}",
                    LOSSES=", ".join(LOSSES),
                    loss=f"{self.loss!r}",
                )
            )
        inputs, width = _ends(self.data, self.features, self.loss, self.components)
        return _network(
            inputs,
            self.hidden,
            self.loss,
            width,
            self.components,
            self.output_frozen,
            self.output_reads,
            self.output_mask,
        )

    def changed(self, sources: Sources | None = None, /, **changes: Any) -> RunSpec:
        """The same run with other fields; sums and cut links are made to fit.

        ``sources`` gives the old layer of each new one, by default the same position.
        """
        after = {f.name: getattr(self, f.name) for f in fields(self)} | changes
        hidden = after["hidden"]
        wired = Wired(hidden, after["output_reads"], after["output_mask"])
        joined = wired.mask or any(h.mask or h.adds is not None for h in hidden)
        if joined and after["loss"] in LOSSES:
            if sources is None:
                old = len(self.hidden)
                sources = tuple(i if i < old else None for i in range(len(hidden)))
            ends = (after[name] for name in ("data", "features", "loss", "components"))
            wired = fitted(wired, sources, self.network, *_ends(*ends))
            changes |= {"hidden": wired.hidden, "output_mask": wired.mask}
        return replace(self, **changes)

    def with_training(self, **changes: object) -> RunSpec:
        """The same run with other hyper-parameters."""
        return replace(self, training=replace(self.training, **changes))  # type: ignore[arg-type]
