"""A zip with a JSON header and arrays as npy, read with bounded memory.

Nothing in it is trusted: names, sizes and shapes are checked before a byte of the
contents is unpacked, and no file is ever written where an entry's name points.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any, BinaryIO, NoReturn

import numpy as np
import numpy.typing as npt

from core.errors import BadInput, shown

HEADER = "header.json"
MAX_FILE = 512 * 2**20  # bytes of the file
MAX_TOTAL = 256 * 2**20  # bytes of everything in it, unpacked
MAX_HEADER = 4 * 2**20
MAX_DIRECTORY = 2**20  # bytes of the zip's table of contents
_END = 22  # bytes of the record that ends a zip without a comment

Array = npt.NDArray[Any]


class ContainerWriter:
    """Puts a header and arrays into an open file."""

    def __init__(self, file: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_STORED)

    def header(self, table: dict[str, Any]) -> None:
        """The JSON header, packed."""
        text = json.dumps(table, allow_nan=False, separators=(",", ":"))
        self._zip.writestr(_entry(HEADER, zipfile.ZIP_DEFLATED), text)

    def array(self, name: str, array: Array) -> None:
        """An array under ``name``.npy, uncompressed: numbers hardly compress."""
        ordered = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        with self._zip.open(_entry(f"{name}.npy"), "w") as stream:
            np.lib.format.write_array(stream, ordered, allow_pickle=False)

    def rows(
        self, name: str, kind: str, shape: tuple[int, ...], blocks: Iterable[Array]
    ) -> None:
        """The same bytes as `array`, of rows that come in blocks: it takes no room."""
        header = {"descr": kind, "fortran_order": False, "shape": shape}
        with self._zip.open(_entry(f"{name}.npy"), "w") as stream:
            np.lib.format.write_array_header_1_0(stream, header)
            for block in blocks:
                stream.write(np.ascontiguousarray(block, kind).data)

    def blob(self, name: str, data: bytes) -> None:
        """Store bytes as they are."""
        self._zip.writestr(_entry(name), data)

    def __enter__(self) -> ContainerWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write the table of contents; after a failure the file is discarded anyway."""
        self._zip.close()


def _entry(name: str, kind: int = zipfile.ZIP_STORED) -> zipfile.ZipInfo:
    # A fixed date: the same run gives the same bytes.
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = kind
    return entry


class ContainerReader:
    """Reads such a file; every error is one line that names the file."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        try:
            size = path.stat().st_size
            if size > MAX_FILE:
                self.refuse(f"must have at most {MAX_FILE} bytes, got {size}")
            self._file = path.open("rb")
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise BadInput(f"{self.name}: cannot be read: {reason}") from None
        try:
            self._check_end(size)
            self._zip = self._open()
            self._entries = self._check_entries()
        except BaseException:
            self._file.close()
            raise

    def refuse(self, words: str) -> NoReturn:
        """Raise the error ``file: words``."""
        raise BadInput(f"{self.name}: {words}")

    def _check_end(self, size: int) -> None:
        """Check that the table of contents is small, because it is read whole."""
        self._file.seek(max(0, size - _END))
        end = self._file.read(_END)
        if len(end) < _END or end[:4] != b"PK\x05\x06" or end[-2:] != b"\0\0":
            self.refuse("must be a whole Hyperfold run file, got something else")
        length = int.from_bytes(end[12:16], "little")
        if length > MAX_DIRECTORY:
            self.refuse(
                f"must have a table of contents of at most {MAX_DIRECTORY} bytes, "
                f"got {length}"
            )
        self._file.seek(max(0, size - _END - 20))
        if self._file.read(4) == b"PK\x06\x07":
            self.refuse("must be a plain zip file, got a zip64 one")
        self._file.seek(0)

    def _open(self) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(self._file)
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            reason = " ".join(str(error).split())[:80]
            self.refuse(f"must be a whole Hyperfold run file, got: {reason}")

    def _check_entries(self) -> dict[str, zipfile.ZipInfo]:
        found: dict[str, zipfile.ZipInfo] = {}
        total = 0
        for entry in self._zip.infolist():
            name = entry.filename
            parts = name.split("/")
            plain = name.isascii() and name.isprintable() and "\\" not in name
            if not plain or any(p in ("", ".", "..") for p in parts) or ":" in name:
                self.refuse(f"must contain entries with plain names, got {shown(name)}")
            if name in found:
                self.refuse(f"must contain every entry once, got {shown(name)} twice")
            if entry.flag_bits & 1 or entry.compress_type not in (0, 8):
                self.refuse(
                    f"must contain plain or deflated entries, got {shown(name)} packed "
                    "in another way"
                )
            total += entry.file_size
            found[name] = entry
        if total > MAX_TOTAL:
            self.refuse(f"must unpack to at most {MAX_TOTAL} bytes, got {total}")
        if HEADER not in found:
            self.refuse(f"must contain {HEADER}, got a zip without it")
        if found[HEADER].file_size > MAX_HEADER:
            self.refuse(
                f"{HEADER} must have at most {MAX_HEADER} bytes, "
                f"got {found[HEADER].file_size}"
            )
        return found

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def header(self) -> Any:
        """The JSON header."""
        try:
            return json.loads(self._read(HEADER, MAX_HEADER))
        except (ValueError, RecursionError) as error:
            reason = " ".join(str(error).split())[:80]
            self.refuse(f"{HEADER} must be valid JSON, got: {reason}")

    def blob(self, name: str, most: int) -> bytes:
        """The bytes of an entry; empty if it is missing or too long."""
        if name not in self._entries or self._entries[name].file_size > most:
            return b""
        return self._read(name, most)

    def shape(self, name: str, kind: str) -> tuple[int, ...]:
        """The shape of an array of type ``kind`` ("<f8"), without its numbers."""
        with self._reading(name) as stream:
            return self._head(name, kind, stream)

    def array(
        self, name: str, kind: str, shape: tuple[int, ...], finite: bool = True
    ) -> Array:
        """An array of exactly this type and shape; read-only."""
        count = int(np.prod(shape, dtype=np.int64))
        wanted = count * np.dtype(kind).itemsize
        with self._reading(name) as stream:
            given = self._head(name, kind, stream)
            if given != shape:
                self.refuse(f"{name} must have shape {shape}, got {given}")
            data = stream.read(wanted)
            rest = stream.read(1)
        if len(data) != wanted or rest:
            self.refuse(f"{name} must contain {count} numbers, got a different count")
        array = np.frombuffer(data, kind).reshape(shape)
        if finite and array.dtype.kind == "f" and not np.isfinite(array).all():
            self.refuse(f"{name} must be finite, got NaN or infinity")
        return array

    @contextmanager
    def _reading(self, name: str) -> Iterator[IO[bytes]]:
        full = f"{name}.npy"
        if full not in self._entries:
            self.refuse(f"must contain {full}, got a file without it")
        try:
            with self._zip.open(self._entries[full]) as stream:
                yield stream
        except BadInput:
            raise
        except Exception as error:  # zlib, zipfile and NumPy raise errors of their own
            reason = " ".join(str(error).split())[:80]
            self.refuse(f"{full} must be a whole array, got: {reason}")

    def _head(self, name: str, kind: str, stream: IO[bytes]) -> tuple[int, ...]:
        version = np.lib.format.read_magic(stream)
        if version != (1, 0):
            raise ValueError(f"npy version {version}")
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(
            stream, max_header_size=2000
        )
        if fortran or dtype != np.dtype(kind):
            self.refuse(f"{name} must contain {np.dtype(kind)} by rows, got {dtype}")
        return tuple(int(n) for n in shape)

    def _read(self, name: str, most: int) -> bytes:
        entry = self._entries[name]
        try:
            with self._zip.open(entry) as stream:
                data = stream.read(min(most, entry.file_size) + 1)
        except Exception as error:  # zlib, zipfile and struct raise errors of their own
            reason = " ".join(str(error).split())[:80]
            self.refuse(f"{name} must be whole, got: {reason}")
        if len(data) != entry.file_size:
            self.refuse(f"{name} must be whole, got {len(data)} bytes of it")
        return data

    def __enter__(self) -> ContainerReader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()
        self._file.close()
