"""Texts of the Bayes page: the prior, and the meaning of distances."""

from __future__ import annotations

from app.look.numbers import shown_count, shown_number
from app.views.grid.bayes_job import Bayes
from core.language import tr
from core.outputs import LOSSES


def prior_words(made: Bayes) -> str:
    """What the weight decay means as a prior on the weights."""
    n, factor = len(made.main.splits.train), made.factor
    if factor is None:
        return tr(
            "Weight decay is a prior where the loss is a likelihood. This one is not, "
            "so there is no posterior to sample from."
        )
    if not made.prior:
        return tr(
            "The prior is flat, because there is no weight decay: before any example "
            "is seen all weights are equally probable, and training seeks the weights "
            "of maximum likelihood. Nothing keeps posterior samples near 0. Set L2 "
            "under Regularisation for a Gaussian prior; training then seeks the most "
            "probable weights (MAP)."
        )
    deviation = (2.0 * n * factor * made.prior) ** -0.5
    given = {
        "decay": shown_number(made.prior),
        "n": shown_count(n),
        "deviation": shown_number(deviation),
    }
    if LOSSES[made.main.run.loss].least_squares:
        first = tr(
            "The prior is the weight decay: λ = {decay} with {n} examples is a "
            "Gaussian around 0 with standard deviation {deviation} for every weight "
            "(variance σ² / nλ; σ² = {noise} is that of run A's errors); biases have "
            "a flat prior.",
            noise=shown_number(0.5 / factor),
            **given,
        )
    else:
        first = tr(
            "The prior is the weight decay: λ = {decay} with {n} examples is a "
            "Gaussian around 0 with standard deviation {deviation} for every weight "
            "(variance 1 / 2nλ); biases have a flat prior.",
            **given,
        )
    second = tr(
        "Training with weight decay seeks the most probable weights (MAP). Without it "
        "the prior is flat, and that is maximum likelihood."
    )
    return f"{first} {second}"


def times_apart(made: Bayes) -> float | None:
    """How many times farther apart two seeds are than two snapshots."""
    seeds, later = made.row("seeds").apart, made.row("snapshots").apart
    if seeds is None or later is None or later <= 0:
        return None
    return seeds / later


def verdict(made: Bayes) -> str:
    """Compare other seeds with later snapshots, in a sentence."""
    times = times_apart(made)
    if times is None:
        return ""
    if times < 1.3:
        return tr(
            "Here two seeds are hardly farther apart than two snapshots of run A "
            "({times} times): either training has not settled, or the examples leave "
            "little choice.",
            times=f"{times:.1f}",
        )
    return tr(
        "Two seeds are {times} times as far apart as two snapshots of run A: other "
        "seeds find other modes, later snapshots stay in theirs.",
        times=f"{times:.1f}",
    )


def meaning(made: Bayes) -> str:
    """What the columns of the table are."""
    scale = tr("predictions")
    if made.main.run.data.problem.classes:
        scale = tr("probabilities; 0: the same, 1: certain and opposite everywhere")
    return tr(
        "apart, from A: mean distance between two members, and of a member from run A. "
        "Distance is the root mean square difference of their {scale} ({where}). "
        "log-lik.: of the mean prediction, on {points}.",
        scale=scale,
        where=made.compared,
        points=made.judged_on,
    )
