# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""What a layer does besides products, for many networks side by side.

Functions that work entry by entry are shared with single networks, over longer rows;
this module contains the others. Sums run over views of one vector, see
`core.kernels.lane_examples`.
"""

from __future__ import annotations

import numpy as np

from core.kernels.families import LAYERS
from core.kernels.layers import EPSILON
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, VECTOR


@exported("piiiipi>v", LAYERS, **FLAGS)
def lane_slopes(work, z0, a0, units, nb, theta, slopes0):
    """``z`` where it is positive, else ``α z``, with a learned α for each unit."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    for u in range(units):
        low = view(theta, slopes0 + u * lanes, lanes)
        for j in range(nb):
            at = (u * nb + j) * lanes
            z, a = view(work, z0 + at, lanes), view(work, a0 + at, lanes)
            zero = z.dtype.type(0.0)
            for lane in range(lanes):
                x, scaled = z[lane], low[lane] * z[lane]
                a[lane] = x if x > zero else scaled


@exported("piiiipipii>v", LAYERS, **FLAGS)
def lane_slopes_back(work, g0, z0, units, nb, theta, slopes0, out, out0, more):
    """Gradients by z, in place, and by the slopes: set, or added if ``more``."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    for u in range(units):
        low = view(theta, slopes0 + u * lanes, lanes)
        total = view(out, out0 + u * lanes, lanes)
        zero = low.dtype.type(0.0)
        if not more:
            for lane in range(lanes):
                total[lane] = zero
        for j in range(nb):
            at = (u * nb + j) * lanes
            z, g = view(work, z0 + at, lanes), view(work, g0 + at, lanes)
            for lane in range(lanes):
                x, push, scaled = z[lane], g[lane], low[lane] * g[lane]
                total[lane] += push * (zero if x > zero else x)
                g[lane] = push if x > zero else scaled


@exported("pipiiiiii>v", LAYERS, **FLAGS)
def lane_distances(theta, w0, work, h0, z0, rows, count, nb, mask0):
    """Squared distances from the examples to the rows of W, without cut links."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    for r in range(rows):
        for j in range(nb):
            z = view(work, z0 + (r * nb + j) * lanes, lanes)
            zero = z.dtype.type(0.0)
            for lane in range(lanes):
                z[lane] = zero
            for i in range(count):
                entry = r * count + i
                if mask0 >= 0 and view(work, mask0 + entry * lanes, 1)[0] == zero:
                    continue
                w = view(theta, w0 + entry * lanes, lanes)
                h = view(work, h0 + (i * nb + j) * lanes, lanes)
                for lane in range(lanes):
                    gap = w[lane] - h[lane]
                    z[lane] += gap * gap


@exported("pipiipiiiiiiii>v", LAYERS, **FLAGS)
def lane_distances_back(
    theta, w0, work, h0, g0, out, out0, prev0, rows, count, nb, more, down, mask0
):
    """Gradients of `lane_distances` by W (into out) and, if ``down``, by h (prev0)."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    two, zero = view(work, 0, ALL).dtype.type(2.0), view(work, 0, ALL).dtype.type(0.0)
    if down:
        back = view(work, prev0, count * nb * lanes)
        for j in range(count * nb * lanes):
            back[j] = zero
    for r in range(rows):
        for i in range(count):
            entry = (r * count + i) * lanes
            w, total = view(theta, w0 + entry, lanes), view(out, out0 + entry, lanes)
            cut = mask0 >= 0 and view(work, mask0 + entry, 1)[0] == zero
            if cut or not more:
                for lane in range(lanes):
                    total[lane] = zero
            if cut:
                continue
            for j in range(nb):
                g = view(work, g0 + (r * nb + j) * lanes, lanes)
                h = view(work, h0 + (i * nb + j) * lanes, lanes)
                back = view(work, prev0 + (i * nb + j) * lanes, lanes)
                for lane in range(lanes):
                    total[lane] += two * g[lane] * (w[lane] - h[lane])
                if down:
                    for lane in range(lanes):
                        back[lane] -= two * g[lane] * (w[lane] - h[lane])


@exported("piiipiiii>v", LAYERS, **FLAGS)
def lane_normalise(work, z0, out0, statistics0, theta, gamma0, beta0, rows, nb):
    """`core.kernels.layers.normalise` for each lane separately."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    real = view(work, 0, ALL).dtype.type
    share, one, zero = real(1.0 / nb), real(1.0), real(0.0)
    for r in range(rows):
        mean = view(work, statistics0 + r * lanes, lanes)
        inverse = view(work, statistics0 + (rows + r) * lanes, lanes)
        variance = view(work, statistics0 + (2 * rows + r) * lanes, lanes)
        gamma = view(theta, gamma0 + r * lanes, lanes)
        beta = view(theta, beta0 + r * lanes, lanes)
        for lane in range(lanes):
            mean[lane], variance[lane] = zero, zero
        for j in range(nb):
            z = view(work, z0 + (r * nb + j) * lanes, lanes)
            for lane in range(lanes):
                mean[lane] += z[lane]
        for lane in range(lanes):
            mean[lane] *= share
        for j in range(nb):
            z = view(work, z0 + (r * nb + j) * lanes, lanes)
            for lane in range(lanes):
                gap = z[lane] - mean[lane]
                variance[lane] += gap * gap
        for lane in range(lanes):
            variance[lane] *= share
            inverse[lane] = one / np.sqrt(variance[lane] + real(EPSILON))
        for j in range(nb):
            at = (r * nb + j) * lanes
            z, normed = view(work, z0 + at, lanes), view(work, out0 + at, lanes)
            for lane in range(lanes):
                normed[lane] = (z[lane] - mean[lane]) * inverse[lane]
            for lane in range(lanes):
                z[lane] = gamma[lane] * normed[lane] + beta[lane]


@exported("piiipipiiii>v", LAYERS, **FLAGS)
def lane_normalise_back(
    work, g0, normed0, statistics0, theta, gamma0, out, gamma_out, beta_out, rows, nb
):
    """`core.kernels.layers.normalise_back` for each lane separately."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    real = view(work, 0, ALL).dtype.type
    share, zero = real(1.0 / nb), real(0.0)
    for r in range(rows):
        by_gamma = view(out, gamma_out + r * lanes, lanes)
        by_beta = view(out, beta_out + r * lanes, lanes)
        inverse = view(work, statistics0 + (rows + r) * lanes, lanes)
        gamma = view(theta, gamma0 + r * lanes, lanes)
        for lane in range(lanes):
            by_gamma[lane], by_beta[lane] = zero, zero
        for j in range(nb):
            at = (r * nb + j) * lanes
            g, normed = view(work, g0 + at, lanes), view(work, normed0 + at, lanes)
            for lane in range(lanes):
                by_beta[lane] += g[lane]
            for lane in range(lanes):
                by_gamma[lane] += g[lane] * normed[lane]
        for j in range(nb):
            at = (r * nb + j) * lanes
            g, normed = view(work, g0 + at, lanes), view(work, normed0 + at, lanes)
            for lane in range(lanes):
                scale = gamma[lane] * inverse[lane]
                pull = by_beta[lane] + normed[lane] * by_gamma[lane]
                g[lane] = scale * (g[lane] - pull * share)
