"""Dates as numbers: days since 1970, a time of day as a fraction."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from core.language import tr

_ORDERED = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](.+))?")
_LOCAL = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ](.+))?")
_EPOCH = date(1970, 1, 1)
_MINUTE = 1.0 / 1440


def days(text: str, day_first: bool = False) -> float:
    """Parse a date; `ValueError` for any other text.

    Understands 2024-03-01, 1.3.2024 and 03/01/2024, with or without a time; an offset
    from UTC is subtracted.
    """
    text = text.strip()
    if found := _ORDERED.fullmatch(text):
        year, month, day, clock = found.groups()
    elif found := _LOCAL.fullmatch(text):
        one, sign, two, year, clock = found.groups()
        day, month = (one, two) if day_first or sign == "." else (two, one)
    else:
        raise ValueError(text)
    whole = date(int(year), int(month), int(day))
    return (whole - _EPOCH).days + (_clock(clock) if clock else 0.0)


def _clock(text: str) -> float:
    """A time as a fraction of the day."""
    moment = datetime.fromisoformat(f"2000-01-02T{text.strip()}")
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC).replace(tzinfo=None)
    return (moment - datetime(2000, 1, 2)).total_seconds() * _MINUTE / 60.0


def day_first_of(cells: Iterable[str], usual: bool) -> bool:
    """Whether 03/04/2024 means 3 April, judging by the other dates; else ``usual``."""
    for cell in cells:
        found = _LOCAL.fullmatch(cell.strip())
        if found and int(found[1]) > 12:
            return True
        if found and int(found[3]) > 12:
            return False
    return usual


def date_text(value: float) -> str:
    """Days since 1970 as a date, with the time unless it is midnight."""
    try:
        moment = datetime(1970, 1, 1) + timedelta(days=value, seconds=30)
    except (OverflowError, ValueError):
        return tr("day {value}", value=f"{value:.6g}")
    if (value + _MINUTE / 2) % 1.0 < _MINUTE:
        return moment.date().isoformat()
    return f"{moment:%Y-%m-%d %H:%M}"
