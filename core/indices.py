"""Numbers as subscripts and superscripts."""

from __future__ import annotations

#: Superscripts of 0 to 9.
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_LOW = str.maketrans("-0123456789", "₋₀₁₂₃₄₅₆₇₈₉")
_HIGH = str.maketrans("-0123456789", f"⁻{RAISED}")
_BACK = str.maketrans(RAISED, "0123456789")


def low(number: int) -> str:
    """A whole number as a subscript: ₁₂."""
    return str(number).translate(_LOW)


def high(number: int) -> str:
    """A whole number as a superscript: ¹²."""
    return str(number).translate(_HIGH)


def lowered_digits(text: str) -> str:
    """Superscripts of ``text`` as plain digits: 12 for ¹²."""
    return text.translate(_BACK)
