"""A virtual screen whose pixels and window titles can be read, without X tools."""

from __future__ import annotations

import ctypes
import os
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

SIZE = (1440, 900)
_STEP = 16  # distance between sampled pixels


def available() -> bool:
    """Whether a virtual screen is available."""
    return shutil.which("Xvfb") is not None


class Screen:
    """An Xvfb of its own, with its picture in a file."""

    def __enter__(self) -> Screen:
        self._folder = tempfile.mkdtemp(prefix="hyperfold-screen-")
        read, write = os.pipe()
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(write),
                "-ac",
                "-nolisten",
                "tcp",
                "-screen",
                "0",
                f"{SIZE[0]}x{SIZE[1]}x24",
                "-fbdir",
                self._folder,
            ],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()  # comes when the server is ready
        if not number:
            raise RuntimeError("Xvfb does not start")
        self.name = f":{number}"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.terminate()
        self._server.wait(10)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _content(self) -> tuple[bytes, int, int]:
        """The screen's contents, where its rows start and how long they are."""
        data = (Path(self._folder) / "Xvfb_screen0").read_bytes()
        # An X window dump, whose header has both.
        return data, _word(data, 0) + _word(data, 19) * 12, _word(data, 12)

    def _pixels(self) -> list[bytes]:
        """Some pixels of the screen, spread over it, as blue, green, red."""
        data, begin, row = self._content()
        return [
            data[at : at + 3]
            for y in range(0, SIZE[1], _STEP)
            for at in range(begin + y * row, begin + y * row + 4 * SIZE[0], 4 * _STEP)
        ]

    def colours(self) -> int:
        """How many colours there are: few until the window is painted."""
        return len(set(self._pixels()))

    def brightness(self) -> float:
        """From 0 for black to 255 for white."""
        found = self._pixels()
        return sum(map(sum, found)) / (3 * len(found))

    def titles(self) -> list[str]:
        """Titles of the windows on the screen."""
        return _titles(self.name)

    def settle(self, seconds: float = 15) -> None:
        """Wait until the picture has stayed the same for a second."""
        seen, since = self._content(), time.monotonic()
        end = since + seconds
        while time.monotonic() < min(end, since + 1):
            time.sleep(0.1)
            if (now := self._content()) != seen:
                seen, since = now, time.monotonic()

    def save(self, path: Path) -> None:
        """Write what the screen shows as a PNG."""
        data, begin, row = self._content()
        lines = bytearray()
        for y in range(SIZE[1]):
            at = begin + y * row
            line = data[at : at + 4 * SIZE[0]]
            coloured = bytearray(3 * SIZE[0])
            for target, origin in enumerate((2, 1, 0)):  # stored as blue, green, red
                coloured[target::3] = line[origin::4]
            lines += b"\0" + coloured
        head = struct.pack(">IIBBBBB", *SIZE, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks)))

    def wait(
        self,
        holds: Callable[[], bool],
        seconds: float,
        child: subprocess.Popen[bytes] | None = None,
    ) -> bool:
        """Wait until a condition holds; False on timeout or if the program ends."""
        return wait(holds, seconds, child)


def wait(
    holds: Callable[[], bool],
    seconds: float,
    child: subprocess.Popen[bytes] | None = None,
) -> bool:
    """Wait until a condition holds; False on timeout or if the program ends."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and (child is None or child.poll() is None):
        if holds():
            return True
        time.sleep(0.01)
    return holds()


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    kind, content = chunk
    sums = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", sums)


def _word(data: bytes, number: int) -> int:
    return int(struct.unpack_from(">I", data, 4 * number)[0])


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def _ignore(display: int | None, event: int | None) -> int:
    return 0


def _titles(display: str) -> list[str]:
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = ctypes.c_ulong
    # A window may close before it is queried; Xlib would then end the program.
    x.XSetErrorHandler(_ignore)
    opened = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    root = x.XDefaultRootWindow(opened)
    windows = ctypes.POINTER(ctypes.c_ulong)()
    count, ignored = ctypes.c_uint(), ctypes.c_ulong()
    x.XQueryTree(
        opened,
        ctypes.c_ulong(root),
        ctypes.byref(ignored),
        ctypes.byref(ignored),
        ctypes.byref(windows),
        ctypes.byref(count),
    )
    names = [_name(x, opened, windows[number]) for number in range(count.value)]
    x.XCloseDisplay(opened)
    return [name for name in names if name]


def _name(x: ctypes.CDLL, opened: ctypes.c_void_p, window: int) -> str:
    """The title of a window; the older property, only Latin-1, comes last."""
    x.XInternAtom.restype = ctypes.c_ulong
    asked, kind = (
        ctypes.c_ulong(x.XInternAtom(opened, name, 0))
        for name in (b"_NET_WM_NAME", b"UTF8_STRING")
    )
    text = ctypes.c_char_p()
    told = [ctypes.c_ulong() for _ in range(4)]  # type, format, length, what is left
    x.XGetWindowProperty(
        opened,
        ctypes.c_ulong(window),
        asked,
        ctypes.c_long(0),
        ctypes.c_long(64),
        0,
        kind,
        *map(ctypes.byref, told),
        ctypes.byref(text),
    )
    if text.value:
        return text.value.decode("utf-8", "replace")
    x.XFetchName(opened, ctypes.c_ulong(window), ctypes.byref(text))
    return (text.value or b"").decode("latin-1")
