from __future__ import annotations

import json
import os
import signal
import sys
import time

import numpy as np
import pytest

from core.analysis.planes import (
    pca_plane,
    random_plane,
    through,
    unit_parameters,
    weights_plane,
)
from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.network import LayerSpec, NetworkSpec, OutputSpec
from hyperfold.cli import main

NET = {
    "net": {
        "layers": [
            {"W": [[1, 1], [1, 1]], "b": [0, -1], "activation": "relu"},
            {"W": [[1, -2]], "b": [0.1]},
        ],
        "loss": "mse",
        "l2": 0.3,
    },
    "data": {"x": [[0, 0], [0, 1], [1, 0], [1, 1]], "y": [0, 1, 1, 0]},
}
PARAMETERS = 9


def landscape(capsys, *words: str) -> dict:
    assert main(["landscape", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def net(tmp_path):
    path = tmp_path / "net.json"
    path.write_text(json.dumps(NET))
    return path


def inspected(capsys, tmp_path, theta) -> float:
    """The data loss at θ, by the command for a single network."""
    document = json.loads(json.dumps(NET))
    layers = document["net"]["layers"]
    layers[0]["W"], layers[0]["b"] = theta[:4].reshape(2, 2).tolist(), list(theta[4:6])
    layers[1]["W"], layers[1]["b"] = [theta[6:8].tolist()], [theta[8]]
    document["net"]["l2"] = 0.0
    path = tmp_path / "at.json"
    path.write_text(json.dumps(document))
    assert main(["inspect", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)["loss"]


@pytest.mark.parametrize(
    "plane", [["random"], ["hessian"], ["weights", "0", "8"]], ids=lambda p: p[0]
)
def test_losses_are_those_of_inspect_without_the_penalty(capsys, tmp_path, net, plane):
    out = tmp_path / "out.npz"
    words = ["--plane", *plane, "--grid", "5", "--span", "0.7", "--npz", str(out)]
    found = landscape(capsys, str(net), *words)
    assert found["alphas"] == found["betas"] == np.linspace(-0.7, 0.7, 5).tolist()
    arrays = np.load(out)
    assert sorted(arrays) == ["alphas", "betas", "loss", "theta", "u", "v"]
    theta, u, v = arrays["theta"], arrays["u"], arrays["v"]
    np.testing.assert_array_equal(theta, [1, 1, 1, 1, 0, -1, 1, -2, 0.1])
    np.testing.assert_array_equal(arrays["loss"], found["loss"])
    assert np.linalg.matrix_rank(np.stack([u, v])) == 2
    for i, beta in enumerate(found["betas"]):
        for j, alpha in enumerate(found["alphas"]):
            wanted = inspected(capsys, tmp_path, theta + alpha * u + beta * v)
            assert found["loss"][i][j] == pytest.approx(wanted, rel=1e-9, abs=1e-9)
    assert found["path"] == [{"step": 0, "alpha": 0.0, "beta": 0.0, "off": 0.0}]
    assert found["explained"] == [None, None]


def test_the_path_of_a_scene_lies_where_it_is_said_to(capsys, tmp_path):
    out = tmp_path / "out.npz"
    words = ["xor", "--steps", "40", "--plane", "pca", "--grid", "3", "--npz", str(out)]
    found = landscape(capsys, *words)
    arrays = np.load(out)
    first, last = found["path"][0], found["path"][-1]
    assert first["step"] == 0
    assert last["step"] == 40
    for name in ("alpha", "beta", "off"):
        assert last[name] == pytest.approx(0.0, abs=1e-12)
    assert all(0 <= share <= 1 for share in found["explained"])
    assert sum(found["explained"]) <= 1 + 1e-12
    # The middle of the grid is θ itself: the loss that training reports.
    assert main(["train", "xor", "--steps", "40", "--json"]) == 0
    trained = json.loads(capsys.readouterr().out)
    assert found["loss"][1][1] == pytest.approx(trained["loss"], abs=1e-9)
    assert arrays["alphas"][-1] >= abs(first["alpha"])


def test_runs_lie_at_the_corners(capsys):
    found = landscape(
        capsys,
        *("xor", "--steps", "60", "--plane", "runs", "--grid", "5", "--span", "1"),
    )
    for seed, (i, j) in enumerate([(2, 2), (2, 4), (4, 2)]):
        first = 37 + seed  # the scene's own seed, and the two after it
        assert (
            main(["train", "xor", "--steps", "60", "--seed", str(first), "--json"]) == 0
        )
        alone = json.loads(capsys.readouterr().out)
        assert found["loss"][i][j] == pytest.approx(alone["loss"], abs=1e-9)


def test_a_saved_run_has_its_own_path(capsys, tmp_path):
    run = tmp_path / "xor.hyperfold"
    assert main(["train", "xor", "--steps", "50", "--save", str(run)]) == 0
    capsys.readouterr()
    for plane in ("pca", "runs"):
        found = landscape(capsys, str(run), "--plane", plane, "--grid", "3")
        assert found["path"][-1]["step"] == 50


def test_the_source_may_stand_behind_the_plane(capsys, net):
    words = ["--grid", "2", "--plane", "weights", "0", "1", str(net)]
    assert np.shape(landscape(capsys, *words)["loss"]) == (2, 2)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "needs a scene"),
        (["xor", "--plane", "sideways"], "one of random"),
        (["xor", "--plane", "weights", "1"], "weights I J"),
        (["xor", "--steps", "0", "--plane", "weights", "1", "1"], "different"),
        (["xor", "--steps", "0", "--plane", "weights", "1", "x"], "whole numbers"),
        (["xor", "--steps", "0", "--plane", "weights", "1", "9999"], "from 0 to"),
        (["xor", "--steps", "0", "--plane", "pca"], "never moved"),
        (["xor", "--span", "-1"], "above 0"),
        (["xor", "--npz", "/nowhere/at/all.npz"], "folder that exists"),
        (["nowhere"], "scene"),
    ],
)
def test_what_has_no_plane_is_rejected_in_one_line(capsys, words, text):
    assert main(["landscape", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert text in err


def test_a_network_has_no_runs(capsys, net):
    assert main(["landscape", str(net), "--plane", "runs"]) == 2
    assert "scene or a saved run" in capsys.readouterr().err


@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_random_directions_are_as_long_as_each_unit(activation):
    layers = (LayerSpec(3, activation), LayerSpec(4, "tanh", batch_norm=True))
    network = NetworkSpec(2, layers, OutputSpec("mse", 2))
    theta = np.random.default_rng(1).standard_normal(network.layout.size)
    units = list(unit_parameters(network))
    assert sorted(np.concatenate(units)) == list(range(network.layout.size))
    assert len(units) == 3 + 4 + 2
    plane = random_plane(network, theta, 5)
    for direction in (plane.u, plane.v):
        for rows in units:
            size = np.linalg.norm(theta[rows])
            assert np.linalg.norm(direction[rows]) == pytest.approx(size)


def test_a_plane_is_never_degenerate():
    straight = np.outer(np.linspace(0, 1, 5), np.arange(1.0, 5.0))
    for plane in (
        pca_plane(straight),
        through(np.zeros(4), [np.ones(4), 2 * np.ones(4)]),
        weights_plane(np.zeros(4), 0, 3),
    ):
        assert np.linalg.matrix_rank(np.stack([plane.u, plane.v])) == 2
    with pytest.raises(BadInput, match="equal"):
        through(np.zeros(4), [np.zeros(4), np.ones(4)])


def test_coordinates_and_distance_come_back():
    plane = weights_plane(np.zeros(5), 1, 3)
    points = np.array([[0, 2, 0, -1, 0], [3, 1, 0, 0, 4.0]])
    alpha, beta, off = plane.coordinates(points)
    np.testing.assert_allclose(alpha, [2, 1])
    np.testing.assert_allclose(beta, [-1, 0])
    np.testing.assert_allclose(off, [0, 5], atol=1e-12)


def test_explained_shares_are_those_of_the_path():
    path = np.zeros((4, 3))
    path[:, 0], path[:, 2] = [0, 3, 0, 3], [0, 0, 1, 1]
    shares = weights_plane(path[-1], 0, 1).explained(path)
    assert shares == pytest.approx((0.9, 0.0))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_it_while_the_plane_is_measured(tmp_path, monkeypatch, capsys):
    path = tmp_path / "net.json"
    path.write_text(json.dumps(NET))

    def measured(*_, stop):
        os.kill(os.getpid(), signal.SIGINT)
        end = time.monotonic() + 60  # in vain
        while not stop[0] and time.monotonic() < end:
            time.sleep(0.01)
        return np.zeros((3, 3))

    monkeypatch.setattr("core.analysis.landscape.plane_losses", measured)
    assert main(["landscape", str(path), "--grid", "3", "--json"]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "hyperfold: interrupted\n")
