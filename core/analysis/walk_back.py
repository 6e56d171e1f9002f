"""The backward walk: terms of each derivative, shapes of each product, zero flow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.walk import Flow, Walk, WalkNode, norm_of
from core.analysis.walk_names import (
    entry_title,
    factor,
    latex,
    listed,
    num,
    shape_words,
    summed,
    title,
)
from core.analysis.walk_steps import PRODUCTS, TERMS, Way, plain_product
from core.language import mark, tr, tr_n
from core.steps.kinds import Largest, Map

#: A slope below this lets almost nothing through.
SATURATED = 0.01


@dataclass(frozen=True, slots=True)
class Term:
    """One path: local derivative times incoming gradient."""

    target: str  # the consumer
    entry: int  # which entry of it
    name: str  # "z₁⁽²⁾"
    local: float
    incoming: float

    @property
    def product(self) -> float:
        """The contribution of the path."""
        return self.local * self.incoming


def terms(walk: Walk, node: WalkNode, entry: int) -> list[Term] | None:
    """The paths by which entry ``entry`` acts on J; None: too many to list."""
    found: list[Term] = []
    for flow in walk.into(node.name):
        if flow.local is None or flow.linked is None:
            return None
        target = walk[flow.target]
        assert target.gradient is not None
        incoming = target.gradient.ravel()
        for m in np.flatnonzero(flow.linked[:, entry]):
            name = entry_title(target.name, target.value.shape, int(m))
            found.append(
                Term(
                    target.name,
                    int(m),
                    name,
                    float(flow.local[m, entry]),
                    float(incoming[m]),
                )
            )
    return found


def backward_line(walk: Walk, node: WalkNode, entry: int, symbols: bool = True) -> str:
    """``∂J/∂a₁ = 1·0.62 + …`` for one entry, the chain rule in symbols before it."""
    assert node.gradient is not None
    total = num(float(node.gradient.ravel()[entry]))
    me = entry_title(node.name, node.value.shape, entry)
    if node.kind == "J":
        return "∂J/∂J = 1"
    found = terms(walk, node, entry)
    if found is None or not found:
        return f"∂J/∂{me} = {total}"
    if found[0].target == "J":  # the local derivative is the gradient itself
        return f"∂J/∂{me} = {total}"
    products = summed(f"{factor(t.local)}·{factor(t.incoming)}" for t in found)
    if not symbols:
        return f"∂J/∂{me} = {products} = {total}"
    if len(found) == 1:
        local = f"∂{found[0].name}/∂{me} · ∂J/∂{found[0].name}"
    elif len(found) <= 3:
        local = summed(f"∂{t.name}/∂{me}·∂J/∂{t.name}" for t in found)
    else:
        local = "Σ local · incoming"
    return f"∂J/∂{me} = {local} = {products} = {total}"


def backward_lines(walk: Walk, node: WalkNode, most: int = 12) -> list[str]:
    """A line per entry, or a summary for a large node."""
    if node.gradient is None:
        return []
    size = node.gradient.size
    if not walk.single and size > most:
        g = node.gradient
        return [
            tr(
                "∂J/∂{title}: {shape_words}, norm {norm_of}",
                title=title(node.name),
                shape_words=shape_words(g.shape),
                norm_of=num(norm_of(g)),
            ),
        ]
    shown = range(min(size, most))
    lines = [backward_line(walk, node, k, symbols=k == 0) for k in shown]
    if size > most:
        lines.append(tr("… and {size} more", size=size - most))
    return lines


def path_lines(walk: Walk, node: WalkNode) -> list[str]:
    """The gradient as a sum over its consumers, each with its norm."""
    flows = walk.into(node.name)
    if len(flows) < 2:
        return []
    names = " + ".join(
        tr("share through {title}", title=title(f.target)) for f in flows
    )
    rows = [f"∂J/∂{title(node.name)} = {names}"]
    rows += [
        tr("through {title}: {listed}", title=title(f.target), listed=listed(f.part))
        for f in flows
    ]
    return rows


def vjp_words(walk: Walk, flow: Flow) -> str:
    """The product that carries gradient back, with shapes (examples are rows)."""
    source, target = walk[flow.source], walk[flow.target]
    assert target.gradient is not None
    way = Way(walk, source, target)
    if target.step is not None:
        return PRODUCTS.get(type(target.step), plain_product)(way)
    if target.kind == "penalty":
        own = tr("λ sign(W)") if target.name == "l1" else "2λ W"
        return tr("{own}, entry by entry: {shapes}", own=own, shapes=way.shapes)
    return tr("∂J/∂{over} passed on: {shapes}", over=way.over, shapes=way.shapes)


def backward_formula(walk: Walk, node: WalkNode) -> str:
    """The chain rule at this node in LaTeX, a term for each consumer."""
    me = _by(node.name)
    flows = walk.into(node.name)
    if not flows:
        return rf"{me} = 1"
    return f"{me} = " + " + ".join(_term_latex(walk, flow) for flow in flows)


def _by(name: str) -> str:
    return rf"\frac{{\partial J}}{{\partial {latex(name)}}}"


def _term_latex(walk: Walk, flow: Flow) -> str:
    source, target = walk[flow.source], walk[flow.target]
    g = _by(target.name)
    local = rf"\frac{{\partial {latex(target.name)}}}{{\partial {latex(source.name)}}}"
    if target.step is not None:
        own = TERMS.get(type(target.step))
        term = own(Way(walk, source, target), g) if own else ""
        return term or rf"{g} {local}"
    match target.kind:
        case "penalty":
            strength = (
                r"\lambda\, \mathrm{sign}" if target.name == "l1" else r"2 \lambda"
            )
            return rf"{strength} {latex(source.name)}"
        case "J":
            return "1" if source.value.size == 1 else r"\frac{1}{n}"
        case "mean":
            return rf"\frac{{1}}{{n}} {g}"
    return rf"{g} {local}"


def loss_slope(walk: Walk, node: WalkNode) -> str:
    """The local derivative of the loss in words and numbers; empty elsewhere."""
    flows = walk.into(node.name)
    if not flows or walk[flows[0].target].kind != "loss":
        return ""
    loss = walk.subject.network.output.unit
    said = tr(loss.slope_words)
    local = flows[0].local
    if not said or not walk.single or local is None:
        return said
    if loss.slope_is_gap:  # p is the graph's derivative plus y
        y = walk["y"].value.ravel()
        return f"{said} = {listed(local[0] + y)} − {listed(y)} = {listed(local[0])}"
    return f"{said} = {listed(local[0])}"


def zero_flow(walk: Walk, node: WalkNode) -> str:
    """Why little or no gradient flows through a node; empty where it flows."""
    if node.gradient is None or node.kind == "J":
        return ""
    reader = next((walk[f.target] for f in walk.into(node.name)), node)
    if reader.kind == "hidden" and node.kind != "parameter":
        said = _closed_units(walk, reader)
        if said:
            return said
    if not np.any(node.gradient):
        if said := _zero_factor(node, reader):
            return tr("No gradient arrives: {said}.", said=said)
        closed = [title(f.target) for f in walk.into(node.name)]
        via = tr(" through {closed}", closed=", ".join(closed)) if closed else ""
        return tr(
            "No gradient arrives{via}: changing {title} changes nothing.",
            via=via,
            title=title(node.name),
        )
    if reader.kind == "loss":
        flow = walk.into(node.name)[0]
        if flow.local is not None and np.abs(flow.local).max() < SATURATED:
            return tr("The loss is flat here: the output gets almost no gradient.")
    weak = [f for f in walk.into(node.name) if f.size == 0.0]
    if weak:
        said = _zero_factor(node, walk[weak[0].target])
        why = f": {said}" if said else ""
        return tr(
            "No gradient flows through {title}{why}.",
            title=", ".join(title(f.target) for f in weak),
            why=why,
        )
    none = np.flatnonzero(node.gradient.ravel() == 0.0)
    if walk.single and len(none):
        names = [entry_title(node.name, node.value.shape, int(k)) for k in none[:6]]
        more = tr(" and {count} more", count=len(none) - 6) if len(none) > 6 else ""
        return tr_n(
            mark("{names} gets no gradient: every path back contains a factor of 0."),
            mark("{names} get no gradient: every path back contains a factor of 0."),
            len(none),
            names=", ".join(names) + more,
        )
    return ""


def _zero_factor(node: WalkNode, reader: WalkNode) -> str:
    """The input a weight is multiplied by, if that is 0 and the gradient is not."""
    if node.kind != "parameter" or reader is node or reader.gradient is None:
        return ""
    if not np.any(reader.gradient):
        return ""
    return tr("what {title} is multiplied by is 0 here", title=title(node.name))


def _closed_units(walk: Walk, node: WalkNode) -> str:
    """Units of a hidden layer that let no gradient through."""
    assert isinstance(node.step, Map)
    if isinstance(node.step, Largest):
        return tr("Only the row that won gets gradient; the others get 0.")
    source = walk[node.inputs[0]]
    flow = next(f for f in walk.flows if f.source == source.name)
    if not walk.single or flow.local is None:
        stopped = (flow.part == 0.0) & (node.gradient != 0.0)
        share = float(np.mean(stopped))
        return (
            tr(
                "{share} of all units, over all examples, are off.",
                share=f"{share:.0%}",
            )
            if share
            else ""
        )
    slopes = np.diag(flow.local)
    off = [int(i) for i in np.flatnonzero(slopes == 0.0)]
    faint = [
        int(i) for i in np.flatnonzero((np.abs(slopes) < SATURATED) & (slopes != 0.0))
    ]
    said = []
    if off:
        why = "z ≤ 0" if node.step.unit.kinks == (0.0,) else tr("slope 0")
        said.append(
            tr("{units} off ({why}): no gradient passes.", units=_units(off), why=why)
        )
    if faint:
        top = float(np.abs(slopes[faint]).max())
        said.append(
            tr(
                "{units} saturated: a slope of {top} lets almost nothing through.",
                units=_units(faint),
                top=num(top, 2),
            )
        )
    return " ".join(said)


def _units(which: list[int]) -> str:
    shown = ", ".join(str(i + 1) for i in which[:6])
    more = tr(" and {count} more", count=len(which) - 6) if len(which) > 6 else ""
    return tr_n(
        mark("Unit {units} is"),
        mark("Units {units} are"),
        len(which),
        units=shown + more,
    )
