"""Why learning stops or explodes: profile by depth, its causes, and a verdict."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats

VANISHING_RATIO = 0.5  # gradient of a layer over that of the next one, at most
VANISHING_TOTAL = 1e-2
EXPLODING_RATIO = 2.0
EXPLODING_TOTAL = 1e2
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PLATEAU_CHANGE = 1e-3  # relative change of the loss over the window, at most


@dataclass(frozen=True, slots=True)
class LayerCause:
    """The factors by which one layer multiplies a gradient on its way back."""

    mean_slope: float  # mean |φ′| of the layer's units; 1 for the output layer
    largest: float  # singular values of W: the most and the typical stretch
    typical: float

    @property
    def factor(self) -> float:
        """Typical stretch times mean slope."""
        return self.typical * self.mean_slope


def layer_cause(w: Floats, mean_slope: float) -> LayerCause:
    """Singular values of W (rows, in) beside the mean slope."""
    if not np.isfinite(w).all():
        return LayerCause(mean_slope, float("nan"), float("nan"))
    values = np.linalg.svd(w, compute_uv=False)
    typical = float(np.sqrt(np.mean(values**2)))
    return LayerCause(mean_slope, float(values[0]), typical)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One word and one sentence with the figures that led to it."""

    word: str  # healthy, vanishing, exploding, dead, oscillating, plateau, solved
    sentence: str


def verdict(
    grad_z: Floats,
    *,
    dead_shares: Floats,
    cosines: Floats,
    losses: Floats,
    mean_slopes: Floats,
) -> Verdict:
    """Judge the present state.

    ``grad_z`` (layers,) is the push that reaches each layer, first to last;
    ``dead_shares`` and ``mean_slopes`` (hidden layers,); ``cosines`` (steps,)
    between successive gradients; ``losses`` (steps,), the recent window.
    """
    if not np.isfinite(grad_z).all():
        layer = int(np.flatnonzero(~np.isfinite(grad_z))[-1]) + 1
        return Verdict("exploding", f"the gradient of layer {layer} is infinite")
    gone = np.flatnonzero(dead_shares >= 1.0)
    if gone.size:
        layer = int(gone[0]) + 1
        return Verdict(
            "dead",
            f"all units of layer {layer} are dead: no gradient passes it",
        )
    depth = len(grad_z)
    last, first = float(grad_z[-1]), float(grad_z[0])
    if depth > 1 and last > 0.0:
        total = first / last
        factor = total ** (1.0 / (depth - 1)) if total > 0 else 0.0
        if total < VANISHING_TOTAL and factor < VANISHING_RATIO:
            return Verdict("vanishing", _vanishing(total, factor, depth, mean_slopes))
        if total > EXPLODING_TOTAL and factor > EXPLODING_RATIO:
            return Verdict(
                "exploding",
                f"layer 1 gets {_figure(total)}× the gradient of layer {depth}, "
                f"a factor of {_figure(factor)} a layer",
            )
    share = float(dead_shares.max(initial=0.0))
    if share >= 0.5:
        layer = int(np.argmax(dead_shares)) + 1
        return Verdict("dead", f"{share:.0%} of the units of layer {layer} are dead")
    mean_cosine = float(np.mean(cosines)) if len(cosines) else 0.0
    if len(cosines) >= 20 and mean_cosine < -0.5:
        return Verdict(
            "oscillating",
            "the gradient turns back at most steps (mean cosine "
            f"{_figure(mean_cosine)}): a smaller learning rate helps",
        )
    if len(losses) >= 100:
        start, end = (float(np.mean(part)) for part in np.array_split(losses, 2))
        if start > 0 and abs(start - end) < PLATEAU_CHANGE * start:
            if last < 1e-4:
                return Verdict(
                    "solved", f"nothing is left to push: {_figure(last)} a point"
                )
            return Verdict(
                "plateau",
                f"the loss changed by {_figure(100 * abs(start - end) / start)} % "
                f"over {len(losses)} steps while gradients still flow",
            )
    return Verdict("healthy", "every layer gets a gradient of its size")


def _vanishing(total: float, factor: float, depth: int, slopes: Floats) -> str:
    weak = int(np.argmin(slopes)) + 1 if len(slopes) else 1
    slope = float(np.min(slopes)) if len(slopes) else 1.0
    return (
        f"layer 1 gets {_figure(total)} of layer {depth}'s gradient, a factor of "
        f"{_figure(factor)} a layer; the mean slope of layer {weak} is {_figure(slope)}"
    )


def _figure(value: float) -> str:
    """Three significant digits, powers of ten written as such, a real minus sign."""
    mantissa, _, power = f"{value:.3g}".partition("e")
    raised = str(int(power)).translate(_RAISED) if power else ""
    return mantissa.replace("-", "−") + (f"·10{raised}" if power else "")


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
