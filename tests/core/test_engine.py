from __future__ import annotations

import sys
import threading
from dataclasses import replace
from math import inf
from subprocess import Popen
from time import perf_counter, process_time

import numpy as np
import pytest

from core import cli
from core.edits import InsertLayer, SetLayer, SetOutput
from core.engine import cold_start
from core.engine import commands as c
from core.engine.engine import COMPILING, Engine
from core.engine.pacing import PATIENCE
from core.engine.saved import saved_of
from core.engine.session import Session
from core.errors import BadInput
from core.kernels.backend import CompiledBackend
from core.kernels.families import MANY, REGIONS, SETS
from core.network import LayerSpec
from core.problems import PROBLEMS
from core.problems.base import DataSpec
from core.training.state import column_count
from tests.core.engine_runs import NOISY, same_state, small_run

# A machine on which nothing is compiled yet needs a minute, once.
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module", autouse=True)
def kernels() -> None:
    cold_start.load_kernels("float64")


def paused_at(step: int):
    return lambda s: s.step == step and not s.playing


def test_there_is_a_snapshot_from_the_start():
    with Engine(small_run(), "wait") as engine:
        assert engine.latest.step == 0
        assert not engine.latest.playing
        assert engine.error is None


def test_play_trains_until_pause():
    with Engine(small_run(), "wait") as engine:
        engine.send(c.Play())
        seen = engine.wait_for(lambda s: s.step > 500)
        assert seen.playing
        assert seen.backend == "compiled"
        engine.send(c.Pause())
        paused = engine.wait_for(lambda s: not s.playing)
        # Work in progress is done: steps are counted from here.
        engine.send(c.Step(3))
        engine.wait_for(paused_at(paused.step + 3))
        assert engine.series.last == paused.step + 3
        assert paused.step in engine.timeline.steps


def test_it_may_begin_at_once():
    with Engine(small_run(), "wait", paused=False) as engine:
        assert engine.wait_for(lambda s: s.step > 10).playing


def test_the_thread_trains_the_same_numbers_as_a_session():
    run = small_run(**NOISY)
    session = Session(run, "compiled")
    session.advance(3000)
    with Engine(run, "wait") as engine:
        engine.send(c.Step(700))
        engine.wait_for(paused_at(700))
        engine.send(c.Play(), c.SetPace(5000.0))
        engine.wait_for(lambda s: s.step > 900)
        engine.send(c.Pause())
        stopped = engine.wait_for(lambda s: not s.playing)
        engine.send(c.SetPace(), c.Step(3000 - stopped.step))
        assert same_state(engine.wait_for(paused_at(3000)), session.snapshot())
        columns = list(range(engine.series.columns))
        a = engine.series.view(columns, 1, 3001, 3000)
        b = session.series.view(columns, 1, 3001, 3000)
        np.testing.assert_array_equal(a.mean, b.mean)


def test_steps_that_are_asked_for_twice_are_made_twice():
    with Engine(small_run(), "wait") as engine:
        engine.send(c.Step(5))
        engine.send(c.Step(5))
        engine.wait_for(paused_at(10))


def test_commands_of_one_send_have_no_step_between_them():
    with Engine(small_run(), "wait", paused=False) as engine:
        engine.wait_for(lambda s: s.step > 100)
        slower = replace(small_run().training, learning_rate=1e-4)
        engine.send(c.Rewind(), c.SetTraining(slower), c.Pause())
        stopped = engine.wait_for(lambda s: not s.playing)
        assert stopped.step == 0
        assert stopped.run.training == slower


def test_a_refused_command_is_told_and_training_goes_on():
    with Engine(small_run(), "wait", paused=False) as engine:
        engine.send(c.SetParameter(9, "W", (0, 0), 1.0), c.Pause())
        engine.send(c.SetPace(1e6))  # does not clear pending steps
        seen = engine.wait_for(lambda s: s.pace == 1e6)
        assert seen.playing
        before = seen.step
        engine.wait_for(lambda s: s.step > before)
        engine.send(c.SetParameter(9, "W", (0, 0), 1.0))
        engine.send(c.Pause())
        engine.wait_for(lambda s: not s.playing)
        engine.send(c.SetParameter(0, "b", (0,), inf), c.Step(2))
        engine.send(c.Step(1))
        engine.wait_for(lambda s: not s.playing and s.step > before)


def test_a_refused_command_is_the_error():
    refused = c.SetParameter(9, "W", (0, 0), 1.0)
    with Engine(small_run(), "wait") as engine:
        engine.send(refused)
        told = wait_for_error(engine)
        assert isinstance(told, BadInput)
        assert "layer must be from 1 to 3, got 10" in str(told)
        engine.send(c.Step(1))
        engine.wait_for(paused_at(1))
        assert engine.error is None


def wait_for_error(engine: Engine) -> BaseException:
    end = perf_counter() + 60
    while engine.error is None and perf_counter() < end:
        threading.Event().wait(0.001)
    assert engine.error is not None
    return engine.error


def test_a_failure_in_the_thread_becomes_a_value(monkeypatch):
    with Engine(small_run(), "wait", paused=False) as engine:
        engine.wait_for(lambda s: s.step > 100)

        def fail(*args: object) -> None:
            raise RuntimeError("broken on purpose")

        with monkeypatch.context() as patch:
            patch.setattr(CompiledBackend, "run", fail)
            engine.wait_for(lambda s: not s.playing)
            assert str(engine.error) == "broken on purpose"
        # Once fixed, it continues.
        engine.send(c.Rewind(), c.Play())
        engine.wait_for(lambda s: s.playing and s.step > 10)
        assert engine.error is None


def test_divergence_pauses_and_can_be_mended():
    run = small_run(
        8, 8, activation="identity", optimiser="sgd", loss="mse", learning_rate=1e4
    )
    with Engine(run, "wait", paused=False) as engine:
        seen = engine.wait_for(lambda s: s.divergence is not None)
        assert not seen.playing
        assert np.isfinite(seen.theta).all()
        assert engine.error is None
        engine.send(c.Play())
        engine.send(c.Step(5))
        slower = replace(run.training, learning_rate=1e-3)
        engine.send(c.Branch(0), c.SetTraining(slower), c.Play())
        engine.wait_for(lambda s: s.playing and s.step > 50)


def test_structure_changes_while_training_runs():
    with Engine(small_run(6, 5), "wait", paused=False) as engine:
        engine.wait_for(lambda s: s.step > 100)
        engine.send(
            SetLayer(0, "units", 7),
            SetLayer(0, "activation", "relu"),
            InsertLayer(1, LayerSpec(4, "tanh")),
            SetOutput("loss", "ce"),
        )
        changed = engine.wait_for(lambda s: s.network.depth == 4)
        assert changed.step > 100
        engine.wait_for(lambda s: s.step > changed.step + 100)
        assert engine.error is None


def test_a_run_copied_in_the_middle_of_a_change_is_whole(monkeypatch):
    """Numbers of every step must belong to the network they are saved with."""
    begun, resume = threading.Event(), threading.Event()
    keep = Session.keep

    def keep_later(session: Session) -> None:
        begun.set()
        resume.wait()
        keep(session)

    insert = InsertLayer(0, LayerSpec(4))
    with Engine(small_run(), "wait") as engine:
        engine.send(c.Step(20))
        engine.wait_for(paused_at(20))
        monkeypatch.setattr(Session, "keep", keep_later)
        engine.send(insert)
        begun.wait()  # the engine has changed the network, and not published it
        latest, series = engine.present
        saved = saved_of(latest, engine.timeline, series)
        resume.set()
        monkeypatch.undo()
        engine.wait_for(lambda s: s.run != latest.run)
    assert saved.series.rows.shape == (20, column_count(latest.network.depth))
    again = Session(latest.run, "reference")
    again.apply(c.Restore(saved))
    again.apply(insert)
    again.advance(1)
    assert again.series.last == 21


def test_no_thread_is_left():
    before = set(threading.enumerate())
    engine = Engine(small_run(), "background", paused=False)
    engine.wait_for(lambda s: s.step > 3)
    engine.close()
    engine.close()
    assert set(threading.enumerate()) == before
    engine.send(c.Play())  # too late, and harmless


def test_training_begins_on_the_reference_and_moves_without_a_jump(monkeypatch):
    run = small_run(learning_rate=1e-3)
    begun = threading.Event()
    load = cold_start.load_kernels

    def load_later(precision: str) -> None:
        begun.wait()
        load(precision)

    monkeypatch.setattr(cold_start, "load_kernels", load_later)
    with Engine(run, "background", paused=False) as engine:
        seen = engine.wait_for(lambda s: s.step > 5)
        assert seen.backend == "reference"
        assert engine.status == COMPILING
        begun.set()
        moved = engine.wait_for(lambda s: s.backend == "compiled")
        assert moved.step > 5
        assert engine.status == ""
        engine.wait_for(lambda s: s.step > moved.step + 1000)
        (marker,) = engine.timeline.markers
        assert marker.kind == "backend"
        assert "kernels" in marker.text
        kept = engine.timeline.at(marker.step)
    twin = Session(run, "reference")
    twin.advance(marker.step)
    assert kept.step == marker.step
    assert same_state(kept, twin.snapshot())
    assert kept.metrics.loss == pytest.approx(twin.snapshot().metrics.loss, rel=1e-9)


def test_kernels_that_arrive_while_paused_are_taken():
    with Engine(small_run(), "background") as engine:
        assert engine.wait_for(lambda s: s.backend == "compiled").step == 0
        assert engine.timeline.markers == ()


@pytest.fixture
def cold_starts(monkeypatch):
    """The threads that load kernels for engines, the latest last."""
    made = []

    class Noted(cold_start.ColdStart):
        def start(self):
            made.append(self)
            super().start()

    monkeypatch.setattr("core.engine.engine.ColdStart", Noted)
    return made


def test_an_empty_cache_is_filled_by_a_child_process(
    monkeypatch, tmp_path, cold_starts
):
    noted = tmp_path / "compiled"
    code = "import sys; open(sys.argv[1], 'a').write('\\n'.join([*sys.argv[2:], '']))"

    def command(*sets: str) -> list[str]:
        return [sys.executable, "-c", code, str(noted), *sets]

    asked = []
    monkeypatch.setattr(
        cold_start,
        "in_cache",
        lambda what: noted.exists() and what in noted.read_text().split(),
    )
    monkeypatch.setattr(cold_start, "compile_command", command)
    monkeypatch.setattr(cold_start, "load_kernels", asked.append)
    with Engine(small_run(), "background") as engine:
        engine.wait_for(lambda s: s.backend == "compiled")
        cold_starts.pop().join()  # regions, a grid and the other precision follow
        own, others = SETS["float64"], (*SETS["float32"], MANY["float32"])
        rest = (MANY["float64"], *others)
        assert noted.read_text().split() == ["float64", REGIONS, *own[1:], *rest]
        assert asked == ["float64", *own, *rest]


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        (c.SetTraining(small_run(precision="float32").training), "float32"),
        (c.SetTraining(small_run(dropout=0.2).training), "float64+layers"),
        (SetLayer(0, "batch_norm", True), "float64+layers"),
        (c.SetRun(small_run(precision="float32")), "float32"),
    ],
    ids=["precision", "dropout", "edit", "run"],
)
def test_a_change_that_needs_other_kernels_waits_for_no_compiler(
    monkeypatch, tmp_path, change, missing
):
    """They are compiled next; until then, the reference trains."""
    made, gate = tmp_path / "made", tmp_path / "gate"
    made.write_text("float64")
    code = """
import sys, threading, pathlib
made, gate, missing, *sets = sys.argv[1:]
while missing not in sets or not pathlib.Path(gate).exists():
    threading.Event().wait(0.01)
pathlib.Path(made).write_text(" ".join(["float64", *sets]))
"""

    def command(*sets: str) -> list[str]:
        return [sys.executable, "-c", code, str(made), str(gate), missing, *sets]

    loaded = []
    load = cold_start.load_kernels
    monkeypatch.setattr(cold_start, "compile_command", command)
    monkeypatch.setattr(
        cold_start, "in_cache", lambda what: what in made.read_text().split()
    )
    monkeypatch.setattr(
        cold_start, "load_kernels", lambda what: (loaded.append(what), load(what))
    )
    with Engine(small_run(), "background", paused=False) as engine:
        before = engine.wait_for(lambda s: s.backend == "compiled" and s.step > 100)
        engine.send(change, c.Play())
        slow = engine.wait_for(lambda s: s.run != before.run and s.step % 10 == 9)
        assert slow.backend == "reference"
        assert engine.status == COMPILING
        assert missing not in loaded
        gate.touch()
        fast = engine.wait_for(lambda s: s.backend == "compiled")
        assert missing in loaded
        assert engine.status == ""
        assert fast.run == slow.run
        texts = [m.text for m in engine.timeline.markers if m.kind == "backend"]
    if not isinstance(change, c.SetRun):  # which starts anew
        assert texts[-2] == "reference engine took over"
    assert texts[-1] == "compiled kernels took over"


def test_a_frozen_program_compiles_by_calling_itself(monkeypatch):
    ran = []
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(cli.runpy, "run_module", lambda *a, **k: ran.append(a))
    program, *words = cold_start.compile_command("float32")
    assert program == sys.executable
    assert cli.main(words) == 0
    assert words[1:] == ["float32"]
    assert cli.main(cold_start.compile_command("regions")[1:]) == 0
    assert ran == [("core.kernels",), ("core.analysis.region_warm",)]


def test_closing_ends_a_child_that_still_compiles(monkeypatch, cold_starts):
    forever = [sys.executable, "-c", "import threading; threading.Event().wait()"]
    monkeypatch.setattr(cold_start, "in_cache", lambda precision: False)
    monkeypatch.setattr(cold_start, "compile_command", lambda *sets: forever)
    children = []

    class Child(Popen):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            children.append(self)

    monkeypatch.setattr(cold_start.subprocess, "Popen", Child)
    engine = Engine(small_run(), "background", paused=False)
    engine.wait_for(lambda s: s.step > 3)
    engine.close()
    assert not cold_starts.pop().is_alive()
    assert all(child.returncode is not None for child in children)


def test_kernels_that_cannot_be_had_are_no_disaster(monkeypatch):
    def fail(precision: str) -> None:
        raise RuntimeError("no compiler today")

    monkeypatch.setattr(cold_start, "load_kernels", fail)
    monkeypatch.setattr(cold_start, "in_cache", lambda precision: True)
    with Engine(small_run(), "background", paused=False) as engine:
        engine.wait_for(lambda s: engine.status != COMPILING)
        assert "no compiler today" in engine.status
        step = engine.latest.step
        assert engine.wait_for(lambda s: s.step > step).backend == "reference"
        assert engine.error is None


def test_pacing_holds_and_does_not_spin():
    with Engine(small_run(), "wait") as engine:
        engine.send(c.Step(1))
        engine.wait_for(paused_at(1))
        engine.send(c.SetPace(100.0), c.Play())
        engine.wait_for(lambda s: s.step >= 5)
        begin, cpu = perf_counter(), process_time()
        start = engine.latest.step
        best = 0.0
        # Other work on the machine makes it slower for a while …
        for _ in range(40):
            since, first = perf_counter(), engine.latest.step
            last = engine.wait_for(lambda s, n=first + 15: s.step >= n).step
            best = max(best, (last - first) / (perf_counter() - since))
            if best > 65:
                break
        made = engine.latest.step - start
        wall, used = perf_counter() - begin, process_time() - cpu
        assert best > 65
        # … and nothing quicker: a delay is made up for by a few steps at most.
        assert made <= 100 * (wall + PATIENCE) + 2
        assert used < 0.5 * wall


def test_a_command_takes_effect_in_the_middle_of_a_huge_step(monkeypatch):
    data = DataSpec(PROBLEMS["spirals"](arms=2), 1_000_000, test=0.0)
    run = replace(small_run(32, 32, batch_size=0), data=data)
    with Engine(run, "wait") as engine:
        engine.send(c.Step(1))
        engine.wait_for(paused_at(1))
        train, under_way = CompiledBackend.run, threading.Event()

        def announced(*args):
            under_way.set()
            return train(*args)

        monkeypatch.setattr(CompiledBackend, "run", announced)
        inside = []
        for i in range(8):
            under_way.clear()
            before = engine.latest.step
            engine.send(c.Play())
            under_way.wait()
            engine.send(c.SetPace(1e6 + i) if i % 2 else c.Pause())
            now = engine.wait_for(lambda s, i=i: not s.playing or s.pace == 1e6 + i)
            inside.append(now.step == before)
            engine.send(c.Pause(), c.SetPace())
            engine.wait_for(lambda s: not s.playing and s.pace == inf)
        # `hyperfold bench engine` tells how soon: 20 ms on a quiet machine.
        assert sum(inside) > 4


def test_it_tells_when_everything_sent_has_taken_effect():
    with Engine(small_run()) as engine:
        for rate in (0.2, 0.3, 0.4):
            engine.send(
                c.SetTraining(replace(small_run().training, learning_rate=rate))
            )
        engine.wait_for(lambda s: s.run.training.learning_rate == 0.4)
        while not engine.obeyed:
            pass
        assert engine.latest.run.training.learning_rate == 0.4
