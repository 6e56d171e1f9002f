"""A network that suits a table, and the scene that trains it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.functions.smooth import TANH
from core.functions.straight import RELU
from core.language import tr
from core.network import LayerSpec
from core.outputs import usual_loss
from core.problems import DataSpec, Points
from core.run import InitialSpec, RunSpec
from core.scenes.scene import Scene
from core.tables.first_look import Preview, preview
from core.tables.reading import LoadedTable, Progress, load
from core.tables.roles import Choice, guess
from core.training import TrainingSpec

TEST = 0.25  # share of the rows held out for testing
LEAST_ROWS = 8  # of a table of which some can be held out
PACE = 200.0  # initial steps per second for own data
SMALL, LARGE = 5_000, 100_000  # rows
EPOCHS, FEW_EPOCHS = 60, 10  # of many rows fewer
SHOWN = 12  # columns of a role that are named
LEAST_STEPS, MOST_STEPS = 500, 20_000


def suiting_run(problem: Points) -> RunSpec:
    """A run that learns own rows."""
    rows, inputs = problem.count, problem.inputs
    batch = 32 if rows <= SMALL else 256 if rows <= LARGE else 1024
    single = problem.single
    plane = inputs <= 2
    layers: tuple[LayerSpec, ...]
    # Few rows are soon memorised; this much decay was best for known tables.
    l2 = 0.0 if plane else min(0.01, max(1e-4, 5.0 / rows))
    if plane:  # smooth and small: the plane is shown in detail
        layers = (LayerSpec(8 if rows <= SMALL else 16, TANH.name),) * 2
    elif problem.image:
        layers = (LayerSpec(100, RELU.name),)
        batch, l2 = min(batch, 100), l2 / 10
    else:
        units = 16 if rows <= 500 else 32 if rows <= SMALL else 64
        layers = (LayerSpec(units, RELU.name),) * 2
    held_out = 0.0 if problem.held or rows < LEAST_ROWS else TEST
    return RunSpec(
        data=DataSpec(problem, rows, held_out),
        hidden=layers,
        loss=usual_loss(problem.classes),
        training=TrainingSpec(
            learning_rate=0.01 if plane else 0.003,
            batch_size=min(batch, rows),
            l2=l2,
            precision="float32" if single else "float64",
        ),
        initial=InitialSpec("xavier_normal" if plane else "he_normal"),
    )


def suiting_scene(problem: Points, title: str) -> Scene:
    """A scene that trains until the table is learned, and not much longer."""
    clean = "".join(c if c.isprintable() else " " for c in title) or tr("Own data")
    run = suiting_run(problem)
    learned = (problem.count - problem.held) * (1.0 - run.data.test)
    epochs = EPOCHS if problem.count <= LARGE and not problem.held else FEW_EPOCHS
    steps = round(epochs * learned / run.training.batch_size)
    steps = min(MOST_STEPS, max(LEAST_STEPS, steps))
    return Scene(
        name=clean, title=clean, summary=tr("Own data"), run=run, steps=steps, pace=PACE
    )


@dataclass(frozen=True, slots=True, eq=False)
class Guessed:
    """A table loaded without asking, and what was guessed about it."""

    found: Preview
    choice: Choice
    loaded: LoadedTable

    def roles(self) -> dict[str, str]:
        """What each column is to the network."""
        return {c.title: self.choice.role(i) for i, c in enumerate(self.found.columns)}

    def table(self) -> dict[str, Any]:
        """The guesses for ``--json``."""
        found, choice, problem = self.found, self.choice, self.loaded.problem
        columns = [
            {
                "name": c.name,
                "unit": c.unit,
                "role": choice.role(i),
                "kind": self.kind(i),
            }
            for i, c in enumerate(found.columns)
        ]
        return {
            "roles": self.roles(),
            "columns": columns,
            "target": [found.columns[c].title for c in choice.targets],
            "classes": list(problem.class_names) if choice.classes else None,
            "inputs": problem.inputs,
            "rows": self.loaded.rows,
            "rows_dropped": self.loaded.dropped,
            "gaps_filled": self.loaded.filled,
        }

    def kind(self, column: int) -> str:
        """How a column is read, or its kind if it is not used."""
        if self.choice.role(column) == "ignored":
            about = self.found.columns[column]
            return "index" if about.index else about.kind
        if self.choice.classes and column in self.choice.targets:
            return "class"
        return self.choice.kind(self.found, column)

    def lines(self) -> list[str]:
        """The guesses as text: one line per role."""
        found, problem = self.found, self.loaded.problem
        lines = [f"{found.source}: {self.loaded.sentence}"]
        for role, title in (
            ("target", tr("to predict")),
            ("input", "from"),
            ("ignored", tr("not used")),
        ):
            named = [
                f"{c.title} [{self.kind(i)}]"
                for i, c in enumerate(found.columns)
                if self.choice.role(i) == role
            ]
            if len(named) > SHOWN:
                named = [
                    *named[:SHOWN],
                    tr("and {count} more", count=len(named) - SHOWN),
                ]
            if named:
                lines.append(f"  {title}: {', '.join(named)}")
        if problem.classes:
            lines.append(
                tr(
                    "  classes: {class_names}",
                    class_names=", ".join(problem.class_names),
                )
            )
        return lines


def learn_table(
    source: Path, progress: Progress | None = None
) -> tuple[Scene, Guessed]:
    """The scene that learns a table, all roles guessed."""
    found = preview(source)
    choice = guess(found)
    loaded = load(source, found, choice, progress)
    scene = suiting_scene(loaded.problem, source.stem)
    return scene, Guessed(found, choice, loaded)
