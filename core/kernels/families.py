"""Kernels that few networks need, by family; nothing here loads numba.

The usual ones are loaded for every network. A family is compiled and loaded when a
network uses it. For output units, a family is a file of `core.outputs`; for the rest, a
kind of layer.
"""

from __future__ import annotations

from core.network import NetworkSpec
from core.outputs import (
    LOSSES,
    covariance,
    margin,
    mixture,
    ranking,
    sigmoid,
    softmax,
    values,
)
from core.steps import plan_of
from core.steps.base import Step
from core.steps.kinds import Affine, Bernoulli, Gaussian, Map
from core.training import PRECISIONS, TrainingSpec

USUAL = ""
#: Batch normalisation, distances, the largest of rows, learned slopes, dropout, noise,
#: cut links.
LAYERS = "layers"
#: Units whose values are drawn at random.
CHANCE = "chance"
#: Output units whose kernels are written by hand.
SOFTMAX, MIXTURE, COVARIANCE, RANKING = (
    module.__name__.rpartition(".")[2]
    for module in (softmax, mixture, covariance, ranking)
)
_USUAL_UNITS = frozenset(module.__name__ for module in (values, sigmoid, margin))


def of_loss(name: str) -> str:
    """The family of a loss: the file that defines it."""
    module = type(LOSSES[name]).__module__
    return USUAL if module in _USUAL_UNITS else module.rpartition(".")[2]


#: All families, in the order in which they are compiled ahead of use.
FAMILIES = (
    LAYERS,
    *dict.fromkeys(of_loss(name) for name in LOSSES if of_loss(name) != USUAL),
    CHANCE,
)


def _of_step(step: Step) -> str:
    if isinstance(step, (Bernoulli, Gaussian)):
        return CHANCE
    plain = isinstance(step, Map) and step.unit.elementwise
    return USUAL if plain or isinstance(step, Affine) else LAYERS


def families_of(network: NetworkSpec, training: TrainingSpec) -> frozenset[str]:
    """The families that training a network needs besides the usual kernels."""
    steps = plan_of(network, training.dropout > 0.0).forward
    found = {of_loss(network.output.loss), *map(_of_step, steps)}
    cut = any(network.mask(i) is not None for i in range(network.depth))
    if cut or training.input_noise > 0.0 or network.layout.running > 0:
        found.add(LAYERS)
    return frozenset(found - {USUAL})


def set_name(precision: str, family: str) -> str:
    """The name of a family's kernels in the cache."""
    return precision if family == USUAL else f"{precision}+{family}"


#: The kernels of regions, for every precision.
REGIONS = "regions"
#: The kernels of many networks at once and of planes of weights, by precision.
MANY = {precision: f"many-{precision}" for precision in PRECISIONS}
#: All kernels that train one network in a precision, the usual ones first.
SETS = {
    precision: tuple(set_name(precision, family) for family in (USUAL, *FAMILIES))
    for precision in PRECISIONS
}


def precision_and_family(name: str) -> tuple[str, str]:
    """The precision and family of a name in `SETS`."""
    precision, _, family = name.partition("+")
    return precision, family


def sets_of(network: NetworkSpec, training: TrainingSpec) -> tuple[str, ...]:
    """The names of all kernels that training a network needs, the usual ones first."""
    families = (USUAL, *sorted(families_of(network, training)))
    return tuple(set_name(training.precision, family) for family in families)
