"""How a run learns: optimiser, rate schedule, minibatches and regularisation.

Everything here can change while training runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, isfinite, pi

from core.errors import BadInput, require
from core.language import mark, tr

#: In the order of their kernel codes; `core.training.optimisers` has the reference.
OPTIMISER_NAMES = ("sgd", "momentum", "nesterov", "rmsprop", "adam", "adamw")
#: Schedules by the names they have in the controls.
SCHEDULES = {
    "constant": mark("Constant"),
    "step": mark("Steps"),
    "cosine": mark("Cosine"),
    "warmup": mark("Warm-up"),
}
SCHEDULE_NAMES = tuple(SCHEDULES)
PRECISIONS = ("float64", "float32")


@dataclass(frozen=True, slots=True)
class Schedule:
    """A factor on the learning rate that depends on the step alone."""

    name: str = "constant"
    every: int = 1000  # step: multiply by `factor` after every so many steps
    factor: float = 0.5
    over: int = 5000  # cosine: steps until the rate has fallen to `final`
    final: float = 0.0  # cosine: share of the rate left at the end
    warmup: int = 0  # steps of a linear rise, before any schedule

    def __post_init__(self) -> None:
        if self.name not in SCHEDULE_NAMES:
            raise BadInput(
                tr(
                    "schedule: name must be one of {SCHEDULE_NAMES}, got {name}",
                    SCHEDULE_NAMES=", ".join(SCHEDULE_NAMES),
                    name=f"{self.name!r}",
                )
            )
        require(self.every >= 1, tr("schedule: every"), tr("be 1 or more"), self.every)
        require(
            0 < self.factor <= 1,
            tr("schedule: factor"),
            tr("be in (0, 1]"),
            self.factor,
        )
        require(self.over >= 1, tr("schedule: over"), tr("be 1 or more"), self.over)
        require(
            0 <= self.final <= 1, tr("schedule: final"), tr("be in [0, 1]"), self.final
        )
        require(
            self.warmup >= 0, tr("schedule: warmup"), tr("be 0 or more"), self.warmup
        )

    def at(self, step: int) -> float:
        """The factor for the update that leads from ``step`` to ``step + 1``."""
        rise = min(1.0, (step + 1) / self.warmup) if self.warmup else 1.0
        since = max(0, step - self.warmup)
        if self.name == "step":
            return rise * float(self.factor ** (since // self.every))
        if self.name == "cosine":
            done = min(1.0, since / self.over)
            return rise * (
                self.final + (1.0 - self.final) * 0.5 * (1.0 + cos(pi * done))
            )
        return rise


@dataclass(frozen=True, slots=True)
class TrainingSpec:
    """All hyper-parameters of learning."""

    optimiser: str = "adam"
    learning_rate: float = 0.01
    momentum: float = 0.9  # momentum, nesterov
    rms_alpha: float = 0.99  # rmsprop
    beta1: float = 0.9  # adam, adamw
    beta2: float = 0.999
    epsilon: float = 1e-8  # rmsprop, adam, adamw; added outside the root
    weight_decay: float = 0.01  # adamw, decoupled
    schedule: Schedule = field(default_factory=Schedule)
    batch_size: int = 0  # 0: the whole training split
    clip_norm: float = 0.0  # 0: off; else the largest allowed norm of the gradient
    l1: float = 0.0
    l2: float = 0.0
    dropout: float = 0.0  # on the activations of every hidden layer
    label_smoothing: float = 0.0  # ce, softmax_mse
    input_noise: float = 0.0  # standard deviation, added to the network's inputs
    precision: str = "float64"

    def __post_init__(self) -> None:
        if self.optimiser not in OPTIMISER_NAMES:
            raise BadInput(
                tr(
                    "training: optimiser must be one of {OPTIMISER_NAMES}, got "
                    "{optimiser}",
                    OPTIMISER_NAMES=", ".join(OPTIMISER_NAMES),
                    optimiser=f"{self.optimiser!r}",
                )
            )
        if self.precision not in PRECISIONS:
            raise BadInput(
                tr(
                    "training: precision must be float64 or float32, got {precision}",
                    precision=f"{self.precision!r}",
                )
            )
        rate = self.learning_rate
        require(
            isfinite(rate) and rate > 0, tr("learning rate"), tr("be above 0"), rate
        )
        for name in ("momentum", "rms_alpha", "beta1", "beta2", "dropout"):
            value = getattr(self, name)
            require(
                0 <= value < 1,
                tr("training: {name}", name=name),
                tr("be in [0, 1)"),
                value,
            )
        require(
            self.epsilon > 0, tr("training: epsilon"), tr("be above 0"), self.epsilon
        )
        for name in ("weight_decay", "clip_norm", "l1", "l2", "input_noise"):
            value = getattr(self, name)
            require(
                isfinite(value) and value >= 0,
                tr("training: {name}", name=name),
                tr("be 0 or more"),
                value,
            )
        require(
            isinstance(self.batch_size, int) and self.batch_size >= 0,
            tr("training: batch_size"),
            tr("be a whole number, 0 for the whole split"),
            self.batch_size,
        )
        require(
            0 <= self.label_smoothing < 1,
            tr("training: label_smoothing"),
            tr("be in [0, 1)"),
            self.label_smoothing,
        )
