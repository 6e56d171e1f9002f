"""Own data from CSV and TSV: a preview with guessed types, then the chosen columns.

Two passes keep memory flat for a million rows: `preview` looks at the first rows,
`load` streams the file and keeps only what was chosen. A mistake is told with file,
line, column and reason.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from core.arrays import Floats
from core.errors import BadInput, shown
from core.problems.points import MAX_CLASSES, Points

MAX_ROWS = 1_000_000
MAX_COLUMNS = 1000
PREVIEW_ROWS = 200
_DELIMITERS = ",;\t|"

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
class Scaling:
    """How a column was brought to the plane: ``(value − middle) / half``."""

    name: str
    middle: float
    half: float

    def __str__(self) -> str:
        if self.middle == 0.0 and self.half == 255.0:
            return f"{self.name}: 0 … 255 → 0 … 1"
        low, high = self.middle - self.half, self.middle + self.half
        return f"{self.name}: {low:.3g} … {high:.3g} → −1 … 1".replace(": -", ": −")


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A problem made of the chosen columns."""

    problem: Points
    scalings: tuple[Scaling, ...]  # of the inputs, then of values that needed it
    rows: int


def preview(source: Path | str) -> Preview:
    """Look at the first rows of a file (a path) or of pasted text (a string)."""
    name = _name(source)
    with _opened(source) as stream:
        head = stream.read(1 << 16)
    if not head.strip():
        raise BadInput(f"{name}: the file must hold rows, got an empty one")
    if "\0" in head:
        raise BadInput(f"{name}: the file must be text, got zero bytes")
    delimiter = _delimiter(head)
    rows = []
    with _opened(source) as stream:
        for _, row in _rows(stream, delimiter, name):
            rows.append(tuple(cell.strip() for cell in row))
            if len(rows) > PREVIEW_ROWS:
                break
    width = len(rows[0])
    header = _has_header(rows)
    names = rows[0] if header else tuple(f"column {i + 1}" for i in range(width))
    body = rows[1:] if header else rows
    if not body:
        raise BadInput(f"{name}: line 2 must hold the first row, got only a header")
    columns = []
    for i in range(width):
        cells = [row[i] for row in body if i < len(row)]
        columns.append(
            Column(names[i] or f"column {i + 1}", _kind(cells), tuple(cells[:3]))
        )
    return Preview(name, delimiter, header, tuple(columns), tuple(body[:20]))


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
    x = np.array([numbers[c] for c in choice.inputs], dtype=np.float64).T
    scalings = tuple(
        _scaling(found.columns[c].name, x[:, i]) for i, c in enumerate(choice.inputs)
    )
    for i, scaling in enumerate(scalings):
        x[:, i] = (x[:, i] - scaling.middle) / scaling.half
    if choice.classes:
        column = choice.targets[0]
        names, y = _classes(words[column], found, column)
        problem = Points(x, y, len(names), names)
    else:
        y = np.array([numbers[c] for c in choice.targets], dtype=np.float64).T
        names = [found.columns[c].name for c in choice.targets]
        for i, scaling in enumerate(target_scalings(names, y)):
            y[:, i] = (y[:, i] - scaling.middle) / scaling.half
            scalings += (scaling,)
        problem = Points(x, y)
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
) -> tuple[dict[int, list[float]], dict[int, list[str]]]:
    numbers: dict[int, list[float]] = {c: [] for c in columns if c not in as_text}
    words: dict[int, list[str]] = {c: [] for c in as_text}
    name, width = found.source, len(found.columns)
    total = _size(source)
    count = 0
    with _opened(source) as stream:
        for line, row in _rows(stream, found.delimiter, name):
            if line == 1 and found.header:
                continue
            if len(row) != width:
                raise BadInput(
                    f"{name}: line {line} must have {width} columns, got {len(row)}"
                )
            for c, values in numbers.items():
                values.append(_number(row[c], name, line, found.columns[c].name))
            for c, cells in words.items():
                cells.append(_word(row[c], name, line, found.columns[c].name))
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


def _number(cell: str, name: str, line: int, column: str) -> float:
    try:
        value = float(cell)
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


def _word(cell: str, name: str, line: int, column: str) -> str:
    cell = cell.strip()
    if not cell:
        raise BadInput(
            f"{name}: line {line}, column {column!r} must name a class, "
            "got an empty cell"
        )
    return cell


def _classes(cells: list[str], found: Preview, column: int) -> tuple[list[str], Floats]:
    names, codes = np.unique(np.array(cells), return_inverse=True)
    if len(names) > MAX_CLASSES:
        raise BadInput(
            f"{found.source}: column {found.columns[column].name!r} must name at most "
            f"{MAX_CLASSES} classes, got {len(names)}"
        )
    # Numbers in their order, "10" after "9"; words in theirs.
    order = sorted(range(len(names)), key=lambda i: _natural(str(names[i])))
    rank = np.empty(len(names))
    rank[order] = np.arange(len(names))
    return [str(names[i]) for i in order], rank[codes.ravel()]


def _natural(word: str) -> tuple[int, float, str]:
    try:
        return 0, float(word), word
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
        values = {float(cell) for cell in distinct}
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


def _delimiter(head: str) -> str:
    first = [line for line in head.splitlines() if line.strip()][:20]

    def evenness(delimiter: str) -> tuple[bool, int]:
        counts = [line.count(delimiter) for line in first]
        return min(counts) > 0 and min(counts) == max(counts), min(counts)

    best = max(_DELIMITERS, key=evenness)
    return best if first[0].count(best) else ","


class _Text(io.TextIOWrapper):
    """Text that knows which share of its bytes has been read."""

    def __init__(self, raw: BinaryIO, encoding: str) -> None:
        super().__init__(raw, encoding=encoding, newline="", errors="strict")
        self._raw = raw

    def tell_share(self, total: int) -> float:
        return self._raw.tell() / max(1, total)


@contextmanager
def _opened(source: Path | str) -> Iterator[_Text]:
    if isinstance(source, str):
        stream = _Text(io.BytesIO(source.encode()), "utf-8")
        with stream:
            yield stream
        return
    try:
        with source.open("rb") as raw:
            encoding = _encoding(raw.read(1 << 16))
            raw.seek(0)
            with _Text(raw, encoding) as text:
                yield text
    except OSError as error:
        raise BadInput(f"{source}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{source}: text must be UTF-8, got byte {error.object[error.start]:#04x}"
        ) from None


def _encoding(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        head[:-4].decode("utf-8") if len(head) > 4 else head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.end < len(head) - 8:
            return "cp1252" if _decodes(head, "cp1252") else "latin-1"
    return "utf-8-sig"


def _decodes(head: bytes, encoding: str) -> bool:
    try:
        head.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _rows(stream: _Text, delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with their line numbers; empty lines are passed over."""
    reader = csv.reader(stream, delimiter=delimiter)
    try:
        for row in reader:
            if not row or (len(row) == 1 and not row[0].strip()):
                continue
            if len(row) > MAX_COLUMNS:
                raise BadInput(
                    f"{name}: line {reader.line_num} must have at most {MAX_COLUMNS} "
                    f"columns, got {len(row)}"
                )
            yield reader.line_num, row
    except csv.Error as error:
        raise BadInput(
            f"{name}: line {reader.line_num} must be {_called(delimiter)}-separated "
            f"text, got: {error}"
        ) from None


def _called(delimiter: str) -> str:
    return {",": "comma", ";": "semicolon", "\t": "tab"}.get(delimiter, delimiter)


def _name(source: Path | str) -> str:
    return source.name if isinstance(source, Path) else "pasted text"


def _size(source: Path | str) -> int:
    return source.stat().st_size if isinstance(source, Path) else len(source.encode())
