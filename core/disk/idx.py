"""Arrays of bytes in idx files, MNIST's format (``…-idx3-ubyte``), or gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from importlib.resources.abc import Traversable
from math import prod

import numpy as np
import numpy.typing as npt

from core.errors import BadInput
from core.language import tr
from core.limits import MAX_CELLS

Bytes = npt.NDArray[np.uint8]
_UBYTE = 8


def read_idx(path: Traversable, most: int = MAX_CELLS) -> Bytes:
    """The array in a file, whose length must match its header."""
    name = path.name
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream = gzip.GzipFile(fileobj=raw) if packed else raw
            shape = _shape(name, stream.read(4), stream.read)
            size = prod(shape)
            if size > most or min(shape) < 1:
                raise BadInput(
                    tr(
                        "{name}: must contain from 1 to {most} bytes, got shape "
                        "{shape}",
                        name=name,
                        most=most,
                        shape=shape,
                    )
                )
            data = stream.read(size + 1)
    except (OSError, EOFError, zlib.error) as error:
        said = getattr(error, "strerror", None) or " ".join(str(error).split())
        raise BadInput(
            tr("{name}: cannot be read: {said}", name=name, said=f"{said:.120}")
        ) from None
    if len(data) != size:
        raise BadInput(
            tr(
                "{name}: must contain {size} bytes after its header for shape "
                "{shape}, got {count}",
                name=name,
                size=size,
                shape=shape,
                count=len(data) if len(data) < size else "more",
            )
        )
    return np.frombuffer(data, np.uint8).reshape(shape)


def _shape(name: str, magic: bytes, read: Callable[[int], bytes]) -> tuple[int, ...]:
    good = len(magic) == 4 and magic[:2] == b"\0\0" and 1 <= magic[3] <= 4
    if not good or magic[2] != _UBYTE:
        raise BadInput(
            tr(
                "{name}: must begin with 0, 0, {UBYTE} (bytes) and 1 to 4 "
                "(dimensions), got {magic}",
                name=name,
                UBYTE=_UBYTE,
                magic=list(magic),
            )
        )
    sizes = read(4 * magic[3])
    if len(sizes) != 4 * magic[3]:
        raise BadInput(
            tr(
                "{name}: must give {magic} sizes, got {count} bytes",
                name=name,
                magic=magic[3],
                count=len(sizes),
            )
        )
    return tuple(np.frombuffer(sizes, ">i4").tolist())
