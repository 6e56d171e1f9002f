"""A disk that is soon full, for tests of what happens then."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A real file system of a few kilobytes; skips if it cannot be mounted."""
    folder.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs"]
    try:
        done = subprocess.run([*options, str(folder)], capture_output=True)
    except OSError:
        pytest.skip("a small disk needs mount")
    if done.returncode:
        pytest.skip("a small disk can be mounted by root alone")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
