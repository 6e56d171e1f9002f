"""A guess at what a table contains, from its first rows and some further on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.dates import day_first_of
from core.disk.sheet import PARQUET, Row, is_text, opened_rows
from core.disk.table_text import (
    HEAD,
    delimiter_of,
    named_in_comment,
    opened,
    rows_further_on,
)
from core.errors import BadInput
from core.language import tr
from core.tables.cells import (
    USUAL,
    Ways,
    decimal_of,
    is_date,
    is_missing,
    is_number,
    number,
)

PREVIEW_ROWS = 200
PREVIEW_CHARACTERS = 2_000_000  # of all rows the preview examines
MAX_NAME = 200  # characters of a class; longer names of columns are cut
MOSTLY = 0.9  # share of a column's cells that decides its kind
FEW_NUMBERS = 10  # distinct whole numbers that may be classes
FEW_WORDS = 64
_UNIT = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]{1,16})[)\]]")
#: Names of a column that may only count the rows.
_UNNAMED = re.compile(r"(unnamed(: ?\d+)?|id|index|row|nr\.?|no\.?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Column:
    """One column as guessed from the rows examined."""

    name: str  # without its unit
    kind: str  # "number", "date", "words" (few of them), "text" or "empty"
    examples: tuple[str, ...]
    unit: str = ""
    title: str = ""  # as the file names it
    distinct: int = 0  # different values among the rows examined
    whole: bool = False  # whole numbers only
    few: bool = False  # so few values that they may be classes
    index: bool = False  # it has no name and counts the rows


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file seems to contain."""

    source: str  # for messages
    delimiter: str
    header: bool  # the first row names the columns
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]  # the first rows, as text
    ways: Ways = USUAL
    named: bool = True  # the columns' names come from the file


def preview(source: Path | str, header: bool | None = None) -> Preview:
    """Look at some rows of a file (a path) or of pasted text (a string).

    ``header``: whether the first row names the columns; None: guess.
    """
    name = source_name(source)
    head = _head(source, name) if is_text(source) else ""
    delimiter = delimiter_of(head) if head else ""
    rows = _first_rows(source, delimiter, name)
    width = len(rows[0])
    further: list[list[str]] = []
    if isinstance(source, Path) and is_text(source):
        further = rows_further_on(source, delimiter, width)
    ways = _ways(rows, further, delimiter)
    if header is None:
        parquet = isinstance(source, Path) and source.suffix.lower() in PARQUET
        header = parquet or _has_header(rows, ways.decimal)
    names = list(rows[0]) if header else [""] * width
    body = rows[1:] if header else rows
    if not body:
        raise BadInput(
            tr(
                "{name}: line 2 must contain the first row, got only a header",
                name=name,
            )
        )
    if not header and head:
        names = named_in_comment(head, delimiter, width) or names
    named = any(names)
    titles = _titles(names)
    columns = tuple(
        _column(i, titles[i], names[i], named, body, further, ways)
        for i in range(width)
    )
    shown_rows = tuple(tuple(map(_cut, row)) for row in body[:20])
    return Preview(name, delimiter, header, columns, shown_rows, ways, named)


def source_name(source: Path | str) -> str:
    """The name of a source in messages."""
    return source.name if isinstance(source, Path) else tr("pasted text")


def _head(source: Path | str, name: str) -> str:
    with opened(source) as stream:
        head = stream.read(HEAD)
    if not head.strip():
        raise BadInput(
            tr("{name}: the file must contain rows, got an empty file", name=name)
        )
    if "\0" in head:
        raise BadInput(tr("{name}: the file must be text, got zero bytes", name=name))
    return head


def _first_rows(source: Path | str, delimiter: str, name: str) -> list[tuple[str, ...]]:
    """As many rows as needed to guess the kind of each column."""
    rows: list[tuple[str, ...]] = []
    characters = 0
    found: Row
    with opened_rows(source, delimiter, name) as stream:
        for found in stream:
            row = found[1]
            rows.append(tuple(cell.strip() for cell in row))
            characters += sum(map(len, row))
            if len(rows) > PREVIEW_ROWS or (
                characters > PREVIEW_CHARACTERS and len(rows) > 1
            ):
                break
    if not rows:
        raise BadInput(tr("{name}: the file must contain rows, got none", name=name))
    return rows


def _ways(
    rows: list[tuple[str, ...]], further: list[list[str]], delimiter: str
) -> Ways:
    cells = [cell for row in (*rows, *further[:50]) for cell in row]
    decimal = "." if delimiter in (",", "") else decimal_of(cells)
    return Ways(decimal, day_first_of(cells, usual=decimal == ","))


def _has_header(rows: list[tuple[str, ...]], decimal: str) -> bool:
    """Whether the first row is a header: words above columns of something else.

    No cell of it is a number; below it are numbers or dates, or none of its words
    occurs below.
    """
    first, body = rows[0], rows[1:]
    if any(is_number(cell, decimal) or is_date(cell) for cell in first):
        return False
    if not body:
        return True
    cells = [cell for row in body[:20] for cell in row]
    if any(is_number(cell, decimal) or is_date(cell) for cell in cells):
        return True
    below = {cell for row in body for cell in row}
    return len(rows) > 3 and len(below) < len(cells) and not below & set(first)


def _titles(names: list[str]) -> list[str]:
    """A name for every column, no two alike."""
    titles: list[str] = []
    taken: set[str] = set()
    for i, name in enumerate(names):
        title = _cut(" ".join(name.split()))
        if not title:
            title = tr("column {i}", i=i + 1)
        number = 2
        plain = title
        while title in taken:
            title = f"{plain} {number}"
            number += 1
        taken.add(title)
        titles.append(title)
    return titles


def _cut(text: str) -> str:
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 1] + "…"


def _column(
    i: int,
    title: str,
    given: str,
    named: bool,
    body: list[tuple[str, ...]],
    further: list[list[str]],
    ways: Ways,
) -> Column:
    first = [row[i] for row in body if i < len(row)]
    cells = first + [row[i].strip() for row in further]
    filled = [cell for cell in cells if not is_missing(cell)]
    distinct = set(filled)
    name, unit = title, ""
    if found := _UNIT.fullmatch(title):
        name, unit = found[1], found[2]
    kind, whole, few = _kind(filled, distinct, ways)
    unnamed = _UNNAMED.fullmatch(given.strip()) is not None
    may_count = unnamed if named else i == 0
    index = may_count and whole and _counts(first, ways.decimal)
    examples = tuple(map(_cut, first[:3]))
    return Column(name, kind, examples, unit, title, len(distinct), whole, few, index)


def _kind(filled: list[str], distinct: set[str], ways: Ways) -> tuple[str, bool, bool]:
    """The kind of a column, whether it is whole numbers, and only few of them."""
    if not filled:
        return "empty", False, False
    numeric = {cell for cell in distinct if is_number(cell, ways.decimal)}
    if sum(cell in numeric for cell in filled) >= MOSTLY * len(filled):
        values = [number(cell, ways.decimal) for cell in numeric]
        whole = all(abs(v) < 1e15 and v == int(v) for v in values)
        few = whole and len(values) <= FEW_NUMBERS and len(filled) >= 3 * len(values)
        return "number", whole, few
    timed = {cell for cell in distinct if is_date(cell, ways.day_first)}
    if sum(cell in timed for cell in filled) >= MOSTLY * len(filled):
        return "date", False, False
    few = len(distinct) <= min(FEW_WORDS, max(2, len(filled) // 2))
    return ("words" if few else "text"), False, few


def _counts(cells: list[str], decimal: str) -> bool:
    """Whether the cells are consecutive whole numbers from 0 or 1 on."""
    if len(cells) < 3 or not all(is_number(cell, decimal) for cell in cells):
        return False
    begin = number(cells[0], decimal)
    return begin in (0.0, 1.0) and all(
        number(cell, decimal) == begin + k for k, cell in enumerate(cells)
    )
