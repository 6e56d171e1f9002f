"""Where the frozen program starts: the same command line as everywhere else."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import standins
from platformdirs import user_cache_dir


def give_streams() -> None:
    """A program without a console (Windows) has no streams; printing must not fail."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def give_back_libraries() -> None:
    """Let programs that are started from here load the system's own libraries.

    The loader of this process has read the variable already; a dialog or a film maker
    of the desktop must not meet the libraries of the bundle.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = before


def use_own_cache() -> None:
    """Keep compiled kernels apart for each build of the program.

    In a frozen program numba ties what it keeps to the time and size of the executable,
    so an upgrade compiles anew; what an older build left would only look ready.
    """
    if os.environ.get("HYPERFOLD_CACHE"):
        return
    built = os.stat(sys.executable)
    root = Path(user_cache_dir("hyperfold", appauthor=False))
    own = root / f"program-{int(built.st_mtime)}-{built.st_size}"
    for old in root.glob("program-*"):
        if old != own:
            shutil.rmtree(old, ignore_errors=True)
    os.environ["HYPERFOLD_CACHE"] = str(own)


if __name__ == "__main__":
    give_streams()
    if sys.platform == "linux":
        give_back_libraries()
    use_own_cache()
    standins.install()
    from hyperfold.cli import main

    sys.exit(main())
