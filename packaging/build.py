"""Build the installers: ``python3 packaging/build.py TARGET...``.

Runs on the system's Python with the standard library alone; PyInstaller and Hyperfold's
own libraries are installed into ``build/venv``. Results are in ``dist``. `package`,
which `make package` runs, builds everything that this system can build and tests it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import debian
import elf
import icu
import identity
import kernels
import licences
import llvm
import lock
import programs
import runfile
import sizes
import source
import windows
from source import BUILD, DIST, PACKAGING, ROOT, Stop, say, tool

BUNDLE = BUILD / "bundle" / "hyperfold"
ICONS = BUILD / "icons"
RUNTIME_URL = "https://github.com/AppImage/type2-runtime/releases"


def environment() -> Path:
    """The Python of ``build/venv``, with the builders in it."""
    folder = BUILD / "venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "builders"
    lock.need(source.system())
    locked = lock.path(source.system(), "builders").read_text("utf-8")
    wanted = f"{sys.version}\n{locked}"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return python
    programs.need_python()
    programs.need_libraries()
    say("making build/venv")
    tool(sys.executable, "-m", "venv", "--clear", folder)
    pip(python, *lock.words(source.system(), "builders"))
    stamp.write_text(wanted, encoding="utf-8")
    return python


def pip(python: Path, *words: str | Path) -> None:
    """Install into the environment of ``python``."""
    tool(python, "-m", "pip", "install", *words)


def installed(made: Path) -> Path:
    """The Python of ``build/venv`` with Hyperfold and its locked libraries in it."""
    python = environment()
    say("installing Hyperfold and its libraries into build/venv")
    pip(python, *lock.words(source.system(), "contents"))
    # Reinstall each time: a rebuild has the same version.
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps")
    pip(python, *quiet, "--force-reinstall", made)
    tool(python, PACKAGING / "icons.py", ICONS)
    return python


def wheel() -> Path:
    """Build wheel and sdist into ``dist``; the wheel's path."""
    python = environment()
    tree = source.copy(BUILD / "source")
    say("building wheel and sdist")
    made = BUILD / "wheel"
    shutil.rmtree(made, ignore_errors=True)
    quiet = subprocess.DEVNULL
    tool(python, "-m", "build", "--no-isolation", "-o", made, tree, stdout=quiet)
    DIST.mkdir(exist_ok=True)
    for path in made.iterdir():
        shutil.copy(path, DIST / path.name)
    for path in DIST.glob(f"hyperfold-{source.version()}.tar.gz"):
        source.repack(path)
    found = DIST / source.wheel_name()
    say(f"{found.relative_to(ROOT)}: {found.stat().st_size / 1e3:.0f} kB")
    return found


def bundle() -> Path:
    """Freeze Hyperfold with all its libraries into one folder."""
    python = installed(wheel())
    if sys.platform == "linux":
        programs.need("objdump", "strip", "chrpath")
    made = BUILD / "kernels"
    kernels.make(made, source.system(), partial(ask, python), str(made))
    say("freezing")
    ask(
        python,
        *("-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", BUNDLE.parent, "--workpath", BUILD / "freeze"),
        PACKAGING / "hyperfold.spec",
        **windows.settings(str(ICONS), str(made)),
    )
    inside = BUNDLE / "_internal"
    if sys.platform == "linux":
        llvm.put_into(inside, python)
        icu.cut(inside)
        elf.forget_builder(inside)
        say(f"stripped {elf.strip(inside) / 1e6:.0f} MB of symbols")
        say(f"closed {elf.close_gaps(inside) / 1e6:.0f} MB of gaps")
        say(f"linked {elf.link_doubles(inside) / 1e6:.0f} MB of doubles")
    elif sys.platform == "win32":
        windows.drop_doubles(inside)
    complete(python, BUNDLE)
    return BUNDLE


def ask(python: Path, *words: str | Path, **changes: str) -> None:
    """Run a Python that sees only its own libraries, not the sources here."""
    own = {"HYPERFOLD_CACHE": str(BUILD / "cache"), **changes}
    tool(python, "-I", *words, env=source.environment(own))


def complete(python: Path, folder: Path) -> None:
    """Add what is made after freezing: compiled modules and licences."""
    inside = folder / "_internal"
    # The folder of an installed program cannot be written: compile now.
    tool(
        *(python, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"),
        *("-s", inside, inside / "core" / "kernels"),
    )
    licences.collect(python, inside, folder / "licences")
    sizes.report(folder)


@cache
def have_bundle() -> Path:
    """The bundle of these sources, rebuilt if missing or out of date."""
    stamp = BUILD / "bundle" / "stamp"
    if not (stamp.is_file() and stamp.read_text() == source.fingerprint()):
        before = source.fingerprint()
        bundle()
        stamp.write_text(before)
    return BUNDLE


@cache
def have_windows_bundle() -> Path:
    """The Windows bundle of these sources, frozen with wine unless it exists."""
    stamp = windows.HOME / "stamp"
    if not (stamp.is_file() and stamp.read_text() == source.fingerprint()):
        before = source.fingerprint()
        python = installed(wheel())
        windows.freeze(python, DIST / source.wheel_name(), ICONS)
        complete(python, windows.BUNDLE)
        stamp.write_text(before)
    return windows.BUNDLE


def deb() -> Path:
    """The Debian package."""
    need_system("linux", "deb")
    programs.need("dpkg-deb")
    made = debian.build(have_bundle(), ICONS)
    debian.screenshots(BUNDLE / "hyperfold")
    debian.lint(made)
    bill(made, source.system(), BUNDLE)
    return made


def run() -> Path:
    """One self-installing file for any Linux, for a single user."""
    need_system("linux", "run")
    made = runfile.build(have_bundle(), ICONS)
    bill(made, source.system(), BUNDLE)
    return made


def portable() -> Path:
    """The bundle as one compressed archive to unpack anywhere."""
    name = f"hyperfold-{source.version()}-{source.system()}"
    root = have_bundle()
    if sys.platform == "linux":
        programs.need("zstd")
        made = DIST / f"{name}.tar.zst"
        tool(
            "tar",
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            f"--mtime=@{source.epoch()}",
            f"--transform=s,^hyperfold,{name},",
            "-I",
            "zstd -10 -T0",
            "-cf",
            made,
            "-C",
            root.parent,
            root.name,
        )
    else:
        form = "zip" if sys.platform == "win32" else "gztar"  # zip has no links
        packed = shutil.make_archive(str(DIST / name), form, root.parent, root.name)
        made = Path(packed)
    say(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.0f} MB")
    bill(made, source.system(), BUNDLE)
    return made


def appimage() -> Path:
    """One file that runs on most Linux systems."""
    need_system("linux", "appimage")
    runtime = appimage_runtime()
    programs.need("mksquashfs")
    tree = debian.appimage_tree(have_bundle(), ICONS, BUILD / "appdir")
    squashed = BUILD / "appdir.squashfs"
    squashed.unlink(missing_ok=True)
    tool(
        "mksquashfs",
        tree,
        squashed,
        "-root-owned",
        "-noappend",
        "-comp",
        "zstd",
        "-quiet",
        "-no-progress",
    )
    made = DIST / f"Hyperfold-{source.version()}-{source.machine()}.AppImage"
    made.write_bytes(runtime.read_bytes() + squashed.read_bytes())
    made.chmod(0o755)
    say(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.0f} MB")
    return made


def appimage_runtime() -> Path:
    """The small program at the start of every AppImage; no distribution packages it."""
    given = os.environ.get("APPIMAGE_RUNTIME")
    name = f"runtime-{source.machine()}"
    places = (
        [Path(given)] if given else [BUILD / name, Path("/usr/lib/appimage") / name]
    )
    for place in places:
        if place.is_file() and place.read_bytes()[:4] == b"\x7fELF":
            return place
    raise Stop(
        f"appimage: no runtime on this machine; download {name} from {RUNTIME_URL} "
        f"and set APPIMAGE_RUNTIME to its path"
    )


def setup() -> Path:
    """The set-up for Windows; on other systems it is frozen with wine."""
    root = have_bundle() if sys.platform == "win32" else have_windows_bundle()
    made = DIST / f"hyperfold-{source.version()}-setup.exe"
    windows.installer(root, ICONS, made)
    say(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.0f} MB")
    bill(made, "windows-x86_64", root)
    return made


def package_windows() -> None:
    """Build the set-up for Windows and test it, with wine on other systems."""
    made = setup()
    root = BUNDLE if sys.platform == "win32" else windows.BUNDLE
    older = BUILD / "windows" / "older-setup.exe"
    windows.installer(root, ICONS, older, source.PREVIOUS, quick=True)
    tool(
        *(sys.executable, PACKAGING / "wintries.py", made),
        *("--older", older, "--reference", environment()),
    )


def macos() -> Path:
    """The disk image for macOS."""
    need_system("darwin", "macos")
    have_bundle()
    app = BUNDLE.parent / "Hyperfold.app"
    made = DIST / f"Hyperfold-{source.version()}-{source.machine()}.dmg"
    tool("sh", PACKAGING / "macos" / "make_dmg.sh", app, made)
    bill(made, source.system(), BUNDLE)
    return made


def bill(made: Path, system: str, root: Path) -> None:
    """Write an installer's bill of materials next to it."""
    site = windows.BUILDER / "site" if root == windows.BUNDLE else ""
    out = made.with_name(f"{made.name}.cdx.json")
    tool(environment(), PACKAGING / "sbom.py", system, made, root, out, site)
    say(f"{out.relative_to(ROOT)}: what is in it")


def locks() -> None:
    """Ask PyPI for the newest libraries and lock them."""
    lock.write(environment())


def package() -> None:
    """Build what this system can build, and test it."""
    if sys.platform == "win32":
        package_windows()
        return
    wanted: dict[str, tuple[Callable[[], Path], ...]] = {
        "linux": (deb, run, portable, appimage),
        "darwin": (macos, portable),
    }
    made: dict[str, Path] = {}
    for build in wanted.get(sys.platform, (portable,)):
        try:
            made[build.__name__] = build()
        except Stop as reason:
            if build is not appimage:
                raise
            say(str(reason))  # not for this machine: report and skip
    smoke = (sys.executable, PACKAGING / "smoke.py")
    reference = ("--reference", environment())
    if "deb" in made:
        tool(*smoke, "deb", made["deb"], *reference)
        tool(*smoke, "run", made["run"])
    else:
        tool(*smoke, "folder", BUNDLE / "hyperfold", *reference)
    tool(*smoke, "archive", made["portable"])


def release() -> None:
    """Stop unless all details in a release are real."""
    identity.check_release()


def need_system(name: str, target: str) -> None:
    """Stop where ``target`` cannot be built."""
    if sys.platform != name:
        raise Stop(f"{target}: can be built on {name} only, this is {sys.platform}")


TARGETS: dict[str, Callable[[], object]] = {
    build.__name__.replace("_", "-"): build
    for build in (
        wheel,
        bundle,
        deb,
        run,
        portable,
        appimage,
        setup,
        macos,
        locks,
        package,
        package_windows,
        release,
    )
}


def main() -> int:
    """Build the named targets; prints one line if one cannot be built."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "targets", nargs="+", choices=TARGETS, metavar="TARGET", help=", ".join(TARGETS)
    )
    os.chdir(ROOT)
    os.umask(0o022)  # modes are packed too
    os.environ["SOURCE_DATE_EPOCH"] = str(source.epoch())
    os.environ["PYTHONHASHSEED"] = "0"  # equal sources give equal bundles
    try:
        for name in parser.parse_args().targets:
            TARGETS[name]()
    except Stop as reason:
        print(f"build: {reason}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"build: {error.cmd[0]} failed, see above", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
