"""Areas of polygons cut to a box."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.clipping import area_within

BOX = (-1.0, 2.0, 0.0, 1.0)
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@pytest.mark.parametrize(
    ("shift", "area"),
    [
        ((0.0, 0.0), 1.0),
        ((1.5, 0.0), 0.5),
        ((1.5, 0.75), 0.125),
        ((-5.0, 0.0), 0.0),
        ((2.0, 0.0), 0.0),
    ],
)
def test_a_square_is_cut_at_the_edges(shift, area):
    assert area_within(SQUARE + shift, BOX) == pytest.approx(area)
    assert area_within((SQUARE + shift)[::-1], BOX) == pytest.approx(area)


def test_a_polygon_around_the_box_has_its_area():
    assert area_within(20 * SQUARE - 10, BOX) == pytest.approx(3.0)


def test_parts_on_both_sides_of_an_edge_add_up():
    rng = np.random.default_rng(0)
    for _ in range(50):
        angles = np.sort(rng.uniform(0, 2 * np.pi, 6))
        radius = rng.uniform(0.5, 3.0)
        polygon = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        left = area_within(polygon, (-9.0, 0.3, -9.0, 9.0))
        right = area_within(polygon, (0.3, 9.0, -9.0, 9.0))
        whole = area_within(polygon, (-9.0, 9.0, -9.0, 9.0))
        assert left + right == pytest.approx(whole)
