"""How the walk writes numbers, names of nodes, and sums."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import SupportsFloat

import numpy as np

from core.arrays import Floats
from core.indices import high, low
from core.language import tr
from core.network import LEARNED_BLOCKS
from core.numbers import MINUS, short_number

MOST_TERMS = 8  # terms of a sum written out
_LETTERS = {name: learned.letter for name, learned in LEARNED_BLOCKS.items()}
_LETTERS |= {"l1": "Ω₁", "l2": "Ω₂"}
_LATEX = {name: learned.latex for name, learned in LEARNED_BLOCKS.items()}


def num(given: SupportsFloat, digits: int = 4) -> str:
    """A number to show: ``digits`` significant digits and a real minus sign."""
    value = float(given)
    if value != value:
        return tr("not a number")
    if abs(value) == np.inf:
        return "∞" if value > 0 else f"{MINUS}∞"
    return short_number(value, digits) if value else "0"


def factor(value: SupportsFloat) -> str:
    """A number inside a product or a sum; negative ones get brackets."""
    text = num(value)
    return f"({text})" if text.startswith(MINUS) or "·" in text else text


class Number:
    """A number in a template: ``{y}`` is `num`, ``{y:factor}`` is `factor`.

    ``{k:times}`` is a leading factor, omitted where it is 1.
    """

    def __init__(self, value: float) -> None:
        self.value = value

    def __format__(self, how: str) -> str:
        if how == "times":
            return "" if self.value == 1.0 else f"{factor(self.value)}·"
        return factor(self.value) if how == "factor" else num(self.value)


def number(value: float) -> Number:
    """A number for use in a template."""
    return Number(value)


def raised(layer: int) -> str:
    """The number of a layer as a superscript: ⁽¹⁾."""
    return f"⁽{high(layer)}⁾"


def parts(name: str) -> tuple[str, int]:
    """``("z", 1)`` for ``z1``; layer 0 for x, y, L, J and penalties."""
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
    return _LETTERS.get(letter, letter) + (raised(layer) if layer else "")


def entry_title(name: str, shape: Sequence[int], index: int) -> str:
    """The name of one entry: ``z₂⁽¹⁾``, ``W₂₁⁽¹⁾``; the node's own if it is single."""
    letter, layer = parts(name)
    letter = _LETTERS.get(letter, letter)
    if not shape or (np.prod(shape) == 1 and letter in ("L", "J", "Ω₁", "Ω₂")):
        return title(name)
    place = [int(i) + 1 for i in np.unravel_index(index, tuple(shape))]
    if letter != "W" and len(place) == 2:  # (example, unit)
        place = place[1:] if shape[0] == 1 else place
    together = "" if all(i < 10 for i in place) else ","
    below = together.join(low(i) for i in place)
    return letter + below + (raised(layer) if layer else "")


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
