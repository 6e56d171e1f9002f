"""Tables: guesses, roles, standardising, and mistakes with line and column."""

from __future__ import annotations

import tracemalloc
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.problems.scaling import unscaled
from core.tables import Cancelled, Choice, guess, load, preview
from core.tables.roles import DROP

IRIS = """length (cm),width [cm],kind
5.1,3.5,setosa
7.0,3.2,versicolor
6.3,3.3,setosa
4.9,3,versicolor
"""


def read(text, **changes):
    found = preview(text)
    return load(text, found, Choice(**changes) if changes else guess(found))


def roles(text) -> dict[str, str]:
    found = preview(text)
    choice = guess(found)
    return {c.name: choice.role(i) for i, c in enumerate(found.columns)}


def test_a_header_units_and_named_classes_are_found() -> None:
    found = preview(IRIS)
    assert [(c.name, c.unit, c.kind) for c in found.columns] == [
        ("length", "cm", "number"),
        ("width", "cm", "number"),
        ("kind", "", "words"),
    ]
    assert guess(found) == Choice((0, 1), (2,), True)
    problem = load(IRIS, found, guess(found)).problem
    assert problem.class_names == ("setosa", "versicolor")
    assert problem.y.tolist() == [0, 1, 0, 1]
    assert problem.x.mean(axis=0) == pytest.approx([0, 0], abs=1e-12)
    assert problem.x.std(axis=0) == pytest.approx([1, 1])
    own = unscaled(problem.x, problem.columns)
    assert own == pytest.approx(np.array([[5.1, 3.5], [7, 3.2], [6.3, 3.3], [4.9, 3]]))
    assert problem.columns[0].label == "length (cm)"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "   "])
def test_delimiters_and_no_header(delimiter: str) -> None:
    text = "\n".join(delimiter.join(r) for r in (["1", "2", "3"], ["4", "5", "7.5"]))
    found = preview(text)
    assert (found.delimiter, found.header) == (delimiter[0], False)
    assert [c.name for c in found.columns] == ["column 1", "column 2", "column 3"]
    table = load(text, found, guess(found))
    assert table.problem.classes == 0
    assert table.problem.y.tolist() == [[3.0], [7.5]]


def body(*columns, rows=30) -> str:
    """Rows of a table whose columns are functions of the row's number."""
    return "".join(",".join(str(f(i)) for f in columns) + "\n" for i in range(rows))


def half(i):
    return i * 0.37 % 5


def ab(i):
    return "ab"[i % 2]


@pytest.mark.parametrize(
    ("header", "columns", "target", "ignored"),
    [
        ("p,q,target", (half, half, ab), "target", []),
        ("y,p,q", (ab, half, half), "y", []),
        ("x,y,kind", (half, half, ab), "kind", []),
        ("x,y", (half, half), "y", []),
        ("Class,p,q", (lambda i: i % 12, half, half), "Class", []),
        (",p,kind", (lambda i: i, half, ab), "kind", ["column 1"]),
        ("Unnamed: 0,p,v", (lambda i: i + 1, half, half), "v", ["Unnamed: 0"]),
        ("n,p,v", (lambda i: i, half, half), "v", []),
        ("p,kind,q", (half, ab, half), "kind", []),
        ("p,note,kind", (half, lambda i: f"a{i}", ab), "kind", ["note"]),
        ("p,same,kind", (half, lambda i: 7, ab), "kind", ["same"]),
        ("p,none,kind", (half, lambda i: "", ab), "kind", ["none"]),
        ("p,kind,price", (half, ab, half), "kind", []),
        ("kind,colour,price", (ab, ab, half), "price", []),
        ("p,q,digit", (half, half, lambda i: i % 3), "digit", []),
    ],
)
def test_roles_are_guessed(header, columns, target, ignored) -> None:
    found = roles(f"{header}\n{body(*columns)}")
    assert [n for n, role in found.items() if role == "target"] == [target]
    assert [n for n, role in found.items() if role == "ignored"] == ignored


def test_a_table_without_names_may_begin_with_its_class_or_an_index() -> None:
    wine = body(lambda i: i % 3 + 1, half, half)
    assert guess(preview(wine)) == Choice((1, 2), (0,), True)
    counted = body(lambda i: i, half, half, half)
    assert guess(preview(counted)).inputs == (1, 2)


def test_words_become_one_hot_and_dates_become_days() -> None:
    text = "colour,day,v\n" + body(
        lambda i: ("red", "blue", "green")[i % 3],
        lambda i: f"2024-03-{i + 1:02}T12:00",
        half,
    )
    problem = read(text, inputs=(0, 1), targets=(2,), classes=False).problem
    assert problem.inputs == 4
    assert problem.x[:3, :3].tolist() == [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    assert [c.name for c in problem.columns[:2]] == ["colour = blue", "colour = green"]
    assert {c.source for c in problem.columns[:3]} == {"colour"}
    days = unscaled(problem.x, problem.columns)[:, 3]
    first = (date(2024, 3, 1) - date(1970, 1, 1)).days
    assert days == pytest.approx(first + 0.5 + np.arange(30))
    assert problem.columns[3].shown(float(days[1])) == "2024-03-02 12:00"


@pytest.mark.parametrize(
    ("cells", "second"),
    [
        (["01.02.2024", "02.02.2024"], "2024-02-02"),
        (["02/01/2024", "02/25/2024"], "2024-02-25"),
        (["13/01/2024", "02/01/2024"], "2024-01-02"),
        (["2024/3/1", "2024/3/9"], "2024-03-09"),
        (["2024-03-01 23:30+02:00", "2024-03-01T01:00-03:00"], "2024-03-01 04:00"),
    ],
)
def test_ways_to_write_a_date(cells, second) -> None:
    rows = "".join(f"{cell};{i}.5\n" for i, cell in enumerate(cells))
    found = preview("day;v\n" + rows)
    assert found.columns[0].kind == "date"
    problem = load("day;v\n" + rows, found, Choice((0,), (1,), False)).problem
    value = unscaled(problem.x, problem.columns)[1, 0]
    assert problem.columns[0].shown(float(value)) == second


GAPS = "a,b,k\n1,2,u\n,3,v\n3,?,u\n5,7,NA\n3,4,v\n"


def test_gaps_are_filled_with_the_mean_and_a_flag() -> None:
    table = read(GAPS, inputs=(0, 1), targets=(2,), classes=True)
    assert [c.name for c in table.problem.columns] == [
        *("a", "a is missing", "b", "b is missing")
    ]
    assert (table.rows, table.dropped, table.filled) == (4, 1, 2)
    assert table.problem.x[1, 0] == 0.0
    assert table.problem.x[:, 1].tolist() == [0, 1, 0, 0]
    assert unscaled(table.problem.x, table.problem.columns)[2, 0] == pytest.approx(3)
    assert "1 left out" in table.sentence


def test_rows_with_gaps_are_dropped_where_that_is_chosen() -> None:
    table = read(GAPS, inputs=(0, 1), targets=(2,), classes=True, missing=DROP)
    assert (table.rows, table.dropped, table.filled) == (2, 3, 0)
    assert table.problem.inputs == 2
    with pytest.raises(BadInput, match="must contain a row without gaps, got 2"):
        read("a,b\n1,\n,2\n", inputs=(0,), targets=(1,), classes=False, missing=DROP)


def test_decimal_commas_thousands_comments_and_fields_of_several_lines() -> None:
    text = (
        "# made by a spreadsheet\n\ngröße;preis;notiz;art\n"
        '1,5;1.234,5;"eins; und\n# zwei";a\n'
        '# nothing\n2,5;10,25;"sagt ""ja""";b\n0,5;1.000;x;a\n2;2,5;y;b\n'
    )
    found = preview(text)
    assert (found.delimiter, found.ways.decimal) == (";", ",")
    problem = load(text, found, Choice((0, 1), (3,), True)).problem
    own = unscaled(problem.x, problem.columns)
    assert own == pytest.approx(
        np.array([[1.5, 1234.5], [2.5, 10.25], [0.5, 1000], [2, 2.5]])
    )
    assert found.rows[0][2] == "eins; und\n# zwei"


def test_a_comment_may_name_the_columns() -> None:
    found = preview("# a b label\n1.5 2 0\n2.5 3 1\n")
    assert [c.name for c in found.columns] == ["a", "b", "label"]
    assert not found.header


def test_the_header_can_be_switched() -> None:
    text = "1,2,a\n3,4,b\n5,6,a\n"
    assert not preview(text).header
    found = preview(text, header=True)
    assert [c.name for c in found.columns] == ["1", "2", "a"]
    assert load(text, found, Choice((0, 1), (2,), True)).rows == 2
    assert load(text, preview(text, False), Choice((0, 1), (2,), True)).rows == 3


def test_equal_names_are_told_apart() -> None:
    assert [c.name for c in preview("a,a,a\n1,2,3\n").columns] == [*("a", "a 2", "a 3")]


def test_three_targets_are_a_colour() -> None:
    text = "x,y,r,g,b\n0.1,0.2,0.3,0.4,0.5\n1.5,2.5,0.1,0.2,0.25\n"
    assert guess(preview(text)) == Choice((0, 1), (2, 3, 4), False)
    assert read(text).problem.y.shape == (2, 3)


def test_numbered_classes_keep_their_order() -> None:
    text = "a,b,c\n" + "\n".join(
        f"{i}.5,{i}.25,{k}" for i, k in enumerate([10, 9, 2] * 4)
    )
    assert read(text).problem.class_names == ("2", "9", "10")
    as_words = read(text, inputs=(0, 2), targets=(1,), classes=False, words=(2,))
    assert as_words.problem.columns[2].name == "c = 9"


MANY = body(half, half, ab)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1,two,b", "line 32, column 'y' must be a number, got 'two'"),
        ("1,inf,b", "line 32, column 'y' must be finite, got 'inf'"),
        ("1,1e999,b", "line 32, column 'y' must be finite, got '1e999'"),
        ('1,"1,5",b', "line 32, column 'y' must be a number, got '1,5'"),
        ("1,2", "line 32 must have 3 columns, got 2"),
        ("1,2," + "k" * 201, "line 32, column 'k' must be a word of at most 200"),
    ],
)
def test_mistakes_name_line_column_value_and_rule(row: str, message: str) -> None:
    text = f"x,y,k\n{MANY}{row}\n"
    with pytest.raises(BadInput) as caught:
        load(text, preview(text), Choice((0, 1), (2,), True))
    assert message in str(caught.value)


def test_more_classes_or_inputs_than_fit_are_refused() -> None:
    text = "x,k\n" + body(half, lambda i: f"w{i}", rows=1100)
    with pytest.raises(BadInput, match=r"line 66, column 'k' must contain at most 64"):
        load(text, preview(text), Choice((0,), (1,), True))
    with pytest.raises(BadInput, match=r"1026, column 'k' must contain at most 1024"):
        load(text, preview(text), Choice((1,), (0,), False))
    few = "x,k,m\n" + body(half, lambda i: f"w{i}", lambda i: f"v{i}", rows=600)
    with pytest.raises(BadInput, match=r"at most 1024 inputs, got 1200, of them 600"):
        load(few, preview(few), Choice((1, 2), (0,), False))
    one = "x,k\n1,a\n2,a\n"
    with pytest.raises(BadInput, match=r"must name at least 2 classes, got 'a'"):
        load(one, preview(one), Choice((0,), (1,), True))


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Choice((), (2,), True), "inputs must be from 1 to 1024 columns, got 0"),
        (Choice((0, 1), (0,), True), "a column must have one role"),
        (Choice((0, 9), (2,), True), "inputs must be columns from 1 to 3, got 10"),
        (Choice((0,), (1, 2), False), "targets must be 1 or 3 columns, got 2"),
        (Choice((0,), (1,), False, "skip"), "missing must be fill or drop, got 'skip'"),
    ],
)
def test_impossible_choices(choice: Choice, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        load(IRIS, preview(IRIS), choice)


def test_a_thousand_columns_are_read() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(12, 1024))
    lines = [",".join(f"p{i}" for i in range(1024)) + ",label"]
    lines += [
        ",".join(map(repr, row)) + f",{i % 2}" for i, row in enumerate(x.tolist())
    ]
    problem = read("\n".join(lines)).problem
    assert problem.x.shape == (12, 1024)
    assert unscaled(problem.x, problem.columns) == pytest.approx(x)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_files_are_read_in_their_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "table.csv"
    path.write_text("größe,y,k\n1.5,2,ä\n2.5,3,b\n3.5,1,ä\n2,2,b\n", encoding)
    found = preview(path)
    assert found.columns[0].name == "größe"
    assert load(path, found, Choice((0, 1), (2,), True)).problem.classes == 2


def test_missing_empty_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        preview(tmp_path / "none.csv")
    (tmp_path / "empty.csv").write_text("\n\n")
    with pytest.raises(BadInput, match="got an empty file"):
        preview(tmp_path / "empty.csv")
    (tmp_path / "zero.csv").write_bytes(b"a,b\0c\n")
    with pytest.raises(BadInput, match="zero bytes"):
        preview(tmp_path / "zero.csv")


def test_a_file_sorted_by_class_is_looked_at_further_on(tmp_path: Path) -> None:
    path = tmp_path / "sorted.csv"
    rows = "".join(
        f"{i * 0.37 % 5:.12f},{i * 0.11 % 3:.12f},{'ab'[i > 9000]}\n"
        for i in range(18_000)
    )
    path.write_text("p,q,kind\n" + rows)
    assert preview(path).columns[2].distinct == 2
    assert guess(preview(path)) == Choice((0, 1), (2,), True)


def test_a_large_file_reports_progress_can_be_cancelled_and_takes_little_memory(
    tmp_path: Path,
) -> None:
    path = tmp_path / "large.csv"
    x = np.random.default_rng(0).normal(1e6, 1.0, size=(60_000, 3))
    lines = [f"{a:.4f},{b:.4f},{c:.4f}\n" for a, b, c in x.tolist()]
    path.write_text("".join(lines))
    found, shares = preview(path), []

    def note(share: float) -> bool:
        shares.append(share)
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.tables.reading.DOUBLE_CELLS", 20_000)
        tracemalloc.start()
        table = load(path, found, Choice((0, 1), (2,), False), note)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert table.problem.x.dtype == np.float32
    assert peak < 2 * table.problem.x.nbytes + 6 * 2**20  # a block of rows as text
    own = unscaled(table.problem.x.astype(np.float64), table.problem.columns)
    assert np.abs(own - x[:, :2]).max() < 1e-3  # although float32 has seven digits
    assert table.rows == 60_000
    assert shares == sorted(shares)
    assert 0 < shares[0] < 1
    with pytest.raises(Cancelled):
        load(path, found, Choice((0, 1), (2,), False), lambda _: False)


@given(st.text('0123456789.,;\t\n"ab e-|\r#?/', max_size=200))
def test_any_text_is_read_or_refused_cleanly(text: str) -> None:
    problem = None
    try:
        found = preview(text)
        problem = load(text, found, guess(found)).problem
    except BadInput as error:
        problem = None
        message = str(error)
        assert "\n" not in message
    assert problem is None or np.isfinite(problem.x).all()


def test_values_are_brought_to_where_networks_learn():
    colours = "x,y,r,g,b\n" + "".join(f"{i},{-i},{i},{255 - i},7\n" for i in range(9))
    loaded = read(colours, inputs=(0, 1), targets=(2, 3, 4), classes=False)
    assert loaded.problem.y[0].tolist() == [0.0, 1.0, 7 / 255]
    assert str(loaded.scalings[-1]) == "b: 0 … 255 → 0 … 1"
    prices = "x,y,price\n" + "".join(f"{i},{-i},{1000 * i}\n" for i in range(9))
    loaded = read(prices, inputs=(0, 1), targets=(2,), classes=False)
    assert loaded.problem.y[:, 0].tolist() == [i / 4 - 1 for i in range(9)]
    assert len(loaded.scalings) == 3
    small = "x,y,v\n1,2,0.5\n2,3,-9\n"
    loaded = read(small, inputs=(0, 1), targets=(2,), classes=False)
    assert loaded.problem.y[:, 0].tolist() == [0.5, -9.0]


@pytest.mark.parametrize("text", ['"', '""', '"\n"', ' "" \n', '"\t"', "\n\n,\n"[:2]])
def test_a_file_of_quotes_alone_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="must contain"):
        preview(text)


@pytest.mark.parametrize("cell", ["1_0", "٣", "1_0.5", "１", "1e1_0", "೪.5"])
def test_only_plain_digits_make_a_number(cell: str) -> None:
    text = "a,b,c\n" + "".join(f"{i}.5,{i},{i}.25\n" for i in range(30))
    found = preview(text)
    spoilt = text.replace("7.5,", f"{cell},")
    with pytest.raises(BadInput, match=r"line 9, column 'a' must be a number"):
        load(spoilt, found, guess(found))
    assert preview(f"a,b\n{cell},1\n{cell},2\n").columns[0].kind != "number"


def test_a_long_class_name_is_refused_and_costs_nothing() -> None:
    name = "x" * 100_000
    rows = "".join("1,2,k\n" for _ in range(20_000))
    text = f"a,b,c\n1,2,{name}\n{rows}"
    found = preview(text)
    choice = Choice((0, 1), (2,), True)
    tracemalloc.start()
    with pytest.raises(BadInput, match=r"line 2.* at most 200 characters"):
        load(text, found, choice)
    assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    tracemalloc.stop()
    table = load(text.replace(name, "y" * 200), found, choice)
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


@pytest.mark.parametrize("name", ["id", "Index", "No.", "", "Unnamed: 0"])
def test_a_column_that_only_counts_the_rows_is_ignored(name: str) -> None:
    rows = "".join(f"{i},{i * 0.37 % 1:.3f},{'ab'[i % 2]}\n" for i in range(1, 30))
    found = preview(f"{name},size,label\n{rows}")
    assert guess(found) == Choice((1,), (2,), True)


def test_a_column_that_is_called_id_and_counts_nothing_is_an_input() -> None:
    rows = "".join(f"{i * i},{i * 0.37 % 1:.3f},{'ab'[i % 2]}\n" for i in range(30))
    assert guess(preview(f"id,size,label\n{rows}")) == Choice((0, 1), (2,), True)
