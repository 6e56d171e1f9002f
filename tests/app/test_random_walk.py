"""A person who does anything, in any order; the long walk is part of the soak."""

from __future__ import annotations

import pytest

from tests.app.person.walk import Walk

SHORT, LONG = 150, 5000
#: Seconds of the processor that one turn of the event loop may take.
GUI_LIMIT, ALL_LIMIT = 0.6, 2.0


def walk(deeds, seed, tmp_path, monkeypatch):
    walk = Walk(tmp_path, monkeypatch, seed)
    walk.go(deeds)
    print(walk.watch.report())
    gui, all_ = walk.watch.slowest
    walk.stage.close()
    assert gui < GUI_LIMIT, walk.watch.report()
    assert all_ < ALL_LIMIT, walk.watch.report()


def test_any_sequence_of_actions_leaves_the_window_whole(qapp, tmp_path, monkeypatch):
    walk(SHORT, 1, tmp_path, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3])
def test_a_long_walk_leaves_the_window_whole(qapp, tmp_path, monkeypatch, seed):
    walk(LONG, seed, tmp_path, monkeypatch)
