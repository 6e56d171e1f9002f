"""Definition of a problem, and how its sample is split.

A problem is a frozen dataclass whose fields are its own settings. To add one: write a
class with the members of `Problem` in a file of its own and list it in
`core.problems.PROBLEMS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np

from core.arrays import Bools, Floats, Ints
from core.errors import BadInput, require
from core.language import tr

Box = tuple[float, float, float, float]  # xmin, xmax, ymin, ymax

#: Which half of its box a problem is learned on; the other half is then the test split.
BOTH, LEFT, RIGHT = HALVES = ("both", "left", "right")


@dataclass(frozen=True, slots=True)
class Sample:
    """Points and targets.

    ``x`` is (n, d). For classes ``y`` is (n,) of whole numbers stored as floats and
    ``classes`` counts them; for values ``y`` is (n, k) and ``classes`` is 0.
    """

    x: Floats
    y: Floats
    classes: int = 0

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            raise BadInput(
                tr(
                    "sample: x and y must have equal length, got {count} and {count2}",
                    count=len(self.x),
                    count2=len(self.y),
                )
            )
        check_finite("x", [self.x])
        check_finite("y", [self.y])

    def __len__(self) -> int:
        return len(self.x)

    def take(self, rows: Ints | Bools | slice) -> Sample:
        """The same sample with only these rows."""
        many = self.x.dtype == np.float32
        x = _by_columns(self.x, rows) if many else self.x[rows]
        return Sample(x, self.y[rows], self.classes)


def check_finite(name: str, blocks: Iterable[Floats]) -> None:
    """Reject rows, given in blocks, if one is not finite."""
    before = 0
    for values in blocks:
        with np.errstate(over="ignore", invalid="ignore"):
            total = np.sum(values)
        before += len(values)
        if np.isfinite(total):
            continue  # the usual case, without extra memory
        finite = np.isfinite(values)
        if finite.ndim > 1:
            finite = np.asarray(finite.all(axis=tuple(range(1, finite.ndim))))
        bad = np.flatnonzero(~finite)
        if bad.size:
            raise BadInput(
                tr(
                    "sample: {name} must be finite, got {values} at row {bad}",
                    name=name,
                    values=values[bad[0]],
                    bad=before - len(values) + bad[0],
                )
            )


def _by_columns(x: Floats, rows: Ints | Bools | slice) -> Floats:
    """Rows of a large table, laid out as training reads them, so no copy is needed.

    The result is (n, d), stored in memory as (d, n).
    """
    chosen = np.arange(len(x))[rows]
    out = np.empty((x.shape[1], len(chosen)), x.dtype)
    for begin in range(0, len(chosen), 1024):
        part = chosen[begin : begin + 1024]
        out[:, begin : begin + len(part)] = x[part].T
    return out.T


@runtime_checkable
class Problem(Protocol):
    """A source of samples with a name and a place on the plane."""

    name: ClassVar[str]  # in scenes and on the command line: "spirals"
    title: ClassVar[str]  # to show: "Spirals"
    default_points: ClassVar[int]
    default_test: ClassVar[float]  # suitable share for testing

    @property
    def inputs(self) -> int:
        """Number of coordinates: 1, 2, or n for parity."""
        ...

    @property
    def classes(self) -> int:
        """Number of classes; 0: the targets are values."""
        ...

    @property
    def targets(self) -> int:
        """Columns of y for values; 1 for classes."""
        ...

    @property
    def box(self) -> Box:
        """The area of the plane that views show."""
        ...

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` examples."""
        ...

    def held_out(self, x: Floats) -> Bools:
        """Which points are never trained on (RGB's held-out area); (n,)."""
        ...


@dataclass(frozen=True, slots=True)
class DataSpec:
    """A problem and how its sample is drawn and split; its seed is the data's own."""

    problem: Problem
    points: int
    test: float = 0.3  # share of the sample kept for testing
    calibration: float = 0.0  # share kept for calibration
    seed: int = 0
    half: str = BOTH  # of the box, by the first coordinate; not both: no share counts

    def __post_init__(self) -> None:
        require(
            1 <= self.points <= 10_000_000,
            tr("{name}: points", name=self.problem.name),
            tr("be from 1 to 10000000"),
            self.points,
        )
        for name in ("test", "calibration"):
            value = getattr(self, name)
            require(
                0 <= value < 1,
                f"{self.problem.name}: {name}",
                tr("be in [0, 1)"),
                value,
            )
        require(
            self.test + self.calibration < 1,
            tr("{name}: test and calibration together", name=self.problem.name),
            tr("be below 1"),
            self.test + self.calibration,
        )
        require(
            self.seed >= 0,
            tr("{name}: seed", name=self.problem.name),
            tr("be 0 or more"),
            self.seed,
        )
        require(
            self.half in HALVES,
            f"{self.problem.name}: half",
            tr("be one of {names}", names=", ".join(HALVES)),
            self.half,
        )
        require(
            self.half == BOTH or self.problem.inputs <= 2,
            f"{self.problem.name}: half",
            tr("be {both} for more than two inputs", both=BOTH),
            self.half,
        )

    @property
    def examples(self) -> int:
        """The most examples that are drawn; own data has its own number."""
        return max(self.points, getattr(self.problem, "count", 0))


@dataclass(frozen=True, slots=True)
class Splits:
    """The splits of a sample; empty ones have length 0."""

    train: Sample
    test: Sample
    calibration: Sample


@runtime_checkable
class Given(Protocol):
    """A problem that has its rows already and can hand them out without a copy."""

    @property
    def count(self) -> int:
        """Rows."""
        ...

    def parts(self, rows: Sequence[Ints]) -> list[Sample]:
        """The rows in parts that hold each of them once."""
        ...


def split(spec: DataSpec) -> Splits:
    """Draw the sample and split it; the same spec gives the same numbers."""
    rng = np.random.default_rng(spec.seed)
    problem = spec.problem
    if isinstance(problem, Given) and spec.half == BOTH:
        held = problem.held_out(np.empty((problem.count, 0)))
        return Splits(*problem.parts(_rows_of_parts(spec, held, rng)))
    # XOR's four points stay four, whatever was requested.
    sample = problem.draw(spec.points, rng)
    held = problem.held_out(sample.x)
    if spec.half != BOTH:
        held = ~in_half(spec, sample.x)
    rows = _rows_of_parts(spec, held, rng)
    return Splits(*map(sample.take, rows))


def _rows_of_parts(spec: DataSpec, held: Bools, rng: np.random.Generator) -> list[Ints]:
    """The numbers of the rows to train on, to test on and for calibration, in order."""
    order: Ints = rng.permutation(np.flatnonzero(~held).astype(np.int32))
    share = spec.test if spec.half == BOTH else 0.0
    n_test = round(share * len(order))
    n_calibration = round(spec.calibration * len(order))
    if n_test + n_calibration >= len(order):
        raise BadInput(
            tr(
                "{name}: the split must leave at least 1 training point, got "
                "{n} points with test {test} and calibration {calibration}",
                name=spec.problem.name,
                n=len(held),
                test=spec.test,
                calibration=spec.calibration,
            )
        )
    kept = np.flatnonzero(held).astype(np.int32)
    test = np.concatenate([order[:n_test], kept])
    calibration = order[n_test : n_test + n_calibration]
    train = order[n_test + n_calibration :]
    return [np.sort(train), np.sort(test), np.sort(calibration)]


def in_half(spec: DataSpec, x: Floats) -> Bools:
    """Which points are in the half being learned; (n,)."""
    xmin, xmax, _, _ = spec.problem.box
    left = x[:, 0] < 0.5 * (xmin + xmax)
    return np.asarray(left if spec.half == LEFT else ~left)
