"""The chosen columns of every row, as a problem.

The file is streamed into blocks of rows, of float32 when there are many. They are
standardised one by one, in place; for words and flags each gives way to a wider one. So
reading takes little more memory than its result (ADR 26).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.arrays import Floats, mapped
from core.disk.sheet import opened_rows
from core.errors import BadInput, shown
from core.language import tr
from core.limits import MAX_CELLS
from core.numbers import shown_count
from core.problems.points import MAX_CLASSES, Points
from core.problems.rows import BLOCK_ROWS, Rows
from core.problems.scaling import Scaling, scaled
from core.tables.cells import (
    CellError,
    Ways,
    dates,
    is_missing_word,
    is_number,
    numbers,
)
from core.tables.first_look import MAX_NAME, Preview
from core.tables.growing import Grown
from core.tables.roles import DROP, MAX_INPUTS, Choice, check

MAX_ROWS = 10_000_000
CELLS_AT_ONCE = 250_000  # that are held as text
#: Numbers of a table up to which they are kept in double precision.
DOUBLE_CELLS = 2_000_000
LARGEST = 1e38  # that fits float32

Progress = Callable[[float], bool]  # share done → whether to continue


class Cancelled(Exception):
    """The user cancelled; nothing was changed."""


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A problem made from the chosen columns."""

    problem: Points
    scalings: tuple[Scaling, ...]  # of the inputs, then of values that needed it
    rows: int
    dropped: int = 0  # rows left out because of gaps
    filled: int = 0  # gaps that were filled

    @property
    def sentence(self) -> str:
        """How many rows there are, and what happened to gaps."""
        words = [tr("{rows} rows", rows=shown_count(self.rows))]
        if self.dropped:
            words.append(
                tr(
                    "{dropped} left out because of gaps",
                    dropped=shown_count(self.dropped),
                )
            )
        if self.filled:
            words.append(tr("{filled} gaps filled", filled=shown_count(self.filled)))
        return ", ".join(words)


def load(
    source: Path | str,
    found: Preview,
    choice: Choice,
    progress: Progress | None = None,
) -> LoadedTable:
    """Read the chosen columns of every row."""
    check(found, choice)
    table = _Table(found, choice)
    _stream(source, found, table, progress)
    return table.loaded()


def _stream(
    source: Path | str, found: Preview, table: _Table, progress: Progress | None
) -> None:
    name, width = found.source, len(found.columns)
    lines: list[int] = []
    rows: list[list[str]] = []
    first = found.header
    at_once = max(1, min(BLOCK_ROWS, CELLS_AT_ONCE // width))
    with opened_rows(source, found.delimiter, name) as stream:
        for line, row in stream:
            if first:
                first = False
                continue
            if len(row) != width:
                raise BadInput(
                    tr(
                        "{name}: line {line} must have {width} columns, got {count}",
                        name=name,
                        line=line,
                        width=width,
                        count=len(row),
                    )
                )
            lines.append(line)
            rows.append(row)
            if len(rows) == at_once:
                table.take(lines, rows)
                lines, rows = [], []
                if progress is not None and not progress(stream.share):
                    raise Cancelled
    if rows:
        table.take(lines, rows)


class _Table:
    """Rows read so far: numbers, and indices for words."""

    def __init__(self, found: Preview, choice: Choice) -> None:
        self._found, self._choice = found, choice
        self._used = (*choice.inputs, *choice.targets)
        readers = {"number": _Numbers, "date": _Dates, "words": _Words}
        self._columns: list[_Column] = [
            readers[choice.kind(found, c)](found, c, c in choice.targets)
            for c in self._used
        ]
        self._x = Grown(len(choice.inputs), DOUBLE_CELLS)
        self._y = Grown(len(choice.targets), DOUBLE_CELLS)
        self._dropped = 0

    def take(self, lines: list[int], rows: list[list[str]]) -> None:
        """The next rows of the file."""
        cells = list(zip(*rows, strict=True))
        values = np.empty((len(rows), len(self._used)))
        for i, (c, column) in enumerate(zip(self._used, self._columns, strict=True)):
            values[:, i] = column.read(cells[c], lines)
        count = len(self._choice.inputs)
        gaps = np.isnan(values)
        looked = gaps if self._choice.missing == DROP else gaps[:, count:]
        # A row without its target cannot be used.
        kept = np.asarray(~looked.any(axis=1))
        self._dropped += len(kept) - int(kept.sum())
        if not kept.all():
            values, lines = (
                values[kept],
                [n for n, k in zip(lines, kept, strict=True) if k],
            )
        self._check_size(self._x.rows + len(values), values, lines)
        self._x.add(values[:, :count])
        self._y.add(values[:, count:])

    def _check_size(self, rows: int, values: Floats, lines: list[int]) -> None:
        width = len(self._used)
        if rows > MAX_ROWS or rows * width > MAX_CELLS:
            most = min(MAX_ROWS, MAX_CELLS // width)
            raise BadInput(
                tr(
                    "{source}: rows must be at most {most} for {width} "
                    "columns, got more at line {lines}",
                    source=self._found.source,
                    most=most,
                    width=width,
                    lines=lines[-1],
                )
            )
        if rows * width > DOUBLE_CELLS:
            bad = np.argwhere(np.abs(values) > LARGEST)
            for row, column in bad[:1].tolist():
                raise BadInput(
                    tr(
                        "{source}: line {lines}, column {name} must be within "
                        "{LARGEST} of the first row in a table this large, got "
                        "{values} more",
                        source=self._found.source,
                        lines=lines[row],
                        name=f"{self._columns[column].name!r}",
                        LARGEST=f"{LARGEST:g}",
                        values=f"{values[row, column]:g}",
                    )
                )

    def loaded(self) -> LoadedTable:
        """The problem; consumes the rows read so far."""
        found, choice = self._found, self._choice
        if not self._x.rows:
            raise BadInput(
                tr(
                    "{source}: must contain a row without gaps, got {dropped} rows, "
                    "all with gaps",
                    source=found.source,
                    dropped=self._dropped,
                )
            )
        raw, y = self._x.done(), np.concatenate(self._y.done())
        inputs = self._columns[: len(choice.inputs)]
        for i, column in enumerate(inputs):
            column.settle([block[:, i] for block in raw])
        scalings = tuple(s for column in inputs for s in column.scalings())
        if len(scalings) > MAX_INPUTS:
            widest = max(inputs, key=lambda column: len(column.scalings()))
            raise BadInput(
                tr(
                    "{source}: all columns must make at most {MAX_INPUTS} "
                    "inputs, got {count}, of them {count2} from the words of "
                    "column {name}",
                    source=found.source,
                    MAX_INPUTS=MAX_INPUTS,
                    count=len(scalings),
                    count2=len(widest.scalings()),
                    name=f"{widest.name!r}",
                )
            )
        x = Rows(_seen(raw, inputs, len(scalings)))
        problem, more = self._problem(x, y, scalings)
        filled = sum(column.gaps for column in inputs)
        return LoadedTable(problem, scalings + more, len(x), self._dropped, filled)

    def _problem(
        self, x: Rows, y: Floats, scalings: tuple[Scaling, ...]
    ) -> tuple[Points, tuple[Scaling, ...]]:
        columns = self._columns[len(self._choice.inputs) :]
        if self._choice.classes:
            words = columns[0]
            assert isinstance(words, _Words)
            names, numbers_ = words.classes(y[:, 0])
            if len(names) < 2:
                raise BadInput(
                    tr(
                        "{source}: column {name} must name at least 2 classes, "
                        "got {shown}",
                        source=self._found.source,
                        name=f"{words.name!r}",
                        shown=", ".join(map(shown, names)),
                    )
                )
            y = numbers_[:, None].astype(x.dtype)
            return Points(x, y, len(names), names, columns=scalings), ()
        y = y.astype(np.float64) + [column.reference for column in columns]
        names = [column.name for column in columns]
        units = [column.unit for column in columns]
        targets = target_scalings(names, y, units)
        y = scaled(y, targets).astype(x.dtype)
        plain = (Scaling(n, unit=u) for n, u in zip(names, units, strict=True))
        known = targets or tuple(plain)
        return Points(x, y, columns=scalings, target_columns=known), targets


def _seen(raw: list[Floats], inputs: Sequence[_Column], width: int) -> list[Floats]:
    """Blocks as network inputs, in place where every column is one input."""
    rows = sum(map(len, raw))
    kind = np.float64 if rows * width <= DOUBLE_CELLS else np.float32
    for number, before in enumerate(raw):
        after = before
        if width != before.shape[1]:
            after = mapped((width, len(before)), kind).T
        at = 0
        for i, column in enumerate(inputs):
            wide = len(column.scalings())
            column.fill(after[:, at : at + wide], before[:, i])
            at += wide
        raw[number] = after
    return raw


def target_scalings(
    names: list[str], y: Floats, units: Sequence[str] = ()
) -> tuple[Scaling, ...]:
    """How target values are scaled for the network; empty if they need no scaling.

    Colours as bytes become 0 … 1; a value beyond −10 … 10 becomes −1 … 1.
    """
    low, high = float(y.min()), float(y.max())
    units = units or [""] * len(names)
    if len(names) == 3 and low >= 0.0 and 1.0 < high <= 255.0:
        return tuple(Scaling(name, 0.0, 255.0) for name in names)
    if len(names) == 1 and max(abs(low), abs(high)) > 10.0:
        half = high / 2.0 - low / 2.0
        middle = low / 2.0 + high / 2.0
        return (Scaling(names[0], middle, half if half > 0 else 1.0, units[0]),)
    return ()


class _Column:
    """A column while it is read, and the inputs it becomes."""

    def __init__(self, found: Preview, column: int, target: bool) -> None:
        about = found.columns[column]
        self.name, self.unit = about.name, about.unit
        self._source, self._ways, self._target = found.source, found.ways, target
        self.reference = 0.0  # subtracted from every number, so that float32 suffices
        self.gaps = 0
        self._begun = False

    def read(self, cells: Sequence[str], lines: list[int]) -> Floats:
        """Numbers for cells, NaN for gaps; a bad cell is named."""
        try:
            values = self._values(cells, self._ways)
        except CellError as error:
            cell = cells[error.place]
            raise BadInput(
                tr(
                    "{source}: line {lines}, column {name} must {error}, got {cell}",
                    source=self._source,
                    lines=lines[error.place],
                    name=f"{self.name!r}",
                    error=error,
                    cell=shown(cell),
                )
            ) from None
        if not self._begun:
            known = values[~np.isnan(values)]
            if len(known):
                self.reference, self._begun = float(known[0]), True
        return values - self.reference

    def _values(self, cells: Sequence[str], ways: Ways) -> Floats:
        raise NotImplementedError

    def settle(self, blocks: Sequence[Floats]) -> None:
        """Work out what depends on all rows."""
        self.gaps = _gaps(blocks)
        known = sum(map(len, blocks)) - self.gaps
        if not known:
            raise BadInput(
                tr(
                    "{source}: column {name} must contain values, got none",
                    source=self._source,
                    name=f"{self.name!r}",
                )
            )
        sums = (float(np.nansum(p, dtype=np.float64)) for p in blocks)
        self._mean = sum(sums) / known
        with np.errstate(over="ignore"):
            squares = sum(
                float(np.nansum(np.square(p.astype(np.float64) - self._mean)))
                for p in blocks
            )
        spread = float(np.sqrt(squares / known))
        self._spread = spread if spread > 0.0 else 1.0

    def scalings(self) -> list[Scaling]:
        """The inputs that the column becomes."""
        raise NotImplementedError

    def fill(self, out: Floats, values: Floats) -> None:
        """Write the network's inputs for ``values`` into ``out`` (rows, inputs)."""
        raise NotImplementedError

    def _flag(self) -> Scaling:
        title = tr("{name} is missing", name=self.name)
        return Scaling(title, kind="missing", column=self.name)


class _Numbers(_Column):
    """Standardised numbers, with a flag where some are missing."""

    kind = "number"

    def _values(self, cells: Sequence[str], ways: Ways) -> Floats:
        return numbers(cells, ways.decimal)

    def scalings(self) -> list[Scaling]:
        middle = self.reference + self._mean
        made = [Scaling(self.name, middle, self._spread, self.unit, self.kind)]
        return [*made, self._flag()] if self.gaps else made

    def fill(self, out: Floats, values: Floats) -> None:
        gaps = np.isnan(values)
        out[:, 0] = (values.astype(np.float64) - self._mean) / self._spread
        if self.gaps:
            out[gaps, 0] = 0.0  # the mean
            out[:, 1] = gaps


class _Dates(_Numbers):
    """Dates as standardised days."""

    kind = "date"

    def _values(self, cells: Sequence[str], ways: Ways) -> Floats:
        return dates(cells, ways.day_first)


class _Words(_Column):
    """Words: each is stored once and rows have its index; inputs are one-hot."""

    def __init__(self, found: Preview, column: int, target: bool) -> None:
        super().__init__(found, column, target)
        self._numbers: dict[str, int] = {}
        self._begun = True
        self._most = MAX_CLASSES if target else MAX_INPUTS

    def _values(self, cells: Sequence[str], ways: Ways) -> Floats:
        values = np.empty(len(cells))
        known = self._numbers.get
        for i, cell in enumerate(cells):
            word = cell.strip()
            found = known(word)
            values[i] = self._new(word, i) if found is None else found
        return values

    def _new(self, word: str, place: int) -> float:
        if is_missing_word(word):
            return np.nan
        word = " ".join(word.split())
        if len(word) > MAX_NAME:
            raise CellError(
                tr(
                    "be a word of at most {MAX_NAME} characters (this one has {count})",
                    MAX_NAME=MAX_NAME,
                    count=len(word),
                ),
                place,
            )
        if word not in self._numbers and len(self._numbers) == self._most:
            what = "classes" if self._target else tr("different words")
            raise CellError(
                tr("contain at most {most} {what}", most=self._most, what=what), place
            )
        return self._numbers.setdefault(word, len(self._numbers))

    def settle(self, blocks: Sequence[Floats]) -> None:
        self.gaps = _gaps(blocks)
        self._order, self._rank = self._sorted()

    def _sorted(self) -> tuple[list[str], Floats]:
        # Numbers in their order, "10" after "9"; words in theirs.
        decimal = self._ways.decimal
        names = sorted(self._numbers, key=lambda word: _natural(word, decimal))
        rank = np.empty(len(names))
        rank[[self._numbers[name] for name in names]] = np.arange(len(names))
        return names, rank

    def scalings(self) -> list[Scaling]:
        made = [
            Scaling(f"{self.name} = {word}", kind="word", column=self.name, word=word)
            for word in self._order
        ]
        return [*made, self._flag()] if self.gaps else made

    def fill(self, out: Floats, values: Floats) -> None:
        gaps = np.isnan(values)
        out[...] = 0.0
        rows = np.flatnonzero(~gaps)
        out[rows, self._rank[values[rows].astype(np.int64)].astype(np.int64)] = 1.0
        if self.gaps:
            out[gaps, -1] = 1.0

    def classes(self, values: Floats) -> tuple[list[str], Floats]:
        """All names in order and the class number of every row."""
        names, rank = self._sorted()
        return names, rank[values.astype(np.int64)]


def _gaps(blocks: Sequence[Floats]) -> int:
    return sum(int(np.isnan(block).sum()) for block in blocks)


def _natural(word: str, decimal: str) -> tuple[int, float, str]:
    if is_number(word, decimal):
        return 0, float(numbers([word], decimal)[0]), word
    return 1, 0.0, word
