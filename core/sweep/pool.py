"""Jobs on all cores of this machine, with results as they finish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

import numpy as np

from core.arrays import Stop

Job = TypeVar("Job")
Result = TypeVar("Result")

_PATIENCE = 0.2  # seconds between two checks for Ctrl-C


def in_threads(
    work: Callable[[Job, Stop], Result],
    jobs: Iterable[Job],
    workers: int,
    stop: Stop | None = None,
) -> Iterator[tuple[Job, Result]]:
    """Yield each job with its result, in order of completion.

    Threads suffice: kernels release the GIL while they train, and share the compiled
    code. Leaving the loop early, including by Ctrl-C, stops every running job; so does
    setting ``stop[0]``, after which nothing more is yielded.
    """
    stop = np.zeros(1, np.uint8) if stop is None else stop
    left = iter(jobs)
    running: dict[Future[Result], Job] = {}
    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                # Submit only a few ahead, so that a million jobs do not wait in memory.
                for job in islice(left, 2 * workers - len(running)):
                    running[pool.submit(work, job, stop)] = job
                if not running:
                    return
                done, _ = wait(running, _PATIENCE, FIRST_COMPLETED)
                if stop[0]:
                    return
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            if running:
                stop[0] = 1
            for future in running:
                future.cancel()
