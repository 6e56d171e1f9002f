"""Where compiled kernels are kept between runs, and whether they are there.

numba looks at the file of a function alone, not at the files it calls into, and would
go on using stale code. So the cache lies in a folder named after all that goes into
the compiled code; folders of older sources are removed. Nothing here loads numba.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from functools import cache
from importlib import metadata
from pathlib import Path

from platformdirs import user_cache_dir

from core.functions import ACTIVATION_NAMES
from core.outputs import LOSS_NAMES
from core.training import OPTIMISER_NAMES, SCHEDULE_NAMES

_PREFIX = "kernels-"
#: Other folders that are kept: another installation may be running now.
_SPARED = 2


def fingerprint() -> str:
    """A name for the kernels' sources, the compiler and the processor."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in sorted(here.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    # Codes are places in these lists.
    names = (ACTIVATION_NAMES, LOSS_NAMES, OPTIMISER_NAMES, SCHEDULE_NAMES)
    digest.update(repr(names).encode())
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(metadata.version(name).encode())
    digest.update(sys.version.encode())
    digest.update(f"{platform.machine()} {_processor()}".encode())
    return digest.hexdigest()[:20]


def _processor() -> str:
    """Model and abilities of the processor, for which the code is made."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor()
    wanted = ("model name", "flags", "Features")
    lines = (line for line in text.splitlines() if line.startswith(wanted))
    return " ".join(sorted(set(lines)))


def _root() -> Path:
    given = os.environ.get("HYPERFOLD_CACHE")
    return Path(given) if given else Path(user_cache_dir("hyperfold", appauthor=False))


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def folder() -> Path:
    """The folder of these kernels' compiled code, made if it was missing."""
    name = _PREFIX + fingerprint()
    path = _root() / name
    if not _writable(path):
        path = Path(tempfile.gettempdir()) / f"hyperfold-{_user()}" / name
        if not _writable(path):
            path = Path(tempfile.mkdtemp(prefix="hyperfold-")) / name
            path.mkdir()
    _remove_old(path)
    return path


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "")


def _remove_old(current: Path) -> None:
    """Remove the folders of older sources, all but the last used."""
    others: list[tuple[float, Path]] = []
    try:
        os.utime(current)
        for path in current.parent.glob(f"{_PREFIX}*"):
            if path != current:
                others.append((path.stat().st_mtime, path))
    except OSError:
        return  # another process is at it
    for _, path in sorted(others)[:-_SPARED]:
        shutil.rmtree(path, ignore_errors=True)


def use_folder() -> None:
    """Tell numba about the folder; `core.kernels` does so when imported."""
    os.environ["NUMBA_CACHE_DIR"] = str(folder())
    config = sys.modules.get("numba.core.config")
    if config is not None:  # numba read the variable when it was loaded
        setattr(config, "CACHE_DIR", str(folder()))  # noqa: B010


def _marker(precision: str) -> Path:
    return folder() / f"warm-{precision}"


def is_warm(precision: str = "float64") -> bool:
    """Whether the kernels of a precision come from the cache; loads no numba."""
    return _marker(precision).exists()


def mark_warm(precision: str) -> None:
    """Note that every kernel of a precision has been compiled and kept."""
    _marker(precision).touch()
