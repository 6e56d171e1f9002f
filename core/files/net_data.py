"""Data for a NET.json from a separate file: JSON, or a table with the inputs first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.disk.fields import Field
from core.disk.sheet import opened_rows
from core.disk.text import MAX_JSON, parse_json, read_text
from core.errors import BadInput, shown
from core.tables import preview

MAX_DATA_ROWS = 200_000


def data_of(path: str, inputs: int | None, classes: Sequence[str]) -> Field:
    """``x`` and ``y`` from a file, as the reader of NET.json expects them."""
    if path.lower().endswith(".json"):
        text = read_text(Path(path), path, MAX_JSON)
        document = Field(path, "", parse_json(text, path)).keys()
        return document.get("data") or document
    found = preview(Path(path))
    width = len(found.columns)
    count = width - 1 if inputs is None else inputs
    if not 1 <= count < width:
        raise BadInput(
            f"{path}: a table must have {count} columns of inputs and then targets, "
            f"got {width} columns"
        )
    x: list[list[float]] = []
    y: list[Any] = []
    header = found.header
    with opened_rows(Path(path), found.delimiter, path) as rows:
        for line, row in rows:
            if header:
                header = False
                continue
            cells = [cell.strip() for cell in row]
            numbers = [_number(path, line, cell) for cell in cells[:count]]
            targets = [_target(path, line, cell, classes) for cell in cells[count:]]
            x.append(numbers)
            y.append(targets[0] if len(targets) == 1 else targets)
            if len(x) > MAX_DATA_ROWS:
                raise BadInput(f"{path}: must have at most {MAX_DATA_ROWS} rows")
    return Field(path, "data", {"x": x, "y": y})


def _number(path: str, line: int, cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        raise BadInput(
            f"{path}: line {line} must contain numbers, got {shown(cell)}"
        ) from None


def _target(path: str, line: int, cell: str, classes: Sequence[str]) -> float | int:
    if cell in classes:
        return list(classes).index(cell)
    value = _number(path, line, cell)
    return int(value) if value.is_integer() else value
