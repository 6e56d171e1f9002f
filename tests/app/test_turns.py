"""Drawing and computing take turns."""

from __future__ import annotations

from threading import Event, Thread

from app.frame.turns import breathe, take_turns
from app.frame.worker import AnalysisWorker


def test_no_job_begins_while_a_frame_is_drawn(monkeypatch):
    monkeypatch.setattr("app.frame.turns.LONGEST_HOLD", 60.0)
    worker = AnalysisWorker()
    begun = Event()
    try:
        worker.hold()
        worker.submit("warp", 0, begun.set)
        assert not begun.wait(0.05)
        worker.release()
        assert begun.wait(30.0)
    finally:
        worker.close()


def test_a_window_that_draws_all_the_time_gets_results():
    worker = AnalysisWorker()
    begun = Event()
    try:
        worker.hold()
        worker.submit("warp", 0, begun.set)
        assert begun.wait(30.0)
    finally:
        worker.close()


def test_a_job_breathes_until_the_frame_is_drawn(monkeypatch):
    monkeypatch.setattr("app.frame.turns.LONGEST_HOLD", 60.0)
    free, done = Event(), Event()

    def work():
        take_turns(free)
        breathe()
        done.set()

    thread = Thread(target=work)
    thread.start()
    assert not done.wait(0.05)
    free.set()
    assert done.wait(30.0)
    thread.join()


def test_whoever_is_not_the_worker_does_not_wait():
    breathe()
