"""Where the frozen program starts: the same command line as everywhere else."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from platformdirs import user_cache_dir


def give_streams() -> None:
    """A program without a console (Windows) has no streams; printing must not fail."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


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
    use_own_cache()
    from core.cli import main

    sys.exit(main())
