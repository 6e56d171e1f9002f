"""Tables that are not text: Excel workbooks and Parquet files."""

from __future__ import annotations

import io
import sys
import zipfile
from datetime import date, datetime

import numpy as np
import pytest
from openpyxl import Workbook

from core.disk import table_excel
from core.errors import BadInput
from core.problems.scaling import unscaled
from core.tables import Choice, guess, load, preview


@pytest.fixture
def workbook(tmp_path):
    book = Workbook()
    book.active.title = "empty"
    sheet = book.create_sheet("flowers")
    sheet.append(["length (cm)", "day", "open", "kind"])
    for i in range(20):
        cell = None if i == 4 else 0.5 * i
        sheet.append([cell, date(2024, 3, i + 1), i % 3 == 0, "ab"[i % 2]])
        if i == 9:
            sheet.append([])
    path = tmp_path / "flowers.xlsx"
    book.save(path)
    return path


def test_the_first_sheet_with_rows_is_read(workbook) -> None:
    found = preview(workbook)
    assert [(c.name, c.kind) for c in found.columns] == [
        *(("length", "number"), ("day", "date"), ("open", "words"), ("kind", "words"))
    ]
    choice = Choice((0, 1, 2), (3,), True)
    table = load(workbook, found, choice)
    assert (table.rows, table.filled) == (20, 1)
    own = unscaled(table.problem.x, table.problem.columns)
    assert own[3, 0] == pytest.approx(1.5)
    assert own[-1, 2] == pytest.approx((date(2024, 3, 20) - date(1970, 1, 1)).days)
    assert [c.name for c in table.problem.columns[3:]] == [
        "open = false",
        "open = true",
    ]


def test_times_and_long_rows_of_a_workbook(tmp_path) -> None:
    book = Workbook()
    book.active.append(["when", "v"])
    book.active.append([datetime(2024, 3, 1, 6, 30), 1.5])
    book.active.append([datetime(2024, 3, 2), 2.5, "too long"])
    book.save(tmp_path / "a.xlsx")
    path = tmp_path / "a.xlsx"
    found = preview(path)
    assert found.rows[0][0] == "2024-03-01 06:30:00"
    with pytest.raises(BadInput, match=r"a.xlsx: line 3 must have 2 columns, got 3"):
        load(path, found, Choice((0,), (1,), False))


def test_what_is_no_workbook_is_refused(tmp_path, monkeypatch, workbook) -> None:
    path = tmp_path / "b.xlsx"
    path.write_bytes(b"PK\3\4 and then nothing")
    with pytest.raises(BadInput, match=r"b.xlsx: must be an Excel workbook"):
        preview(path)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as parts:
        parts.writestr("hello.txt", "no workbook")
    path.write_bytes(stream.getvalue())
    with pytest.raises(BadInput, match=r"b.xlsx: must be an Excel workbook"):
        preview(path)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        preview(tmp_path / "none.xlsx")
    monkeypatch.setattr(table_excel, "MAX_UNPACKED", 1000)
    with pytest.raises(BadInput, match=r"all parts must have at most 1000 bytes"):
        preview(workbook)


def test_parquet_is_read_where_pyarrow_is(tmp_path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    values = [0.1 * i for i in range(30)]
    table = pyarrow.table(
        {
            "1": values,
            "count": [None if i == 3 else i for i in range(30)],
            "kind": ["u" if i % 3 else "v" for i in range(30)],
        }
    )
    parquet.write_table(table, path)
    found = preview(path)
    assert [c.name for c in found.columns] == ["1", "count", "kind"]
    loaded = load(path, found, guess(found))
    own = unscaled(loaded.problem.x, loaded.problem.columns)
    assert np.allclose(own[:, 0], values)
    assert loaded.filled == 1
    path.write_bytes(b"PAR1")
    with pytest.raises(BadInput, match=r"a.parquet: must be a Parquet file, got"):
        preview(path)


def test_without_pyarrow_the_sentence_says_what_to_do(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(BadInput, match=r"need the Python package pyarrow.* as CSV"):
        preview(path)
