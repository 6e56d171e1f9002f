"""Build the installers: ``python3 packaging/build.py TARGET...``.

Runs on the system's Python with the standard library alone; PyInstaller and Hyperfold's
own libraries are installed into ``build/venv``. Results lie in ``dist``. `package`,
which `make package` runs, builds everything that this system can build and tests it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import debian
import elf
import licences
import llvm
import programs
import sizes
import source
from source import BUILD, DIST, PACKAGING, ROOT, Stop, say, tool

BUNDLE = BUILD / "bundle" / "hyperfold"
ICONS = BUILD / "icons"
#: The wheel and PyInstaller are made by these, whatever is installed elsewhere.
BUILDERS = ("pyinstaller>=6.22,<7", "build>=1.2", "setuptools>=77", "wheel")
#: What wheels call the systems that installers are made for.
PLATFORMS = {
    "Linux": [f"manylinux_2_{minor}_x86_64" for minor in range(34, 16, -1)],
    "Windows": ["win_amd64"],
    "macOS (Apple)": ["macosx_14_0_arm64"],
    "macOS (Intel)": ["macosx_13_0_x86_64"],
}
RUNTIME_URL = "https://github.com/AppImage/type2-runtime/releases"


def environment() -> Path:
    """The Python of ``build/venv``, with the builders in it."""
    folder = BUILD / "venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "builders"
    wanted = f"{sys.version}\n{BUILDERS}\n"
    if stamp.is_file() and stamp.read_text() == wanted:
        return python
    programs.need_python()
    programs.need_libraries()
    say("making build/venv")
    tool(sys.executable, "-m", "venv", "--clear", folder)
    pip(python, *BUILDERS)
    stamp.write_text(wanted)
    return python


def pip(python: Path, *words: str | Path) -> None:
    """Install into the environment of ``python``."""
    quiet = ("--quiet", "--disable-pip-version-check")
    tool(python, "-m", "pip", "install", *quiet, *words)


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
    found = DIST / f"hyperfold-{source.version()}-py3-none-any.whl"
    say(f"{found.relative_to(ROOT)}: {found.stat().st_size / 1e3:.0f} kB")
    return found


def bundle() -> Path:
    """Freeze Hyperfold with all its libraries into one folder."""
    python = environment()
    made = wheel()
    say("installing Hyperfold and its libraries into build/venv")
    pip(python, made)
    pip(python, "--force-reinstall", "--no-deps", made)  # a rebuild has the same number
    tool(python, PACKAGING / "icons.py", ICONS)
    if sys.platform == "linux":
        programs.need("objdump", "strip", "chrpath")
    say("freezing")
    settings = {"HYPERFOLD_ICONS": str(ICONS), "HYPERFOLD_VERSION": source.version()}
    tool(
        python,
        "-I",
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level",
        "WARN",
        "--distpath",
        BUNDLE.parent,
        "--workpath",
        BUILD / "freeze",
        PACKAGING / "hyperfold.spec",
        env=source.environment(settings),
    )
    inside = BUNDLE / "_internal"
    if sys.platform == "linux":
        llvm.put_into(inside, python)
        elf.forget_builder(inside)
        say(f"stripped {elf.strip(inside) / 1e6:.0f} MB of symbols")
    # The folder of an installed program cannot be written: compile now.
    tool(
        python,
        "-m",
        "compileall",
        "-q",
        "--invalidation-mode",
        "unchecked-hash",
        "-s",
        inside,
        inside / "core" / "kernels",
    )
    licences.collect(python, inside, BUNDLE / "licences")
    sizes.report(BUNDLE)
    return BUNDLE


@cache
def have_bundle() -> Path:
    """The bundle of this source, made if there is none or it is older."""
    stamp = BUILD / "bundle" / "stamp"
    if not (stamp.is_file() and stamp.read_text() == source.fingerprint()):
        before = source.fingerprint()
        bundle()
        stamp.write_text(before)
    return BUNDLE


def deb() -> Path:
    """The Debian package."""
    need_system("linux", "deb")
    programs.need("dpkg-deb")
    made = debian.build(have_bundle(), ICONS)
    debian.screenshots(BUNDLE / "hyperfold")
    debian.lint(made)
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
        form = "zip" if sys.platform == "win32" else "gztar"  # zip knows no links
        packed = shutil.make_archive(str(DIST / name), form, root.parent, root.name)
        made = Path(packed)
    say(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.0f} MB")
    return made


def appimage() -> Path:
    """One file that runs on most Linux systems."""
    need_system("linux", "appimage")
    runtime = _appimage_runtime()
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


def _appimage_runtime() -> Path:
    """The small program in front of every AppImage; no distribution packages it."""
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


def windows() -> Path:
    """The installer for Windows; elsewhere its script is compiled and nothing else."""
    programs.need("makensis")
    script = PACKAGING / "windows" / "hyperfold.nsi"
    if sys.platform == "win32":
        root = have_bundle()
        made = DIST / f"hyperfold-{source.version()}-setup.exe"
    else:
        # The script refers to files by name only: a stand-in shows that it compiles.
        say("windows: not on Windows, so only the script is compiled")
        root = BUILD / "windows-standin"
        shutil.rmtree(root, ignore_errors=True)
        (root / "_internal").mkdir(parents=True)
        for name in ("hyperfold.exe", "hyperfold-window.exe", "_internal/empty"):
            (root / name).write_bytes(b"")
        made = BUILD / "setup-standin.exe"
    if not (ICONS / "hyperfold.ico").is_file():
        python = environment()
        pip(python, "PySide6-Essentials>=6.11.2,<6.12", "pillow>=11")
        tool(python, PACKAGING / "icons.py", ICONS)
    tool(
        "makensis",
        "-V2",
        "-WX",
        f"-DVERSION={source.version()}",
        f"-DBUNDLE={root}",
        f"-DICON={ICONS / 'hyperfold.ico'}",
        f"-DOUT={made}",
        f"-DLICENCE={ROOT / 'LICENSE'}",
        script,
    )
    say(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB")
    return made


def macos() -> Path:
    """The disk image for macOS."""
    need_system("darwin", "macos")
    have_bundle()
    app = BUNDLE.parent / "Hyperfold.app"
    made = DIST / f"Hyperfold-{source.version()}-{source.machine()}.dmg"
    tool("sh", PACKAGING / "macos" / "make_dmg.sh", app, made)
    return made


def wheels() -> None:
    """Ask PyPI whether every library has a wheel for every system that is served."""
    python = environment()
    for name, tags in PLATFORMS.items():
        tool(
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--dry-run",
            "--target",
            BUILD / "nowhere",
            "--only-binary",
            ":all:",
            *(word for tag in tags for word in ("--platform", tag)),
            "--python-version",
            "3.11",
            *source.requirements(),
        )
        say(f"every library has a wheel for {name}")


def package() -> None:
    """Build what this system can build, and test it."""
    wanted: dict[str, tuple[Callable[[], Path], ...]] = {
        "linux": (deb, portable, windows, appimage),
        "win32": (windows, portable),
        "darwin": (macos, portable),
    }
    archive = None
    for build in wanted.get(sys.platform, (portable,)):
        try:
            made = build()
            archive = made if build is portable else archive
        except Stop as reason:
            if build not in (windows, appimage):
                raise
            say(str(reason))  # not this machine's; said and left out
    wheels()
    checks = "deb" if sys.platform == "linux" else "folder"
    program = BUNDLE / ("hyperfold.exe" if os.name == "nt" else "hyperfold")
    tool(
        sys.executable,
        PACKAGING / "smoke.py",
        checks,
        DIST / debian.file_name() if checks == "deb" else program,
        "--reference",
        environment(),
    )
    if archive is not None:
        tool(sys.executable, PACKAGING / "smoke.py", "archive", archive)


def need_system(name: str, target: str) -> None:
    """Stop where ``target`` cannot be built."""
    if sys.platform != name:
        raise Stop(f"{target}: can be built on {name} only, this is {sys.platform}")


TARGETS: dict[str, Callable[[], object]] = {
    build.__name__: build
    for build in (
        wheel,
        bundle,
        deb,
        portable,
        appimage,
        windows,
        macos,
        wheels,
        package,
    )
}


def main() -> int:
    """Build the named targets; one line says why one cannot be built."""
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
