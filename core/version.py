"""The version of Hyperfold; the number itself is only in ``pyproject.toml``.

Imports are late: the window imports this module before its first paint.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_BUILT_FROM = _ROOT / "resources" / "commit.txt"  # written when an installer is built


@cache
def version() -> str:
    """The number of the release, for example ``0.2.0``."""
    from importlib import metadata

    source = _ROOT / "pyproject.toml"
    if source.is_file():  # a checkout: the file is newer than what was installed
        import tomllib

        with source.open("rb") as file:
            return str(tomllib.load(file)["project"]["version"])
    try:
        return metadata.version("hyperfold")
    except metadata.PackageNotFoundError:  # a frozen app without its metadata
        return "0"


@cache
def commit() -> str | None:
    """The short commit, with ``+`` if files differ from it; None if unknown."""
    if not (_ROOT / ".git").exists():
        built = _BUILT_FROM.is_file()
        return _BUILT_FROM.read_text("utf-8").strip() if built else None
    import subprocess

    try:
        name = _git("rev-parse", "--short", "HEAD")
        return name + ("+" if _git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(*arguments: str) -> str:
    import subprocess

    return subprocess.run(
        ["git", "-C", str(_ROOT), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=5,
    ).stdout.strip()


def described() -> str:
    """Version and, if known, commit: ``0.2.0 (1a2b3c4)``."""
    at = commit()
    return f"{version()} ({at})" if at else version()
