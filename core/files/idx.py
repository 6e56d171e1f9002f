"""Pictures and labels in idx files, MNIST's format (``…-idx3-ubyte``), or gzipped."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable
from importlib.resources.abc import Traversable
from math import prod
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import BadInput
from core.language import tr
from core.limits import MAX_CELLS
from core.network import MAX_INPUTS
from core.problems.points import MAX_CLASSES, Points
from core.problems.rows import BLOCK_ROWS, Rows
from core.problems.scaling import Scaling
from core.tables.reading import DOUBLE_CELLS

Bytes = npt.NDArray[np.uint8]
_UBYTE = 8
_NAME = re.compile(r"(.*)(images|labels)([-.])idx(\d)(-ubyte)?(\.gz)?", re.IGNORECASE)
_TRAIN, _TEST = "train", "t10k"  # names of MNIST's own splits


def is_idx(path: Path) -> bool:
    """Whether a file of this name contains pictures or labels."""
    return _NAME.fullmatch(path.name) is not None


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


def beside(path: Path, kind: str) -> Path:
    """The file of images or labels that belongs to the one of this name."""
    found = _NAME.fullmatch(path.name)
    assert found is not None
    start, _, sign, _, ubyte, packed = (part or "" for part in found.groups())
    ranks = ("1",) if kind == "labels" else ("3", "4")
    for rank in ranks:
        for ending in (packed, ".gz", ""):
            near = path.with_name(f"{start}{kind}{sign}idx{rank}{ubyte}{ending}")
            if near.is_file():
                return near
    raise BadInput(
        tr(
            "{name}: {start}{kind}{sign}idx{ranks}{ubyte} must be in the same folder, "
            "got no such file",
            name=path.name,
            start=start,
            kind=kind,
            sign=sign,
            ranks=ranks[0],
            ubyte=ubyte,
        )
    )


def load_pictures(path: Path) -> Points:
    """Pictures with their labels; test files next to them are held out."""
    images, labels = _pair(path)
    held = 0
    if path.name.startswith(_TRAIN):
        rest = path.with_name(_TEST + path.name.removeprefix(_TRAIN))
        try:
            more, theirs = _pair(rest if rest.is_file() else _other(rest))
        except BadInput:
            pass
        else:
            if more.shape[1:] == images.shape[1:]:
                held = len(more)
                images = np.concatenate([images, more])
                labels = np.concatenate([labels, theirs])
    return pictures(images, labels, held)


def _other(path: Path) -> Path:
    """The same file's gzipped name if it is not gzipped, and vice versa."""
    if path.suffix == ".gz":
        return path.with_suffix("")
    return path.with_name(path.name + ".gz")


def _pair(path: Path) -> tuple[Bytes, Bytes]:
    images = read_idx(beside(path, "images"))
    labels = read_idx(beside(path, "labels"))
    name = path.name
    if images.ndim not in (3, 4) or labels.ndim != 1:
        raise BadInput(
            tr(
                "{name}: images must have 3 or 4 dimensions and labels 1, got "
                "{ndim} and {ndim2}",
                name=name,
                ndim=images.ndim,
                ndim2=labels.ndim,
            )
        )
    if len(images) != len(labels):
        raise BadInput(
            tr(
                "{name}: there must be a label for each image, got {count} "
                "images and {count2} labels",
                name=name,
                count=len(images),
                count2=len(labels),
            )
        )
    return images, labels


def pictures(images: Bytes, labels: Bytes, held: int = 0, full: int = 255) -> Points:
    """A problem of pictures: every pixel is an input from 0 to 1."""
    n, height, width, *rest = images.shape
    channels = rest[0] if rest else 1
    inputs = height * width * channels
    if inputs > MAX_INPUTS or channels not in (1, 3):
        raise BadInput(
            tr(
                "pictures must have 1 or 3 channels and at most {MAX_INPUTS} "
                "numbers, got {height}×{width}×{channels}",
                MAX_INPUTS=MAX_INPUTS,
                height=height,
                width=width,
                channels=channels,
            )
        )
    values, numbers = np.unique(labels, return_inverse=True)
    if not 2 <= len(values) <= MAX_CLASSES:
        raise BadInput(
            tr(
                "labels must be of 2 to {MAX_CLASSES} classes, got {count}",
                MAX_CLASSES=MAX_CLASSES,
                count=len(values),
            )
        )
    kind = np.float32 if n * inputs > DOUBLE_CELLS else np.float64
    flat = images.reshape(n, inputs)
    starts = range(0, n, BLOCK_ROWS)
    blocks: list[Floats] = [flat[at : at + BLOCK_ROWS].astype(kind) for at in starts]
    for block in blocks:
        np.divide(block, full, out=block)
    return Points(
        Rows(blocks),
        numbers[:, None].astype(kind),
        len(values),
        [str(v) for v in values.tolist()],
        columns=pixel_columns(height, width, channels, full),
        image=(height, width, channels),
        held=held,
    )


def pixel_columns(
    height: int, width: int, channels: int, full: int
) -> tuple[Scaling, ...]:
    """A name for each pixel, and its range."""
    colours = ("",) if channels == 1 else (tr(" red"), tr(" green"), tr(" blue"))
    return tuple(
        Scaling(
            tr("pixel {r}, {c}{colour}", r=r + 1, c=c + 1, colour=colour),
            0.0,
            float(full),
        )
        for r in range(height)
        for c in range(width)
        for colour in colours
    )
