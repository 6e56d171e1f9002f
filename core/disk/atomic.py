"""Atomic writes: whatever happens, the old or the new file is complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import BadInput, why
from core.language import tr


def beside(path: Path) -> Path:
    """The temporary file that is written before it replaces ``path``.

    Always the same name, so that leftovers of a killed program are overwritten.
    """
    return path.with_name(f".{path.name}.saving")


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Write to a file next to ``path``, and replace ``path`` when all is written.

    If writing fails or the program is killed, the earlier file is unchanged. A
    ``private`` file is readable only by its owner from the first byte on.
    """
    unfinished = beside(path)
    try:
        if private:
            unfinished.unlink(missing_ok=True)  # an old one may be readable by all
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
    """Flush the new name to the disk too, where the system supports it."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
