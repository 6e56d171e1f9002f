"""What a check of a lesson can measure, by name.

A measure takes a snapshot and the check's own arguments and returns a number, a word,
or None where it does not apply. Layers are numbered from 1, the first hidden layer; 0
is the input. To add one: a function here and a line in `MEASURES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from core.analysis.calibration import conformal_sets, fit_temperature, reliability
from core.analysis.coverage import coverage
from core.analysis.distributions import HALF, MOST
from core.analysis.intervals import find_intervals
from core.analysis.linear import fit_linear
from core.analysis.projection_track import cloud
from core.analysis.regions import find_regions
from core.analysis.saturation import (
    layer_saturation,
    push_report,
)
from core.analysis.stations import after_layer, station_separability
from core.analysis.warp import stages
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.functions import ACTIVATIONS
from core.functions.straight import IDENTITY
from core.lessons.steepness import gradient_ratio, gradient_size, sharpness, shortcut
from core.numbers import MINUS, shown_count, with_power
from core.outputs import LOSSES
from core.outputs.mixture import mixture
from core.problems.base import Sample
from core.steps.forward import layer_values
from core.wiring import Mask

Measured = float | str | None
Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measurement with the arguments it accepts and requires."""

    of: Callable[[Snapshot, Arguments], Measured]
    help: str
    takes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    kind: str = "number"  # number, count, percent, word, or any of them

    def shown(self, value: float) -> str:
        """The number as text to show."""
        if self.kind == "percent":
            return f"{100 * value:.1f} %"
        if self.kind == "count" or (value == round(value) and abs(value) < 1e9):
            return shown_count(round(value))
        text = f"{value:.3g}" if abs(value) >= 5e-4 else f"{value:.1e}"
        mantissa, _, power = text.partition("e")
        return with_power(mantissa, int(power)) if power else text.replace("-", MINUS)


# -- the network on a sample -----------------------------------------------------------
def _values(s: Snapshot, x: Floats) -> list[Floats]:
    """The input, the activations of every hidden layer, and the logits."""
    given = s.run.features.apply(x)
    theta = np.asarray(s.theta, np.float64)
    found = layer_values(s.network, theta, s.running, given)
    return [given, *(v.h for v in found)]


def _logits(s: Snapshot, x: Floats) -> Floats:
    return _values(s, x)[-1]


def _predicted(s: Snapshot, x: Floats) -> Floats:
    return LOSSES[s.run.loss].predict(_logits(s, x), s.run.components)


def _point(given: Arguments) -> Floats:
    return np.asarray([given["at"]], dtype=np.float64)


def _column(given: Arguments) -> int:
    return int(given.get("unit", 1)) - 1


def _output_at(s: Snapshot, given: Arguments) -> float:
    return float(_predicted(s, _point(given))[0, _column(given)])


def _hidden_at(s: Snapshot, given: Arguments) -> float:
    return float(_values(s, _point(given))[given["layer"]][0, _column(given)])


def _spread(s: Snapshot, given: Arguments) -> float:
    values = _predicted(s, s.splits.train.x)[:, _column(given)]
    return float(np.ptp(values))


def _bend(s: Snapshot, given: Arguments) -> float:
    """Root mean square distance from the best affine map, over a grid of the box."""
    x = _grid(s)
    z = _logits(s, x)
    fit = fit_linear(x, z)
    spread = float(np.sum((z - z.mean(axis=0)) ** 2))
    rest = float(np.sum((z - fit.predict(x)) ** 2))
    return float(np.sqrt(rest / spread)) if spread > 0 else 0.0


def _grid(s: Snapshot) -> Floats:
    xmin, xmax, ymin, ymax = s.run.data.problem.box
    if s.run.data.problem.inputs == 1:
        return np.linspace(xmin, xmax, 401)[:, None]
    across, up = np.meshgrid(np.linspace(xmin, xmax, 21), np.linspace(ymin, ymax, 21))
    return np.stack([across.ravel(), up.ravel()], axis=1)


def _rank(s: Snapshot, given: Arguments) -> float | None:
    if any(h.unit is not IDENTITY or h.batch_norm for h in s.network.hidden):
        return None
    theta = np.asarray(s.theta, np.float64)
    product = np.eye(s.network.inputs)
    for blocks in s.network.layout.layers:
        product = blocks.W.of(theta) @ product
    return float(np.linalg.matrix_rank(product, tol=1e-9))


def _separable(s: Snapshot, given: Arguments) -> float:
    found = station_separability(s, cloud)
    return found[after_layer(stages(s.network), given["layer"])].train


def _regions(s: Snapshot, given: Arguments) -> float:
    theta = np.asarray(s.theta, np.float64)
    if s.network.inputs == 1:
        reach = given.get("box", s.run.data.problem.box[:2])
        return float(find_intervals(s.network, theta, s.running, reach[:2]).n)
    box = given.get("box", s.run.data.problem.box)
    return float(find_regions(s.network, theta, s.running, box).n)


def _masks(s: Snapshot) -> list[Mask]:
    masks = (s.network.mask(i) for i in range(s.network.depth))
    return [mask for mask in masks if mask is not None]


def _saturation(s: Snapshot, given: Arguments) -> Any:
    theta = np.asarray(s.theta, np.float64)
    x = s.run.features.apply(s.splits.train.x)
    values = layer_values(s.network, theta, s.running, x)
    return layer_saturation(s.network, theta, values)[given["layer"] - 1]


def _stuck(s: Snapshot, given: Arguments) -> float | None:
    """Wrong examples that get less than 1 % of the cross-entropy's push."""
    train = s.splits.train
    y = LOSSES[s.run.loss].encode(train)
    z = _logits(s, train.x)
    report = push_report(s.run.loss, z, y, train.y.astype(np.int64))
    return None if report is None else float(report.stuck.sum())


def _largest_logit(s: Snapshot, given: Arguments) -> float:
    return float(np.max(np.abs(_logits(s, s.splits.train.x))))


# -- trust -----------------------------------------------------------------------------
def _probabilities(
    s: Snapshot, part: Sample, temperature: float
) -> tuple[Floats, Ints] | None:
    if not part.classes or not len(part):
        return None
    p = LOSSES[s.run.loss].probabilities(_logits(s, part.x), part.classes, temperature)
    return None if p is None else (p, part.y.astype(np.int64))


def _fitted_temperature(s: Snapshot, given: Arguments) -> float | None:
    part = s.splits.calibration
    if not part.classes or not len(part):
        return None
    labels = part.y.astype(np.int64)
    return fit_temperature(s.run.loss, _logits(s, part.x), labels, part.classes)


def _calibration_error(s: Snapshot, given: Arguments) -> float | None:
    temperature = _fitted_temperature(s, given) if given.get("fitted") else 1.0
    if temperature is None:
        return None
    found = _probabilities(s, s.splits.test, temperature)
    return None if found is None else reliability(*found).error


def _confidence(s: Snapshot, given: Arguments) -> float | None:
    found = _probabilities(s, s.splits.test, 1.0)
    return None if found is None else float(found[0].max(axis=1).mean())


def _sets(s: Snapshot, given: Arguments) -> Any:
    kept = _probabilities(s, s.splits.calibration, 1.0)
    test = _probabilities(s, s.splits.test, 1.0)
    if kept is None or test is None:
        return None
    return conformal_sets(*kept, *test, given.get("miss", 0.1))


def _coverage(s: Snapshot, given: Arguments) -> float | None:
    found = _sets(s, given)
    return None if found is None else float(found.coverage)


def _set_size(s: Snapshot, given: Arguments) -> float | None:
    found = _sets(s, given)
    return None if found is None else float(found.mean_size)


def _deviation_at(s: Snapshot, given: Arguments) -> float | None:
    spread = LOSSES[s.run.loss].spread(_logits(s, _point(given)))
    return None if spread is None else float(spread[0, _column(given)])


def _band_coverage(s: Snapshot, given: Arguments) -> float | None:
    found = coverage(s, s.splits.test)
    if found is None:
        return None
    first = found.margins[0]
    return first.half if given.get("band", MOST) == HALF else first.most


def _branches_at(s: Snapshot, given: Arguments) -> float | None:
    """Distinct peaks at a point: components with enough weight and separate means."""
    if not LOSSES[s.run.loss].has_components:
        return None
    shares, means, precision = mixture(_logits(s, _point(given)), s.run.components)
    strong = shares[0] > 0.05
    centres, widths = means[0, strong, 0], 1.0 / np.sqrt(precision[0, strong, 0])
    order = np.argsort(centres)
    count = 1
    for left, right in pairwise(order):
        apart = centres[right] - centres[left]
        count += bool(apart > widths[left] + widths[right])
    return float(count)


def _shown(s: Snapshot, given: Arguments) -> Measured:
    value = given.get("views", {}).get(given["view"], {}).get(given["setting"])
    return value if value is None or isinstance(value, str) else float(value)


# -- what the run is -------------------------------------------------------------------
def _weight(s: Snapshot, given: Arguments) -> float | None:
    blocks = dict(s.network.layout.layers[given["layer"] - 1].parameters())
    name = given.get("name", "W")
    if name not in blocks:
        return None
    place = tuple(i - 1 for i in given["index"])
    return float(blocks[name].of(np.asarray(s.theta, np.float64))[place])


def _weight_size(s: Snapshot, given: Arguments) -> float:
    block = s.network.layout.layers[given["layer"] - 1].W
    return float(np.linalg.norm(block.of(np.asarray(s.theta, np.float64))))


def _activation(s: Snapshot, given: Arguments) -> str:
    names = [h.activation for h in s.network.hidden]
    if "layer" in given:
        return str(names[given["layer"] - 1])
    return names[0] if len(set(names)) == 1 else "mixed" if names else "none"


def _kinked(s: Snapshot, given: Arguments) -> float:
    return float(
        all(ACTIVATIONS[h.activation].piecewise_linear for h in s.network.hidden)
    )


_POINT = ("at", "unit")

MEASURES: dict[str, Measure] = {
    "step": Measure(lambda s, g: float(s.step), "the step that is shown", kind="count"),
    "loss": Measure(lambda s, g: s.metrics.loss, "training loss without penalties"),
    "test_loss": Measure(lambda s, g: s.metrics.test_loss, "test loss"),
    "accuracy": Measure(
        lambda s, g: s.metrics.accuracy, "training accuracy", kind="percent"
    ),
    "test_accuracy": Measure(
        lambda s, g: s.metrics.test_accuracy, "test accuracy", kind="percent"
    ),
    "learning_rate": Measure(
        lambda s, g: s.run.training.learning_rate, "the learning rate"
    ),
    "label_smoothing": Measure(
        lambda s, g: s.run.training.label_smoothing, "label smoothing"
    ),
    "l2": Measure(lambda s, g: s.run.training.l2, "the L2 penalty's λ"),
    "components": Measure(
        lambda s, g: float(s.run.components), "components of a mixture", kind="count"
    ),
    "shown": Measure(
        _shown,
        "a setting of a view, as it is on the screen",
        ("view", "setting"),
        ("view", "setting"),
        "any",
    ),
    "batch_size": Measure(
        lambda s, g: float(s.run.training.batch_size),
        "points per minibatch; 0 means all of them",
        kind="count",
    ),
    "seed": Measure(lambda s, g: float(s.run.seed), "the run's seed", kind="count"),
    "layers": Measure(
        lambda s, g: float(len(s.network.hidden)), "hidden layers", kind="count"
    ),
    "units": Measure(
        lambda s, g: float(
            s.network.hidden[g["layer"] - 1].units
            if "layer" in g
            else sum(h.units for h in s.network.hidden)
        ),
        "units of one hidden layer, or of all",
        ("layer",),
        kind="count",
    ),
    "parameters": Measure(
        lambda s, g: float(s.network.layout.size), "weights and biases", kind="count"
    ),
    "problem": Measure(
        lambda s, g: s.run.data.problem.name, "the problem", kind="word"
    ),
    "output_loss": Measure(lambda s, g: s.run.loss, "the loss by name", kind="word"),
    "optimiser": Measure(
        lambda s, g: s.run.training.optimiser, "the optimiser", kind="word"
    ),
    "initial_weights": Measure(
        lambda s, g: s.run.initial.weights, "the initialiser", kind="word"
    ),
    "initial_bias": Measure(lambda s, g: s.run.initial.bias, "every bias at step 0"),
    "activation": Measure(
        _activation,
        "activation function of one layer, or of all",
        ("layer",),
        kind="word",
    ),
    "sums": Measure(
        lambda s, g: float(sum(h.adds is not None for h in s.network.hidden)),
        "hidden layers that add an earlier one",
        kind="count",
    ),
    "cut_links": Measure(
        lambda s, g: float(sum(m.cut for m in _masks(s))),
        "links that are cut",
        kind="count",
    ),
    "shortcut": Measure(
        shortcut,
        "share of a layer's gradient that comes through shortcuts",
        ("layer",),
        ("layer",),
        "percent",
    ),
    "sample": Measure(
        lambda s, g: s.network.hidden[g["layer"] - 1].sample or "none",
        "how units of a layer are drawn: none, bernoulli or gaussian",
        ("layer",),
        ("layer",),
        kind="word",
    ),
    "estimator": Measure(
        lambda s, g: s.network.hidden[g["layer"] - 1].estimator,
        "how a gradient gets through a layer of 0 and 1",
        ("layer",),
        ("layer",),
        kind="word",
    ),
    "piecewise_linear": Measure(
        _kinked,
        "1 if every activation function is made of straight pieces",
        kind="count",
    ),
    "weight": Measure(
        _weight,
        "one number; name is W or b, index is counted from 1",
        ("layer", "name", "index"),
        ("layer", "index"),
    ),
    "weight_size": Measure(
        _weight_size, "the norm of one weight matrix", ("layer",), ("layer",)
    ),
    "output_at": Measure(_output_at, "what is predicted at a point", _POINT, ("at",)),
    "hidden_at": Measure(
        _hidden_at,
        "a layer's activation at a point",
        (*_POINT, "layer"),
        ("at", "layer"),
    ),
    "spread": Measure(
        _spread, "largest minus smallest prediction on the training points", ("unit",)
    ),
    "bend": Measure(_bend, "how far the logits are from an affine map; 0 is affine"),
    "rank": Measure(
        _rank,
        "rank of the product of all weight matrices (identity units)",
        kind="count",
    ),
    "separability": Measure(
        _separable,
        "how well a line separates the classes in a layer's space",
        ("layer",),
        ("layer",),
        "percent",
    ),
    "regions": Measure(
        _regions,
        "linear pieces of the plane or line, in the box",
        ("box",),
        kind="count",
    ),
    "gradient_ratio": Measure(
        gradient_ratio, "push on the first layer over push on the output layer"
    ),
    "gradient_size": Measure(
        gradient_size, "the norm of the gradient over the whole training sample"
    ),
    "sharpness": Measure(
        sharpness, "largest curvature over the optimiser's stability limit"
    ),
    "dead": Measure(
        lambda s, g: float(_saturation(s, g).dead.sum()),
        "units of a layer that are active on no training point",
        ("layer",),
        ("layer",),
        "count",
    ),
    "saturated": Measure(
        lambda s, g: _saturation(s, g).saturated,
        "share of a layer's slopes that are close to 0",
        ("layer",),
        ("layer",),
        "percent",
    ),
    "mean_slope": Measure(
        lambda s, g: _saturation(s, g).mean_slope,
        "mean slope of a layer's units",
        ("layer",),
        ("layer",),
    ),
    "stuck": Measure(
        _stuck, "wrong points that get under 1 % of the push", kind="count"
    ),
    "largest_logit": Measure(_largest_logit, "the largest absolute logit"),
    "confidence": Measure(
        _confidence, "mean of the largest probability, test points", kind="percent"
    ),
    "calibration_error": Measure(
        _calibration_error,
        "gap between confidence and accuracy; fitted = true: after temperature scaling",
        ("fitted",),
        kind="percent",
    ),
    "temperature": Measure(
        _fitted_temperature, "the temperature that fits the calibration points best"
    ),
    "coverage": Measure(
        _coverage,
        "share of test points whose conformal set contains the true class",
        ("miss",),
        kind="percent",
    ),
    "set_size": Measure(_set_size, "mean size of the conformal sets", ("miss",)),
    "deviation_at": Measure(
        _deviation_at, "predicted standard deviation at a point", _POINT, ("at",)
    ),
    "band_coverage": Measure(
        _band_coverage,
        "share of test values inside the predicted 90 % band; band = 0.5: the 50 % one",
        ("band",),
        kind="percent",
    ),
    "branches_at": Measure(
        _branches_at, "peaks of the mixture at a point", ("at",), ("at",), "count"
    ),
}
