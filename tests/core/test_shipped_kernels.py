"""Kernels that came with the program: used at once, verified, replaced by better."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from core.cli.shipped_kernels import pack
from core.engine import cold_start
from core.kernels import cache, sources, target
from core.kernels.options import FAST

LEVEL = "x86-64-v3"


def triple(x: float) -> float:
    return 3.0 * x


def kernel() -> Any:
    return njit(**FAST)(triple)


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A frozen program with kernels of one level; where its entries are unpacked."""
    monkeypatch.setenv("HYPERFOLD_CACHE", str(tmp_path / "build"))
    _forget()
    assert kernel()(2.0) == 6.0
    made = cache.folder()
    cache.mark_warm("float64", set(made.glob("*.kernel")))
    (made / "warm-float64").rename(made / f"warm-float64@{LEVEL}")
    shipped = tmp_path / "program" / "kernels"
    shipped.mkdir(parents=True)
    pack(made, shipped / f"{LEVEL}{cache.ARCHIVE}")
    (shipped / sources.DIGEST_FILE).write_text("0123\n")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "program"), raising=False)
    monkeypatch.setattr(cache, "level", lambda: LEVEL)
    monkeypatch.setenv("HYPERFOLD_CACHE", str(tmp_path / "user"))
    _forget()
    unpacked = cache.shipped_entries()
    assert unpacked is not None
    yield unpacked
    _forget()


def _forget() -> None:
    cache.folder.cache_clear()
    cache.target.cache_clear()
    cache.shipped_entries.cache_clear()


def misses(made: Any) -> int:
    return sum(made.stats.cache_misses.values())


def test_shipped_kernels_are_ready_on_a_machine_that_never_ran_it(frozen: Path) -> None:
    assert cache.target() == LEVEL
    assert cache.is_warm("float64")
    assert not cache.is_warm("float32")
    found = kernel()
    assert found(2.0) == 6.0
    assert misses(found) == 0
    assert list(cache.folder().glob("*.kernel")) == []


def test_a_damaged_one_is_compiled_again_and_never_run(frozen: Path) -> None:
    (entry,) = frozen.glob("*.kernel")
    data = bytearray(entry.read_bytes())
    data[-300] ^= 1
    entry.chmod(0o644)
    entry.write_bytes(data)
    assert not cache.is_warm("float64")
    found = kernel()
    assert found(2.0) == 6.0
    assert misses(found) == 1


def test_an_archive_that_is_damaged_is_no_obstacle(
    frozen: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (archive,) = (tmp_path / "program/kernels").glob(f"*{cache.ARCHIVE}")
    archive.write_bytes(archive.read_bytes()[:-100])
    shutil.rmtree(frozen)
    _forget()
    assert cache.shipped_entries() is None
    assert "cannot be unpacked" in caplog.text
    assert cache.target() == target.NATIVE
    assert [path.name for path in cache.folder().iterdir()] == []


def test_two_programs_that_start_at_once_unpack_it_once(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(frozen)
    _forget()
    rename = os.rename

    def slower(old: str, new: Path) -> None:
        shutil.copytree(old, new)  # what the other made
        rename(old, new)

    monkeypatch.setattr(os, "rename", slower)
    assert cache.shipped_entries() == frozen
    assert [path.name for path in cache.folder().iterdir()] == [frozen.name]
    assert kernel()(2.0) == 6.0


def test_kernels_of_this_processor_take_over_once_complete(frozen: Path) -> None:
    assert not cold_start.made_for_this_processor("float64")
    shutil.copy(next(frozen.glob("*.kernel")), cache.folder())
    marker = (frozen / f"warm-float64@{LEVEL}").read_text()
    (cache.folder() / "warm-float64").write_text(marker)
    cache.target.cache_clear()
    assert cache.target() == target.NATIVE
    assert cold_start.made_for_this_processor("float64")


def test_the_digest_of_the_build_is_the_one_that_counts(frozen: Path) -> None:
    assert sources.digest() == "0123"


def test_a_child_that_compiles_for_the_processor_ignores_them(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERFOLD_KERNELS", "native")
    cache.target.cache_clear()
    assert cache.target() == target.NATIVE
    assert not cache.is_warm("float64")


def test_levels_are_found_in_what_the_processor_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {"sse4.2": "sse4_2", "bmi": "bmi1", "lzcnt": "abm"}
    for level, features in target.LEVELS.items():
        flags = frozenset(names.get(f, f) for f in features)
        monkeypatch.setattr(target, "linux_flags", lambda flags=flags: flags)
        target.level.cache_clear()
        assert target.level() == level
    monkeypatch.setattr(target, "linux_flags", lambda: frozenset({"sse2"}))
    target.level.cache_clear()
    assert target.level() is None
    target.level.cache_clear()
    assert target.vector_bytes(target.features_of("x86-64-v4")) == 64
    assert target.vector_bytes(target.features_of("x86-64-v3")) == 32
