"""The text of the Walk view at one stop: a heading, a formula, lines with numbers."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from app.look.theme import Theme
from core.analysis.walk import Walk, WalkNode
from core.analysis.walk_back import (
    backward_formula,
    backward_line,
    backward_lines,
    loss_slope,
    path_lines,
    vjp_words,
    zero_flow,
)
from core.analysis.walk_modes import Check
from core.analysis.walk_words import formula, forward_lines, shape_words, title
from core.language import mark, tr

MOST_LINES = 6

#: What nodes are that no step computes.
_KINDS = {
    "input": mark("Input"),
    "target": mark("Target"),
    "parameter": mark("Parameter"),
    "mean": mark("Mean loss"),
    "penalty": mark("Penalty"),
    "J": mark("Objective"),
}
_SAYS = {
    "input": mark("the input"),
    "target": mark("the target"),
    "parameter": mark("this parameter"),
    "mean": mark("the mean loss"),
    "penalty": mark("the penalty"),
    "J": mark("itself: the backward pass starts with 1"),
}
_LEAVES = {
    "input": mark("Comes from the problem."),
    "target": mark("What the loss compares the output with."),
    "parameter": mark("Learned: the update changes it."),
}


@dataclass(frozen=True, slots=True)
class Story:
    """Rich text for the labels, LaTeX for the formula between them."""

    head: str
    latex: str
    body: str


def tell(
    walk: Walk,
    node: WalkNode,
    ahead: bool,
    entry: int,
    check: Check | None,
    theme: Theme,
    flow: str,
) -> Story:
    """Describe one stop; ``flow`` is the colour of gradients."""
    name = escape(title(node.name))
    if ahead:
        shape = _tinted(shape_words(node.value.shape), theme.secondary)
        kind = node.step.title if node.step else _KINDS[node.kind]
        head = f"<b>{tr(kind)} {name}</b> {shape}"
        body = _ahead(walk, node, theme)
        return Story(head, formula(walk, node), "<br>".join(body))
    called = node.step.called if node.step else _SAYS[node.kind]
    words = _tinted(tr("how J changes with {what}", what=tr(called)), theme.secondary)
    body = _back(walk, node, entry, theme, flow)
    if check is not None and node.kind != "J":
        said = tr("Check by differences: ") + check.sentence
        body.append(_tinted(said, theme.secondary))
    head = f"<b>∂J/∂{name}</b> {words}"
    return Story(head, backward_formula(walk, node), "<br>".join(body))


def _ahead(walk: Walk, node: WalkNode, theme: Theme) -> list[str]:
    lines = _limited(forward_lines(walk, node))
    rows = [_number_line(line, theme.text) for line in lines]
    if node.leaf:
        rows.append(_tinted(tr(_LEAVES[node.kind]), theme.secondary))
    return rows


def _back(walk: Walk, node: WalkNode, entry: int, theme: Theme, flow: str) -> list[str]:
    rows: list[str] = []
    closed = zero_flow(walk, node)
    if closed:
        rows.append(f"<b>{_tinted(closed, theme.warning)}</b>")
    slope = loss_slope(walk, node)
    if slope:
        rows.append(escape(slope[0].upper() + slope[1:]))
    lines = backward_lines(walk, node)
    if 0 < entry < node.value.size and len(lines) > 1:
        # The chosen entry comes first, with the chain rule in symbols.
        lines[0] = backward_line(walk, node, 0, symbols=False)
        if entry < MOST_LINES:
            del lines[entry]
        lines.insert(0, backward_line(walk, node, entry))
    rows += [_number_line(line, flow) for line in _limited(lines)]
    if not walk.single:
        rows += [_tinted(line, flow) for line in path_lines(walk, node)]
    rules = [vjp_words(walk, each) for each in walk.into(node.name)]
    if rules:
        rows.append(
            _tinted(tr("Product: ") + tr("; plus ").join(rules), theme.secondary)
        )
    return rows


def _limited(lines: list[str]) -> list[str]:
    if len(lines) <= MOST_LINES:
        return lines
    return [
        *lines[:MOST_LINES],
        tr("… and {count} more", count=len(lines) - MOST_LINES),
    ]


def _tinted(text: str, colour: str) -> str:
    return f"<span style='color:{colour}'>{escape(text)}</span>"


def _number_line(text: str, colour: str) -> str:
    """A chain of equal signs with the last member, the result, in bold."""
    start, equals, result = text.rpartition(" = ")
    if not equals:
        return _tinted(text, colour)
    return f"{escape(start)} = <b>{_tinted(result, colour)}</b>"
