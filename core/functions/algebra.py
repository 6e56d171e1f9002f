"""The expression language in which elementwise functions are defined once.

``where(z > 0.0, z, alpha * expm1(minimum(z, 0.0)))`` is not a number but an
expression. NumPy evaluates it (here), the kernels are generated from it
(`tools.generate_kernels`), autodiff builds a graph from it
(`core.autodiff.expressions`) and exported scripts print it (`core.functions.script`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from core.arrays import Floats

if TYPE_CHECKING:
    from core.network import LayerSpec


@dataclass(frozen=True, eq=False)
class Primitive:
    """A word of the language; applied to expressions it returns an expression."""

    name: str
    numpy: Callable[..., Any]
    script: str = ""  # its text in exported scripts: {np} and the arguments in order
    torch: str = ""  # the same where PyTorch has another name
    #: First and second derivative of a function of one argument, for autodiff.
    slopes: Callable[[Expr], tuple[Expr, Expr]] | None = None

    def __call__(self, *args: Expr | float) -> Expr:
        """The word applied to ``args``."""
        return Expr(self, tuple(number(a) for a in args))

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Expr:
    """A number, a symbol, or an operation on expressions; equal if written the same."""

    op: Primitive
    args: tuple[Expr, ...] = ()
    number: float = 0.0  # of a number
    name: str = ""  # of a symbol or a named subexpression

    def __add__(self, other: Expr | float) -> Expr:
        return add(self, other)

    def __radd__(self, other: float) -> Expr:
        return add(other, self)

    def __sub__(self, other: Expr | float) -> Expr:
        return subtract(self, other)

    def __rsub__(self, other: float) -> Expr:
        return subtract(other, self)

    def __mul__(self, other: Expr | float) -> Expr:
        return multiply(self, other)

    def __rmul__(self, other: float) -> Expr:
        return multiply(other, self)

    def __truediv__(self, other: Expr | float) -> Expr:
        return divide(self, other)

    def __rtruediv__(self, other: float) -> Expr:
        return divide(other, self)

    def __neg__(self) -> Expr:
        return negative(self)

    def __gt__(self, other: Expr | float) -> Expr:
        return greater(self, other)

    def __lt__(self, other: Expr | float) -> Expr:
        return less(self, other)

    def __ge__(self, other: Expr | float) -> Expr:
        return at_least(self, other)

    def __le__(self, other: Expr | float) -> Expr:
        return at_most(self, other)

    def __and__(self, other: Expr) -> Expr:
        return both(self, other)

    def __repr__(self) -> str:
        if self.op is NUMBER:
            return repr(self.number)
        if self.op is SYMBOL:
            return self.name
        inside = ", ".join(map(repr, self.args))
        return f"{self.op}({inside})"

    @cached_property
    def symbols(self) -> frozenset[str]:
        """Names of the symbols in it."""
        if self.op is SYMBOL:
            return frozenset((self.name,))
        return frozenset().union(*(a.symbols for a in self.args))

    def replaced(self, known: Mapping[str, Expr]) -> Expr:
        """The expression with symbols replaced by given expressions."""
        if self.op is SYMBOL:
            return known.get(self.name, self)
        if not self.args:
            return self
        args = tuple(a.replaced(known) for a in self.args)
        return Expr(self.op, args, self.number, self.name)

    @cached_property
    def _tape(self) -> Tape:
        return Tape((self,))

    def __call__(
        self, z: Floats, layer: LayerSpec, slopes: Floats | None = None
    ) -> Floats:
        """Its value at the pre-activation ``z``, with the layer's settings."""
        known = {name: getattr(layer, name) for name in self.symbols if name != "z"}
        return self._tape.run({"z": z, **known}, like=z)[0]


_PLAIN = (float, int)  # numbers that take the precision of the arrays they meet


class Tape:
    """Expressions in evaluation order; equal subexpressions are computed once."""

    def __init__(self, roots: tuple[Expr, ...]) -> None:
        self.steps: list[tuple[Expr, tuple[int, ...]]] = []
        places: dict[Expr, int] = {}
        self.outputs = [self._add(root, places) for root in roots]

    def _add(self, expr: Expr, places: dict[Expr, int]) -> int:
        if expr not in places:
            inputs = tuple(self._add(a, places) for a in expr.args)
            places[expr] = len(self.steps)
            self.steps.append((expr, inputs))
        return places[expr]

    def run(self, symbols: Mapping[str, Any], like: Floats) -> list[Floats]:
        """The values of the expressions, arrays of the shape and type of ``like``."""
        values: list[Any] = []
        real = like.dtype.type
        for expr, inputs in self.steps:
            given = [values[i] for i in inputs]
            if expr.op is NUMBER:
                values.append(expr.number)
            elif expr.op is SYMBOL:
                values.append(symbols[expr.name])
            elif expr.op is where:
                # A plain number would widen the result to double precision.
                chosen = [real(v) if isinstance(v, _PLAIN) else v for v in given[1:]]
                values.append(np.where(given[0], *chosen))
            elif all(isinstance(v, _PLAIN) for v in given):
                values.append(float(expr.op.numpy(*given)))
            else:
                values.append(expr.op.numpy(*given))
        return [_filled(values[i], like) for i in self.outputs]


def _filled(value: Any, like: Floats) -> Floats:
    """A result as an array of its own."""
    if isinstance(value, _PLAIN):
        return np.full_like(like, value)
    return np.array(value) if value is like else np.asarray(value)


def number(value: Expr | float) -> Expr:
    """A fixed number as an expression; expressions stay as they are."""
    if isinstance(value, Expr):
        return value
    return Expr(NUMBER, number=float(value))


def symbol(name: str) -> Expr:
    """A symbol, given a value when the expression is evaluated."""
    return Expr(SYMBOL, name=name)


def named(name: str, expr: Expr) -> Expr:
    """A subexpression that has a name in graphs and kernels."""
    return Expr(NAMED, (expr,), name=name)


def _same(a: Any) -> Any:
    return a


NUMBER = Primitive("number", _same)
SYMBOL = Primitive("symbol", _same)
NAMED = Primitive("named", _same, "{}")

add = Primitive("add", operator.add, "({} + {})")
subtract = Primitive("subtract", operator.sub, "({} - {})")
multiply = Primitive("multiply", operator.mul, "({} * {})")
divide = Primitive("divide", operator.truediv, "({} / {})")
negative = Primitive("negative", operator.neg, "(-{})")
greater = Primitive("greater", operator.gt, "({} > {})")
less = Primitive("less", operator.lt, "({} < {})")
at_least = Primitive("at_least", operator.ge, "({} >= {})")
at_most = Primitive("at_most", operator.le, "({} <= {})")
both = Primitive("both", operator.and_, "({} & {})")
where = Primitive("where", np.where, "{np}.where({}, {}, {})")
