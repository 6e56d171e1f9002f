"""Reads PNG, JPEG and WebP pictures, scaled down enough to learn."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import BadInput, require
from core.language import tr
from core.problems.picture import MAX_SIDE

FORMATS = ("PNG", "JPEG", "WEBP")
MAX_PIXELS = 50_000_000  # a photograph; more is rejected before unpacking
MAX_BYTES = 100_000_000


def load_picture(source: Path | bytes, side: int = 128) -> npt.NDArray[np.uint8]:
    """Pixels (height, width, 3) with ``side`` on the longer side at most."""
    from PIL import Image, ImageOps

    name = source.name if isinstance(source, Path) else "clipboard"
    require(
        2 <= side <= MAX_SIDE,
        tr("{name}: resolution", name=name),
        tr("be from 2 to {MAX_SIDE} pixels", MAX_SIDE=MAX_SIDE),
        side,
    )
    data = _read(source, name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd metadata is not the user's mistake
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                width, height = image.size
                if width * height > MAX_PIXELS:
                    raise BadInput(
                        tr(
                            "{name}: a picture must have at most {MAX_PIXELS} "
                            "pixels, got {width}×{height}",
                            name=name,
                            MAX_PIXELS=MAX_PIXELS,
                            width=width,
                            height=height,
                        )
                    )
                require(
                    min(width, height) >= 2,
                    tr("{name}: sides", name=name),
                    tr("be 2 pixels or more"),
                    f"{width}×{height}",
                )
                # JPEG can decode at a fraction of its size, which is far quicker.
                image.draft("RGB", (2 * side, 2 * side))
                upright = ImageOps.exif_transpose(image)
                flat = _on_white(upright)
                flat.thumbnail((side, side), Image.Resampling.LANCZOS)
                if min(flat.size) < 2:
                    flat = flat.resize((max(2, flat.width), max(2, flat.height)))
                return np.array(flat, dtype=np.uint8)
    except BadInput:
        raise
    except MemoryError:
        raise BadInput(
            tr(
                "{name}: the picture must fit in memory, got too large a picture",
                name=name,
            )
        ) from None
    except Exception as error:  # Pillow raises many kinds on broken files
        raise BadInput(
            tr(
                "{name}: must be a PNG, JPEG or WebP picture, got {reason}",
                name=name,
                reason=_reason(error),
            )
        ) from None


def psnr(error: float) -> float:
    """Peak signal-to-noise ratio in decibels from a mean squared error per channel."""
    return float("inf") if error <= 0 else -10.0 * float(np.log10(error))


def _read(source: Path | bytes, name: str) -> bytes:
    if isinstance(source, bytes):
        data = source
    else:
        try:
            size = source.stat().st_size
            if size > MAX_BYTES:
                raise BadInput(
                    tr(
                        "{name}: a picture must have at most {MAX_BYTES} "
                        "bytes, got {size}",
                        name=name,
                        MAX_BYTES=MAX_BYTES,
                        size=size,
                    )
                )
            data = source.read_bytes()
        except OSError as error:
            raise BadInput(
                tr(
                    "{name}: cannot be read: {strerror}",
                    name=name,
                    strerror=error.strerror,
                )
            ) from None
    if not data:
        raise BadInput(
            tr("{name}: must be a PNG, JPEG or WebP picture, got nothing", name=name)
        )
    return data


def _on_white(image: Any) -> Any:
    """Transparent areas become white, as on paper."""
    from PIL import Image

    if image.mode.startswith("I;16") or image.mode == "I":
        # Pillow would clip 16-bit greys at 255, which leaves only white.
        deep = np.asarray(image, np.int64)
        image = Image.fromarray((deep.clip(0, 65535) >> 8).astype(np.uint8))
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        paper = Image.new("RGBA", image.size, "white")
        paper.alpha_composite(image)
        image = paper
    return image.convert("RGB")


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    if "cannot identify" in text:
        return tr("something else")
    return text[:100]
