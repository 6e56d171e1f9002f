"""Numbers as indices: below the line and above it."""

from __future__ import annotations

_LOW = str.maketrans("-0123456789", "₋₀₁₂₃₄₅₆₇₈₉")
_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def low(number: int) -> str:
    """A whole number as it stands below the line: ₁₂."""
    return str(number).translate(_LOW)


def high(number: int) -> str:
    """A whole number as it stands above the line: ¹²."""
    return str(number).translate(_HIGH)
