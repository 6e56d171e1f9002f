"""The rows of a Parquet file, if the package pyarrow is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.disk.table_text import MAX_COLUMNS
from core.errors import BadInput
from core.language import tr

BATCH = 4096
Row = tuple[int, list[str]]


@contextmanager
def parquet_rows(path: Path) -> Iterator[ParquetRows]:
    """The rows of a file; its column names come first, as line 1."""
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise BadInput(
            tr(
                "{name}: Parquet files need the Python package pyarrow, which "
                "is not installed; save the table as CSV instead",
                name=path.name,
            )
        ) from None
    try:
        file = parquet.ParquetFile(path)
    except OSError as error:
        raise _refused(path, error) from None
    except Exception as error:  # pyarrow raises errors of its own
        raise _refused(path, error) from None
    with file:
        yield ParquetRows(path, file)


def _refused(path: Path, error: Exception) -> BadInput:
    said = " ".join(str(error).split()) or type(error).__name__
    return BadInput(
        tr(
            "{name}: must be a Parquet file, got: {said}",
            name=path.name,
            said=f"{said:.120}",
        )
    )


class ParquetRows:
    """Rows of all batches as text, numbers in full precision."""

    def __init__(self, path: Path, file: Any) -> None:
        self._path, self._file = path, file
        self._done = 0

    @property
    def share(self) -> float:
        """The share of the rows that has been read."""
        return min(1.0, self._done / max(1, int(self._file.metadata.num_rows)))

    def __iter__(self) -> Iterator[Row]:
        names = list(self._file.schema_arrow.names)
        if len(names) > MAX_COLUMNS:
            raise BadInput(
                tr(
                    "{name}: must have at most {MAX_COLUMNS} columns, got {count}",
                    name=self._path.name,
                    MAX_COLUMNS=MAX_COLUMNS,
                    count=len(names),
                )
            )
        yield 1, names
        try:
            for batch in self._file.iter_batches(BATCH):
                columns = [_texts(column) for column in batch.columns]
                for row in zip(*columns, strict=True):
                    self._done += 1
                    yield self._done + 1, list(row)
        except Exception as error:  # pyarrow raises errors of its own
            raise _refused(self._path, error) from None


def _texts(column: Any) -> list[str]:
    found = column.to_pylist()
    return ["" if value is None else _text(value) for value in found]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
