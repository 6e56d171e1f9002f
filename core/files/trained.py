"""A trained network as input to exports, and the details every export includes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.features import FeatureSpec
from core.network import NetworkSpec
from core.problems.base import Sample
from core.problems.scaling import Scaling, unscaled
from core.scenes.write import changed, columns_as_rows
from core.version import described

SAMPLE = 200  # training examples in NET.json


@dataclass(frozen=True, slots=True)
class About:
    """The run, the step, and the meaning of columns and classes."""

    title: str = ""
    step: int | None = None
    seed: int | None = None
    columns: tuple[Scaling, ...] = ()  # of the inputs
    target_columns: tuple[Scaling, ...] = ()
    classes: tuple[str, ...] = ()

    @property
    def scales(self) -> bool:
        """Whether inputs in their own units differ from what the network sees."""
        return any(not column.plain for column in self.columns)

    @property
    def scales_targets(self) -> bool:
        """Whether values in their own units differ from what the network predicts."""
        return any(not column.plain for column in self.target_columns)

    def table(self) -> dict[str, Any]:
        """The details as a table, for structured files."""
        return {
            "program": described(),
            "title": self.title,
            "step": self.step,
            "seed": self.seed,
            "columns": columns_as_rows(self.columns),
            "target_columns": columns_as_rows(self.target_columns),
            "classes": list(self.classes),
        }

    def lines(self) -> list[str]:
        """The details as lines of text; names are quoted, as they may be anything."""
        found: list[str] = []
        if self.step is not None:
            found.append(f"Run {self.title!r}, step {self.step}, seed {self.seed}.")
        if not self.columns:
            found.append("Inputs: not scaled.")
        for what, columns in (
            ("Input", self.columns),
            ("Value", self.target_columns),
        ):
            for column in columns:
                scaled = "not scaled"
                if not column.plain:
                    change = f"(x - {column.middle!r}) / {column.half!r}"
                    scaled = f"the network sees {change}"
                unit = f" in {column.unit!r}" if column.unit else ""
                found.append(f"{what} {column.name!r}{unit}: {scaled}.")
        if self.classes:
            found.append(f"Classes: {', '.join(map(repr, self.classes))}.")
        return found

    @property
    def text(self) -> str:
        """All details on one line, for files with a comment field."""
        return " ".join(self.lines())


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A network with its parameters and the features it reads."""

    network: NetworkSpec
    theta: Floats
    running: Floats
    features: FeatureSpec
    inputs: int  # coordinates of a point, before features
    about: About = field(default_factory=About)
    l1: float = 0.0
    l2: float = 0.0
    sample: Sample | None = None  # some of the training split, as the network sees it

    def data(self) -> dict[str, Any] | None:
        """The sample as written to NET.json: inputs in their own units."""
        sample = self.sample
        if sample is None:
            return None
        unit = self.network.output.unit
        x = unscaled(sample.x, self.about.columns).tolist()
        if unit.one_hot and sample.classes:
            return {"x": x, "y": sample.y.reshape(-1).astype(np.int64).tolist()}
        y = unscaled(unit.encode(sample), self.about.target_columns)
        return {"x": x, "y": y.tolist()}

    def features_table(self) -> dict[str, Any]:
        """The features as in a scene file; empty for plain coordinates."""
        return changed(self.features)


def about_of(snapshot: Snapshot, title: str = "") -> About:
    """The details of the run at the step of ``snapshot``, for exports."""
    run = snapshot.run
    problem = run.data.problem
    classes = problem.classes
    names = tuple(getattr(problem, "class_names", ())) or tuple(
        str(k) for k in range(classes)
    )
    return About(
        title,
        snapshot.step,
        run.seed,
        getattr(problem, "columns", ()),
        getattr(problem, "target_columns", ()),
        names if classes else (),
    )


def trained_of(snapshot: Snapshot, title: str = "") -> Trained:
    """The network of a run at the step of ``snapshot``."""
    run = snapshot.run
    train = snapshot.splits.train
    return Trained(
        snapshot.network,
        snapshot.theta.astype(np.float64),
        snapshot.running.astype(np.float64),
        run.features,
        run.data.problem.inputs,
        about_of(snapshot, title),
        run.training.l1,
        run.training.l2,
        train.take(np.arange(min(SAMPLE, len(train)))),
    )
