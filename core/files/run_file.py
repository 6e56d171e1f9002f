"""Run files, ``.hyperfold``: a scene, its data, parameters, timeline and series.

The file is a zip with a JSON header that carries a version, and arrays as npy; there is
no pickle in it. It is saved atomically and read as if an enemy had written it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from core.arrays import Floats
from core.engine.saved import Saved, saved_of
from core.engine.series import SeriesParts
from core.engine.snapshot import Metrics, Snapshot
from core.engine.state import column_count
from core.engine.timeline import Marker, MarkerKind
from core.errors import BadInput, Divergence
from core.files.atomic import replacing
from core.files.container import ContainerReader, ContainerWriter
from core.files.own_data import MAX_DATA, read_own, write_own
from core.problems import DataSpec, Points, Problem, Sample, Splits, split
from core.problems.picture import Picture
from core.run import RunSpec
from core.scenes import VIEW_NAMES, Goal, Scene, scene_from_data, scene_to_data
from core.scenes.reader import Reader
from core.version import described

if TYPE_CHECKING:
    from core.engine.session import Session

FORMAT = "hyperfold run"
VERSION = 1
SUFFIX = ".hyperfold"
MAX_SNAPSHOTS = 8192
MAX_STEP = 2**53
MAX_OLDER_POINTS = 2_000_000  # of samples that a run had before
MAX_THUMBNAIL = 2**20
THUMBNAIL = "thumbnail.png"

#: From a header of version i to one of version i + 1. To change the format: raise
#: VERSION, write the step here, and add a file of the old version to the tests.
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}

_VECTORS = ("theta", "running", "moment1", "moment2", "gradient")
_NUMBERS = ("step", "epoch", "position", "moment_steps", "run")


@dataclass(frozen=True, slots=True, eq=False)
class RunFile:
    """What a run file holds."""

    scene: Scene  # its run is the present one
    saved: Saved
    views: tuple[str, ...] = ()  # those the window showed; none: as the scene says
    thumbnail: bytes = b""  # PNG


def save(path: Path, session: Session, scene: Scene) -> None:
    """Write the run of a session, as ``hyperfold train --save`` does."""
    saved = saved_of(session.snapshot(), session.timeline, session.series)
    write_run(path, RunFile(scene, saved))


def is_run_file(path: Path) -> bool:
    """Whether a name is that of a run file."""
    return path.suffix.lower() == SUFFIX


# -- writing ---------------------------------------------------------------------------


def write_run(path: Path, run: RunFile) -> None:
    """Write a run file; the earlier one, if any, stays until this one is whole."""
    own: list[Problem] = []
    runs: list[RunSpec] = []
    snapshots = _with_affordable_data(run.saved.snapshots)
    rows = [_snapshot_row(s, runs) for s in snapshots]
    present = snapshots[-1]
    scene = replace(run.scene, run=present.run, actions=())
    if present.run.data != run.scene.run.data:
        scene = replace(scene, goal=Goal())  # it was about other data
    series, ended = run.saved.series, present.divergence
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "program": described(),
        "backend": present.backend,
        "scene": scene_to_data(scene, own),
        "runs": [_run_table(scene, r, own) for r in runs],
        "snapshots": rows,
        "markers": [[m.step, m.text, m.kind] for m in run.saved.markers],
        "series": {"first": series.first, "width": series.width},
        "views": list(run.views),
        "diverged": [ended.step, ended.layer, ended.what] if ended else None,
    }
    with replacing(path) as file, ContainerWriter(file) as writer:
        header["own"] = write_own(writer, own)
        writer.header(header)
        for i, group in enumerate(_groups(snapshots)):
            for name in _VECTORS:
                stacked = np.stack([_vector(s, name) for s in group])
                writer.array(f"timeline/{i}/{name}", stacked)
        writer.array("series/steps", series.steps.astype(np.int64))
        writer.array("series/bins", series.bins.astype(np.float64))
        writer.array("series/rows", series.rows.astype(np.float64))
        if run.thumbnail:
            writer.blob(THUMBNAIL, run.thumbnail)


def _with_affordable_data(snapshots: tuple[Snapshot, ...]) -> tuple[Snapshot, ...]:
    """The newest snapshots whose samples a file may hold.

    Somebody who draws while training runs changes the sample with every stroke.
    """
    known = {snapshots[-1].run.data}
    points = size = 0
    for i in range(len(snapshots) - 1, -1, -1):
        data = snapshots[i].run.data
        if data in known:
            continue
        known.add(data)
        points += data.points
        size += _own_bytes(data.problem)
        if points > MAX_OLDER_POINTS or size > MAX_DATA // 4:
            return snapshots[i + 1 :]
    return snapshots


def _own_bytes(problem: Problem) -> int:
    if isinstance(problem, Points):
        return problem.x.nbytes + problem.y.nbytes
    return problem.pixels.nbytes if isinstance(problem, Picture) else 0


def _run_table(scene: Scene, run: RunSpec, own: list[Problem]) -> dict[str, Any]:
    """A run as the tables of a scene, without what is the scene's alone."""
    table = scene_to_data(replace(scene, run=run, views={}, beside=""), own)
    kept = ("seed", "problem", "features", "network", "initial", "training")
    return {key: table[key] for key in kept if key in table}


def _snapshot_row(snapshot: Snapshot, runs: list[RunSpec]) -> list[Any]:
    if not runs or runs[-1] != snapshot.run:
        runs.append(snapshot.run)
    m = snapshot.metrics
    measured = (m.loss, m.test_loss, m.accuracy, m.test_accuracy)
    return [
        snapshot.step,
        snapshot.epoch,
        snapshot.position,
        snapshot.moment_steps,
        len(runs) - 1,
        *(v if v is not None and isfinite(v) else None for v in measured),
        m.subset,
    ]


def _vector(snapshot: Snapshot, name: str) -> Floats:
    value = getattr(snapshot, name)
    return np.zeros_like(snapshot.theta) if value is None else value


def _shape(run: RunSpec) -> tuple[int, int, str]:
    layout = run.network.layout
    return layout.size, layout.running, run.training.precision


def _groups(snapshots: tuple[Snapshot, ...]) -> Iterator[list[Snapshot]]:
    """Snapshots one after the other whose vectors have the same length and type."""
    group: list[Snapshot] = []
    for snapshot in snapshots:
        if group and _shape(group[-1].run) != _shape(snapshot.run):
            yield group
            group = []
        group.append(snapshot)
    yield group


# -- reading ---------------------------------------------------------------------------


def read_run(path: Path) -> RunFile:
    """Read a run file; `BadInput` in one line for anything that is not one."""
    with ContainerReader(path) as container:
        try:
            return _read(container)
        except BadInput as error:
            text = str(error)
            if text.startswith(container.name):
                raise
            raise BadInput(f"{container.name}: {text}") from None
        except MemoryError:
            container.refuse("must fit in memory, got too much")


def read_scene(path: Path) -> Scene:
    """The scene of a run file alone, for commands that train it anew."""
    return read_run(path).scene


def _read(container: ContainerReader) -> RunFile:
    header = _header(container)
    reader = Reader(container.name)
    own = read_own(container, reader, reader.rows("own", header.get("own", [])))
    scene = scene_from_data(
        reader.table("scene", header.get("scene")), "run", container.name, own
    )
    tables = reader.rows("runs", header.get("runs"))
    count = len(reader.rows("snapshots", header.get("snapshots")))
    if not 1 <= count <= MAX_SNAPSHOTS:
        raise reader.fail("snapshots", f"be from 1 to {MAX_SNAPSHOTS}", count)
    if len(tables) > count:
        raise reader.fail("runs", f"be at most {count}, one a snapshot", len(tables))
    runs = [
        scene_from_data(reader.table(f"runs[{i}]", t), "run", container.name, own).run
        for i, t in enumerate(tables)
    ]
    snapshots = _snapshots(container, reader, header, runs)
    if snapshots[-1].run != scene.run:
        container.refuse("the last snapshot must be of the scene's run, got another")
    markers = tuple(
        _marker(reader, f"markers[{i}]", row)
        for i, row in enumerate(reader.rows("markers", header.get("markers", [])))
    )
    series = _series(container, reader, header, snapshots[-1])
    return RunFile(
        scene,
        Saved(_with_samples(reader, snapshots), markers, series),
        _views(reader, header),
        container.blob(THUMBNAIL, MAX_THUMBNAIL),
    )


def _views(reader: Reader, header: dict[str, Any]) -> tuple[str, ...]:
    # Qt's own record of docks is not kept: it crashes on what an enemy wrote.
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


def _snapshots(
    container: ContainerReader,
    reader: Reader,
    header: dict[str, Any],
    runs: list[RunSpec],
) -> tuple[Snapshot, ...]:
    rows = reader.rows("snapshots", header.get("snapshots"))
    bare: list[Snapshot] = []
    for i, row in enumerate(rows):
        snapshot = _bare(reader, f"snapshots[{i}]", row, runs)
        if bare and snapshot.step <= bare[-1].step:
            raise reader.fail(f"snapshots[{i}]", "have a later step", snapshot.step)
        bare.append(snapshot)
    named = header.get("backend")
    backend = named if named in ("compiled", "reference") else "reference"
    found: list[Snapshot] = []
    for i, group in enumerate(_groups(tuple(bare))):
        size, running, precision = _shape(group[0].run)
        kind = "<f8" if precision == "float64" else "<f4"
        stacks = {
            name: container.array(
                f"timeline/{i}/{name}",
                kind,
                (len(group), running if name == "running" else size),
            )
            for name in _VECTORS
        }
        for j, snapshot in enumerate(group):
            vectors = {name: stack[j] for name, stack in stacks.items()}
            found.append(replace(snapshot, backend=backend, **vectors))
    diverged = header.get("diverged")
    if diverged is not None:
        found[-1] = replace(found[-1], divergence=_divergence(reader, diverged))
    return tuple(found)


def _with_samples(
    reader: Reader, snapshots: tuple[Snapshot, ...]
) -> tuple[Snapshot, ...]:
    """Draw the samples, last of all: they may be large though the file is not."""
    drawn: dict[DataSpec, Splits] = {}
    found: list[Snapshot] = []
    for snapshot in reversed(snapshots):
        data = snapshot.run.data
        if data not in drawn:
            older = sum(spec.points for spec in list(drawn)[1:]) + data.points
            if drawn and older > MAX_OLDER_POINTS:
                raise reader.fail(
                    "earlier samples", f"have at most {MAX_OLDER_POINTS} points", older
                )
            drawn[data] = split(data)
        splits, position = drawn[data], snapshot.position
        if position > len(splits.train):
            raise reader.fail("position", f"be at most {len(splits.train)}", position)
        found.append(replace(snapshot, splits=splits))
    return tuple(reversed(found))


_EMPTY = np.zeros(0)
_NOTHING = Sample(np.zeros((0, 1)), np.zeros((0, 1)))
_UNDRAWN = Splits(_NOTHING, _NOTHING, _NOTHING)


def _bare(reader: Reader, path: str, row: object, runs: list[RunSpec]) -> Snapshot:
    """A snapshot without its vectors and its sample."""
    values = reader.rows(path, row)
    if len(values) != 10:
        raise reader.fail(path, "have 10 entries", len(values))
    step, epoch, position, moment_steps, which = (
        reader.whole(f"{path} {name}", value, 0)
        for name, value in zip(_NUMBERS, values, strict=False)
    )
    for name, value in (("step", step), ("epoch", epoch), ("steps", moment_steps)):
        if value > MAX_STEP:
            raise reader.fail(f"{path} {name}", f"be at most {MAX_STEP}", value)
    if which >= len(runs):
        raise reader.fail(f"{path} run", f"be below {len(runs)}", which)
    run = runs[which]
    loss, test_loss, accuracy, test_accuracy = (
        None if v is None else reader.number(f"{path} metrics", v) for v in values[5:9]
    )
    subset = None if values[9] is None else reader.whole(f"{path} rows", values[9], 1)
    training = run.training
    return Snapshot(
        generation=0,
        step=step,
        epoch=epoch,
        run=run,
        network=run.network,
        splits=_UNDRAWN,
        theta=_EMPTY,
        running=_EMPTY,
        moment1=_EMPTY,
        moment2=_EMPTY,
        metrics=Metrics(
            inf if loss is None else loss, test_loss, accuracy, test_accuracy, subset
        ),
        learning_rate=training.learning_rate * training.schedule.at(step),
        backend="",
        position=position,
        moment_steps=moment_steps,
    )


def _marker(reader: Reader, path: str, row: object) -> Marker:
    values = reader.rows(path, row)
    if len(values) != 3:
        raise reader.fail(path, "have 3 entries", len(values))
    step = reader.whole(f"{path} step", values[0], 0)
    text = reader.text(f"{path} text", values[1])[:200]
    kind = reader.word(f"{path} kind", values[2], get_args(MarkerKind))
    return Marker(step, text, kind)  # type: ignore[arg-type]


def _divergence(reader: Reader, row: object) -> Divergence:
    values = reader.rows("diverged", row)
    if len(values) != 3:
        raise reader.fail("diverged", "have 3 entries", len(values))
    return Divergence(
        reader.whole("diverged step", values[0], 0),
        reader.whole("diverged layer", values[1], 1),
        reader.line("diverged what", values[2])[:80],
    )


def _series(
    container: ContainerReader,
    reader: Reader,
    header: dict[str, Any],
    present: Snapshot,
) -> SeriesParts:
    table = reader.table("series", header.get("series"))
    columns = column_count(present.network.depth)
    bins, rows = _length(container, "series/steps"), _length(container, "series/rows")
    parts = SeriesParts(
        first=reader.whole("series.first", table.get("first"), 1),
        width=reader.whole("series.width", table.get("width"), 1),
        steps=container.array("series/steps", "<i8", (bins,)),
        bins=_cleaned(container, "series/bins", (3, bins, columns)),
        rows=_cleaned(container, "series/rows", (rows, columns)),
    )
    parts.check()
    last = parts.first + int(parts.steps.sum()) + rows - 1
    if max(last, present.step) > MAX_STEP or last > present.step:
        raise reader.fail("series", f"end at step {present.step} or before", last)
    return parts


def _length(container: ContainerReader, name: str) -> int:
    shape = container.shape(name, "<i8" if name == "series/steps" else "<f8")
    return shape[0] if shape else 0


def _cleaned(container: ContainerReader, name: str, shape: tuple[int, ...]) -> Floats:
    """An array in which NaN means absent; infinity is as good as that."""
    array = container.array(name, "<f8", shape, finite=False)
    return np.where(np.isfinite(array), array, np.nan)
