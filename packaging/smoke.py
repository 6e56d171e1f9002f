"""Test what was built, as a user would use it.

``smoke.py folder PROGRAM`` tests a program in any folder, ``smoke.py archive FILE`` one
that must be unpacked first. ``smoke.py run FILE`` lets a file install itself in bare
Debians of two releases, with only the packages it asks for. ``smoke.py deb FILE``
installs the package in a bare Debian, tests it there as an ordinary user on a virtual
screen, upgrades, removes and purges it. With ``--reference PYTHON`` (an environment
that has Hyperfold installed) numbers and pictures are compared with those of the
unpackaged program.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import chroot
import runtries
import screen
import source
import tries
from place import Failed, Place, check


def folder(program: Path, python: Path) -> None:
    """Test a program somewhere on this system."""
    with tempfile.TemporaryDirectory(prefix="hyperfold-smoke-") as work:
        place = Place(Path(work))
        path = str(program.resolve())

        def opener(file: str) -> list[str]:
            return [path, file] if file else [path]

        tries.try_all(place, path, opener, python)
        if sys.platform == "linux":
            tries.try_failures(place, path)


def archive(packed: Path) -> None:
    """Unpack an archive and check that its program starts and trains.

    The bundle in it has already been tested fully, as a package or as a folder.
    """
    with tempfile.TemporaryDirectory(prefix="hyperfold-unpacked-") as folder:
        source.tool("tar", "-xf", packed, "-C", folder)
        found = Path(folder).glob("*/hyperfold*")
        program = next(path for path in found if path.stem == "hyperfold")
        place = Place(Path(folder) / "home")
        told = place.run(str(program), "--version").strip()
        check("unpacked program", source.version() in told, told)
        place.run(str(program), "train", "xor", "--steps", "1", "--json")
        if screen.available():
            tries.try_window(place, [str(program)], "Hyperfold", dark=False)


def deb(package: Path, python: Path, root: Path | None) -> None:
    """Install, use, upgrade, remove and purge a package."""
    if not chroot.possible():
        print(
            "smoke: no bare Debian can be made here (that takes root, debootstrap "
            "and mounting): the package is unpacked and tried, but not installed",
            flush=True,
        )
        with tempfile.TemporaryDirectory(prefix="hyperfold-deb-") as unpacked:
            source.tool("dpkg-deb", "-x", package, unpacked)
            folder(Path(unpacked) / "usr/lib/hyperfold/hyperfold", python)
        return
    home = chroot.prepare(root or source.BUILD / "root")
    place = Place(Path(chroot.HOME), home)
    before = chroot.files(home)
    chroot.install(home, chroot.older(package, source.BUILD / "older.deb"))
    check("older build installed", chroot.installed_version(home) == source.PREVIOUS)
    settings = tries.set_theme(place, "dark")
    kept = settings.read_bytes()
    chroot.install(home, package)
    check("upgraded", chroot.installed_version(home) == source.version())
    check("settings kept", settings.read_bytes() == kept)
    opener = chroot.desktop_command(home / "usr/share")
    if screen.available():
        tries.try_window(place, opener(""), "Hyperfold", dark=True)
    tries.try_all(place, "hyperfold", opener, python)
    tries.try_failures(place, "hyperfold")
    kind = chroot.mime_type(home / "usr/share/mime", ".hyperfold")
    check("type of a run file", kind == "application/x-hyperfold", kind)
    chroot.apt(home, "remove", "-y", "hyperfold")
    check("removed", not (home / "usr/bin/hyperfold").is_symlink())
    chroot.purge(home)
    left = [path for path in chroot.files(home) - before if "hyperfold" in path.lower()]
    check("purged, nothing left", not left, ", ".join(sorted(left)[:5]))


def run(package: Path) -> None:
    """Let a file install itself, in bare systems of two releases."""
    if not chroot.possible():
        print("smoke: no bare Debian can be made here: the .run file was not tried")
        return
    for suite in runtries.SUITES:
        runtries.try_suite(package, suite)


def main() -> int:
    """Run the checks; the first that fails ends them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("folder", "archive", "deb", "run"))
    parser.add_argument("what", type=Path)
    parser.add_argument("--reference", type=Path, default=Path(sys.executable))
    parser.add_argument(
        "--root", type=Path, help="a bare Debian to use instead of a new"
    )
    args = parser.parse_args()
    try:
        if args.kind == "deb":
            deb(args.what, args.reference, args.root)
        elif args.kind == "run":
            run(args.what)
        elif args.kind == "archive":
            archive(args.what)
        else:
            folder(args.what, args.reference)
    except (Failed, source.Stop, subprocess.SubprocessError) as error:
        print(f"smoke: failed: {error}", file=sys.stderr)
        return 1
    print("smoke: everything works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
