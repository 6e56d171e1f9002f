"""Text files from users: read with a limit, parsed as JSON or TOML.

Every error is a one-line `BadInput`. Limits are checked before anything is parsed: two
bytes of text can take fifty bytes of memory once parsed.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from core.errors import BadInput, shown
from core.language import tr

MAX_JSON = 128 * 2**20  # bytes; a network of four million parameters fits
MAX_LISTS = 1_000_000  # lists and objects of a JSON document
MAX_ENTRIES = 10_000_000  # entries of all its lists and objects
MAX_TOML = 3 * 2**20  # bytes; Python's parser reads about a megabyte per second
MAX_PARTS = 16  # of a dotted key, for which that parser takes quadratic time

_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:\.[ \t]*+{_PART}){{{MAX_PARTS}}}")


def read_text(path: Path, name: str, most: int) -> str:
    """The text of a file of at most ``most`` bytes; ``name`` is for messages."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            tr("{name}: file must be readable, got {reason}", name=name, reason=reason)
        ) from None
    if len(data) > most:
        raise BadInput(
            tr(
                "{name}: file must be at most {most} bytes, got more",
                name=name,
                most=most,
            )
        )
    try:
        return data.decode("utf-8-sig")  # Windows adds a mark
    except UnicodeDecodeError as error:
        raise BadInput(
            tr(
                "{name}: file must be UTF-8 text, got byte {data} at position {start}",
                name=name,
                data=f"{data[error.start]:#04x}",
                start=error.start,
            )
        ) from None


def parse_json(text: str, name: str) -> Any:
    """Parse JSON, rejecting duplicate keys; NaN is left to the caller."""
    for marks, most, what in (
        ("[{", MAX_LISTS, tr("lists and objects")),
        (",", MAX_ENTRIES, "entries"),
    ):
        count = sum(text.count(mark) for mark in marks)
        if count > most:
            raise BadInput(
                tr(
                    "{name}: file must have at most {most} {what}, got {count}",
                    name=name,
                    most=most,
                    what=what,
                    count=count,
                )
            )

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise BadInput(
                    tr(
                        "{name}: key must appear once, got {key} twice",
                        name=name,
                        key=shown(key),
                    )
                )
            found[key] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        place = tr(
            "line {lineno}, column {colno}", lineno=error.lineno, colno=error.colno
        )
        raise BadInput(
            tr(
                "{name}: file must be JSON, got {msg} at {place}",
                name=name,
                msg=error.msg,
                place=place,
            )
        ) from None
    except RecursionError:
        raise BadInput(
            tr("{name}: file must be JSON, got lists nested too deeply", name=name)
        ) from None
    except BadInput:
        raise
    except ValueError as error:  # a whole number with thousands of digits
        raise BadInput(
            tr(
                "{name}: file must be JSON, got {error}",
                name=name,
                error=shown(str(error)),
            )
        ) from None


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Parse TOML."""
    if len(text) > MAX_TOML:
        raise BadInput(
            tr(
                "{name}: file must be at most {MAX_TOML} bytes as TOML, got {count}",
                name=name,
                MAX_TOML=MAX_TOML,
                count=len(text),
            )
        )
    if (long := _LONG_KEY.search(text)) is not None:
        raise BadInput(
            tr(
                "{name}: a key must have at most {MAX_PARTS} parts, got {long}",
                name=name,
                MAX_PARTS=MAX_PARTS,
                long=shown(long[0], 40),
            )
        )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(
            tr("{name}: file must be TOML, got lists nested too deeply", name=name)
        ) from None
    except ValueError as error:
        raise BadInput(
            tr("{name}: file must be TOML, got: {line}", name=name, line=_line(error))
        ) from None


def _line(error: ValueError) -> str:
    return shown(" ".join(str(error).split()), 200).strip("'\"")
