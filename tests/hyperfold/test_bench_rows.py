from __future__ import annotations

import json
import sys
import types
from math import isnan

import pytest

from app.bench import start
from core.bench import Row, percentile
from hyperfold.cli import main
from hyperfold.cli.bench import GROUPS


def test_ratio_is_to_the_best_peer():
    row = Row("steps", 600.0, "steps/s", {"torch": 2.0, "scikit-learn": 6.0}, goal=100)
    assert row.ratio == 100
    assert row.met is True


def test_ratio_of_times_turns_over():
    row = Row("count", 2.0, "ms", {"regioncam": 10.0}, goal=6, less_is_better=True)
    assert row.ratio == 5
    assert row.met is False


def test_peer_that_is_not_installed_leaves_ratio_and_verdict_open():
    row = Row("steps", 600.0, "steps/s", {"torch": None}, goal=100)
    assert row.ratio is None
    assert row.met is None


@pytest.mark.parametrize(
    ("row", "met"),
    [
        (Row("start", 0.9, "s", goal=1.0, less_is_better=True), True),
        (Row("start", 1.1, "s", goal=1.0, less_is_better=True), False),
        (Row("frames", 61.0, "frames/s", goal=60.0), True),
        (Row("frames", 61.0, "frames/s"), None),
        (Row("frames", None, "frames/s", goal=60.0), None),
        (Row("t", 0.3, "ms", {"p": 0.6}, 0.35, True, goal_is_value=True), True),
    ],
)
def test_goal_without_peers_speaks_of_the_value(row, met):
    assert row.met is met


@pytest.fixture
def two_rows(monkeypatch):
    module = types.ModuleType("bench_try")
    module.rows = lambda: iter(
        [Row("a", 5e4, "steps/s", {"torch": 1e3}, 25), Row("b", float("nan"), "s")]
    )
    monkeypatch.setitem(sys.modules, "bench_try", module)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    for group in list(GROUPS):
        monkeypatch.setitem(GROUPS, group, ())
    monkeypatch.setitem(GROUPS, "start", ("bench_try",))


@pytest.mark.usefixtures("two_rows")
def test_json_has_the_promised_shape(capsys):
    assert main(["bench", "--json", "start"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    printed = json.loads(lines[0])
    assert {"processor", "cores", "python", "numba", "torch"} <= set(printed["machine"])
    assert printed["results"][0] == {
        "name": "a",
        "value": 5e4,
        "unit": "steps/s",
        "against": {"torch": 1e3},
        "ratio": 50.0,
        "goal": 25,
        "met": True,
    }
    assert printed["results"][1]["value"] is None


@pytest.mark.usefixtures("two_rows")
def test_table_has_a_line_a_row(capsys):
    assert main(["bench", "start", "start"]) == 0
    out = capsys.readouterr().out
    assert out.count("a [steps/s]") == 1
    assert "50,000" in out
    assert "50×" in out
    assert "met" in out


@pytest.mark.parametrize("which", ["own", "bare"])
def test_window_ends_once_it_is_painted(which, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    own = [*start.program(), start.FIRST_PAINT, "own"]
    # Fails by itself if numba or scipy was loaded before the first paint.
    assert start.seconds_of(own if which == "own" else start.bare_window()) > 0


def test_frozen_program_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert start.program() == [sys.executable]
    assert start.bare_window() == [sys.executable, "--first-paint", "bare"]


def test_process_that_fails_is_told_with_its_words():
    with pytest.raises(RuntimeError, match=r"ended with 3: no luck"):
        start.seconds_of(
            [
                sys.executable,
                "-c",
                "import sys; print('no luck', file=sys.stderr); sys.exit(3)",
            ]
        )


def test_a_percentile_of_nothing_is_no_number() -> None:
    assert isnan(percentile([], 99))
    assert percentile([1.0, 2.0, 3.0], 50) == 2.0
