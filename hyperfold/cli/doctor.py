"""``hyperfold doctor``: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import platformdirs

from core import system_libraries
from core.cli.frame import DONE, FAILED, Subparsers
from core.logs import log_file
from core.version import described
from hyperfold.cli.window import has_display

LIBRARIES = (
    "numpy",
    "scipy",
    "numba",
    "threadpoolctl",
    "platformdirs",
    "PySide6-Essentials",
    "pyqtgraph",
    "ziamath",
    "pillow",
    "contourpy",
)
PEERS = ("torch", "scikit-learn", "regioncam")  # only for the benchmarks


class Finding(NamedTuple):
    """One line: a mark, what was checked and what was found."""

    good: bool | None  # None: neither good nor bad, just information
    what: str
    found: str


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``doctor``."""
    subparsers.add_parser("doctor", description="Check what works on this machine.")


def run(args: argparse.Namespace) -> int:
    """Print the findings; status 0 if training works."""
    for check in (_python, _libraries, _folders, _display, _qt):
        for finding in check():
            _show(finding)
    _show(_films())
    trains = _training()
    _show(trains)
    for check in (_kernels, _threads):  # after training has loaded them
        for finding in check():
            _show(finding)
    return DONE if trains.good else FAILED


def _show(finding: Finding) -> None:
    mark = {True: "ok", False: "NO", None: "  "}[finding.good]
    print(f"{mark}  {finding.what}: {finding.found}", flush=True)


def _python() -> Iterator[Finding]:
    yield Finding(None, "hyperfold", described())
    version = f"{platform.python_version()}, {sys.executable}"
    yield Finding(sys.version_info >= (3, 11), "Python", version)
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield Finding(None, "system", f"{system}, {os.cpu_count()} cores")


def _libraries() -> Iterator[Finding]:
    found, lacking = [], []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lacking.append(name)
    yield Finding(True, "libraries", ", ".join(found))
    if lacking and not hasattr(sys, "frozen"):  # a frozen app drops their metadata
        yield Finding(False, "libraries not installed", ", ".join(lacking))
    peers = [name for name in PEERS if _version(name)]
    lines = ", ".join(f"{name} {_version(name)}" for name in peers)
    yield Finding(
        None, "libraries for bench", lines or "none (make bench installs them)"
    )


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _folders() -> Iterator[Finding]:
    named: tuple[tuple[str, Callable[..., str]], ...] = (
        ("settings folder", platformdirs.user_config_dir),
        ("data folder", platformdirs.user_data_dir),
        ("cache folder", platformdirs.user_cache_dir),
    )
    for what, where in named:
        yield _writable(what, Path(where("hyperfold", appauthor=False)))
    yield _writable("log folder", log_file().parent)


def _writable(what: str, folder: Path) -> Finding:
    """Try to write in ``folder``, or where it would be made."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        return Finding(False, what, f"{folder} is not writable ({error.strerror})")
    return Finding(True, what, str(folder))


def _display() -> Iterator[Finding]:
    if sys.platform == "linux":
        names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
        found = [f"{name}={os.environ[name]}" for name in names if os.environ.get(name)]
        text = ", ".join(found) or "none: pictures can be made, no window can open"
        yield Finding(has_display(), "display", text)
    lacking = system_libraries.missing(tests=False)
    if lacking:
        command = system_libraries.command(lacking)
        yield Finding(False, "system libraries", f"missing; run: {command}")
    else:
        yield Finding(True, "system libraries", "all installed")
    if sys.platform == "linux":
        font = "found" if system_libraries.has_font() else "none: text cannot be drawn"
        yield Finding(system_libraries.has_font(), "fonts", font)


def _qt() -> Iterator[Finding]:
    """Check for Qt without loading it: a broken Qt may end the process."""
    if importlib.util.find_spec("PySide6") is None:
        yield Finding(False, "Qt", "PySide6 is not installed: there is no window")
        return
    version = _version("PySide6-Essentials") or _version("PySide6") or "there"
    # Qt 6.12.0 releases None too often, which only Python 3.12 and later tolerate.
    deadly = version.startswith("6.12.0") and sys.version_info < (3, 12)
    note = " crashes this Python; install PySide6-Essentials 6.11.3" if deadly else ""
    yield Finding(not deadly, "Qt", version + note)


def _films() -> Finding:
    """What writes MP4 films; GIF and WebP need nothing."""
    from core.files.films import mp4_encoder

    found = mp4_encoder()
    if found == "ffmpeg":
        return Finding(True, "MP4 films", f"ffmpeg at {shutil.which('ffmpeg')}")
    if found is not None:
        return Finding(True, "MP4 films", f"the Python package {found}")
    return Finding(None, "MP4 films", "not found: install ffmpeg; GIF and WebP work")


def _training() -> Finding:
    """Train a small scene for real, to check that the compiled kernels work."""
    try:
        from core.engine.session import Session
        from core.scenes import load_scene

        session = Session(load_scene("xor").run)
        steps = session.advance(100)
        snapshot = session.snapshot()
    except Exception as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        return Finding(False, "training", text[:300])
    return Finding(
        steps == 100,
        "training",
        f"{snapshot.backend}, {steps} steps of xor, loss {snapshot.metrics.loss:.6g}",
    )


def _kernels() -> Iterator[Finding]:
    """Where the kernel cache is, and whether it is filled."""
    from core.kernels.cache import folder, is_warm
    from core.kernels.families import SETS

    ready = [name for name, sets in SETS.items() if all(map(is_warm, sets))]
    text = f"ready in {' and '.join(ready)}" if ready else "compiled on first use"
    yield Finding(True, "compiled kernels", text)
    yield _writable("kernel cache", folder())


def _threads() -> Iterator[Finding]:
    import threadpoolctl

    pools = {
        f"{pool['internal_api']} {pool['version']} on {pool['num_threads']} threads"
        for pool in threadpoolctl.threadpool_info()
    }
    yield Finding(None, "matrix products", ", ".join(sorted(pools)) or "no BLAS found")
