"""Kernels that came with the program: used at once, verified, replaced by better."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba import njit

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
    """A frozen program with kernels of one level; returns the folder of its entries."""
    monkeypatch.setenv("HYPERFOLD_CACHE", str(tmp_path / "build"))
    _forget()
    assert kernel()(2.0) == 6.0
    made = cache.folder()
    cache.mark_warm("float64", set(made.glob("*.kernel")))
    shipped = tmp_path / "program" / "kernels" / LEVEL
    shutil.copytree(made, shipped)
    (shipped / "warm-float64").rename(shipped / f"warm-float64@{LEVEL}")
    (shipped.parent / sources.DIGEST_FILE).write_text("0123\n")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "program"), raising=False)
    monkeypatch.setattr(cache, "level", lambda: LEVEL)
    monkeypatch.setenv("HYPERFOLD_CACHE", str(tmp_path / "user"))
    _forget()
    yield shipped
    _forget()


def _forget() -> None:
    cache.folder.cache_clear()
    cache.target.cache_clear()


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


def test_what_is_shipped_is_packed_and_verified_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, content = tmp_path / "one.kernel", bytes(100_000)
    monkeypatch.setattr(cache, "target", lambda: LEVEL)
    cache.write_entry(path, "key", content)
    packed = path.read_bytes()
    assert len(packed) < 1000
    assert cache.read_entry(path, "key") == content
    path.write_bytes(packed[:-1] + bytes([packed[-1] ^ 1]))
    monkeypatch.setattr(cache.zlib, "decompress", pytest.fail)
    assert cache.read_entry(path, "key") is None
    assert not path.exists()


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
        monkeypatch.setattr(target, "_linux_flags", lambda flags=flags: flags)
        target.level.cache_clear()
        assert target.level() == level
    monkeypatch.setattr(target, "_linux_flags", lambda: frozenset({"sse2"}))
    target.level.cache_clear()
    assert target.level() is None
    target.level.cache_clear()
    assert target.vector_bytes(target.features_of("x86-64-v4")) == 64
    assert target.vector_bytes(target.features_of("x86-64-v3")) == 32
