"""Expressions as text for exported scripts, in NumPy or PyTorch."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from core.functions.algebra import NUMBER, SYMBOL, Expr


def text(expr: Expr, library: str, known: Mapping[str, object]) -> str:
    """The expression in NumPy (``np``) or PyTorch (``torch``); ``z`` stays ``z``.

    ``known`` gives the values of other symbols, such as a layer's settings.
    """
    # Parsing and unparsing the text removes redundant brackets.
    return ast.unparse(ast.parse(_text(expr, library, known), mode="eval"))


def _text(expr: Expr, library: str, known: Mapping[str, object]) -> str:
    if expr.op is NUMBER:
        return repr(expr.number)
    if expr.op is SYMBOL:
        return str(known.get(expr.name, expr.name))
    form = expr.op.script
    if library == "torch" and expr.op.torch:
        form = expr.op.torch
    if not form:
        raise TypeError(f"{expr.op} has no text for scripts")
    # Numbers in the form of arguments ({0}) and one after the other ({}) both work.
    args = [_text(a, library, known) for a in expr.args]
    return form.format(*args, np=library)
