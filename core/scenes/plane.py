"""The plane of a scene file: inputs by name or number, values in their own units."""

from __future__ import annotations

from typing import Any

from core.plane_spec import KINDS, SliceSpec
from core.problems.scaling import Scaling
from core.run import RunSpec
from core.scenes.reader import Reader

KEYS = ("kind", "columns", "held", "examples")


def read_plane(reader: Reader, given: object, run: RunSpec) -> SliceSpec | None:
    """The plane that a scene asks for; None if it does not ask for one."""
    if given is None:
        return None
    table = reader.table("plane", given)
    reader.known_keys("plane", table, KEYS)
    kind = reader.word("plane.kind", table.get("kind", "none"), KINDS)
    if kind == "none":
        return None
    problem = run.data.problem
    if problem.inputs <= 2:
        rule = f"be left out for a problem of {problem.inputs} inputs"
        raise reader.fail("plane", rule, kind)
    names = _names(run)
    usual = SliceSpec()
    pair = reader.rows("plane.columns", table.get("columns", [1, 2]))
    columns = tuple(
        _input(reader, f"plane.columns[{i}]", value, names)
        for i, value in enumerate(pair)
    )
    if len(columns) != 2 or len(set(columns)) != 2:
        raise reader.fail("plane.columns", "be two different inputs", pair)
    held = []
    for key, value in reader.table("plane.held", table.get("held", {})).items():
        path = f"plane.held.{key}"
        number: object = int(key) if key.isascii() and key.isdigit() else key
        column = _input(reader, path, number, names)
        about = names[column]
        held.append((column, (reader.number(path, value) - about.middle) / about.half))
    corners = reader.rows("plane.examples", table.get("examples", list(usual.examples)))
    examples = tuple(
        reader.whole(f"plane.examples[{i}]", value, 0)
        for i, value in enumerate(corners)
    )
    if len(examples) != 3 or len(set(examples)) != 3:
        raise reader.fail("plane.examples", "be three different examples", corners)
    return SliceSpec(
        kind,
        (columns[0], columns[1]),
        tuple(sorted(held)),
        (examples[0], examples[1], examples[2]),
    )


def _names(run: RunSpec) -> tuple[Scaling, ...]:
    problem = run.data.problem
    given = tuple(getattr(problem, "columns", ()))
    return given or tuple(Scaling(f"input {i + 1}") for i in range(problem.inputs))


def _input(reader: Reader, path: str, value: object, names: tuple[Scaling, ...]) -> int:
    """An input by its name, or by its number from 1."""
    if isinstance(value, str):
        return [n.name for n in names].index(
            reader.word(path, value, [n.name for n in names])
        )
    number = reader.whole(path, value, 1)
    if number > len(names):
        raise reader.fail(path, f"be at most {len(names)}", number)
    return number - 1


def plane_to_data(spec: SliceSpec, run: RunSpec) -> dict[str, Any]:
    """The table that `read_plane` reads back."""
    usual, names = SliceSpec(), _names(run)
    table: dict[str, Any] = {"kind": spec.kind}
    if spec.kind == "columns":
        table["columns"] = [i + 1 for i in spec.columns]
        if spec.held:
            table["held"] = {
                str(i + 1): value * names[i].half + names[i].middle
                for i, value in spec.held
            }
    if spec.kind == "examples" and spec.examples != usual.examples:
        table["examples"] = list(spec.examples)
    return table
