from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from app.frame.clock import LINGER_SECONDS, READING_WAIT, FrameClock
from app.frame.worker import AnalysisWorker, Answer


class FakePanel:
    """A panel that records its calls."""

    def __init__(self, name, job=None):
        self.name, self.job = name, job
        self.visible, self.frames, self.results = True, [], []

    def isVisible(self):
        return self.visible

    def size(self):
        return QSize(100, 100)

    def show_frame(self, frame):
        self.frames.append(frame)

    def request(self, frame, size):
        return None if self.job is None else (lambda: self.job(frame))

    def show_result(self, result):
        self.results.append(result)


@pytest.fixture
def clock(state):
    worker = AnalysisWorker()
    made = FrameClock(state, worker)
    yield made
    made.stop()
    worker.close()


def test_a_panel_is_served_once_for_each_change(clock, state, train):
    panel = FakePanel("loss")
    clock.add(panel)
    clock.tick()
    clock.tick()
    assert len(panel.frames) == 1
    train(3)
    clock.tick()
    assert [f.main.snapshot.step for f in panel.frames] == [0, 3]


def test_a_hidden_panel_costs_nothing_and_catches_up(clock, train):
    panel = FakePanel("loss")
    panel.visible = False
    clock.add(panel)
    clock.tick()
    train(2)
    clock.tick()
    assert panel.frames == []
    panel.visible = True
    clock.tick()
    assert panel.frames[-1].main.snapshot.step == 2


def test_results_of_jobs_arrive(clock, train):
    panel = FakePanel("loss", job=lambda frame: frame.main.snapshot.step)
    clock.add(panel)
    train(4)
    clock.settle()
    assert panel.results == [4]


def test_a_result_of_an_older_generation_is_dropped(clock, state, train):
    from threading import Event

    gate, begun = Event(), Event()

    def job(frame):
        begun.set()
        gate.wait(60)
        return frame.main.snapshot.generation

    panel = FakePanel("loss", job)
    clock.add(panel)
    clock.tick()
    begun.wait(60)
    state.rewind()  # a new generation while the old job still runs
    clock.tick()
    gate.set()
    clock.settle()
    assert panel.results == [state.a.latest.generation]


def test_a_broken_panel_is_told_of_and_does_not_stop_the_others(clock, qtbot):
    broken, fine = FakePanel("warp"), FakePanel("loss")

    def fail(frame):
        raise ZeroDivisionError("no")

    broken.show_frame = fail
    clock.add(broken)
    clock.add(fine)
    with qtbot.waitSignal(clock.failed) as got:
        clock.tick()
    assert got.args[0] == "warp"
    assert len(fine.frames) == 1


def test_a_failing_job_is_told_of(clock, qtbot):
    def job(frame):
        raise ZeroDivisionError("no")

    clock.add(FakePanel("loss", job))
    with qtbot.waitSignal(clock.failed):
        clock.settle()


def test_the_clock_sleeps_when_nothing_happens_and_wakes_for_changes(
    clock, state, monkeypatch
):
    now = [100.0]
    monkeypatch.setattr("app.frame.clock.perf_counter", lambda: now[0])
    clock.add(FakePanel("loss"))
    clock.wake()
    assert clock.running
    clock.tick()
    now[0] += 2 * LINGER_SECONDS
    clock.tick()
    assert not clock.running
    state.shown.set_highlight(frozenset({1}))
    assert clock.running


def test_panels_beyond_the_budget_take_turns(clock, state, train, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("app.frame.clock.perf_counter", lambda: now[0])
    panels = [FakePanel(f"p{i}") for i in range(6)]
    for panel in panels:
        clock.add(panel)
        clock.clients[panel.name].cost = 0.005
    for _ in range(30):
        now[0] += 0.016
        train(1)
        clock.tick()
    counts = [len(p.frames) for p in panels]
    assert min(counts) >= 8  # at least 15 per second
    assert max(counts) < 30  # and not all in every frame


def test_a_frame_holds_what_the_panels_need(clock, state, train):
    train(5)
    state.shown.set_highlight(frozenset({2}))
    panel = FakePanel("loss")
    clock.add(panel)
    state.play()
    clock.tick()
    frame = panel.frames[-1]
    assert frame.moving
    assert frame.highlight == {2}
    assert frame.theme is state.shown.theme


def test_a_panel_whose_jobs_are_dear_waits_while_training_moves(
    clock, state, train, monkeypatch
):
    now = [100.0]
    monkeypatch.setattr("app.frame.clock.perf_counter", lambda: now[0])
    dear, cheap = FakePanel("warp", lambda frame: 1), FakePanel("loss")
    for panel in (dear, cheap):
        clock.add(panel)
    state.play()
    for _ in range(60):
        now[0] += 0.016
        clock.clients["warp"].job = 0.1  # of the processor, each
        train(1)
        clock.tick()
    assert 15 <= len(cheap.frames) <= 25  # in about a second: eyes need no more
    assert 2 <= len(dear.frames) <= 5  # a third of a core, about


def test_one_long_job_does_not_slow_a_panel_down(clock, state, train):
    panel = FakePanel("warp", lambda frame: 1)
    clock.add(panel)
    client = clock.clients["warp"]
    late, soon = Answer("warp", (), 1, seconds=2.0), Answer("warp", (), 1, seconds=1e-3)
    clock.show_answer(client, late)  # it loaded a library
    clock.show_answer(client, soon)
    assert client.job < 0.01
    for _ in range(12):
        clock.show_answer(client, late)
    assert client.job > 0.5  # now it is known to be expensive


def test_jobs_do_not_wait_when_nothing_moves(clock, train, monkeypatch):
    monkeypatch.setattr("app.frame.clock.perf_counter", lambda: 100.0)
    panel = FakePanel("warp", lambda frame: 1)
    clock.add(panel)
    for _ in range(3):
        train(1)
        clock.tick()
    assert len(panel.frames) == 3


def test_the_worker_is_fed_although_the_budget_of_drawing_is_spent(
    clock, state, train, monkeypatch
):
    monkeypatch.setattr("app.frame.clock.perf_counter", lambda: 100.0)
    drawn = [FakePanel(f"p{i}") for i in range(4)]
    asking = FakePanel("warp", lambda frame: 1)
    for panel in (*drawn, asking):
        clock.add(panel)
        client = clock.clients[panel.name]
        client.cost = 0.02  # one alone is beyond the budget
        client.served_at = 99.95  # long enough ago, but none is late
    client.asks, client.served_at = True, 99.955  # the others waited longer
    state.play()
    train(1)
    clock.tick()
    assert len(asking.frames) == 1
    assert sum(len(p.frames) for p in drawn) == 1


def test_what_is_read_changes_no_faster_than_eyes_read(
    clock, state, train, monkeypatch
):
    now = [100.0]
    monkeypatch.setattr("app.frame.clock.perf_counter", lambda: now[0])
    numbers, picture = FakePanel("toolbar"), FakePanel("warp")
    clock.add(numbers, READING_WAIT)
    clock.add(picture)
    state.play()
    for _ in range(60):
        now[0] += 0.016
        train(1)
        clock.tick()
    assert 8 <= len(numbers.frames) <= 10  # in about a second
    assert len(picture.frames) >= 15
    state.pause()
    clock.tick()
    assert numbers.frames[-1] is clock.frame  # at rest nothing waits


def test_settling_does_not_wait_for_a_frame_that_is_never_painted(window, monkeypatch):
    monkeypatch.setattr("app.frame.turns.LONGEST_HOLD", 600.0)
    window.worker.hold()
    window.clock.refresh_all()
    window.clock.settle(limit=120.0)  # TimeoutError if its jobs waited for their turn
    assert not window.worker.busy
