"""One frozen state of a run; what leaves the engine thread."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from core.arrays import Floats
from core.errors import Divergence
from core.network import NetworkSpec
from core.network.rewiring import Sources
from core.problems.base import Splits
from core.run import RunSpec
from core.training.state import TrainState


@dataclass(frozen=True, slots=True)
class Metrics:
    """Measured over whole splits, without penalty, dropout or input noise.

    While training runs, splits too large to measure in a few milliseconds are measured
    on the same ``subset`` of their rows every time.
    """

    loss: float
    test_loss: float | None  # None: no test split
    accuracy: float | None  # None: no classes
    test_accuracy: float | None
    subset: int | None = None  # rows of each split that were measured; None: all


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Parameters and what was measured at one step; arrays are read-only."""

    generation: int  # raised by every reset; older results are dropped
    step: int
    epoch: int
    run: RunSpec
    network: NetworkSpec
    splits: Splits
    theta: Floats  # flat parameters, see NetworkSpec.layout
    running: Floats  # batch normalisation's running statistics
    moment1: Floats  # optimiser state, for branching and for the Walk view
    moment2: Floats
    metrics: Metrics
    learning_rate: float  # after the schedule
    backend: str  # "reference" or "compiled"
    playing: bool = False
    divergence: Divergence | None = None
    position: int = 0  # examples of the epoch already used
    moment_steps: int = 0  # updates since the moments were zero
    gradient: Floats | None = None  # of the last minibatch; None: not known
    pace: float = inf  # requested steps per second
    made: int = 0  # steps since the scene was opened, through rewinds of its script
    #: An id for each hidden layer that survives edits; (): their positions.
    layers: tuple[int, ...] = ()
    #: The snapshot over all inputs, if this one is on a plane (`analysis.slices`).
    whole: Snapshot | None = None

    @property
    def layer_ids(self) -> tuple[int, ...]:
        """The id of each hidden layer."""
        return self.layers or tuple(range(len(self.network.hidden)))

    def sources_in(self, other: Snapshot) -> Sources:
        """The index in ``other`` of each hidden layer here; None if it has none."""
        known = other.layer_ids
        return tuple(known.index(i) if i in known else None for i in self.layer_ids)

    def live(self) -> TrainState:
        """A live state with these numbers."""
        assert self.gradient is not None
        return TrainState(
            theta=self.theta.copy(),
            moment1=self.moment1.copy(),
            moment2=self.moment2.copy(),
            gradient=self.gradient.copy(),
            running=self.running.copy(),
            step=self.step,
            epoch=self.epoch,
            position=self.position,
            moment_steps=self.moment_steps,
        )

    @property
    def nbytes(self) -> int:
        """Bytes of its own arrays; all snapshots share the sample."""
        own = (self.theta, self.running, self.moment1, self.moment2, self.gradient)
        return sum(a.nbytes for a in own if a is not None)
