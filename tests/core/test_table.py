"""CSV and TSV: guesses, roles, scaling, and mistakes with line and column."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.files.table import Cancelled, Choice, load, preview

IRIS = """length,width,kind
5.1,3.5,setosa
7.0,3.2,versicolor
6.3,3.3,setosa
4.9,3,versicolor
"""


def test_a_header_and_named_classes_are_found() -> None:
    found = preview(IRIS)
    assert [(c.name, c.kind) for c in found.columns] == [
        ("length", "number"),
        ("width", "number"),
        ("kind", "class"),
    ]
    assert found.guess() == Choice((0, 1), (2,), True)
    table = load(IRIS, found, found.guess())
    assert table.problem.class_names == ("setosa", "versicolor")
    assert table.problem.y.tolist() == [0, 1, 0, 1]
    assert table.problem.x.min() == -1.0
    assert table.problem.x.max() == 1.0
    assert str(table.scalings[0]) == "length: 4.9 … 7 → −1 … 1"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_and_no_header(delimiter: str) -> None:
    text = "\n".join(delimiter.join(r) for r in (["1", "2", "3"], ["4", "5", "7.5"]))
    found = preview(text)
    assert (found.delimiter, found.header) == (delimiter, False)
    assert [c.name for c in found.columns] == ["column 1", "column 2", "column 3"]
    table = load(text, found, found.guess())
    assert table.problem.classes == 0
    assert table.problem.y.tolist() == [[3.0], [7.5]]


def test_three_targets_are_a_colour() -> None:
    text = "x,y,r,g,b\n0.1,0.2,0.3,0.4,0.5\n1.5,2.5,0.1,0.2,0.25\n"
    found = preview(text)
    assert found.guess() == Choice((0, 1), (2, 3, 4), False)
    assert load(text, found, found.guess()).problem.y.shape == (2, 3)


def test_numbered_classes_keep_their_order() -> None:
    text = "a,b,c\n" + "\n".join(
        f"{i}.5,{i}.25,{k}" for i, k in enumerate([10, 9, 2] * 4)
    )
    found = preview(text)
    table = load(text, found, found.guess())
    assert table.problem.class_names == ("2", "9", "10")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y,k\n1,2,a\n1,two,b\n", "line 3, column 'y' must be a number, got 'two'"),
        ("x,y,k\n1,2,a\n1,,b\n", "line 3, column 'y' must be a number, got an empty"),
        ("x,y,k\n1,2,a\n1,inf,b\n", "line 3, column 'y' must be finite, got 'inf'"),
        ("x,y,k\n1,2,a\n1,2\n", "line 3 must have 3 columns, got 2"),
        ("x,y,k\n1,2,a\n1,2,\n", "line 3, column 'k' must name a class"),
    ],
)
def test_mistakes_name_line_and_column(text: str, message: str) -> None:
    found = preview(text)
    with pytest.raises(BadInput) as caught:
        load(text, found, Choice((0, 1), (2,), True))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Choice((0, 1, 2), (2,), True), "inputs must be 1 or 2 columns, got 3"),
        (Choice((0, 1), (0,), True), "a column must have one role"),
        (Choice((0, 9), (2,), True), "inputs must be columns from 1 to 3, got 10"),
        (Choice((0,), (1, 2), False), "targets must be 1 or 3 columns, got 2"),
    ],
)
def test_impossible_choices(choice: Choice, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        load(IRIS, preview(IRIS), choice)


def test_files_are_read_in_their_encoding(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        path = tmp_path / f"{encoding}.csv"
        path.write_text("größe,y,k\n1.5,2,ä\n2.5,3,b\n3.5,1,ä\n2,2,b\n", encoding)
        found = preview(path)
        assert found.columns[0].name == "größe"
        assert load(path, found, Choice((0, 1), (2,), True)).problem.classes == 2


def test_missing_empty_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        preview(tmp_path / "none.csv")
    (tmp_path / "empty.csv").write_text("\n\n")
    with pytest.raises(BadInput, match="got an empty one"):
        preview(tmp_path / "empty.csv")
    (tmp_path / "zero.csv").write_bytes(b"a,b\0c\n")
    with pytest.raises(BadInput, match="zero bytes"):
        preview(tmp_path / "zero.csv")


def test_a_large_file_reports_progress_and_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    rng = np.random.default_rng(0)
    np.savetxt(path, rng.normal(size=(60_000, 3)), delimiter=",", fmt="%.4f")
    found, shares = preview(path), []

    def note(share: float) -> bool:
        shares.append(share)
        return True

    table = load(path, found, Choice((0, 1), (2,), False), note)
    assert table.rows == 60_000
    assert shares == sorted(shares)
    assert 0 < shares[0] < 1
    with pytest.raises(Cancelled):
        load(path, found, Choice((0, 1), (2,), False), lambda _: False)


@given(st.text('0123456789.,;\t\n"ab e-|\r', max_size=200))
def test_any_text_is_read_or_refused_cleanly(text: str) -> None:
    problem = None
    try:
        found = preview(text)
        problem = load(text, found, found.guess()).problem
    except BadInput as error:
        problem = None
        message = str(error)
        assert "\n" not in message
    assert problem is None or np.isfinite(problem.x).all()


def test_values_are_brought_to_where_networks_learn():
    colours = "x,y,r,g,b\n" + "".join(f"{i},{-i},{i},{255 - i},7\n" for i in range(9))
    found = preview(colours)
    loaded = load(colours, found, Choice((0, 1), (2, 3, 4), False))
    assert loaded.problem.y[0].tolist() == [0.0, 1.0, 7 / 255]
    assert str(loaded.scalings[-1]) == "b: 0 … 255 → 0 … 1"
    prices = "x,y,price\n" + "".join(f"{i},{-i},{1000 * i}\n" for i in range(9))
    found = preview(prices)
    loaded = load(prices, found, Choice((0, 1), (2,), False))
    assert loaded.problem.y[:, 0].tolist() == [i / 4 - 1 for i in range(9)]
    assert len(loaded.scalings) == 3
    small = "x,y,v\n1,2,0.5\n2,3,-9\n"
    found = preview(small)
    loaded = load(small, found, Choice((0, 1), (2,), False))
    assert loaded.problem.y[:, 0].tolist() == [0.5, -9.0]


@pytest.mark.parametrize("text", ['"', '""', '"\n"', ' "" \n', '"\t"', "\n\n,\n"[:2]])
def test_a_file_of_quotes_alone_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="must hold"):
        preview(text)


@pytest.mark.parametrize("cell", ["1_0", "٣", "1_0.5", "１", "1e1_0", "೪.5"])
def test_only_plain_digits_make_a_number(cell: str) -> None:
    text = "a,b,c\n" + "".join(f"{i}.5,{i},{i}.25\n" for i in range(30))
    found = preview(text)
    spoilt = text.replace("7.5,", f"{cell},")
    with pytest.raises(BadInput, match=r"line 9, column 'a' must be a number"):
        load(spoilt, found, found.guess())
    assert preview(f"a,b\n{cell},1\n{cell},2\n").columns[0].kind != "number"


def test_a_long_class_name_is_refused_and_costs_nothing() -> None:
    import tracemalloc

    name = "x" * 100_000
    rows = "".join("1,2,k\n" for _ in range(50_000))
    text = f"a,b,c\n1,2,{name}\n{rows}"
    found = preview(text)
    tracemalloc.start()
    with pytest.raises(BadInput, match=r"line 2.* at most 200 characters, got 100000"):
        load(text, found, found.guess())
    assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    tracemalloc.reset_peak()
    text = text.replace(name, "y" * 200)
    table = load(text, found, found.guess())
    assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    tracemalloc.stop()
    assert table.problem.class_names == ("k", "y" * 200)
    assert table.problem.y.sum() == 1


def test_a_row_of_any_length_is_refused_before_it_fills_the_memory() -> None:
    text = "a,b\n1" + (',"' + "x" * 99_999 + '\n"') * 40 + "\n"
    with pytest.raises(BadInput, match="1000000 characters in a row"):
        preview(text)
    with pytest.raises(BadInput, match="1000000 characters in a row"):
        preview("a,b\n" + "1," * 600_000)


def test_a_preview_keeps_little_of_a_wide_file() -> None:
    row = ",".join(["y" * 5_000] * 99) + ",1\n"
    found = preview("a," * 99 + "b" * 5_000 + "\n" + row * 50)
    assert sum(len(cell) for line in found.rows for cell in line) < 1_000_000
    assert len(found.columns[-1].name) == 200
    assert found.columns[-1].name.endswith("…")
