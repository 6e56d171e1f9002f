"""What the walk shows for each kind of step: its numbers, and its backward rule.

A step kind needs entries in `NUMBERS`, `PRODUCTS` and `TERMS` only where it shows more
than its value and G times its derivative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.analysis import walk_names as say
from core.analysis.walk import Walk, WalkNode
from core.analysis.walk_names import (
    entry_title,
    factor,
    latex,
    num,
    shape_words,
    summed,
    title,
)
from core.arrays import Floats
from core.language import tr
from core.numbers import MINUS
from core.steps import plan_of
from core.steps.base import Step
from core.steps.kinds import (
    BATCH_NORM_EPSILON,
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


# -- forward -------------------------------------------------------------------------
def _weights_and_read(walk: Walk, node: WalkNode, k: int) -> tuple[Floats, Floats]:
    """Row ``k`` of W, and the values it reads for the one example walked."""
    assert node.step is not None
    return walk[f"W{node.layer}"].value[k], walk[node.step.inputs[0]].value[0]


def _affine_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    w, h = _weights_and_read(walk, node, k)
    bias = walk[f"b{node.layer}"].value[k]
    products = [f"{factor(a)}·{factor(b)}" for a, b in zip(w, h, strict=True)]
    return f"{summed(products)} + {factor(bias)}"


def _gather_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    assert isinstance(node.step, Gather)
    which = max(i for i, start in enumerate(node.step.starts) if start <= k)
    name = node.step.inputs[which]
    value = walk[name].value
    return entry_title(name, value.shape, k - node.step.starts[which])


def _add_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    assert isinstance(node.step, Add)
    first, second = (walk[name].value[0, k] for name in node.step.inputs)
    cut = "0·" if node.step.mask and not node.step.mask[k] else ""
    return f"{num(first)} + {cut}{factor(second)}"


def _distance_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    w, h = _weights_and_read(walk, node, k)
    gaps = (f"({num(a)} {MINUS} {factor(b)})²" for a, b in zip(w, h, strict=True))
    return summed(gaps)


def _norm_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    found = {i.label: i.value.ravel() for op in node.inside for i in op.inputs}
    mean, var = (found[f"{name}{node.layer}"][k] for name in ("mean", "var"))
    gamma = walk[f"gamma{node.layer}"].value[k]
    beta = walk[f"beta{node.layer}"].value[k]
    z = walk[f"z{node.layer}"].value[0, k]
    below = f"√({num(var)} + {num(BATCH_NORM_EPSILON)})"
    return (
        f"{factor(gamma)}·({num(z)} {MINUS} {factor(mean)}) / {below} + {factor(beta)}"
    )


def _map_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    assert isinstance(node.step, Map)
    spec, z = node.step.spec, walk[node.step.inputs[0]].value[0]
    if node.step.learned:
        slope = walk[f"slopes{node.layer}"].value[k]
        return f"max(0, {num(z[k])}) + {factor(slope)}·min(0, {num(z[k])})"
    settings = {name: say.number(getattr(spec, name)) for name in spec.unit.settings}
    return spec.unit.words.format(z=say.number(float(z[k])), **settings)


def _largest_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    assert isinstance(node.step, Largest)
    pieces, z = node.step.spec.maxout_k, walk[node.step.inputs[0]].value[0]
    rows = z[k * pieces : (k + 1) * pieces]
    return f"max({', '.join(num(v) for v in rows)})"


def _gaussian_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    assert node.step is not None
    read = walk[node.step.inputs[0]].value[0]
    return tr("mean {read}", read=num(read[k]))


def _loss_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    # By name: the order of the inputs depends on how the loss is written.
    z = walk[plan_of(walk.subject.network).logits].value[0]
    parts = {op.label: op.value.ravel() for op in node.inside if op.label}
    unit = walk.subject.network.output.unit
    return unit.in_numbers(z, walk["y"].value[0], parts, say)


def _drop_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    assert node.step is not None
    before, after = walk[node.step.inputs[0]].value[0, k], node.value[0, k]
    return f"{num(before)}·{factor(after / before if before else 0.0)}"


#: The right-hand side of entry ``k`` with the numbers put in, for each kind of step.
NUMBERS: dict[type[Step], Callable[[Walk, WalkNode, int], str]] = {
    Gather: _gather_numbers,
    Add: _add_numbers,
    Affine: _affine_numbers,
    Distances: _distance_numbers,
    Normalise: _norm_numbers,
    Map: _map_numbers,
    Bernoulli: _map_numbers,
    Gaussian: _gaussian_numbers,
    Largest: _largest_numbers,
    Drop: _drop_numbers,
    Loss: _loss_numbers,
}


# -- backward ------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Way:
    """One backward edge, from a step's result (the target) to something it reads."""

    walk: Walk
    source: WalkNode
    target: WalkNode

    @property
    def over(self) -> str:
        """The target's name."""
        return title(self.target.name)

    @property
    def g(self) -> str:
        """The shape of ∂J/∂target."""
        assert self.target.gradient is not None
        return shape_words(self.target.gradient.shape)

    @property
    def made(self) -> str:
        """The shape of the source's gradient."""
        return shape_words(self.source.value.shape)

    @property
    def shapes(self) -> str:
        """Both shapes with an arrow between them."""
        return f"{self.g} → {self.made}"

    @property
    def to_parameter(self) -> bool:
        """Whether a parameter gets this gradient."""
        return self.source.kind == "parameter"

    @property
    def to_weights(self) -> bool:
        """Whether a weight matrix gets it."""
        return self.to_parameter and self.source.value.ndim == 2

    @property
    def read(self) -> WalkNode:
        """The first value that the step reads."""
        assert self.target.step is not None
        return self.walk[self.target.step.inputs[0]]


def _affine_product(way: Way) -> str:
    if way.to_weights:
        turned = "×".join(reversed(way.g.split("×")))
        h = shape_words(way.read.value.shape)
        return (
            f"Gᵀ H, G = ∂J/∂{way.over}, H = {title(way.read.name)}: "
            f"({turned})({h}) → {way.made}"
        )
    if way.to_parameter:
        return tr(
            "column sums of G = ∂J/∂{over}: {shapes}", over=way.over, shapes=way.shapes
        )
    w = way.walk[f"W{way.target.layer}"]
    return (
        f"G W, G = ∂J/∂{way.over}, W = {title(w.name)}: "
        f"({way.g})({shape_words(w.value.shape)}) → {way.made}"
    )


def _gather_product(way: Way) -> str:
    return tr(
        "the columns of G that are {title}: {shapes}",
        title=title(way.source.name),
        shapes=way.shapes,
    )


def _leaves_out(way: Way) -> bool:
    """Whether a sum leaves out some units of the source."""
    step = way.target.step
    assert isinstance(step, Add)
    return bool(step.mask) and way.source.name == step.inputs[1]


def _add_product(way: Way) -> str:
    if _leaves_out(way):
        return f"m ⊙ G, 0 for units that are left out of the sum: {way.shapes}"
    return tr("G itself, passed on unchanged: {shapes}", shapes=way.shapes)


def _distances_product(way: Way) -> str:
    if way.to_parameter:
        return f"2 Σᵢ gᵢⱼ (wⱼ {MINUS} hᵢ), g = ∂J/∂{way.over}: {way.shapes}"
    return f"2 Σⱼ gᵢⱼ (hᵢ {MINUS} wⱼ), g = ∂J/∂{way.over}: {way.shapes}"


def _map_product(way: Way) -> str:
    if way.to_parameter:
        return tr("Σ over examples of G ⊙ min(0, z): {shapes}", shapes=way.shapes)
    return tr(
        "G ⊙ φ′({title}), entry by entry: {shapes}",
        title=title(way.source.name),
        shapes=way.shapes,
    )


def _largest_product(way: Way) -> str:
    return tr(
        "G goes to the row that won, 0 to the others: {shapes}", shapes=way.shapes
    )


def _gaussian_product(way: Way) -> str:
    return tr(
        "G for the means, 0 for the scales, where nothing is drawn: {shapes}",
        shapes=way.shapes,
    )


def _normalise_product(way: Way) -> str:
    if way.to_parameter:
        by = title(way.source.name)
        return tr(
            "column sums of G ⊙ ∂{over}/∂{by}: {shapes}",
            over=way.over,
            by=by,
            shapes=way.shapes,
        )
    if way.walk.subject.example is None:
        return tr(
            "G γ/√(v+ε), minus what flows through mean and variance: {made}",
            made=way.made,
        )
    return tr("G ⊙ γ/√(v+ε), entry by entry: {shapes}", shapes=way.shapes)


def _drop_product(way: Way) -> str:
    return tr(
        "G times the same 0 or 1/(1 {MINUS} p), entry by entry: {shapes}",
        MINUS=MINUS,
        shapes=way.shapes,
    )


def plain_product(way: Way) -> str:
    """The product for steps without a special rule."""
    return f"∂J/∂{way.over} · ∂{way.over}/∂{title(way.source.name)}: {way.shapes}"


#: The vector-Jacobian product of each kind of step, in words.
PRODUCTS: dict[type[Step], Callable[[Way], str]] = {
    Gather: _gather_product,
    Add: _add_product,
    Affine: _affine_product,
    Distances: _distances_product,
    Normalise: _normalise_product,
    Map: _map_product,
    Bernoulli: _map_product,
    Gaussian: _gaussian_product,
    Largest: _largest_product,
    Drop: _drop_product,
}


def _affine_term(way: Way, g: str) -> str:
    if way.to_weights:
        return rf"\left({g}\right)^{{T}} {latex(way.read.name)}"
    if way.to_parameter:
        return g if way.walk.single else rf"\sum_i {g}"
    return rf"{g} \, W^{{({way.target.layer})}}"


def _add_term(way: Way, g: str) -> str:
    return rf"m \odot {g}" if _leaves_out(way) else g


def _map_term(way: Way, g: str) -> str:
    if way.to_parameter:
        return ""
    return rf"{g} \odot \phi'({latex(way.source.name)})"


#: Its term of the chain rule in LaTeX, from that of ∂J/∂target; empty: the plain one.
TERMS: dict[type[Step], Callable[[Way, str], str]] = {
    Add: _add_term,
    Affine: _affine_term,
    Map: _map_term,
    Bernoulli: _map_term,
}
