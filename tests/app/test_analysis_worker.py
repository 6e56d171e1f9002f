from __future__ import annotations

from threading import Event

import pytest

from app.frame.worker import AnalysisWorker


@pytest.fixture
def worker():
    made = AnalysisWorker()
    yield made
    made.close()


def answers_of(worker, count):
    found = []
    while len(found) < count:
        found += worker.collect()
    return found


def test_a_job_is_answered(worker):
    worker.submit("loss", 3, lambda: 6 * 7)
    (answer,) = answers_of(worker, 1)
    assert (answer.name, answer.generation, answer.result) == ("loss", 3, 42)


def test_of_the_waiting_requests_of_a_panel_the_latest_wins(worker):
    gate, begun = Event(), Event()

    def block():
        begun.set()
        gate.wait(60)

    worker.submit("first", 0, block)
    begun.wait(60)
    for i in range(100):
        worker.submit("loss", 0, lambda i=i: i)
    worker.submit("output", 0, lambda: "also")
    gate.set()
    results = {a.name: a.result for a in answers_of(worker, 3)}
    assert results == {"first": None, "loss": 99, "output": "also"}


def test_an_error_becomes_a_value_and_the_worker_goes_on(worker):
    def fail():
        raise ZeroDivisionError("no")

    worker.submit("loss", 0, fail)
    (answer,) = answers_of(worker, 1)
    assert isinstance(answer.error, ZeroDivisionError)
    worker.submit("loss", 0, lambda: 1)
    assert answers_of(worker, 1)[0].result == 1


def test_a_forgotten_request_is_not_worked(worker):
    gate, begun = Event(), Event()

    def block():
        begun.set()
        gate.wait(60)

    worker.submit("first", 0, block)
    begun.wait(60)
    worker.submit("loss", 0, lambda: 1)
    worker.forget("loss")
    gate.set()
    assert [a.name for a in answers_of(worker, 1)] == ["first"]
    assert not worker.busy


def test_closing_twice_and_submitting_after_it_is_harmless(worker):
    worker.close()
    worker.submit("loss", 0, lambda: 1)
    assert worker.collect() == []
