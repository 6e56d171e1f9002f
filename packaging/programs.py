"""What a build needs besides Python, and how to get it."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import sys
import sysconfig

from source import ROOT, Stop, say

sys.path.insert(0, str(ROOT))

from core import system_libraries

#: Debian and Ubuntu packages by the program they contain, where the names differ.
BROUGHT_BY = {
    "appstreamcli": "appstream",
    "desktop-file-validate": "desktop-file-utils",
    "icupkg": "icu-devtools",
    "makensis": "nsis",
    "mksquashfs": "squashfs-tools",
    "objdump": "binutils",
    "readelf": "binutils",
    "strip": "binutils",
    "unshare": "util-linux",
    # `wine` is in the package of that name; wine64 alone only recommends it.
    "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64",
    "Xvfb": "xvfb",
}


def need(*names: str) -> None:
    """Make sure these programs exist; installed as root on Debian, else requested."""
    lacking = [name for name in names if shutil.which(name) is None]
    get(list(dict.fromkeys(BROUGHT_BY.get(name, name) for name in lacking)))
    if missing := [name for name in lacking if shutil.which(name) is None]:
        raise Stop(f"no package that was installed has {', '.join(missing)}")


def need_python() -> None:
    """Make sure the parts of Python for freezing exist, which Debian splits off."""
    version = f"python3.{sys.version_info.minor}"
    lacking = []
    if not (importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv")):
        lacking.append(f"{version}-venv")
    shared = sysconfig.get_config_var("INSTSONAME") or ""
    if sys.platform == "linux" and ".so" in shared and not _loads(shared):
        lacking.append(f"lib{version}")
    get(lacking)


def need_libraries() -> None:
    """Make sure the system libraries for Qt exist: the build runs the program."""
    get(system_libraries.missing(tests=False))


def get(packages: list[str]) -> None:
    """Install packages, or stop with the one command that does it."""
    if not packages:
        return
    if system_libraries.can_install():
        say(f"installing {' '.join(packages)}")
        if system_libraries.install(packages):
            return
    command = system_libraries.command(packages)
    raise Stop(f"something is missing; run: {command}")


def _loads(library: str) -> bool:
    """Whether the loader, or this Python itself, finds a shared library."""
    folder = sysconfig.get_config_var("LIBDIR") or ""
    for place in (library, f"{folder}/{library}"):
        try:
            ctypes.CDLL(place)
        except OSError:
            continue
        return True
    return False
