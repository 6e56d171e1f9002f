"""Elementary functions of the kernels against extended precision and mpmath."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import numpy as np
import pytest
from numba import njit

from core.functions import ACTIVATION_NAMES
from core.kernels import elementary
from core.kernels.activations import activate
from core.kernels.linking import load_exported
from core.kernels.options import FLAGS

Wide = np.longdouble


@njit(**FLAGS)
def _activate(unit, work, n):  # type: ignore[no-untyped-def]
    activate(unit, work, 0, n, 1, 1, n, work, 0, 0.01, 1.0, 1.0, 1.0)


@njit(**FLAGS)
def _logs(x, out):  # type: ignore[no-untyped-def]
    for i in range(len(x)):
        out[0, i] = elementary.log(x[i])
        out[1, i] = elementary.log1p_unit(min(x[i], x.dtype.type(1.0)))


def applied(name: str, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Activations and slopes at x, as the kernels compute them."""
    load_exported(x.dtype.name)
    work = np.concatenate([x, np.zeros_like(x)])
    _activate(ACTIVATION_NAMES.index(name), work, len(x))
    return work[len(x) :], work[: len(x)]


def points(dtype: type, reach: float) -> np.ndarray:
    """Dense around 0, dense over the range, and many sizes of number."""
    rng = np.random.default_rng(0)
    sizes = rng.normal(size=4000) * 10.0 ** rng.uniform(-12.0, 1.0, 4000)
    x = [np.linspace(-2.0, 2.0, 8001), np.linspace(-reach, reach, 8001), sizes]
    x = np.concatenate([*x, [0.0, -0.0, reach, -reach]])
    return np.resize(x, -(-len(x) // 8) * 8).astype(dtype)


def sigmoid(x: np.ndarray) -> np.ndarray:
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, small) / (1.0 + small)


def slope(x: np.ndarray) -> np.ndarray:
    small = np.exp(-np.abs(x))
    return small / (1.0 + small) ** 2


def elu(x: np.ndarray) -> np.ndarray:
    return np.where(x > 0, x, np.expm1(np.minimum(x, 0)))


Rule = Callable[[np.ndarray], np.ndarray]
CASES: dict[str, tuple[Rule, Rule | None, float]] = {
    "tanh": (np.tanh, None, 60.0),
    "sigmoid": (sigmoid, slope, 80.0),
    "softplus": (lambda x: np.logaddexp(Wide(0), x), sigmoid, 80.0),
    "elu": (elu, lambda x: np.exp(np.minimum(x, 0)), 80.0),
    "rbf": (lambda x: np.exp(-x), lambda x: -np.exp(-x), 80.0),
    "cosine": (np.cos, lambda x: -np.sin(x), 50.0),
}


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name", CASES)
def test_errors_are_small(name: str, dtype: type) -> None:
    value, by, reach = CASES[name]
    x = points(dtype, reach)
    a, s = applied(name, x)
    # Relative for small numbers too: nothing cancels.
    limit = 4e-15 if dtype is np.float64 else 1e-6
    floor = 1.0 if name == "cosine" else 1e-30
    for got, rule in ((a, value), (s, by)):
        if rule is None:
            continue
        exact = rule(x.astype(Wide))
        error = np.abs(got - exact) / np.maximum(np.abs(exact), floor)
        assert error.max() < limit, x[error.argmax()]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_gelu_against_mpmath(dtype: type) -> None:
    x = np.concatenate([np.linspace(-9.0, 9.0, 300), [0.0, -0.0, 1e-9, -30.0]])
    x = x.astype(dtype)
    a, s = applied("gelu", x)
    limit = 1e-14 if dtype is np.float64 else 1e-6
    for i, point in enumerate(x.tolist()):
        share, density = mpmath.ncdf(point), mpmath.npdf(point)
        assert abs(a[i] - point * share) < limit * max(1.0, abs(point))
        assert abs(s[i] - (share + point * density)) < limit


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_logarithms(dtype: type) -> None:
    x = np.abs(points(dtype, 1e4))
    x[x == 0] = 1.0
    out = np.empty((2, len(x)), dtype)
    _logs(x, out)
    limit = 2e-15 if dtype is np.float64 else 1e-6
    unit = np.minimum(x, 1.0).astype(Wide)
    for got, exact in zip(out, (np.log(x.astype(Wide)), np.log1p(unit)), strict=True):
        error = np.abs(got - exact) / np.maximum(np.abs(exact), 1e-30)
        assert error.max() < limit


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name", [*CASES, "gelu", "selu"])
def test_extremes_are_finite_and_nan_stays(name: str, dtype: type) -> None:
    large = float(np.finfo(dtype).max) / 4 if name != "cosine" else 1e30
    x = np.array([large, -large, 1e4, -1e4, 0.0, -0.0, 1e-30, -1e-30], dtype)
    if name == "rbf":
        x = np.abs(x)  # a squared distance
    a, s = applied(name, x)
    assert np.isfinite(a).all()
    assert np.isfinite(s).all()
    if name not in ("cosine", "rbf"):
        assert a[0] == pytest.approx({"tanh": 1.0, "sigmoid": 1.0}.get(name, a[0]))
    a, _ = applied(name, np.full(8, np.nan, dtype))
    assert np.isnan(a).all()


def test_infinities_saturate() -> None:
    x = np.array([np.inf, -np.inf] * 4)
    assert np.array_equal(applied("tanh", x)[0][:2], [1.0, -1.0])
    assert applied("sigmoid", x)[0][0] == 1.0
    assert applied("sigmoid", x)[0][1] < 1e-300


def test_cosine_of_huge_arguments() -> None:
    x = np.array([1e5, 1e7, 1e15, 1e22, -1e9, 3.0, 0.0, 1.0])
    a, s = applied("cosine", x)
    np.testing.assert_allclose(a, np.cos(x), rtol=0, atol=1e-15)
    np.testing.assert_allclose(s, -np.sin(x), rtol=0, atol=1e-15)
