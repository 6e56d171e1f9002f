"""Pictures with their labels from idx files, as MNIST has them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from core.arrays import Floats
from core.disk.idx import Bytes, read_idx
from core.errors import BadInput
from core.language import tr
from core.network import MAX_INPUTS
from core.problems.points import MAX_CLASSES, Points
from core.problems.rows import BLOCK_ROWS, Rows
from core.problems.scaling import pixel_columns
from core.tables.reading import DOUBLE_CELLS

_NAME = re.compile(r"(.*)(images|labels)([-.])idx(\d)(-ubyte)?(\.gz)?", re.IGNORECASE)
_TRAIN, _TEST = "train", "t10k"  # names of MNIST's own splits


def is_idx(path: Path) -> bool:
    """Whether a file of this name contains pictures or labels."""
    return _NAME.fullmatch(path.name) is not None


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
