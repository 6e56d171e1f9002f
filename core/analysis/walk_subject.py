"""What is walked: a network with its numbers, on one example or on a minibatch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from core import draws
from core.arrays import Floats
from core.engine.perturbations import dropout_masks, input_noise
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.files.net_json import Net
from core.gradients import GraphMode, NetworkGraph, network_graph
from core.language import tr
from core.network import NetworkSpec
from core.outputs import LOSSES
from core.training import TrainingSpec
from core.training.optimisers import Moments

#: The most examples of a minibatch that are walked; the sentence mentions it.
MAX_ROWS = 5000


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """Everything a walk depends on.

    One example is walked without dropout and input noise; the next minibatch uses those
    that the next step will draw.
    """

    network: NetworkSpec
    theta: Floats
    running: Floats
    x: Floats  # (n, inputs), after the feature map
    y: Floats  # (n, k), as the loss reads it
    words: str  # "example 3", "minibatch of 32 examples"
    training: TrainingSpec = field(default_factory=TrainingSpec)
    moment1: Floats | None = None  # None: zeros
    moment2: Floats | None = None
    step: int = 0
    moment_steps: int = 0
    example: int | None = None  # None: the minibatch
    noise: Floats | None = None  # (n, inputs)
    masks: Sequence[Floats] = ()  # of the hidden layers (n, units)

    @property
    def mode(self) -> GraphMode:
        """One example uses running statistics, a minibatch its own."""
        return GraphMode(
            training=self.example is None,
            l1=self.training.l1,
            l2=self.training.l2,
            label_smoothing=self.training.label_smoothing,
            noise=self.noise,
            masks=self.masks,
        )

    @property
    def moments(self) -> Moments:
        """The optimiser's moments."""
        zeros = np.zeros_like(self.theta)
        return Moments(
            self.theta,
            zeros if self.moment1 is None else self.moment1,
            zeros if self.moment2 is None else self.moment2,
        )

    def graph(self, theta: Floats | None = None) -> NetworkGraph:
        """The computational graph, at other parameters if given."""
        at = self.theta if theta is None else theta
        with np.errstate(all="ignore"):
            return network_graph(
                self.network, at, self.x, self.y, self.running, self.mode
            )


def subject_of(snapshot: Snapshot, example: int | None) -> Subject:
    """Training example number ``example`` of a run, or its next minibatch."""
    run = snapshot.run
    train = snapshot.splits.train
    rows: object
    noise: Floats | None = None
    masks: list[Floats] = []
    if example is None:
        rows, words, count = _next_rows(snapshot, len(train))
        drawn = (run.seed, snapshot.step, count, range(min(count, MAX_ROWS)))
        noise = input_noise(run.training, snapshot.network.inputs, *drawn)
        masks = dropout_masks(run.training, snapshot.network.hidden, *drawn)
        words += _added(run.training)
    else:
        _check(example, len(train), tr("training examples"))
        rows, words = (
            slice(example, example + 1),
            tr("example {example}", example=example),
        )
    sample = train.take(rows)  # type: ignore[arg-type]
    return Subject(
        network=snapshot.network,
        theta=snapshot.theta.astype(np.float64),
        running=snapshot.running.astype(np.float64),
        x=run.features.apply(sample.x),
        y=LOSSES[run.loss].encode(sample),
        words=words,
        training=run.training,
        moment1=snapshot.moment1.astype(np.float64),
        moment2=snapshot.moment2.astype(np.float64),
        step=snapshot.step,
        moment_steps=snapshot.moment_steps,
        example=example,
        noise=noise,
        masks=masks,
    )


def subject_of_net(net: Net, example: int | None) -> Subject:
    """Row ``example`` of a file's data, or all of it; plain gradient descent."""
    if net.x is None or net.y is None:
        raise BadInput(f"{net.name}: data must be given, got nothing")
    n = len(net.x)
    rows, words = slice(0, n), tr("all {n} examples", n=n)
    if example is not None:
        _check(example, n, tr("rows of data"))
        rows, words = (
            slice(example, example + 1),
            tr("example {example}", example=example),
        )
    return Subject(
        network=net.network,
        theta=net.theta,
        running=net.running,
        x=net.x[rows],
        y=net.y[rows],
        words=words,
        training=TrainingSpec(optimiser="sgd", learning_rate=0.1, l1=net.l1, l2=net.l2),
        example=example,
    )


def _check(example: int, count: int, what: str) -> None:
    if not 0 <= example < count:
        raise BadInput(
            tr(
                "example must be from 0 to {count}, the {what}, got {example}",
                count=count - 1,
                what=what,
                example=example,
            )
        )


def _added(training: TrainingSpec) -> str:
    """What training adds at random (dropout, noise), in words."""
    found = [
        words
        for words, strength in (
            (tr("dropout"), training.dropout),
            (tr("input noise"), training.input_noise),
        )
        if strength
    ]
    return tr(", with {found}", found=tr(" and ").join(found)) if found else ""


def _next_rows(snapshot: Snapshot, n: int) -> tuple[object, str, int]:
    """The rows the next step will read, in words, and their number."""
    size = snapshot.run.training.batch_size
    if size == 0 or size >= n:
        count = n - snapshot.position
        rows: object = slice(snapshot.position, min(n, snapshot.position + MAX_ROWS))
    else:
        order = draws.permutation(snapshot.run.seed, snapshot.epoch, n)
        found = order[snapshot.position :][:size]
        count, rows = len(found), found[:MAX_ROWS]
    words = tr("minibatch of {count} examples", count=count)
    if count > MAX_ROWS:
        words += tr(", the first {MAX_ROWS} of them", MAX_ROWS=MAX_ROWS)
    return rows, words, count
