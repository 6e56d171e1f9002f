"""Linux shared libraries: which C library they need, and what can be cut off."""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from source import tool

_PAGE = 4096
_LOAD = 1  # the kind of segment that is mapped into memory
_NOTHING = 0  # the kind that is skipped
#: Kind, flags, place in the file, address, address, size there, size here, alignment.
_ENTRY = struct.Struct("<IIQQQQQQ")
_WORTH_IT = 100_000  # bytes


def files(folder: Path) -> Iterator[Path]:
    """Every program and library below ``folder``."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            if file.read(4) == b"\x7fELF":
                yield path


def needed_libc(folder: Path) -> str:
    """The newest version of the C library that a file below ``folder`` needs."""
    newest = (2, 28)
    for path in files(folder):
        asked = re.findall(rb"GLIBC_(\d+)\.(\d+)", path.read_bytes())
        newest = max([newest, *((int(a), int(b)) for a, b in asked)])
    return ".".join(map(str, newest))


def needed(folder: Path) -> set[str]:
    """Libraries that files below ``folder`` are linked with and that are not in it."""
    inside = {path.name for path in folder.rglob("*.so*")}
    asked: set[str] = set()
    for path in files(folder):
        words = ["objdump", "-p", str(path)]
        told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        asked.update(re.findall(r"(?m)^\s+NEEDED\s+(\S+)", told))
    return asked - inside


def strip(folder: Path) -> int:
    """Strip debug symbols from every library; returns the bytes saved.

    Libraries that a wheel's build tools have altered may come out broken: those that
    could no longer be loaded are left as they were.
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


def close_gaps(folder: Path) -> int:
    """Rewrite libraries without what is never mapped; returns the bytes saved.

    Tools that rename libraries, as for wheels, leave holes and symbols behind that
    `strip` cannot remove.
    """
    saved = 0
    for path in files(folder):
        before = path.read_bytes()
        after = closed(before)
        if len(before) - len(after) >= _WORTH_IT:
            path.write_bytes(after)
            saved += len(before) - len(after)
    return saved


def closed(library: bytes) -> bytes:
    """A library with only its mapped segments, moved together; unchanged if unusual."""
    table, size, count = _segments(library)
    places = [table + number * size for number in range(count)]
    entries = [list(_ENTRY.unpack_from(library, place)) for place in places]
    mapped = sorted((e[2], e[5], e[3]) for e in entries if e[0] == _LOAD)
    apart = all(a + n <= b for (a, n, _), (b, _, _) in pairwise(mapped))
    if not (apart and mapped and mapped[0][0] == 0):
        return library
    made, moved = bytearray(), []
    for begin, length, address in mapped:
        made.extend(bytes((address - len(made)) % _PAGE))
        moved.append((begin, begin + length, len(made) - begin))
        made.extend(library[begin : begin + length])

    def new(place: int, length: int) -> int | None:
        """The new offset of bytes; None if they are not mapped."""
        for begin, end, by in moved:
            if begin <= place and place + length <= end:
                return place + by
        return None

    first = new(table, size * count)
    if first is None:
        return library
    for number, entry in enumerate(entries):
        place = new(entry[2], entry[5])
        if place is None:
            entry[0], place = _NOTHING, 0
        entry[2] = place
        if entry[0] == _LOAD:
            entry[7] = _PAGE  # larger page sizes made the hole
        _ENTRY.pack_into(made, first + number * size, *entry)
    struct.pack_into("<QQ", made, 32, first, 0)  # segments; the sections are gone
    struct.pack_into("<HH", made, 60, 0, 0)
    return bytes(made)


def link_doubles(folder: Path) -> int:
    """Replace identical libraries by links to one of them; returns the bytes saved."""
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
    """Remove search paths on the build machine from all libraries."""
    for path in files(folder):
        told = subprocess.run(["chrpath", "-l", path], capture_output=True, text=True)
        if re.search(r"R(?:UN)?PATH=(?:.*:)?/", told.stdout):
            tool("chrpath", "-r", "$ORIGIN", path, stdout=subprocess.DEVNULL)


def loadable(library: bytes) -> bool:
    """Whether the loader can map every segment: offset and address match the pages."""
    table, size, count = _segments(library)
    for number in range(count):
        kind, _, place, address = struct.unpack_from(
            "<IIQQ", library, table + number * size
        )
        if kind == _LOAD and (place - address) % _PAGE != 0:
            return False
    return True


def _segments(library: bytes) -> tuple[int, int, int]:
    """The offset of the segment table, the size of an entry, and their number."""
    (table,) = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    return table, size, count
