"""Two checkouts beside each other: the best of all rounds, slower the right way."""

from __future__ import annotations

import pytest

from tools.beside import compared


def row(name: str, value: float | None, unit: str) -> dict[str, object]:
    return {"name": name, "unit": unit, "value": value}


def test_rows_that_both_have_are_compared_by_their_best_round():
    other = [
        [row("training", 100.0, "steps/s"), row("frame", 4.0, "ms")],
        [row("training", 120.0, "steps/s"), row("frame", 5.0, "ms")],
    ]
    here = [
        [row("training", 90.0, "steps/s"), row("frame", 3.0, "ms")],
        [row("training", 60.0, "steps/s"), row("frame", 8.0, "ms")],
        [row("new", 1.0, "ms"), row("peer", None, "ms")],
    ]
    found = {pair.name: pair for pair in compared(other, here)}
    assert found.keys() == {"training", "frame"}
    assert found["training"].slower == pytest.approx(120 / 90)
    assert found["frame"].slower == pytest.approx(3 / 4)


@pytest.mark.parametrize(
    ("unit", "slower"), [("share", 2.0), ("Hz", 2.0), ("MB", 0.5), ("×", 0.5)]
)
def test_whether_more_is_better_depends_on_the_unit(unit: str, slower: float):
    (pair,) = compared([[row("x", 2.0, unit)]], [[row("x", 1.0, unit)]])
    assert pair.slower == slower
