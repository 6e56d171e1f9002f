"""Writing a file so that, whatever happens, the old or the new one is there whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import BadInput, why
from core.language import tr


def beside(path: Path) -> Path:
    """Where a file is written before it takes the place of ``path``.

    Always the same name, so that what a killed program left is written over.
    """
    return path.with_name(f".{path.name}.saving")


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Write to a file beside ``path`` and put it in its place when all is written.

    A failure on the way, or a program that is killed, leaves the earlier file alone.
    A ``private`` file is readable by its owner alone, from its first byte on.
    """
    unfinished = beside(path)
    try:
        if private:
            unfinished.unlink(missing_ok=True)  # what is there may be open to all
        with open(unfinished, "wb", opener=_private if private else None) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise BadInput(
            tr("{path}: cannot be written: {why}", path=path, why=why(error))
        ) from None
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _private(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_EXCL, 0o600)


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too, where the system knows how."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
