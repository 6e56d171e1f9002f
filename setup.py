"""Writes the commit into the build; everything else is in pyproject.toml."""

from __future__ import annotations

import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent


class BuildWithCommit(build_py):
    """Records the commit in a package built from a checkout."""

    def run(self) -> None:
        """Copy the modules, then write the commit next to them."""
        super().run()
        name = "" if self.editable_mode else _commit()
        if name:
            place = Path(self.build_lib) / "resources" / "commit.txt"
            place.write_text(f"{name}\n", encoding="utf-8")


def _commit() -> str:
    """The short commit, with ``+`` if files differ from it; empty outside git."""
    if not (ROOT / ".git").exists():
        return ""
    try:
        name = _git("rev-parse", "--short", "HEAD")
        return name + ("+" if _git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


setup(cmdclass={"build_py": BuildWithCommit})
