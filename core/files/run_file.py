"""Run files, ``.hyperfold``: a scene, its data, parameters, timeline and series.

The file is a zip with a JSON header that includes a version, and arrays as npy; there
is no pickle in it. It is saved atomically and read as untrusted input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.disk.atomic import replacing
from core.engine.saved import Saved, saved_of
from core.errors import BadInput
from core.files.container import MAX_HEADER, ContainerReader, ContainerWriter
from core.files.own_data import read_own, write_own
from core.files.run_part import (
    KEYS,
    affordable,
    last_step,
    read_part,
    table_of,
    write_arrays,
)
from core.problems import Problem
from core.scenes import (
    VIEW_NAMES,
    Action,
    Goal,
    Scene,
    commands,
    for_window,
    scene_from_data,
    scene_to_data,
)
from core.scenes.reader import Reader
from core.scenes.view_keys import without_unknown_keys
from core.version import described

if TYPE_CHECKING:
    from core.engine.session import Session

FORMAT = "hyperfold run"
VERSION = 2
SUFFIX = ".hyperfold"
MAX_THUMBNAIL = 2**20
MAX_EXTRA = MAX_HEADER // 4  # bytes of what views store with the runs
THUMBNAIL = "thumbnail.png"
B = "b/"  # prefix of the names of B's arrays
MAX_LANES = 3  # futures that a run left by branches


def _with_a(header: dict[str, Any]) -> dict[str, Any]:
    """Version 2 puts what belongs to run A into a table of its own, next to B's."""
    run = {key: header[key] for key in KEYS if key in header}
    rest = {key: value for key, value in header.items() if key not in KEYS}
    return {**rest, "a": run}


#: From a header of version i to one of version i + 1. To change the format: raise
#: VERSION, write the step here, and add a file of the old version to the tests.
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _with_a}


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """The run B as it was seen beside A."""

    title: str
    saved: Saved
    pinned: bool  # it is pinned at a step and does not train


@dataclass(frozen=True, slots=True, eq=False)
class Future:
    """A future that run A left by branching at ``step``."""

    step: int
    saved: Saved


@dataclass(frozen=True, slots=True, eq=False)
class RunFile:
    """The contents of a run file."""

    scene: Scene  # its run is the present one
    saved: Saved
    views: tuple[str, ...] = ()  # those the window showed; empty: the scene's
    thumbnail: bytes = b""  # PNG
    pace: float | None = None  # steps per second, infinity: no limit; None: the scene's
    beside: Beside | None = None
    #: What views keep beside the runs ("grid", "experiments"): plain JSON, which the
    #: view that wrote it checks when it reads it.
    extra: Mapping[str, Any] = field(default_factory=dict)
    futures: tuple[Future, ...] = ()  # the oldest first


def save(path: Path, session: Session, scene: Scene) -> None:
    """Write the run of a session, as ``hyperfold train --save`` does."""
    saved = saved_of(session.snapshot(), session.timeline, session.series)
    write_run(path, RunFile(scene, saved))


def is_run_file(path: Path) -> bool:
    """Whether a file is a run file, by its name or, failing that, by its contents."""
    if path.suffix.lower() == SUFFIX:
        return True
    try:
        with path.open("rb") as file:
            return not path.suffix and file.read(4) == b"PK\x03\x04"
    except (OSError, ValueError):  # no such file, or a name that none can have
        return False


# -- writing ---------------------------------------------------------------------------


def write_run(path: Path, run: RunFile, *, private: bool = False) -> None:
    """Write a run file; an earlier one stays until this one is complete.

    A ``private`` file is readable only by its owner.
    """
    own: list[Problem] = []
    saved = affordable(run.saved)
    present = saved.snapshots[-1]
    scene = replace(run.scene, run=present.run)
    scene = replace(scene, actions=_fitting(scene))
    if present.run.data != run.scene.run.data:
        scene = replace(scene, goal=Goal())  # it was about other data
    beside = None if run.beside is None else affordable(run.beside.saved)
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "program": described(),
        "scene": scene_to_data(scene, own),
        "a": table_of(saved, scene, own),
        "views": list(run.views),
        "pace": _written_pace(run.pace),
    }
    if run.beside is not None and beside is not None:
        words = {"title": run.beside.title, "pinned": run.beside.pinned}
        header["b"] = {**table_of(beside, scene, own), **words}
    if run.extra:
        header["extra"] = dict(run.extra)
    futures = [(f.step, affordable(f.saved)) for f in run.futures[-MAX_LANES:]]
    if futures:
        header["futures"] = [
            {**table_of(kept, scene, own), "left": step} for step, kept in futures
        ]
    with replacing(path, private=private) as file, ContainerWriter(file) as writer:
        header["own"] = write_own(writer, own)
        writer.header(header)
        write_arrays(writer, "", saved)
        if beside is not None:
            write_arrays(writer, B, beside)
        for i, (_, kept) in enumerate(futures):
            write_arrays(writer, _future(i), kept)
        if run.thumbnail:
            writer.blob(THUMBNAIL, run.thumbnail)


def _future(index: int) -> str:
    """The prefix of the names of a future's arrays."""
    return f"future{index}/"


def _fitting(scene: Scene) -> tuple[Action, ...]:
    """The scene's actions, unless they no longer fit the run."""
    try:
        commands(scene)
    except BadInput:
        return tuple(action for action in scene.actions if for_window(action))
    return scene.actions


def _written_pace(pace: float | None) -> float | str | None:
    return "flat out" if pace == inf else pace


# -- reading ---------------------------------------------------------------------------


def read_run(path: Path) -> RunFile:
    """Read a run file; `BadInput` in one line for anything that is not one."""
    with _reading(path) as container:
        return _read(container)


@dataclass(frozen=True, slots=True)
class Glance:
    """What a list of run files shows; the run itself is not read."""

    title: str
    step: int
    thumbnail: bytes  # PNG, or empty


def glance(path: Path) -> Glance:
    """The title, step and picture of a run file."""
    with _reading(path) as container:
        header = _header(container)
        reader = Reader(container.name)
        scene = reader.table("scene", header.get("scene"))
        title = reader.line("title", scene.get("title", scene.get("name", "run")))
        step = last_step(reader.table("a", header.get("a")))
        return Glance(title[:200], step, container.blob(THUMBNAIL, MAX_THUMBNAIL))


@contextmanager
def _reading(path: Path) -> Iterator[ContainerReader]:
    with ContainerReader(path) as container:
        try:
            yield container
        except BadInput as error:
            text = str(error)
            if text.startswith(container.name):
                raise
            raise BadInput(f"{container.name}: {text}") from None
        except MemoryError:
            container.refuse("must fit in memory, got too much data")


def _read(container: ContainerReader) -> RunFile:
    header = _header(container)
    reader = Reader(container.name)
    own = read_own(container, reader, reader.rows("own", header.get("own", [])))
    tables = without_unknown_keys(reader.table("scene", header.get("scene")))
    scene = scene_from_data(tables, "run", container.name, own)
    table = reader.table("a", header.get("a"))
    saved = read_part(container, reader, table, "", own)
    if saved.snapshots[-1].run != scene.run:
        container.refuse("the last snapshot must be of the scene's run, got another")
    return RunFile(
        scene,
        saved,
        _views(reader, header),
        container.blob(THUMBNAIL, MAX_THUMBNAIL),
        _pace(reader, header.get("pace")),
        _beside(container, reader, header.get("b"), own),
        _extra(reader, header.get("extra", {})),
        _futures(container, reader, header.get("futures", []), own),
    )


def _beside(
    container: ContainerReader, reader: Reader, value: object, own: list[Problem]
) -> Beside | None:
    if value is None:
        return None
    table = reader.table("b", value)
    title = reader.line("b.title", table.get("title", ""))[:200]
    pinned = reader.flag("b.pinned", table.get("pinned", False))
    return Beside(title, read_part(container, reader, table, B, own), pinned)


def _futures(
    container: ContainerReader, reader: Reader, value: object, own: list[Problem]
) -> tuple[Future, ...]:
    rows = reader.rows("futures", value)
    if len(rows) > MAX_LANES:
        raise reader.fail("futures", f"be at most {MAX_LANES}", len(rows))
    found = []
    for i, row in enumerate(rows):
        table = reader.table(f"futures[{i}]", row)
        saved = read_part(container, reader, table, _future(i), own)
        left = reader.whole(f"futures[{i}].left", table.get("left"), 0)
        found.append(Future(left, saved))
    return tuple(found)


def _pace(reader: Reader, value: object) -> float | None:
    if value is None:
        return None
    return inf if value == "flat out" else reader.positive("pace", value)


def _extra(reader: Reader, value: object) -> dict[str, Any]:
    table = dict(reader.table("extra", value))
    size = len(json.dumps(table))
    if size > MAX_EXTRA:
        raise reader.fail("extra", f"have at most {MAX_EXTRA} bytes", size)
    return table


def _views(reader: Reader, header: dict[str, Any]) -> tuple[str, ...]:
    # Qt's own dock state is not stored: Qt crashes on malicious data.
    names = reader.rows("views", header.get("views", []))
    return tuple(
        reader.word(f"views[{i}]", name, VIEW_NAMES) for i, name in enumerate(names)
    )


def _header(container: ContainerReader) -> dict[str, Any]:
    header: dict[str, Any] = container.header()
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        container.refuse("must be a Hyperfold run file, got another kind of zip")
    version = header.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        container.refuse(f"version must be a whole number, 1 or more, got {version!r}")
    if version > VERSION:
        container.refuse(
            f"version must be at most {VERSION}, got {version}: the file was written "
            "by a newer Hyperfold; update this one to open it"
        )
    while version < VERSION:
        header = UPGRADES[version](header)
        version += 1
    return header
