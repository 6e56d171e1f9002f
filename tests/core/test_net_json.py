"""NET.json: what is read, what is rejected with which message, and inspect's output."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis.inspect import inspect_net
from core.errors import BadInput
from core.files.net_json import load_net, parse_net
from core.functions import ACTIVATION_NAMES
from core.gradients import GraphMode, network_graph
from core.jsonout import to_json
from core.outputs import LOSS_NAMES
from tests.core.small_networks import Case, small_case

SLIDES = {
    "net": {
        "layers": [
            {"W": [[0.5, 0], [0, 1]], "b": [0, 0], "activation": "relu"},
            {"W": [[1, 0]], "b": [0]},
        ],
        "loss": "bce",
        "l2": 0.01,
    },
    "data": {"x": [[1, 1]], "y": [0]},
}


def changed(path: str, value: object) -> dict[str, Any]:
    """The slides' network with one place set; None in a place removes it."""
    document: Any = copy.deepcopy(SLIDES)
    *way, last = [int(p) if p.isdigit() else p for p in path.split(".")]
    here = document
    for step in way:
        here = here[step]
    if value is None:
        del here[last]
    else:
        here[last] = value
    return document


def document_of(case: Case, **net: float) -> dict[str, Any]:
    """A case of the other tests, written as NET.json."""
    layers = []
    for spec, blocks in zip(
        [*case.network.hidden, None], case.network.layout.layers, strict=True
    ):
        layer: dict[str, Any] = {
            name: block.of(case.theta).tolist() for name, block in blocks.parameters()
        }
        if spec is not None:
            layer |= {
                "activation": spec.activation,
                "negative_slope": spec.negative_slope,
                "alpha": spec.alpha,
                "maxout_k": spec.maxout_k,
                "sigma": spec.sigma,
            }
        layers.append(layer)
    output = case.network.output
    labelled = output.unit.one_hot
    y = case.y.argmax(axis=1) if labelled else case.y
    return {
        "net": {
            "layers": layers,
            "loss": output.loss,
            "components": output.components,
            **net,
        },
        "data": {"x": case.x.tolist(), "y": y.tolist()},
    }


def test_the_slides_graph():
    found = inspect_net(parse_net(SLIDES, "slides.json"))
    assert found.loss == pytest.approx(0.9965770, abs=5e-8)
    assert found.outputs.tolist() == [[0.5]]
    first, second = found.gradients
    assert first["W"] == pytest.approx(
        np.array([[0.6324593, 0.6224593], [0.0, 0.02]]), abs=5e-8
    )
    assert second["W"] == pytest.approx(np.array([[0.3312297, 0.6224593]]), abs=5e-8)
    push = 0.6224593
    assert found.norms[0]["z"] == pytest.approx(push, abs=5e-8)
    assert found.norms[1]["b"] == pytest.approx(push, abs=5e-8)
    assert found.norms[1]["W"] == pytest.approx(np.hypot(0.3312297, push), abs=1e-7)


@pytest.mark.parametrize("loss", LOSS_NAMES)
@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_every_network_comes_back_as_it_was(activation, loss):
    case = small_case(activation, loss)
    net = parse_net(document_of(case, l1=0.1, l2=0.2), "a.json")
    assert net.network == case.network
    assert net.theta.tolist() == case.theta.tolist()
    found = inspect_net(net)
    graph = network_graph(
        case.network, case.theta, case.x, case.y, mode=GraphMode(l1=0.1, l2=0.2)
    )
    assert found.loss == float(graph.J.value)
    parts = [v.ravel() for g in found.gradients for v in g.values() if v is not None]
    assert np.concatenate(parts).tolist() == graph.gradient().tolist()
    assert [list(norm) for norm in found.norms] == [["W", "b", "z"]] * 3
    assert ("slopes" in found.gradients[0]) == (activation == "prelu")
    assert (found.norms[0]["b"] is None) == (activation == "rbf")


def test_norm_of_z_is_each_examples_own():
    case = small_case("tanh", "ce")
    document = document_of(case)
    pushes = []
    for x, y in zip(*document["data"].values(), strict=True):
        one = {**document, "data": {"x": [x], "y": [y]}}
        pushes.append([n["z"] for n in inspect_net(parse_net(one, "a")).norms])
    found = [n["z"] for n in inspect_net(parse_net(document, "a")).norms]
    assert found == pytest.approx(np.sqrt(np.mean(np.square(pushes), axis=0)))


def test_defaults():
    document = {
        "net": {
            "layers": [
                {"W": [[1, 0], [0, 1]], "b": [0, 0], "activation": "maxout"},
                {"W": [[1.0], [2.0]], "b": [0, 0]},
                {"W": [[1, 0]], "b": [0.0]},
            ],
            "activation": "leaky_relu",
            "loss": "mse",
        },
        "data": {"x": [[1, 2]], "y": [[3]]},
        "note": "beside net and data anything goes",
    }
    net = parse_net(document, "a")
    first, second = net.network.hidden
    assert (first.units, first.maxout_k) == (1, 2)
    assert (second.activation, second.negative_slope) == ("leaky_relu", 0.01)
    assert (net.l1, net.l2) == (0.0, 0.0)


def test_data_and_loss_may_be_missing_where_only_the_map_counts():
    document = changed("data", None)
    net = parse_net(document, "a", need_data=False)
    assert net.x is None
    del document["net"]["loss"]
    assert parse_net(document, "a", need_data=False).network.output.loss == "mse"
    document["data"] = {"x": [[1, 1]], "y": ["no loss says how to read this"]}
    assert parse_net(document, "a", need_data=False).x is None
    with pytest.raises(BadInput, match=r"^a: net\.loss must be given, got nothing$"):
        parse_net(changed("net.loss", None), "a")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("data", None, "data must be given, got nothing"),
        ("net", 3, "net must be an object, got 3"),
        ("net.layers", [], "net.layers must have 1 to 65 layers, got 0"),
        ("net.layers", {}, "net.layers must be a list, got an object with 0 keys"),
        ("net.layers.0", 5, "net.layers[0] must be an object, got 5"),
        ("net.layers.0.W", None, "net.layers[0].W must be given, got nothing"),
        (
            "net.layers.0.W",
            [],
            "net.layers[0].W must have at least one row and one "
            "column, got an empty list",
        ),
        (
            "net.layers.0.W",
            [[1, 2], [3]],
            "net.layers[0].W[1] must be as long as the first row, 2, got 1 numbers",
        ),
        (
            "net.layers.0.W.1.0",
            True,
            "net.layers[0].W[1][0] must be a number, got true",
        ),
        ("net.layers.0.W.1.0", "1", "net.layers[0].W[1][0] must be a number, got '1'"),
        (
            "net.layers.0.W.1.0",
            float("inf"),
            "net.layers[0].W[1][0] must be a finite number, got inf",
        ),
        (
            "net.layers.0.W.1.0",
            10**400,
            "net.layers[0].W[1][0] must be a finite "
            "number, got a very large whole number",
        ),
        (
            "net.layers.0.W",
            [[[1]]],
            "net.layers[0].W[0][0] must be a number, got a list of 1",
        ),
        (
            "net.layers.0.b",
            [0],
            "net.layers[0].b must have 2 numbers, one per row of W, got 1 numbers",
        ),
        (
            "net.layers.1.W",
            [[1, 2, 3]],
            "net.layers[1].W must have 2 columns, one for "
            "each unit of the layer before, got 3 columns",
        ),
        (
            "net.layers.0.activation",
            "swish",
            "net.layers[0].activation must be one of "
            + ", ".join(ACTIVATION_NAMES)
            + ", got 'swish'",
        ),
        (
            "net.layers.0.activation",
            None,
            "net.layers[0].activation must be given, got nothing",
        ),
        (
            "net.layers.0.activation",
            "prelu",
            "net.layers[0].slopes must be given, got nothing",
        ),
        (
            "net.layers.0.activation",
            "rbf",
            "net.layers[0].b must be left out for rbf, "
            "whose rows of W are centres, got a list of 2",
        ),
        (
            "net.layers.0.slopes",
            [1, 1],
            "net.layers[0].slopes must be left out for this layer, "
            "which does not learn slopes, got a list of 2",
        ),
        (
            "net.layers.0.w",
            [[1]],
            "net.layers[0] must have only the keys W, b, slopes, "
            "activation, negative_slope, alpha, maxout_k, sigma, slope, reads, "
            "adds, adds_mask, mask, sample, got 'w'",
        ),
        (
            "net.layers.0.maxout_k",
            1.5,
            "net.layers[0].maxout_k must be a whole number from 1 to 64, got 1.5",
        ),
        ("net.layers.0.sigma", 0, "net.layers[0].sigma must be above 0, got 0"),
        (
            "net.layers.1.activation",
            "relu",
            "net.layers[1].activation must be left out "
            "of the output layer, the last one, got 'relu'",
        ),
        (
            "net.L2",
            0.1,
            "net must have only the keys layers, activation, loss, l2, l1, "
            "components, scale, got 'L2'",
        ),
        ("net.l2", -1, "net.l2 must be 0 or more, got -1"),
        (
            "net.loss",
            "nll",
            "net.loss must be one of "
            + ", ".join(LOSS_NAMES)
            + ", got 'nll'; did you mean mvn_nll?",
        ),
        (
            "net.loss",
            "gaussian_nll",
            "net: output: width of gaussian_nll must be even "
            "(means, then precisions), got 1",
        ),
        (
            "data.x",
            [[1, 2, 3]],
            "data.x must have 2 numbers per row, as many as W of the "
            "first layer has columns, got 3 numbers",
        ),
        (
            "data.x",
            [],
            "data.x must have at least one row and one column, got an empty list",
        ),
        (
            "data.y",
            [0, 1],
            "data.y must have one entry for each of the 1 rows of x, got 2",
        ),
        (
            "data.y",
            [[0, 1]],
            "data.y must have 1 numbers per row for bce, got 2 numbers",
        ),
        ("data.y", [2], "data.y must be from 0 to 1, got 2.0 at row 0"),
    ],
)
def test_refusals_name_file_field_rule_and_value(path, value, message):
    with pytest.raises(BadInput) as caught:
        parse_net(changed(path, value), "nets/a.json")
    assert str(caught.value) == f"nets/a.json: {message}"


@pytest.mark.parametrize("label", [3, -1, 0.5, "a", True, [0]])
def test_class_labels_must_fit(label):
    document = changed("net.loss", "ce")
    document["net"]["layers"][1] = {"W": [[1, 0], [0, 1], [1, 1]], "b": [0, 0, 0]}
    assert parse_net(document, "a").labels is not None
    document["data"]["y"] = [label]
    with pytest.raises(BadInput, match=r"^a: data\.y\[0\] must be a "):
        parse_net(document, "a")


def test_maxout_rows_must_be_whole_units():
    document = changed("net.layers.0.activation", "maxout")
    document["net"]["layers"][0]["maxout_k"] = 3
    with pytest.raises(BadInput, match="W must have 3 rows per unit for maxout, got 2"):
        parse_net(document, "a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "file must be JSON, got Expecting value at line 1, column 1"),
        ("[1, 2]", "file must be an object, got a list of 2"),
        (
            '{"net": {"layers": [{"W": [[NaN]]}]}}',
            "net.layers[0].W[0][0] must be a finite number, got nan",
        ),
        ('{"net": 1, "net": 2}', "key must appear once, got 'net' twice"),
        ("[" * 100_000, "file must be JSON, got lists nested too deeply"),
    ],
)
def test_files_that_are_no_networks(tmp_path, text, message):
    path = tmp_path / "net.json"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        load_net(path)
    assert str(caught.value) == f"{path}: {message}"


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadInput, match="must be readable, got No such file"):
        load_net(tmp_path / "missing.json")
    with pytest.raises(BadInput, match="must be readable, got Is a directory"):
        load_net(tmp_path)
    with pytest.raises(BadInput, match="must be readable, got embedded null"):
        load_net("a\0b")
    path = tmp_path / "latin.json"
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(BadInput, match="must be UTF-8 text"):
        load_net(path)
    path.write_text("9" * 5000)
    with pytest.raises(BadInput, match=r"latin\.json: file must be JSON"):
        load_net(path)


def test_a_good_file(tmp_path):
    path = tmp_path / "net.json"
    path.write_text(json.dumps(SLIDES))
    assert load_net(str(path)).name == str(path)


def test_overflow_becomes_null_and_no_warning():
    document = changed("net.layers.0.W", [[1e300, 1e300], [1e300, 1]])
    document["net"]["layers"][1]["W"] = [[1e300, -1e300]]
    found = inspect_net(parse_net(document, "a"))
    line = to_json({"loss": found.loss, "norms": found.norms, "g": found.gradients})
    assert "null" in line
    assert "NaN" not in line
    assert "Infinity" not in line


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.integers()
    | st.floats(allow_nan=True, allow_infinity=True)
    | st.text(max_size=5)
    | st.sampled_from([*ACTIVATION_NAMES, *LOSS_NAMES, 10**400, 1e308])
)
KEYS = st.sampled_from(
    [
        "net",
        "data",
        "x",
        "y",
        "layers",
        "W",
        "b",
        "activation",
        "loss",
        "l2",
        "slopes",
        "sigma",
        "maxout_k",
        "components",
        "negative_slope",
    ]
) | st.text(max_size=3)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)
    ),
    max_leaves=12,
)


def survives(document: object) -> None:
    """Either a one-line error, or numbers that print as strict JSON."""
    try:
        net = parse_net(document, "a.json")
    except BadInput as error:
        words = str(error)
    else:
        words = ""
    if words:
        assert "\n" not in words
        assert words.startswith("a.json: ")
        return
    found = inspect_net(net)
    to_json([found.outputs, found.loss, found.gradients, found.norms])


@settings(max_examples=200)
@given(ANYTHING)
def test_any_document_is_refused_in_one_line(document):
    survives(document)


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    found = [path]
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


@settings(max_examples=300)
@given(data=st.data())
def test_a_good_document_with_one_bad_place(data):
    activation = data.draw(st.sampled_from(ACTIVATION_NAMES))
    loss = data.draw(st.sampled_from(LOSS_NAMES))
    document: Any = document_of(small_case(activation, loss))
    path = data.draw(st.sampled_from(places(document)[1:]))
    here = document
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = data.draw(ANYTHING)
    survives(document)


@settings(max_examples=100)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_refused_in_one_line(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("nets") / "a.json"
    path.write_bytes(content)
    with pytest.raises(BadInput):
        load_net(path)
