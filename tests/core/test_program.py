"""The tables that kernels read."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from core.kernels.program import Program
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.training import Schedule, TrainingSpec

#: Settings on which the layout of the tables depends.
LAID_OUT = {"batch_size", "dropout", "label_smoothing", "input_noise", "precision"}
OTHER = {"optimiser": "rmsprop", "schedule": Schedule("cosine", over=700, final=0.2)}
TABLES = ("operations", "table", "shape", "whole", "reals")


def program(training: TrainingSpec) -> Program:
    network = NetworkSpec(
        2, (LayerSpec(5, "tanh"), LayerSpec(4, "relu")), OutputSpec("ce", 3)
    )
    return Program(network, training, 300, 7, True, training.precision)


@pytest.mark.parametrize(
    "name", sorted({f.name for f in fields(TrainingSpec)} - LAID_OUT)
)
def test_a_tuned_program_equals_a_new_one(name: str):
    old = TrainingSpec(batch_size=32)
    value = OTHER.get(name)
    if value is None:
        value = 0.5 * getattr(old, name) + 0.01
    new = replace(old, **{name: value})
    assert new != old
    before = program(old)
    kept = {table: getattr(before, table).copy() for table in TABLES}
    tuned, fresh = before.tuned(new), program(new)
    for table in TABLES:
        np.testing.assert_array_equal(getattr(tuned, table), getattr(fresh, table))
        np.testing.assert_array_equal(getattr(before, table), kept[table])
    assert tuned.families == fresh.families
    assert any(
        (getattr(tuned, table) != kept[table]).any() for table in ("whole", "reals")
    )
