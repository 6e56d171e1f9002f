"""From the tables of a scene file to a `Scene`, every value checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import BadInput
from core.features import FEATURE_NAMES, FeatureSpec
from core.goal import Goal
from core.limits import FEWEST_NETWORKS, MOST_NETWORKS
from core.network import LayerSpec
from core.outputs import LOSS_NAMES, of_scale
from core.problems import PROBLEMS, Box, DataSpec, Points, Problem, make_problem
from core.problems import problem_settings as settings_of
from core.problems.base import BOTH, HALVES
from core.problems.picture import Picture
from core.problems.points import Image
from core.problems.scaling import COLUMN_KEYS, Scaling
from core.run import InitialSpec, RunSpec
from core.scenes.actions import check_actions, read_action
from core.scenes.plane import read_plane
from core.scenes.reader import Reader, Table
from core.scenes.scene import (
    LAYOUT_NAMES,
    STORY_SECONDS,
    VIEW_NAMES,
    Action,
    Scene,
)
from core.scenes.view_keys import check_view_keys
from core.training import Schedule, TrainingSpec
from core.wiring import WIRING, Mask, Reads, sum_mask

_TOP = (
    "name",
    "title",
    "summary",
    "steps",
    "pace",
    "seed",
    "goal",
    "problem",
    "features",
    "network",
    "training",
    "initial",
    "layout",
    "views",
    "actions",
    "beside",
    "plane",
)
DATA_KEYS = ("points", "test", "calibration", "seed", "half")
_POINTS = (
    *("x", "y", "classes", "class_names", "box", "columns", "target_columns"),
    *("image", "held"),
)
_NETWORK = (
    "loss",
    "scale",
    "layers",
    "components",
    "output_frozen",
    "output_reads",
    "output_mask",
)
_MAX_STEPS = 1_000_000_000


def scene_from_data(
    data: object, name: str, source: str | None = None, own: Sequence[Problem] = ()
) -> Scene:
    """Check the tables of a scene; ``source`` is used in messages, e.g. ``xor.toml``.

    ``name`` is the scene's name unless the tables have one. ``own`` are the problems
    with own data that ``problem.own`` refers to by number (run files have them).
    """
    reader = Reader(source or name)
    if not isinstance(data, Mapping):
        raise reader.fail("the scene", "be a table", data)
    reader.known_keys("", data, _TOP)
    for key in ("problem", "network"):
        if key not in data:
            raise BadInput(f"{reader.source}: {key} must be given, got nothing")
    run = _run(reader, data, own)
    name = reader.line("name", data.get("name", name))
    steps = reader.whole("steps", data.get("steps", 1000), 1)
    if steps > _MAX_STEPS:
        raise reader.fail("steps", f"be at most {_MAX_STEPS}", steps)
    actions = _actions(reader, data.get("actions", []))
    check_actions(reader, run, actions)
    return Scene(
        name=name,
        title=reader.line("title", data.get("title", name)),
        summary=reader.line("summary", data.get("summary", "")),
        run=run,
        steps=steps,
        pace=reader.positive("pace", data.get("pace", steps / STORY_SECONDS)),
        goal=_goal(reader, data.get("goal", {}), run),
        layout=reader.word("layout", data.get("layout", LAYOUT_NAMES[0]), LAYOUT_NAMES),
        views=_views(reader, data.get("views", {})),
        actions=actions,
        beside=reader.line("beside", data.get("beside", "")),
        plane=read_plane(reader, data.get("plane"), run),
    )


def _run(reader: Reader, data: Table, own: Sequence[Problem]) -> RunSpec:
    network = reader.table("network", data["network"])
    reader.known_keys("network", network, _NETWORK)
    if "loss" not in network:
        raise BadInput(f"{reader.source}: network.loss must be given, got nothing")
    spec = _data(reader, reader.table("problem", data["problem"]), own)
    hidden = tuple(
        _layer(reader, f"network.layers[{i}]", layer)
        for i, layer in enumerate(
            reader.rows("network.layers", network.get("layers", []))
        )
    )
    features = features_of(reader, reader.table("features", data.get("features", {})))
    training = _training(reader, reader.table("training", data.get("training", {})))
    initial = _initial(reader, reader.table("initial", data.get("initial", {})))
    loss = reader.word("network.loss", network["loss"], LOSS_NAMES)
    if "scale" in network:
        scale = reader.text("network.scale", network["scale"])
        with reader.within({"": "network"}):
            loss = of_scale(loss, scale)
    components = reader.whole("network.components", network.get("components", 3), 1)
    frozen = reader.flag("network.output_frozen", network.get("output_frozen", False))
    seed = reader.whole("seed", data.get("seed", 0), 0)
    places = {name: name for name in ("features", "problem", "network")}
    places["output"] = "network"
    for i in range(len(hidden)):
        places[f"layer {i + 1}"] = f"network.layers[{i}]"
    with reader.within({**places, "": "network"}):
        return RunSpec(
            data=spec,
            hidden=hidden,
            loss=loss,
            components=components,
            output_frozen=frozen,
            output_reads=_reads(reader, "network.output_reads", network),
            output_mask=_mask(reader, "network.output_mask", network),
            features=features,
            training=training,
            initial=initial,
            seed=seed,
        )


def _data(reader: Reader, table: Table, own: Sequence[Problem]) -> DataSpec:
    problem: Problem
    if own and "own" in table:
        problem = _own(reader, table, own)
        name = problem.name
    else:
        names = (*PROBLEMS, Points.name)
        name = reader.word("problem.name", table.get("name"), names)
        problem = _problem(reader, name, table)
    shares = {
        key: reader.number(f"problem.{key}", table[key])
        for key in ("test", "calibration")
        if key in table
    }
    points = table.get("points", default_points(problem))
    with reader.within({name: "problem"}):
        return DataSpec(
            problem,
            points=reader.whole("problem.points", points, 1),
            test=shares.get("test", problem.default_test),
            calibration=shares.get("calibration", 0.0),
            seed=reader.whole("problem.seed", table.get("seed", 0), 0),
            half=reader.word("problem.half", table.get("half", BOTH), HALVES),
        )


def default_points(problem: Problem) -> int:
    """The number of points that suits a problem; own data has its own number."""
    if isinstance(problem, Points | Picture):
        return problem.count
    return problem.default_points


def box_of(reader: Reader, path: str, value: object) -> Box | None:
    """Four numbers xmin, xmax, ymin, ymax, or None."""
    if value is None:
        return None
    sides = [
        reader.number(f"{path}[{i}]", side)
        for i, side in enumerate(reader.rows(path, value))
    ]
    if len(sides) != 4:
        raise reader.fail(path, "have 4 numbers", value)
    return sides[0], sides[1], sides[2], sides[3]


def columns_of(reader: Reader, path: str, value: object) -> tuple[Scaling, ...]:
    """Columns of a table: rows of a name, a middle, a half, and perhaps more."""
    found = []
    for i, row in enumerate(reader.rows(path, value)):
        here = f"{path}[{i}]"
        cells = reader.rows(here, row)
        if len(cells) not in (3, 4):
            raise reader.fail(here, "have a name, a middle and a half", row)
        name = reader.line(f"{here} name", cells[0])
        middle, half = (reader.number(here, cell) for cell in cells[1:3])
        more = reader.table(here, cells[3] if len(cells) == 4 else {})
        reader.known_keys(here, more, COLUMN_KEYS)
        words = {key: reader.line(f"{here} {key}", more[key]) for key in more}
        with reader.within({"": path}):
            found.append(Scaling(name, middle, half, **words))
    return tuple(found)


def image_of(reader: Reader, path: str, value: object) -> Image | None:
    """Height, width and channels of rows that are pictures."""
    if value is None:
        return None
    sides = [reader.whole(path, side, 1) for side in reader.rows(path, value)]
    if len(sides) != 3:
        raise reader.fail(path, "have a height, a width and channels", sides)
    return sides[0], sides[1], sides[2]


def _own(reader: Reader, table: Table, own: Sequence[Problem]) -> Problem:
    reader.known_keys("problem", table, ("name", "own", *DATA_KEYS))
    index = reader.whole("problem.own", table["own"], 0)
    if index >= len(own):
        raise reader.fail("problem.own", f"be from 0 to {len(own) - 1}", index)
    return own[index]


def _problem(reader: Reader, name: str, table: Table) -> Problem:
    if name == Points.name:
        reader.known_keys("problem", table, ("name", *_POINTS, *DATA_KEYS))
        names = reader.rows("problem.class_names", table.get("class_names", []))
        labels = [
            reader.line(f"problem.class_names[{i}]", label)
            for i, label in enumerate(names)
        ]
        classes = reader.whole("problem.classes", table.get("classes", 0), 0)
        with reader.within({name: "problem", "sample": "problem"}):
            return Points(
                reader.rows("problem.x", table.get("x")),
                reader.rows("problem.y", table.get("y")),
                classes,
                labels,
                box_of(reader, "problem.box", table.get("box")),
                columns_of(reader, "problem.columns", table.get("columns", [])),
                columns_of(
                    reader, "problem.target_columns", table.get("target_columns", [])
                ),
                image_of(reader, "problem.image", table.get("image")),
                reader.whole("problem.held", table.get("held", 0), 0),
            )
    settings = [s.name for s in settings_of(PROBLEMS[name])]
    reader.known_keys("problem", table, ("name", *settings, *DATA_KEYS))
    with reader.within({name: "problem"}):
        return make_problem(name, {k: table[k] for k in settings if k in table})


def _layer(reader: Reader, path: str, value: object) -> LayerSpec:
    table = reader.table(path, value)
    given = layer_fields(reader, path, table)
    if "units" not in given:
        raise BadInput(f"{reader.source}: {path}.units must be given, got nothing")
    with reader.within({"layer": path}):
        return LayerSpec(**given)


def layer_fields(reader: Reader, path: str, table: Table) -> dict[str, Any]:
    """The fields of a `LayerSpec` that a table gives."""
    given = reader.fields(LayerSpec, path, table, also=WIRING)
    given["reads"] = _reads(reader, f"{path}.reads", table)
    given["mask"] = _mask(reader, f"{path}.mask", table)
    if "adds" in table:
        given["adds"] = reader.whole(f"{path}.adds", table["adds"], 0)
    if "adds_mask" in table:
        cells = reader.rows(f"{path}.adds_mask", table["adds_mask"])
        given["adds_mask"] = sum_mask(
            reader.whole(f"{path}.adds_mask[{i}]", cell, 0)
            for i, cell in enumerate(cells)
        )
    return given


def _reads(reader: Reader, path: str, table: Table) -> Reads:
    """Numbers of layers; empty if none are given."""
    key = path.rpartition(".")[2]
    if key not in table:
        return ()
    rows = reader.rows(path, table[key])
    if not rows:
        raise reader.fail(path, "name at least one layer", rows)
    return tuple(reader.whole(f"{path}[{i}]", n, 0) for i, n in enumerate(rows))


def _mask(reader: Reader, path: str, table: Table) -> Mask | None:
    """Rows of 0 and 1."""
    key = path.rpartition(".")[2]
    if key not in table:
        return None
    rows = reader.rows(path, table[key])
    cells = [reader.rows(f"{path}[{i}]", row) for i, row in enumerate(rows)]
    with reader.within({"layer": path.rpartition(".")[0]}):
        return Mask.of(cells)


def features_of(reader: Reader, table: Table) -> FeatureSpec:
    """The features the network reads."""
    given = reader.fields(FeatureSpec, "features", table, also=("names",))
    if "names" in table:
        given["names"] = tuple(
            reader.word(f"features.names[{i}]", name, FEATURE_NAMES)
            for i, name in enumerate(reader.rows("features.names", table["names"]))
        )
    with reader.within({"features": "features"}):
        return FeatureSpec(**given)


def _training(reader: Reader, table: Table) -> TrainingSpec:
    given = reader.fields(TrainingSpec, "training", table, also=("schedule",))
    if "schedule" in table:
        path = "training.schedule"
        plan = reader.fields(Schedule, path, reader.table(path, table["schedule"]))
        with reader.within({"schedule": path}):
            given["schedule"] = Schedule(**plan)
    rate = given.get("learning_rate", 1.0)
    if rate <= 0:  # name the key; the core's message says "learning rate"
        raise reader.fail("training.learning_rate", "be above 0", rate)
    with reader.within({"training": "training"}):
        return TrainingSpec(**given)


def _initial(reader: Reader, table: Table) -> InitialSpec:
    given = reader.fields(InitialSpec, "initial", table)
    with reader.within({"initial": "initial"}):
        return InitialSpec(**given)


def _goal(reader: Reader, value: object, run: RunSpec) -> Goal:
    table = reader.table("goal", value)
    reader.known_keys("goal", table, ("loss", "accuracy", "stop"))
    loss = accuracy = None
    if "loss" in table:
        loss = reader.number("goal.loss", table["loss"])
    if "accuracy" in table:
        accuracy = reader.number("goal.accuracy", table["accuracy"])
        if not 0 < accuracy <= 1:
            raise reader.fail("goal.accuracy", "be above 0 and at most 1", accuracy)
        if run.data.problem.classes == 0:
            raise reader.fail(
                "goal.accuracy", "be left out for a problem without classes", accuracy
            )
    stop = reader.flag("goal.stop", table.get("stop", False))
    return Goal(loss, accuracy, stop)


def _actions(reader: Reader, value: object) -> tuple[Action, ...]:
    rows = reader.rows("actions", value)
    return tuple(
        read_action(reader, f"actions[{i}]", row) for i, row in enumerate(rows)
    )


def _views(reader: Reader, value: object) -> dict[str, dict[str, Any]]:
    views: dict[str, dict[str, Any]] = {}
    for name, settings in reader.table("views", value).items():
        reader.word("views", name, VIEW_NAMES)
        table = reader.table(f"views.{name}", settings)
        check_view_keys(reader, f"views.{name}", name, table)
        views[name] = {
            key: _plain(reader, f"views.{name}.{key}", v) for key, v in table.items()
        }
    if "networks" in views.get("grid", {}):  # memory: commands without a window too
        path, count = "views.grid.networks", views["grid"]["networks"]
        views["grid"]["networks"] = reader.whole(
            path, count, FEWEST_NETWORKS, MOST_NETWORKS
        )
    return views


def _plain(reader: Reader, path: str, value: object) -> Any:
    """A setting of a view: a text, a flag, a number, or a flat list of such."""
    if isinstance(value, list):
        if any(isinstance(v, (list, Mapping)) for v in value):
            raise reader.fail(path, "be a flat list", value)
        return [_plain(reader, f"{path}[{i}]", v) for i, v in enumerate(value)]
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return reader.whole(path, value)
    if isinstance(value, float):
        return reader.number(path, value)
    raise reader.fail(path, "be a text, a flag, a number or a list of such", value)
