"""Typed functions: correct values, correct derivatives, mistakes with their place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.expression import ExpressionError, parse

X = np.array([-1.3, 0.4, 2.0])
Y = np.array([0.7, -0.2, 1.1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x^4 - x^3 - 2x^2 + 3", X**4 - X**3 - 2 * X**2 + 3),
        ("x⁴ − x³ − 2x² + 3", X**4 - X**3 - 2 * X**2 + 3),
        ("2^3^2 + 0x", np.full(3, 512.0)),
        ("-x^2", -(X**2)),
        ("x sin(pi y)/2", X * np.sin(np.pi * Y) / 2),
        ("2(x + y)(x - y)", 2 * (X + Y) * (X - Y)),
        ("max(x, y) min(x, 0)", np.maximum(X, Y) * np.minimum(X, 0)),
        ("|x| · sigmoid(y)", np.abs(X) / (1 + np.exp(-Y))),
        ("1e-3 x + .5", 1e-3 * X + 0.5),
        ("--x", X),
        ("e^x", np.exp(X)),
        ("relu(x)**2", np.maximum(X, 0) ** 2),
        ("3 / 2 / x", 1.5 / X),
        ("2xy", 2 * X * Y),
    ],
)
def test_values(text: str, expected: np.ndarray) -> None:
    assert parse(text)(x=X, y=Y) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    [
        "x^4 - x^3 - 2x^2 + 3",
        "sin(x) cos(y) / (2 + x)",
        "exp(-x^2 - y^2)",
        "(x^2 + 1)^y",
        "tanh(3x) + log(x^2 + 1)",
        "sqrt(x^2 + 2) sigmoid(x y)",
        "tan(x / 4)",
        "max(x, 2y)",
        "min(x^2, 3)",
        "abs(x) relu(x + 0.1)",
    ],
)
def test_derivatives(text: str) -> None:
    f, h = parse(text), 1e-6
    numeric = (f(x=X + h, y=Y) - f(x=X - h, y=Y)) / (2 * h)
    assert f.derivative("x", x=X, y=Y) == pytest.approx(numeric, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("x + foo(y)", 4, "'foo' is unknown"),
        ("sin x", 4, "'(' is missing"),
        ("(x + 1", 6, "')' is missing"),
        ("x + ", 4, "something is missing"),
        ("x $ y", 2, "unknown symbol '$'"),
        ("x + ٣", 4, "unknown symbol '٣'"),
        ("1_0", 1, "'_0' is unknown"),
        ("x ) y", 2, "unexpected ')'"),
        ("min(x)", 5, "',' is missing"),
        ("", 0, "something is missing"),
        ("__import__(x)", 0, "'__import__' is unknown"),
    ],
)
def test_mistakes_have_a_place(text: str, place: int, reason: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.place == place
    assert caught.value.reason.startswith(reason)
    assert caught.value.caret.splitlines()[1].index("^") == place


def test_outside_its_domain_a_function_is_nan_without_a_warning() -> None:
    assert np.isnan(parse("log(x)")(x=np.array([-1.0]))).all()
    assert np.isinf(parse("1/x")(x=np.array([0.0]))).all()


@given(st.text("xy0123.+-*/^()πe sincoqrtlgabmx,²|−", max_size=60))
def test_any_text_parses_or_is_refused_cleanly(text: str) -> None:
    mistake = None
    try:
        f = parse(text)
    except ExpressionError as error:
        mistake = error
    if mistake is None:
        assert f(x=X, y=Y).shape == X.shape
    else:
        assert 0 <= mistake.place <= len(text)


def test_depth_and_length_are_bounded() -> None:
    with pytest.raises(ExpressionError, match="nested"):
        parse("(" * 200 + "x" + ")" * 200)
    with pytest.raises(ExpressionError, match="nested"):
        parse("2^" * 200 + "x")
    with pytest.raises(ExpressionError, match="at most 500"):
        parse("x+" * 400 + "x")


def test_equal_texts_are_equal_functions() -> None:
    assert parse("x y") == parse("x y")
    assert len({parse("x y"), parse("x y"), parse("y")}) == 2
