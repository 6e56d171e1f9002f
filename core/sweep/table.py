"""The table of a sweep as a CSV file that grows run by run and survives a kill."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from core.disk.atomic import replacing
from core.disk.text import read_text
from core.errors import BadInput, shown, why
from core.sweep.plan import Plan

MAX_BYTES = 64 * 2**20  # of a table that is read back

#: How the columns of results are read back.
_READERS: dict[str, Any] = {
    "seed": int,
    "steps": int,
    "loss": float,
    "test_loss": float,
    "accuracy": float,
    "test_accuracy": float,
    "reached": lambda text: text == "true",
    "steps_to_goal": int,
    "diverged": lambda text: text == "true",
    "parameters_sha256": str,
}


def cell(value: Any) -> str:
    """One value as written in the table; empty for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return json.dumps(value)
    return str(value)


def line(cells: Iterable[Any]) -> str:
    """One line of the file."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([cell(v) for v in cells])
    return out.getvalue()


@contextmanager
def appending(path: Path, plan: Plan, done: Mapping[int, Any]) -> Iterator[Appender]:
    """Write the header and the ``done`` rows, then append new ones."""
    rewrite(path, plan, done)
    try:
        with path.open("a", encoding="utf-8", newline="") as file:
            yield Appender(file, plan)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {why(error)}") from None


class Appender:
    """Appends rows to a table, each flushed to the disk before the next."""

    def __init__(self, file: TextIO, plan: Plan) -> None:
        self._file, self._columns = file, plan.columns

    def add(self, row: Mapping[str, Any]) -> None:
        """Write one row."""
        self._file.write(line(row[name] for name in self._columns))
        self._file.flush()


def rewrite(path: Path, plan: Plan, rows: Mapping[int, Mapping[str, Any]]) -> None:
    """Rewrite the table with its rows in the order of the plan."""
    with replacing(path) as file:
        file.write(line(plan.columns).encode())
        for index in sorted(rows):
            row = rows[index]
            file.write(line(row[name] for name in plan.columns).encode())


def read_done(path: Path, plan: Plan) -> dict[int, dict[str, Any]]:
    """The rows of the plan already in a table, by their number.

    A last line that was cut short is left out, and so are rows of another plan.
    """
    text = read_text(path, str(path), MAX_BYTES)
    whole = text[: text.rfind("\n") + 1]
    try:
        lines = list(csv.reader(io.StringIO(whole)))
    except csv.Error as error:
        raise BadInput(f"{path}: must be a table of a sweep, got: {error}") from None
    if not lines:
        return {}
    if tuple(lines[0]) != plan.columns:
        raise BadInput(
            f"{path}: columns must be those of this sweep, {', '.join(plan.columns)}, "
            f"got {shown(', '.join(lines[0]))}"
        )
    at = len(plan.keys)
    wanted = {
        (
            *(cell(case.settings[key]) for key in plan.keys),
            str(case.scene.run.seed),
        ): case
        for case in plan
    }
    found: dict[int, dict[str, Any]] = {}
    for number, cells in enumerate(lines[1:], start=2):
        case = wanted.get(tuple(cells[: at + 1]))
        if case is None or len(cells) != len(plan.columns):
            continue
        try:
            row = {
                **case.settings,
                **{
                    name: _READERS[name](text) if text else None
                    for name, text in zip(plan.columns[at:], cells[at:], strict=True)
                },
            }
        except ValueError:
            raise BadInput(f"{path}: line {number} must be a row of a sweep") from None
        if (
            row["steps"] != case.steps
            and not row["diverged"]
            and not case.scene.actions
        ):
            raise BadInput(
                f"{path}: line {number} must have made {case.steps} steps to be "
                f"continued, got {row['steps']}"
            )
        found[case.index] = row
    return found
