"""Functions typed by a person: parsed by a small grammar, never by ``eval``.

    sum      := product (("+" | "-") product)*
    product  := unary (("*" | "/")? unary)*        2x and x sin(y) multiply
    unary    := ("+" | "-") unary | power
    power    := atom ("^" unary)? superscript*     right-associative: 2^3^2 = 2^9
    atom     := number | name | name "(" sum ("," sum)* ")" | "(" sum ")"

A mistake is reported with its place, so that a caret can be shown under it. Every node
computes its value and, by forward mode, its derivative.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.indices import RAISED, lowered_digits
from core.language import tr

MAX_LENGTH = 500
MAX_DEPTH = 60

Dual = tuple[Floats, Floats]  # value and derivative
Values = dict[str, Floats]


class ExpressionError(BadInput):
    """A mistake at one place of the text."""

    def __init__(self, text: str, place: int, reason: str) -> None:
        super().__init__(
            tr(
                "function: {reason} at character {place} of {text}",
                reason=reason,
                place=place + 1,
                text=f"{text!r}",
            )
        )
        self.text = text
        self.place = place
        self.reason = reason

    @property
    def caret(self) -> str:
        """The text with a caret under the mistake."""
        return f"{self.text}\n{' ' * self.place}^ {self.reason}"


@dataclass(frozen=True, slots=True)
class _Function:
    value: Callable[[Floats], Floats]
    slope: Callable[[Floats], Floats]


def _sigmoid(x: Floats) -> Floats:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * x)))


FUNCTIONS: dict[str, _Function] = {
    "sin": _Function(np.sin, np.cos),
    "cos": _Function(np.cos, lambda x: -np.sin(x)),
    "tan": _Function(np.tan, lambda x: 1.0 / np.cos(x) ** 2),
    "exp": _Function(np.exp, np.exp),
    "log": _Function(np.log, lambda x: 1.0 / x),
    "sqrt": _Function(np.sqrt, lambda x: 0.5 / np.sqrt(x)),
    "abs": _Function(np.abs, np.sign),
    "tanh": _Function(np.tanh, lambda x: 1.0 - np.tanh(x) ** 2),
    "sigmoid": _Function(_sigmoid, lambda x: _sigmoid(x) * _sigmoid(-x)),
    "relu": _Function(
        lambda x: np.maximum(x, 0.0), lambda x: (x > 0.0).astype(np.float64)
    ),
    "sign": _Function(np.sign, np.zeros_like),
    "floor": _Function(np.floor, np.zeros_like),
}
CONSTANTS = {"pi": np.pi, "π": np.pi, "e": np.e}
_BINARY = {"min": np.minimum, "max": np.maximum}

Node = Callable[[dict[str, Dual]], Dual]


@dataclass(frozen=True)
class Expression:
    """A parsed function of named variables."""

    text: str
    variables: tuple[str, ...]  # the ones that were allowed
    _node: Node

    def __call__(self, **values: Floats) -> Floats:
        """The value; arrays broadcast. Outside its domain it is NaN or infinite."""
        return self._run(values, "")[0]

    def derivative(self, by: str, **values: Floats) -> Floats:
        """The derivative by one variable."""
        return self._run(values, by)[1]

    def _run(self, values: Values, by: str) -> Dual:
        arrays = {k: np.asarray(v, dtype=np.float64) for k, v in values.items()}
        shape = np.broadcast_shapes(*(a.shape for a in arrays.values()))
        duals: dict[str, Dual] = {
            name: (
                np.broadcast_to(array, shape),
                np.full(shape, 1.0 if name == by else 0.0),
            )
            for name, array in arrays.items()
        }
        with np.errstate(all="ignore"):  # domain errors are values here, not events
            value, slope = self._node(duals)
        return np.broadcast_to(value, shape), np.broadcast_to(slope, shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def parse(text: str, variables: tuple[str, ...] = ("x", "y")) -> Expression:
    """Parse ``text`` or raise `ExpressionError`."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            text[:40] + "…",
            0,
            tr("must have at most {MAX_LENGTH} characters", MAX_LENGTH=MAX_LENGTH),
        )
    return Expression(text, variables, _Parser(text, variables).whole())


_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-zπ_][A-Za-z_]*[0-9]*)"
    rf"|(?P<raised>[{RAISED}]+)"
    r"|(?P<sign>\*\*|[-+*/^(),−·×÷|]))"
)
_PLAIN = {"−": "-", "·": "*", "×": "*", "÷": "/", "**": "^"}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # "number", "name", "raised", "sign" or "end"
    text: str
    place: int


class _Parser:
    def __init__(self, text: str, variables: tuple[str, ...]) -> None:
        self._text = text
        self._variables = variables
        self._tokens = list(self._split())
        self._next = 0
        self._depth = 0

    def _split(self) -> list[_Token]:
        tokens: list[_Token] = []
        place = 0
        while place < len(self._text):
            if self._text[place:].isspace():
                break
            match = _TOKEN.match(self._text, place)
            if match is None:
                place += len(self._text[place:]) - len(self._text[place:].lstrip())
                raise self._error(
                    place,
                    tr("unknown symbol {text}", text=f"{self._text[place]!r}"),
                )
            kind = str(match.lastgroup)
            word = match.group(kind)
            tokens.append(_Token(kind, _PLAIN.get(word, word), match.start(kind)))
            place = match.end()
        tokens.append(_Token("end", "", len(self._text)))
        return tokens

    def _error(self, place: int, reason: str) -> ExpressionError:
        return ExpressionError(self._text, place, reason)

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _accept(self, *signs: str) -> str:
        """Take the next token if it is one of ``signs``."""
        token = self._token
        if token.kind == "sign" and token.text in signs:
            self._next += 1
            return token.text
        return ""

    def _expect(self, sign: str) -> None:
        if not self._accept(sign):
            raise self._error(
                self._token.place, tr("{sign} is missing", sign=f"{sign!r}")
            )

    def whole(self) -> Node:
        node = self._sum()
        if self._token.kind != "end":
            raise self._error(
                self._token.place,
                tr("unexpected {text}", text=f"{self._token.text!r}"),
            )
        return node

    def _sum(self) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(self._token.place, tr("too deeply nested"))
        node = self._product()
        while sign := self._accept("+", "-"):
            node = _added(node, self._product(), -1.0 if sign == "-" else 1.0)
        self._depth -= 1
        return node

    def _product(self) -> Node:
        node = self._unary()
        while True:
            if self._accept("/"):
                node = _divided(node, self._unary())
            elif self._accept("*") or self._starts_factor():
                node = _multiplied(node, self._unary())
            else:
                return node

    def _starts_factor(self) -> bool:
        token = self._token
        return token.kind in ("number", "name") or token.text == "("

    def _unary(self) -> Node:
        negative = False
        while sign := self._accept("+", "-"):
            negative ^= sign == "-"
        node = self._power()
        return _scaled(node, -1.0) if negative else node

    def _power(self) -> Node:
        node = self._atom()
        while self._token.kind == "raised":
            digits = lowered_digits(self._token.text)
            self._next += 1
            node = _raised(node, _constant(float(digits)))
        if self._accept("^"):
            self._depth += 1
            if self._depth > MAX_DEPTH:
                raise self._error(self._token.place, tr("too deeply nested"))
            node = _raised(node, self._unary())
            self._depth -= 1
        return node

    def _atom(self) -> Node:
        token = self._token
        if token.kind == "number":
            self._next += 1
            return _constant(float(token.text))
        if token.kind == "name":
            self._next += 1
            return self._named(token)
        if self._accept("("):
            node = self._sum()
            self._expect(")")
            return node
        if self._accept("|"):
            node = self._sum()
            self._expect("|")
            return _applied(FUNCTIONS["abs"], node)
        if token.kind == "end":
            raise self._error(token.place, tr("something is missing"))
        raise self._error(token.place, tr("unexpected {text}", text=f"{token.text!r}"))

    def _named(self, token: _Token) -> Node:
        name = token.text
        if name in self._variables:
            return _variable(name)
        if name in FUNCTIONS:
            self._expect("(")
            node = self._sum()
            self._expect(")")
            return _applied(FUNCTIONS[name], node)
        if name in _BINARY:
            self._expect("(")
            first = self._sum()
            self._expect(",")
            second = self._sum()
            self._expect(")")
            return _chosen(name, first, second)
        if name in CONSTANTS:
            return _constant(CONSTANTS[name])
        if all(letter in self._variables for letter in name):  # xy means x·y
            node = _variable(name[0])
            for letter in name[1:]:
                node = _multiplied(node, _variable(letter))
            return node
        known = ", ".join((*self._variables, *FUNCTIONS, *_BINARY, "pi", "e"))
        raise self._error(
            token.place,
            tr("{name} is unknown (known: {known})", name=f"{name!r}", known=known),
        )


def _constant(number: float) -> Node:
    return lambda _: (np.float64(number), np.float64(0.0))  # type: ignore[return-value]


def _variable(name: str) -> Node:
    return lambda values: values[name]


def _added(a: Node, b: Node, sign: float) -> Node:
    def node(values: dict[str, Dual]) -> Dual:
        (u, du), (v, dv) = a(values), b(values)
        return u + sign * v, du + sign * dv

    return node


def _scaled(a: Node, factor: float) -> Node:
    def node(values: dict[str, Dual]) -> Dual:
        u, du = a(values)
        return factor * u, factor * du

    return node


def _multiplied(a: Node, b: Node) -> Node:
    def node(values: dict[str, Dual]) -> Dual:
        (u, du), (v, dv) = a(values), b(values)
        return u * v, du * v + u * dv

    return node


def _divided(a: Node, b: Node) -> Node:
    def node(values: dict[str, Dual]) -> Dual:
        (u, du), (v, dv) = a(values), b(values)
        return np.divide(u, v), np.divide(du * v - u * dv, v * v)

    return node


def _raised(a: Node, b: Node) -> Node:
    def node(values: dict[str, Dual]) -> Dual:
        (u, du), (v, dv) = a(values), b(values)
        value = np.power(u, v)
        # A constant exponent needs no log u, which a negative base does not have.
        slope = v * np.power(u, v - 1.0) * du
        if np.any(dv):
            slope = slope + value * np.log(u) * dv
        return value, slope

    return node


def _applied(function: _Function, a: Node) -> Node:
    def node(values: dict[str, Dual]) -> Dual:
        u, du = a(values)
        u = np.asarray(u)
        return function.value(u), function.slope(u) * du

    return node


def _chosen(name: str, a: Node, b: Node) -> Node:
    def node(values: dict[str, Dual]) -> Dual:
        (u, du), (v, dv) = a(values), b(values)
        first = u <= v if name == "min" else u >= v
        return _BINARY[name](u, v), np.where(first, du, dv)

    return node
