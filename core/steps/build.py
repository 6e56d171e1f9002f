"""The list of steps of a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from core.arrays import Floats
from core.network import LayerSpec, NetworkSpec
from core.sampling import BERNOULLI, GAUSSIAN
from core.steps.base import INPUT, TARGET, LayerNames, LayerValues, Numbers, Step
from core.steps.kinds import (
    Add,
    Affine,
    Bernoulli,
    Distances,
    Drop,
    Gather,
    Gaussian,
    Largest,
    Loss,
    Map,
    Normalise,
)


@dataclass(frozen=True)
class Plan:
    """A network as steps in order; every value is written before it is read."""

    steps: tuple[Step, ...]  # the loss last
    layers: tuple[LayerNames, ...]

    @property
    def forward(self) -> tuple[Step, ...]:
        """All steps up to the logits."""
        return self.steps[:-1]

    @property
    def logits(self) -> str:
        """The value that the loss reads."""
        return self.layers[-1].z

    @cached_property
    def finished(self) -> tuple[tuple[str, ...], ...]:
        """For each step, the values that no later step reads."""
        last = {value: i for i, step in enumerate(self.steps) for value in step.inputs}
        return tuple(
            tuple(value for value in set(step.inputs) if last[value] == i)
            for i, step in enumerate(self.steps)
        )

    def of_layer(self, layer: int) -> tuple[Step, ...]:
        """The steps of one layer (0-based), without the loss."""
        return tuple(step for step in self.forward if step.layer == layer)

    def by_layer(self, values: Mapping[str, Floats]) -> list[LayerValues]:
        """Values of all steps as those of each layer, the logits last."""
        own: list[dict[str, Floats]] = [{} for _ in self.layers]
        for step in self.forward:
            own[step.layer][step.output] = values[step.output]
        return [
            LayerValues(names, found)
            for names, found in zip(self.layers, own, strict=True)
        ]

    def readers(self, value: str) -> tuple[Step, ...]:
        """The steps that read a value; its gradient is the sum over them."""
        return tuple(step for step in self.steps if value in step.inputs)


def function_step(layer: int, source: str, output: str, spec: LayerSpec) -> Map:
    """The activation function of a hidden layer as a step."""
    kind = Largest if spec.unit.largest else Map
    if spec.sample == BERNOULLI:
        kind = Bernoulli
    return kind(layer, (source,), output, spec.units, spec)


@lru_cache(maxsize=256)
def plan_of(network: NetworkSpec, dropout: bool = False) -> Plan:
    """The steps of ``network``; ``dropout`` puts a `Drop` after every hidden layer."""
    steps: list[Step] = []
    names: list[LayerNames] = []
    handed = [INPUT]  # each layer's output value, the input first
    for i in range(len(network.hidden)):
        made = _hidden(network, i, handed, dropout)
        steps += made
        (z,) = (step.output for step in made if step.card == Affine.card)
        (function,) = (step for step in made if isinstance(step, Map))
        handed.append(made[-1].output)
        (normed,) = function.inputs
        names.append(LayerNames(z, normed, function.output, handed[-1]))
    last = len(network.hidden)
    width = network.output.width
    logits = f"z{last + 1}"
    read, source = _reading(network, last, handed)
    steps += read
    mask = network.output.mask
    steps.append(Affine(last, (source,), logits, width, mask=mask))
    steps.append(Loss(last, (logits, TARGET), "L", 1, network.output))
    names.append(LayerNames(logits, logits, logits, logits))
    return Plan(tuple(steps), tuple(names))


def _reading(
    network: NetworkSpec, i: int, handed: Sequence[str]
) -> tuple[list[Step], str]:
    """The value that layer ``i`` reads, and the step that gathers it from several."""
    reads = network.reads(i)
    sources = tuple(handed[number] for number in reads)
    if len(sources) == 1:
        return [], sources[0]
    widths = tuple(network.widths[number] for number in reads)
    step = Gather(i, sources, f"c{i + 1}", sum(widths), widths)
    return [step], step.output


def _hidden(
    network: NetworkSpec, i: int, handed: Sequence[str], dropout: bool
) -> list[Step]:
    """One hidden layer: what it reads, affine or distances, … what it adds."""
    spec, n = network.hidden[i], i + 1
    z, u, a = f"z{n}", f"u{n}", f"a{n}"
    pieces = spec.pieces
    made, source = _reading(network, i, handed)
    if spec.unit.distances:
        made.append(Distances(i, (source,), z, spec.rows, spec.mask))
    else:
        made.append(Affine(i, (source,), z, spec.rows, pieces, spec.mask))
    if spec.batch_norm:
        made.append(Normalise(i, (z,), u, spec.rows, pieces))
    if spec.sample == GAUSSIAN:
        read = made[-1].output
        made.append(Gaussian(i, (read,), f"s{n}", spec.drawn, spec.pieces))
    made.append(function_step(i, made[-1].output, a, spec))
    if dropout:
        name = f"h{n}" if spec.adds is None else f"d{n}"
        made.append(Drop(i, (a,), name, spec.units))
    if spec.adds is not None:
        added = (made[-1].output, handed[spec.adds])
        made.append(Add(i, added, f"h{n}", spec.units, spec.adds_mask))
    return made


def folded(steps: Sequence[Step], numbers: Numbers) -> tuple[Floats, Floats]:
    """W and b of a layer, with the steps up to its activation function folded in."""
    weights, bias = numbers["W"], numbers["b"]
    for step in steps:
        if isinstance(step, Map):
            break
        weights, bias = step.fold(weights, bias, numbers)
    return weights, bias


def after_function(steps: Sequence[Step]) -> Sequence[Step]:
    """The steps of a hidden layer after its activation function."""
    (place,) = (i for i, step in enumerate(steps) if isinstance(step, Map))
    return steps[place + 1 :]
