from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.pacing import PATIENCE, TICK, Pacer


def play(pacer: Pacer, seconds: float, cost=lambda now: 0.0, start=100.0):
    """Run a loop like the engine's on our own clock: (time, steps) of each turn."""
    now = start
    pacer.start(now)
    log = []
    while now < start + seconds:
        due = pacer.due(now)
        if due:
            log.append((now - start, int(due)))
            pacer.made(int(due))
            now += cost(now)
        now += max(pacer.wait(now), 1e-7)
    return np.array(log)


@pytest.mark.parametrize("pace", [1.0, 2.5, 30.0, 60.0, 250.0])
def test_slow_paces_make_single_steps_at_equal_intervals(pace):
    log = play(Pacer(pace), 20.0)
    assert (log[:, 1] == 1).all()
    assert abs(len(log) - 20 * pace) <= 1
    np.testing.assert_allclose(np.diff(log[:, 0]), 1 / pace, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("pace", [700.0, 10_000.0, 1e6])
def test_fast_paces_make_equal_shares_every_tick(pace):
    log = play(Pacer(pace), 2.0)
    assert log[:, 1].sum() == pytest.approx(2 * pace, rel=0.01)
    assert log[:, 1].max() - log[:, 1].min() <= 1
    assert np.diff(log[:, 0]).max() <= 1.01 * TICK + 1 / pace


@given(st.floats(1.0, 5000.0), st.integers(0, 2**32 - 1))
def test_every_frame_gets_its_share_although_steps_cost_time(pace, seed):
    rng = np.random.default_rng(seed)
    log = play(Pacer(pace), 3.0, cost=lambda now: rng.uniform(0, 0.5 / pace))
    frames = np.histogram(log[:, 0], bins=np.arange(0, 3.0, 0.1), weights=log[:, 1])[0]
    # One step or one tick's worth may fall on the other side of a frame's edge.
    allowed = max(1.0, TICK * pace) + 1
    assert np.abs(frames - 0.1 * pace).max() <= allowed + 1e-6


def test_a_long_delay_is_not_made_up_for_in_a_burst():
    pacer = Pacer(1000.0)
    pacer.start(0.0)
    assert pacer.due(0.010) == 10
    pacer.made(10)
    burst = pacer.due(5.0)
    assert burst <= PATIENCE * 1000
    pacer.made(int(burst))
    assert pacer.due(5.004) == pytest.approx(4, abs=1)


def test_flat_out_is_always_due():
    pacer = Pacer()
    pacer.start(0.0)
    assert pacer.due(0.0) == inf
    assert pacer.wait(0.0) == 0.0


def test_dragging_the_pace_neither_hurries_nor_holds_up_a_step():
    pacer = Pacer(1.0)
    pacer.start(0.0)
    made, now = 0, 0.0
    for i in range(1, 101):
        now = i * 0.05
        pacer.start(now, 1.0 + 0.0001 * i)
        due = int(pacer.due(now))
        made += due
        pacer.made(due)
    assert made == pytest.approx(5, abs=1)


def test_a_faster_pace_holds_at_once():
    pacer = Pacer(1.0)
    pacer.start(0.0)
    pacer.start(0.5, 100.0)
    assert pacer.due(0.5049) <= 1
    assert pacer.due(0.51) == 1
    pacer.start(0.52, inf)
    assert pacer.due(0.52) == inf
    pacer.start(0.53, 10.0)
    assert pacer.due(0.53) == 0
    assert pacer.wait(0.53) == pytest.approx(0.1)
