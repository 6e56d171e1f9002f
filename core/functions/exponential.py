"""Straight on the right, exponential on the left."""

from __future__ import annotations

from core.functions.unit import HiddenUnit
from core.functions.words import alpha, exp, expm1, minimum, named, where, z

#: Klambauer et al. 2017: a unit-variance input keeps mean 0 and variance 1.
SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946
_DEPTH = SELU_SCALE * SELU_ALPHA

#: The negative side alone, so that the branch not taken does not overflow.
_left = named("left", minimum(z, 0.0))

# Smooth at 0 only for α = 1.
ELU = HiddenUnit(
    name="elu",
    order=100,
    title="ELU",
    formula=r"a = \max(0, z) + \alpha (e^{\min(0, z)} - 1)",
    words="max(0, {z}) + {alpha}·(exp(min(0, {z})) − 1)",
    value=where(z > 0.0, z, alpha * expm1(_left)),
    slope=where(z > 0.0, 1.0, alpha * exp(_left)),
    curvature=where(z > 0.0, 0.0, alpha * exp(_left)),
    kinks=(0.0,),
)

SELU = HiddenUnit(
    name="selu",
    order=110,
    title="SELU",
    formula=r"a = \lambda (\max(0, z) + \alpha (e^{\min(0, z)} - 1))",
    words="selu({z})",
    value=where(z > 0.0, SELU_SCALE * z, _DEPTH * expm1(_left)),
    slope=where(z > 0.0, SELU_SCALE, _DEPTH * exp(_left)),
    curvature=where(z > 0.0, 0.0, _DEPTH * exp(_left)),
    kinks=(0.0,),
)
