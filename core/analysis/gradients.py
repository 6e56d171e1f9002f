"""Why training stalls or diverges: gradient by depth, its causes, and a verdict."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.language import mark, tr
from core.numbers import short_number

VANISHING_RATIO = 0.5  # gradient of a layer over that of the next one, at most
VANISHING_TOTAL = 1e-2
EXPLODING_RATIO = 2.0
EXPLODING_TOTAL = 1e2
PLATEAU_CHANGE = 1e-3  # relative change of the loss over the window, at most
NOISY_CHANGE = 0.02  # the same when hidden by minibatch noise
STUCK_SHARE = 0.1  # of the examples, confidently wrong and without push


@dataclass(frozen=True, slots=True)
class LayerCause:
    """The factors by which one layer scales a gradient in the backward pass."""

    mean_slope: float  # mean |φ′| of the layer's units; 1 for the output layer
    largest: float  # singular values of W: the most and the typical stretch
    typical: float

    @property
    def factor(self) -> float:
        """Typical stretch times mean slope."""
        return self.typical * self.mean_slope


def layer_cause(w: Floats, mean_slope: float) -> LayerCause:
    """Singular values of W (rows, in) together with the mean slope."""
    if not np.isfinite(w).all():
        return LayerCause(mean_slope, float("nan"), float("nan"))
    values = np.linalg.svd(w, compute_uv=False)
    typical = float(np.sqrt(np.mean(values**2)))
    return LayerCause(mean_slope, float(values[0]), typical)


#: Every word of a verdict.
WORDS = (
    mark("healthy"),
    mark("vanishing"),
    mark("exploding"),
    mark("dead"),
    mark("saturated"),
    mark("oscillating"),
    mark("plateau"),
    mark("solved"),
    mark("diverged"),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One word, and one sentence with the figures behind it."""

    word: str  # healthy, vanishing, exploding, dead, saturated, oscillating, plateau …
    sentence: str


def verdict(
    grad_z: Floats,
    *,
    dead_shares: Floats,
    cosines: Floats,
    losses: Floats,
    mean_slopes: Floats,
    stretches: Floats | None = None,
    stuck_share: float = 0.0,
) -> Verdict:
    """Judge the present state.

    ``grad_z`` (layers,) is the gradient that reaches each layer, first to last;
    ``dead_shares`` and ``mean_slopes`` (hidden layers,); ``stretches`` (layers,) the
    typical singular value of each W; ``cosines`` (steps,) between successive
    gradients; ``losses`` (steps,), the recent window; ``stuck_share`` the share of
    examples that are confidently wrong and get no push.
    """
    if not np.isfinite(grad_z).all():
        layer = int(np.flatnonzero(~np.isfinite(grad_z))[-1]) + 1
        return Verdict(
            "exploding", tr("the gradient of layer {layer} is infinite", layer=layer)
        )
    gone = np.flatnonzero(dead_shares >= 1.0)
    if gone.size:
        layer = int(gone[0]) + 1
        around = layer > 1 and grad_z[: layer - 1].max() > 0.0
        ends = (
            tr("the gradient goes round it through a shortcut")
            if around
            else tr("no gradient gets past it")
        )
        return Verdict(
            "dead",
            tr("all units of layer {layer} are dead: {ends}", layer=layer, ends=ends),
        )
    depth = len(grad_z)
    last, first = float(grad_z[-1]), float(grad_z[0])
    if depth > 1 and last > 0.0:
        total = first / last
        factor = total ** (1.0 / (depth - 1)) if total > 0 else 0.0
        if total < VANISHING_TOTAL and factor < VANISHING_RATIO:
            return Verdict(
                "vanishing", _vanishing(grad_z, factor, mean_slopes, stretches)
            )
        if total > EXPLODING_TOTAL and factor > EXPLODING_RATIO:
            return Verdict(
                "exploding",
                tr(
                    "layer 1 gets {figure}× the gradient of layer {depth}, a "
                    "factor of {figure2} per layer",
                    figure=short_number(total),
                    depth=depth,
                    figure2=short_number(factor),
                ),
            )
    share = float(dead_shares.max(initial=0.0))
    if share >= 0.5:
        layer = int(np.argmax(dead_shares)) + 1
        return Verdict(
            "dead",
            tr(
                "{share} of the units of layer {layer} are dead",
                share=f"{share:.0%}",
                layer=layer,
            ),
        )
    if stuck_share >= STUCK_SHARE:
        return Verdict(
            "saturated",
            tr(
                "{stuck_share} of the points are confidently wrong and receive "
                "less than 1 % of the gradient that cross-entropy would give",
                stuck_share=f"{stuck_share:.0%}",
            ),
        )
    mean_cosine = float(np.mean(cosines)) if len(cosines) else 0.0
    if len(cosines) >= 20 and mean_cosine < -0.5:
        return Verdict(
            "oscillating",
            tr(
                "the gradient reverses direction at most steps (mean cosine "
                "{figure}): a smaller learning rate helps",
                figure=short_number(mean_cosine),
            ),
        )
    flat = _flat(losses)
    if flat is not None:
        if last < 1e-4:
            return Verdict(
                "solved",
                tr(
                    "no gradient is left: {figure} per point on average",
                    figure=short_number(last),
                ),
            )
        return Verdict(
            "plateau",
            tr(
                "the loss changed by {figure} % over {count} steps while "
                "gradients still flow",
                figure=short_number(100 * flat),
                count=len(losses),
            ),
        )
    return Verdict("healthy", _healthy(grad_z, share))


def _flat(losses: Floats) -> float | None:
    """Relative change of the loss between the halves of the window; None: it moves.

    Minibatches are noisy: a small change within twice the standard error of the two
    means also counts as none.
    """
    if len(losses) < 100:
        return None
    before, after = np.array_split(losses, 2)
    start, end = float(np.mean(before)), float(np.mean(after))
    if not start > 0:
        return None
    change = abs(start - end) / start
    noise = float(np.sqrt(np.var(before) / len(before) + np.var(after) / len(after)))
    lost = change < NOISY_CHANGE and change * start < 2.0 * noise
    return change if change < PLATEAU_CHANGE or lost else None


def _healthy(grad_z: Floats, dead: float) -> str:
    said = (
        tr("at most {dead} dead units", dead=f"{dead:.0%}")
        if dead > 0
        else tr("no dead units")
    )
    if len(grad_z) < 2 or not grad_z[-1] > 0:
        return tr(
            "mean gradient per point: {figure}, {said}",
            figure=short_number(float(grad_z[-1])),
            said=said,
        )
    ratios = grad_z[:-1] / grad_z[1:]
    low, high = float(ratios.min()), float(ratios.max())
    if low >= 1.0:
        change = tr("grows {between}×", between=_between(low, high))
    elif high <= 1.0 and low > 0.0:
        change = tr("shrinks {between}×", between=_between(1.0 / high, 1.0 / low))
    else:
        change = tr("changes by a factor of {between}", between=_between(low, high))
    return tr(
        "the gradient {change} per layer towards the input, {said}",
        change=change,
        said=said,
    )


def _between(low: float, high: float) -> str:
    first, last = short_number(low), short_number(high)
    return first if first == last else tr("{first} to {last}", first=first, last=last)


def _vanishing(
    grad_z: Floats, factor: float, slopes: Floats, stretches: Floats | None
) -> str:
    """Layers with too little gradient, the factor per layer, and the slope behind."""
    starved = np.flatnonzero(grad_z < VANISHING_TOTAL * grad_z[-1])
    last = starved[-1] + 1
    which = (
        tr("layer 1 receives")
        if last == 1
        else tr("layers 1–{last} receive", last=last)
    )
    text = tr(
        "{which} under 1 % of the output's gradient (layer 1: {figure}), a "
        "factor of {figure2} per layer",
        which=which,
        figure=short_number(float(grad_z[0] / grad_z[-1])),
        figure2=short_number(factor),
    )
    if not len(slopes):
        return text
    weak = int(np.argmin(slopes))
    cause = tr(
        "; the mean slope of layer {weak} is {figure}",
        weak=weak + 1,
        figure=short_number(float(slopes[weak])),
    )
    if stretches is not None:  # the next layer's W brings the gradient here
        cause += tr(
            ", the next W scales by {figure}",
            figure=short_number(float(stretches[weak + 1])),
        )
    return text + cause


def stability_limit(
    optimiser: str, learning_rate: float, momentum: float
) -> float | None:
    """The largest Hessian eigenvalue at which steps still shrink; None: no limit known.

    2/η for gradient descent and 2(1 + β)/η with momentum. Nesterov's look-ahead damps
    less at the edge: the root −1 of its recurrence gives 2(1 + β)/(η (1 + 2β)).
    Adaptive optimisers have no limit of this form.
    """
    if optimiser == "sgd":
        return 2.0 / learning_rate
    if optimiser == "momentum":
        return 2.0 * (1.0 + momentum) / learning_rate
    if optimiser == "nesterov":
        return 2.0 * (1.0 + momentum) / (learning_rate * (1.0 + 2.0 * momentum))
    return None
