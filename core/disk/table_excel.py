"""The rows of the first non-empty sheet of an Excel workbook."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from core.disk.table_text import MAX_COLUMNS
from core.errors import BadInput, shown
from core.language import tr

MAX_FILE = 200 * 2**20  # bytes on the disk
MAX_UNPACKED = 2**30  # bytes of all parts unpacked
MAX_WORDS = 128 * 2**20  # bytes of the part that is read as a whole
Row = tuple[int, list[str]]


@contextmanager
def excel_rows(path: Path) -> Iterator[ExcelRows]:
    """The rows of a workbook, read one at a time; values, not formulas."""
    _check(path)
    from openpyxl import load_workbook

    # Opened here, because the package leaves files it cannot read open.
    with path.open("rb") as raw, catch_warnings():
        simplefilter("ignore")
        try:
            book = load_workbook(raw, read_only=True, data_only=True, keep_links=False)
        except Exception as error:  # the package raises many kinds
            raise _refused(path, error) from None
        with closing(book):
            yield ExcelRows(path, book)


def _check(path: Path) -> None:
    """Reject what is not a workbook, or would fill the memory once unpacked."""
    try:
        size = path.stat().st_size
        if size > MAX_FILE:
            raise BadInput(
                tr(
                    "{name}: must have at most {MAX_FILE} bytes, got {size}",
                    name=path.name,
                    MAX_FILE=MAX_FILE,
                    size=size,
                )
            )
        with zipfile.ZipFile(path) as parts:
            infos = parts.infolist()
    except OSError as error:
        raise BadInput(
            tr("{path}: cannot be read: {strerror}", path=path, strerror=error.strerror)
        ) from None
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        raise _refused(path, error) from None
    total = sum(info.file_size for info in infos)
    whole = sum(i.file_size for i in infos if "worksheets/" not in i.filename)
    for what, bytes_, most in (
        ("all", total, MAX_UNPACKED),
        ("shared", whole, MAX_WORDS),
    ):
        if bytes_ > most:
            raise BadInput(
                tr(
                    "{name}: {what} parts must have at most {most} bytes "
                    "unpacked, got {bytes}",
                    name=path.name,
                    what=what,
                    most=most,
                    bytes=bytes_,
                )
            )


def _refused(path: Path, error: Exception) -> BadInput:
    said = " ".join(str(error).split()) or type(error).__name__
    return BadInput(
        tr(
            "{name}: must be an Excel workbook (.xlsx), got: {said}",
            name=path.name,
            said=f"{said:.120}",
        )
    )


class ExcelRows:
    """Rows of the first non-empty sheet; ``share`` uses the file's own row count."""

    def __init__(self, path: Path, book: Any) -> None:
        self._path, self._book = path, book
        self._done, self._total = 0, 0

    @property
    def share(self) -> float:
        """The share of the sheet that has been read."""
        return min(1.0, self._done / self._total) if self._total else 0.0

    def __iter__(self) -> Iterator[Row]:
        try:
            for sheet in self._book.worksheets:
                self._total = sheet.max_row or 0
                sheet.reset_dimensions()  # what a file states may be wrong
                found = False
                for row in self._rows(sheet):
                    found = True
                    yield row
                if found:
                    return
        except BadInput:
            raise
        except Exception as error:  # a part may contain any XML
            raise _refused(self._path, error) from None

    def _rows(self, sheet: Any) -> Iterator[Row]:
        width = 0
        for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
            self._done = number
            cells = [_text(value) for value in values]
            while cells and not cells[-1]:
                cells.pop()
            if not cells:
                continue
            if len(cells) > MAX_COLUMNS:
                raise BadInput(
                    tr(
                        "{name}: line {number} must have at most {MAX_COLUMNS} "
                        "columns, got {count}",
                        name=self._path.name,
                        number=number,
                        MAX_COLUMNS=MAX_COLUMNS,
                        count=len(cells),
                    )
                )
            width = width or len(cells)
            yield number, cells + [""] * (width - len(cells))


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, datetime):
        midnight = value.time() == time()
        return value.date().isoformat() if midnight else value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    return shown(str(value))[1:-1]
