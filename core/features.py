"""The network's inputs for a point: raw coordinates, hand-made features, Fourier.

To add a feature, add one `Feature` to `FEATURES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite, pi

import numpy as np

from core import draws
from core.arrays import Floats
from core.errors import BadInput, require
from core.indices import low
from core.language import mark, tr, tr_n

MAX_FOURIER = 256
_STREAM = 16  # of `core.draws`: the random frequencies


@dataclass(frozen=True, slots=True)
class Feature:
    """One column made from the coordinates.

    Sine and cosine have period 2 (sin πx), so that one period spans the unit square
    −1 … 1 on which most problems are defined.
    """

    name: str  # in scenes: "x2"
    label: str  # to show: "x₁²"
    formula: str  # latex
    inputs: tuple[int, ...]  # numbers of inputs for which it exists; () is any
    value: Callable[[Floats], Floats]  # (n, d) -> (n,)

    def fits(self, inputs: int) -> bool:
        """Whether the feature exists for points with this many coordinates."""
        return not self.inputs or inputs in self.inputs


FEATURES: dict[str, Feature] = {
    f.name: f
    for f in (
        Feature("x", "x₁", "x_1", (1, 2), lambda x: x[:, 0]),
        Feature("y", "x₂", "x_2", (2,), lambda x: x[:, 1]),
        Feature("x2", "x₁²", "x_1^2", (1, 2), lambda x: x[:, 0] ** 2),
        Feature("y2", "x₂²", "x_2^2", (2,), lambda x: x[:, 1] ** 2),
        Feature("xy", "x₁x₂", "x_1 x_2", (2,), lambda x: x[:, 0] * x[:, 1]),
        Feature(
            "sinx", "sin πx₁", r"\sin \pi x_1", (1, 2), lambda x: np.sin(pi * x[:, 0])
        ),
        Feature(
            "siny", "sin πx₂", r"\sin \pi x_2", (2,), lambda x: np.sin(pi * x[:, 1])
        ),
        Feature(
            "cosx", "cos πx₁", r"\cos \pi x_1", (1, 2), lambda x: np.cos(pi * x[:, 0])
        ),
        Feature(
            "cosy", "cos πx₂", r"\cos \pi x_2", (2,), lambda x: np.cos(pi * x[:, 1])
        ),
        Feature(
            "radius", "‖x‖", r"\lVert x \rVert", (), lambda x: np.sqrt((x * x).sum(1))
        ),
    )
}

#: Every name that a scene may write; "raw" stands for all coordinates in order.
FEATURE_NAMES = ("raw", *FEATURES)


def features_for(inputs: int) -> tuple[Feature, ...]:
    """The features that can be switched on for points of this many coordinates."""
    return tuple(f for f in FEATURES.values() if f.fits(inputs))


@dataclass(frozen=True, slots=True)
class FeatureSpec:
    """The chosen features, in the order in which the network sees them.

    ``fourier`` counts random frequencies b ~ N(0, scale²); each gives the two columns
    sin 2πb·x and cos 2πb·x, placed after the named features.
    """

    names: tuple[str, ...] = ("raw",)
    fourier: int = 0
    fourier_scale: float = 1.0
    fourier_seed: int = 0

    def __post_init__(self) -> None:
        for name in self.names:
            if name not in FEATURE_NAMES:
                raise BadInput(
                    tr(
                        "features: names must be among {FEATURE_NAMES}, got {name}",
                        FEATURE_NAMES=", ".join(FEATURE_NAMES),
                        name=f"{name!r}",
                    )
                )
        require(
            len(set(self.names)) == len(self.names),
            tr("features: names"),
            tr("each be named once"),
            list(self.names),
        )
        both = "raw" in self.names and {"x", "y"} & set(self.names)
        require(
            not both,
            tr("features: names"),
            tr("be raw or single coordinates, not both"),
            list(self.names),
        )
        require(
            isinstance(self.fourier, int) and 0 <= self.fourier <= MAX_FOURIER,
            tr("features: fourier"),
            tr("be a whole number from 0 to {MAX_FOURIER}", MAX_FOURIER=MAX_FOURIER),
            self.fourier,
        )
        require(
            isfinite(self.fourier_scale) and self.fourier_scale > 0,
            tr("features: fourier_scale"),
            tr("be above 0"),
            self.fourier_scale,
        )
        require(
            isinstance(self.fourier_seed, int) and self.fourier_seed >= 0,
            tr("features: fourier_seed"),
            tr("be a whole number, 0 or more"),
            self.fourier_seed,
        )
        require(
            bool(self.names) or self.fourier > 0,
            "features",
            tr("contain at least one feature"),
            list(self.names),
        )

    @property
    def is_raw(self) -> bool:
        """Whether the network sees the plain coordinates, so that regions are exact.

        ("x",) alone is raw for 1-D problems only; `normalised` turns it into "raw".
        """
        return self.fourier == 0 and self.names in (("raw",), ("x", "y"))

    def normalised(self, inputs: int) -> FeatureSpec:
        """The same features, with all single coordinates in order written as "raw"."""
        single = {1: ("x",), 2: ("x", "y")}.get(inputs)
        if single is not None and self.names[: len(single)] == single:
            return replace(self, names=("raw", *self.names[len(single) :]))
        return self

    def chosen(self, inputs: int) -> tuple[str, ...]:
        """The names with "raw" written out ("x", "y") for up to two coordinates."""
        single = {1: ("x",), 2: ("x", "y")}.get(inputs, ("raw",))
        return tuple(
            each
            for name in self.names
            for each in (single if name == "raw" else (name,))
        )

    def count(self, inputs: int) -> int:
        """Number of columns for points of ``inputs`` coordinates; checks the fit."""
        for name in self.names:
            if name != "raw" and not FEATURES[name].fits(inputs):
                fitting = ", ".join(["raw", *(f.name for f in features_for(inputs))])
                raise BadInput(
                    tr_n(
                        mark(
                            "features: names must be among {fitting} for {inputs} "
                            "input, got {name}"
                        ),
                        mark(
                            "features: names must be among {fitting} for {inputs} "
                            "inputs, got {name}"
                        ),
                        inputs,
                        fitting=fitting,
                        inputs=inputs,
                        name=f"{name!r}",
                    )
                )
        named = sum(inputs if name == "raw" else 1 for name in self.names)
        return named + 2 * self.fourier

    def apply(self, x: Floats) -> Floats:
        """Columns (n, f) of the points (n, d); raw coordinates pass unchanged."""
        if self.is_raw:
            return x
        n, inputs = x.shape
        columns = np.empty((n, self.count(inputs)), dtype=x.dtype)
        at = 0
        for name in self.names:
            if name == "raw":
                columns[:, at : at + inputs] = x
                at += inputs
            else:
                columns[:, at] = FEATURES[name].value(x)
                at += 1
        if self.fourier:
            phase = 2.0 * pi * (x @ self.frequencies(inputs).T.astype(x.dtype))
            columns[:, at::2] = np.sin(phase)
            columns[:, at + 1 :: 2] = np.cos(phase)
        return columns

    def labels(self, inputs: int) -> tuple[str, ...]:
        """A short label for each column, without latex: "x₁", "x₁²", "sin πx₁"."""
        self.count(inputs)
        labels: list[str] = []
        for name in self.names:
            if name == "raw":
                labels += [f"x{low(i + 1)}" for i in range(inputs)]
            else:
                labels.append(FEATURES[name].label)
        for i in range(self.fourier):
            labels += [f"sin b{low(i + 1)}·x", f"cos b{low(i + 1)}·x"]
        return tuple(labels)

    def frequencies(self, inputs: int) -> Floats:
        """The random frequencies (fourier, inputs), the same for the same seed."""
        shape = (self.fourier, inputs)
        return self.fourier_scale * _normals(self.fourier_seed, shape)


@lru_cache(maxsize=64)
def _normals(seed: int, shape: tuple[int, int]) -> Floats:
    # Counter-based draws, so that a scene has the same frequencies in every version.
    sequence = draws.key(seed, _STREAM, 0)
    numbers = draws.normals(sequence, 0, shape[0] * shape[1]).reshape(shape)
    numbers.flags.writeable = False
    return numbers
