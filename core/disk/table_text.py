"""The rows of a delimited text, one at a time: encodings, delimiters, long lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from core.errors import BadInput
from core.language import tr

MAX_COLUMNS = 1100  # 1,024 inputs and some that are not used
MAX_ROW = 1_000_000  # characters of a row
DELIMITERS = "\t;|,"  # in this order: a decimal comma is not a delimiter
BLANK = " "  # any number of blanks in a row
COMMENT = "#"
HEAD = 1 << 16  # bytes or characters from which the format is guessed
SAMPLES = 24  # places of a long file examined besides its beginning
SAMPLE_BYTES = 1 << 13


def delimiter_of(head: str) -> str:
    """The delimiter that splits the first lines of a text into equally many cells."""
    lines = head.splitlines()
    if len(head) >= HEAD and len(lines) > 1:
        lines.pop()  # cut off somewhere
    first = [line for line in lines if line.strip() and line.lstrip()[:1] != COMMENT]
    first = first[:20] or [head[:100]]
    for delimiter in DELIMITERS:
        widths = _widths(first, delimiter)
        if widths and min(widths) == max(widths) > 1:
            return delimiter
    if _by_blanks(first):
        return BLANK

    def evenness(delimiter: str) -> tuple[bool, int]:
        counts = [line.count(delimiter) for line in first]
        return min(counts) > 0, min(counts)

    best = max(DELIMITERS, key=evenness)
    return best if first[0].count(best) else ","


def _widths(lines: list[str], delimiter: str) -> list[int]:
    """The number of cells in each row; empty for an unclosed quote."""
    try:
        return [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error:
        return []


def _by_blanks(lines: list[str]) -> bool:
    """Whether blanks split the lines into equally many cells, most of them numbers."""
    rows = [line.split() for line in lines]
    if min(map(len, rows)) != max(map(len, rows)) or len(rows[0]) < 2:
        return False
    body = rows[1:] or rows
    cells = [cell for row in body for cell in row]
    signs = sum(cell[0].isdigit() or cell[0] in "+-." for cell in cells)
    return 2 * signs >= len(cells)


class TextStream(io.TextIOWrapper):
    """Text that tracks which share of its bytes has been read."""

    def __init__(self, raw: BinaryIO, encoding: str, total: int) -> None:
        super().__init__(raw, encoding=encoding, newline="", errors="strict")
        self._raw, self._total = raw, total

    @property
    def share(self) -> float:
        """The share of all bytes that has been read."""
        return min(1.0, self._raw.tell() / max(1, self._total))


@contextmanager
def opened(source: Path | str) -> Iterator[TextStream]:
    """Open a file (a path) or a text (a string), detecting the encoding."""
    if isinstance(source, str):
        data = source.encode("utf-8", "replace")
        stream = TextStream(io.BytesIO(data), "utf-8", len(data))
        with stream:
            yield stream
        return
    try:
        with source.open("rb") as raw:
            encoding = _encoding(raw.read(HEAD))
            total = raw.seek(0, io.SEEK_END)
            raw.seek(0)
            with TextStream(raw, encoding, total) as text:
                yield text
    except OSError as error:
        raise BadInput(
            tr(
                "{source}: cannot be read: {strerror}",
                source=source,
                strerror=error.strerror,
            )
        ) from None
    except UnicodeDecodeError as error:
        raise BadInput(
            tr(
                "{source}: text must be UTF-8, got byte {object}",
                source=source,
                object=f"{error.object[error.start]:#04x}",
            )
        ) from None


def _encoding(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) > len(head) // 5 and min(even, odd) * 20 < max(even, odd):
        return "utf-16-be" if even > odd else "utf-16-le"  # without its mark
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


def rows_of(
    stream: TextStream, delimiter: str, name: str
) -> Iterator[tuple[int, list[str]]]:
    """Rows with their line numbers; empty lines and comments are skipped."""
    lines = _Lines(stream, name, delimiter == BLANK)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=delimiter == BLANK)
    try:
        for row in reader:
            lines.row_ends()
            if not row or (len(row) == 1 and not row[0].strip()):
                continue
            if len(row) > MAX_COLUMNS:
                raise BadInput(
                    tr(
                        "{name}: line {number} must have at most {MAX_COLUMNS} "
                        "columns, got {count}",
                        name=name,
                        number=lines.number,
                        MAX_COLUMNS=MAX_COLUMNS,
                        count=len(row),
                    )
                )
            yield lines.number, row
    except csv.Error as error:
        raise BadInput(
            tr(
                "{name}: line {number} must be {called}-separated text, got: {error}",
                name=name,
                number=lines.number,
                called=_called(delimiter),
                error=error,
            )
        ) from None


class _Lines:
    """The lines of a file, with a limit on the length of a row (quoted: many lines)."""

    def __init__(self, stream: TextStream, name: str, stripped: bool) -> None:
        self._stream, self._name, self._stripped = stream, name, stripped
        self._left = MAX_ROW
        self._begins = True
        self.number = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._read()
        # Inside quotes a line may start with anything.
        while self._begins and line.lstrip()[:1] == COMMENT:
            self._left = MAX_ROW
            line = self._read()
        self._begins = False
        return line.strip(" \t\r\n") + "\n" if self._stripped else line

    def _read(self) -> str:
        line = self._stream.readline(self._left + 1)
        if not line:
            raise StopIteration
        self.number += 1
        self._left -= len(line)
        if self._left < 0:
            raise BadInput(
                tr(
                    "{name}: line {number} must have at most {MAX_ROW} "
                    "characters in a row, got more",
                    name=self._name,
                    number=self.number,
                    MAX_ROW=MAX_ROW,
                )
            )
        return line

    def row_ends(self) -> None:
        """Start counting the next row."""
        self._left = MAX_ROW
        self._begins = True


def named_in_comment(head: str, delimiter: str, width: int) -> list[str]:
    """Column names, if the last comment before the rows has them."""
    last = ""
    for line in head.splitlines():
        if line.strip() and line.lstrip()[:1] != COMMENT:
            break
        last = line.strip() or last
    words = last.lstrip(COMMENT + " ")
    names = words.split() if delimiter == BLANK else words.split(delimiter)
    return [name.strip() for name in names] if len(names) == width > 1 else []


def rows_further_on(source: Path, delimiter: str, width: int) -> list[list[str]]:
    """Some rows from all over a long file, which may be sorted."""
    size = source.stat().st_size
    if size < 2 * SAMPLES * SAMPLE_BYTES or delimiter == BLANK:
        return []
    found: list[list[str]] = []
    with source.open("rb") as raw:
        encoding = _encoding(raw.read(HEAD))
        if encoding.startswith("utf-16"):
            return []
        for i in range(1, SAMPLES + 1):
            raw.seek(i * (size - SAMPLE_BYTES) // SAMPLES)
            text = raw.read(SAMPLE_BYTES).decode(encoding, "replace")
            lines = text.splitlines()[1:-1]  # both ends may be halves of lines
            try:
                rows = list(csv.reader(lines, delimiter=delimiter))
            except csv.Error:
                continue
            found += [row for row in rows if len(row) == width]
    return found


def _called(delimiter: str) -> str:
    known = {",": "comma", ";": "semicolon", "\t": "tab", " ": "blank"}
    return known.get(delimiter, delimiter)
