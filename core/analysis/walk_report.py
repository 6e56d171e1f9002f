"""A whole walk as plain data and as text; what `hyperfold walk` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.analysis.walk import Walk, WalkNode
from core.analysis.walk_back import (
    backward_lines,
    loss_slope,
    path_lines,
    vjp_words,
    zero_flow,
)
from core.analysis.walk_modes import check, cost
from core.analysis.walk_update import Update, take_update
from core.analysis.walk_words import formula, forward_lines, plain_formula, title


def report(walk: Walk) -> dict[str, Any]:
    """Nodes, flows, cost of both modes, and the update; arrays in full precision."""
    counted = cost(walk)
    subject = walk.subject
    return {
        "example": subject.example,
        "what": subject.words,
        "J": float(walk.graph.J.value),
        "nodes": [_node(walk, node) for node in walk.nodes],
        "flows": [
            {
                "from": flow.target,
                "to": flow.source,
                "part": flow.part,
                "norm": flow.size,
                "rule": vjp_words(walk, flow),
            }
            for flow in walk.flows
        ],
        "multiplications": {
            "reverse": counted.reverse,
            "forward": counted.forward,
            "forward_passes": counted.passes,
            "cheaper": counted.cheaper,
            "why": counted.sentence,
        },
        "update": _update(take_update(subject)),
    }


def _node(walk: Walk, node: WalkNode) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": node.name,
        "title": title(node.name),
        "kind": node.kind,
        "layer": node.layer or None,
        "inputs": node.inputs,
        "shape": node.value.shape,
        "value": node.value,
        "gradient": node.gradient,
        "formula": formula(walk, node),
        "forward": forward_lines(walk, node),
        "backward": [*backward_lines(walk, node), *path_lines(walk, node)],
        "zero_flow": zero_flow(walk, node) or None,
        "check": None,
    }
    if node.gradient is not None and node.gradient.size:
        found = check(walk, node, 0)
        made["check"] = {
            "entry": 0,
            "graph": found.graph,
            "difference": found.difference,
            "error": found.error,
            "kink": found.kink,
        }
    return made


def _update(made: Update) -> dict[str, Any]:
    return {
        "optimiser": made.optimiser,
        "learning_rate": made.rate,
        "J_before": made.J_before,
        "J_after": made.J_after,
        "parameters": [
            {
                "name": p.name,
                "frozen": p.frozen,
                "before": p.before,
                "gradient": p.gradient,
                "after": p.after,
                "moment1": p.moment1,
                "moment2": p.moment2,
            }
            for p in made.parameters
        ],
    }


def text_of(walk: Walk) -> Iterator[str]:
    """The walk as lines for a terminal."""
    yield f"{walk.subject.words}: J = {float(walk.graph.J.value):.10g}"
    yield ""
    yield "Forward"
    for node in walk.nodes:
        yield from _block(plain_formula(walk, node), forward_lines(walk, node))
    yield ""
    yield "Backward"
    for name in walk.backward_order:
        node = walk[name]
        rules = [vjp_words(walk, flow) for flow in walk.into(name)]
        head = f"∂J/∂{title(name)}" + (f" = {' + '.join(rules)}" if rules else "")
        slope = loss_slope(walk, node)
        lines = backward_lines(walk, node)
        yield from _block(head, [slope, *lines] if slope else lines)
        said = zero_flow(walk, node)
        if said:
            yield f"    {said}"
    yield ""
    yield "Cost"
    yield f"  {cost(walk).sentence}"
    yield ""
    yield "Update"
    yield f"  {take_update(walk.subject).sentence}"


def _block(head: str, lines: list[str]) -> Iterator[str]:
    if head:
        yield f"  {head}"
    for line in lines:
        yield f"    {line}" if head else f"  {line}"
