# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Losses over a block of examples, and ∂loss/∂z of every example.

A kernel writes the loss of every example to the row ``each`` at e0: their sum is the
loss of one network, sums by lane are those of many. Losses that are a sum over targets
are generated (`core.kernels.generated_losses`).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.codes import (
    CE,
    CE_REF,
    MDN,
    MVN_NLL,
    PLACKETT_LUCE_NLL,
    SOFTMAX_MSE,
    THRESHOLDS,
)
from core.kernels.elementary import exp, log, positive
from core.kernels.families import COVARIANCE, MIXTURE, RANKING, SOFTMAX
from core.kernels.generated_losses import one_target
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INNER
from core.kernels.rows import clear, sum_of

_HALF_LOG_2PI = 0.5 * math.log(2.0 * math.pi)


@exported("ipiiiiiiii>v", SOFTMAX, **FLAGS)
def softmax_loss(loss, work, z0, y0, g0, e0, s0, width, nb, ld):
    """Cross-entropy or squared error of a softmax."""
    top, norm = view(work, s0, nb), view(work, s0 + ld, nb)
    each = view(work, e0, nb)
    real = each.dtype.type
    zero, one, two = real(0.0), real(1.0), real(2.0)
    z = view(work, z0, nb)
    for j in range(nb):
        top[j] = z[j]
        norm[j] = zero
    for k in range(1, width):
        z = view(work, z0 + k * ld, nb)
        for j in range(nb):
            x, best = z[j], top[j]
            top[j] = best if x <= best else x
    for k in range(width):
        z, g = view(work, z0 + k * ld, nb), view(work, g0 + k * ld, nb)
        for j in range(nb):
            g[j] = exp(z[j] - top[j])
            norm[j] += g[j]
    if loss == CE:
        for j in range(nb):
            each[j] = top[j] + log(norm[j])
            norm[j] = one / norm[j]
        for k in range(width):
            z, y = view(work, z0 + k * ld, nb), view(work, y0 + k * ld, nb)
            g = view(work, g0 + k * ld, nb)
            for j in range(nb):
                each[j] -= y[j] * z[j]
                g[j] = g[j] * norm[j] - y[j]
        return
    for j in range(nb):
        each[j] = zero
    p0 = s0 + 2 * ld  # probabilities, then pushes 2 (p − q)
    e0 = p0 + width * ld
    for k in range(width):
        p, g = view(work, p0 + k * ld, nb), view(work, g0 + k * ld, nb)
        e, y = view(work, e0 + k * ld, nb), view(work, y0 + k * ld, nb)
        for j in range(nb):
            p[j] = g[j] / norm[j]
            gap = p[j] - y[j]
            each[j] += gap * gap
            e[j] = two * gap
            g[j] = zero
    for k in range(width):
        p, e = view(work, p0 + k * ld, nb), view(work, e0 + k * ld, nb)
        g = view(work, g0 + k * ld, nb)
        for i in range(width):
            q, f = view(work, p0 + i * ld, nb), view(work, e0 + i * ld, nb)
            for j in range(nb):  # p_k p_i (g_k − g_i): does not cancel
                g[j] += p[j] * q[j] * (e[j] - f[j])


@exported("piiiiiiiii>v", MIXTURE, **FLAGS)
def mixture(work, z0, y0, g0, e0, s0, m, targets, nb, ld):
    """Negative log-likelihood of a mixture of Gaussians, by logsumexp."""
    work = view(work, 0, ALL)
    real = work.dtype.type
    half, constant = real(0.5), real(_HALF_LOG_2PI)
    low, one = real(-30.0), real(1.0)
    means0, raw0 = m * ld, (m + m * targets) * ld
    for j in range(nb):
        top, top_share = real(-np.inf), real(-np.inf)
        for i in range(m):
            share = work[z0 + i * ld + j]
            joint = share
            for k in range(targets):
                place = (i * targets + k) * ld + j
                logged, _, beta, _ = positive(work[z0 + raw0 + place], low, one)
                e = work[z0 + means0 + place] - work[y0 + k * ld + j]
                joint += half * logged - half * beta * e * e - constant
            work[s0 + i * ld + j] = joint
            top = top if joint <= top else joint
            top_share = top_share if share <= top_share else share
        norm, norm_share = real(0.0), real(0.0)
        for i in range(m):
            norm += exp(work[s0 + i * ld + j] - top)
            norm_share += exp(work[z0 + i * ld + j] - top_share)
        work[e0 + j] = top_share + log(norm_share) - top - log(norm)
        for i in range(m):
            chance = exp(work[s0 + i * ld + j] - top) / norm
            work[g0 + i * ld + j] = (
                exp(work[z0 + i * ld + j] - top_share) / norm_share - chance
            )
            for k in range(targets):
                place = (i * targets + k) * ld + j
                _, logged_slope, beta, slope = positive(
                    work[z0 + raw0 + place], low, one
                )
                e = work[z0 + means0 + place] - work[y0 + k * ld + j]
                work[g0 + means0 + place] = chance * beta * e
                work[g0 + raw0 + place] = chance * half * (e * e * slope - logged_slope)


@exported("piiiiiiii>v", SOFTMAX, **FLAGS)
def reference_softmax(work, z0, y0, g0, e0, s0, width, nb, ld):
    """Cross-entropy of a softmax whose first logit is fixed at 0 and not stored."""
    top, norm = view(work, s0, nb), view(work, s0 + ld, nb)
    each = view(work, e0, nb)
    real = each.dtype.type
    zero, one = real(0.0), real(1.0)
    for j in range(nb):
        top[j] = zero
    for k in range(width):
        z = view(work, z0 + k * ld, nb)
        for j in range(nb):
            x, best = z[j], top[j]
            top[j] = best if x <= best else x
    for j in range(nb):
        norm[j] = exp(-top[j])
    for k in range(width):
        z, g = view(work, z0 + k * ld, nb), view(work, g0 + k * ld, nb)
        for j in range(nb):
            g[j] = exp(z[j] - top[j])
            norm[j] += g[j]
    for j in range(nb):
        each[j] = top[j] + log(norm[j])
        norm[j] = one / norm[j]
    for k in range(width):
        z, y = view(work, z0 + k * ld, nb), view(work, y0 + (k + 1) * ld, nb)
        g = view(work, g0 + k * ld, nb)
        for j in range(nb):
            each[j] -= y[j] * z[j]
            g[j] = g[j] * norm[j] - y[j]


@exported("piiiiiii>v", COVARIANCE, **FLAGS)
def covariance(work, z0, y0, g0, e0, d, nb, ld):
    """Negative log-likelihood of a Gaussian with precision L Lᵀ."""
    work = view(work, 0, ALL)
    real = work.dtype.type
    low, zero, half, one = real(-30.0), real(0.0), real(0.5), real(1.0)
    lower0, by_lower0 = z0 + d * ld, g0 + d * ld
    for j in range(nb):
        total = real(d * _HALF_LOG_2PI)
        for i in range(d):
            work[g0 + i * ld + j] = zero
        for c in range(d):
            u = zero  # entry c of Lᵀ (y − μ)
            for i in range(c, d):
                e = work[y0 + i * ld + j] - work[z0 + i * ld + j]
                at = (i * (i + 1) // 2 + c) * ld + j
                entry = work[lower0 + at]
                if i == c:
                    logged, _, entry, _ = positive(entry, low, one)
                    total -= logged
                u += entry * e
            total += half * u * u
            for i in range(c, d):
                e = work[y0 + i * ld + j] - work[z0 + i * ld + j]
                at = (i * (i + 1) // 2 + c) * ld + j
                entry = work[lower0 + at]
                pushed = u * e
                if i == c:
                    _, logged_slope, entry, slope = positive(entry, low, one)
                    pushed = pushed * slope - logged_slope
                work[by_lower0 + at] = pushed
                work[g0 + i * ld + j] -= entry * u
        work[e0 + j] = total


@exported("piiiiiiii>v", RANKING, **FLAGS)
def ranking(work, z0, y0, g0, e0, s0, width, nb, ld):
    """Negative log-likelihood of a ranking; the sum left at a place is e^top · norm."""
    work = view(work, 0, ALL)
    real = work.dtype.type
    zero, one = real(0.0), real(1.0)
    n0 = s0 + width * ld
    for j in range(nb):
        top, norm, total = zero, zero, zero
        for back in range(width):
            i = width - 1 - back
            item = int(work[y0 + i * ld + j])
            score = work[z0 + item * ld + j]
            rest = zero  # the sum of the others, in the new scale
            if back == 0:
                top, norm = score, one
            elif score <= top:
                rest = norm
                norm = norm + exp(score - top)
            else:
                rest = norm * exp(top - score)
                norm = rest + one
                top = score
            work[s0 + i * ld + j] = top
            work[n0 + i * ld + j] = norm
            total += (top - score) + log(norm)
            work[g0 + item * ld + j] = -rest / norm
        for i in range(1, width):
            item = int(work[y0 + i * ld + j])
            score = work[z0 + item * ld + j]
            push = zero
            for place in range(i):
                gap = score - work[s0 + place * ld + j]
                push += exp(gap) / work[n0 + place * ld + j]
            work[g0 + item * ld + j] += push
        work[e0 + j] = total


@njit(**INNER)
def losses_and_pushes(loss, work, z0, y0, g0, e0, width, targets, m, nb, ld):
    """The losses of nb examples go to e0, ∂loss/∂z to g0, zero beyond them.

    Behind e0, where a row has room, is scratch.
    """
    s0 = e0 + ld
    if loss in (CE, SOFTMAX_MSE):
        softmax_loss(loss, work, z0, y0, g0, e0, s0, width, nb, ld)
    elif loss == MDN:
        mixture(work, z0, y0, g0, e0, s0, m, targets, nb, ld)
    elif loss == CE_REF:
        reference_softmax(work, z0, y0, g0, e0, s0, width, nb, ld)
    elif loss == MVN_NLL:
        covariance(work, z0, y0, g0, e0, targets, nb, ld)
    elif loss == PLACKETT_LUCE_NLL:
        ranking(work, z0, y0, g0, e0, s0, width, nb, ld)
    else:
        clear(work, e0, nb)
        for k in range(targets):
            row = k * ld
            one_target(loss, work, z0 + row, y0 + row, g0 + row, e0, targets * ld, nb)
    if nb < ld:
        for k in range(width):
            clear(work, g0 + k * ld + nb, ld - nb)


@njit(**INNER)
def loss_and_push(loss, work, z0, y0, g0, e0, width, targets, m, nb, ld):
    """`losses_and_pushes`, and the sum of the losses."""
    losses_and_pushes(loss, work, z0, y0, g0, e0, width, targets, m, nb, ld)
    return sum_of(work, e0, nb)


@exported("piiiii>d", MIXTURE, **FLAGS)
def mixture_mean(work, z0, k, targets, m, ld):
    """The mean of target k of a mixture, whose logits are ld apart."""
    work = view(work, 0, ALL)
    top = work[z0]
    for i in range(1, m):
        share = work[z0 + i * ld]
        top = top if share <= top else share
    total, norm = 0.0, 0.0
    for i in range(m):
        chance = np.float64(exp(work[z0 + i * ld] - top))
        norm += chance
        total += chance * work[z0 + (m + i * targets + k) * ld]
    return total / norm


@njit(**INNER)
def score(loss, work, z0, k, j, targets, m, ld):
    """What a decision compares: logit k of example j, or the mixture's mean."""
    if loss == CE_REF:
        return np.float64(work[z0 + (k - 1) * ld + j]) if k else 0.0
    if loss == MDN:
        return mixture_mean(work, z0 + j, k, targets, m, ld)
    return np.float64(work[z0 + k * ld + j])


@exported("ipiLOiiiiiii>i", **FLAGS)
def count_correct(
    loss, work, z0, labels, order, first, natural, width, targets, m, nb, ld
):
    """How many of nb examples are decided as labelled."""
    work = view(work, 0, ALL)
    picks, known = view(order, first, nb), view(labels, 0, ALL)
    bar = THRESHOLDS[loss]
    correct = 0
    for j in range(nb):
        label = known[first + j] if natural else known[picks[j]]
        best = score(loss, work, z0, 0, j, targets, m, ld)
        if targets == 1:
            choice = 1 if best > bar else 0
        else:
            choice = 0
            for k in range(1, targets):
                value = score(loss, work, z0, k, j, targets, m, ld)
                if value > best:
                    best = value
                    choice = k
        correct += choice == label
    return correct
