"""The rows of a table, whatever kind of file it is: text, Excel or Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from core.disk.table_text import opened, rows_of

Row = tuple[int, list[str]]  # a line number and its cells

EXCEL = (".xlsx", ".xlsm")
PARQUET = (".parquet", ".pq")
TEXT = (".csv", ".tsv", ".txt", ".tab", ".dat", ".data")
#: Extensions of files with tables.
TABLES = (*TEXT, *EXCEL, *PARQUET)


class Rows(Protocol):
    """Rows in order, and the share of the file read so far."""

    @property
    def share(self) -> float:
        """The share of the file that has been read."""
        ...

    def __iter__(self) -> Iterator[Row]: ...


class _TextRows:
    def __init__(self, stream: object, rows: Iterator[Row]) -> None:
        self._stream, self._rows = stream, rows

    @property
    def share(self) -> float:
        return float(getattr(self._stream, "share", 0.0))

    def __iter__(self) -> Iterator[Row]:
        return self._rows


def is_table(path: Path) -> bool:
    """Whether a file of this name contains a table."""
    return path.suffix.lower() in TABLES


def is_text(source: Path | str) -> bool:
    """Whether a table is delimited text; pasted text always is."""
    if isinstance(source, str):
        return True
    return source.suffix.lower() not in (*EXCEL, *PARQUET)


@contextmanager
def opened_rows(source: Path | str, delimiter: str, name: str) -> Iterator[Rows]:
    """All rows of a table; ``delimiter`` matters only for text."""
    if isinstance(source, str) or is_text(source):
        with opened(source) as stream:
            yield _TextRows(stream, rows_of(stream, delimiter, name))
    elif source.suffix.lower() in EXCEL:
        from core.disk.table_excel import excel_rows

        with excel_rows(source) as rows:
            yield rows
    else:
        from core.disk.table_parquet import parquet_rows

        with parquet_rows(source) as rows:
            yield rows
