"""Shared libraries of Linux: which C library they ask for, and what can be cut off."""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

from source import tool

_PAGE = 4096
_LOAD = 1  # the kind of segment that is mapped into memory


def files(folder: Path) -> Iterator[Path]:
    """Every program and library below ``folder``."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            if file.read(4) == b"\x7fELF":
                yield path


def needed_libc(folder: Path) -> str:
    """The newest version of the C library that a file below ``folder`` asks for."""
    newest = (2, 28)
    for path in files(folder):
        asked = re.findall(rb"GLIBC_(\d+)\.(\d+)", path.read_bytes())
        newest = max([newest, *((int(a), int(b)) for a, b in asked)])
    return ".".join(map(str, newest))


def needed(folder: Path) -> set[str]:
    """Libraries that files below ``folder`` are linked with and do not lie there."""
    inside = {path.name for path in folder.rglob("*.so*")}
    asked: set[str] = set()
    for path in files(folder):
        words = ["objdump", "-p", str(path)]
        told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        asked.update(re.findall(r"(?m)^\s+NEEDED\s+(\S+)", told))
    return asked - inside


def strip(folder: Path) -> int:
    """Cut the symbols for debuggers off every library; how many bytes that saved.

    Libraries that the makers of a wheel have altered may come out broken: what could
    not be loaded any more stays as it was.
    """
    saved = 0
    for path in files(folder):
        shorter = path.with_name(path.name + ".stripped")
        done = subprocess.run(
            ["strip", "--strip-unneeded", "-o", shorter, path], capture_output=True
        )
        gain = path.stat().st_size - shorter.stat().st_size if shorter.exists() else 0
        if done.returncode == 0 and gain > 0 and loadable(shorter.read_bytes()):
            shorter.chmod(path.stat().st_mode)
            shorter.replace(path)
            saved += gain
        shorter.unlink(missing_ok=True)
    return saved


def link_doubles(folder: Path) -> int:
    """Keep one of equal libraries, with links in place of the others; bytes saved."""
    first: dict[bytes, Path] = {}
    saved = 0
    for path in files(folder):
        size = path.stat().st_size
        kept = first.setdefault(hashlib.sha256(path.read_bytes()).digest(), path)
        if kept != path and kept.name == path.name:
            path.unlink()
            path.symlink_to(os.path.relpath(kept, path.parent))
            saved += size
    return saved


def forget_builder(folder: Path) -> None:
    """Have no library look for others in folders of the machine that built them."""
    for path in files(folder):
        told = subprocess.run(["chrpath", "-l", path], capture_output=True, text=True)
        if re.search(r"R(?:UN)?PATH=(?:.*:)?/", told.stdout):
            tool("chrpath", "-r", "$ORIGIN", path, stdout=subprocess.DEVNULL)


def loadable(library: bytes) -> bool:
    """Whether the loader can map every segment: place and address fit the pages."""
    table, size, count = _segments(library)
    for number in range(count):
        kind, _, place, address = struct.unpack_from(
            "<IIQQ", library, table + number * size
        )
        if kind == _LOAD and (place - address) % _PAGE != 0:
            return False
    return True


def _segments(library: bytes) -> tuple[int, int, int]:
    """Where the table of segments begins, the size of an entry, and how many."""
    (table,) = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    return table, size, count
