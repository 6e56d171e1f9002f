"""Where a program is tested: on this system, or inside another root."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import chroot

PATIENCE = 600  # time limit of a command in seconds; the first one compiles


class Failed(Exception):
    """A check failed."""


class Place:
    """Where the program is tested: on this system, or inside another root."""

    def __init__(self, work: Path, root: Path | None = None, **extra: str) -> None:
        self.root = root
        self.extra = extra  # variables of the environment
        self.work = work  # a writable folder, as the program sees it
        self.here.mkdir(parents=True, exist_ok=True)

    @property
    def here(self) -> Path:
        """The work folder, as this process sees it."""
        return (
            self.work if self.root is None else self.root / self.work.relative_to("/")
        )

    def command(self, *words: str) -> list[str]:
        """The command that runs ``words`` in this place."""
        if self.root is None:
            return list(words)
        return chroot.command(self.root, *words, user=chroot.USER)

    def environment(self, **changes: str) -> dict[str, str]:
        """An environment with its own home and no developer settings."""
        kept = ("PATH", "LANG", "TMPDIR") if self.root is None else ("LANG",)
        found = {name: os.environ[name] for name in kept if name in os.environ}
        found.setdefault("PATH", "/usr/local/bin:/usr/bin:/bin")
        for name, folder in (
            ("CONFIG", "config"),
            ("CACHE", "cache"),
            ("STATE", "state"),
        ):
            found[f"XDG_{name}_HOME"] = str(self.work / folder)
        found |= {"HOME": str(self.work), "XDG_DATA_HOME": str(self.work / "data")}
        return {**found, **self.extra, **changes}

    def run(self, *words: str) -> str:
        """Standard output of a command that must succeed."""
        done = self.ask(*words)
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip()
            raise Failed(f"{' '.join(words)}: status {done.returncode}: {said}")
        return done.stdout

    def ask(self, *words: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """A command's output and exit status; ``changes`` apply to the environment.

        It has no terminal, like a program started from a desktop.
        """
        return subprocess.run(
            self.command(*words),
            env=self.environment(**changes),
            text=True,
            capture_output=True,
            timeout=PATIENCE,
            cwd=self.here,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )


def check(what: str, good: bool, found: object = "") -> None:
    """Print a line; stop at the first failure."""
    line = f"{what}: {found}" if found != "" else what
    print(f"smoke: {'ok' if good else 'NO'}  {line}", flush=True)
    if not good:
        raise Failed(line)
