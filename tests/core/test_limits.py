"""Totals are limited before anything is allocated."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from core.analysis.regions import SPARE, RegionFinder
from core.engine.commands import SetTraining
from core.engine.session import Session
from core.errors import BadInput
from core.features import FeatureSpec
from core.files.net_json import parse_net
from core.kernels.mesh_buffers import MeshShape, buffer_bytes, make_buffers
from core.limits import MAX_MESH, MAX_PARAMETERS, MAX_ROWS
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.problems import DataSpec, Points, make_problem
from core.run import RunSpec
from core.scenes import parse_scene

SCENE = """
[problem]
name = "moons"
points = {points}
[features]
fourier = {fourier}
[network]
loss = "ce"
layers = [{layers}]
"""


def scene(points: int = 200, fourier: int = 0, layers: str = "{ units = 4 }") -> str:
    return SCENE.format(points=points, fourier=fourier, layers=layers)


@pytest.fixture
def little_memory():
    """Nothing large is allocated in this test."""
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * 2**20


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (scene(layers=", ".join(["{ units = 1024 }"] * 64)), "rows of W in all layers"),
        (
            scene(layers=", ".join(["{ units = 1024 }"] * 6)),
            "parameters must be at most",
        ),
        (
            scene(layers='{ units = 1024, activation = "maxout", maxout_k = 64 }'),
            "rows of W in all layers must be at most 8192, got 65538",
        ),
        (
            scene(points=10_000_000, fourier=256),
            r"^scene: problem\.points must be at most 115830 for 518 .*, got 10000000$",
        ),
    ],
    ids=["rows", "parameters", "maxout", "cells"],
)
def test_a_small_scene_cannot_ask_for_gigabytes(text, told):
    with pytest.raises(BadInput, match=told):
        parse_scene(text)


def test_ten_million_points_and_wide_networks_are_still_allowed():
    parse_scene(scene(points=10_000_000))
    parse_scene(scene(layers=", ".join(["{ units = 128 }"] * 63)))
    parse_scene(scene(layers="{ units = 1024 }, " * 3 + "{ units = 900 }"))


def test_the_limits_are_met_exactly():
    rows = tuple(LayerSpec(1024) for _ in range(3))
    widest = NetworkSpec(2, rows, OutputSpec("mse", 1))
    assert widest.layout.size < MAX_PARAMETERS
    assert MAX_ROWS > 3 * 1024
    with pytest.raises(BadInput, match=f"parameters must be at most {MAX_PARAMETERS}"):
        NetworkSpec(2, rows * 2, OutputSpec("mse", 1))


def test_own_rows_count_whatever_number_is_asked_for():
    own = Points(np.zeros((5, 2)), np.array([0, 1, 0, 1, 0]), 2)
    assert DataSpec(own, 1).examples == 5
    assert DataSpec(make_problem("moons"), 7).examples == 7
    wide = Points(np.zeros((70_000, 800)), np.zeros((70_000, 1)))
    with pytest.raises(BadInput, match="at most 37453 for 1602 coordinates"):
        RunSpec(
            DataSpec(wide, 1),
            (LayerSpec(2),),
            "mse",
            features=FeatureSpec(names=("raw", "radius")),
        )


@pytest.mark.parametrize("backend", ["reference", "compiled"])
def test_a_normed_batch_is_limited_by_what_it_makes_the_network_compute(backend):
    layers = (LayerSpec(1000, batch_norm=True), LayerSpec(1000, batch_norm=True))
    run = RunSpec(DataSpec(make_problem("moons"), 5000, test=0.0), layers, "ce")
    small = replace(run.training, batch_size=64)
    with pytest.raises(BadInput, match=r"normalisation must be at most 3996, got 5000"):
        Session(run, backend)
    session = Session(replace(run, training=small), backend)
    with pytest.raises(BadInput, match="must be at most 3996, got 4000"):
        session.apply(SetTraining(replace(small, batch_size=4000)))
    assert session.run.training.batch_size == 64


@pytest.mark.usefixtures("little_memory")
def test_a_net_file_whose_examples_are_too_many_is_refused():
    wide = {"W": [[1]] * 1024, "b": [0] * 1024, "activation": "relu"}
    net = {"layers": [wide, {"W": [[1] * 1024], "b": [0]}], "loss": "mse"}
    data = {"x": [[1]] * 12_000, "y": [0] * 12_000}
    with pytest.raises(BadInput, match=r"data\.x must have at most 11707 rows"):
        parse_net({"net": net, "data": data}, "net.json")
    assert json.dumps(net)


# -- regions ---------------------------------------------------------------------------


def lines(units: int) -> tuple[NetworkSpec, np.ndarray]:
    network = NetworkSpec(2, (LayerSpec(units),), OutputSpec("mse", 1))
    return network, np.random.default_rng(0).normal(size=network.layout.size)


def test_the_size_of_a_mesh_is_known_before_it_is_made():
    for faces, shape in ((10, MeshShape(3, 9, 2)), (5000, MeshShape(64, 0, 7))):
        made = make_buffers(faces, shape)
        assert buffer_bytes(faces, shape) == sum(array.nbytes for array in made)


def test_regions_of_a_network_too_wide_for_the_memory_are_refused(monkeypatch):
    monkeypatch.setattr("core.analysis.regions.MAX_MESH", 64 * 2**20)
    finder = RegionFinder()
    network, theta = lines(256)
    with pytest.raises(BadInput, match=r"must be at most \d+ for a network this wide"):
        finder.find(network, theta, np.zeros(0), (-6, 6, -6, 6))
    assert 0 < finder.held <= 64 * 2**20
    network, theta = lines(8)  # the next one still works
    assert finder.find(network, theta, np.zeros(0), (-6, 6, -6, 6)).n > 8


def test_the_room_for_large_meshes_is_given_back():
    finder = RegionFinder()
    box = (-6.0, 6.0, -6.0, 6.0)
    network, theta = lines(200)
    many = finder.find(network, theta, np.zeros(0), box)
    assert many.n > 10_000
    assert finder.held > SPARE
    network, theta = lines(6)
    few = finder.find(network, theta, np.zeros(0), box)
    again = finder.find(network, theta, np.zeros(0), box)
    assert few.n == again.n
    assert 0 < finder.held < 10 * 2**20
    assert MAX_MESH < 2**32
