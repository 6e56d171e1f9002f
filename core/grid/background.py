"""Work in a thread of its own that sleeps while there is nothing to do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Condition, Thread
from typing import ClassVar

import numpy as np

from core.priority import TRAINING, give_way


class Background(ABC):
    """Does what was last requested; a newer request replaces it.

    A subclass stores a request and sets `_busy` while it holds `_news`, then calls
    `_begin`. ``threaded`` is False for rendering pictures: a request then returns when
    all is done.
    """

    thread_name: ClassVar[str]

    def __init__(self, *, threaded: bool = True) -> None:
        self._threaded = threaded
        self._news = Condition()
        self._closed = self._busy = False
        self._stop = np.zeros(1, np.uint8)
        self._error: BaseException | None = None
        self._thread: Thread | None = None

    @property
    def error(self) -> BaseException | None:
        """What went wrong with the present request."""
        return self._error

    @property
    def busy(self) -> bool:
        """Whether there is more to come for the present request."""
        return self._busy

    def wait(self, timeout: float = 60.0) -> None:
        """Block until the present request is done."""
        with self._news:
            if not self._news.wait_for(lambda: not self._busy, timeout):
                raise TimeoutError(f"{self.thread_name} is still busy")

    def close(self) -> None:
        """End the thread."""
        with self._news:
            self._closed = True
            self._stop[0] = 1
            self._news.notify_all()
        if self._thread is not None:
            self._thread.join()

    @abstractmethod
    def _work(self) -> bool:
        """Work for a short time; False once there is nothing left to do."""

    def _begin(self) -> None:
        """Start on a new request, or do all of it right here."""
        if not self._threaded:
            while self._work():
                pass
        elif self._thread is None and self._busy:
            self._thread = Thread(target=self._run, name=self.thread_name, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        give_way(TRAINING)
        while True:
            with self._news:
                while not (self._closed or self._busy):
                    self._news.wait()
                if self._closed:
                    return
            self._work()
