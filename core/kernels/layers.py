# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""One layer forward and backward over a block of examples, laid out (units, batch).

Rows are ``ld`` long, whole vectors; the columns beyond the ``nb`` examples contain
finite numbers that have no effect, because their gradient is zero.
"""

from __future__ import annotations

import numpy as np

from core.kernels.families import LAYERS
from core.kernels.linking import exported
from core.kernels.memory import view
from core.kernels.options import FLAGS

EPSILON = 1e-5  # added to a variance, as PyTorch does


@exported("pipiiiiii>v", LAYERS, **FLAGS)
def distances(theta, w0, work, h0, z0, rows, count, ld, mask0):
    """Squared distances of the examples to the rows of W; cut links do not count."""
    centres = view(theta, w0, rows * count)
    zero = centres.dtype.type(0.0)
    for r in range(rows):
        z = view(work, z0 + r * ld, ld)
        for j in range(ld):
            z[j] = zero
        for i in range(count):
            if mask0 >= 0 and view(work, mask0 + r * count + i, 1)[0] == zero:
                continue
            w = centres[r * count + i]
            h = view(work, h0 + i * ld, ld)
            for j in range(ld):
                gap = w - h[j]
                z[j] += gap * gap


@exported("pipiipiiiiiiii>v", LAYERS, **FLAGS)
def distances_back(
    theta, w0, work, h0, g0, out, out0, prev0, rows, count, ld, more, down, mask0
):
    """Gradients of `distances` by W (into out) and, with ``down``, by h (prev0)."""
    centres, sums = view(theta, w0, rows * count), view(out, out0, rows * count)
    two, zero = centres.dtype.type(2.0), centres.dtype.type(0.0)
    if down:
        back = view(work, prev0, count * ld)
        for j in range(count * ld):
            back[j] = zero
    for r in range(rows):
        g = view(work, g0 + r * ld, ld)
        for i in range(count):
            if mask0 >= 0 and view(work, mask0 + r * count + i, 1)[0] == zero:
                sums[r * count + i] = zero
                continue
            w = centres[r * count + i]
            h = view(work, h0 + i * ld, ld)
            total = zero
            for j in range(ld):
                total += g[j] * (w - h[j])
            place = r * count + i
            sums[place] = two * total + (sums[place] if more else zero)
            if down:
                back = view(work, prev0 + i * ld, ld)
                for j in range(ld):
                    back[j] -= two * g[j] * (w - h[j])


@exported("piiipiiiii>v", LAYERS, **FLAGS)
def normalise(work, z0, out0, statistics0, theta, gamma0, beta0, rows, nb, ld):
    """Batch normalisation of z: x̂ goes to out0, γx̂ + β overwrites z.

    The batch's mean, 1/spread and (biased) variance are kept at statistics0.
    """
    gammas, betas = view(theta, gamma0, rows), view(theta, beta0, rows)
    kept = view(work, statistics0, 3 * rows)
    real = kept.dtype.type
    share = real(1.0 / nb)
    for r in range(rows):
        z, normed = view(work, z0 + r * ld, ld), view(work, out0 + r * ld, ld)
        total = real(0.0)
        for j in range(nb):
            total += z[j]
        mean = total * share
        total = real(0.0)
        for j in range(nb):
            gap = z[j] - mean
            total += gap * gap
        variance = total * share
        inverse = real(1.0) / np.sqrt(variance + real(EPSILON))
        kept[r] = mean
        kept[rows + r] = inverse
        kept[2 * rows + r] = variance
        gamma, beta = gammas[r], betas[r]
        for j in range(ld):
            x = (z[j] - mean) * inverse
            normed[j] = x
            z[j] = gamma * x + beta


@exported("pipiipiiii>v", LAYERS, **FLAGS)
def normalise_fixed(work, z0, stats, mean0, var0, theta, gamma0, beta0, rows, ld):
    """Batch normalisation by the running statistics, in place."""
    gammas, betas = view(theta, gamma0, rows), view(theta, beta0, rows)
    means, variances = view(stats, mean0, rows), view(stats, var0, rows)
    real = gammas.dtype.type
    for r in range(rows):
        z = view(work, z0 + r * ld, ld)
        scale = gammas[r] / np.sqrt(variances[r] + real(EPSILON))
        mean, beta = means[r], betas[r]
        for j in range(ld):
            z[j] = (z[j] - mean) * scale + beta


@exported("piiipipiiiii>v", LAYERS, **FLAGS)
def normalise_back(
    work,
    g0,
    normed0,
    statistics0,
    theta,
    gamma0,
    out,
    gamma_out,
    beta_out,
    rows,
    nb,
    ld,
):
    """Gradients by γ and β, and by the affine step in place of g."""
    gammas, inverse = view(theta, gamma0, rows), view(work, statistics0 + rows, rows)
    by_gammas, by_betas = view(out, gamma_out, rows), view(out, beta_out, rows)
    real = gammas.dtype.type
    share = real(1.0 / nb)
    for r in range(rows):
        g, normed = view(work, g0 + r * ld, ld), view(work, normed0 + r * ld, ld)
        by_beta, by_gamma = real(0.0), real(0.0)
        for j in range(nb):
            by_beta += g[j]
            by_gamma += g[j] * normed[j]
        by_gammas[r] = by_gamma
        by_betas[r] = by_beta
        scale = gammas[r] * inverse[r]
        for j in range(nb):
            g[j] = scale * (g[j] - (by_beta + normed[j] * by_gamma) * share)


@exported("piiii>v", LAYERS, **FLAGS)
def drop(work, a0, mask0, out0, n):
    """Activations (or pushes) times their dropout factors."""
    a, mask, out = view(work, a0, n), view(work, mask0, n), view(work, out0, n)
    for j in range(n):
        out[j] = a[j] * mask[j]


@exported("piiOiipiii>v", **FLAGS)
def gather(source, examples, rows, order, first, natural, work, to0, nb, ld):
    """Copy examples into the work buffer; columns beyond them are 0."""
    picks = view(order, first, nb)
    for i in range(rows):
        out = view(work, to0 + i * ld, ld)
        if natural:
            row = view(source, i * examples + first, nb)
            for j in range(nb):
                out[j] = row[j]
        else:
            row = view(source, i * examples, examples)
            for j in range(nb):
                out[j] = row[picks[j]]
        for j in range(nb, ld):
            out[j] = out.dtype.type(0.0)


@exported("piiiid>v", **FLAGS)
def smooth_targets(work, y0, rows, nb, ld, smoothing):
    """(1 − ε)·onehot + ε/k."""
    for i in range(rows):
        y = view(work, y0 + i * ld, nb)
        kept, spread = y.dtype.type(1.0 - smoothing), y.dtype.type(smoothing / rows)
        for j in range(nb):
            y[j] = kept * y[j] + spread
