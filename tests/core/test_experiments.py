"""Experiments without a window: designs, training, summaries, files, the process."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from threading import Event

import pytest

from core.errors import BadInput
from core.experiments.experiment import Axis, Experiment, spaced
from core.experiments.measures import MEASURES
from core.experiments.process import (
    DONE,
    RUNNING,
    STARTING,
    ProcessRun,
    Progress,
    StepRun,
)
from core.experiments.ready import load_ready, ready_names
from core.experiments.record import Notes, Record, from_json, to_csv, to_json
from core.experiments.report import Chart, page
from core.experiments.summary import finding, rows
from core.experiments.work import (
    TOGETHER,
    Block,
    Cancelled,
    Gate,
    Result,
    blocks,
    train_block,
)
from core.scenes import load_scene
from core.scenes.key_list import key_of, keys_of, value_of
from core.scenes.keys import with_settings
from core.sweep.groups import wilson_interval


def small(**changes) -> Experiment:
    """XOR with two learning rates and three seeds."""
    made = Experiment(
        "Small",
        load_scene("xor-book"),
        (Axis("training.learning_rate", (0.01, 0.1), True),),
        3,
        20,
    )
    return replace(made, **changes)


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return StepRun(small(), (), "reference").take()


# -- settings of all layers ------------------------------------------------------------
def test_one_key_sets_depth_width_and_activation_of_all_layers() -> None:
    scene = load_scene("moons")
    settings = {
        "network.depth": 3,
        "network.width": 5,
        "network.activation": "tanh",
        "training.l2": 0.1,
    }
    made = with_settings(scene, settings).run
    assert [(h.units, h.activation) for h in made.hidden] == [(5, "tanh")] * 3
    assert made.training.l2 == 0.1
    assert not with_settings(scene, {"network.depth": 0}).run.hidden


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
@pytest.mark.parametrize("wanted", [20, 250, 1000])
def test_no_width_comes_nearer_to_the_parameters_asked_for(depth, wanted) -> None:
    scene = load_scene("moons")
    settings = {"network.depth": depth, "network.parameters": wanted}
    made = with_settings(scene, settings).run
    (width,) = {h.units for h in made.hidden}
    sizes = {
        w: with_settings(
            scene, {"network.depth": depth, "network.width": w}
        ).run.network.layout.size
        for w in (max(1, width - 1), width, width + 1)
    }
    nearest = min(abs(size - wanted) for size in sizes.values())
    assert abs(sizes[width] - wanted) == nearest


def test_all_layers_at_once_are_refused_where_layers_are_wired() -> None:
    with pytest.raises(BadInput, match="plain layers"):
        with_settings(load_scene("deep-tanh-skips"), {"network.depth": 3})
    with pytest.raises(BadInput, match="from 0 to 64"):
        with_settings(load_scene("moons"), {"network.depth": 65})


# -- keys ------------------------------------------------------------------------------
def test_every_key_of_the_list_can_be_set_to_what_it_is() -> None:
    for name in ("moons", "sine-1d", "xor-linear"):
        scene = load_scene(name)
        for key in keys_of(scene):
            value = value_of(scene, key.path)
            if value is None:  # several layers that differ
                continue
            if key.path == "network.parameters":
                assert value == scene.run.network.layout.size
                continue
            if key.path == "network.width" and not scene.run.hidden:
                continue
            again = with_settings(scene, {key.path: value})
            assert again.run == scene.run, key.path


def test_the_list_knows_titles_and_the_settings_of_the_problem() -> None:
    scene = load_scene("moons")
    paths = [key.path for key in keys_of(scene)]
    assert len(paths) == len(set(paths))
    assert {"problem.noise", "problem.name", "network.layers.0.units"} <= set(paths)
    assert key_of("initial.weights", scene).shown("he_normal") == "He, normal"
    losses = [name for name, _ in key_of("network.loss", scene).choices]
    assert "bce" in losses
    assert "mvn_nll" not in losses


# -- designs ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seeds": 0}, "seeds must be"),
        ({"steps": 0}, "steps must be"),
        ({"measure": "beauty"}, "measure must be one of"),
        ({"seeds": 1000, "axes": (Axis("training.l2", (0.0, 0.1, 0.2)),)}, "runs must"),
        ({"axes": (Axis("training.l2", (0.0,)),) * 2}, "named once"),
    ],
)
def test_designs_that_cannot_be(changes, words) -> None:
    with pytest.raises(BadInput, match=words):
        small(**changes)


def test_values_that_cannot_be() -> None:
    with pytest.raises(BadInput, match="1 to 64 values"):
        Axis("training.l2", ())
    with pytest.raises(BadInput, match="each value once"):
        Axis("training.l2", (0.1, 0.1))
    with pytest.raises(BadInput, match="plain values"):
        Axis("training.l2", (float("nan"),))
    bad = small(axes=(Axis("training.learning_rate", (0.1, -1.0)),))
    with pytest.raises(BadInput, match="learning_rate must be above 0"):
        bad.check()


def test_ranges_are_even_or_by_equal_factors() -> None:
    assert spaced(0, 1, 5, log=False, whole=False) == [0, 0.25, 0.5, 0.75, 1]
    assert spaced(0.001, 1, 4, log=True, whole=False) == [0.001, 0.01, 0.1, 1]
    assert spaced(1, 4, 8, log=False, whole=True) == [1, 2, 3, 4]
    with pytest.raises(BadInput, match="above 0"):
        spaced(0, 1, 3, log=True, whole=False)


def test_every_combination_has_the_same_seeds() -> None:
    made = small(
        axes=(Axis("training.learning_rate", (0.1, 0.2)), Axis("training.l2", (0, 1)))
    )
    assert len(made) == 12
    settings = [made.settings(g) for g in range(4)]
    assert settings[1] == {"training.learning_rate": 0.1, "training.l2": 1}
    assert [made.places(g) for g in range(4)] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    first = load_scene("xor-book").run.seed
    assert [made.seed(i) for i in range(3)] == [first, first + 1, first + 2]


def test_a_few_seeds_of_all_combinations_come_first() -> None:
    made = small(seeds=TOGETHER + 2)
    listed = list(blocks(made))
    assert [(b.group, len(b.repeats)) for b in listed] == [
        (0, 8),
        (1, 8),
        (0, 2),
        (1, 2),
    ]
    left = list(blocks(made, [(0, i) for i in range(TOGETHER)]))
    assert [b.group for b in left] == [1, 0, 1]


# -- training --------------------------------------------------------------------------
def test_runs_are_those_of_a_single_session(results) -> None:
    from core.scenes.player import play

    assert len(results) == 6
    for result in results:
        session = play(small().scene_of(result.group, result.seed), "reference")
        session.advance(20)
        metrics = session.metrics()
        assert result.figures["loss"] == pytest.approx(metrics.loss, rel=1e-9)
        assert result.figures["accuracy"] == metrics.accuracy
        assert result.figures["steps"] == 20
        assert result.figures["parameters"] == 9
        assert set(result.figures) == set(MEASURES)


@pytest.mark.parametrize("name", ["dice", "dice-gaussian"])
def test_random_units_are_trained_side_by_side(name: str) -> None:
    from core.scenes.player import play

    made = Experiment("Dice", load_scene(name), (), 3, 5)
    for result in StepRun(made, ()).take():
        session = play(made.scene_of(result.group, result.seed), "compiled")
        session.advance(5)
        metrics = session.metrics()
        assert result.figures["loss"] == pytest.approx(metrics.loss, rel=1e-9)
        assert result.figures["test_loss"] == pytest.approx(metrics.test_loss, rel=1e-9)
        assert result.figures["accuracy"] == metrics.accuracy
        assert result.figures["steps"] == 5


def test_a_run_that_diverges_says_so() -> None:
    made = small(
        scene=with_settings(load_scene("xor-book"), {"training.optimiser": "sgd"}),
        axes=(Axis("training.learning_rate", (1e6,)),),
        steps=50,
    )
    found = StepRun(made, (), "reference").take()
    assert any(r.figures["diverged"] for r in found)
    gone = next(r for r in found if r.figures["diverged"])
    assert gone.figures["reached"] is False


def test_a_goal_met_at_the_end_has_a_step() -> None:
    scene = with_settings(load_scene("xor-book"), {"goal.loss": 10.0})
    found = StepRun(small(scene=scene), (), "reference").take()
    assert all(r.figures["reached"] for r in found)
    assert {r.figures["steps_to_goal"] for r in found} == {0}


def test_work_pauses_and_ends_when_told() -> None:
    gate = Gate()
    gate.cancel()
    with pytest.raises(Cancelled):
        train_block(small(), Block(0, (0,)), gate, "reference")


def test_the_time_left_knows_that_settings_differ() -> None:
    progress = Progress()
    assert progress.left({0: 5}) is None
    progress.note(0, 10, 1.0)
    progress.note(1, 10, 30.0)
    assert progress.left({0: 10}) == pytest.approx(1.0)
    assert progress.left({1: 10}) == pytest.approx(30.0)
    assert progress.left({2: 20}) == pytest.approx(31.0)


def test_a_process_trains_pauses_and_gives_the_same_figures(results) -> None:
    news = Event()
    run = ProcessRun(small(), [(0, 0)], news.set)
    run.pause()
    run.resume()
    while run.state in (STARTING, RUNNING):
        assert news.wait(120)
        news.clear()
    run.close()
    assert run.state == DONE, run.why
    found = {(r.group, r.repeat): r for r in run.take()}
    assert sorted(found) == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    for expected in results:
        got = found.get((expected.group, expected.repeat))
        if got is not None:
            assert got.seed == expected.seed
            assert got.figures["loss"] == pytest.approx(expected.figures["loss"])


def test_a_process_that_is_closed_early_leaves_nothing_behind() -> None:
    run = ProcessRun(small(steps=1_000_000), (), lambda: None)
    run.close()
    assert run.take() == []


# -- summaries -------------------------------------------------------------------------
def made_up(values) -> tuple[Experiment, list[Result]]:
    experiment = small(seeds=4)
    found = [
        Result(g, i, 1 + i, {"loss": v, "reached": v < 1})
        for g, group in enumerate(values)
        for i, v in enumerate(group)
    ]
    return experiment, found


def test_rows_have_medians_quartiles_and_wilsons_interval() -> None:
    experiment, found = made_up([[0.0, 1.0, 2.0, 3.0], [0.5, 0.5]])
    first, second = rows(experiment, found)
    assert (first.done, second.done) == (4, 2)
    spread = first.spreads["loss"]
    assert (spread.low, spread.middle, spread.high) == (0.75, 1.5, 2.25)
    share = first.spreads["reached"]
    assert (share.low, share.high) == wilson_interval(1, 4)
    assert share.middle == 0.25
    assert "regions" not in first.spreads


def test_the_finding_compares_seed_by_seed() -> None:
    experiment, found = made_up([[0.1, 0.2, 0.3, 4.0], [1.0, 2.0, 0.05, 5.0]])
    said = finding(experiment, found, "loss")
    assert said is not None
    assert (said.best, said.worst, said.wins, said.pairs) == (0, 1, 3, 4)
    assert finding(experiment, found[:4], "loss") is None


# -- files -----------------------------------------------------------------------------
def test_a_record_comes_back_from_json(results) -> None:
    notes = Notes("I guess", "It was", "So <b>what</b>", "I guess")
    record = Record(small(), tuple(results), notes)
    again = from_json(to_json(record))
    assert again.experiment.axes == record.experiment.axes
    assert again.experiment.scene.run == record.experiment.scene.run
    assert again.notes == notes
    for a, b in zip(again.results, record.results, strict=True):
        assert (a.group, a.repeat, a.seed) == (b.group, b.repeat, b.seed)
        kept = {k: v for k, v in a.figures.items() if v is not None}
        assert kept == {k: v for k, v in b.figures.items() if v is not None}


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda d: d.update(seeds=-1), "seeds must be"),
        (lambda d: d.update(scene={"problem": {"name": "nothing"}}), "must"),
        (lambda d: d.update(results=[[0, 0]]), "numbers"),
        (lambda d: d["results"].append(d["results"][0]), "once"),
        (lambda d: d["results"][0].__setitem__(0, 99), "from 0 to 1"),
        (lambda d: d["results"][0].__setitem__(3, "x"), "must be"),
        (lambda d: d.update(measure="beauty"), "one of"),
        (lambda d: d.update(notes={"hypothesis": 3}), "text"),
        (lambda d: d.update(settings=[{"key": "training.l2"}]), "values must be given"),
    ],
)
def test_a_spoilt_record_is_refused_in_a_sentence(results, spoil, words) -> None:
    data = to_json(Record(small(), tuple(results)))
    spoil(data)
    with pytest.raises(BadInput, match=words):
        from_json(data)
    with pytest.raises(BadInput):
        from_json("nothing")


def test_own_data_are_not_repeated_in_the_file_that_has_them() -> None:
    scene = load_scene("moons")
    from core.problems import Points
    from core.problems.base import DataSpec, split

    sample = split(scene.run.data).train
    own = Points(sample.x, sample.y, sample.classes)
    data = DataSpec(own, len(sample), 0.2)
    mine = replace(scene, run=scene.run.changed(data=data))
    record = Record(small(scene=mine))
    short = to_json(record, mine)
    assert short["scene"]["problem"] == {}
    assert from_json(short, mine).experiment.scene.run == mine.run
    with pytest.raises(BadInput, match="problem must be given"):
        from_json(short)
    assert from_json(to_json(record)).experiment.scene.run.data.points == data.points


def test_the_table_for_other_programs(results) -> None:
    text = to_csv(Record(small(), tuple(results)))
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == 6
    assert lines[0]["training.learning_rate"] == "0.01"
    assert float(lines[0]["loss"]) == results[0].figures["loss"]


def test_the_page_escapes_what_was_typed_and_needs_no_other_file(results) -> None:
    notes = Notes("<script>alert(1)</script>", "", "Fine & good", "something else")
    record = Record(small(), tuple(results), notes)
    svg = '<?xml version="1.0"?>\n<svg width="5"></svg>'
    text = page(record, [Chart("Loss", "It falls.", svg)], ["a"], [["<b>"]])
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "Fine &amp; good" in text
    assert "changed after the first run" in text
    assert "<?xml" not in text
    assert '<svg width="5">' in text
    assert "http" not in text.replace("http://www.w3.org", "")
    assert "learning_rate" in text


# -- ready experiments -----------------------------------------------------------------
def test_eight_experiments_are_ready_and_can_be_trained() -> None:
    assert ready_names() == (
        "width-depth",
        "xor-starts",
        "deep-tanh",
        "batch-rate",
        "ce-mse",
        "label-smoothing",
        "optimisers",
        "forgetting",
    )
    for name in ready_names():
        made = load_ready(name)
        made.check()
        assert made.question.endswith("?")
        assert made.name == name
    with pytest.raises(BadInput, match="experiment must be one of"):
        load_ready("none")
    parameters = [
        load_ready("width-depth").scene_of(g, 0).run.network.layout.size
        for g in range(5)
    ]
    assert all(abs(count - 250) <= 15 for count in parameters)  # 6 %
