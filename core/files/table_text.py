"""The rows of a delimited text, one at a time: encodings, delimiters, long lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from core.errors import BadInput

MAX_COLUMNS = 1000
MAX_ROW = 1_000_000  # characters of a row
DELIMITERS = ",;\t|"


def delimiter_of(head: str) -> str:
    """The sign that the first lines of a text have equally often."""
    first = [line for line in head.splitlines() if line.strip()][:20]

    def evenness(delimiter: str) -> tuple[bool, int]:
        counts = [line.count(delimiter) for line in first]
        return min(counts) > 0 and min(counts) == max(counts), min(counts)

    best = max(DELIMITERS, key=evenness)
    return best if first[0].count(best) else ","


class TextStream(io.TextIOWrapper):
    """Text that knows which share of its bytes has been read."""

    def __init__(self, raw: BinaryIO, encoding: str) -> None:
        super().__init__(raw, encoding=encoding, newline="", errors="strict")
        self._raw = raw

    def tell_share(self, total: int) -> float:
        """The share of ``total`` bytes that has been read."""
        return self._raw.tell() / max(1, total)


@contextmanager
def opened(source: Path | str) -> Iterator[TextStream]:
    """A file (a path) or a text (a string), in whatever encoding it came."""
    if isinstance(source, str):
        stream = TextStream(io.BytesIO(source.encode()), "utf-8")
        with stream:
            yield stream
        return
    try:
        with source.open("rb") as raw:
            encoding = _encoding(raw.read(1 << 16))
            raw.seek(0)
            with TextStream(raw, encoding) as text:
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


def rows_of(
    stream: TextStream, delimiter: str, name: str
) -> Iterator[tuple[int, list[str]]]:
    """Rows with their line numbers; empty lines are passed over."""
    lines = _Lines(stream, name)
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        for row in reader:
            lines.row_ends()
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


class _Lines:
    """The lines of a file, of which one row (in quotes: several) is never too long."""

    def __init__(self, stream: TextStream, name: str) -> None:
        self._stream, self._name = stream, name
        self._line = 0
        self._left = MAX_ROW

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._stream.readline(self._left + 1)
        if not line:
            raise StopIteration
        self._line += 1
        self._left -= len(line)
        if self._left < 0:
            raise BadInput(
                f"{self._name}: line {self._line} must have at most {MAX_ROW} "
                "characters in a row, got more"
            )
        return line

    def row_ends(self) -> None:
        """What follows belongs to another row."""
        self._left = MAX_ROW


def _called(delimiter: str) -> str:
    return {",": "comma", ";": "semicolon", "\t": "tab"}.get(delimiter, delimiter)
