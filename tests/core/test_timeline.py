from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.commands import NewSeed, Restore, Rewind, SetRun
from core.engine.saved import saved_of
from core.engine.session import Session
from core.engine.snapshot import Metrics, Snapshot
from core.engine.timeline import DENSITY, Timeline
from core.errors import BadInput
from tests.core.engine_runs import small_run


@pytest.fixture(scope="module")
def first() -> Snapshot:
    return Session(small_run(), "reference").snapshot()


def fill(timeline: Timeline, first: Snapshot, last: int) -> None:
    """Keep what a run of ``last`` steps would keep."""
    step = 0
    while step <= last:
        metrics = Metrics(1.0 / (step + 1), None, None, None)
        timeline.keep(replace(first, step=step, metrics=metrics))
        step = timeline.next_after(step)


def test_every_early_step_is_kept(first):
    timeline = Timeline()
    fill(timeline, first, 200)
    assert timeline.steps.tolist() == list(range(201))


def test_later_steps_are_kept_evenly_in_log_time(first):
    timeline = Timeline()
    fill(timeline, first, 10_000_000)
    steps = timeline.steps
    octaves = np.histogram(steps, bins=2 ** np.arange(8, 24))[0]
    assert octaves.min() >= 128
    assert octaves.max() <= 257  # the last bin of a histogram is closed
    assert steps[0] == 0


def test_the_budget_is_kept_to_and_the_ends_survive(first):
    each = first.nbytes + 2000
    timeline = Timeline(budget=100 * each)
    fill(timeline, first, 1_000_000)
    steps = timeline.steps
    assert timeline.nbytes <= 100 * each
    assert 40 <= len(steps) <= 100
    assert steps[0] == 0
    late = steps[steps >= 1024]
    octaves = np.histogram(np.log2(late), bins=np.arange(10, 20))[0]
    assert octaves.min() >= 2
    assert octaves.max() <= 2.5 * octaves.min()


def test_a_budget_for_nothing_still_keeps_first_and_newest(first):
    timeline = Timeline(budget=1)
    fill(timeline, first, 5000)
    timeline.keep(replace(first, step=5001))
    assert timeline.steps.tolist() == [0, 5001]


@given(st.integers(0, 10**7), st.integers(0, 7))
def test_the_grid_only_grows_coarser(step, halvings):
    timeline = Timeline()
    fine = timeline.next_after(step)
    coarse = Timeline(density=DENSITY >> halvings).next_after(step)
    assert fine > step
    assert coarse >= fine
    # A step of the coarser grid is one of the finer grid, too.
    assert timeline.next_after(coarse - 1) == coarse


def test_a_snapshot_of_the_same_step_replaces_the_older(first):
    timeline = Timeline()
    timeline.keep(first)
    newer = replace(first, generation=7)
    timeline.keep(newer)
    assert timeline.steps.tolist() == [0]
    assert timeline.at(0) is newer


def test_at_finds_the_snapshot_at_or_before(first):
    timeline = Timeline()
    for step in (0, 4, 9):
        timeline.keep(replace(first, step=step))
    found = [timeline.at(step).step for step in (-1, 0, 3, 4, 8, 9, 100)]
    assert found == [0, 0, 0, 4, 4, 9, 9]
    assert [s.step for s in timeline.snapshots()] == [0, 4, 9]


def test_an_empty_timeline_has_nothing_to_show():
    with pytest.raises(BadInput, match="timeline must contain a snapshot"):
        Timeline().at(0)
    assert len(Timeline().metrics().steps) == 0


def test_cut_drops_what_came_later(first):
    timeline = Timeline()
    fill(timeline, first, 50)
    timeline.mark(10, "early")
    timeline.mark(40, "late", "divergence")
    timeline.measure(45, first.metrics)
    timeline.cut(30)
    assert timeline.steps.max() == 30
    assert [m.text for m in timeline.markers] == ["early"]
    assert timeline.metrics().steps.max() == 30


def test_metrics_join_kept_and_measured_ones_and_stay_few(first):
    timeline = Timeline()
    timeline.keep(first)
    for step in range(1, 100_000):
        timeline.measure(step, Metrics(float(step), None, 0.5, None))
    metrics = timeline.metrics()
    assert len(metrics.steps) <= 4097
    assert (np.diff(metrics.steps) > 0).all()
    np.testing.assert_array_equal(metrics.loss[1:], metrics.steps[1:])
    assert np.isnan(metrics.test_accuracy).all() or first.metrics.test_accuracy
    # Thinned evenly: no gap is much wider than the others.
    assert np.diff(metrics.steps).max() <= 64


def test_markers_do_not_grow_without_end():
    timeline = Timeline()
    for step in range(5000):
        timeline.mark_change(step, "learning rate", str(step), str(step + 1))
    assert len(timeline.markers) == 1000
    assert timeline.markers[-1].text == "learning rate 4999 → 5000"


def test_a_session_keeps_the_same_steps_however_it_is_cut():
    run = small_run(4)
    whole, pieces = Session(run, "reference"), Session(run, "reference")
    whole.advance(400)
    for _ in range(40):
        pieces.advance(10)
    np.testing.assert_array_equal(whole.timeline.steps, pieces.timeline.steps)
    a, b = whole.timeline.metrics(), pieces.timeline.metrics()
    np.testing.assert_array_equal(a.loss, b.loss)


@pytest.mark.parametrize("seed", range(6))
def test_metrics_are_those_of_all_that_was_kept_and_measured(seed, first, monkeypatch):
    monkeypatch.setattr("core.engine.timeline.METRICS", 20)
    timeline = Timeline(budget=30 * (first.nbytes + 2000))
    dice = np.random.default_rng(seed)
    step = 0
    for _ in range(300):
        kind = dice.integers(0, 12)
        step = int(dice.integers(0, step + 1)) if kind == 0 else step + int(kind % 3)
        metrics = replace(first.metrics, loss=float(dice.random()))
        if kind == 0:
            timeline.cut(step)
        elif kind < 7:
            timeline.measure(step, metrics)
        else:
            timeline.keep(replace(first, step=step, metrics=metrics))
        if kind % 2:
            _check_metrics(timeline)
    _check_metrics(timeline)
    _check_metrics(timeline.copy())


def _check_metrics(timeline):
    """What grew step by step is what a copy makes of the same values at once."""
    found, anew = timeline.metrics(), timeline.copy().metrics()
    assert found.steps.tolist() == anew.steps.tolist()
    assert found.loss.tolist() == anew.loss.tolist()
    assert (np.diff(found.steps) > 0).all()
    losses = dict(zip(found.steps.tolist(), found.loss.tolist(), strict=True))
    for kept in timeline.snapshots():
        assert losses[kept.step] == kept.metrics.loss


def test_no_reader_finds_an_empty_timeline():
    session = Session(small_run(), "reference")
    session.advance(5)
    saved = saved_of(session.snapshot(), session.timeline, session.series)
    timeline, lock = session.timeline, session.timeline.lock

    class Looking:
        """A lock that a reader takes right after it is released."""

        reads = False

        def __enter__(self):
            lock.acquire()

        def __exit__(self, *_):
            lock.release()
            if not self.reads:
                self.reads = True
                assert timeline.snapshots(), "a reader would find nothing"
                self.reads = False

    timeline.lock = Looking()
    session.apply(Rewind())
    session.apply(NewSeed())
    session.apply(SetRun(small_run()))
    session.apply(Restore(saved))
    assert timeline.at(0).step == 0
