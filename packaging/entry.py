"""Where the frozen program starts: the same command line as everywhere else."""

from __future__ import annotations

import os
import sys

import standins


def give_streams() -> None:
    """Provide streams where there is no console (Windows), so that printing works."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def give_back_libraries() -> None:
    """Let child programs load the system's own libraries.

    The loader of this process has already read the variable; a desktop dialog or a film
    encoder must not load the bundle's libraries.
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
