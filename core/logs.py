"""The log of unexpected errors, for bug reports."""

from __future__ import annotations

import os
import traceback
from datetime import datetime
from pathlib import Path

import platformdirs

from core.version import described

KEEP_BYTES = 1_000_000


def log_file() -> Path:
    """The path of this user's log; the folder may not exist yet."""
    return Path(platformdirs.user_log_dir("hyperfold", appauthor=False)) / "errors.log"


def private(name: str, flags: int) -> int:
    """Open a file that only its owner can read: it may contain paths and data."""
    handle = os.open(name, flags, 0o600)
    if os.name == "posix":
        os.fchmod(handle, 0o600)  # it may be from an earlier version
    return handle


def write_traceback(error: BaseException) -> Path | None:
    """Append ``error`` to the log; None where nothing can be written."""
    path = log_file()
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    text = "".join(traceback.format_exception(error))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        grown = path.exists() and path.stat().st_size > KEEP_BYTES
        mode = "w" if grown else "a"
        with open(path, mode, encoding="utf-8", opener=private) as file:
            file.write(f"{when} hyperfold {described()}\n{text}\n")
    except OSError:
        return None
    return path
