"""A distribution of directions: the von Mises distribution."""

from __future__ import annotations

from math import log, pi

import numpy as np

from core.arrays import Floats
from core.functions.words import (
    cos,
    log_bessel,
    log_bessel_slope,
    named,
    sin,
    symbol,
)
from core.language import mark, tr
from core.outputs.distributed import Distributed
from core.outputs.predicted import Predicted, Turned
from core.outputs.unit import check_range

_a, _b, y = (symbol(name) for name in ("a", "b", "y"))
_square = named("s", _a * _a + _b * _b)


class VonMisesNll(Distributed):
    """Angles: κ cos μ = a and κ sin μ = b, so that no angle is special."""

    name = "von_mises_nll"
    order = 170
    title = mark("Von Mises: directions")
    formula = (
        r"\sum_k \log 2\pi I_0(\kappa_k) - a_k \cos y_k - b_k \sin y_k, "
        r"\quad \kappa^2 = a^2 + b^2"
    )
    heads = (_a, _b)
    prediction = "direction"
    head_titles = ("κ cos μ", "κ sin μ")
    head_letters = ("a", "b")
    each = log_bessel(_square) - _a * cos(y) - _b * sin(y) + log(2.0 * pi)
    slopes = (
        2.0 * log_bessel_slope(_square) * _a - cos(y),
        2.0 * log_bessel_slope(_square) * _b - sin(y),
    )
    words = "log 2π I₀(κ) − {a}·cos {y} − {b}·sin {y}"

    def check_targets(self, y: Floats, thing: str) -> None:
        """Angles are in (−π, π]."""
        super().check_targets(y, thing)
        check_range(y, (y <= -pi) | (y > pi), thing, tr("be an angle in (−π, π]"))

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """The direction μ."""
        a, b = self.split(z)
        return np.arctan2(b, a)

    def errors(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """The shorter way around."""
        return np.asarray(np.angle(np.exp(1j * super().errors(z, y))))

    def concentration(self, z: Floats) -> Floats:
        """κ: larger means more certain."""
        return np.hypot(*self.split(z))

    def predicted(self, z: Floats, target: int = 0, components: int = 3) -> Predicted:
        """The distribution of one angle."""
        one = self.of_target(z, target)
        return Turned(self.predict(one), self.concentration(one))

    def spread(self, z: Floats) -> Floats:
        """The circular standard deviation, √(−2 log A(κ))."""
        from core.functions.maths import log_bessel_slope

        kappa = self.concentration(z)
        ratio = 2.0 * kappa * log_bessel_slope(kappa * kappa)
        return np.sqrt(-2.0 * np.log(np.clip(ratio, 1e-30, 1.0)))


VON_MISES_NLL = VonMisesNll()
