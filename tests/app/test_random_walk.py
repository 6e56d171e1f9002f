"""A simulated user who does anything, in any order; the long walk is part of the soak.

A failing walk reports its seed and its last deeds: each deed depends on the seed and
its number alone.
"""

from __future__ import annotations

from time import perf_counter

import pytest

from tests.app.person.walk import Walk

SHORT, LONG = 100, 5000
#: Seconds that a turn of the event loop may take: of the GUI's thread, 99 of 100 and
#: the longest (everything is styled anew in type of 300 %); of the process, for a turn
#: that waits. A machine that does other things doubles them.
LATE, LONGEST, PROCESS = 0.1, 1.0, 5.0


def walk(deeds, seed, tmp_path, monkeypatch, tell=print):
    begin = perf_counter()
    walk = Walk(tmp_path, monkeypatch, seed)
    walk.go(deeds)
    walk.stage.close()
    tell(
        f"\n{deeds} deeds of seed {seed} in {perf_counter() - begin:.0f} s; all views "
        f"were drawn in {1000 * walk.first[0]:.0f} ms at first and in "
        f"{1000 * walk.last[0]:.0f} ms at last\n{walk.watch.report()}"
    )
    gui, process = walk.watch.slowest
    if deeds == LONG:  # a hundred deeds are too few to judge
        assert walk.watch.late < LATE, walk.watch.report()
    assert gui < LONGEST, walk.watch.report()
    assert process < PROCESS, walk.watch.report()
    assert walk.last[1] < 2 * walk.first[1], "the window became slow"


def test_any_sequence_of_actions_leaves_the_window_whole(qapp, tmp_path, monkeypatch):
    walk(SHORT, 1, tmp_path, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3])
def test_a_long_walk_leaves_the_window_whole(qapp, tmp_path, monkeypatch, seed, capsys):
    def tell(text):
        with capsys.disabled():
            print(text)

    walk(LONG, seed, tmp_path, monkeypatch, tell)
