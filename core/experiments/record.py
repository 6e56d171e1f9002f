"""An experiment with its results and notes as plain JSON, in and out.

Run files contain it. Files may come from anywhere, so every value is checked, and a
`BadInput` names the first wrong one.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.disk.fields import Field
from core.errors import BadInput
from core.experiments.experiment import (
    MOST_RUNS,
    MOST_SEEDS,
    MOST_STEPS,
    Axis,
    Experiment,
)
from core.experiments.measures import MEASURES, NUMBER, SHARE, YES, Figures
from core.experiments.ready import read_axis
from core.experiments.work import Result
from core.jsonout import plain
from core.problems import Problem
from core.scenes import Scene, scene_from_data, scene_to_data
from core.sweep.table import cell

MOST_WORDS = 20_000  # characters of one note
_NOTES = ("hypothesis", "result", "conclusion", "before")


@dataclass(frozen=True, slots=True)
class Notes:
    """A user's notes on an experiment."""

    hypothesis: str = ""
    result: str = ""
    conclusion: str = ""
    #: The hypothesis as it was when the first run began; None: nothing has run.
    before: str | None = None

    def __bool__(self) -> bool:
        return bool(self.hypothesis or self.result or self.conclusion)

    @property
    def changed_later(self) -> bool:
        """Whether the hypothesis was changed after the first run."""
        return self.before is not None and self.before != self.hypothesis


@dataclass(frozen=True, slots=True)
class Record:
    """Everything about one experiment."""

    experiment: Experiment
    results: tuple[Result, ...] = ()
    notes: Notes = Notes()


def scene_tables(scene: Scene) -> dict[str, Any]:
    """The part of the scene that runs depend on: no views, no second run."""
    return scene_to_data(replace(scene, views={}, beside="", layout="overview"))


def to_json(record: Record, scene: Scene | None = None) -> dict[str, Any]:
    """The record as plain JSON.

    ``scene`` is the scene of the file it is written to. An experiment on the same own
    data then refers to the file's copy, because tables of data are large.
    """
    experiment = record.experiment
    own: list[Problem] = []
    tables = scene_to_data(
        replace(experiment.scene, views={}, beside="", layout="overview"), own
    )
    if own:
        if scene is None or experiment.scene.run.data != scene.run.data:
            tables = scene_tables(experiment.scene)
        else:
            tables["problem"] = {}
    columns = [name for name in MEASURES if _used(record.results, name)]
    return {
        "title": experiment.title,
        "question": experiment.question,
        "ready": experiment.name,
        "scene": plain(tables),
        "settings": [axis_to_json(axis) for axis in experiment.axes],
        "seeds": experiment.seeds,
        "steps": experiment.steps,
        "measure": experiment.measure,
        "columns": columns,
        "results": [
            [r.group, r.repeat, *(r.figures.get(name) for name in columns)]
            for r in record.results
        ],
        "notes": {
            "hypothesis": record.notes.hypothesis,
            "result": record.notes.result,
            "conclusion": record.notes.conclusion,
            "before": record.notes.before,
        },
    }


def axis_to_json(axis: Axis) -> dict[str, Any]:
    """One setting as plain JSON."""
    made: dict[str, Any] = {"key": axis.key, "values": list(axis.values)}
    if axis.log:
        made["log"] = True
    if axis.labels:
        made["labels"] = list(axis.labels)
    return made


def _used(results: Iterable[Result], name: str) -> bool:
    return any(r.figures.get(name) is not None for r in results)


# -- reading ---------------------------------------------------------------------------
def experiment_from(top: Field, scene: Scene | None = None) -> Experiment:
    """The experiment alone; ``scene`` has the data the record refers to."""
    tables = top.need("scene").keys().value
    own: Sequence[Problem] = ()
    if not tables.get("problem"):
        if scene is None:
            raise BadInput(f"{top.file}: scene.problem must be given, got nothing")
        kept: list[Problem] = []
        data = scene_to_data(scene, kept)
        tables, own = {**tables, "problem": data["problem"]}, kept
    base = scene_from_data(tables, "experiment", top.file, own)
    axes = top.get("settings")
    return Experiment(
        top.need("title").line()[:200],
        base,
        () if axes is None else tuple(read_axis(item) for item in axes.items()),
        top.need("seeds").whole(1, MOST_SEEDS),
        top.need("steps").whole(1, MOST_STEPS),
        top.need("measure").choice(MEASURES),
        _line(top, "question")[:500],
        _line(top, "ready")[:100],
    )


def from_json(value: object, scene: Scene | None = None) -> Record:
    """Read a record; ``scene`` is that of the file it is in."""
    top = Field("experiment", "", value).keys()
    experiment = experiment_from(top, scene)
    results = tuple(_results(top, experiment))
    notes = top.get("notes")
    return Record(experiment, results, Notes() if notes is None else _notes(notes))


def _line(top: Field, key: str) -> str:
    found = top.get(key)
    return "" if found is None else found.line()


def _results(top: Field, experiment: Experiment) -> Iterable[Result]:
    columns = top.get("columns")
    names = [] if columns is None else [c.choice(MEASURES) for c in columns.items()]
    rows = top.get("results")
    seen = set()
    for row in [] if rows is None else rows.items()[: MOST_RUNS + 1]:
        cells = row.items()
        if len(cells) != len(names) + 2:
            row.refuse(f"have {len(names) + 2} numbers", f"{len(cells)}")
        group = cells[0].whole(0, experiment.combinations - 1)
        repeat = cells[1].whole(0, experiment.seeds - 1)
        if (group, repeat) in seen:
            row.refuse("be there once", "the same run twice")
        seen.add((group, repeat))
        figures: Figures = {
            name: None if cell.value is None else _figure(name, cell)
            for name, cell in zip(names, cells[2:], strict=True)
        }
        yield Result(group, repeat, experiment.seed(repeat), figures)


def _figure(name: str, cell: Field) -> float | int | bool:
    kind = MEASURES[name].kind
    if kind == YES:
        return cell.flag()
    if kind in (NUMBER, SHARE):
        return cell.number()
    return cell.whole(0)


def _notes(field: Field) -> Notes:
    field.keys(_NOTES)
    texts: dict[str, str | None] = {}
    for name in _NOTES:
        found = field.get(name)
        texts[name] = None if found is None else found.text()[:MOST_WORDS]
    return Notes(
        texts["hypothesis"] or "",
        texts["result"] or "",
        texts["conclusion"] or "",
        texts["before"],
    )


# -- a table for other programs --------------------------------------------------------
def to_csv(record: Record) -> str:
    """One line per run: settings, seed and every figure."""
    experiment = record.experiment
    columns = [name for name in MEASURES if _used(record.results, name)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(axis.key for axis in experiment.axes), "seed", *columns])
    for r in sorted(record.results, key=lambda r: (r.group, r.repeat)):
        settings = experiment.settings(r.group).values()
        figures = (r.figures.get(name) for name in columns)
        writer.writerow([cell(v) for v in (*settings, r.seed, *figures)])
    return out.getvalue()
