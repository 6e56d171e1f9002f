"""Features: values, order, labels, and what is rejected."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.features import FEATURE_NAMES, FEATURES, FeatureSpec, features_for

X = np.array([[0.5, -0.25], [1.0, 2.0], [0.0, 0.0]])


def test_raw_is_the_default_and_passes_points_unchanged() -> None:
    spec = FeatureSpec()
    assert spec.is_raw
    assert spec.apply(X) is X
    assert [spec.count(d) for d in (1, 2, 7)] == [1, 2, 7]


def test_each_feature_is_what_its_name_says() -> None:
    x, y = X[:, 0], X[:, 1]
    expected = {
        "x": x,
        "y": y,
        "x2": x**2,
        "y2": y**2,
        "xy": x * y,
        "sinx": np.sin(np.pi * x),
        "siny": np.sin(np.pi * y),
        "cosx": np.cos(np.pi * x),
        "cosy": np.cos(np.pi * y),
        "radius": np.hypot(x, y),
    }
    assert set(expected) == set(FEATURES)
    for name, column in expected.items():
        np.testing.assert_allclose(FeatureSpec((name,)).apply(X)[:, 0], column)


def test_columns_come_in_the_chosen_order_with_fourier_last() -> None:
    spec = FeatureSpec(("xy", "raw", "x2"), fourier=2, fourier_scale=3.0)
    columns = spec.apply(X)
    assert columns.shape == (3, spec.count(2)) == (3, 8)
    np.testing.assert_array_equal(columns[:, 0], X[:, 0] * X[:, 1])
    np.testing.assert_array_equal(columns[:, 1:3], X)
    phase = 2 * np.pi * X @ spec.frequencies(2).T
    np.testing.assert_allclose(columns[:, 4::2], np.sin(phase))
    np.testing.assert_allclose(columns[:, 5::2], np.cos(phase))
    assert spec.labels(2)[:5] == ("x₁x₂", "x₁", "x₂", "x₁²", "sin b₁·x")


def test_fourier_depends_on_its_seed_and_scale_alone() -> None:
    same = [FeatureSpec(fourier=4, fourier_seed=7).frequencies(2) for _ in range(2)]
    np.testing.assert_array_equal(*same)
    other = FeatureSpec(fourier=4, fourier_seed=8).frequencies(2)
    assert not np.array_equal(same[0], other)
    wide = FeatureSpec(fourier=4, fourier_seed=7, fourier_scale=2.0).frequencies(2)
    np.testing.assert_array_equal(wide, 2.0 * same[0])
    many = FeatureSpec(fourier=256).frequencies(2)
    assert abs(many.std() - 1.0) < 0.1


def test_only_all_raw_coordinates_in_order_are_raw() -> None:
    assert FeatureSpec(("x", "y")).is_raw
    for names in (("y", "x"), ("x",), ("raw", "x2")):
        assert not FeatureSpec(names).is_raw
    assert not FeatureSpec(fourier=1).is_raw
    assert FeatureSpec(("x",)).normalised(1).is_raw
    assert not FeatureSpec(("x",)).normalised(2).is_raw
    assert FeatureSpec(("raw", "xy")).chosen(2) == ("x", "y", "xy")


def test_features_that_do_not_fit_the_inputs_are_refused() -> None:
    assert [f.name for f in features_for(1)] == ["x", "x2", "sinx", "cosx", "radius"]
    assert [f.name for f in features_for(5)] == ["radius"]
    with pytest.raises(
        BadInput,
        match="features: names must be among raw, x, x2, sinx, cosx, radius "
        "for 1 input, got 'xy'",
    ):
        FeatureSpec(("raw", "xy")).count(1)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"names": ("z",)}, "features: names must be among"),
        ({"names": ("x", "x")}, "each be named once"),
        ({"names": ("raw", "x")}, "not both"),
        ({"names": ()}, "at least one"),
        ({"fourier": -1}, "features: fourier must be a whole number from 0 to 256"),
        ({"fourier": 2.5}, "features: fourier must be a whole number"),
        ({"fourier_scale": float("nan")}, "features: fourier_scale must be above 0"),
        ({"fourier_seed": -1}, "features: fourier_seed must be a whole number"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        FeatureSpec(**settings)  # type: ignore[arg-type]


@given(
    names=st.lists(st.sampled_from(FEATURE_NAMES), unique=True, min_size=1),
    fourier=st.integers(0, 5),
    inputs=st.integers(1, 4),
)
def test_count_labels_and_columns_agree(
    names: list[str], fourier: int, inputs: int
) -> None:
    x = np.linspace(-1.0, 1.0, 3 * inputs).reshape(3, inputs)
    try:
        spec = FeatureSpec(tuple(names), fourier)
        count = spec.count(inputs)
    except BadInput:
        return
    assert spec.apply(x).shape == (3, count)
    assert len(spec.labels(inputs)) == count
    np.testing.assert_array_equal(spec.normalised(inputs).apply(x), spec.apply(x))
