"""Writes a sequence of pictures as a film: GIF and WebP by Pillow, MP4 by ffmpeg."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.disk.atomic import beside
from core.errors import BadInput, shown, why

FORMATS = (".gif", ".webp", ".mp4")
MAX_FRAMES = 5000

Pixels = npt.NDArray[np.uint8]  # (height, width, 3)


class NoEncoder(RuntimeError):
    """No MP4 encoder on this machine; the message says how to get one."""


def check_target(path: Path) -> None:
    """Reject a file name that is not a film's, before any work is done."""
    if path.suffix.lower() not in FORMATS:
        raise BadInput(
            f"-o must name a .gif, .webp or .mp4 file, got {shown(str(path))}"
        )
    if not path.parent.is_dir():
        raise BadInput(f"-o must be in a folder that exists, got {shown(str(path))}")
    if path.suffix.lower() == ".mp4" and mp4_encoder() is None:
        raise NoEncoder(
            "an .mp4 film needs the program ffmpeg or the Python package av, and "
            "neither is installed; .gif and .webp films need nothing"
        )


def mp4_encoder() -> str | None:
    """The MP4 encoder available here: "ffmpeg", "av", or none."""
    if shutil.which("ffmpeg"):
        return "ffmpeg"
    try:
        import av  # noqa: F401
    except ImportError:
        return None
    return "av"


def frame_steps(steps: int, frames: int) -> list[int]:
    """The steps at which pictures are taken: evenly spaced, from 0 to the last."""
    return [round(i * steps / max(1, frames - 1)) for i in range(frames)]


def write_film(
    path: Path, frames: Iterator[Pixels], fps: int = 20, about: str = ""
) -> None:
    """Write all ``frames``; no file is left if that fails half-way.

    ``about`` is stored in the file with the pictures: which run they show.
    """
    check_target(path)
    unfinished = beside(path)
    kind = path.suffix.lower()
    try:
        if kind == ".mp4":
            _write_mp4(unfinished, frames, fps, about)
        else:
            _write_animation(unfinished, kind, frames, fps, about)
        os.replace(unfinished, path)
    except OSError as error:
        raise BadInput(f"{path.name}: cannot be written: {why(error)}") from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _write_animation(
    path: Path, kind: str, frames: Iterator[Pixels], fps: int, about: str
) -> None:
    from PIL import Image

    def picture(pixels: Pixels) -> Any:
        image = Image.fromarray(pixels)
        if kind == ".gif":
            # Without dither, which would flicker from frame to frame.
            return image.quantize(255, dither=Image.Dither.NONE)
        return image

    first = picture(next(frames))
    # Pillow takes the others one by one, so that a long film fits in memory.
    settings: dict[str, Any] = {
        "save_all": True,
        "append_images": map(picture, frames),
        "loop": 0,
        "duration": round(1000 / fps),
    }
    with path.open("wb") as file:
        if kind == ".gif":
            remark = {"comment": about.encode()} if about else {}
            first.save(file, "GIF", optimize=False, disposal=1, **settings, **remark)
        else:
            remark = {"exif": _exif(about)} if about else {}
            first.save(file, "WEBP", quality=85, method=2, **settings, **remark)


def _exif(about: str) -> bytes:
    from PIL import ExifTags, Image

    exif = Image.Exif()
    exif[ExifTags.Base.ImageDescription] = about
    exif[ExifTags.Base.Software] = "Hyperfold"
    return bytes(exif.tobytes())


def _write_mp4(path: Path, frames: Iterator[Pixels], fps: int, about: str) -> None:
    if mp4_encoder() == "ffmpeg":
        _write_with_ffmpeg(path, frames, fps, about)
    else:
        _write_with_av(path, frames, fps, about)


def _even(pixels: Pixels) -> Pixels:
    """Crop to even sides, as MP4 requires."""
    h, w = pixels.shape[:2]
    return np.ascontiguousarray(pixels[: h - h % 2, : w - w % 2])


def _write_with_ffmpeg(
    path: Path, frames: Iterator[Pixels], fps: int, about: str
) -> None:
    first = _even(next(frames))
    h, w = first.shape[:2]
    command = [
        "ffmpeg",
        "-loglevel",
        "error",
        "-y",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-s",
        f"{w}x{h}",
        "-r",
        str(fps),
        "-i",
        "-",
        "-pix_fmt",
        "yuv420p",
        "-movflags",
        "+faststart",
        "-metadata",
        f"comment={about}",
        "-f",
        "mp4",
        str(path),
    ]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=False
    )
    assert child.stdin is not None
    try:
        with suppress(BrokenPipeError):  # ffmpeg prints the reason on standard error
            child.stdin.write(first.tobytes())
            for frame in frames:
                child.stdin.write(_even(frame).tobytes())
    except BaseException:
        child.kill()
        child.communicate()
        raise
    _, said = child.communicate()
    if child.returncode != 0:
        words = " ".join(said.decode(errors="replace").split())[-200:]
        raise BadInput(f"{path.name}: ffmpeg must write the film, got: {words}")


def _write_with_av(path: Path, frames: Iterator[Pixels], fps: int, about: str) -> None:
    import av

    with av.open(str(path), "w", format="mp4") as container:
        container.metadata["comment"] = about
        stream: Any = None
        for frame in frames:
            pixels = _even(frame)
            if stream is None:
                stream = container.add_stream("mpeg4", rate=fps)
                stream.height, stream.width = pixels.shape[:2]
                stream.pix_fmt = "yuv420p"
                stream.bit_rate = 8_000_000
            picture = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            container.mux(stream.encode(picture))
        container.mux(stream.encode())
