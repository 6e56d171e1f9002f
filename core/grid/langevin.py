"""Samples of the posterior by stochastic-gradient Langevin dynamics.

With n examples, J = mean loss + penalty, and c the factor that makes the loss a
negative log-likelihood, −log posterior is U = n c J up to a constant: the data's
n c · mean loss, and of the prior n c λ Σ W², a Gaussian of variance 1 / (2 n c λ) on
every weight. A step is θ ← θ − ½ ε ∇U + √ε ξ with standard normal ξ: temperature 1.

The step size is set by the sharpest curvature h of U: the variance found along that
direction is too large by the share ε h / 4, and a minibatch of B examples adds noise
of about n / B times that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite, sqrt

import numpy as np

from core import draws
from core.analysis.curvature import sharpest
from core.arrays import Floats, Stop
from core.engine.backends import make_backend
from core.engine.data import encode
from core.engine.snapshot import Snapshot
from core.language import tr
from core.network import link_mask
from core.outputs import LOSSES
from core.run import RunSpec
from core.sampling import sampling_layers
from core.training import Schedule, TrainingSpec
from core.training.state import TrainState

BURN_IN, THIN = 4000, 500
ROUNDS = 8  # of the burn-in, before each of which the curvature is measured
BIAS = 0.05  # share by which the sharpest direction's variance may be too large
_STREAM = 1 << 20  # stream of draws, above those of all layers
_AHEAD = 64  # steps whose noise is drawn at once
_NEVER: Stop = np.zeros(1, np.uint8)


@dataclass(frozen=True, slots=True)
class Chain:
    """Settings of a chain; `step_size` 0: set from the curvature."""

    burn_in: int = BURN_IN
    thin: int = THIN
    step_size: float = 0.0


def prior_strength(training: TrainingSpec) -> float:
    """λ of the penalty λ Σ W² equivalent to the weight decay; 0: a flat prior.

    AdamW subtracts its decay from the weights separately, like plain steps on ½ decay ·
    Σ W².
    """
    decay = training.weight_decay if training.optimiser == "adamw" else 0.0
    return training.l2 + 0.5 * decay


def why_no_posterior(run: RunSpec) -> str:
    """Why a run's loss and penalty are no posterior; empty where they are."""
    unit = LOSSES[run.loss]
    if sampling_layers(run.network):
        return tr("Units are random here: the likelihood is a sum over their draws")
    if any(layer.batch_norm for layer in run.hidden):
        return tr(
            "Batch normalisation ties examples to each other: they have no likelihood "
            "of their own"
        )
    honest = unit.gives_probabilities and not unit.saturates
    if not (honest or unit.predicts_distribution or unit.ranks or unit.least_squares):
        return tr(
            "{loss} is not a likelihood; choose cross-entropy, squared error or a "
            "predicted distribution",
            loss=tr(unit.title),
        )
    return ""


def likelihood_factor(snapshot: Snapshot) -> float:
    """c, so that c · loss is a negative log-likelihood, up to a constant.

    Squared error means Gaussian noise; its variance is that of the residuals.
    """
    if not LOSSES[snapshot.run.loss].least_squares:
        return 1.0
    return 0.5 / noise_variance(snapshot)


def noise_variance(snapshot: Snapshot) -> float:
    """Variance of a target around its prediction, on the training split."""
    run, sample = snapshot.run, snapshot.splits.train
    data = encode(run, sample)
    backend = make_backend("reference", run, data)
    loss, _ = backend.evaluate(
        snapshot.theta.astype(np.float64), snapshot.running.astype(np.float64), data
    )
    return max(loss / len(data.targets), 1e-6)


class Langevin:
    """One chain from the weights of a snapshot on."""

    def __init__(
        self,
        snapshot: Snapshot,
        seed: int,
        chain: Chain | None = None,
        factor: float = 0,
    ) -> None:
        self.chain = Chain() if chain is None else chain
        self._snapshot, self._seed = snapshot, seed
        run = snapshot.run
        self._data = encode(run, snapshot.splits.train)
        self.factor = factor or likelihood_factor(snapshot)
        self._links = link_mask(run.network)
        self._training = replace(
            run.training,
            optimiser="sgd",
            learning_rate=1.0,
            l2=prior_strength(run.training),
            schedule=Schedule(),
            clip_norm=0.0,
            dropout=0.0,
            label_smoothing=0.0,
            input_noise=0.0,
            precision="float64",
        )
        plain = replace(run, training=self._training)
        self._backend = make_backend(snapshot.backend, plain, self._data)
        theta = snapshot.theta.astype(np.float64)
        running = snapshot.running.astype(np.float64)
        self.state = TrainState.start(theta, running)
        self._sharpest = 0.0  # curvature of J seen so far
        self.step_size = self.chain.step_size
        self.steps = 0
        self._drawn: Floats | None = None  # noise of _AHEAD steps

    @property
    def _scale(self) -> float:
        """N c: U = n c J."""
        return len(self._data) * self.factor

    # -- step size -------------------------------------------------------------------
    def _set_step_size(self, largest: float) -> None:
        """ε; a step on U is one of gradient descent on J with the rate ½ ε n c."""
        self.step_size = largest
        rate = 0.5 * largest * self._scale
        self._backend.training = replace(self._training, learning_rate=rate)

    def _measured(self) -> float:
        """The largest step size allowed by the curvature here and before."""
        data, training = self._data, self._training
        found = sharpest(
            self._snapshot.network,
            self.state.theta,
            self.state.running,
            data.inputs.T,
            data.targets.T,
            l1=training.l1,
            l2=training.l2,
            tolerance=1e-2,
        ).values[0]
        if isfinite(found):
            self._sharpest = max(self._sharpest, float(found))
        n = len(data)
        batch = min(training.batch_size or n, n)
        curved = 4.0 * BIAS * batch / n / (self._scale * max(self._sharpest, 1e-12))
        # Even where all is flat, no step may be as large as the weights themselves.
        size = float(np.sqrt(np.mean(self.state.theta**2)))
        return min(curved, (0.1 * max(size, 1e-3)) ** 2)

    # -- walking ---------------------------------------------------------------------
    def _walk(self, steps: int, stop: Stop) -> bool:
        """Make steps; False: some number became infinite."""
        state = self.state
        for _ in range(steps):
            if stop[0]:
                return True
            outcome = self._backend.run(state, 1, stop)
            if outcome.divergence is not None:
                return False
            if outcome.done:
                state.theta += sqrt(self.step_size) * self._noise()
                self.steps += 1
        return bool(np.isfinite(state.theta).all())

    def _noise(self) -> Floats:
        """Standard normal numbers of the present step; 0 for cut links."""
        at = self.steps % _AHEAD
        if at == 0 or self._drawn is None:
            size = len(self.state.theta)
            sequence = draws.key(self._seed, draws.SAMPLE, _STREAM)
            first = (self.steps - at) * size
            noise = draws.normals(sequence, first, _AHEAD * size).reshape(_AHEAD, size)
            self._drawn = noise if self._links is None else noise * self._links
        return np.asarray(self._drawn[at])

    def _burn_in(self, stop: Stop) -> None:
        """Move from the given weights to the posterior, and settle the step size."""
        given = self.chain.step_size
        if given:
            self._set_step_size(given)
            self._walk(self.chain.burn_in, stop)
            return
        for _ in range(ROUNDS):
            if stop[0]:
                return
            allowed = self._measured()
            self._set_step_size(min(allowed, self.step_size or allowed))
            start = self.state.theta.copy()
            while not self._walk(self.chain.burn_in // ROUNDS, stop):
                if self.step_size < 1e-30:
                    return
                self.state.theta[...] = start
                self._set_step_size(0.25 * self.step_size)

    def samples(self, count: int, stop: Stop = _NEVER) -> Iterator[Floats]:
        """Yield weights after every ``thin`` steps; fewer if ``stop[0]`` is set."""
        self._burn_in(stop)
        for _ in range(count):
            if not self._walk(self.chain.thin, stop) or stop[0]:
                return
            yield self.state.theta.copy()
