"""What is built: version, commit and a clean copy of the sources; and messages."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PACKAGING = Path(__file__).resolve().parent
ROOT = PACKAGING.parent
BUILD = ROOT / "build"
DIST = ROOT / "dist"
#: Where an installed program finds the commit it was built from.
COMMIT_FILE = Path("resources") / "commit.txt"


class Stop(Exception):
    """Something cannot be built here; the message says what to do."""


def say(text: str) -> None:
    """Print what is going on."""
    print(f"build: {text}", flush=True)


def tool(*command: str | Path, **settings: Any) -> None:
    """Run a program and show its output; a failure ends the build."""
    subprocess.run([str(word) for word in command], check=True, **settings)


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    """The environment of this process with changes."""
    return {**os.environ, **changes}


def _project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return dict(tomllib.load(file)["project"])


#: The version that is upgraded when installers are tried: the one before this.
PREVIOUS = "0.1.0"


def version() -> str:
    """The number of the release, from ``pyproject.toml``."""
    return str(_project()["version"])


def wheel_name() -> str:
    """The file of our own wheel."""
    return f"hyperfold-{version()}-py3-none-any.whl"


def requirements() -> list[str]:
    """Hyperfold's requirements, as pip takes them."""
    return list(_project()["dependencies"])


def machine() -> str:
    """The processor, as artefacts name it."""
    name = platform.machine()
    return {"AMD64": "x86_64", "arm64": "aarch64"}.get(name, name)


def system() -> str:
    """System and processor, for file names."""
    names = {"linux": "linux", "win32": "windows", "darwin": "macos"}
    return f"{names.get(sys.platform, sys.platform)}-{machine()}"


def _git(*words: str) -> str:
    try:
        return subprocess.run(
            ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def commit() -> str:
    """The short commit, with ``+`` if files differ from it; empty outside git."""
    name = _git("rev-parse", "--short", "HEAD").strip()
    return name + ("+" if name and _git("status", "--porcelain", "-uno") else "")


def epoch() -> int:
    """The time that goes into everything built: that of the commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH") or _git("log", "-1", "--format=%ct")
    return int(given or (ROOT / "pyproject.toml").stat().st_mtime)


def files() -> list[Path]:
    """The sources, relative to the root: what git tracks, or all that is there."""
    listed = [name for name in _git("ls-files", "-z").split("\0") if name]
    if listed:
        return sorted(Path(name) for name in listed if (ROOT / name).is_file())
    tops = (
        "app",
        "core",
        "hyperfold",
        "resources",
        "packaging",
        "tests",
        "tools",
        "docs",
    )
    found = [path for top in tops for path in (ROOT / top).rglob("*")]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    return sorted(
        path.relative_to(ROOT)
        for path in found
        if path.is_file() and "__pycache__" not in path.parts
    )


def fingerprint() -> str:
    """A name for all that goes into a bundle."""
    digest = hashlib.sha256(f"{sys.version} {commit()}".encode())
    for path in files():
        if path.parts[0] in (
            "app",
            "core",
            "hyperfold",
            "resources",
            "packaging",
            "pyproject.toml",
        ):
            digest.update(str(path).encode())
            digest.update((ROOT / path).read_bytes())
    return digest.hexdigest()


def copy(target: Path) -> Path:
    """Copy the sources to ``target``, including a file with the commit."""
    shutil.rmtree(target, ignore_errors=True)
    for path in files():
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, place)
    if commit():
        (target / COMMIT_FILE).write_text(commit() + "\n", encoding="utf-8")
    when = epoch()
    for path in target.rglob("*"):
        runs = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if runs else 0o644)
        os.utime(path, (when, when))
    return target


def repack(archive: Path) -> None:
    """Rewrite a ``.tar.gz`` without traces of who packed it and when."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid = epoch(), 0, 0
        entry.uname = entry.gname = ""
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        entry.pax_headers = {}
        return entry

    packed = io.BytesIO()
    with (
        tarfile.open(archive) as old,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for entry in sorted(old.getmembers(), key=lambda member: member.name):
            content = old.extractfile(entry) if entry.isfile() else None
            new.addfile(plain(entry), content)
    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=epoch()) as out,
    ):
        out.write(packed.getvalue())
