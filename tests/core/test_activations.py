"""Hidden units: derivatives, kinks, identities, extremes; every one registered."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.functions import ACTIVATIONS, HiddenUnit
from core.functions.maths import sigmoid, sigmoid_slope, softplus
from core.network import LayerSpec

every_unit = pytest.mark.parametrize("unit", ACTIVATIONS.values(), ids=lambda u: u.name)
SCALAR = [u for u in ACTIVATIONS.values() if u.name != "maxout"]


def layer_of(unit: HiddenUnit, **settings: float) -> LayerSpec:
    return LayerSpec(1, unit.name, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("unit", SCALAR, ids=lambda u: u.name)
@settings(max_examples=60, deadline=None)
@given(z=st.floats(-30, 30), setting=st.floats(0.1, 2.0))
def test_slope_and_curvature_match_central_differences(unit, z, setting):
    h = 1e-5
    assume(all(abs(z - kink) > 2 * h for kink in unit.kinks))
    layer = layer_of(unit, negative_slope=setting, alpha=setting, sigma=1 + setting)
    slopes = np.array([setting])
    around = np.array([[z - h], [z], [z + h]])
    value = unit.value(around, layer, slopes)[:, 0]
    slope = unit.slope(around, layer, slopes)[:, 0]
    curvature = unit.curvature(around, layer, slopes)[1, 0]
    scale = max(1.0, np.abs(value).max())
    assert slope[1] == pytest.approx((value[2] - value[0]) / (2 * h), abs=1e-7 * scale)
    rise = (slope[2] - slope[0]) / (2 * h)
    assert curvature == pytest.approx(rise, abs=1e-6 * scale)


@pytest.mark.parametrize(
    ("name", "z", "slope"),
    [
        ("relu", 0.0, 0.0),
        ("abs", 0.0, -1.0),
        ("leaky_relu", 0.0, 0.01),
        ("prelu", 0.0, 0.25),
        ("hard_tanh", -1.0, 0.0),
        ("hard_tanh", 1.0, 0.0),
        ("elu", 0.0, 1.0),
    ],
)
def test_slope_at_a_kink(name, z, slope):
    unit = ACTIVATIONS[name]
    found = unit.slope(np.array([[z]]), layer_of(unit), np.array([0.25]))
    assert found[0, 0] == slope


def test_maxout_takes_the_lower_of_equal_rows():
    unit = ACTIVATIONS["maxout"]
    layer = LayerSpec(2, "maxout", maxout_k=3)
    z = np.array([[1.0, 4.0, 4.0, 7.0, -1.0, 7.0]])
    assert unit.value(z, layer, None).tolist() == [[4.0, 7.0]]
    assert unit.slope(z, layer, None).tolist() == [[0, 1, 0, 1, 0, 0]]


@every_unit
@pytest.mark.parametrize("size", [1e3, 1e150])
def test_extremes_stay_finite(unit, size):
    layer = LayerSpec(2, unit.name, maxout_k=1)
    z = np.array([[size, -size], [0.0, size]])
    z = np.abs(z) if unit.name == "rbf" else z  # squared distances
    for rule in (unit.value, unit.slope, unit.curvature):
        found = rule(z, layer, np.array([0.25, -0.5]))
        assert np.isfinite(found).all()


@every_unit
def test_single_precision_is_kept(unit):
    layer = LayerSpec(2, unit.name)
    z = np.abs(np.linspace(-2, 2, 3 * layer.rows)).reshape(3, -1).astype(np.float32)
    slopes = np.full(2, 0.25, np.float32)
    for rule in (unit.value, unit.slope, unit.curvature):
        assert rule(z, layer, slopes).dtype == np.float32


@every_unit
def test_vjp_is_the_transpose_of_the_slope(unit):
    rng = np.random.default_rng(3)
    layer = LayerSpec(4, unit.name, maxout_k=3)
    z = rng.normal(size=(5, layer.rows))
    slopes = rng.normal(size=4)
    grad = rng.normal(size=(5, 4))
    h = 1e-6
    by_z, by_slopes = unit.vjp(z, grad, layer, slopes)
    step = rng.normal(size=z.shape)
    change = unit.value(z + h * step, layer, slopes) - unit.value(
        z - h * step, layer, slopes
    )
    assert np.sum(by_z * step) == pytest.approx(
        np.sum(grad * change) / (2 * h), rel=1e-6
    )
    if unit.learns_slopes:
        turn = rng.normal(size=4)
        change = unit.value(z, layer, slopes + turn) - unit.value(z, layer, slopes)
        assert np.sum(by_slopes * turn) == pytest.approx(np.sum(grad * change))
    else:
        assert by_slopes is None


@given(z=st.floats(-700, 700))
def test_identities_of_the_sigmoid(z):
    z = np.array([z])
    assert np.tanh(z) == pytest.approx(2 * sigmoid(2 * z) - 1, abs=1e-15)
    assert sigmoid(-z) == pytest.approx(1 - sigmoid(z), abs=1e-15)
    assert sigmoid_slope(z) == pytest.approx(sigmoid(z) * sigmoid(-z), rel=1e-12)
    assert softplus(z) - softplus(-z) == pytest.approx(z, abs=1e-12)


def test_textbook_values():
    values = {"gelu": 0.8413447460685429, "selu": 1.0507009873554805, "elu": 1.0}
    for name, expected in values.items():
        unit = ACTIVATIONS[name]
        found = unit.value(np.array([[1.0]]), layer_of(unit), None)
        assert found[0, 0] == pytest.approx(expected, rel=1e-15)


def test_scipy_is_loaded_only_when_gelu_is_used():
    code = (
        "import sys, core.functions, core.outputs, core.steps.forward, core.gradients\n"
        "assert 'scipy.special' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
