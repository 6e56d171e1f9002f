"""Generated kernels against the expressions they are made from, evaluated by NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from core.errors import BadInput
from core.functions import ACTIVATION_NAMES, ACTIVATIONS, HiddenUnit
from core.functions.words import maximum, named, number, tanh, where, z
from core.kernels.generated_activations import elementwise, elementwise_back
from core.kernels.generated_losses import one_target
from core.kernels.linking import load_exported
from core.kernels.options import FLAGS
from core.network import LayerSpec
from core.outputs import LOSS_NAMES, LOSSES
from core.outputs.elementwise import Elementwise
from tools import generate_kernels

UNITS = [unit for unit in ACTIVATIONS.values() if unit.elementwise]
SUMS = [loss for loss in LOSSES.values() if isinstance(loss, Elementwise)]
LAYER = {"negative_slope": 0.07, "alpha": 0.6, "sigma": 1.4, "slope": 1.5}
TOLERANCE = {"float64": 1e-13, "float32": 2e-6}

precisions = pytest.mark.parametrize("precision", ["float64", "float32"])


@njit(**FLAGS)
def _forward(unit, work, n, negative_slope, alpha, sigma, slope):
    elementwise(unit, work, 0, n, n, negative_slope, alpha, sigma, slope)


@njit(**FLAGS)
def _back(unit, work, n):
    elementwise_back(unit, work, 2 * n, 0, n, n)


@njit(**FLAGS)
def _loss(loss, work, z0, y0, g0, e0, step, n):
    one_target(loss, work, z0, y0, g0, e0, step, n)


@precisions
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_function_and_its_way_back(unit: HiddenUnit, precision: str) -> None:
    load_exported(precision)
    rng = np.random.default_rng(3)
    x = np.concatenate([rng.normal(size=500) * 3.0, [0.0, 1.0, -1.0, 40.0, -40.0, 2e6]])
    x = np.abs(x) if unit.distances else x
    x = np.resize(x, 512).astype(precision)
    push = rng.normal(size=512).astype(precision)
    work = np.concatenate([x, np.zeros_like(x), push])
    code = ACTIVATION_NAMES.index(unit.name)
    layer = LayerSpec(1, unit.name, **LAYER)  # type: ignore[arg-type]
    _forward(code, work, 512, **LAYER)
    a = work[512:1024].copy()
    _back(code, work, 512)
    wide = x.astype(np.float64)  # what float32 is compared with
    with np.errstate(over="ignore"):
        value, slope = (rule(wide, layer, None) for rule in (unit.value, unit.slope))
    limits = {"rel": TOLERANCE[precision], "abs": TOLERANCE[precision]}
    assert a == pytest.approx(value, **limits)
    assert work[1024:] == pytest.approx(push.astype(np.float64) * slope, **limits)


@precisions
@pytest.mark.parametrize("loss", SUMS, ids=lambda loss: loss.name)
def test_a_loss_and_its_slopes(loss: Elementwise, precision: str) -> None:
    load_exported(precision)
    rng = np.random.default_rng(4)
    n, heads = 256, len(loss.heads)
    logits = (rng.normal(size=(n, heads)) * 4.0).astype(precision)
    y = rng.integers(0, 2, (n, 1)).astype(precision)
    try:
        loss.check_targets(y, "target")
    except BadInput:  # 0 or 1 does not fit
        y = rng.uniform(0.1, 0.9, (n, 1)).astype(precision)
    rest = np.zeros((heads + 1) * n, precision)  # slopes, then losses
    work = np.concatenate([logits.T.ravel(), y.ravel(), rest])
    g0, e0 = (heads + 1) * n, (2 * heads + 1) * n
    _loss(LOSS_NAMES.index(loss.name), work, 0, heads * n, g0, e0, n, n)
    wide, target = logits.astype(np.float64), y.astype(np.float64)
    limits = {"rel": 10 * TOLERANCE[precision], "abs": 10 * TOLERANCE[precision]}
    assert work[e0:] == pytest.approx(loss.value(wide, target), **limits)
    found = work[g0:e0].reshape(heads, n).T
    assert found == pytest.approx(loss.gradient(wide, target), **limits)


def test_what_is_used_twice_is_computed_once_and_what_is_fixed_before_the_loop() -> (
    None
):
    low = named("low", maximum(z, 0.25))
    loop = generate_kernels.Loop({"z": "z[j]"}, [("a[j]", tanh(low) + low)])
    assert loop.lines("n") == [
        "c0 = real(0.25)",
        "for j in range(n):",
        "    x = z[j]",
        "    low = c0 if x < c0 else x",
        "    a[j] = tanh(low) + low",
    ]
    assert loop.used == {"tanh"}


def test_a_slope_of_nothing_stops_any_push() -> None:
    push = generate_kernels.g.symbol("push")
    slope = where(z > 0.0, 1.0, where(z > -1.0, tanh(z), 0.0))
    assert generate_kernels.times(push, slope) == where(
        z > 0.0, push, where(z > -1.0, push * tanh(z), number(0.0))
    )


def test_the_modules_are_up_to_date_and_a_stale_one_is_noticed(
    tmp_path, monkeypatch, capsys
) -> None:
    assert generate_kernels.main(["--check"]) == 0
    monkeypatch.setattr(generate_kernels, "KERNELS", tmp_path)
    assert generate_kernels.main([]) == 0
    assert generate_kernels.main(["--check"]) == 0
    codes = tmp_path / "codes.py"
    codes.write_text(codes.read_text().replace("RELU = 1", "RELU = 2"))
    assert generate_kernels.main(["--check"]) == 1
    assert "codes.py" in capsys.readouterr().out
