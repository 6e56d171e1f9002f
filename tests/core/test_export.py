"""Exports compute the same numbers in other programs."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from core.analysis.inspect import inspect_net, inspect_snapshot
from core.engine.session import Session
from core.features import FeatureSpec
from core.files.export import arrays, net_json, script
from core.files.net_json import parse_net
from core.files.onnx_out import onnx_model
from core.files.run_file import read_run, save
from core.files.trained import About, Trained, trained_of
from core.functions import ACTIVATION_NAMES
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.problems import DataSpec, Sample
from core.problems.scaling import Scaling, unscaled
from core.run import RunSpec
from core.scenes import Goal, load_scene, parse_scene, scene_to_text
from core.steps.forward import logits
from core.tables import Choice, guess, load, preview

COLUMNS = (Scaling("a length", 10.0, 2.0), Scaling("a width", -3.0, 0.5))
ALL = FeatureSpec(("raw", "x2", "xy", "sinx", "cosy", "radius"), fourier=2)


def trained(activation: str, features: FeatureSpec = FeatureSpec()) -> Trained:  # noqa: B008
    normed = activation != "rbf"
    spec = NetworkSpec(
        features.count(2),
        (
            LayerSpec(3, activation, maxout_k=3, batch_norm=normed),
            LayerSpec(2, activation, maxout_k=3),
        ),
        OutputSpec("ce", 3),
    )
    rng = np.random.default_rng(1)
    running = fresh_running(spec)
    running += rng.uniform(0.1, 0.5, running.shape)
    return Trained(spec, rng.normal(size=spec.layout.size), running, features, 2)


def run(text: str, x: np.ndarray, library: str) -> np.ndarray:
    scope: dict = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec"), scope)
    if library == "torch":
        import torch

        return scope["predict"](torch.tensor(x)).numpy()
    return scope["predict"](x)


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_scripts_compute_the_networks_outputs(activation: str, library: str) -> None:
    if library == "torch":
        pytest.importorskip("torch")
    net = trained(activation)
    x = np.random.default_rng(2).normal(size=(7, 2))
    expected = logits(net.network, net.theta, net.running, x)
    text = script(net, library)
    assert run(text, x, library) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_scripts_make_the_features_too(library: str) -> None:
    if library == "torch":
        pytest.importorskip("torch")
    net = trained("tanh", ALL)
    x = np.random.default_rng(2).normal(size=(7, 2))
    expected = logits(net.network, net.theta, net.running, ALL.apply(x))
    assert run(script(net, library), x, library) == pytest.approx(expected)


@pytest.mark.parametrize("activation", ["relu", "prelu", "maxout", "leaky_relu", "rbf"])
def test_net_json_is_the_network(activation: str) -> None:
    net = trained(activation)
    data = json.loads(net_json(net))
    layer = data["net"]["layers"][0]
    assert layer["activation"] == activation
    assert ("b" in layer) == (activation != "rbf")
    assert ("slopes" in layer) == (activation == "prelu")
    assert "activation" not in data["net"]["layers"][-1]


def test_arrays_name_every_block() -> None:
    names = set(arrays(trained("prelu")))
    assert names == {
        "W1",
        "b1",
        "slopes1",
        "gamma1",
        "beta1",
        "mean1",
        "var1",
        "W2",
        "b2",
        "slopes2",
        "W3",
        "b3",
    }


def test_net_json_keeps_the_settings_of_an_activation_function() -> None:
    layer = LayerSpec(2, "elu", alpha=0.5)
    spec = NetworkSpec(2, (layer,), OutputSpec("mse", 1))
    theta = np.random.default_rng(3).normal(size=spec.layout.size)
    net = Trained(spec, theta, fresh_running(spec), FeatureSpec(), 2)
    assert parse_net(json.loads(net_json(net)), "n", need_data=False).network == spec


@pytest.mark.parametrize("features", [FeatureSpec(), ALL])
@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_onnx_computes_the_networks_outputs(activation, features) -> None:
    runtime = pytest.importorskip("onnxruntime")
    net = replace(trained(activation, features), about=About(columns=COLUMNS))
    x = np.random.default_rng(2).normal(size=(7, 2))
    expected = logits(net.network, net.theta, net.running, features.apply(x))
    session = runtime.InferenceSession(onnx_model(net))
    (found,) = session.run(["logits"], {"x": x * [2.0, 0.5] + [10.0, -3.0]})
    near = 1e-5 if activation == "gelu" else 1e-9  # its erf is in single precision
    assert found == pytest.approx(expected, rel=near, abs=near)


def records(data: bytes) -> dict[int, list[int | bytes]]:
    """Fields of a protobuf record by their numbers."""

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            value |= (data[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if data[at - 1] < 0x80:
                return value

    found: dict[int, list[int | bytes]] = {}
    at = 0
    while at < len(data):
        key = number()
        if key & 7 == 0:
            found.setdefault(key >> 3, []).append(number())
        else:
            assert key & 7 == 2
            length = number()
            found.setdefault(key >> 3, []).append(data[at : at + length])
            at += length
    assert at == len(data)
    return found


def test_onnx_holds_the_network_and_what_is_known_about_it() -> None:
    net = replace(trained("relu"), about=About(columns=COLUMNS, step=7))
    file = records(onnx_model(net))
    assert file[1] == [9]
    assert json.loads(records(file[14][0])[2][0])["step"] == 7
    graph = records(file[7][0])
    kinds = [records(node)[4][0].decode() for node in graph[1]]
    assert kinds[:2] == ["Sub", "Div"]  # the scaling
    assert kinds.count("MatMul") == len(net.network.layout.layers)
    constants = {records(each)[8][0]: records(each) for each in graph[5]}
    known = {*constants, b"x"}
    for node in map(records, graph[1]):
        assert known.issuperset(node[1])
        known.add(node[2][0])
    assert b"logits" in known
    last = net.network.layout.layers[-1].W.of(net.theta)
    stored = [np.frombuffer(c[9][0]) for c in constants.values() if c[2] == [11]]
    assert any(np.array_equal(numbers, last.T.ravel()) for numbers in stored)
    axes = [attribute for node in graph[1] for attribute in records(node).get(5, [])]
    assert all(records(attribute)[20] == [2] for attribute in axes)


@pytest.fixture
def flowers(tmp_path):
    """A table in centimetres whose inputs separate its classes, and its rows."""
    rng = np.random.default_rng(4)
    x = np.concatenate([rng.normal(m, 0.2, (30, 2)) for m in ([4, 1], [6, 2], [8, 5])])
    kinds = [kind for kind in ("iris", "ro'se", "<b>tulip</b>") for _ in range(30)]
    lines = ["length,width,kind"]
    lines += [f"{a},{b},{k}" for (a, b), k in zip(x.tolist(), kinds, strict=True)]
    path = tmp_path / "flowers.csv"
    path.write_text("\n".join(lines))
    found = preview(path)
    return load(path, found, guess(found)).problem, x, kinds


def trained_on(problem, loss, steps=400) -> Session:
    run = RunSpec(
        data=DataSpec(problem, len(problem.x), 0.0),
        hidden=(LayerSpec(8, "tanh"),),
        loss=loss,
        seed=3,
    )
    session = Session(run, "reference")
    session.advance(steps)
    return session


def test_a_script_reads_rows_in_their_own_units_and_names_classes(flowers) -> None:
    problem, x, kinds = flowers
    session = trained_on(problem, "ce")
    assert session.metrics().accuracy == 1.0
    net = trained_of(session.snapshot(), "Flowers")
    for library in ("numpy", "torch"):
        if library == "torch":
            pytest.importorskip("torch")
        text = script(net, library)
        for words in ("step 400", "seed 3", "'length'", "'width'", repr("ro'se")):
            assert words in text
        scope: dict = {"__name__": "exported"}
        exec(compile(text, "exported.py", "exec"), scope)
        given = scope["torch"].tensor(x) if library == "torch" else x
        assert scope["classify"](given) == kinds


def test_a_script_reads_words_dates_and_gaps_as_the_table_has_them() -> None:
    rows = [
        {
            "size": "" if i % 7 == 3 else str(0.5 * i),
            "day": f"2024-03-{i + 1:02}",
            "colour": ("red", "blue", "NA")[i % 3],
            "label": ("a", "b")[i % 2],
        }
        for i in range(20)
    ]
    text = "\n".join([",".join(rows[0]), *(",".join(r.values()) for r in rows)])
    found = preview(text)
    problem = load(text, found, guess(found)).problem
    assert [c.kind for c in problem.columns] == [
        *("number", "missing", "date", "word", "word", "missing")
    ]
    net = trained_of(trained_on(problem, "bce", 5).snapshot())
    scope: dict = {"__name__": "exported"}
    exec(compile(script(net, "numpy"), "exported.py", "exec"), scope)
    assert scope["read"](rows) == pytest.approx(unscaled(problem.x, problem.columns))
    assert set(scope["classify"](scope["read"](rows))) <= {"a", "b"}


def test_values_come_back_in_their_own_units(tmp_path) -> None:
    t = np.linspace(100.0, 300.0, 40)
    path = tmp_path / "v.csv"
    rows = [f"{a},{5000 + 3 * a}" for a in t.tolist()]
    path.write_text("\n".join(["t,v", *rows]))
    found = preview(path)
    problem = load(path, found, Choice((0,), (1,), False)).problem
    net = trained_of(trained_on(problem, "mse").snapshot())
    scope: dict = {"__name__": "exported"}
    exec(compile(script(net, "numpy"), "exported.py", "exec"), scope)
    values = scope["values"](t[:, None])
    assert values[:, 0] == pytest.approx(5000 + 3 * t, rel=0.02)


def test_net_json_carries_a_sample_and_is_inspected_as_the_run(flowers) -> None:
    problem, _, _ = flowers
    session = trained_on(problem, "ce", 50)
    last = session.snapshot()
    document = json.loads(net_json(trained_of(last, "Flowers")))
    about = document["hyperfold"]
    assert (about["step"], about["seed"], about["title"]) == (50, 3, "Flowers")
    assert about["classes"] == ["<b>tulip</b>", "iris", "ro'se"]
    assert document["data"]["x"][0] == pytest.approx(
        unscaled(last.splits.train.x, problem.columns)[0].tolist()
    )
    found = inspect_net(parse_net(document, "net.json"))
    wanted = inspect_snapshot(last)
    assert found.loss == pytest.approx(wanted.loss, rel=1e-12)
    assert found.norms[0]["W"] == pytest.approx(wanted.norms[0]["W"], rel=1e-9)


def test_net_json_remembers_features() -> None:
    net = trained("tanh", ALL)
    sample = Sample(np.random.default_rng(2).normal(size=(5, 2)), np.arange(5) % 3, 3)
    document = json.loads(net_json(replace(net, sample=sample)))
    found = parse_net(document, "n.json")
    assert found.features == ALL
    assert found.x == pytest.approx(ALL.apply(sample.x))


def test_arrays_say_which_run_and_which_columns(flowers) -> None:
    found = arrays(trained_of(trained_on(flowers[0], "ce", 5).snapshot()))
    assert int(found["step"]) == 5
    assert found["input_names"].tolist() == ["length", "width"]
    assert found["classes"].tolist()[2] == "ro'se"
    x = (flowers[1] - found["input_middle"]) / found["input_half"]
    assert x == pytest.approx(flowers[0].x)


def test_columns_of_a_table_go_through_scene_and_run_file(flowers, tmp_path) -> None:
    session = trained_on(flowers[0], "ce", 2)
    scene = replace(load_scene("xor"), run=session.run, goal=Goal())
    save(tmp_path / "a.hyperfold", session, scene)
    for again in (
        read_run(tmp_path / "a.hyperfold").scene,
        parse_scene(scene_to_text(scene)),
    ):
        assert again.run.data.problem == flowers[0]
        assert again.run.data.problem.columns == flowers[0].columns
