"""Numbers for people: three significant digits, real minus signs, thin spaces."""

from __future__ import annotations

from math import floor, isfinite, log10

from core.numbers import MINUS, THIN, shown_count, with_power

__all__ = [
    "MINUS",
    "THIN",
    "field_text",
    "form_of",
    "parse_number",
    "shown_count",
    "shown_number",
    "shown_percent",
]


_ONE_DIGIT = str.maketrans("0123456789", "8888888888")


def form_of(text: str) -> str:
    """``text`` with one digit for all: they are equally wide, so it takes as much room.

    The form of a number that changes in every frame hardly ever changes.
    """
    return text.translate(_ONE_DIGIT)


def shown_number(value: float | None, digits: int = 3) -> str:
    """``value`` with ``digits`` significant digits, trailing zeros kept."""
    if value is None or value != value:
        return "–"
    if not isfinite(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if value == 0:
        return "0"
    size = abs(value)
    exponent = floor(log10(size))
    if exponent < -4 or exponent >= 7:
        mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
        text = with_power(mantissa, int(power))
    else:
        text = f"{value:,.{max(0, digits - 1 - exponent)}f}".replace(",", THIN)
    return text.replace("-", MINUS)


def shown_percent(share: float | None) -> str:
    """A share as per cent with one decimal, none at exactly 0 and 100."""
    if share is None or share != share:
        return "–"
    percent = 100.0 * share
    text = f"{percent:.0f}" if percent in (0.0, 100.0) else f"{percent:.1f}"
    return f"{text}{THIN}%"


def field_text(value: float, whole: bool = False, digits: int = 4) -> str:
    """``value`` as text in an editable field."""
    if whole:
        return str(round(value)).replace("-", MINUS)
    return f"{value:.{digits}g}".replace("-", MINUS)


def parse_number(text: str) -> float | None:
    """Parse typed text; None if it is not a finite number."""
    plain = text.strip().replace(MINUS, "-").replace(THIN, "").replace(" ", "")
    if "," in plain and "." not in plain:
        plain = plain.replace(",", ".")
    try:
        value = float(plain)
    except ValueError:
        return None
    return value if isfinite(value) else None
