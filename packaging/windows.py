"""The installer for Windows, built on Windows or, with wine, on Debian.

On Debian everything comes from registries: the signed CPython (`winpython.py`), wheels
with known hashes (`lock.py`), wine to run PyInstaller in, and NSIS.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import kernels
import programs
import source
import wine
import winpython
from source import BUILD, PACKAGING, ROOT, Stop, say

HOME = BUILD / "windows"
BUILDER = HOME / "builder"
BUNDLE = HOME / "bundle" / "hyperfold"
#: Created by PyInstaller; all other programs are used as they are.
_MADE = ("hyperfold.exe", "hyperfold-window.exe")
_BINARY = (".exe", ".dll", ".pyd")
#: What PyInstaller copies to the top level unnecessarily: the wheel has its own.
_DOUBLES = re.compile(r"libscipy_openblas|msvcp140-|vcomp140", re.IGNORECASE)
#: wine has these under other names; Windows 10 has them all.
_EXPECTED = re.compile(r"could not resolve '(api-ms-win-|ext-ms-)")


def freeze(python: Path, made: Path, icons: Path) -> Path:
    """Freeze the wheel ``made`` inside wine; the bundle's folder."""
    program = winpython.builder(BUILDER, python, made)
    machine = wine.prepare(python)
    ask = partial(_ask, machine, program)
    folder = HOME / "kernels"
    try:
        kernels.make(folder, winpython.SYSTEM, ask, machine.path(folder))
        say("freezing for Windows, in wine")
        shutil.rmtree(BUNDLE, ignore_errors=True)
        ask(
            *("-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
            *("--distpath", machine.path(BUNDLE.parent)),
            *("--workpath", machine.path(HOME / "freeze")),
            machine.path(PACKAGING / "hyperfold.spec"),
            **settings(machine.path(icons), machine.path(folder)),
        )
    finally:
        machine.end()
    drop_doubles(BUNDLE / "_internal")
    check_origins(BUNDLE, BUILDER)
    return BUNDLE


def _ask(machine: wine.Wine, program: Path, *words: str, **changes: str) -> None:
    """Run the Python for Windows; shows unexpected warnings."""
    own = {"HYPERFOLD_CACHE": machine.path(HOME / "cache"), **changes}
    done = machine.run(program, *words, seconds=1800, **own)
    lines = (done.stdout + done.stderr).splitlines()
    for line in lines:
        if "WARNING" in line and not _EXPECTED.search(line):
            say(line)
    if done.returncode != 0:
        raise Stop(f"windows: {words[1]} failed:\n" + "\n".join(lines[-30:]))


def settings(icons: str, folder: str) -> dict[str, str]:
    """What the recipe reads from its environment."""
    return {
        "HYPERFOLD_ICONS": icons,
        "HYPERFOLD_KERNELS": folder,
        "HYPERFOLD_VERSION": source.version(),
        "SOURCE_DATE_EPOCH": str(source.epoch()),
        "PYTHONHASHSEED": "0",
    }


def drop_doubles(inside: Path) -> None:
    """Remove libraries that are in the bundle twice: a wheel finds its own."""
    saved = 0
    for path in sorted(inside.iterdir()):
        if not (path.is_file() and _DOUBLES.match(path.name)):
            continue
        others = inside.glob(f"*.libs/{path.name}")
        if any(_sha(other) == _sha(path) for other in others):
            saved += path.stat().st_size
            path.unlink()
    say(f"dropped {saved / 1e6:.0f} MB of doubles")


def check_origins(bundle: Path, *origins: Path) -> None:
    """Stop if a program or library of the bundle was not verified.

    PyInstaller collects whatever a library needs: no file of wine may slip in.
    """
    known = {_sha(path) for origin in origins for path in binaries(origin)}
    strange = [
        path.relative_to(bundle).as_posix()
        for path in binaries(bundle)
        if path.name not in _MADE and _sha(path) not in known
    ]
    if strange:
        raise Stop(f"windows: of unknown origin: {', '.join(strange)}")
    say(f"all {len(list(binaries(bundle)))} programs and libraries are of known origin")


def binaries(folder: Path) -> Iterator[Path]:
    """Programs and libraries below ``folder``."""
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in _BINARY and path.is_file():
            yield path


def installer(
    bundle: Path, icons: Path, made: Path, version: str = "", *, quick: bool = False
) -> Path:
    """Pack ``bundle`` as a set-up; a ``quick`` one is hardly compressed."""
    programs.need("makensis")
    given = {
        "VERSION": version or source.version(),
        "BUNDLE": bundle,
        "ICON": icons / "hyperfold.ico",
        "OUT": made,
        "LICENCE": ROOT / "LICENSE",
    }
    made.parent.mkdir(parents=True, exist_ok=True)
    if not quick:
        say("packing the set-up")
    # On Linux: a 32-bit set-up would need a 32-bit wine for testing.
    kind = [] if sys.platform == "win32" else ["-XTarget amd64-unicode"]
    subprocess.run(
        [
            *("makensis", "-V2", "-WX", *kind),
            *(f"-D{name}={value}" for name, value in given.items()),
            *(["-DQUICK"] if quick else []),
            str(PACKAGING / "windows" / "hyperfold.nsi"),
        ],
        check=True,
    )
    return made


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
