"""Vectors of parameters beside W and b are declared once, and every reader has them."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.inspect import inspect_snapshot
from core.analysis.walk_names import latex, title
from core.chance.drawing import Drawing, numbers_of
from core.chance.subject import Subject
from core.edits import SetLayer
from core.engine.commands import SetParameter
from core.engine.session import Session
from core.gradients.steps import RULES
from core.kernels.operations import KINDS
from core.kernels.program import COLUMNS, LAYER_FIELDS, PATTERN, Program
from core.network import LEARNED_BLOCKS, ROW, SETTABLE, LayerBlocks, LayerSpec
from core.scenes import scene_from_data
from core.steps import kinds
from core.training import TrainingSpec
from tests.core.engine_runs import small_run

#: A layer that has each of them.
WITH = {
    "slopes": LayerSpec(4, "prelu"),
    "gamma": LayerSpec(4, "maxout", batch_norm=True),
    "beta": LayerSpec(4, "tanh", batch_norm=True),
}


def test_every_vector_has_a_layer_here():
    assert WITH.keys() == LEARNED_BLOCKS.keys()
    assert LEARNED_BLOCKS.keys() < LayerBlocks.__annotations__.keys()
    assert {"W", "b", *LEARNED_BLOCKS} == set(SETTABLE)


@pytest.mark.parametrize("name", LEARNED_BLOCKS)
def test_it_starts_is_set_and_kept_as_declared(name):
    known, layer = LEARNED_BLOCKS[name], WITH[name]
    assert known.has(layer)
    assert not known.has(LayerSpec(4, "relu"))
    session = Session(small_run(hidden=(layer,)), "reference")
    first = session.snapshot()
    block = getattr(first.network.layout.layers[0], name)
    assert block.shape == (layer.rows if known.per == ROW else layer.units,)
    assert (block.of(first.theta) == known.start).all()
    session.apply(SetParameter(0, name, (2,), 7.5))
    session.apply(SetLayer(0, "units", 6))
    after = session.snapshot()
    kept = getattr(after.network.layout.layers[0], name).of(after.theta)
    old = np.full(len(block.of(first.theta)), known.start)
    old[2] = 7.5
    np.testing.assert_array_equal(kept[: len(old)], old)
    assert (kept[len(old) :] == known.start).all()


@pytest.mark.parametrize("name", LEARNED_BLOCKS)
def test_it_has_a_column_in_the_kernels_table(name):
    network = small_run(hidden=(WITH[name],)).network
    program = Program(network, TrainingSpec(), 8, 0, True, "float64")
    block = getattr(network.layout.layers[0], name)
    assert PATTERN < COLUMNS[name] < LAYER_FIELDS
    assert program.table[0, COLUMNS[name]] == block.start
    assert program.table[1, COLUMNS[name]] == -1


@pytest.mark.parametrize("name", LEARNED_BLOCKS)
def test_it_is_named_by_its_letter_and_can_be_given_in_a_scene(name):
    known = LEARNED_BLOCKS[name]
    assert title(f"{name}1") == f"{known.letter}⁽¹⁾"
    assert latex(f"{name}1") == f"{known.latex}^{{(1)}}"
    layer = WITH[name]
    network = small_run(hidden=(layer,)).network
    given = [
        {
            part: np.full(block.shape, 0.5).tolist()
            for part, block in blocks.parameters()
        }
        for blocks in network.layout.layers
    ]
    scene = {
        "problem": {"name": "moons"},
        "network": {
            "loss": "bce",
            "layers": [
                {
                    "units": layer.units,
                    "activation": layer.activation,
                    "batch_norm": layer.batch_norm,
                }
            ],
        },
        "actions": [{"at": 0, "do": "parameters", "value": given}],
    }
    (action,) = scene_from_data(scene, "here").actions
    assert action.value[0][name] == given[0][name]


@pytest.mark.parametrize("name", LEARNED_BLOCKS)
def test_inspect_reports_its_gradient(name):
    session = Session(small_run(hidden=(WITH[name],)), "reference")
    session.advance(3)
    snapshot = session.snapshot()
    found = inspect_snapshot(snapshot).gradients[0][name]
    assert found is not None
    assert found.any()


def test_every_kind_of_step_has_a_node_and_an_operation():
    every = {
        kind
        for kind in vars(kinds).values()
        if isinstance(kind, type)
        and issubclass(kind, kinds.Step)
        and kind is not kinds.Step
    }
    assert RULES.keys() == every
    assert KINDS.keys() == every - {kinds.Loss}  # it has kernels of its own


def test_single_draws_know_the_parameters_of_any_kind_of_step():
    hidden = (LayerSpec(3, "prelu", sample="gaussian"),)
    network = small_run(hidden=hidden).network
    rng = np.random.default_rng(0)
    theta = rng.normal(size=network.layout.size)
    x, y = (
        rng.normal(size=(6, network.inputs)),
        rng.integers(0, 2, (6, 1)).astype(float),
    )
    subject = Subject(network, theta, np.zeros(0), x, y)
    (drawn,) = Drawing(subject, "none", 5).blocks(0, 3)
    for draw, gradient in enumerate(drawn.gradients):
        graph = subject.repeated(1, numbers_of(subject, 5, draw, 1))
        np.testing.assert_allclose(gradient, graph.gradient(), atol=1e-12)
        assert network.layout.layers[0].slopes.of(gradient).any()
