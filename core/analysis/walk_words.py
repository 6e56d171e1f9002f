"""The walk in words: names, formulas, and formulas with the numbers put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import SupportsFloat

import numpy as np

from core.analysis.walk import Walk, WalkNode
from core.arrays import Floats
from core.functions import ACTIVATIONS
from core.network import LayerSpec
from core.outputs import LOSSES
from core.steps.kinds import BATCH_NORM_EPSILON

MINUS = "−"
MOST_TERMS = 8  # of a sum that are written out
MOST_LINES = 12  # units of a layer that get a line each
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_HIGH = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_GREEK = {"slopes": "α", "gamma": "γ", "beta": "β", "l1": "Ω₁", "l2": "Ω₂"}
_LATEX = {"slopes": r"\alpha", "gamma": r"\gamma", "beta": r"\beta"}


def num(given: SupportsFloat, digits: int = 4) -> str:
    """A number for people: ``digits`` significant ones, a real minus sign."""
    value = float(given)
    if value != value:
        return "not a number"
    if abs(value) == np.inf:
        return "∞" if value > 0 else f"{MINUS}∞"
    text = f"{value:.{digits}g}"
    mantissa, e, power = text.partition("e")
    if e:
        text = f"{mantissa}·10{str(int(power)).translate(_HIGH)}"
    return text.replace("-", MINUS) if value else "0"


def factor(value: SupportsFloat) -> str:
    """A number inside a product or a sum: brackets around what is negative."""
    text = num(value)
    return f"({text})" if text.startswith(MINUS) or "·" in text else text


def low(index: int) -> str:
    """An index as it stands below the line."""
    return str(index).translate(_LOW)


def high(layer: int) -> str:
    """The number of a layer as it stands above the line: ⁽¹⁾."""
    return f"⁽{str(layer).translate(_HIGH)}⁾"


def parts(name: str) -> tuple[str, int]:
    """``("z", 1)`` of ``z1``; layer 0 for x, y, L, J and penalties."""
    if name in ("l1", "l2"):
        return name, 0
    match = re.fullmatch(r"([A-Za-z]+?)(\d*)", name)
    assert match is not None
    return match[1], int(match[2] or 0)


def title(name: str) -> str:
    """The name of a node: ``z⁽¹⁾``, ``W⁽²⁾``, ``Ω₂``."""
    letter, layer = parts(name)
    if name == "mean":
        return "L̄"
    return _GREEK.get(letter, letter) + (high(layer) if layer else "")


def entry_title(name: str, shape: Sequence[int], index: int) -> str:
    """The name of one entry: ``z₂⁽¹⁾``, ``W₂₁⁽¹⁾``; the node's own if it is single."""
    letter, layer = parts(name)
    letter = _GREEK.get(letter, letter)
    if not shape or (np.prod(shape) == 1 and letter in ("L", "J", "Ω₁", "Ω₂")):
        return title(name)
    place = [int(i) + 1 for i in np.unravel_index(index, tuple(shape))]
    if letter != "W" and len(place) == 2:  # (example, unit)
        place = place[1:] if shape[0] == 1 else place
    together = "" if all(i < 10 for i in place) else ","
    below = together.join(low(i) for i in place)
    return letter + below + (high(layer) if layer else "")


def latex(name: str) -> str:
    """The name of a node in LaTeX."""
    letter, layer = parts(name)
    if letter in ("l1", "l2"):
        return rf"\Omega_{letter[1]}"
    if name == "mean":
        return r"\bar L"
    letter = _LATEX.get(letter, letter)
    return letter + (f"^{{({layer})}}" if layer else "")


def shape_words(shape: Sequence[int]) -> str:
    """``2×3``; ``number`` for a scalar."""
    return "×".join(str(s) for s in shape) if shape else "number"


def summed(terms: Iterable[str], most: int = MOST_TERMS) -> str:
    """Terms with plus signs; a long sum keeps its ends."""
    given = list(terms)
    if len(given) > most:
        given = [*given[: most - 2], "…", given[-1]]
    return " + ".join(given)


# -- forward -------------------------------------------------------------------------
def formula(walk: Walk, node: WalkNode) -> str:
    """How the node is computed, in LaTeX; empty for what comes from outside."""
    layer = node.layer
    me = latex(node.name)
    match node.kind:
        case "affine":
            read = latex(node.inputs[0])
            if _spec(walk, layer) is not None and _is_rbf(walk, layer):
                return rf"z_j^{{({layer})}} = \|w_j^{{({layer})}} - {read}\|^2"
            return rf"{me} = W^{{({layer})}} {read} + b^{{({layer})}}"
        case "norm":
            z = latex(f"z{layer}")
            return rf"{me} = \gamma \frac{{{z} - \mu}}{{\sqrt{{v + \epsilon}}}} + \beta"
        case "hidden":
            spec = _spec(walk, layer)
            assert spec is not None
            return ACTIVATIONS[spec.activation].formula
        case "loss":
            return "L = " + LOSSES[walk.subject.network.output.loss].formula
        case "mean":
            return r"\bar L = \frac{1}{n} \sum_i L_i"
        case "penalty":
            body = r"|w|" if node.name == "l1" else "w^2"
            return rf"{me} = \lambda \sum_w {body}"
        case "J":
            if not walk.single and node.inputs[0] == "L":
                return r"J = \frac{1}{n} \sum_i L_i"
            return "J = " + " + ".join(latex(i) for i in node.inputs)
    return ""


def plain_formula(walk: Walk, node: WalkNode) -> str:
    """How the node is computed, on one line of text."""
    me, layer = title(node.name), node.layer
    match node.kind:
        case "affine":
            read = title(node.inputs[0])
            if _is_rbf(walk, layer):
                return f"zⱼ = ‖wⱼ − {read}‖²"
            return f"{me} = W{high(layer)} {read} + b{high(layer)}"
        case "norm":
            return f"{me} = γ (z{high(layer)} − μ) / √(v + ε) + β"
        case "hidden":
            spec = _spec(walk, layer)
            assert spec is not None
            return f"{me} = {ACTIVATIONS[spec.activation].title} of {_reads(node)}"
        case "loss":
            return f"L = {LOSSES[walk.subject.network.output.loss].title}"
        case "mean":
            return "L̄ = (1/n) Σ Lᵢ"
        case "penalty":
            return f"{me} = λ Σ {'|w|' if node.name == 'l1' else 'w²'}"
        case "J":
            if not walk.single and node.inputs[0] == "L":
                return "J = (1/n) Σ Lᵢ"
            return "J = " + " + ".join(title(i) for i in node.inputs)
    return ""


def _reads(node: WalkNode) -> str:
    return title(node.inputs[0])


def forward_lines(walk: Walk, node: WalkNode, unit: int | None = None) -> list[str]:
    """The formula with the numbers put in, a line for each unit (or for one unit)."""
    if node.leaf:
        return [f"{title(node.name)} = {listed(node.value)}"]
    if not walk.single:
        return _batch_lines(walk, node)
    flat = node.value.ravel()
    which = range(flat.size) if unit is None else [unit]
    lines = []
    for k in which:
        name = entry_title(node.name, node.value.shape, k)
        lines.append(f"{name} = {_numbers(walk, node, k)} = {num(flat[k])}")
        if len(lines) == MOST_LINES and unit is None and flat.size > MOST_LINES:
            lines.append(f"… and {flat.size - MOST_LINES} more")
            break
    return lines


def _batch_lines(walk: Walk, node: WalkNode) -> list[str]:
    n = len(walk.subject.x)
    if node.kind in ("penalty", "J", "mean"):
        return [f"{title(node.name)} = {_numbers(walk, node, 0)} = {num(node.value)}"]
    said = f"{n} examples, one a row: {shape_words(node.value.shape)}"
    values = node.value
    return [
        said,
        f"mean {num(values.mean())}, from {num(values.min())} to {num(values.max())}",
    ]


def listed(values: Floats, most: int = 6) -> str:
    """A vector or a small matrix on one line."""
    if values.size == 1:
        return num(values.ravel()[0])
    if values.ndim == 2 and values.shape[0] == 1:
        values = values[0]
    if values.ndim == 1:
        shown = [num(v) for v in values[:most]]
        return "(" + ", ".join([*shown, "…"] if len(values) > most else shown) + ")"
    rows = [listed(row, most) for row in values[:3]]
    return "; ".join([*rows, "…"] if len(values) > 3 else rows)


def _numbers(walk: Walk, node: WalkNode, k: int) -> str:
    """The right-hand side with numbers, of entry ``k``."""
    match node.kind:
        case "affine":
            return _affine_numbers(walk, node, k)
        case "norm":
            return _norm_numbers(walk, node, k)
        case "hidden":
            return _hidden_numbers(walk, node, k)
        case "loss":
            return _loss_numbers(walk, node)
        case "mean":
            each = walk["L"].value.ravel()
            return f"({summed(factor(v) for v in each)}) / {len(each)}"
        case "penalty":
            return _penalty_numbers(walk, node)
    values = [walk[name].value for name in node.inputs]
    if values[0].size > 1:
        n = values[0].size
        mean = f"({summed(factor(v) for v in values[0].ravel())}) / {n}"
        return summed([mean, *(factor(float(v)) for v in values[1:])])
    return summed(factor(float(v.ravel()[0])) for v in values)


def _affine_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    h = walk[node.inputs[0]].value[0]
    w = walk[f"W{node.layer}"].value[k]
    if _is_rbf(walk, node.layer):
        gaps = (f"({num(a)} {MINUS} {factor(b)})²" for a, b in zip(w, h, strict=True))
        return summed(gaps)
    bias = walk[f"b{node.layer}"].value[k]
    products = [f"{factor(a)}·{factor(b)}" for a, b in zip(w, h, strict=True)]
    return f"{summed(products)} + {factor(bias)}"


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


_UNIT_WORDS: dict[str, Callable[[str, LayerSpec], str]] = {
    "identity": lambda z, s: z,
    "relu": lambda z, s: f"max(0, {z})",
    "leaky_relu": lambda z, s: f"max(0, {z}) + {num(s.negative_slope)}·min(0, {z})",
    "tanh": lambda z, s: f"tanh({z})",
    "sigmoid": lambda z, s: f"σ({z})",
    "softplus": lambda z, s: f"log(1 + exp({z}))",
    "hard_tanh": lambda z, s: f"max(−1, min(1, {z}))",
    "abs": lambda z, s: f"|{z}|",
    "elu": lambda z, s: f"max(0, {z}) + {num(s.alpha)}·(exp(min(0, {z})) − 1)",
    "selu": lambda z, s: f"selu({z})",
    "gelu": lambda z, s: f"{z}·Φ({z})",
    "cosine": lambda z, s: f"cos({z})",
    "rbf": lambda z, s: f"exp(−{z} / {num(s.sigma)}²)",
}


def _hidden_numbers(walk: Walk, node: WalkNode, k: int) -> str:
    spec = _spec(walk, node.layer)
    assert spec is not None
    z = walk[node.inputs[0]].value[0]
    if spec.activation == "maxout":
        rows = z[k * spec.maxout_k : (k + 1) * spec.maxout_k]
        return f"max({', '.join(num(v) for v in rows)})"
    if spec.activation == "prelu":
        slope = walk[f"slopes{node.layer}"].value[k]
        return f"max(0, {num(z[k])}) + {factor(slope)}·min(0, {num(z[k])})"
    return _UNIT_WORDS[spec.activation](num(z[k]), spec)


def _penalty_numbers(walk: Walk, node: WalkNode) -> str:
    settings = walk.subject.training
    strength = settings.l1 if node.name == "l1" else settings.l2
    weights = np.concatenate([walk[name].value.ravel() for name in node.inputs])
    # What is 0 adds nothing; leaving it out keeps the line short.
    seen = [v for v in weights if v] or [0.0]
    each = (f"|{num(v)}|" if node.name == "l1" else f"{factor(v)}²" for v in seen)
    return f"{num(strength)}·({summed(each)})"


def _loss_numbers(walk: Walk, node: WalkNode) -> str:
    name = walk.subject.network.output.loss
    z = walk[node.inputs[0]].value[0]
    y = walk["y"].value[0]
    pairs = list(zip(z, y, strict=False))
    inner = {op.label: op.value.ravel() for op in node.inside if op.label}
    match name:
        case "mse":
            return summed(f"({num(a)} {MINUS} {factor(b)})²" for a, b in pairs)
        case "mae":
            return summed(f"|{num(a)} {MINUS} {factor(b)}|" for a, b in pairs)
        case "huber":
            return summed(f"h({num(a)} {MINUS} {factor(b)})" for a, b in pairs)
        case "bce":
            return summed(
                f"log(1 + exp({num(a)})) {MINUS} {num(b)}·{factor(a)}" for a, b in pairs
            )
        case "hinge":
            return summed(
                f"max(0, 1 {MINUS} {factor(2 * b - 1)}·{factor(a)})" for a, b in pairs
            )
        case "ce":
            powers = summed(f"exp({num(a)})" for a in z)
            if set(y) <= {0.0, 1.0}:
                return f"log({powers}) {MINUS} {factor(float(z @ y))}"
            mixed = summed(f"{num(b)}·{factor(a)}" for a, b in pairs)
            return f"log({powers}) {MINUS} ({mixed})"
        case "sigmoid_mse" | "softmax_mse":
            p = inner["p"]
            return summed(
                f"({num(a)} {MINUS} {num(b)})²" for a, b in zip(p, y, strict=True)
            )
        case "gaussian_nll":
            each = zip(inner["β"], y, inner["μ"], strict=True)
            return summed(
                f"½·{num(b)}·({num(t)} {MINUS} {factor(m)})² {MINUS} ½ log {num(b)} "
                "+ ½ log 2π"
                for b, t, m in each
            )
    share = inner["log π"]
    m = len(share)
    weights = np.exp(share - share.max())
    weights /= weights.sum()
    means, precisions = inner["μ"].reshape(m, -1), inner["β"].reshape(m, -1)
    bells = (
        f"N({listed(y)}; {listed(c)}, 1/{listed(b)})"
        for c, b in zip(means, precisions, strict=True)
    )
    densities = (f"{num(w)}·{bell}" for w, bell in zip(weights, bells, strict=True))
    return f"{MINUS}log({summed(densities)})"


def _spec(walk: Walk, layer: int) -> LayerSpec | None:
    hidden = walk.subject.network.hidden
    return hidden[layer - 1] if 1 <= layer <= len(hidden) else None


def _is_rbf(walk: Walk, layer: int) -> bool:
    spec = _spec(walk, layer)
    return spec is not None and spec.activation == "rbf"
