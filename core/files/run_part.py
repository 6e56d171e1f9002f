"""One run inside a run file: the rows of its header, and its arrays.

A run file contains run A and perhaps the run beside it, B; both are written and read
here. ``prefix`` is put before the names of the arrays: empty for A, ``b/`` for B.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import Any, get_args

import numpy as np

from core.arrays import Floats
from core.engine.saved import Saved
from core.engine.series import SeriesParts
from core.engine.snapshot import Metrics, Snapshot
from core.engine.timeline import Marker, MarkerKind
from core.errors import Divergence
from core.files.container import ContainerReader, ContainerWriter
from core.files.own_data import MAX_DATA
from core.problems import DataSpec, Points, Problem, Sample, Splits, split
from core.problems.picture import Picture
from core.run import RunSpec
from core.scenes import Scene, scene_from_data, scene_to_data
from core.scenes.reader import Reader, Table
from core.training.state import column_count

MAX_SNAPSHOTS = 8192
MAX_STEP = 2**53
MAX_OLDER_POINTS = 2_000_000  # of earlier samples of a run

_VECTORS = ("theta", "running", "moment1", "moment2", "gradient")
_NUMBERS = ("step", "epoch", "position", "moment_steps", "run")

#: The keys of a header that `table_of` writes and `read_part` reads.
KEYS = ("backend", "runs", "snapshots", "markers", "series", "diverged")


# -- writing ---------------------------------------------------------------------------


def affordable(saved: Saved) -> Saved:
    """Drop the oldest snapshots if their samples are too large for a file.

    Drawing while training runs changes the sample with every stroke.
    """
    snapshots = saved.snapshots
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
            return replace(saved, snapshots=snapshots[i + 1 :])
    return saved


def _own_bytes(problem: Problem) -> int:
    if isinstance(problem, Points):
        return problem.nbytes
    return problem.pixels.nbytes if isinstance(problem, Picture) else 0


def table_of(saved: Saved, scene: Scene, own: list[Problem]) -> dict[str, Any]:
    """The rows of the header; own data is added to ``own``."""
    runs: list[RunSpec] = []
    rows = [_snapshot_row(s, runs) for s in saved.snapshots]
    present = saved.snapshots[-1]
    ended, series = present.divergence, saved.series
    return {
        "backend": present.backend,
        "runs": [_run_table(scene, r, own) for r in runs],
        "snapshots": rows,
        "markers": [[m.step, m.text, m.kind] for m in saved.markers],
        "series": {"first": series.first, "width": series.width},
        "diverged": [ended.step, ended.layer, ended.what] if ended else None,
    }


def write_arrays(writer: ContainerWriter, prefix: str, saved: Saved) -> None:
    """The vectors of all snapshots and the series."""
    for i, group in enumerate(_groups(saved.snapshots)):
        for name in _VECTORS:
            stacked = np.stack([_vector(s, name) for s in group])
            writer.array(f"{prefix}timeline/{i}/{name}", stacked)
    series = saved.series
    writer.array(f"{prefix}series/steps", series.steps.astype(np.int64))
    writer.array(f"{prefix}series/bins", series.bins.astype(np.float64))
    writer.array(f"{prefix}series/rows", series.rows.astype(np.float64))


def _run_table(scene: Scene, run: RunSpec, own: list[Problem]) -> dict[str, Any]:
    """A run as the tables of a scene, without what belongs only to the scene."""
    bare = replace(scene, run=run, views={}, actions=(), beside="")
    table = scene_to_data(bare, own)
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
    """Group consecutive snapshots whose vectors have the same length and type."""
    group: list[Snapshot] = []
    for snapshot in snapshots:
        if group and _shape(group[-1].run) != _shape(snapshot.run):
            yield group
            group = []
        group.append(snapshot)
    yield group


# -- reading ---------------------------------------------------------------------------


def read_part(
    container: ContainerReader,
    reader: Reader,
    table: Table,
    prefix: str,
    own: Sequence[Problem],
) -> Saved:
    """One run of the file, checked."""
    tables = reader.rows("runs", table.get("runs"))
    count = len(reader.rows("snapshots", table.get("snapshots")))
    if not 1 <= count <= MAX_SNAPSHOTS:
        raise reader.fail("snapshots", f"be from 1 to {MAX_SNAPSHOTS}", count)
    if len(tables) > count:
        raise reader.fail("runs", f"be at most {count}, one per snapshot", len(tables))
    runs = [
        scene_from_data(reader.table(f"runs[{i}]", t), "run", container.name, own).run
        for i, t in enumerate(tables)
    ]
    snapshots = _snapshots(container, reader, table, prefix, runs)
    markers = tuple(
        _marker(reader, f"markers[{i}]", row)
        for i, row in enumerate(reader.rows("markers", table.get("markers", [])))
    )
    series = _series(container, reader, table, prefix, snapshots[-1])
    return Saved(_with_samples(reader, snapshots), markers, series)


def last_step(table: Table) -> int:
    """The step of the newest snapshot, for a list of files; 0 where it is unclear."""
    rows = table.get("snapshots")
    last = rows[-1] if isinstance(rows, list) and rows else None
    step = last[0] if isinstance(last, list) and last else 0
    return step if isinstance(step, int) and 0 <= step <= MAX_STEP else 0


def _snapshots(
    container: ContainerReader,
    reader: Reader,
    table: Table,
    prefix: str,
    runs: list[RunSpec],
) -> tuple[Snapshot, ...]:
    rows = reader.rows("snapshots", table.get("snapshots"))
    bare: list[Snapshot] = []
    for i, row in enumerate(rows):
        snapshot = _bare(reader, f"snapshots[{i}]", row, runs)
        if bare and snapshot.step <= bare[-1].step:
            raise reader.fail(f"snapshots[{i}]", "have a later step", snapshot.step)
        bare.append(snapshot)
    named = table.get("backend")
    backend = named if named in ("compiled", "reference") else "reference"
    found: list[Snapshot] = []
    for i, group in enumerate(_groups(tuple(bare))):
        size, running, precision = _shape(group[0].run)
        kind = "<f8" if precision == "float64" else "<f4"
        stacks = {
            name: container.array(
                f"{prefix}timeline/{i}/{name}",
                kind,
                (len(group), running if name == "running" else size),
            )
            for name in _VECTORS
        }
        for j, snapshot in enumerate(group):
            vectors = {name: stack[j] for name, stack in stacks.items()}
            found.append(replace(snapshot, backend=backend, **vectors))
    diverged = table.get("diverged")
    if diverged is not None:
        found[-1] = replace(found[-1], divergence=_divergence(reader, diverged))
    return tuple(found)


def _with_samples(
    reader: Reader, snapshots: tuple[Snapshot, ...]
) -> tuple[Snapshot, ...]:
    """Draw the samples last, because they may be large even if the file is not."""
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
    table: Table,
    prefix: str,
    present: Snapshot,
) -> SeriesParts:
    series = reader.table("series", table.get("series"))
    columns = column_count(present.network.depth)
    bins = _length(container, f"{prefix}series/steps", "<i8")
    rows = _length(container, f"{prefix}series/rows", "<f8")
    parts = SeriesParts(
        first=reader.whole("series.first", series.get("first"), 1),
        width=reader.whole("series.width", series.get("width"), 1),
        steps=container.array(f"{prefix}series/steps", "<i8", (bins,)),
        bins=_cleaned(container, f"{prefix}series/bins", (3, bins, columns)),
        rows=_cleaned(container, f"{prefix}series/rows", (rows, columns)),
    )
    parts.check()
    last = parts.first + int(parts.steps.sum()) + rows - 1
    if max(last, present.step) > MAX_STEP or last > present.step:
        raise reader.fail("series", f"end at step {present.step} or before", last)
    return parts


def _length(container: ContainerReader, name: str, kind: str) -> int:
    shape = container.shape(name, kind)
    return shape[0] if shape else 0


def _cleaned(container: ContainerReader, name: str, shape: tuple[int, ...]) -> Floats:
    """An array in which NaN means missing; infinity is treated the same."""
    array = container.array(name, "<f8", shape, finite=False)
    return np.where(np.isfinite(array), array, np.nan)
