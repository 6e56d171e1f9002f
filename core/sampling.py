"""Random units: which kinds a layer can have, and how a gradient gets through them.

A *bernoulli* layer gives 0 or 1, 1 with the probability that its function (a sigmoid)
computes. A *gaussian* layer has two rows of W for every number its function reads, all
means first, then all scales: φ(mean + softplus(scale) η), η standard normal. Where
nothing is drawn (views, evaluation, exports) a unit outputs its mean: the probability,
and φ(mean).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import BadInput
from core.language import mark, tr

if TYPE_CHECKING:
    from core.functions import HiddenUnit
    from core.network import NetworkSpec

BERNOULLI, GAUSSIAN = "bernoulli", "gaussian"
#: What `LayerSpec.sample` may be; empty: nothing is drawn.
SAMPLES = ("", BERNOULLI, GAUSSIAN)

#: Gradient estimators for units of 0 and 1. All but the last weight the score by J − b.
NONE, MEAN, OPTIMAL, NORMALISED = "none", "mean", "optimal", "normalised"
STRAIGHT_THROUGH = "straight_through"
#: With a baseline that an extra output of the layer learns to predict.
LEARNED = "learned"
#: What `LayerSpec.estimator` may be, in the order of their kernel codes.
TRAINED = (NONE, MEAN, OPTIMAL, NORMALISED, LEARNED, STRAIGHT_THROUGH)
#: The estimator for Gaussian units: the noise is one more input.
REPARAMETRISED = "reparametrised"
#: What `hyperfold estimate` measures.
ESTIMATORS = (NONE, MEAN, OPTIMAL, NORMALISED, STRAIGHT_THROUGH, REPARAMETRISED)

#: The same, to show.
TITLES = {
    NONE: mark("REINFORCE, no baseline"),
    MEAN: mark("Baseline: mean loss"),
    OPTIMAL: mark("Baseline: optimal"),
    NORMALISED: mark("Mean loss, normalised"),
    LEARNED: mark("Baseline: learned"),
    STRAIGHT_THROUGH: mark("Straight through"),
    REPARAMETRISED: mark("Reparametrised"),
}
SAMPLE_TITLES = {
    "": mark("None"),
    BERNOULLI: mark("0 or 1 (Bernoulli)"),
    GAUSSIAN: mark("Gaussian"),
}

#: Up to this many units, expectations are summed exactly: 4096 patterns.
MAX_EXACT = 12
#: With more units, extra draws per example in a training step.
OTHER_DRAWS = 7
#: Share of the past in the running variance of J − b (`normalised`).
REMEMBERED = 0.99


def suits(sample: str, unit: HiddenUnit) -> bool:
    """Whether units with this function can be sampled in this way."""
    if sample == BERNOULLI:
        return unit.is_probability
    return sample != GAUSSIAN or not unit.distances


def check_sample(sample: str, estimator: str, unit: HiddenUnit) -> None:
    """Reject a kind that does not exist or does not suit the layer's function."""
    if estimator not in TRAINED:
        names = ", ".join(TRAINED)
        raise BadInput(f"layer: estimator must be one of {names}, got {estimator!r}")
    if sample not in SAMPLES:
        names = tr(" or ").join(SAMPLES[1:])
        raise BadInput(
            tr(
                "layer: sample must be {names}, got {sample}",
                names=names,
                sample=f"{sample!r}",
            )
        )
    if sample == BERNOULLI and not suits(sample, unit):
        raise BadInput(
            tr(
                "layer: sample must be left out or gaussian for this "
                "activation: only a sigmoid gives the probability of a 1, got "
                "{sample} with {name}",
                sample=f"{sample!r}",
                name=unit.name,
            )
        )
    if sample == GAUSSIAN and not suits(sample, unit):
        raise BadInput(
            tr(
                "layer: sample must be left out for {name}, whose rows of W "
                "are centres, got {sample}",
                name=unit.name,
                sample=f"{sample!r}",
            )
        )


def sampling_layers(network: NetworkSpec, kind: str = "") -> tuple[int, ...]:
    """Hidden layers (0-based) that draw; with ``kind``, only those of that kind."""
    return tuple(
        i
        for i, layer in enumerate(network.hidden)
        if (layer.sample == kind if kind else layer.sample)
    )


def rounds_of(network: NetworkSpec) -> tuple[int, bool]:
    """Forward passes from which a training step takes its baselines.

    Whether they are all patterns of 0 and 1, or else more draws; 0 where no layer needs
    an expectation.
    """
    layers = [network.hidden[i] for i in sampling_layers(network, BERNOULLI)]
    if not any(layer.estimator in (MEAN, OPTIMAL, NORMALISED) for layer in layers):
        return 0, False
    units = sum(layer.drawn for layer in layers)
    return (2**units, True) if units <= MAX_EXACT else (OTHER_DRAWS, False)


def sampling_units(network: NetworkSpec) -> int:
    """Random numbers drawn per example."""
    return sum(network.hidden[i].drawn for i in sampling_layers(network))


def check_fits(estimator: str, network: NetworkSpec) -> None:
    """Reject an estimator that does not fit every sampling layer."""
    layers = sampling_layers(network)
    if not layers:
        raise BadInput(
            "--estimator must be used with a network that has a sampling layer "
            '("sample": "bernoulli" or "gaussian"), got none'
        )
    wanted = GAUSSIAN if estimator == REPARAMETRISED else BERNOULLI
    for i in layers:
        kind = network.hidden[i].sample
        if kind != wanted:
            fitting = _fitting(kind)
            raise BadInput(
                f"--estimator must be {fitting} for layer {i + 1}, which is {kind}, "
                f"got {estimator}"
            )


def _fitting(kind: str) -> str:
    if kind == GAUSSIAN:
        return REPARAMETRISED
    names = [name for name in ESTIMATORS if name != REPARAMETRISED]
    return tr("{names} or {names2}", names=", ".join(names[:-1]), names2=names[-1])
