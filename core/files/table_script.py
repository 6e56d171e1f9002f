"""The part of an exported script that reads rows of the table itself.

Plain numbers need none: `predict` takes them in their own units. Words, dates and gaps
must become numbers first, as when the table was loaded.
"""

from __future__ import annotations

from core.files.trained import About
from core.tables.cells import MISSING

_READ = '''\
def read(rows):
    """Rows of the table as predict reads them: dicts of cells by column name."""
    found = []
    for row in rows:
        numbers = []
        for (column, kind, word), usual in zip(inputs, usual_values):
            cell = "" if row.get(column) is None else str(row[column]).strip()
            gap = cell.lower() in missing
            if kind == "word":
                numbers.append(float(cell == word))
            elif kind == "missing":
                numbers.append(float(gap))
            elif gap:
                numbers.append(usual)
            elif kind == "date":
                since = datetime.fromisoformat(cell) - datetime(1970, 1, 1)
                numbers.append(since.total_seconds() / 86400)
            else:
                numbers.append(float(cell))
        found.append(numbers)
    return ARRAY
'''


def reads_rows(about: About) -> bool:
    """Whether some input is not a plain number of the table."""
    return any(column.kind != "number" for column in about.columns)


def reading_lines(about: About, make: str) -> list[str]:
    """A function that turns rows of the table into inputs."""
    inputs = [(c.source, c.kind, c.word) for c in about.columns]
    usual = [c.middle for c in about.columns]
    return [
        "# Of each input: the table's column, its kind, and which word of it.",
        f"inputs = {inputs!r}",
        f"usual_values = {usual!r}",
        f"missing = {sorted(MISSING)!r}",
        "",
        "",
        *_READ.replace("ARRAY", make.format("found")).splitlines(),
        "",
        "",
    ]
