"""Hidden units: what a layer does with its pre-activations.

To add one: write its value, slope and curvature, list it in `ACTIVATIONS`, and give
it a kernel code in `core.network.ACTIVATION_NAMES`. Arrays are (…, rows) for
pre-activations and (…, units) for activations; the two differ for maxout alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.network import LayerSpec

#: Klambauer et al. 2017: a unit-variance input keeps mean 0 and variance 1.
SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946

Rule = Callable[[Floats, LayerSpec, Floats | None], Floats]


@dataclass(frozen=True, slots=True)
class HiddenUnit:
    """A hidden unit: its function, two derivatives and where the slope jumps.

    ``value(z, layer, slopes)`` is (…, units); ``slope`` and ``curvature`` are the
    first and second derivative by each entry of ``z``, (…, rows). ``slopes`` are the
    learned slopes of prelu (units,), None for every other unit. At a kink the slope
    is that of the piece with slope 0, or else of the left (for maxout: lower) piece.
    """

    name: str
    title: str  # for people
    formula: str  # LaTeX
    value: Rule
    slope: Rule
    curvature: Rule
    kinks: tuple[float, ...] = ()  # where the slope jumps; each bends the surface
    piecewise_linear: bool = False

    @property
    def learns_slopes(self) -> bool:
        """Whether the layer has one learned slope a unit."""
        return self.name == "prelu"

    def vjp(
        self, z: Floats, grad: Floats, layer: LayerSpec, slopes: Floats | None = None
    ) -> tuple[Floats, Floats | None]:
        """Gradients by ``z`` (n, rows) and by the slopes, from ``grad`` (n, units)."""
        by_slopes = None
        if self.learns_slopes:
            by_slopes = np.sum(grad * np.minimum(z, 0.0), axis=0)
        if self.name == "maxout":
            grad = np.repeat(grad, layer.maxout_k, axis=-1)
        return grad * self.slope(z, layer, slopes), by_slopes


def sigmoid(z: Floats) -> Floats:
    """1 / (1 + e^−z), without overflow on either side."""
    small = np.exp(-np.abs(z))
    return np.where(z >= 0, 1.0, small) / (1.0 + small)


def sigmoid_slope(z: Floats) -> Floats:
    """σ(z) σ(−z): unlike σ (1 − σ) it does not cancel for large z."""
    small = np.exp(-np.abs(z))
    return np.asarray(small / (1.0 + small) ** 2)


def softplus(z: Floats) -> Floats:
    """log(1 + e^z), without overflow."""
    return np.asarray(np.maximum(z, 0.0) + np.log1p(np.exp(-np.abs(z))))


def _step(z: Floats) -> Floats:
    """1 where z > 0, else 0, in z's own precision."""
    return (z > 0.0).astype(z.dtype)


def _simple(rule: Callable[[Floats], Floats]) -> Rule:
    """A rule that reads z alone."""
    return lambda z, layer, slopes: rule(z)


_zero = _simple(np.zeros_like)


def _known(slopes: Floats | None) -> Floats:
    if slopes is None:
        raise TypeError("prelu needs the slopes of its units")
    return slopes


def _prelu(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, z, _known(slopes) * z)


def _prelu_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.ones_like(z), _known(slopes))


def _leaky(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, z, layer.negative_slope * z)


def _leaky_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.ones_like(z), z.dtype.type(layer.negative_slope))


def _negative_exp(z: Floats) -> Floats:
    """e^z on the negative side, 1 elsewhere: no overflow in a branch not taken."""
    return np.exp(np.minimum(z, 0.0))


def _elu(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, z, layer.alpha * np.expm1(np.minimum(z, 0.0)))


def _elu_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.ones_like(z), layer.alpha * _negative_exp(z))


def _elu_curvature(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.where(z > 0.0, np.zeros_like(z), layer.alpha * _negative_exp(z))


def _selu(z: Floats) -> Floats:
    low = SELU_ALPHA * np.expm1(np.minimum(z, 0.0))
    return np.asarray(SELU_SCALE * np.where(z > 0.0, z, low))


def _selu_slope(z: Floats) -> Floats:
    low = SELU_ALPHA * _negative_exp(z)
    return np.asarray(SELU_SCALE * np.where(z > 0.0, np.ones_like(z), low))


def _selu_curvature(z: Floats) -> Floats:
    low = SELU_ALPHA * _negative_exp(z)
    return np.asarray(SELU_SCALE * np.where(z > 0.0, np.zeros_like(z), low))


def _normal_cdf(z: Floats) -> Floats:
    # A late import: scipy.special costs more than the rest of core to load.
    from scipy.special import ndtr

    return np.asarray(ndtr(z))  # ½ (1 + erf(z/√2)), accurate in the left tail too


def _normal_pdf(z: Floats) -> Floats:
    # Beyond 40 the density is 0 in any case; the bound keeps z² from overflowing.
    bounded = np.clip(z, -40.0, 40.0)
    return np.asarray(np.exp(-0.5 * bounded * bounded) / np.sqrt(2.0 * np.pi)).astype(
        z.dtype
    )


def _gelu(z: Floats) -> Floats:
    return np.asarray(z * _normal_cdf(z))


def _gelu_slope(z: Floats) -> Floats:
    return _normal_cdf(z) + z * _normal_pdf(z)


def _gelu_curvature(z: Floats) -> Floats:
    pdf = _normal_pdf(z)
    return np.asarray(2.0 * pdf - z * (z * pdf))


def _hard_tanh_slope(z: Floats) -> Floats:
    return ((z > -1.0) & (z < 1.0)).astype(z.dtype)


def _tanh_slope(z: Floats) -> Floats:
    a = np.tanh(z)
    return np.asarray(1.0 - a * a)


def _tanh_curvature(z: Floats) -> Floats:
    a = np.tanh(z)
    return np.asarray(-2.0 * a * (1.0 - a * a))


def _sigmoid_curvature(z: Floats) -> Floats:
    return sigmoid_slope(z) * (1.0 - 2.0 * sigmoid(z))


def _grouped(z: Floats, layer: LayerSpec) -> Floats:
    """The rows of each maxout unit on an axis of their own: (…, units, k)."""
    return z.reshape(*z.shape[:-1], layer.units, layer.maxout_k)


def _maxout(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.asarray(_grouped(z, layer).max(axis=-1))


def _maxout_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    rows = _grouped(z, layer)
    best = rows.argmax(axis=-1)  # the first of equals: the lower index
    mask = best[..., None] == np.arange(layer.maxout_k)
    return np.asarray(mask.reshape(z.shape), dtype=z.dtype)


def _rbf(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return np.asarray(np.exp(-z / layer.sigma**2))


def _rbf_slope(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return -_rbf(z, layer, slopes) / layer.sigma**2


def _rbf_curvature(z: Floats, layer: LayerSpec, slopes: Floats | None) -> Floats:
    return _rbf(z, layer, slopes) / layer.sigma**4


ACTIVATIONS: dict[str, HiddenUnit] = {
    unit.name: unit
    for unit in (
        HiddenUnit(
            "identity",
            "Identity",
            r"a = z",
            _simple(np.array),
            _simple(np.ones_like),
            _zero,
            piecewise_linear=True,
        ),
        # Slope 0 at 0: a dead unit stays dead, and visibly so.
        HiddenUnit(
            "relu",
            "ReLU",
            r"a = \max(0, z)",
            _simple(lambda z: np.maximum(z, 0.0)),
            _simple(_step),
            _zero,
            kinks=(0.0,),
            piecewise_linear=True,
        ),
        HiddenUnit(
            "leaky_relu",
            "Leaky ReLU",
            r"a = \max(0, z) + \alpha \min(0, z)",
            _leaky,
            _leaky_slope,
            _zero,
            kinks=(0.0,),
            piecewise_linear=True,
        ),
        HiddenUnit(
            "prelu",
            "PReLU",
            r"a_j = \max(0, z_j) + \alpha_j \min(0, z_j)",
            _prelu,
            _prelu_slope,
            _zero,
            kinks=(0.0,),
            piecewise_linear=True,
        ),
        HiddenUnit(
            "tanh",
            "tanh",
            r"a = \tanh(z)",
            _simple(np.tanh),
            _simple(_tanh_slope),
            _simple(_tanh_curvature),
        ),
        HiddenUnit(
            "sigmoid",
            "Sigmoid",
            r"a = \sigma(z) = \frac{1}{1 + e^{-z}}",
            _simple(sigmoid),
            _simple(sigmoid_slope),
            _simple(_sigmoid_curvature),
        ),
        HiddenUnit(
            "softplus",
            "Softplus",
            r"a = \log(1 + e^{z})",
            _simple(softplus),
            _simple(sigmoid),
            _simple(sigmoid_slope),
        ),
        HiddenUnit(
            "hard_tanh",
            "Hard tanh",
            r"a = \max(-1, \min(1, z))",
            _simple(lambda z: np.clip(z, -1.0, 1.0)),
            _simple(_hard_tanh_slope),
            _zero,
            kinks=(-1.0, 1.0),
            piecewise_linear=True,
        ),
        HiddenUnit(
            "abs",
            "Absolute value",
            r"a = |z|",
            _simple(np.abs),
            _simple(lambda z: 2.0 * _step(z) - 1.0),
            _zero,
            kinks=(0.0,),
            piecewise_linear=True,
        ),
        # Smooth at 0 for α = 1 alone.
        HiddenUnit(
            "elu",
            "ELU",
            r"a = \max(0, z) + \alpha (e^{\min(0, z)} - 1)",
            _elu,
            _elu_slope,
            _elu_curvature,
            kinks=(0.0,),
        ),
        HiddenUnit(
            "selu",
            "SELU",
            r"a = \lambda (\max(0, z) + \alpha (e^{\min(0, z)} - 1))",
            _simple(_selu),
            _simple(_selu_slope),
            _simple(_selu_curvature),
            kinks=(0.0,),
        ),
        HiddenUnit(
            "gelu",
            "GELU",
            r"a = \frac{z}{2} (1 + \mathrm{erf}(z / \sqrt{2}))",
            _simple(_gelu),
            _simple(_gelu_slope),
            _simple(_gelu_curvature),
        ),
        HiddenUnit(
            "cosine",
            "Cosine",
            r"a = \cos(z)",
            _simple(np.cos),
            _simple(lambda z: -np.sin(z)),
            _simple(lambda z: -np.cos(z)),
        ),
        # Its kinks lie where two rows of a unit are equal, not at a value of z.
        HiddenUnit(
            "maxout",
            "Maxout",
            r"a_j = \max_{i} z_{kj + i}",
            _maxout,
            _maxout_slope,
            _zero,
            piecewise_linear=True,
        ),
        HiddenUnit(
            "rbf",
            "Radial basis",
            r"a_j = \exp(-\|w_j - h\|^2 / \sigma^2)",
            _rbf,
            _rbf_slope,
            _rbf_curvature,
        ),
    )
}
