"""Where the frozen program starts: the same command line as everywhere else."""

from __future__ import annotations

import os
import sys

import standins


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


if __name__ == "__main__":
    give_streams()
    if sys.platform == "linux":
        give_back_libraries()
    standins.install()
    from hyperfold.cli import main

    sys.exit(main())
