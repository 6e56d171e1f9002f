"""Low-priority threads, and only those."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from core.priority import ANALYSIS, TRAINING, WHEN_IDLE, give_way


@pytest.mark.skipif(sys.platform != "linux", reason="niceness of a thread is Linux's")
def test_a_thread_gives_way_and_never_takes_more():
    def of_this_thread() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = of_this_thread()
    seen: list[int] = []

    def work() -> None:
        for niceness in (TRAINING, ANALYSIS):
            give_way(niceness)
            seen.append(of_this_thread())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [max(before, TRAINING)] * 2
    assert of_this_thread() == before


@pytest.mark.skipif(sys.platform != "linux", reason="each system asks otherwise")
@pytest.mark.parametrize("words", [{}, {WHEN_IDLE: "1"}])
def test_a_process_runs_when_nothing_else_does_if_asked(words):
    code = (
        "import os; from core.priority import wait_if_asked; wait_if_asked();"
        "print(os.sched_getscheduler(0) == os.SCHED_IDLE)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **words},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(bool(words))
