"""Native kernels take over from shipped ones while the program runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import Popen
from threading import Event
from typing import Any

import pytest

from core.cli.shipped_kernels import pack
from core.edits import InsertLayer, SetOutput
from core.engine import cold_start
from core.engine import commands as c
from core.engine.cold_start import ColdStart
from core.engine.engine import Engine
from core.kernels import cache, sources, target
from core.kernels.warm import warm_up
from core.outputs import usual_loss
from core.training import TrainingSpec
from tests.core.engine_runs import small_run
from tests.core.shipped_runs import as_if_shipped

HOME = Path(__file__).parents[2]
MARK = "native kernels took over"
DAMAGED = "train.layer_squares-*"


def copy_kernels(marker: str, place: Path) -> Path:
    """A folder with kernels of the cache: all that a marker lists, and itself."""
    place.mkdir()
    lines = (cache.folder() / marker).read_text("ascii").splitlines()
    for name in (marker, *(line.partition(" ")[2] for line in lines)):
        shutil.copy(cache.folder() / name, place)
    return place


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installed program's own folder, with kernels made for a level."""
    level = target.level()
    if level is None or cache.target() != target.NATIVE:
        pytest.skip("no kernels would be shipped for this processor")
    subprocess.run(
        [sys.executable, "-m", "core.kernels", "float64"],
        env={**os.environ, "NUMBA_CPU_NAME": level},
        cwd=HOME,
        check=True,
    )
    room = tmp_path_factory.mktemp("shipped")
    made = copy_kernels(f"warm-float64@{level}", room / "made")
    shipped = room / "program" / "kernels"
    shipped.mkdir(parents=True)
    pack(made, shipped / f"{level}{cache.ARCHIVE}")
    (shipped / sources.DIGEST_FILE).write_text(f"{sources.digest()}\n")
    return shipped.parent


@pytest.fixture
def native(tmp_path: Path) -> Path:
    """Kernels of this processor, with one damaged."""
    warm_up("float64")
    made = copy_kernels("warm-float64", tmp_path / "native")
    for entry in made.glob(DAMAGED):  # one for each precision, or only one
        spoilt = bytearray(entry.read_bytes())
        spoilt[-300] ^= 1
        entry.write_bytes(spoilt)
    return made


def run_program(program: Path, native: Path, place: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.installed_program", program, native],
        env={**os.environ, "HYPERFOLD_CACHE": str(place)},
        cwd=HOME,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def check(told: dict[str, Any]) -> None:
    assert (told["own"], told["native"]) == (target.level(), target.NATIVE)
    assert [mark[1:] for mark in told["marks"]][-1] == [MARK, "backend"]
    assert told["same until then"]
    assert told["loss"] < 0.8
    assert told["child"]["target"] == target.NATIVE
    assert told["child"]["when idle"]


def test_kernels_of_two_processors_in_one_process(
    program: Path, native: Path, tmp_path: Path
) -> None:
    """Begun on shipped kernels, gone on with native ones, one compiled meanwhile."""
    told = run_program(program, native, tmp_path / "user")
    check(told)
    assert Path(told["folder"]).parent == tmp_path / "user"
    compiled = set(told["child"]["entries"])
    (damaged,) = (path for path in native.glob(DAMAGED) if path.name in compiled)
    again = Path(told["folder"]) / damaged.name
    assert again.read_bytes() != damaged.read_bytes()


def test_a_cache_that_cannot_be_written_is_no_obstacle(
    program: Path, native: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("where a folder is wanted")
    told = run_program(program, native, tmp_path / "file" / "user")
    check(told)
    assert not Path(told["folder"]).exists()  # private, and gone with the program


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    return as_if_shipped(monkeypatch)


def marks_of(engine: Engine) -> list[str]:
    return [mark.text for mark in engine.timeline.markers if "native" in mark.text]


def test_the_swap_is_between_two_steps_and_marked(gate: Event) -> None:
    with Engine(small_run(), "background", paused=False) as engine:
        engine.wait_for(lambda s: s.backend == "compiled" and s.step > 100)
        assert marks_of(engine) == []
        gate.set()
        engine.wait_for(lambda s: marks_of(engine) == [MARK])
        step = engine.latest.step
        engine.wait_for(lambda s: s.step > step + 1000)
        assert marks_of(engine) == [MARK]
        assert engine.error is None


def test_a_run_that_is_paused_takes_them_too(gate: Event) -> None:
    with Engine(small_run(), "background") as engine:
        engine.send(c.Step(20))
        seen = engine.wait_for(lambda s: s.step == 20 and s.backend == "compiled")
        gate.set()
        engine.wait_for(lambda s: marks_of(engine) == [MARK])
        assert engine.latest.theta.tobytes() == seen.theta.tobytes()
        assert not engine.latest.playing


def test_another_network_is_wanted_meanwhile(gate: Event) -> None:
    """Other families and another precision than when compiling began."""
    with Engine(small_run(), "background", paused=False) as engine:
        engine.wait_for(lambda s: s.backend == "compiled" and s.step > 10)
        float32 = TrainingSpec(batch_size=16, precision="float32", dropout=0.1)
        engine.send(
            InsertLayer(1), SetOutput("loss", usual_loss(2)), c.SetTraining(float32)
        )
        changed = engine.wait_for(lambda s: len(s.network.hidden) == 3 and s.playing)
        gate.set()
        engine.wait_for(lambda s: marks_of(engine) == [MARK])
        engine.wait_for(lambda s: s.step > changed.step + 1000)
        engine.send(InsertLayer(1))
        engine.wait_for(lambda s: len(s.network.hidden) == 4)
        step = engine.latest.step
        engine.wait_for(lambda s: s.step > step + 100)
        assert engine.error is None
        assert marks_of(engine) == [MARK]


def test_a_second_run_takes_what_the_first_had_compiled(
    gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.set()
    made: set[str] = set()
    ran: list[dict[str, str]] = []

    class Child:
        def __init__(self, words: list[str], env: dict[str, str], **_: Any) -> None:
            ran.append(env)
            made.update(words[3:])

        def wait(self) -> int:
            return 0

        def poll(self) -> int:
            return 0

    monkeypatch.setattr(cold_start.subprocess, "Popen", Child)
    monkeypatch.setattr(cold_start, "made_for_this_processor", made.__contains__)
    threads = [ColdStart(small_run(seed=seed), lambda: None) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [thread.native for thread in threads] == [True, True]
    assert len(ran) == 5  # as many as there are groups: nothing was compiled twice
    assert {env["HYPERFOLD_KERNELS"] for env in ran} == {"native"}
    assert all(env["HYPERFOLD_WHEN_IDLE"] for env in ran)


def test_what_cannot_be_compiled_leaves_everything_as_it_was(
    gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.set()
    fails = [sys.executable, "-c", "import sys; sys.exit(1)"]
    monkeypatch.setattr(cold_start, "compile_command", lambda *sets: fails)
    monkeypatch.setattr(cold_start, "made_for_this_processor", lambda what: False)
    thread = ColdStart(small_run(), lambda: None)
    thread.start()
    thread.join()
    assert thread.done
    assert thread.failure is None
    assert not thread.native


def test_closing_ends_the_child_that_compiles_native_kernels(
    gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    forever = [sys.executable, "-c", "import threading; threading.Event().wait()"]
    begun = Event()
    children: list[Popen[bytes]] = []

    class Child(Popen):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            children.append(self)
            begun.set()

    monkeypatch.setattr(cold_start, "compile_command", lambda *sets: forever)
    monkeypatch.setattr(cold_start, "made_for_this_processor", lambda what: False)
    monkeypatch.setattr(cold_start.subprocess, "Popen", Child)
    first = Engine(small_run(), "background", paused=False)
    begun.wait()
    second = Engine(small_run(seed=4), "background")  # waits for its turn to compile
    second.wait_for(lambda s: s.backend == "compiled")
    second.close()
    assert children[0].returncode is None
    first.close()
    assert [child.returncode is None for child in children] == [False]
    assert marks_of(first) == []
