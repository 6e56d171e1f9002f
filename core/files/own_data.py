"""A user's own points and pictures inside a run file."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import BadInput
from core.files.container import ContainerReader, ContainerWriter
from core.problems import Points, Problem
from core.problems.picture import MAX_SIDE, Picture, Rectangle
from core.scenes.read import box_of, columns_of, image_of
from core.scenes.reader import Reader
from core.scenes.write import columns_as_rows
from core.tables.reading import DOUBLE_CELLS, MAX_ROWS

MAX_DATA = 128 * 2**20  # bytes of all points and pictures
KINDS = {"f8": "<f8", "f4": "<f4", "u1": "|u1"}  # how rows are stored in a file
MAX_RECTANGLES = 1000


def write_own(writer: ContainerWriter, own: list[Problem]) -> list[dict[str, Any]]:
    """Put the data into the file; the result belongs in its header."""
    tables: list[dict[str, Any]] = []
    for i, problem in enumerate(own):
        if isinstance(problem, Points):
            kind = _kind(problem)
            blocks = problem.blocks()
            if kind == "u1":
                blocks = map(_pixels, blocks)
            shape = problem.count, problem.inputs
            writer.rows(f"data/{i}/x", KINDS[kind], shape, blocks)
            writer.array(f"data/{i}/y", problem.y.astype(np.float64))
            tables.append(
                {
                    "kind": problem.name,
                    "x": kind,
                    "image": list(problem.image) if problem.image else None,
                    "held": problem.held,
                    "classes": problem.classes,
                    "class_names": list(problem.class_names),
                    "box": list(problem.given_box) if problem.given_box else None,
                    "columns": columns_as_rows(problem.columns),
                    "target_columns": columns_as_rows(problem.target_columns),
                }
            )
        elif isinstance(problem, Picture):
            writer.array(f"data/{i}/pixels", problem.pixels)
            tables.append(
                {
                    "kind": problem.name,
                    "rectangles": [
                        [r.left, r.top, r.right, r.bottom] for r in problem.rectangles
                    ],
                    "random_share": problem.random_share,
                    "seed": problem.seed,
                }
            )
    return tables


def _kind(problem: Points) -> str:
    """How the rows of a problem are stored: pictures as bytes if that loses nothing."""
    halves = {column.half for column in problem.columns}
    if (
        problem.image
        and halves == {255.0}
        and all(np.array_equal(_unit(_pixels(x), x.dtype), x) for x in problem.blocks())
    ):
        return "u1"
    size = problem.nbytes - problem.y.nbytes
    if size > MAX_DATA:
        raise BadInput(
            f"own data must have at most {MAX_DATA} bytes to be saved, got {size}"
        )
    return "f4" if problem.single else "f8"


def _pixels(x: Any) -> Any:
    return np.rint(x * 255.0).astype(np.uint8)


def _unit(pixels: Any, kind: Any) -> Any:
    """Bytes as numbers from 0 to 1, exactly as when they were first read."""
    x = pixels.astype(kind)
    x /= 255
    return x


def read_own(
    container: ContainerReader, reader: Reader, tables: list[Any]
) -> list[Problem]:
    """The problems that `write_own` wrote."""
    found: list[Problem] = []
    used = 0
    for i, entry in enumerate(tables):
        path = f"own[{i}]"
        table = reader.table(path, entry)
        kind = reader.word(f"{path}.kind", table.get("kind"), ("points", "picture"))
        layout = reader.word(f"{path}.x", table.get("x", "f8"), KINDS)
        arrays = {"x": layout, "y": "f8"} if kind == "points" else {"pixels": "u1"}
        for name, of in arrays.items():
            used += _bytes(container, reader, f"data/{i}/{name}", KINDS[of])
        if used > MAX_DATA:
            raise reader.fail("own data", f"have at most {MAX_DATA} bytes", used)
        with reader.within({kind: path, "sample": path}):
            if kind == "points":
                found.append(_points(container, reader, i, table))
            else:
                found.append(_picture(container, reader, i, table))
    return found


def _bytes(container: ContainerReader, reader: Reader, name: str, kind: str) -> int:
    """The size of an array from its shape, which must be a supported one."""
    picture = name.endswith("pixels")
    shape = container.shape(name, kind)
    most = MAX_SIDE if picture else MAX_ROWS
    ranks = (3,) if picture else (1, 2)
    size = 1 if picture else 8 if kind == "<f8" else 4
    for n in shape:
        size *= n
    if len(shape) not in ranks or not 0 < shape[0] <= most or size > MAX_DATA:
        raise reader.fail(name, f"be a table of 1 to {most} rows", shape)
    return size


def _points(container: ContainerReader, reader: Reader, i: int, table: Any) -> Points:
    layout = KINDS[str(table.get("x", "f8"))]
    name = f"data/{i}/x"
    x = container.array(name, layout, container.shape(name, layout))
    if layout == "|u1":
        x = _unit(x, np.float32 if x.size > DOUBLE_CELLS else np.float64)
    name = f"data/{i}/y"
    y = container.array(name, "<f8", container.shape(name, "<f8"))
    if x.dtype == np.float32:
        y = y.reshape(len(y), -1).astype(np.float32)
    image = image_of(reader, f"own[{i}].image", table.get("image"))
    held = reader.whole(f"own[{i}].held", table.get("held", 0), 0)
    classes = reader.whole(f"own[{i}].classes", table.get("classes", 0), 0)
    names = [
        reader.line(f"own[{i}].class_names[{j}]", name)
        for j, name in enumerate(
            reader.rows(f"own[{i}].class_names", table.get("class_names", []))
        )
    ]
    box = box_of(reader, f"own[{i}].box", table.get("box"))
    columns, targets = (
        columns_of(reader, f"own[{i}].{key}", table.get(key, []))
        for key in ("columns", "target_columns")
    )
    return Points(x, y, classes, names, box, columns, targets, image, held)


def _picture(container: ContainerReader, reader: Reader, i: int, table: Any) -> Picture:
    name = f"data/{i}/pixels"
    pixels = container.array(name, "|u1", container.shape(name, "|u1"))
    path = f"own[{i}].rectangles"
    rows = reader.rows(path, table.get("rectangles", []))
    if len(rows) > MAX_RECTANGLES:
        raise reader.fail(path, f"be at most {MAX_RECTANGLES}", len(rows))
    rectangles = []
    for j, row in enumerate(rows):
        sides = [
            reader.number(f"{path}[{j}]", v) for v in reader.rows(f"{path}[{j}]", row)
        ]
        if len(sides) != 4:
            raise reader.fail(f"{path}[{j}]", "have 4 sides", len(sides))
        rectangles.append(Rectangle(*sides))
    share = reader.number(f"own[{i}].random_share", table.get("random_share", 0.0))
    seed = reader.whole(f"own[{i}].seed", table.get("seed", 0), 0)
    return Picture(pixels, tuple(rectangles), share, seed)
