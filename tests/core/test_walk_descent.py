from __future__ import annotations

import numpy as np
import pytest

from core.analysis.walk_descent import DescentSpec, descend
from core.errors import BadInput


def test_the_slides_descent() -> None:
    found = descend(DescentSpec())
    assert len(found.x) == 101
    assert found.x[-1] == pytest.approx(1.4430005, abs=5e-8)
    assert found.value[-1] == pytest.approx(0.1665776, abs=5e-8)
    assert found.slope[0] == pytest.approx(4 * 8 - 3 * 4 - 4 * 2)
    assert "x = 1.4430005" in found.sentence


def test_too_large_a_rate_diverges_and_says_so() -> None:
    found = descend(DescentSpec(rate=0.5))
    assert found.diverged is not None
    assert np.isfinite(found.x).all()
    assert found.sentence.startswith(f"Diverged at step {found.diverged}")


def test_momentum_rolls_on() -> None:
    plain = descend(DescentSpec("x^2", 1.0, 0.01, 0.0, 50))
    rolling = descend(DescentSpec("x^2", 1.0, 0.01, 0.9, 50))
    assert abs(rolling.x[10]) < abs(plain.x[10])
    assert rolling.x.min() < 0 < plain.x.min()
    assert rolling.velocity[1] == pytest.approx(
        0.9 * rolling.velocity[0] + rolling.slope[1]
    )


@pytest.mark.parametrize(
    "settings",
    [
        {"rate": 0.0},
        {"momentum": 1.0},
        {"steps": 0},
        {"start": float("nan")},
        {"function": "log(x)", "start": -1.0},
        {"function": "x^"},
        {"function": "x + y"},
    ],
)
def test_bad_settings_are_refused(settings) -> None:
    with pytest.raises(BadInput):
        descend(DescentSpec(**settings))
