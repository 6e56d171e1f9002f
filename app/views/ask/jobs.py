"""What Ask computes away from the GUI thread: the answer, and one explanation of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from app.frame.turns import breathe
from core.analysis.asking import (
    Dependence,
    Importance,
    Reply,
    dependence,
    importance,
    reply,
)
from core.analysis.columns import WORDS, columns_of, reach_of
from core.analysis.field import wrong
from core.analysis.neighbours import Nearest, Spaces
from core.analysis.sign_change import SignChange, changed, sign_change
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot
from core.language import mark, tr
from core.problems.base import Sample, Splits
from core.problems.ink import InkStyle, Stroke, measure_style, picture_of

PAGES = {
    "layers": mark("Layers"),
    "mattered": mark("What mattered"),
    "dependence": mark("One column"),
    "nearest": mark("Nearest"),
    "change": mark("Change"),
}
LOOKED_AT = 5000  # examples that determine the range of a column
MOVING_ROWS, STILL_ROWS = 2_000, 20_000  # examples among which the nearest are sought
NEIGHBOURS = 12
CURVE = 41  # values of a column tried
AFFORDABLE = 4e8  # products of a measurement during training


@dataclass(frozen=True, slots=True)
class Question:
    """A point to ask about: a drawing, or an example with some values changed."""

    example: int = 0  # of the test split, else of the training split
    strokes: tuple[Stroke, ...] = ()
    edits: tuple[tuple[int, float], ...] = ()  # column and its value
    blank: bool = False  # no example: a clean pad

    def edited(self, column: int, value: float) -> Question:
        """The same with another value in a column."""
        kept = {**dict(self.edits), column: value}
        return replace(self, edits=tuple(sorted(kept.items())))

    @property
    def own(self) -> bool:
        """Whether it is no longer an unchanged example."""
        return self.blank or bool(self.strokes or self.edits)


def examples_of(splits: Splits) -> tuple[Sample, str]:
    """The split that examples come from, and its name."""
    if len(splits.test):
        return splits.test, tr("test")
    return splits.train, tr("training")


@dataclass
class Memory:
    """Cached results; used only by the worker's thread."""

    style: tuple[Splits, InkStyle | None] | None = None
    spaces: Spaces | None = None
    importance: Importance | None = None
    measured: tuple[object, ...] = ()
    wrong: tuple[Snapshot, Ints] | None = None  # which examples are answered wrongly

    def style_of(self, snapshot: Snapshot) -> InkStyle | None:
        """How the examples are drawn, measured once for a sample."""
        splits = snapshot.splits
        if self.style is None or self.style[0] is not splits:
            image = getattr(snapshot.run.data.problem, "image", None)
            found = None if image is None else measure_style(splits.train.x, image)
            self.style = splits, found
        return self.style[1]

    def spaces_of(self, snapshot: Snapshot, limit: int) -> Spaces:
        """The examples in every layer, once for a snapshot."""
        kept = self.spaces
        if kept is None or kept.snapshot is not snapshot or kept.limit < limit:
            self.spaces = Spaces(snapshot, limit)
        assert self.spaces is not None
        return self.spaces

    def next_wrong(self, snapshot: Snapshot, sample: Sample, row: int) -> int:
        """The next example after ``row`` that is answered wrongly; −1: none."""
        if not sample.classes:
            return -1
        if self.wrong is None or self.wrong[0] is not snapshot:
            looked = sample.take(slice(0, STILL_ROWS))
            self.wrong = snapshot, np.flatnonzero(wrong(snapshot, looked))
        places = self.wrong[1]
        if not len(places):
            return -1
        after = places[places > row]
        return int(after[0] if len(after) else places[0])

    def importance_of(self, snapshot: Snapshot, moving: bool) -> Importance | None:
        """How much each column matters; during training, what is affordable."""
        columns = columns_of(snapshot.run.data.problem)
        sample, _ = examples_of(snapshot.splits)
        rows = min(len(sample), 1000)
        work = rows * len(columns) * snapshot.network.layout.size
        repeats = 1 if moving or 3 * work > 10 * AFFORDABLE else 3
        work *= repeats
        key = (id(snapshot.theta), repeats)
        if key == self.measured or (moving and work > AFFORDABLE):
            return self.importance
        rows = max(50, min(rows, int(10 * AFFORDABLE * rows / max(work, 1))))
        self.importance = importance(
            snapshot, columns, sample, rows=rows, repeats=repeats, breathe=breathe
        )
        self.measured = key
        return self.importance


@dataclass(frozen=True)
class AskWish:
    """What is wanted; frozen data only."""

    snapshot: Snapshot
    question: Question
    page: str
    column: int
    target: int
    size: float  # of the sign change; 0: the smallest that flips
    fitted: bool  # drawings are fitted to the examples' style
    moving: bool
    memory: Memory = field(repr=False)


@dataclass(frozen=True, eq=False)
class AskResult:
    """The answer and one page of explanation."""

    snapshot: Snapshot
    question: Question
    x: Floats  # (inputs,)
    seen: bool  # False for an empty pad
    reply: Reply
    truth: float | None  # class or value where the question is an example
    split: str
    count: int  # examples to choose from
    next_wrong: int  # the next misclassified example; −1: none
    page: str
    importance: Importance | None = None
    dependence: Dependence | None = None
    nearest: tuple[Nearest, ...] = ()
    looked_at: int = 0  # examples among which the nearest were sought
    change: SignChange | None = None
    size: float = 0.0
    changed: Floats | None = None  # (inputs,)
    new_reply: Reply | None = None


def compute(wish: AskWish) -> AskResult:
    """Make the point, ask the network, and compute the page's explanation."""
    snapshot, question = wish.snapshot, wish.question
    sample, split = examples_of(snapshot.splits)
    row = min(question.example, len(sample) - 1)
    x = asked_point(wish, np.asarray(sample.x[row], np.float64))
    found = reply(snapshot, x, wish.target)
    truth = None if question.own else float(np.ravel(sample.y[row])[0])
    made = AskResult(
        snapshot,
        question,
        x,
        bool(question.strokes) or not question.blank,
        found,
        truth,
        split,
        len(sample),
        wish.memory.next_wrong(snapshot, sample, row),
        wish.page,
    )
    breathe()
    return _explained(wish, made)


def asked_point(wish: AskWish, row: Floats) -> Floats:
    """The inputs of the question."""
    question, problem = wish.question, wish.snapshot.run.data.problem
    image = getattr(problem, "image", None)
    if image is not None:
        ground = None if question.blank else row
        if not question.strokes:
            return row if ground is not None else np.zeros_like(row)
        style = wish.memory.style_of(wish.snapshot) if wish.fitted else None
        return picture_of(question.strokes, image, style, ground)
    x = row.copy()
    columns = columns_of(problem)
    for number, value in question.edits:
        if number < len(columns):
            columns[number].put(x, value)
    return x


def _explained(wish: AskWish, made: AskResult) -> AskResult:
    snapshot, memory = wish.snapshot, wish.memory
    if wish.page == "mattered":
        return replace(made, importance=memory.importance_of(snapshot, wish.moving))
    if wish.page == "dependence":
        return replace(made, dependence=_dependence(wish, made.x))
    if wish.page == "nearest":
        limit = MOVING_ROWS if wish.moving else STILL_ROWS
        spaces = memory.spaces_of(snapshot, limit)
        nearest = spaces.nearest(made.x, made.reply.layers, NEIGHBOURS)
        return replace(made, nearest=tuple(nearest), looked_at=len(spaces.rows))
    if wish.page == "change" and snapshot.run.data.problem.classes:
        found = sign_change(snapshot, made.reply)
        size = wish.size or found.smallest or 0.0
        moved = changed(snapshot, made.x, found.direction, np.array([size]))[0]
        return replace(
            made,
            change=found,
            size=size,
            changed=moved,
            new_reply=reply(snapshot, moved, wish.target),
        )
    return made


def _dependence(wish: AskWish, x: Floats) -> Dependence:
    snapshot = wish.snapshot
    columns = columns_of(snapshot.run.data.problem)
    column = columns[min(wish.column, len(columns) - 1)]
    sample = snapshot.splits.train
    if column.kind == WORDS:
        values = np.arange(float(len(column.words)))
    else:
        reach = reach_of(column, sample.x[:LOOKED_AT])
        here = column.value(x)
        low, high = np.nanmin([reach.low, here]), np.nanmax([reach.high, here])
        values = np.linspace(low, high if high > low else low + 1.0, CURVE)
    return dependence(snapshot, column, values, x, sample)
