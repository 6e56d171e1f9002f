"""Kernels of two builds in one process: native ones take over from shipped ones.

Here the second build is the first, read from the cache again into an engine of its own:
the same machine code at other addresses. So going over to it may not change one bit.
`test_native_swap.py` goes from one processor's kernels to another's.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.edits import InsertLayer
from core.engine import commands as c
from core.engine.cold_start import load_kernels, load_native_kernels
from core.engine.session import Session
from core.kernels import builds, cache, train, verified
from core.kernels.builds import OWN, Build
from core.kernels.families import LAYERS, SOFTMAX, set_name
from core.training import PRECISIONS, TrainingSpec
from tests.core.engine_runs import NOISY, same_state, small_run


@pytest.fixture(scope="module")
def read_again() -> Build:
    """The kernels of this process, read a second time."""
    for precision in PRECISIONS:
        load_kernels(precision)
        for family in (LAYERS, SOFTMAX):
            load_kernels(set_name(precision, family))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builds, "of_this_processor", None)
        assert load_native_kernels()
        read = builds.native("float64")
    assert read is not OWN
    return read


@pytest.fixture
def again(read_again: Build, monkeypatch: pytest.MonkeyPatch) -> Build:
    """The second build, in use."""
    monkeypatch.setattr(builds, "of_this_processor", read_again)
    return read_again


def both(run: Any, *commands: c.Command) -> tuple[Session, Session]:
    """A run that goes over after 137 steps, and one that does not."""
    made = Session(run), Session(run)
    for session in made:
        session.advance(137)
        if session is made[0]:
            session.use_backend("compiled", native=True)
        session.advance(200)
        for command in commands:
            session.apply(command)
        session.advance(200)
    return made


def same(run: Any, *commands: c.Command) -> Session:
    swapped, plain = both(run, *commands)
    assert same_state(swapped.snapshot(), plain.snapshot())
    assert swapped.snapshot().metrics == plain.snapshot().metrics
    assert swapped.snapshot().run == plain.snapshot().run
    mine, other = swapped.series.parts(), plain.series.parts()
    np.testing.assert_array_equal(mine.rows, other.rows)
    return swapped


@pytest.mark.parametrize("precision", PRECISIONS)
def test_going_over_changes_no_bit(again: Build, precision: str) -> None:
    session = same(small_run(precision=precision, optimiser="adam"))
    (mark,) = session.timeline.markers
    assert (mark.step, mark.kind) == (137, "backend")
    assert mark.text == "native kernels took over"
    assert session.timeline.at(137).step == 137


@pytest.mark.parametrize("precision", PRECISIONS)
def test_families_and_draws_go_over_too(again: Build, precision: str) -> None:
    same(small_run(activation="maxout", precision=precision, **NOISY))


def test_code_of_a_second_build_is_called(again: Build) -> None:
    form = again.form(train.train)
    assert form is not train.train
    before = {id(entry) for entry in train.train.overloads.values()}
    assert before.isdisjoint(id(entry) for entry in form.overloads.values())
    places = [
        {entry.library.get_pointer_to_function(entry.fndesc.llvm_func_name)}
        for entry in (
            next(iter(train.train.overloads.values())),
            next(iter(form.overloads.values())),
        )
    ]
    assert places[0].isdisjoint(places[1])


def test_another_network_and_precision_stay_native(again: Build) -> None:
    float32 = TrainingSpec(batch_size=16, precision="float32")
    same(small_run(), InsertLayer(1), c.SetTraining(float32))


def test_a_family_that_was_not_there_is_taken_from_this_process(again: Build) -> None:
    """The network turns to units of which no kernel was loaded when it was read."""
    same(small_run(loss="gaussian_nll"))


def test_going_back_and_rewinding_stay_native(again: Build) -> None:
    same(small_run(), c.Branch(200), c.Rewind())


def test_at_the_start_there_is_nothing_to_mark(again: Build) -> None:
    session = Session(small_run())
    session.use_backend("compiled", native=True)
    assert session.timeline.markers == ()
    session.use_backend("compiled", native=True)
    session.advance(10)
    session.use_backend("compiled", native=True)
    assert session.timeline.markers == ()


def test_scripts_stay_with_what_they_began_with(again: Build) -> None:
    session = Session(small_run())
    session.advance(10)
    session.apply(InsertLayer(1))
    session.apply(c.NewSeed())
    session.advance(10)
    session.use_backend("compiled")
    assert session.timeline.markers == ()


def test_a_damaged_kernel_is_not_used(
    again: Build,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(builds, "of_this_processor", None)
    copy = tmp_path / "cache"
    passing = shutil.ignore_patterns("new-*", "warm-*")  # of other processes
    shutil.copytree(cache.folder(), copy, ignore=passing)
    monkeypatch.setattr(verified, "folder", lambda: copy)
    for entry in copy.glob("train.train-*"):
        spoilt = bytearray(entry.read_bytes())
        spoilt[-300] ^= 1
        entry.write_bytes(spoilt)
    assert not load_native_kernels()
    assert "native kernels are not used: train is not in the cache" in caplog.text
    assert builds.native("float64") is OWN


def test_kernels_outlive_the_build_that_named_them() -> None:
    """Kernels linked later find the names of a build that nobody uses any more."""
    code = """
import gc, sys
import numpy as np
from core.engine.cold_start import load_kernels, load_native_kernels
from core.kernels import builds
load_kernels("float64")
own, builds.of_this_processor = builds.of_this_processor, None
assert load_native_kernels()
builds.of_this_processor = own
gc.collect()
from core.cli import main
sys.exit(main(["landscape", "xor", "--steps", "20", "--grid", "5", "--json"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["loss"]) == 5


def test_other_vectors_are_refused(
    again: Build, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(builds, "of_this_processor", None)
    monkeypatch.setattr(builds, "VECTOR", builds.VECTOR // 2)
    assert not load_native_kernels()
    assert "their vectors have another width" in caplog.text
