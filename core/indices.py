"""Numbers as subscripts and superscripts."""

from __future__ import annotations

_LOW = str.maketrans("-0123456789", "₋₀₁₂₃₄₅₆₇₈₉")
_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def low(number: int) -> str:
    """A whole number as a subscript: ₁₂."""
    return str(number).translate(_LOW)


def high(number: int) -> str:
    """A whole number as a superscript: ¹²."""
    return str(number).translate(_HIGH)
