"""Kernels that few networks need: loaded for those, and not compiled for others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.kernels.families import (
    CHANCE,
    FAMILIES,
    LAYERS,
    SETS,
    USUAL,
    families_of,
    of_loss,
    sets_of,
)
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.outputs import LOSSES
from core.training import TrainingSpec


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    if not hasattr(os, "fork"):
        pytest.skip("needs fork")
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.late_kernels"],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def test_every_network_has_its_families_loaded(told: dict[str, Any]) -> None:
    assert len(told["found"]) > len(LOSSES) + 20
    for name, (late, total) in told["found"].items():
        assert late == [], name
        assert total > 0.0, name


def test_a_kernel_that_was_forgotten_is_loaded_when_it_is_called(
    told: dict[str, Any],
) -> None:
    (late, total), (_, right) = told["stub"], told["found"]["mdn"]
    assert "mixture" in late
    assert total == right


def test_common_networks_need_none() -> None:
    usual = [name for name in LOSSES if of_loss(name) == USUAL]
    assert len(usual) == 6
    network = NetworkSpec(2, (LayerSpec(3),), OutputSpec(usual[0], 1))
    assert families_of(network, TrainingSpec()) == frozenset()
    assert sets_of(network, TrainingSpec(precision="float32")) == ("float32",)


def test_rare_ones_name_theirs() -> None:
    hidden = (LayerSpec(2, batch_norm=True), LayerSpec(2, sample="gaussian"))
    network = NetworkSpec(2, hidden, OutputSpec("ce", 2))
    training = TrainingSpec()
    assert families_of(network, training) == {LAYERS, CHANCE, of_loss("ce")}
    assert set(sets_of(network, training)) < set(SETS["float64"])
    plain = NetworkSpec(2, (LayerSpec(2),), OutputSpec("mse", 1))
    assert families_of(plain, TrainingSpec(dropout=0.1)) == {LAYERS}
    assert len(FAMILIES) == len(SETS["float64"]) - 1 == len(set(FAMILIES))


def test_asking_for_them_loads_no_compiler() -> None:
    code = "import sys, core.engine.cold_start; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
