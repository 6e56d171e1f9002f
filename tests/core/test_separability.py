"""The best linear classifier of a space: exact where possible, never beaten."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.best_line import best_line
from core.analysis.projection_track import cloud
from core.analysis.separability import (
    EXACT_POINTS,
    Whitened,
    best_reading,
    reading,
    separability,
)
from core.analysis.stations import station_separability
from core.analysis.warp import stages
from core.engine.session import Session
from core.scenes import load_scene

XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
LABELS = np.array([0.0, 1.0, 1.0, 0.0])


def brute_force(x: np.ndarray, y: np.ndarray) -> int:
    """Correct points under the best line, by linear programming over all label sets."""
    from scipy.optimize import linprog

    n = len(x)
    for wrong in range(n + 1):
        for flipped in combinations(range(n), wrong):
            sign = np.where(y == 1, 1.0, -1.0)
            sign[list(flipped)] *= -1
            a = -sign[:, None] * np.hstack([x, np.ones((n, 1))])
            found = linprog(
                np.zeros(3), A_ub=a, b_ub=-np.ones(n), bounds=[(None, None)] * 3
            )
            if found.status == 0:
                return n - wrong
    return 0


def test_no_line_gets_more_than_three_quarters_of_xor() -> None:
    assert separability(XOR, LABELS, 2).train == 0.75


@given(st.integers(0, 200))
def test_the_best_line_is_exact(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # A coarse grid: many points coincide or lie on one line.
    x = rng.integers(0, 3, size=(6, 2)).astype(float)
    y = rng.integers(0, 2, size=6)
    assert round(6 * separability(x, y.astype(float), 2).train) == brute_force(x, y)


@given(st.integers(0, 200))
def test_the_line_itself_gets_as_many_right_as_it_claims(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(40, 1 + seed % 2))
    y = rng.integers(0, 2, size=40)
    line = best_line(Whitened(x).of(x), y)
    said = line.scores(Whitened(x).of(x)) > 0
    assert np.sum(said == y) == line.right


@given(st.integers(0, 100), st.sampled_from([2, 3]), st.sampled_from([2, 4]))
def test_an_invertible_affine_map_changes_nothing(
    seed: int, classes: int, width: int
) -> None:
    rng = np.random.default_rng(seed)
    h = rng.normal(size=(60, width))
    y = rng.integers(0, classes, size=60).astype(float)
    turned = h @ rng.normal(size=(width, width)) + rng.normal(size=width)
    assert separability(turned, y, classes) == separability(h, y, classes)


def test_many_points_are_searched_and_nothing_known_is_lost() -> None:
    rng = np.random.default_rng(0)
    h = rng.normal(size=(EXACT_POINTS + 300, 2))
    y = (np.abs(h[:, 0]) > 1).astype(float)
    found = best_reading(h, y, 2, h[:0])
    assert found.accuracy == pytest.approx(0.84, abs=0.02)  # the tail on one side
    known = reading(np.stack([-y, y], axis=1), np.zeros((0, 2)), y)
    assert best_reading(h, y, 2, h[:0], [known]).accuracy == 1.0


@pytest.mark.parametrize("scene", ["xor-book", "xor", "spirals", "blobs"])
def test_no_stage_falls_below_the_networks_own_decision(scene: str) -> None:
    session = Session(load_scene(scene).run, "reference")
    session.advance(50)
    snapshot = session.snapshot()
    found = station_separability(snapshot, cloud)
    assert len(found) == len(stages(snapshot.network))
    assert snapshot.metrics.accuracy is not None
    last_hidden = -3 if snapshot.network.hidden else 0
    for figure in found[last_hidden:]:
        assert figure.train >= snapshot.metrics.accuracy - 1e-12


def test_a_linear_step_of_full_rank_keeps_the_figure() -> None:
    session = Session(load_scene("xor").run, "reference")
    found = station_separability(session.snapshot(), cloud)
    assert found[0].train == 0.75
    assert found[1] == found[0]  # W x: the same space in other coordinates
    assert found[2] == found[0]  # + b


def test_few_points_of_many_columns_are_whitened_among_themselves(monkeypatch) -> None:
    sizes = []
    real = np.linalg.eigh

    def watched(matrix):
        sizes.append(len(matrix))
        return real(matrix)

    monkeypatch.setattr(np.linalg, "eigh", watched)
    h = np.random.default_rng(0).normal(size=(40, 500)) * np.geomspace(1.0, 50.0, 500)
    space = Whitened(h)
    assert sizes == [40]  # by columns: 500, and of a coloured picture 3,072
    assert space.rank == 39
    # Whitened points in general position: all as far from each other as any two.
    seen = space.of(h)
    assert np.allclose(seen @ seen.T, 40 * np.eye(40) - 1.0, atol=1e-8)
