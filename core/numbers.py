"""Numbers as people read them, in sentences of the core and in the window."""

from __future__ import annotations

from core.indices import high

MINUS, THIN = "−", "\u2009"


def shown_count(value: int) -> str:
    """A whole number with thin spaces between thousands, from 10 000 on."""
    text = f"{value:,}" if abs(value) >= 10_000 else str(value)
    return text.replace(",", THIN).replace("-", MINUS)


def with_power(mantissa: str, power: int) -> str:
    """A number with a power of ten, as in 1.4·10⁻¹⁵."""
    return f"{mantissa}·10{high(power)}".replace("-", MINUS)


def short_number(value: float, digits: int = 3) -> str:
    """At most ``digits`` significant digits; very small and large: a power of ten."""
    mantissa, _, power = f"{value:.{digits}g}".partition("e")
    text = with_power(mantissa, int(power)) if power else mantissa
    return text.replace("-", MINUS)
