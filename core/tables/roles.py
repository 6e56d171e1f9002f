"""Which columns are learned from which: the choice, and a first guess of it."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import BadInput
from core.language import tr
from core.tables.first_look import Column, Preview

#: Common names of a target column, the most obvious first.
TARGET_NAMES = ("target", "label", "class", "y")
_CLASS_NAMES = ("label", "class")
_COLOURS = (("red", "green", "blue"), ("r", "g", "b"))
FILL, DROP = "fill", "drop"
MAX_INPUTS = 1024  # made from the columns of a table


@dataclass(frozen=True, slots=True)
class Choice:
    """The role of each column, and what happens to rows with gaps.

    ``words`` are inputs read as words although they contain numbers. With `FILL` a gap
    gets the column's mean and a flag input; with `DROP` its row is dropped.
    """

    inputs: tuple[int, ...]
    targets: tuple[int, ...]  # one, or three for a colour
    classes: bool  # the target names classes
    missing: str = FILL
    words: tuple[int, ...] = ()

    def kind(self, found: Preview, column: int) -> str:
        """How a column is read: "number", "date" or "words"."""
        kind = found.columns[column].kind
        if self.classes and column in self.targets:
            return "words"
        if column in self.targets:
            return "number"
        if column in self.words or kind in ("words", "text"):
            return "words"
        return "date" if kind == "date" else "number"

    def role(self, column: int) -> str:
        """What a column is to the network: "input", "target" or "ignored"."""
        if column in self.targets:
            return "target"
        return "input" if column in self.inputs else "ignored"


def guess(found: Preview) -> Choice:
    """Numbers, dates and words as inputs; a target by its name or its kind."""
    columns = found.columns
    targets = _targets(found)
    inputs = tuple(
        i
        for i, c in enumerate(columns)
        if i not in targets
        and not c.index
        and c.kind in ("number", "date", "words")
        and c.distinct > 1
    )
    if not inputs:  # better a constant column than none
        inputs = tuple(
            i for i, c in enumerate(columns) if i not in targets and c.kind == "number"
        )
    classes = len(targets) == 1 and _names_classes(columns[targets[0]])
    return Choice(inputs[:MAX_INPUTS], targets, classes)


def _names_classes(column: Column) -> bool:
    if column.kind in ("words", "text"):
        return True
    named = column.name.strip().lower() in _CLASS_NAMES
    return column.few or (named and column.whole and column.distinct <= 64)


def _targets(found: Preview) -> tuple[int, ...]:
    columns = found.columns
    names = [c.name.strip().lower() for c in columns]
    usable = [
        i
        for i, c in enumerate(columns)
        if c.kind in ("number", "words") and not c.index
    ]
    for wanted in TARGET_NAMES:
        if wanted in names and columns[names.index(wanted)].kind != "empty":
            coordinate = wanted == "y" and "x" in names and len(usable) > 2
            if not coordinate:
                return (names.index(wanted),)
    for colour in _COLOURS:
        if set(colour) <= set(names):
            return tuple(names.index(name) for name in colour)
    if not usable:
        return ()
    words = [i for i in usable if columns[i].kind == "words"]
    if len(words) == 1:
        return (words[0],)
    few = [i for i in usable if columns[i].few]
    if not words and not found.named and few == [0] and len(usable) > 2:
        return (0,)  # tables without names often start with the class
    return (usable[-1],)


def check(found: Preview, choice: Choice) -> None:
    """Reject a choice that no network could learn."""
    for what, chosen, allowed in (
        ("inputs", choice.inputs, range(1, MAX_INPUTS + 1)),
        ("targets", choice.targets, (1,) if choice.classes else (1, 3)),
    ):
        if len(chosen) not in allowed:
            rule = tr("from 1 to {MAX_INPUTS}", MAX_INPUTS=MAX_INPUTS)
            if what == "targets":
                rule = tr(" or ").join(map(str, allowed))
            raise BadInput(
                tr(
                    "{source}: {what} must be {rule} columns, got {count}",
                    source=found.source,
                    what=what,
                    rule=rule,
                    count=len(chosen),
                )
            )
        for c in chosen:
            if not 0 <= c < len(found.columns):
                raise BadInput(
                    tr(
                        "{source}: {what} must be columns from 1 to {count}, got {c}",
                        source=found.source,
                        what=what,
                        count=len(found.columns),
                        c=c + 1,
                    )
                )
    if len({*choice.inputs, *choice.targets}) != len(choice.inputs + choice.targets):
        raise BadInput(
            tr(
                "{source}: a column must have one role, got inputs {inputs} "
                "and targets {targets}",
                source=found.source,
                inputs=choice.inputs,
                targets=choice.targets,
            )
        )
    if choice.missing not in (FILL, DROP):
        raise BadInput(
            tr(
                "{source}: missing must be {FILL} or {DROP}, got {missing}",
                source=found.source,
                FILL=FILL,
                DROP=DROP,
                missing=f"{choice.missing!r}",
            )
        )
