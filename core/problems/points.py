"""Own data: rows that a user drew, typed or loaded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from core.arrays import Bools, Floats, Ints, frozen
from core.errors import BadInput, require
from core.language import mark, tr
from core.network import MAX_INPUTS
from core.problems.base import Box, Sample, check_finite
from core.problems.rows import Rows
from core.problems.scaling import Scaling

MAX_CLASSES = 64
Image = tuple[int, int, int]  # height, width, channels


class Points:
    """Given rows; `draw` returns them all, in order, whatever number is asked for.

    Two of them are equal when all numbers and names are, so runs with own data are
    still compared by value.
    """

    __slots__ = (
        "_box",
        "_rows",
        "class_names",
        "classes",
        "columns",
        "digest",
        "given_box",
        "held",
        "image",
        "target_columns",
        "y",
    )
    name: ClassVar[str] = "points"
    title: ClassVar[str] = mark("Own data")
    default_points: ClassVar[int] = 1
    default_test: ClassVar[float] = 0.3
    y: Floats  # (n,) class numbers, or (n, k) values; read-only
    classes: int
    class_names: tuple[str, ...]  # one per class
    given_box: Box | None  # what views show, if not just all rows
    columns: tuple[Scaling, ...]  # of x, if it came from a table; else empty
    target_columns: tuple[Scaling, ...]  # of y, if it has values from a table
    image: Image | None  # rows are pictures of this height, width and channels
    held: int  # this many last rows are always kept for testing
    digest: str  # sha256 of all of it
    _box: Box
    _rows: Rows

    def __init__(
        self,
        x: Any,
        y: Any,
        classes: int = 0,
        class_names: Sequence[str] = (),
        box: Box | None = None,
        columns: Sequence[Scaling] = (),
        target_columns: Sequence[Scaling] = (),
        image: Image | None = None,
        held: int = 0,
    ) -> None:
        x = x if isinstance(x, Rows) else Rows([_matrix("x", x)])
        y = _matrix("y", y)
        require(
            len(x) == len(y),
            tr("points: y"),
            tr("have {count} rows like x", count=len(x)),
            len(y),
        )
        require(len(x) >= 1, tr("points: x"), tr("have at least 1 row"), len(x))
        require(
            1 <= x.shape[1] <= MAX_INPUTS,
            tr("points: x"),
            tr("have from 1 to {MAX_INPUTS} columns", MAX_INPUTS=MAX_INPUTS),
            x.shape[1],
        )
        require(
            y.shape[1] >= 1, tr("points: y"), tr("have at least 1 column"), y.shape[1]
        )
        if classes:
            y = _check_classes(y, classes)
            class_names = class_names or [str(k) for k in range(classes)]
        require(
            len(class_names) == classes,
            tr("points: class_names"),
            tr("be {classes}, one per class", classes=classes),
            list(class_names),
        )
        names = tuple(str(name) for name in class_names)
        for what, given, wanted in (
            ("columns", columns, x.shape[1]),
            ("target_columns", target_columns, 0 if classes else y.shape[1]),
        ):
            good = len(given) in (0, wanted)
            require(
                good,
                tr("points: {what}", what=what),
                tr("be {wanted} or none", wanted=wanted),
                len(given),
            )
        _check_image(image, x.shape[1])
        require(
            0 <= held < len(x),
            tr("points: held"),
            tr("be below {count}", count=len(x)),
            held,
        )
        check_finite("x", x.blocks())
        check_finite("y", [y])
        if box is not None:
            box = _checked_box(box)
        about: tuple[object, ...] = (x.shape, y.shape, classes, names, box)
        if columns or target_columns:
            about += (tuple(columns), tuple(target_columns))
        if image or held:
            about += (image, held)
        state = hashlib.sha256(repr(about).encode())
        for array in (*x.blocks(), y):
            state.update(np.ascontiguousarray(array).data)
        for key, value in {
            "_rows": x,
            "y": _kept(y),
            "classes": classes,
            "class_names": names,
            "digest": state.hexdigest(),
            "_box": box or _box_around(x, y),
            "given_box": box,
            "columns": tuple(columns),
            "target_columns": tuple(target_columns),
            "image": image,
            "held": held,
        }.items():
            object.__setattr__(self, key, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"points: {name} is read-only")

    def __reduce__(self) -> tuple[Any, ...]:
        return Points, (
            self.x,
            self.y,
            self.classes,
            self.class_names,
            self.given_box,
            self.columns,
            self.target_columns,
            self.image,
            self.held,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Points) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        n, d = self._rows.shape
        return f"Points({n} rows, {d} inputs, {self.classes} classes)"

    @property
    def x(self) -> Floats:
        """All rows (n, d) in order, read-only; float32 for large tables.

        Once a large table is split, this puts its rows together anew each time.
        """
        return self._rows.array()

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self._rows)

    @property
    def inputs(self) -> int:
        """Columns of x."""
        return self._rows.shape[1]

    @property
    def single(self) -> bool:
        """Whether the rows are so many that they are kept as float32."""
        return self._rows.single

    @property
    def nbytes(self) -> int:
        """What rows and targets take."""
        return self._rows.nbytes + self.y.nbytes

    def blocks(self) -> Iterator[Floats]:
        """All rows in order, some thousand at a time: that takes little room."""
        return self._rows.blocks()

    def parts(self, rows: Sequence[Ints]) -> list[Sample]:
        """The rows in parts that hold each of them once; large ones are not copied."""
        parts = zip(self._rows.parts(rows), rows, strict=True)
        return [Sample(x, self.y[chosen], self.classes) for x, chosen in parts]

    @property
    def targets(self) -> int:
        """Columns of y for values; 1 for classes."""
        return 1 if self.classes else int(self.y.shape[1])

    @property
    def box(self) -> Box:
        """All rows with a margin; for one input, the input against the target."""
        return self._box

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """All rows in order."""
        return Sample(self.x, self.y, self.classes)

    def held_out(self, x: Floats) -> Bools:
        """The last rows, where a test set came with the data."""
        kept = np.zeros(len(x), dtype=np.bool_)
        if self.held and len(x) == self.count:
            kept[-self.held :] = True
        return kept


def _check_image(image: Image | None, inputs: int) -> None:
    if image is None:
        return
    height, width, channels = image
    good = (
        min(image) >= 1 and channels in (1, 3) and height * width * channels == inputs
    )
    rule = tr("be height, width and 1 or 3 channels of {inputs} numbers", inputs=inputs)
    require(good, tr("points: image"), rule, list(image))


def _checked_box(box: Sequence[float]) -> Box:
    good = len(box) == 4 and bool(np.isfinite(np.asarray(box, np.float64)).all())
    require(
        good and box[0] < box[1] and box[2] < box[3],
        tr("points: box"),
        tr("be xmin < xmax, ymin < ymax"),
        list(box),
    )
    return (float(box[0]), float(box[1]), float(box[2]), float(box[3]))


def _kept(array: Floats) -> Floats:
    """A read-only array; a large one is used as it is, not copied."""
    if array.dtype == np.float32:
        array.flags.writeable = False
        return array
    return frozen(array)


def _matrix(name: str, rows: Any) -> Floats:
    """Rows of numbers, in double precision unless they come as an array of float32."""
    single = isinstance(rows, np.ndarray) and rows.dtype == np.float32
    if single and rows.ndim in (1, 2) and len(rows):
        return np.asarray(rows.reshape(len(rows), -1))
    try:
        matrix = np.array(rows, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as problem:
        raise BadInput(
            tr(
                "points: {name} must be rows of numbers of equal length, got {rows}",
                name=name,
                rows=f"{rows!r:.60}",
            )
        ) from problem
    require(
        matrix.ndim in (1, 2),
        tr("points: {name}", name=name),
        tr("be a table of rows"),
        matrix.ndim,
    )
    return matrix.reshape(len(matrix), -1) if matrix.size else matrix.reshape(0, 1)


def _check_classes(y: Floats, classes: int) -> Floats:
    """Class numbers (n,); the error names the row without one."""
    require(
        isinstance(classes, int) and 2 <= classes <= MAX_CLASSES,
        tr("points: classes"),
        tr("be a whole number from 2 to {MAX_CLASSES}", MAX_CLASSES=MAX_CLASSES),
        classes,
    )
    require(
        y.shape[1] == 1,
        tr("points: y"),
        tr("contain one class number per row"),
        y.shape[1],
    )
    flat = y[:, 0]
    fits = (flat >= 0) & (flat < classes) & (flat == np.floor(flat))
    if not fits.all():
        row = int(np.flatnonzero(~fits)[0])
        raise BadInput(
            tr(
                "points: y must contain class numbers from 0 to {classes}, got {flat} "
                "at row {row}",
                classes=classes - 1,
                flat=f"{flat[row]:g}",
                row=row,
            )
        )
    return np.asarray(flat)


def _box_around(x: Rows, y: Floats) -> Box:
    x0, x1 = _span(block[:, 0] for block in x.blocks())
    if x.shape[1] > 1:
        y0, y1 = _span(block[:, 1] for block in x.blocks())
    else:
        y0, y1 = _span([y if y.ndim == 1 else y[:, 0]])
    return (x0, x1, y0, y1)


def _span(values: Iterable[Floats]) -> tuple[float, float]:
    """The range of the values and a tenth of it on both sides, never empty."""
    ends = [(float(part.min()), float(part.max())) for part in values]
    low, high = min(e[0] for e in ends), max(e[1] for e in ends)
    margin = 0.1 * (high - low) or 1.0
    return low - margin, high + margin
