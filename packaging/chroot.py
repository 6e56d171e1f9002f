"""A bare Debian in a folder, for installing a package and throwing it away again."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import programs
from source import PREVIOUS, Stop, say, tool

USER = "1234:1234"  # an ordinary user; no account is needed
HOME = "/var/tmp/hyperfold-smoke"
#: Mounts that vanish with the command: nothing is left behind when it is killed.
_ENTER = """
mount -t proc proc "$0/proc"
mkdir -p "$0/tmp/.X11-unix"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$0/tmp/.X11-unix"; fi
exec /usr/sbin/chroot $HYPERFOLD_USER "$0" "$@"
"""


def possible() -> bool:
    """Whether a bare system can be made here; installs what that takes, as root."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0):
        return False
    try:
        programs.need("debootstrap", "Xvfb", "unshare")
    except Stop:
        return False
    # Root inside a container may not be allowed to mount.
    mounts = subprocess.run(["unshare", "--mount", "true"], capture_output=True)
    return mounts.returncode == 0


def prepare(root: Path, suite: str = "") -> Path:
    """A bare Debian in ``root``; an existing one is reused."""
    if not (root / "etc/debian_version").is_file():
        say("making a bare Debian (debootstrap)")
        shutil.rmtree(root, ignore_errors=True)
        tool(
            "debootstrap",
            "--variant=minbase",
            suite or _suite(),
            root,
            stdout=subprocess.DEVNULL,
        )
    apt(root, "update")
    # What every desktop has: the list of file types, and a program (xmessage) that
    # shows a message.
    apt(
        root,
        "install",
        "-y",
        "--no-install-recommends",
        "shared-mime-info",
        "x11-utils",
    )
    purge(root)
    home = root / HOME.lstrip("/")
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    give(home)
    return root


def _suite() -> str:
    text = Path("/etc/os-release").read_text("utf-8")
    found = re.search(r"^VERSION_CODENAME=(\w+)", text, re.MULTILINE)
    if found is None:
        raise Stop("smoke: /etc/os-release names no suite of Debian or Ubuntu")
    return found[1]


def command(root: Path, *words: str, user: str = "") -> list[str]:
    """The command that runs ``words`` inside ``root``."""
    given = f"--userspec={user}" if user else ""
    enter = _ENTER.replace("$HYPERFOLD_USER", given)
    return ["unshare", "--mount", "sh", "-ec", enter, str(root.resolve()), *words]


def apt(root: Path, *words: str) -> None:
    """Run apt-get inside; its output is shown only if it fails."""
    environment = {
        **{k: v for k, v in os.environ.items() if k.lower().endswith("_proxy")},
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "DEBIAN_FRONTEND": "noninteractive",
        "LC_ALL": "C",
    }
    quiet = ("-qq", "-o", "Acquire::Retries=3", "-o", "Dpkg::Use-Pty=0")
    done = subprocess.run(
        command(root, "apt-get", *quiet, *words),
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        raise Stop(f"smoke: apt-get {' '.join(words)} failed: {done.stdout[-2000:]}")


def install(root: Path, package: Path) -> None:
    """Install a package file with its dependencies."""
    inside = root / "var/tmp" / package.name
    shutil.copyfile(package, inside)
    apt(root, "install", "-y", "--no-install-recommends", f"/var/tmp/{package.name}")
    inside.unlink()


def older(package: Path, made: Path) -> Path:
    """The same package under a lower version number."""
    tree = made.with_suffix("")
    shutil.rmtree(tree, ignore_errors=True)
    tool("dpkg-deb", "-R", package, tree)
    control = tree / "DEBIAN/control"
    text = re.sub(
        r"(?m)^Version: .*", f"Version: {PREVIOUS}", control.read_text("utf-8")
    )
    control.write_text(text, encoding="utf-8")
    quiet = subprocess.DEVNULL
    tool("dpkg-deb", "--root-owner-group", "-Znone", "-b", tree, made, stdout=quiet)
    shutil.rmtree(tree)
    return made


def take_away(root: Path, package: str) -> None:
    """Remove a package that others depend on, including ours."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    quiet = subprocess.DEVNULL
    words = command(root, "dpkg", "--force-depends", "--remove", package)
    tool(*words, env=environment, stdout=quiet, stderr=quiet)


def purge(root: Path) -> None:
    """Purge Hyperfold; dpkg, because apt forgets a package that left no settings."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    quiet = subprocess.DEVNULL
    words = command(root, "dpkg", "--purge", "hyperfold")
    tool(*words, env=environment, stdout=quiet, stderr=quiet)


def installed_version(root: Path) -> str:
    """The version of Hyperfold according to dpkg."""
    status = (root / "var/lib/dpkg/status").read_text("utf-8")
    found = re.search(r"(?ms)^Package: hyperfold$.*?^Version: (\S+)", status)
    return found[1] if found else ""


def desktop_command(share: Path) -> Callable[[str], list[str]]:
    """What a desktop runs: the entry's own command, with a file in place of %f."""
    entry = (share / "applications/hyperfold.desktop").read_text("utf-8")
    line = next(line for line in entry.splitlines() if line.startswith("Exec="))
    words = shlex.split(line.removeprefix("Exec="))

    def filled(file: str) -> list[str]:
        return [
            file if word == "%f" else word for word in words if file or word != "%f"
        ]

    return filled


def mime_type(folder: Path, suffix: str) -> str:
    """The type of files with ``suffix``, from the list that desktops read."""
    listed = (folder / "globs2").read_text("utf-8")
    found = re.search(rf"(?m)^\d+:([^:]+):\*{re.escape(suffix)}$", listed)
    return found[1] if found else ""


def files(root: Path) -> set[str]:
    """Every file of the system inside, except homes, logs and apt's own lists."""
    skipped = ("proc", "dev", "sys", "tmp", "run", HOME[1:], "var/log", "var/cache/apt")
    found = set()
    for folder, names, files_here in os.walk(root):
        inside = os.path.relpath(folder, root)
        if inside in skipped:
            names.clear()
            continue
        found.update(os.path.join(inside, name) for name in (*names, *files_here))
    return found - set(skipped)


def give(folder: Path) -> None:
    """Give ``folder`` and all below it to the ordinary user."""
    user, group = map(int, USER.split(":"))
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, user, group, follow_symlinks=False)
