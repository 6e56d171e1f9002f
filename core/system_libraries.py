"""Which system libraries Qt needs on Linux, which are missing, and how to get them.

Uses only the standard library, because `make setup` runs it before any installation.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

#: Shared libraries by the Debian or Ubuntu package that brings them.
LIBRARIES = {
    "libgl1": "libGL.so.1",
    "libegl1": "libEGL.so.1",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
    "libfontconfig1": "libfontconfig.so.1",
    "libdbus-1-3": "libdbus-1.so.3",
    "libglib2.0-0": "libglib-2.0.so.0",
    "libgssapi-krb5-2": "libgssapi_krb5.so.2",
    "libx11-xcb1": "libX11-xcb.so.1",
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-image0": "libxcb-image.so.0",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-randr0": "libxcb-randr.so.0",
    "libxcb-render0": "libxcb-render.so.0",
    "libxcb-render-util0": "libxcb-render-util.so.0",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libxcb-shm0": "libxcb-shm.so.0",
    "libxcb-sync1": "libxcb-sync.so.1",
    "libxcb-xfixes0": "libxcb-xfixes.so.0",
    "libxcb-xkb1": "libxcb-xkb.so.1",
}
#: Needed by a part of Qt that the installed program leaves out.
NOT_INSTALLED = ("libgssapi-krb5-2",)
FONT_PACKAGE = "fonts-dejavu-core"
SCREEN_PACKAGE = "xvfb"  # a display for the tests that need a real one


def missing(tests: bool = True) -> list[str]:
    """Packages to install; empty on systems other than Linux."""
    if sys.platform != "linux":
        return []
    wanted = installed() if getattr(sys, "frozen", False) else LIBRARIES
    found = [p for p, library in wanted.items() if not loads(library)]
    if not has_font():
        found.append(FONT_PACKAGE)
    if tests and shutil.which("Xvfb") is None:
        found.append(SCREEN_PACKAGE)
    return found


def installed() -> dict[str, str]:
    """The libraries the installed program needs; it brings some of Qt's itself."""
    return {p: name for p, name in LIBRARIES.items() if p not in NOT_INSTALLED}


def loads(library: str) -> bool:
    """Whether the system has a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_font() -> bool:
    """Whether any outline font is installed; without one Qt draws no text."""
    home = Path.home()
    places = (
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".fonts",
        home / ".local/share/fonts",
    )
    return any(
        name.lower().endswith((".ttf", ".otf", ".ttc"))
        for place in places
        for _, _, names in os.walk(place)
        for name in names
    )


def command(packages: list[str]) -> str:
    """The one command that installs ``packages``."""
    return f"sudo apt-get install -y --no-install-recommends {' '.join(packages)}"


def advice(complaint: str) -> str:
    """What to do about a shared library that the loader did not find."""
    name = complaint.split(":")[0]
    lacking = missing(tests=False)
    if lacking and shutil.which("apt-get"):
        return f"the system library {name} is missing; run: {command(lacking)}"
    return f"the system library {name} is missing; install the package that provides it"


def is_missing_library(error: BaseException) -> bool:
    """Whether ``error`` is the loader's message about a missing shared library."""
    return "cannot open shared object file" in str(error)


def can_install() -> bool:
    """Whether this process may install packages itself."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return root and shutil.which("apt-get") is not None


def install(packages: list[str]) -> bool:
    """Install ``packages`` by apt-get; whether that succeeded."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = ["-qq", "-o", "Acquire::Retries=3", "-o", "Dpkg::Use-Pty=0"]
    wanted = ["install", "-y", "--no-install-recommends", *packages]
    # A failed update is no reason to stop: the lists may be there already.
    for words in (["update"], wanted):
        done = subprocess.run(
            ["apt-get", *quiet, *words],
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    if done.returncode != 0:
        print(done.stdout, end="", file=sys.stderr)
    return done.returncode == 0
