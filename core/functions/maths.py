"""Elementary functions in plain NumPy that neither overflow nor cancel."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats


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


def softplus_less(z: Floats, b: Floats) -> Floats:
    """softplus(z) − b, in an order that stays accurate when they nearly cancel."""
    return np.asarray(np.maximum(z, 0.0) - b + np.log1p(np.exp(-np.abs(z))))


def normal_cdf(z: Floats) -> Floats:
    """The standard normal distribution function at z."""
    # A late import: scipy.special costs more than the rest of core to load.
    from scipy.special import ndtr

    return np.asarray(ndtr(z))  # ½ (1 + erf(z/√2)), accurate in the left tail too


def normal_pdf(z: Floats) -> Floats:
    """The standard normal density at z."""
    # Beyond 40 the density is 0 in any case; the bound keeps z² from overflowing.
    bounded = np.clip(z, -40.0, 40.0)
    return np.asarray(np.exp(-0.5 * bounded * bounded) / np.sqrt(2.0 * np.pi)).astype(
        z.dtype
    )


def softmax(z: Floats, temperature: float = 1.0) -> Floats:
    """Probabilities along the last axis, of logits read at a temperature.

    The maximum is subtracted first. Temperature 0 is the limit from above, one-hot of
    the argmax (shared between ties); infinity gives all classes the same probability.
    """
    below = z - z.max(axis=-1, keepdims=True)
    if temperature == 0.0:
        grown = (below == 0.0).astype(below.dtype)
    elif temperature == 1.0:
        grown = np.exp(below)
    else:
        grown = np.exp(below / temperature)
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))


def sigmoid_at(z: Floats, temperature: float) -> Floats:
    """σ(z/τ) with the same limits as `softmax`."""
    if temperature == 0.0:
        return np.asarray(np.heaviside(z, 0.5))
    return sigmoid(z / temperature)


def logsumexp(z: Floats) -> Floats:
    """``log Σ e^z`` along the last axis, without overflow; one axis fewer than z."""
    top = z.max(axis=-1, keepdims=True)
    return np.asarray(top[..., 0] + np.log(np.sum(np.exp(z - top), axis=-1)))


def softmax_vjp(p: Floats, grad: Floats) -> Floats:
    """Σ_j p_k p_j (g_k − g_j): unlike p (g − Σ p g) it does not cancel."""
    gaps = grad[..., :, None] - grad[..., None, :]
    return np.asarray(p * np.einsum("...j,...kj->...k", p, gaps))


def log_softplus(a: Floats) -> Floats:
    """``log log(1 + e^a)``; ≈ a where e^a is too small to be added to 1."""
    plain = np.log(softplus(np.maximum(a, -30.0)))
    return np.where(a < -30.0, a, plain)


def log_softplus_slope(a: Floats) -> Floats:
    """σ(a) / softplus(a), which tends to 1 for a ≪ 0."""
    bounded = np.maximum(a, -30.0)
    ratio = sigmoid(bounded) / softplus(bounded)
    return np.where(a < -30.0, np.ones_like(a), ratio)


def log_softplus_curvature(a: Floats) -> Floats:
    """Second derivative of `log_softplus`: r (1 − σ − r) with its slope r."""
    ratio = log_softplus_slope(a)
    exact = ratio * (sigmoid(-a) - ratio)
    # 1 − σ − r ≈ −e^a/2 cancels there; the series does not.
    series = -0.5 * np.exp(np.minimum(a, -8.0))
    return np.where(a < -18.0, series, exact)


def log_gamma_1p(x: Floats) -> Floats:
    """Log Γ(1 + x) for x ≥ 0: finite at 0, where log Γ itself is not."""
    from scipy.special import gammaln

    return np.asarray(gammaln(1.0 + x))


def digamma_1p(x: Floats) -> Floats:
    """ψ(1 + x), the slope of log Γ(1 + x)."""
    from scipy.special import digamma

    return np.asarray(digamma(1.0 + x))


def trigamma_1p(x: Floats) -> Floats:
    """ψ′(1 + x)."""
    from scipy.special import polygamma

    return np.asarray(polygamma(1, 1.0 + x))


def log_gamma_gap(x: Floats) -> Floats:
    """Log Γ(x + ½) − log Γ(x)."""
    from scipy.special import gammaln

    wide = np.asarray(x, np.float64)
    return np.asarray(gammaln(wide + 0.5) - gammaln(wide)).astype(np.asarray(x).dtype)


def digamma_gap(x: Floats) -> Floats:
    """ψ(x + ½) − ψ(x)."""
    from scipy.special import digamma

    wide = np.asarray(x, np.float64)
    return np.asarray(digamma(wide + 0.5) - digamma(wide)).astype(np.asarray(x).dtype)


def trigamma_gap(x: Floats) -> Floats:
    """ψ′(x + ½) − ψ′(x)."""
    from scipy.special import polygamma

    return np.asarray(polygamma(1, x + 0.5) - polygamma(1, x))


#: Below this κ² the Bessel functions are replaced by their first terms.
_SMALL = 1e-3


def log_bessel(s: Floats) -> Floats:
    """Log I₀(κ) of s = κ², from the exponentially scaled form: nothing overflows."""
    from scipy.special import i0e

    kappa = np.sqrt(s)
    return np.asarray(kappa + np.log(i0e(kappa)))


def log_bessel_slope(s: Floats) -> Floats:
    """The slope of `log_bessel`: A(κ)/(2κ) with A = I₁/I₀; ¼ at 0."""
    from scipy.special import i0e, i1e

    kappa = np.sqrt(np.maximum(s, _SMALL))
    near = 0.25 - s / 32.0 + s * s / 192.0 - 11.0 * s * s * s / 12288.0
    return np.where(s < _SMALL, near, i1e(kappa) / (2.0 * kappa * i0e(kappa)))


def log_bessel_curvature(s: Floats) -> Floats:
    """The second derivative of `log_bessel`."""
    from scipy.special import i0e, i1e

    kappa = np.sqrt(np.maximum(s, _SMALL))
    ratio = i1e(kappa) / i0e(kappa)
    near = -1.0 / 32.0 + s / 96.0 - 11.0 * s * s / 4096.0
    far = (kappa - 2.0 * ratio - kappa * ratio * ratio) / (4.0 * kappa**3)
    return np.where(s < _SMALL, near, far)


def squared_distances(
    h: Floats, centres: Floats, links: Floats | None = None
) -> Floats:
    """‖w − h‖² of the points ``h`` (n, d) to the rows ``w`` of ``centres``: (n, rows).

    From differences rather than ‖w‖² − 2wh + ‖h‖², which cancels near a centre.
    ``links`` is 0 where a coordinate does not count for a centre.
    """
    found = np.empty((len(h), len(centres)), dtype=h.dtype)
    for j, w in enumerate(centres):
        gaps = h - w if links is None else (h - w) * links[j].astype(h.dtype)
        found[:, j] = np.einsum("nd,nd->n", gaps, gaps)
    return found
