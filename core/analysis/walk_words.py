"""The forward walk in words: formulas, and formulas with the numbers put in."""

from __future__ import annotations

import numpy as np

from core.analysis.walk import Walk, WalkNode
from core.analysis.walk_names import (
    entry_title,
    factor,
    latex,
    listed,
    num,
    parts,
    raised,
    shape_words,
    summed,
    title,
)
from core.analysis.walk_steps import NUMBERS
from core.language import tr

__all__ = [
    "entry_title",
    "formula",
    "forward_lines",
    "num",
    "parts",
    "plain_formula",
    "shape_words",
    "title",
]

MOST_LINES = 12  # units of a layer that get a line each


# -- forward -------------------------------------------------------------------------
def formula(walk: Walk, node: WalkNode) -> str:
    """How the node is computed, in LaTeX; empty for what comes from outside."""
    me = latex(node.name)
    if node.step is not None:
        return node.step.formula(me, *(latex(name) for name in node.step.inputs))
    match node.kind:
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
    me = title(node.name)
    if node.step is not None:
        read = (title(name) for name in node.step.inputs)
        return node.step.words(raised(node.layer), me, *read)
    match node.kind:
        case "mean":
            return "L̄ = (1/n) Σ Lᵢ"
        case "penalty":
            return f"{me} = λ Σ {'|w|' if node.name == 'l1' else 'w²'}"
        case "J":
            if not walk.single and node.inputs[0] == "L":
                return "J = (1/n) Σ Lᵢ"
            return "J = " + " + ".join(title(i) for i in node.inputs)
    return ""


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
            lines.append(tr("… and {size} more", size=flat.size - MOST_LINES))
            break
    return lines


def _batch_lines(walk: Walk, node: WalkNode) -> list[str]:
    n = len(walk.subject.x)
    if node.kind in ("penalty", "J", "mean"):
        return [f"{title(node.name)} = {_numbers(walk, node, 0)} = {num(node.value)}"]
    said = tr(
        "{n} examples, one per row: {shape_words}",
        n=n,
        shape_words=shape_words(node.value.shape),
    )
    values = node.value
    return [
        said,
        tr(
            "mean {mean}, from {values} to {values2}",
            mean=num(values.mean()),
            values=num(values.min()),
            values2=num(values.max()),
        ),
    ]


def _numbers(walk: Walk, node: WalkNode, k: int) -> str:
    """The right-hand side with numbers, of entry ``k``."""
    if node.step is not None:
        own = NUMBERS.get(type(node.step))
        return num(node.value[0, k]) if own is None else own(walk, node, k)
    match node.kind:
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


def _penalty_numbers(walk: Walk, node: WalkNode) -> str:
    settings = walk.subject.training
    strength = settings.l1 if node.name == "l1" else settings.l2
    weights = np.concatenate([walk[name].value.ravel() for name in node.inputs])
    # Terms of 0 are left out to keep the line short.
    seen = [v for v in weights if v] or [0.0]
    each = (f"|{num(v)}|" if node.name == "l1" else f"{factor(v)}²" for v in seen)
    return f"{num(strength)}·({summed(each)})"
