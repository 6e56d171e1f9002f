"""Lock files: every wheel that goes into an installer, by version and hash.

`build.py locks` asks PyPI once and writes ``packaging/locks``; every build installs
from there with pip's ``--require-hashes``, so that a file tampered with in transit or
at its source stops the build. Each system has two: what the installer contains, and the
tools that build it. Uses only the standard library.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import source
from source import BUILD, PACKAGING, Stop, say, tool

FOLDER = PACKAGING / "locks"
#: Wheel tags of the systems that installers are made for.
PLATFORMS = {
    "linux-x86_64": [
        *(f"manylinux_2_{minor}_x86_64" for minor in range(36, 16, -1)),
        *(f"manylinux{year}_x86_64" for year in ("2014", "2010", "1")),
    ],
    "windows-x86_64": ["win_amd64"],
    "macos-aarch64": [f"macosx_{major}_0_arm64" for major in range(14, 10, -1)],
    "macos-x86_64": [
        *(f"macosx_{major}_0_x86_64" for major in range(13, 10, -1)),
        *(f"macosx_10_{minor}_x86_64" for minor in range(16, 8, -1)),
    ],
}
#: Tools that make the wheel, freeze it, and write the bill of materials.
BUILDERS = (
    "pyinstaller>=6.22,<7",
    "build>=1.2",
    "setuptools>=77",
    "wheel",
    "cyclonedx-python-lib[json-validation]>=11,<12",
)
#: What pip leaves out because it runs on another system.
MORE_BUILDERS = {
    "windows-x86_64": ("pefile", "pywin32-ctypes"),
    "macos-aarch64": ("macholib",),
    "macos-x86_64": ("macholib",),
}
#: The Python that is frozen; wheels differ between minor versions.
PYTHON = (3, 11)
_ENTRY = re.compile(r"(?m)^(\S+)==(\S+) \\\n    --hash=sha256:([0-9a-f]{64})$")


def path(system: str, kind: str) -> Path:
    """The lock of ``system``; ``kind`` is ``contents`` or ``builders``."""
    return FOLDER / f"{system}-{kind}.txt"


def read(system: str, kind: str) -> dict[str, tuple[str, str]]:
    """Version and hash by the name of the package."""
    text = path(system, kind).read_text("utf-8")
    return {name: (version, sha) for name, version, sha in _ENTRY.findall(text)}


def canonical(name: str) -> str:
    """A package's name as indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def need(system: str) -> None:
    """Stop without a lock: nothing unverified may go into an installer."""
    if sys.version_info[:2] != PYTHON:
        wanted = ".".join(map(str, PYTHON))
        raise Stop(
            f"installers are built with Python {wanted}, whose wheels are locked; "
            f"run make with PYTHON=python{wanted}"
        )
    if not path(system, "contents").is_file():
        raise Stop(f"{path(system, 'contents').name} is missing: no lock for {system}")


def words(system: str, kind: str) -> tuple[str | Path, ...]:
    """The pip arguments that install a lock and nothing else."""
    return (
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
        "--only-binary=:all:",
        "--no-deps",
        "-r",
        path(system, kind),
    )


def elsewhere(system: str) -> tuple[str, ...]:
    """The pip arguments that install for another system."""
    tags = (word for tag in PLATFORMS[system] for word in ("--platform", tag))
    version = ".".join(map(str, PYTHON))
    return (*tags, "--python-version", version, "--implementation", "cp")


def write(python: Path) -> None:
    """Ask PyPI what is newest, for every system, and write the locks."""
    FOLDER.mkdir(exist_ok=True)
    for system in PLATFORMS:
        found = _ask(python, system, source.requirements())
        _write(path(system, "contents"), found)
        builders = _ask(python, system, [*BUILDERS, *MORE_BUILDERS.get(system, ())])
        _write(path(system, "builders"), builders)
        say(f"{system}: {len(found)} packages and {len(builders)} builders locked")


def _ask(python: Path, system: str, wanted: list[str]) -> dict[str, tuple[str, str]]:
    """What pip would install from PyPI, ignoring other sources on this machine."""
    report = BUILD / "lock.json"
    tool(
        python,
        *("-m", "pip", "install", "--isolated", "--quiet", "--dry-run"),
        *("--disable-pip-version-check", "--ignore-installed", "--report", report),
        *("--index-url", "https://pypi.org/simple", "--only-binary=:all:"),
        *("--target", BUILD / "nowhere", *elsewhere(system)),
        *wanted,
        stdout=subprocess.DEVNULL,
    )
    found = {}
    for entry in json.loads(report.read_text("utf-8"))["install"]:
        head, sums = entry["metadata"], entry["download_info"]["archive_info"]
        found[canonical(head["name"])] = head["version"], sums["hashes"]["sha256"]
    return found


def _write(place: Path, found: dict[str, tuple[str, str]]) -> None:
    lines = ["# Written by `python3 packaging/build.py locks`; do not edit.\n"]
    for name, (version, sha) in sorted(found.items()):
        lines.append(f"{name}=={version} \\\n    --hash=sha256:{sha}\n")
    place.write_text("".join(lines), encoding="utf-8")
