"""The graph of an expression: how autodiff reads `core.functions.words`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from core.autodiff.functions import Choose, Curve, curve
from core.autodiff.graph import Node, apply, constant
from core.functions import algebra, words
from core.functions.algebra import Expr, Primitive

Value = Node | float

POSITIVE = Curve(
    "positive part",
    (
        lambda a: np.maximum(a, 0.0),
        lambda a: (a > 0.0).astype(a.dtype),
        np.zeros_like,
    ),
)
RECIPROCAL = Curve(
    "reciprocal",
    (lambda a: 1.0 / a, lambda a: -1.0 / (a * a), lambda a: 2.0 / (a * a * a)),
)


def graph_of(expr: Expr, known: Mapping[str, Node]) -> Node:
    """The nodes that compute ``expr``, given the nodes of its symbols."""
    made: dict[Expr, Value] = {}

    def build(part: Expr) -> Value:
        if part not in made:
            made[part] = _built(part, [build(a) for a in part.args], known)
        return made[part]

    result = build(expr)
    assert isinstance(result, Node), f"{expr} does not depend on anything"
    return result


def _built(expr: Expr, args: list[Value], known: Mapping[str, Node]) -> Value:
    if expr.op is algebra.NUMBER:
        return expr.number
    if expr.op is algebra.SYMBOL:
        return known[expr.name]
    if expr.op is algebra.NAMED:
        (node,) = args
        assert isinstance(node, Node)
        node.label = expr.name
        return node
    if all(not isinstance(a, Node) for a in args):
        return float(expr.op.numpy(*args))
    if expr.op in _RULES:
        return _RULES[expr.op](*args)
    return curve(expr.op)(*(a for a in args if isinstance(a, Node)))


def _sum(a: Value, b: Value) -> Value:
    if isinstance(a, Node):
        return a + b if isinstance(b, Node) else a.plus(b)
    return _sum(b, a)


def _difference(a: Value, b: Value) -> Value:
    if isinstance(a, Node) and isinstance(b, Node):
        return a - b
    return _sum(a, -b)


def _product(a: Value, b: Value) -> Value:
    return a * b if isinstance(a, Node) else b * a


def _quotient(a: Value, b: Value) -> Value:
    return _product(a, RECIPROCAL(b) if isinstance(b, Node) else 1.0 / b)


def _largest(a: Value, low: Value) -> Value:
    """The larger of a value and a fixed number."""
    assert isinstance(a, Node)
    assert not isinstance(low, Node)
    return POSITIVE(a.plus(-low)).plus(low) if low else POSITIVE(a)


def _smallest(a: Value, high: Value) -> Value:
    return -_largest(-a, -high)


def _chosen(condition: Value, a: Value, b: Value) -> Value:
    assert isinstance(condition, Node)
    shape, real = condition.shape, np.float64
    nodes = [
        v if isinstance(v, Node) else constant(np.full(shape, v, real)) for v in (a, b)
    ]
    return apply(Choose(condition.value.astype(bool)), *nodes)


def _compared(word: Primitive) -> Callable[[Value, Value], Value]:
    """A comparison; no gradient flows through it."""

    def rule(a: Value, b: Value) -> Value:
        sides = [v.value if isinstance(v, Node) else v for v in (a, b)]
        return constant(np.asarray(word.numpy(*sides)))

    return rule


_RULES: dict[Primitive, Callable[..., Value]] = {
    algebra.add: _sum,
    algebra.subtract: _difference,
    algebra.multiply: _product,
    algebra.divide: _quotient,
    algebra.negative: lambda a: -a,
    algebra.where: _chosen,
    words.maximum: _largest,
    words.minimum: _smallest,
    # The care taken where the two nearly cancel affects the value, not its slope.
    words.softplus_less: lambda a, b: _difference(curve(words.softplus)(a), b),
    **{
        word: _compared(word)
        for word in (
            algebra.greater,
            algebra.less,
            algebra.at_least,
            algebra.at_most,
            algebra.both,
        )
    },
}
