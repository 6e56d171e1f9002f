"""Numbers in sentences: one style for the core and the window."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from core.lessons.measures import Measure
from core.numbers import shown_count, with_power

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (2000, "2000"), (10_000, "10\u2009000"), (-12_345, "−12\u2009345")],
)
def test_thousands_are_set_apart_by_thin_spaces(value, text):
    assert shown_count(value) == text


def test_powers_of_ten_are_written_as_powers():
    assert with_power("-1.4", -15) == "−1.4·10⁻¹⁵"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2000.0, "2000"),
        (0.0, "0"),
        (-1.0, "−1"),
        (0.25, "0.25"),
        (1.08e-5, "1.1·10⁻⁵"),
        (1.4e-15, "1.4·10⁻¹⁵"),
        (1.5e12, "1.5·10¹²"),
    ],
)
def test_checks_of_lessons_write_numbers_as_the_window_does(value, text):
    assert Measure(lambda s, g: 0.0, "a number").shown(value) == text


def test_no_text_on_screen_sets_thousands_apart_by_commas():
    printed = ("cli", "bench")  # the command line is a contract of its own
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for room in ("app", "core")
        for path in (ROOT / room).rglob("*.py")
        if not set(path.parts) & set(printed) and path.name != "numbers.py"
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"\{[^{}\"]*:,[^{}]*\}", line)
    ]
    assert found == []


def test_small_digits_have_one_table():
    small = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]{3}|[₀₁₂₃₄₅₆₇₈₉]{3}")
    found = {
        path.relative_to(ROOT).as_posix()
        for top in ("core", "app", "hyperfold")
        for path in (ROOT / top).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and small.search(node.value)
    }
    assert found == {"core/indices.py"}
