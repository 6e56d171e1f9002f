"""Every problem: shapes, classes, settings, determinism; and what each one promises."""

from __future__ import annotations

import pickle
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.problems import (
    PROBLEMS,
    AboveBelow,
    Bumps,
    Checkerboard,
    Curves,
    DataSpec,
    Hinge,
    Inverse,
    Parity,
    Plane,
    Points,
    Problem,
    Quadrants,
    Rgb,
    Saddle,
    Sine,
    Spirals,
    Xor,
    make_problem,
    problem_settings,
    split,
)
from core.problems.above import FUNCTIONS

every = pytest.mark.parametrize("cls", PROBLEMS.values(), ids=list(PROBLEMS))


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def fixed_size(problem: Problem) -> bool:
    """XOR and parity without noise are their corners, however many are requested."""
    return isinstance(problem, (Xor, Parity)) and problem.noise == 0


@every
def test_sample_has_the_promised_shape(cls: Any) -> None:
    problem = cls()
    assert isinstance(problem, Problem)
    sample = problem.draw(97, rng())
    n = len(sample)
    assert fixed_size(problem) or n == 97
    assert sample.x.shape == (n, problem.inputs)
    assert sample.x.dtype == sample.y.dtype == np.float64
    assert sample.classes == problem.classes
    if problem.classes:
        assert sample.y.shape == (n,)
        assert set(sample.y) == set(range(problem.classes))
    else:
        assert sample.y.shape == (n, problem.targets)
    assert problem.held_out(sample.x).shape == (n,)


@every
def test_same_seed_same_sample_and_other_seed_another(cls: Any) -> None:
    problem = cls()
    first, again = problem.draw(50, rng(3)), problem.draw(50, rng(3))
    np.testing.assert_array_equal(first.x, again.x)
    np.testing.assert_array_equal(first.y, again.y)
    if not fixed_size(problem):
        assert not np.array_equal(first.x, problem.draw(50, rng(4)).x)


@every
def test_box_shows_the_default_sample(cls: Any) -> None:
    problem = cls()
    sample = problem.draw(1000, rng())
    x0, x1, y0, y1 = problem.box
    assert x0 < x1
    assert y0 < y1
    up = sample.x[:, 1] if problem.inputs > 1 else sample.y[:, 0]
    across = sample.x[:, 0]
    inside = (across >= x0) & (across <= x1) & (up >= y0) & (up <= y1)
    assert inside.mean() > 0.98


@every
def test_every_class_is_there_from_as_many_points_as_classes(cls: Any) -> None:
    for settings in ({}, {"arms": 5}, {"blobs": 8}, {"rings": 5}):
        if set(settings) <= {s.name for s in problem_settings(cls)}:
            problem = cls(**settings)
            for seed in range(5):
                sample = problem.draw(max(problem.classes, 1), rng(seed))
                assert len(set(sample.y.ravel())) >= problem.classes


@every
def test_settings_are_complete_and_their_ends_work(cls: Any) -> None:
    for setting in problem_settings(cls):
        assert setting.title
        assert setting.help
        if setting.variables:
            continue
        ends = setting.choices or (setting.low, setting.high)
        if setting.whole:
            ends = tuple(int(end) for end in ends)
        else:
            assert setting.choices or setting.step > 0
        for end in ends:
            problem = cls(**{setting.name: end})
            assert np.isfinite(problem.draw(64, rng()).x).all()


@every
def test_bad_settings_are_refused_by_name_rule_and_value(cls: Any) -> None:
    for setting in problem_settings(cls):
        thing = f"^{cls.name}: {setting.name} must be "
        bad = [float("nan"), float("inf"), None, "much", [1], 10**400, True]
        if setting.variables:
            bad += ["", "x +", "import os", "1/x", "z", "x" * 600]
        elif not setting.choices:
            bad += [setting.low - 1, setting.high + 1]
        for value in bad:
            with pytest.raises(BadInput, match=thing):
                cls(**{setting.name: value})


def test_messages_are_in_the_agreed_words() -> None:
    with pytest.raises(BadInput, match=r"^rings: gap must be 0 or more, got -1$"):
        make_problem("rings", {"gap": -1})
    with pytest.raises(
        BadInput, match=r"^spirals: arms must be a whole number from 2 to 5, got 2.5$"
    ):
        make_problem("spirals", {"arms": 2.5})
    with pytest.raises(BadInput, match=r"did you mean noise\?"):
        make_problem("moons", {"nois": 0.1})
    with pytest.raises(BadInput, match=r"problem: name must be one of xor, .*'swirl'"):
        make_problem("swirl")


@every
def test_a_million_points_take_less_than_a_second(cls: Any) -> None:
    problem = cls()
    problem.draw(10, rng())
    times = []
    for _ in range(3):
        start = time.thread_time()  # of this thread alone, however busy the machine is
        problem.draw(1_000_000, rng())
        times.append(time.thread_time() - start)
        if times[-1] < 1.0:
            break
    assert min(times) < 1.0


@every
def test_frozen_and_compared_by_value(cls: Any) -> None:
    assert cls() == cls()
    assert hash(cls()) == hash(cls())
    assert pickle.loads(pickle.dumps(cls())) == cls()
    numbers = [s for s in problem_settings(cls) if not s.choices and not s.variables]
    first = next((s for s in numbers if s.name == "noise"), numbers[0])
    assert cls(**{first.name: first.low}) != cls(**{first.name: first.low + first.step})


def test_xor_is_the_four_corners() -> None:
    sample = Xor().draw(1000, rng())
    assert sample.x.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert sample.y.tolist() == [0, 1, 1, 0]
    noisy = Xor(noise=0.1).draw(1000, rng())
    assert len(noisy) == 1000
    corner = np.round(np.clip(noisy.x, 0, 1))
    assert (np.logical_xor(*corner.T) == noisy.y).all()


def test_parity_of_two_bits_is_xor_and_of_more_counts_ones() -> None:
    two = Parity(bits=2).draw(4, rng())
    xor = Xor().draw(4, rng())
    np.testing.assert_array_equal(two.x, xor.x)
    np.testing.assert_array_equal(two.y, xor.y)
    five = Parity(bits=5).draw(1, rng())
    assert five.x.shape == (32, 5)
    assert len({tuple(row) for row in five.x}) == 32
    np.testing.assert_array_equal(five.x.sum(1) % 2, five.y)
    noisy = Parity(bits=6, noise=0.05).draw(500, rng())
    np.testing.assert_array_equal(np.round(noisy.x).sum(1) % 2, noisy.y)


def test_quadrants_and_checkerboard_follow_their_rule() -> None:
    sample = Quadrants(gap=0.2).draw(500, rng())
    np.testing.assert_array_equal((sample.x.prod(1) < 0), sample.y)
    assert np.abs(sample.x).min() >= 0.1
    for cells in (2, 3, 8):
        board = Checkerboard(cells=cells).draw(500, rng())
        square = np.floor((board.x + 1) / 2 * cells)
        np.testing.assert_array_equal(square.sum(1) % 2, board.y)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_above_and_below_is_on_the_right_side(function: str) -> None:
    problem = AboveBelow(function=function, gap=0.1)
    sample = problem.draw(500, rng())
    np.testing.assert_array_equal(problem.truth(sample.x), sample.y)
    away = sample.x[:, 1] - FUNCTIONS[function].value(sample.x[:, 0])
    assert np.abs(away).min() >= 0.05 - 1e-12
    assert np.abs(sample.x).max() <= 1.0


def test_spiral_arms_are_turned_copies_of_each_other() -> None:
    problem = Spirals(arms=4, turns=1.0, noise=0.0)
    sample = problem.draw(400, rng())
    radius = np.hypot(*sample.x.T)
    angle = np.arctan2(sample.x[:, 1], sample.x[:, 0])
    arm = (angle / (2 * np.pi) - radius) * 4 % 4
    np.testing.assert_allclose(np.cos(np.pi * (arm - sample.y) / 2), 1.0, atol=1e-9)
    assert radius.min() >= 0.1
    assert radius.max() <= 1.0


def test_no_line_parts_the_two_curves() -> None:
    sample = Curves().draw(400, rng())
    design = np.c_[sample.x, np.ones(len(sample))]
    fit = design @ np.linalg.lstsq(design, 2 * sample.y - 1, rcond=None)[0]
    assert ((fit > 0) == sample.y).mean() < 0.9
    apart = sample.x[:, 1] - 0.5 * np.cos(np.pi * sample.x[:, 0])
    np.testing.assert_allclose(apart, 0.4 * (sample.y - 0.5), atol=1e-12)


def test_rgb_is_additive_within_bounds_and_has_a_hole() -> None:
    problem = Rgb(noise=0.2)
    sample = problem.draw(5000, rng())
    assert sample.y.min() >= 0.0
    assert sample.y.max() <= 1.0
    truth = problem.truth
    a, b, c, d = (np.array([[x, y]]) for x in (-0.3, 0.8) for y in (0.1, -0.9))
    np.testing.assert_allclose(truth(a) + truth(d), truth(b) + truth(c))
    np.testing.assert_allclose(
        truth(a), (problem.along_x(a[:, 0]) + problem.along_y(a[:, 1])) / 2
    )
    parts = split(DataSpec(problem, 2000, test=0.0))
    assert len(parts.test) > 100
    assert problem.held_out(parts.test.x).all()
    assert not problem.held_out(parts.train.x).any()
    whole = split(DataSpec(replace(problem, hole=0.0), 2000, test=0.0))
    assert len(whole.test) == 0


def test_surfaces_have_their_formula() -> None:
    x = np.array([[0.5, -0.25], [0.0, 0.0], [-1.0, 1.0]])
    np.testing.assert_allclose(
        Plane(slope_x=2.0, slope_y=-1.0).truth(x)[:, 0], [1.25, 0.0, -3.0]
    )
    np.testing.assert_allclose(
        Saddle(steepness=2.0).truth(x)[:, 0], [0.375, 0.0, 0.0], atol=1e-12
    )
    np.testing.assert_allclose(
        Bumps(bumps=1, width=0.5).truth(x)[:2, 0], [np.exp(-0.3125 / 0.5), 1.0]
    )


def test_hinge_function_has_the_slides_values() -> None:
    x = np.array([[-1.0], [0.0], [1.0], [2.0], [2.5], [3.0], [6.0], [8.0]])
    np.testing.assert_allclose(
        Hinge().truth(x)[:, 0], [0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.0, 0.0], atol=1e-12
    )


def test_sine_has_the_spread_it_says() -> None:
    problem = Sine(noise=0.5)
    sample = problem.draw(200_000, rng())
    rest = (sample.y - problem.truth(sample.x)) / problem.truth_sd(sample.x)
    assert abs(rest.std() - 1.0) < 0.01
    right = sample.x[:, 0] > 0.9
    assert abs((sample.y - problem.truth(sample.x))[right].std() - 0.489) < 0.01


def test_inverse_problem_has_several_answers() -> None:
    problem = Inverse(noise=0.0)
    sample = problem.draw(4000, rng())
    t = sample.y
    np.testing.assert_allclose(sample.x, t + 0.3 * np.sin(2 * np.pi * t))
    near_half = t[np.abs(sample.x - 0.5) < 0.01]
    assert near_half.min() < 0.25
    assert near_half.max() > 0.75
    wide = Inverse(noise=0.0, stretch=6.0).draw(4000, rng())
    np.testing.assert_allclose(wide.x - 0.5, 6.0 * (sample.x - 0.5))
    np.testing.assert_allclose(wide.y - 0.5, 6.0 * (sample.y - 0.5))


def test_points_keep_their_rows_and_are_compared_by_value() -> None:
    x, y = [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [0, 1, 1]
    own = Points(x, y, 2, ["cat", "dog"])
    sample = own.draw(1, rng())
    assert sample.x.tolist() == x
    assert sample.y.tolist() == y
    assert (own.inputs, own.classes, own.targets) == (2, 2, 1)
    assert own == Points(x, y, 2, ("cat", "dog"))
    assert hash(own) == hash(Points(x, y, 2, ("cat", "dog")))
    assert own != Points(x, y, 2)
    assert own != Points(x, [1, 1, 1], 2, ["cat", "dog"])
    assert pickle.loads(pickle.dumps(own)) == own
    with pytest.raises(ValueError, match="read-only"):
        own.x[0, 0] = 9.0
    with pytest.raises(AttributeError, match="read-only"):
        own.classes = 3
    x0, x1, y0, y1 = own.box
    assert x0 < 0.0
    assert x1 > 4.0
    assert y0 < 1.0
    assert y1 > 5.0
    values = Points([[1.0], [2.0]], [[1.0, 0.5], [2.0, 0.0]])
    assert (values.inputs, values.classes, values.targets) == (1, 0, 2)
    assert isinstance(values, Problem)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([[1, 2]], [0, 1], 2), "points: y must have 1 rows like x, got 2"),
        (([], [], 2), "points: x must have at least 1 row"),
        (([[1, 2]], [2], 2), "class numbers from 0 to 1, got 2 at row 0"),
        (([[1, 2]], [0.5], 2), "class numbers from 0 to 1, got 0.5 at row 0"),
        (([[1, 2]], [0], 1), "points: classes must be a whole number from 2"),
        (([[1, 2], [3]], [0, 1], 2), "points: x must be rows of numbers"),
        (([["a", 2]], [0], 2), "points: x must be rows of numbers"),
        (([[float("nan"), 2]], [0], 2), "sample: x must be finite"),
        (([[[1]]], [0], 2), "points: x must be a table of rows"),
        (([[1, 2]], [0], 2, ["a"]), "points: class_names must be 2, one per class"),
    ],
)
def test_bad_points_are_refused(arguments: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Points(*arguments)


def test_split_keeps_every_row_once() -> None:
    spec = DataSpec(Spirals(), 200, test=0.25, calibration=0.1, seed=5)
    parts = split(spec)
    sizes = len(parts.train), len(parts.test), len(parts.calibration)
    assert sizes == (130, 50, 20)
    rows = np.concatenate([parts.train.x, parts.test.x, parts.calibration.x])
    drawn = Spirals().draw(200, np.random.default_rng(5)).x
    assert {tuple(r) for r in rows} == {tuple(r) for r in drawn}
    np.testing.assert_array_equal(parts.train.x, split(spec).train.x)


@given(st.data())
def test_any_allowed_settings_draw_finite_samples(data: st.DataObject) -> None:
    cls: Any = data.draw(st.sampled_from(list(PROBLEMS.values())))
    settings: dict[str, Any] = {}
    for s in problem_settings(cls):
        if s.variables:
            continue
        if s.choices:
            values: st.SearchStrategy[Any] = st.sampled_from(s.choices)
        elif s.whole:
            values = st.integers(int(s.low), int(s.high))
        else:
            values = st.floats(s.low, s.high)
        settings[s.name] = data.draw(values)
    problem = cls(**settings)
    n = data.draw(st.integers(1, 40))
    sample = problem.draw(n, rng(data.draw(st.integers(0, 9))))
    if problem.classes and not fixed_size(problem) and n >= problem.classes:
        assert set(sample.y) == set(range(problem.classes))


def test_a_typed_function_parts_the_classes_and_is_a_surface() -> None:
    above = make_problem("above-below", {"function": "typed", "typed": "0.5 - x^2"})
    sample = above.draw(200, rng())
    side = sample.x[:, 1] > 0.5 - sample.x[:, 0] ** 2
    # Where the curve leaves the square it is clipped, so that both classes fit.
    inside = np.abs(0.5 - sample.x[:, 0] ** 2) < 0.9
    assert (side == (sample.y == 1))[inside].all()
    surface = make_problem("function", {"typed": "x y + abs(x)"})
    drawn = surface.draw(50, rng())
    x, y = drawn.x.T
    np.testing.assert_allclose(drawn.y[:, 0], x * y + np.abs(x), atol=1e-12)
    assert make_problem("function", {"typed": "3"}).draw(5, rng()).y.shape == (5, 1)
    with pytest.raises(
        BadInput, match=r"function of x and y, got 'x \*\* ': .* at char"
    ):
        make_problem("function", {"typed": "x ** "})
