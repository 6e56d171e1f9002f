"""What every test runs under: no screen, own settings, no thread left behind."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Set before anything imports Qt or looks up a folder. The kernel cache stays where it
# is: recompiling for each run would cost a minute.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_OWN = tempfile.mkdtemp(prefix="hyperfold-tests-")
for _name in ("CONFIG", "DATA", "STATE"):
    os.environ[f"XDG_{_name}_HOME"] = os.path.join(_OWN, _name.lower())

settings.register_profile(
    "hyperfold",
    derandomize=True,
    deadline=None,
    max_examples=50,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("hyperfold")


def pytest_unconfigure() -> None:
    shutil.rmtree(_OWN, ignore_errors=True)


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Fail a test that leaves a thread running."""
    before = set(threading.enumerate())
    yield
    left = []
    for thread in set(threading.enumerate()) - before:
        # Python creates a dummy for a foreign thread (Qt's) and never removes it.
        if isinstance(thread, threading._DummyThread):
            continue
        thread.join(timeout=60.0)  # one that ends takes longer on a busy machine
        if thread.is_alive():
            left.append(thread.name)
    assert not left, f"threads left running: {', '.join(sorted(left))}"
