"""The kernel cache: damage, foreign files, and what its name depends on."""

from __future__ import annotations

import ast
import json
import logging
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from numba import cfunc, float64, njit

import core
from core.kernels import cache, sources, verified
from core.kernels.options import FAST
from core.kernels.warm import warm_up

HOME = Path(core.__file__).parents[1]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache; returns its folder."""
    monkeypatch.setenv("HYPERFOLD_CACHE", str(tmp_path / "cache"))
    cache.folder.cache_clear()
    yield cache.folder()
    cache.folder.cache_clear()


def double(x: float) -> float:
    return 2.0 * x + 1.0


def compiled() -> Any:
    """`double` as a kernel not loaded by an earlier call."""
    return njit(**FAST)(double)


def misses(kernel: Any) -> int:
    return sum(kernel.stats.cache_misses.values())


def the_entry(folder: Path) -> Path:
    (entry,) = folder.glob("*.kernel")
    return entry


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


def garbled(data: bytes) -> bytes:
    return bytes(b ^ 0x5A for b in data)


def bit_flipped(data: bytes) -> bytes:
    """One bit of the machine code is different."""
    place = data.index(b"\x7fELF") + 200 if b"\x7fELF" in data else len(data) - 200
    return data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]


def another_pickle(data: bytes) -> bytes:
    return data[: len(cache.HEADER) + 32] + pickle.dumps("other")


DAMAGES: list[Callable[[bytes], bytes]] = [
    truncated,
    garbled,
    bit_flipped,
    another_pickle,
    lambda data: b"",
    lambda data: cache.HEADER,
    lambda data: data + b"more",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_removed_compiled_again_and_logged(
    own_cache: Path, damage: Callable[[bytes], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    assert compiled()(3.0) == 7.0
    entry = the_entry(own_cache)
    good = entry.read_bytes()
    entry.write_bytes(damage(good))
    cache.mark_warm("float64")
    with caplog.at_level(logging.WARNING, "hyperfold.kernels"):
        again = compiled()
        assert again(3.0) == 7.0
    assert misses(again) == 1
    assert "compiled again" in caplog.text
    assert not cache.is_warm()
    third = compiled()
    assert third(3.0) == 7.0
    assert misses(third) == 0


class Burglar:
    """Unpickled, it leaves a file behind."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_nothing_unverified_is_unpickled(own_cache: Path, tmp_path: Path) -> None:
    compiled()(3.0)
    entry, trace = the_entry(own_cache), tmp_path / "trace"
    bad = pickle.dumps(Burglar(trace))
    start = len(cache.HEADER) + 32
    entry.write_bytes(entry.read_bytes()[:start] + bad)
    for name in ("double.nbi", f"{entry.name}.nbi"):
        (own_cache / name).write_bytes(bad)
    assert compiled()(3.0) == 7.0
    assert not trace.exists()


def test_an_entry_serves_only_its_own_key(own_cache: Path) -> None:
    path = own_cache / "one.kernel"
    cache.write_entry(path, "a key", b"content")
    assert cache.read_entry(path, "a key") == b"content"
    assert cache.read_entry(path, "another") is None
    assert not path.exists()


def test_an_intact_entry_that_cannot_be_read_is_compiled_again(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled()(3.0) == 7.0
    key: list[str] = []
    written = cache.write_entry
    monkeypatch.setattr(
        verified,
        "write_entry",
        lambda path, k, data: (key.append(k), written(path, k, data)),
    )
    entry = the_entry(own_cache)
    entry.unlink()
    assert compiled()(3.0) == 7.0
    entry.unlink()
    cache.write_entry(entry, key[0], b"not a pickle")
    again = compiled()
    assert again(3.0) == 7.0
    assert misses(again) == 1


def test_exported_kernels_are_verified_too(own_cache: Path) -> None:
    make = cfunc(float64(float64), cache=True)
    assert make(double).cache_hits == 0
    assert make(double).cache_hits == 1
    entry = the_entry(own_cache)
    entry.write_bytes(truncated(entry.read_bytes()))
    assert make(double).cache_hits == 0
    assert make(double).cache_hits == 1


def test_closures_of_one_factory_have_entries_of_their_own(own_cache: Path) -> None:
    def plus(amount: float, inner: Any) -> Any:
        def added(x: float) -> Any:
            return inner(x) + amount

        return njit(**FAST)(added)

    inner = njit(**FAST)(double)
    assert [plus(a, inner)(1.0) for a in (1.0, 2.0, 1.0)] == [4.0, 5.0, 4.0]
    again = plus(2.0, njit(**FAST)(double))
    assert again(1.0) == 5.0
    assert misses(again) == 0


def test_a_write_that_is_cut_short_leaves_nothing(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*names: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        cache.write_entry(own_cache / "one.kernel", "key", b"content")
    assert list(own_cache.iterdir()) == []


def test_writers_and_readers_at_once_never_see_a_damaged_entry(own_cache: Path) -> None:
    path = own_cache / "one.kernel"
    contents = [bytes([i]) * 100_000 for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        writes = [pool.submit(cache.write_entry, path, "key", c) for c in contents * 10]
        reads = [pool.submit(cache.read_entry, path, "key") for _ in range(200)]
        assert all(w.result() is None for w in writes)
        assert {r.result() for r in reads} <= {None, *contents}
    assert cache.read_entry(path, "key") in contents


def test_a_full_disk_stops_no_kernel(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, key: str, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(verified, "write_entry", full)
    assert compiled()(3.0) == 7.0
    assert "No space left" in caplog.text


@pytest.mark.parametrize("harm", ["entry", "missing", "marker", "empty", "escaping"])
def test_kernels_with_a_damaged_entry_are_not_warm(own_cache: Path, harm: str) -> None:
    compiled()(3.0)
    entry, marker = the_entry(own_cache), own_cache / "warm-float64"
    cache.mark_warm("float64", {entry})
    assert cache.is_warm()
    if harm == "entry":
        entry.write_bytes(bit_flipped(entry.read_bytes()))
    elif harm == "missing":
        entry.unlink()
    elif harm == "marker":
        marker.write_bytes(b"\xff\x00garbage\n")
    elif harm == "empty":
        marker.write_bytes(b"\n")
    else:
        marker.write_text(f"{'0' * 64} ../../secret\n")
    assert not cache.is_warm()
    assert not marker.exists()


def test_kernels_stay_warm_when_another_process_compiled_them_too(
    own_cache: Path,
) -> None:
    """Two windows of a new version: each compiles, and the bytes differ."""
    entry = own_cache / "one.kernel"
    cache.write_entry(entry, "key", b"of one")
    cache.mark_warm("float64", {entry})
    cache.write_entry(entry, "key", b"of the other")
    assert cache.is_warm()
    assert cache.read_entry(entry, "key") == b"of one"
    entry.write_bytes(b"damaged")
    cache.write_entry(entry, "key", b"of the other")
    assert cache.read_entry(entry, "key") == b"of the other"


def test_kernels_that_were_there_stay_ready_for_this_process(own_cache: Path) -> None:
    """Another version may clean up meanwhile; what was shown is not hidden for it."""
    assert not cache.is_ready("of this test")
    cache.mark_warm("of this test")
    assert cache.is_ready("of this test")
    shutil.rmtree(own_cache)
    assert not cache.is_warm("of this test")
    assert cache.is_ready("of this test")


def test_training_survives_a_damaged_cache(tmp_path: Path) -> None:
    """The real program with the real cache of this test run, damaged."""
    warm_up("float64")
    mine = tmp_path / cache.folder().name
    shutil.copytree(cache.folder(), mine)
    mine.chmod(0o700)
    damaged = [*mine.glob("draws.shuffle-*"), *mine.glob("train.layer_squares-*")]
    assert len(damaged) >= 2
    before = [path.read_bytes() for path in damaged]
    for path, data in zip(damaged, before, strict=True):
        path.write_bytes(bit_flipped(data))
    environment = {**os.environ, "HYPERFOLD_CACHE": str(tmp_path)}
    words = ["train", "xor", "--steps", "3", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", "from core.cli import main; main()", *words],
        env={**environment, "PYTHONPATH": str(HOME)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"] == 3
    assert any(path.exists() for path in damaged)
    # Entries of the other precision are not read yet, so they stay as they are.
    repaired = {
        path.name.partition("-")[0]
        for path, data in zip(damaged, before, strict=True)
        if not path.exists() or path.read_bytes() != bit_flipped(data)
    }
    assert repaired == {"draws.shuffle", "train.layer_squares"}


def used_by(version: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a version of the program, started now."""
    monkeypatch.setattr(sources, "digest", lambda: version)
    cache.folder.cache_clear()
    return cache.folder()


def test_several_versions_in_turn_keep_their_kernels(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = ["0.1", "0.2", "a clone", "another", "a worktree", "one more"]
    for version in versions:
        folder = used_by(version, monkeypatch)
        cache.write_entry(folder / "one.kernel", version, b"content")
    for version in versions:
        entry = used_by(version, monkeypatch) / "one.kernel"
        assert cache.read_entry(entry, version) == b"content", version


def test_kernels_of_versions_long_unused_are_removed(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [own_cache.parent / f"kernels-of-day-{day}" for day in range(12)]
    for day, folder in enumerate(folders):
        folder.mkdir()
        os.utime(folder, (day * 86400, day * 86400))
    now = used_by("of today", monkeypatch)
    left = {now, own_cache, *folders[8:]}  # the first is used now, the next was before
    assert set(own_cache.parent.glob("kernels-*")) == left


def test_another_users_folder_is_never_used(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    cache.folder.cache_clear()
    chosen = cache.folder()
    assert chosen != own_cache
    assert own_cache.parent not in chosen.parents


@pytest.mark.parametrize("harm", ["open", "link", "file", "above"])
def test_a_folder_that_others_can_fill_is_not_used(own_cache: Path, harm: str) -> None:
    if harm == "open":
        own_cache.chmod(0o777)
    elif harm == "above":
        own_cache.parent.chmod(0o777)
    else:
        own_cache.rmdir()
        if harm == "file":
            own_cache.write_text("")
        else:
            (own_cache.parent / "theirs").mkdir()
            own_cache.symlink_to(own_cache.parent / "theirs")
    cache.folder.cache_clear()
    assert own_cache.parent not in cache.folder().parents


def test_the_private_folder_cannot_be_guessed(
    own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = own_cache.name
    own_cache.rmdir()
    own_cache.write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for guess in (f"hyperfold-{os.getuid()}", "hyperfold", "hyperfold-"):
        (tmp_path / guess / name).mkdir(parents=True)
    before = {path.name for path in tmp_path.iterdir()}
    cache.folder.cache_clear()
    chosen = cache.folder()
    assert chosen.parent.parent == tmp_path
    assert chosen.parent.name not in before
    assert chosen.parent.stat().st_mode & 0o777 == 0o700
    assert chosen.stat().st_mode & 0o777 == 0o700


def imports_by_parser(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.split(".")[0] == "core"}


def test_the_closure_holds_what_a_parser_finds() -> None:
    found = sources.closure()
    for path in found.values():
        for name in imports_by_parser(path):
            if sources.module_file(name) is not None:
                assert name in found, f"{path} imports {name}"


def test_the_closure_holds_every_module_that_kernels_load() -> None:
    code = (
        "import sys, json, pkgutil, importlib, core.kernels as k\n"
        "for m in pkgutil.iter_modules(k.__path__):\n"
        "    if m.name != '__main__':\n"
        "        importlib.import_module(f'core.kernels.{m.name}')\n"
        "print(json.dumps([m for m in sys.modules if m.split('.')[0] == 'core']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert set(json.loads(done.stdout)) <= set(sources.closure())


def test_a_constant_of_another_module_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "core"
    for path in (HOME / "core").rglob("*.py"):
        target = copy / path.relative_to(HOME / "core")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    monkeypatch.setattr(sources, "CORE", copy)
    before = cache.fingerprint()
    outside = [n for n in sources.closure() if not n.startswith("core.kernels")]
    assert len(outside) > 5
    for name in outside:
        path = sources.module_file(name)
        assert path is not None
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\nX = 1.0507009873554805\n", encoding="utf-8")
        assert cache.fingerprint() != before, name
        path.write_text(text, encoding="utf-8")
    assert cache.fingerprint() == before
    (copy / "jsonout.py").write_text("X = 1\n")
    assert cache.fingerprint() == before


@pytest.mark.parametrize("part", ["numba", "llvmlite", "numpy"])
def test_another_version_of_the_compiler_changes_the_fingerprint(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, version = cache.fingerprint(), metadata.version
    monkeypatch.setattr(
        metadata, "version", lambda name: "0.0" if name == part else version(name)
    )
    assert cache.fingerprint() != before


@pytest.mark.parametrize("switch", ["NUMBA_OPT", "NUMBA_BOUNDSCHECK"])
def test_a_setting_of_the_compiler_changes_the_fingerprint(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(switch, raising=False)
    before = cache.fingerprint()
    monkeypatch.setenv(switch, "1")
    assert cache.fingerprint() != before


def test_every_kernel_is_kept_in_verified_entries() -> None:
    warm_up("float64")
    from core.kernels import train

    assert isinstance(train.train._cache, verified.VerifiedCache)
    assert {path.suffix for path in verified.used} == {".kernel"}


def test_kernels_of_another_build_of_llvm_have_the_same_key() -> None:
    """Installers contain Debian's LLVM; their kernels were compiled by the wheel's."""

    class Codegen:
        def __init__(self, triple: str) -> None:
            self.triple = triple

        def magic_tuple(self) -> tuple[str, str, str]:
            return self.triple, "x86-64-v3", "+avx2"

    @njit(float64(float64), cache=True)
    def half(x: float) -> float:
        return x / 2.0

    keys = {
        half._cache._index_key("sig", Codegen(triple))
        for triple in (
            "x86_64-unknown-linux-gnu",
            "x86_64-pc-linux-gnu",
            "x86_64-pc-windows-msvc",
            "aarch64-unknown-linux-gnu",
        )
    }
    assert len(keys) == 3
