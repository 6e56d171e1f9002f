"""Every key that a scene can set, with a title, its values and what it is.

The chooser of the Experiments view and the list in ``docs/scenes.md`` both use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from core.errors import BadInput
from core.features import FEATURE_NAMES
from core.functions import ACTIVATIONS
from core.language import lowered, mark, tr
from core.network import MAX_UNITS, LayerSpec
from core.outputs import LOSSES
from core.problems import PROBLEMS, problem_settings
from core.problems.base import BOTH, LEFT, RIGHT
from core.run import RunSpec
from core.run.initialisers import INITIALISERS
from core.sampling import TRAINED
from core.scenes.keys import with_settings
from core.scenes.scene import Scene
from core.scenes.shorthands import (
    ACTIVATION,
    DEPTH,
    MAX_DEPTH,
    PARAMETERS,
    SHORTHANDS,
    WIDTH,
)
from core.training import OPTIMISER_NAMES, PRECISIONS, SCHEDULE_NAMES

#: What each field of a scene's tables is; the last part of its key names it.
WORDS = {
    "units": mark("units of the layer"),
    "activation": mark("activation function, see below"),
    "negative_slope": mark("leaky_relu: slope below 0"),
    "alpha": mark("elu: how far below 0 it goes"),
    "maxout_k": mark("maxout: rows of W per unit, of which it takes the largest"),
    "sigma": mark("rbf: width of the bell"),
    "slope": mark("sigmoid; a steep one is nearly a step"),
    "batch_norm": mark("batch normalisation before the activation function"),
    "frozen": mark("keeps its parameters while the others learn"),
    "reads": mark("numbers of earlier layers, read side by side; 0 is the input"),
    "adds": mark(
        "number of an earlier layer of as many units, added to the activations"
    ),
    "adds_mask": mark("a 0 or 1 for each unit; 0 leaves it out of the sum"),
    "mask": mark("rows of 0 and 1 in the shape of W; 0 is a cut link"),
    "sample": mark("bernoulli or gaussian: units are drawn, see chance.md"),
    "estimator": f"bernoulli: how the gradient gets through, {' '.join(TRAINED)}",
    "optimiser": " ".join(OPTIMISER_NAMES),
    "learning_rate": mark("step size"),
    "momentum": "momentum, nesterov",
    "rms_alpha": "rmsprop",
    "beta1": "adam, adamw",
    "beta2": "adam, adamw",
    "epsilon": mark("rmsprop, adam, adamw; added outside the root"),
    "weight_decay": "adamw, decoupled",
    "schedule": mark("a table, see below"),
    "batch_size": mark("0: the whole training split"),
    "clip_norm": mark("0: off; else the largest allowed norm of the gradient"),
    "l1": mark("penalty on the sum of absolute weights; biases are not penalised"),
    "l2": mark("penalty on half the sum of squared weights; biases are not penalised"),
    "dropout": mark("on the activations of every hidden layer"),
    "label_smoothing": ", ".join(n for n, loss in LOSSES.items() if loss.one_hot),
    "input_noise": mark("standard deviation, added to the network's inputs"),
    "precision": " ".join(PRECISIONS),
    "weights": " ".join(INITIALISERS),
    "bias": mark("constant; 0.1 keeps ReLU units alive at the start"),
    "scale": mark("multiplies the initial weights"),
    "name": " ".join(SCHEDULE_NAMES),
    "every": mark("step: steps between two multiplications by `factor`"),
    "factor": mark("step: what the rate is multiplied by"),
    "over": mark("cosine: steps until the rate has fallen to `final`"),
    "final": mark("cosine: share of the rate that is left at the end"),
    "warmup": mark("steps of a linear rise, before any schedule"),
    "names": " ".join(FEATURE_NAMES),
    "fourier": mark("random frequencies, two columns each"),
    "fourier_scale": mark("their standard deviation"),
    "fourier_seed": mark("seed they are drawn with"),
}
#: Settings of all hidden layers at once.
SHORTHAND_WORDS = {
    DEPTH: mark("hidden layers; further ones are like the last"),
    ACTIVATION: mark("activation function of all hidden layers"),
    WIDTH: mark("units of every hidden layer"),
    PARAMETERS: mark("the width whose weights and biases come nearest to this number"),
}
assert tuple(SHORTHAND_WORDS) == SHORTHANDS

NUMBER, WHOLE, WORD, FLAG = "number", "whole", "word", "flag"


@dataclass(frozen=True, slots=True)
class Key:
    """One value of a scene that can be varied."""

    path: str
    title: str
    words: str = ""
    kind: str = NUMBER
    choices: tuple[tuple[str, str], ...] = ()  # word: its values with their titles
    low: float | None = None
    high: float | None = None
    log: bool = False  # values are usually spaced by a factor

    @property
    def group(self) -> str:
        """The table it is in."""
        return self.path.split(".")[0]

    def shown(self, value: Any) -> str:
        """A value as text to show."""
        titles = dict(self.choices)
        if isinstance(value, str):
            return titles.get(value, value)
        if isinstance(value, bool):
            return tr("yes") if value else tr("no")
        return f"{value:g}" if isinstance(value, float) else str(value)


def _titled(path: str, title: str, **more: Any) -> Key:
    words = SHORTHAND_WORDS.get(path) or WORDS.get(path.rsplit(".", 1)[-1], "")
    return Key(path, title, words, **more)


_SHARE = {"low": 0.0, "high": 0.999}
_ACTIVATIONS = tuple((a.name, a.title) for a in ACTIVATIONS.values())
_INITIALISERS = tuple((i.name, i.title) for i in INITIALISERS.values())
_METHODS = {
    "sgd": "SGD",
    "rmsprop": "RMSProp",
    "adamw": "AdamW",
}
_OPTIMISERS = tuple((n, _METHODS.get(n, n.capitalize())) for n in OPTIMISER_NAMES)

_EVERYWHERE: tuple[Key, ...] = (
    _titled("training.learning_rate", mark("Learning rate"), low=1e-9, log=True),
    _titled(DEPTH, mark("Depth"), kind=WHOLE, low=0, high=MAX_DEPTH),
    _titled(WIDTH, mark("Width"), kind=WHOLE, low=1, high=MAX_UNITS, log=True),
    _titled(PARAMETERS, mark("Parameters"), kind=WHOLE, low=1, high=10**6, log=True),
    _titled(ACTIVATION, mark("Activation function"), kind=WORD, choices=_ACTIVATIONS),
    _titled("initial.weights", mark("Initialiser"), kind=WORD, choices=_INITIALISERS),
    _titled("initial.scale", mark("Initial scale"), low=0.0, log=True),
    _titled("initial.bias", mark("Initial bias")),
    _titled("training.optimiser", mark("Optimiser"), kind=WORD, choices=_OPTIMISERS),
    _titled("training.batch_size", mark("Batch size"), kind=WHOLE, low=0, log=True),
    _titled("training.momentum", mark("Momentum"), **_SHARE),
    _titled("training.rms_alpha", mark("RMSProp α"), **_SHARE),
    _titled("training.beta1", mark("Adam β₁"), **_SHARE),
    _titled("training.beta2", mark("Adam β₂"), **_SHARE),
    _titled("training.epsilon", mark("Epsilon"), low=1e-30, log=True),
    _titled("training.weight_decay", mark("Weight decay"), low=0.0, log=True),
    _titled("training.l2", mark("L2 penalty"), low=0.0, log=True),
    _titled("training.l1", mark("L1 penalty"), low=0.0, log=True),
    _titled("training.dropout", mark("Dropout"), **_SHARE),
    _titled("training.label_smoothing", mark("Label smoothing"), **_SHARE),
    _titled("training.input_noise", mark("Input noise"), low=0.0),
    _titled("training.clip_norm", mark("Gradient clipping"), low=0.0, log=True),
    _titled(
        "training.schedule.name",
        mark("Schedule"),
        kind=WORD,
        choices=tuple((n, n.capitalize()) for n in SCHEDULE_NAMES),
    ),
    _titled("training.schedule.every", mark("Schedule: every"), kind=WHOLE, low=1),
    _titled("training.schedule.factor", mark("Schedule: factor"), low=1e-6, high=1.0),
    _titled("training.schedule.over", mark("Schedule: over"), kind=WHOLE, low=1),
    _titled("training.schedule.final", mark("Schedule: final"), low=0.0, high=1.0),
    _titled("training.schedule.warmup", mark("Schedule: warm-up"), kind=WHOLE, low=0),
    _titled(
        "training.precision",
        mark("Precision"),
        kind=WORD,
        choices=tuple((p, p) for p in PRECISIONS),
    ),
    _titled("features.fourier", mark("Fourier features"), kind=WHOLE, low=0),
    _titled("features.fourier_scale", mark("Fourier scale"), low=0.0, log=True),
    _titled("features.fourier_seed", mark("Fourier seed"), kind=WHOLE, low=0),
)

_DATA = (
    Key(
        "problem.points",
        mark("Points"),
        mark("examples that are drawn"),
        WHOLE,
        low=1,
        high=10**7,
        log=True,
    ),
    Key(
        "problem.test",
        mark("Test share"),
        mark("share held out for testing"),
        low=0.0,
        high=0.99,
    ),
    Key(
        "problem.calibration",
        mark("Calibration share"),
        mark("share held out for calibration"),
        low=0.0,
        high=0.99,
    ),
    Key("problem.seed", mark("Data seed"), mark("seed of the sample"), WHOLE, low=0),
    Key(
        "problem.half",
        mark("Half"),
        mark("half of the plane that is learned; the other is the test split"),
        WORD,
        ((BOTH, mark("both")), (LEFT, mark("left")), (RIGHT, mark("right"))),
    ),
)
#: Fields of one layer that can be varied alone.
_LAYER = {
    "units": {"kind": WHOLE, "low": 1, "high": MAX_UNITS, "log": True},
    "activation": {"kind": WORD, "choices": _ACTIVATIONS},
    "negative_slope": {},
    "alpha": {},
    "maxout_k": {"kind": WHOLE, "low": 1, "high": 64},
    "sigma": {"low": 1e-6},
    "slope": {"low": 1e-6},
    "batch_norm": {"kind": FLAG},
    "frozen": {"kind": FLAG},
}
assert set(_LAYER) <= {f.name for f in fields(LayerSpec)}


_BY_PATH = {key.path: key for key in (*_EVERYWHERE, *_DATA)}


def keys_of(scene: Scene) -> tuple[Key, ...]:
    """The keys that make sense for this scene, the most useful first."""
    return tuple(map(_translated, _keys(scene)))


def _keys(scene: Scene) -> Iterator[Key]:
    run = scene.run
    yield from _EVERYWHERE[:5]
    yield Key(
        "network.loss", tr("Loss"), tr("output unit and loss"), WORD, _losses(run)
    )
    yield from _EVERYWHERE[5:]
    own = run.data.problem.name not in PROBLEMS
    if not own:
        for setting in problem_settings(run.data.problem):
            yield Key(
                f"problem.{setting.name}",
                tr("Problem: {title}", title=lowered(tr(setting.title))),
                setting.help,
                WORD
                if setting.choices or setting.variables
                else WHOLE
                if setting.whole
                else NUMBER,
                tuple((c, c) for c in setting.choices),
                setting.low if not setting.choices else None,
                setting.high if not setting.choices else None,
            )
        titles = tuple((name, p.title) for name, p in PROBLEMS.items())
        yield Key(
            "problem.name", "Problem", tr("which problem is learned"), WORD, titles
        )
    left_out = ["problem.points"] if own else []
    if run.data.problem.inputs > 2:
        left_out.append("problem.half")
    yield from (key for key in _DATA if key.path not in left_out)
    for index in range(len(run.hidden)):
        for name, more in _LAYER.items():
            title = tr(
                "Layer {index}: {name}",
                index=index + 1,
                name=tr(name.replace("_", " ")),
            )
            path = f"network.layers.{index}.{name}"
            yield Key(path, title, WORDS[name], **more)  # type: ignore[arg-type]


def _translated(key: Key) -> Key:
    """In the language of the window."""
    return replace(
        key,
        title=tr(key.title),
        words=tr(key.words),
        choices=tuple((value, tr(title)) for value, title in key.choices),
    )


def _losses(run: RunSpec) -> tuple[tuple[str, str], ...]:
    """Losses that can read the targets of this problem."""
    found = []
    for loss in LOSSES.values():
        try:
            run.changed(loss=loss.name)
        except (BadInput, ValueError):
            continue
        found.append((loss.name, loss.title))
    return tuple(found)


def key_of(path: str, scene: Scene) -> Key:
    """The key of this path; the title of an unlisted one is its path."""
    if path in _BY_PATH:  # fast path: called for every cell of a table
        return _translated(_BY_PATH[path])
    found = (_translated(key) for key in _keys(scene) if key.path == path)
    return next(found, Key(path, path))


def value_of(scene: Scene, path: str) -> Any:
    """The scene's present value there; None where it is not a single value."""
    run = scene.run
    if path in SHORTHANDS:
        return _all_layers(run, path)
    table, _, rest = path.partition(".")
    place: Any
    if table == "problem":
        place = run.data if hasattr(run.data, rest) else run.data.problem
    elif table == "network":
        place = run
        rest = rest.replace("layers.", "hidden.", 1)
    else:
        place = getattr(run, table, None)
    for part in rest.split("."):
        if isinstance(place, tuple):
            index = int(part) if part.isdigit() else len(place)
            place = place[index] if index < len(place) else None
        else:
            place = getattr(place, part, None)
    return place


def _all_layers(run: RunSpec, path: str) -> Any:
    if path == DEPTH:
        return len(run.hidden)
    if path == PARAMETERS:
        return run.network.layout.size
    name = "units" if path == WIDTH else "activation"
    found = {getattr(layer, name) for layer in run.hidden}
    return found.pop() if len(found) == 1 else None


def fits(scene: Scene, path: str, value: Any) -> bool:
    """Whether the scene accepts this value."""
    try:
        with_settings(scene, {path: value})
    except BadInput:
        return False
    return True
