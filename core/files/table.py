"""Own data from CSV and TSV: a preview with guessed types, then the chosen columns.

Two passes keep memory flat for a million rows: `preview` looks at the first rows,
`load` streams the file and keeps only what was chosen. A mistake is told with file,
line, column and reason.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.arrays import Floats
from core.errors import BadInput, shown
from core.files.table_text import delimiter_of, opened, rows_of
from core.problems.points import MAX_CLASSES, Points
from core.problems.scaling import Scaling, scaled

MAX_ROWS = 1_000_000
PREVIEW_ROWS = 200
PREVIEW_CHARACTERS = 2_000_000  # of all rows that the preview looks at
MAX_NAME = 200  # characters of a class; longer names of columns are cut

Progress = Callable[[float], bool]  # share done → whether to go on


class Cancelled(Exception):
    """The person pressed cancel; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column as guessed from the first rows."""

    name: str
    kind: str  # "number", "class" (few distinct words or whole numbers) or "text"
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file seems to hold."""

    source: str  # for messages
    delimiter: str
    header: bool
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]  # the first rows, as text

    def guess(self) -> Choice:
        """Two number columns as inputs; the last class or number column as target."""
        numbers = [i for i, c in enumerate(self.columns) if c.kind == "number"]
        classes = [i for i, c in enumerate(self.columns) if c.kind == "class"]
        if classes:
            target = classes[-1]
            usable = [i for i in numbers + classes if i != target]
            inputs = sorted(usable, key=lambda i: (self.columns[i].kind != "number", i))
            return Choice(tuple(inputs[:2]), (target,), True)
        if len(numbers) >= 5:
            return Choice(tuple(numbers[:2]), tuple(numbers[2:5]), False)
        return Choice(
            tuple(numbers[:2][: max(1, len(numbers) - 1)]), tuple(numbers[-1:]), False
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """Which columns are what: one or two inputs, one or three targets."""

    inputs: tuple[int, ...]
    targets: tuple[int, ...]
    classes: bool  # the target names classes


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A problem made of the chosen columns."""

    problem: Points
    scalings: tuple[Scaling, ...]  # of the inputs, then of values that needed it
    rows: int


def preview(source: Path | str) -> Preview:
    """Look at the first rows of a file (a path) or of pasted text (a string)."""
    name = _name(source)
    with opened(source) as stream:
        head = stream.read(1 << 16)
    if not head.strip():
        raise BadInput(f"{name}: the file must hold rows, got an empty one")
    if "\0" in head:
        raise BadInput(f"{name}: the file must be text, got zero bytes")
    delimiter = delimiter_of(head)
    rows = _first_rows(source, delimiter, name)
    width = len(rows[0])
    header = _has_header(rows)
    names = rows[0] if header else ("",) * width
    body = rows[1:] if header else rows
    if not body:
        raise BadInput(f"{name}: line 2 must hold the first row, got only a header")
    columns = []
    for i in range(width):
        cells = [row[i] for row in body if i < len(row)]
        title = _cut(names[i]) or f"column {i + 1}"
        columns.append(Column(title, _kind(cells), tuple(map(_cut, cells[:3]))))
    shown_rows = tuple(tuple(map(_cut, row)) for row in body[:20])
    return Preview(name, delimiter, header, tuple(columns), shown_rows)


def _first_rows(source: Path | str, delimiter: str, name: str) -> list[tuple[str, ...]]:
    """As many rows as tell what the columns hold."""
    rows: list[tuple[str, ...]] = []
    characters = 0
    with opened(source) as stream:
        for _, row in rows_of(stream, delimiter, name):
            rows.append(tuple(cell.strip() for cell in row))
            characters += sum(map(len, row))
            if len(rows) > PREVIEW_ROWS or (
                characters > PREVIEW_CHARACTERS and len(rows) > 1
            ):
                break
    if not rows:
        raise BadInput(f"{name}: the file must hold rows, got none")
    return rows


def _cut(text: str) -> str:
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 1] + "…"


def load(
    source: Path | str,
    found: Preview,
    choice: Choice,
    progress: Progress | None = None,
) -> LoadedTable:
    """Read the chosen columns of every row."""
    _check_choice(found, choice)
    columns = (*choice.inputs, *choice.targets)
    as_text = {choice.targets[0]} if choice.classes else set()
    numbers, words = _stream(source, found, columns, as_text, progress)
    x = _columns(numbers, choice.inputs)
    scalings = tuple(
        _scaling(found.columns[c].name, x[:, i]) for i, c in enumerate(choice.inputs)
    )
    x = scaled(x, scalings)
    if choice.classes:
        column = choice.targets[0]
        names, y = words[column].classes()
        problem = Points(x, y, len(names), names, columns=scalings)
    else:
        y = _columns(numbers, choice.targets)
        names = [found.columns[c].name for c in choice.targets]
        targets = target_scalings(names, y)
        y = scaled(y, targets)
        known = targets or tuple(Scaling(name) for name in names)
        problem = Points(x, y, columns=scalings, target_columns=known)
        scalings += targets
    return LoadedTable(problem, scalings, len(x))


def target_scalings(names: list[str], y: Floats) -> tuple[Scaling, ...]:
    """How values are brought to where networks learn; none where they are there.

    Colours as bytes become 0 … 1; a value beyond −10 … 10 becomes −1 … 1.
    """
    low, high = float(y.min()), float(y.max())
    if len(names) == 3 and low >= 0.0 and 1.0 < high <= 255.0:
        return tuple(Scaling(name, 0.0, 255.0) for name in names)
    if len(names) == 1 and max(abs(low), abs(high)) > 10.0:
        return (_scaling(names[0], y[:, 0]),)
    return ()


def _check_choice(found: Preview, choice: Choice) -> None:
    for what, chosen, allowed in (
        ("inputs", choice.inputs, (1, 2)),
        ("targets", choice.targets, (1,) if choice.classes else (1, 3)),
    ):
        if len(chosen) not in allowed:
            raise BadInput(
                f"{found.source}: {what} must be {' or '.join(map(str, allowed))} "
                f"columns, got {len(chosen)}"
            )
        for c in chosen:
            if not 0 <= c < len(found.columns):
                raise BadInput(
                    f"{found.source}: {what} must be columns from 1 to "
                    f"{len(found.columns)}, got {c + 1}"
                )
    if len({*choice.inputs, *choice.targets}) != len(choice.inputs + choice.targets):
        raise BadInput(
            f"{found.source}: a column must have one role, got inputs "
            f"{choice.inputs} and targets {choice.targets}"
        )


def _stream(
    source: Path | str,
    found: Preview,
    columns: tuple[int, ...],
    as_text: set[int],
    progress: Progress | None,
) -> tuple[dict[int, array[float]], dict[int, _Words]]:
    numbers = {c: array("d") for c in columns if c not in as_text}
    name, width = found.source, len(found.columns)
    words = {c: _Words(name, found.columns[c].name) for c in as_text}
    total = _size(source)
    count = 0
    with opened(source) as stream:
        for line, row in rows_of(stream, found.delimiter, name):
            if line == 1 and found.header:
                continue
            if len(row) != width:
                raise BadInput(
                    f"{name}: line {line} must have {width} columns, got {len(row)}"
                )
            for c, values in numbers.items():
                values.append(_number(row[c], name, line, found.columns[c].name))
            for c, cells in words.items():
                cells.append(row[c], line)
            count += 1
            if count > MAX_ROWS:
                raise BadInput(
                    f"{name}: rows must be at most {MAX_ROWS}, got more at line {line}"
                )
            if (
                progress is not None
                and count % 20_000 == 0
                and not progress(min(1.0, stream.tell_share(total)))
            ):
                raise Cancelled
    return numbers, words


def _columns(numbers: dict[int, array[float]], chosen: tuple[int, ...]) -> Floats:
    return np.array([np.frombuffer(numbers[c]) for c in chosen]).T


def _float(cell: str) -> float:
    """What a cell says; Python's own 1_000 and ٣ are no numbers in a table."""
    if "_" in cell or not cell.isascii():
        raise ValueError(cell)
    return float(cell)


def _number(cell: str, name: str, line: int, column: str) -> float:
    try:
        value = _float(cell)
    except ValueError:
        reason = f"got {shown(cell)}" if cell.strip() else "got an empty cell"
        raise BadInput(
            f"{name}: line {line}, column {column!r} must be a number, {reason}"
        ) from None
    if value - value != 0.0:  # infinite or not a number
        raise BadInput(
            f"{name}: line {line}, column {column!r} must be finite, got {shown(cell)}"
        )
    return value


class _Words:
    """A column of class names: each is kept once, a row has its number."""

    def __init__(self, source: str, column: str) -> None:
        self._source, self._column = source, column
        self._numbers: dict[str, int] = {}
        self._rows = array("B")

    def append(self, cell: str, line: int) -> None:
        """Take the next row's name."""
        cell = cell.strip()
        number = self._numbers.get(cell)
        if number is None:
            number = self._new(cell, line)
        self._rows.append(number)

    def _new(self, cell: str, line: int) -> int:
        where = f"{self._source}: line {line}, column {self._column!r}"
        if not cell:
            raise BadInput(f"{where} must name a class, got an empty cell")
        if len(cell) > MAX_NAME:
            raise BadInput(
                f"{where} must name a class in at most {MAX_NAME} characters, "
                f"got {len(cell)}"
            )
        if len(self._numbers) == MAX_CLASSES:
            raise BadInput(
                f"{self._source}: column {self._column!r} must name at most "
                f"{MAX_CLASSES} classes, got more at line {line}"
            )
        return self._numbers.setdefault(cell, len(self._numbers))

    def classes(self) -> tuple[list[str], Floats]:
        """All names in order and the class number of every row."""
        # Numbers in their order, "10" after "9"; words in theirs.
        names = sorted(self._numbers, key=_natural)
        rank = np.empty(len(names))
        rank[[self._numbers[name] for name in names]] = np.arange(len(names))
        return names, rank[np.frombuffer(self._rows, np.uint8)]


def _natural(word: str) -> tuple[int, float, str]:
    try:
        return 0, _float(word), word
    except ValueError:
        return 1, 0.0, word


def _scaling(name: str, values: Floats) -> Scaling:
    low, high = float(values.min()), float(values.max())
    half = high / 2.0 - low / 2.0
    return Scaling(name, low / 2.0 + high / 2.0, half if half > 0 else 1.0)


def _kind(cells: list[str]) -> str:
    filled = [cell for cell in cells if cell]
    if not filled:
        return "text"
    distinct = set(filled)
    try:
        values = {_float(cell) for cell in distinct}
    except ValueError:
        few = len(distinct) <= min(MAX_CLASSES, max(2, len(filled) // 2))
        return "class" if few else "text"
    whole = all(v == v and abs(v) < 1e6 and v == int(v) for v in values)
    few = len(distinct) <= 10 and len(filled) >= 3 * len(distinct)
    return "class" if whole and few else "number"


def _has_header(rows: list[tuple[str, ...]]) -> bool:
    """A header is a first row without numbers above a row that has some."""

    def numeric(row: tuple[str, ...]) -> int:
        return sum(_natural(cell)[0] == 0 for cell in row)

    if len(rows) == 1:
        return numeric(rows[0]) == 0
    return numeric(rows[0]) == 0 and any(numeric(row) for row in rows[1:])


def _name(source: Path | str) -> str:
    return source.name if isinstance(source, Path) else "pasted text"


def _size(source: Path | str) -> int:
    return source.stat().st_size if isinstance(source, Path) else len(source.encode())
