"""Lines of the next layer in a plane of two units."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.read_lines import clip_line, unit_lines
from core.network import LayerSpec, NetworkSpec, OutputSpec

BOX = (-2.0, 2.0, -1.0, 3.0)


def test_unit_lines_are_zeros_of_the_units() -> None:
    spec = NetworkSpec(2, (LayerSpec(5),), OutputSpec("bce", 1))
    theta = np.random.default_rng(0).normal(size=spec.layout.size)
    first = spec.layout.layers[0]
    assert first.b is not None
    found = unit_lines(spec, theta, 0, BOX)
    assert found
    for line in found:
        unit = int(line.label.removeprefix("unit ")) - 1
        z = line.ends @ first.W.of(theta)[unit] + first.b.of(theta)[unit]
        assert z == pytest.approx([0.0, 0.0], abs=1e-12)
        inside = (np.abs(line.ends[:, 0]) <= 2 + 1e-9) & (line.ends[:, 1] >= -1 - 1e-9)
        assert inside.all()


def test_the_books_decision_line_separates_the_moved_points() -> None:
    spec = NetworkSpec(2, (LayerSpec(2),), OutputSpec("mse", 1))
    theta = np.array([1.0, 1, 1, 1, 0, -1, 1, -2, 0])
    (line,) = unit_lines(spec, theta, 1, BOX)
    assert line.decision
    assert line.ends @ np.array([1.0, -2.0]) == pytest.approx([0.5, 0.5])


def test_three_classes_meet_in_one_point() -> None:
    spec = NetworkSpec(2, (), OutputSpec("ce", 3))
    w = np.array([[1.0, 0.0], [-0.5, 0.8], [-0.5, -0.8]])
    theta = np.concatenate([w.ravel(), np.zeros(3)])
    lines = unit_lines(spec, theta, 0, (-1.0, 1.0, -1.0, 1.0))
    assert len(lines) == 3
    for line in lines:
        assert np.abs(line.ends).sum(axis=1).min() == pytest.approx(0.0, abs=1e-12)
        middle = line.ends.mean(axis=0) @ w.T
        assert np.sort(middle)[-1] == pytest.approx(np.sort(middle)[-2])


@pytest.mark.parametrize(
    ("w", "b"), [([0.0, 0.0], 1.0), ([np.nan, 1.0], 0.0), ([1.0, 0.0], 50.0)]
)
def test_no_line_where_there_is_none(w: list[float], b: float) -> None:
    assert clip_line(np.array(w), b, BOX) is None
