"""One self-installing file for any Linux: `makeself` with our own script."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import debian
import elf
import programs
import source
from source import BUILD, DIST, ROOT, Stop, say, tool

#: Packages that provide a library, for apt, dnf, zypper and pacman.
PACKAGES = {
    "libEGL.so.1": "libegl1 libglvnd-egl libEGL1 libglvnd",
    "libGL.so.1": "libgl1 libglvnd-glx libGL1 libglvnd",
    "libX11-xcb.so.1": "libx11-xcb1 libX11-xcb libX11-xcb1 libx11",
    "libX11.so.6": "libx11-6 libX11 libX11-6 libx11",
    "libdbus-1.so.3": "libdbus-1-3 dbus-libs libdbus-1-3 dbus",
    "libfontconfig.so.1": "libfontconfig1 fontconfig libfontconfig1 fontconfig",
    "libfreetype.so.6": "libfreetype6 freetype libfreetype6 freetype2",
    "libgcc_s.so.1": "libgcc-s1 libgcc libgcc_s1 gcc-libs",
    "libglib-2.0.so.0": "libglib2.0-0 glib2 libglib-2_0-0 glib2",
    "libgthread-2.0.so.0": "libglib2.0-0 glib2 libgthread-2_0-0 glib2",
    "libstdc++.so.6": "libstdc++6 libstdc++ libstdc++6 gcc-libs",
    "libxcb-randr.so.0": "libxcb-randr0 libxcb libxcb-randr0 libxcb",
    "libxcb-render.so.0": "libxcb-render0 libxcb libxcb-render0 libxcb",
    "libxcb-shape.so.0": "libxcb-shape0 libxcb libxcb-shape0 libxcb",
    "libxcb-shm.so.0": "libxcb-shm0 libxcb libxcb-shm0 libxcb",
    "libxcb-sync.so.1": "libxcb-sync1 libxcb libxcb-sync1 libxcb",
    "libxcb-xfixes.so.0": "libxcb-xfixes0 libxcb libxcb-xfixes0 libxcb",
    "libxcb-xkb.so.1": "libxcb-xkb1 libxcb libxcb-xkb1 libxcb",
    "libxcb.so.1": "libxcb1 libxcb libxcb1 libxcb",
}
#: Part of the C library, or of a plugin's dependencies that the window can do without.
_NOT_ASKED = re.compile(
    r"ld-linux|libc\.so|libm\.so|libdl\.so|libpthread\.so|librt\.so|libutil\.so"
    r"|libwayland-|libxcb-glx"
)
HEADER = Path("/usr/share/makeself/makeself-header.sh")
#: A flag of the .run file itself: removing needs nothing unpacked.
_FLAG = """    --uninstall)
	exec sh "\\$HOME/.local/lib/hyperfold/uninstall.sh"
	;;
"""
_UNKNOWN = "    -*)\n\techo Unrecognized flag"
_HELP = """Hyperfold {version} installs itself below the home folder, without root.
  --uninstall           Remove it again; settings and kept runs stay
"""


def file_name() -> str:
    """The self-extracting file."""
    return f"hyperfold-{source.version()}-{source.system()}.run"


def build(bundle: Path, icons: Path) -> Path:
    """Pack ``bundle`` into a file that installs itself."""
    programs.need("makeself", "objdump")
    tree = BUILD / "run"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bundle, tree / "hyperfold", symlinks=True)
    debian.plain_modes(tree / "hyperfold")
    debian.desktop_files(BUILD / "run-files", icons)
    shutil.move(BUILD / "run-files/usr/share", tree / "share")
    shutil.rmtree(BUILD / "run-files")
    shutil.rmtree(tree / "share" / "metainfo")
    check_table(bundle)
    for name in ("install.sh", "uninstall.sh"):
        text = (debian.LINUX / name).read_text("utf-8")
        (tree / name).write_text(filled(text, elf.needed_libc(bundle)), "utf-8")
        (tree / name).chmod(0o755)
    header, help_text = BUILD / "run-header.sh", BUILD / "run-help.txt"
    header.write_text(with_flag(HEADER.read_text("utf-8")), encoding="utf-8")
    help_text.write_text(_HELP.format(version=source.version()), encoding="utf-8")
    made = DIST / file_name()
    made.unlink(missing_ok=True)
    DIST.mkdir(exist_ok=True)
    say("packing the .run")
    tool(
        # gzip, because every system has it.
        *("makeself", "--quiet", "--tar-quietly", "--gzip", "--complevel", "9"),
        *("--sha256", "--nox11", "--noprogress", "--header", header),
        *("--help-header", help_text, "--packaging-date", str(source.epoch())),
        "--tar-extra",
        "--sort=name --owner=0 --group=0 --numeric-owner "
        f"--mtime=@{source.epoch()} --format=gnu",
        *(tree, made, f"Hyperfold {source.version()}", "./install.sh"),
        stdout=subprocess.DEVNULL,
    )
    say(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.0f} MB")
    return made


def filled(text: str, libc: str) -> str:
    """A script filled in with what is known at build time."""
    rows = (f'        {name}) echo "{row}" ;;' for name, row in PACKAGES.items())
    for mark, value in (
        ("@VERSION@", source.version()),
        ("@MACHINE@", source.machine()),
        ("@LIBC@", libc),
        ("@PACKAGES@", "\n".join(rows)),
    ):
        text = text.replace(mark, value)
    return text


def with_flag(header: str) -> str:
    """Makeself's header with our own flag."""
    if header.count(_UNKNOWN) != 1:
        raise Stop(f"run: {HEADER} is not the header that is known")
    return header.replace(_UNKNOWN, _FLAG + _UNKNOWN)


def check_table(bundle: Path) -> None:
    """Stop if the bundle needs a library without a known package."""
    asked = {name for name in elf.needed(bundle) if not _NOT_ASKED.match(name)}
    if unknown := asked - set(PACKAGES):
        raise Stop(f"run: no package is known for {', '.join(sorted(unknown))}")
