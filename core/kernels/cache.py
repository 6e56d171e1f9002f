"""Where compiled kernels are kept between runs, and whether they are there.

The cache is a folder named after everything that goes into the compiled code; folders
of older sources are removed. Only a folder that nobody else can write to is used,
because its content is executed. Nothing here loads numba; `core.kernels.verified` reads
and writes the entries.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import platform
import shutil
import stat
import sys
import tempfile
from functools import cache
from importlib import metadata
from pathlib import Path

from platformdirs import user_cache_dir

from core.kernels import sources
from core.kernels.target import NATIVE, level, pinned

_PREFIX = "kernels-"
#: Settings of numba that change its code; the name and the features of a processor are
#: in the key of every entry.
_SWITCHES = (
    "NUMBA_OPT",
    "NUMBA_LOOP_VECTORIZE",
    "NUMBA_SLP_VECTORIZE",
    "NUMBA_ENABLE_AVX",
    "NUMBA_BOUNDSCHECK",
    "NUMBA_DEBUGINFO",
)
#: How many other folders are kept, 13 MB each, 25 with shipped kernels: whoever uses
#: several versions or clones in turn should not compile at each change.
_SPARED = 5
#: An entry is this header, then the hash of its key and content, then the content.
HEADER = b"hyperfold kernel 1\n"
_DIGEST = hashlib.sha256().digest_size
#: Suffix of the archives that come with the program, one for each level.
ARCHIVE = ".tar.xz"

_log = logging.getLogger("hyperfold.kernels")


def fingerprint() -> str:
    """A name for the kernels' sources, the compiler, its settings, the processor."""
    digest = hashlib.sha256(sources.digest().encode())
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(metadata.version(name).encode())
    digest.update(sys.version.encode())
    for name in _SWITCHES:
        digest.update(f"{name}={os.environ.get(name, '')}".encode())
    digest.update(f"{platform.machine()} {_processor()}".encode())
    return digest.hexdigest()[:20]


def _processor() -> str:
    """Model and features of the processor that the code is compiled for."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor()
    wanted = ("model name", "flags", "Features")
    lines = (line for line in text.splitlines() if line.startswith(wanted))
    return " ".join(sorted(set(lines)))


def root() -> Path:
    """The folder that contains the folders of kernels."""
    return folder().parent


def _wanted_root() -> Path:
    given = os.environ.get("HYPERFOLD_CACHE")
    return Path(given) if given else Path(user_cache_dir("hyperfold", appauthor=False))


def _is_ours(path: Path, *, alone: bool) -> bool:
    """Whether nobody else can have put anything into a folder.

    With ``alone``, the folder must belong to us and nobody else may write to it.
    Without it, others may add files if they cannot move ours (the sticky bit of a temp
    folder).
    """
    if not hasattr(os, "getuid"):
        return True  # other users cannot write to a Windows user's folders
    try:
        found = path.lstat() if alone else path.stat()
    except OSError:
        return False
    shared = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if alone:
        return (
            stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not shared
        )
    return found.st_uid in (0, os.getuid()) and not (
        shared and not found.st_mode & stat.S_ISVTX
    )


def _usable(path: Path) -> bool:
    """Make a folder that is ours alone; False if that fails or it is shared."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not _is_ours(path.parent, alone=False):
            return False
        path.mkdir(mode=0o700, exist_ok=True)
        if not _is_ours(path, alone=True):
            return False
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False


@cache
def folder() -> Path:
    """The folder of these kernels' compiled code, created if it is missing.

    If we cannot write to it, or others can, a private folder is used until the program
    ends. Its name cannot be guessed; otherwise another user might have put code into
    it.
    """
    name = _PREFIX + fingerprint()
    path = _wanted_root() / name
    if _usable(path):
        _remove_old(path)
        return path
    _log.warning("%s cannot be used; kernels are kept in memory only", path)
    private = Path(tempfile.mkdtemp(prefix="hyperfold-"))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    path = private / name
    path.mkdir(mode=0o700)
    return path


def _remove_old(current: Path) -> None:
    """Remove the folders of older sources except the most recently used."""
    others: list[tuple[float, Path]] = []
    try:
        os.utime(current)
        for path in current.parent.glob(f"{_PREFIX}*"):
            if path != current:
                others.append((path.stat().st_mtime, path))
    except OSError:
        return  # another process is doing the same
    for _, path in sorted(others)[:-_SPARED]:
        shutil.rmtree(path, ignore_errors=True)


def _checksum(key: str, content: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\0" + content).digest()


def write_entry(path: Path, key: str, content: bytes) -> None:
    """Save ``content`` as ``path``, completely or not at all, even if interrupted.

    An intact entry is kept: another process that compiled the same function may have
    listed its checksum, and two compilations differ in their bytes.
    """
    if read_entry(path, key) is not None:
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(HEADER + _checksum(key, content) + content)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_entry(path: Path, key: str) -> bytes | None:
    """The content of an intact entry for ``key``; a damaged one is removed."""
    try:
        if not path.is_file():
            return None
        data = path.read_bytes()
    except OSError:
        return None
    start = len(HEADER) + _DIGEST
    content = data[start:]
    if data[:start] == HEADER + _checksum(key, content):
        return content
    discard(path, "its checksum is wrong")
    return None


def discard(path: Path, reason: str) -> None:
    """Remove an entry that must not be used; it is compiled again."""
    _log.warning("kernel %s is compiled again: %s", path.name, reason)
    try:
        path.unlink(missing_ok=True)
        for marker in path.parent.glob("warm-*"):
            marker.unlink(missing_ok=True)
    except OSError as problem:  # a shipped entry, for example
        _log.warning("%s cannot be removed: %s", path, problem)


def _sum_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _marker(where: Path, what: str, target: str) -> Path:
    return where / (f"warm-{what}" if target == NATIVE else f"warm-{what}@{target}")


def _intact(marker: Path) -> bool:
    """Whether a marker exists and every entry it lists has the listed checksum."""
    if not marker.is_file():
        return False
    try:
        for line in marker.read_text(encoding="ascii").splitlines():
            wanted, _, name = line.partition(" ")
            if "/" in name or _sum_of(marker.parent / name) != wanted:
                raise ValueError(f"{name} is damaged")
    except (OSError, ValueError) as problem:
        _log.warning("%s: kernels are compiled again: %s", marker.name, problem)
        try:
            marker.unlink(missing_ok=True)
        except OSError:
            _log.warning("%s cannot be removed", marker)
        return False
    return True


@cache
def shipped_entries() -> Path | None:
    """The folder of the kernels shipped for this processor's level, if any.

    They are shipped packed, at a fifth of the size; the first start unpacks them into
    the cache.
    """
    shipped, name = sources.shipped_folder(), level()
    if shipped is None or name is None:
        return None
    archive, place = shipped / f"{name}{ARCHIVE}", folder() / name
    if archive.is_file() and not place.is_dir():
        _unpack(archive, place)
    return place if place.is_dir() else None


def _unpack(archive: Path, place: Path) -> None:
    """Unpack an archive as ``place``, completely or not at all."""
    import tarfile

    fresh = tempfile.mkdtemp(dir=place.parent, prefix="new-")
    try:
        with tarfile.open(archive) as packed:
            packed.extractall(fresh, filter="data")
        os.rename(fresh, place)  # fails if another process was faster
    except (OSError, EOFError, tarfile.TarError) as problem:
        shutil.rmtree(fresh, ignore_errors=True)
        if not place.is_dir():
            _log.warning("%s cannot be unpacked: %s", archive, problem)


@cache
def target() -> str:
    """What this process compiles for: the processor, or the level of shipped kernels.

    The kernels for the processor itself are used once they are complete.
    """
    asked = pinned()
    if asked is not None:
        return asked
    shipped = shipped_entries()
    if shipped is None:
        return NATIVE
    found = [path.name for path in shipped.glob("warm-*@*")]
    names = [name.removeprefix("warm-").partition("@")[0] for name in found]
    if names and all(is_native(name) for name in names):
        return NATIVE
    return shipped.name


def is_native(what: str) -> bool:
    """Whether kernels made for this very processor are in the cache, intact."""
    return _intact(_marker(folder(), what, NATIVE))


def is_warm(precision: str = "float64") -> bool:
    """Whether the kernels of a precision need no compiling; does not load numba.

    Every entry is checked, 2 MB in about 5 ms: a damaged entry found only when it is
    needed would have to be compiled where nothing should wait.
    """
    now = target()
    if _intact(_marker(folder(), precision, now)):
        return True
    shipped = shipped_entries()
    if shipped is None or shipped.name != now:
        return False
    return _intact(_marker(shipped, precision, now))


#: Sets found complete since this process started.
found_ready: set[str] = set()


def is_ready(what: str) -> bool:
    """Whether a set of kernels is complete, or was complete at an earlier call.

    For callers that show something else until it is. A set that was complete once is
    loaded by now or will be compiled again; if an older version has since removed it
    from the disk, that is no reason to hide what was already shown.
    """
    if what not in found_ready and is_warm(what):
        found_ready.add(what)
    return what in found_ready


def mark_warm(precision: str, entries: set[Path] | None = None) -> None:
    """Record that every kernel of a precision has been compiled and saved."""
    mine = sorted(path for path in entries or () if path.parent == folder())
    if entries and not mine:
        return  # all of them came with the program
    try:
        lines = [f"{_sum_of(path)} {path.name}\n" for path in mine]
        handle, name = tempfile.mkstemp(dir=folder(), prefix="new-")
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.writelines(lines)
        os.replace(name, _marker(folder(), precision, target()))
    except OSError as problem:
        _log.warning("compiled kernels could not be kept: %s", problem)
