"""The Debian package, and the same tree in the form an AppImage needs."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import elf
import identity
import programs
import source
from source import BUILD, DIST, PACKAGING, ROOT, say, tool

sys.path.insert(0, str(ROOT))

from core.system_libraries import FONT_PACKAGE, installed

LINUX = PACKAGING / "linux"
LEVEL = 19  # of zstd: a tenth smaller than 10, for a minute more


def architecture() -> str:
    """The processor, as Debian calls it."""
    told = subprocess.run(
        ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
    )
    return told.stdout.strip()


def file_name() -> str:
    """The package's file."""
    return f"hyperfold_{source.version()}_{architecture()}.deb"


def build(bundle: Path, icons: Path) -> Path:
    """Pack ``bundle`` as a .deb into ``dist``."""
    tree = BUILD / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    home = tree / "usr/lib/hyperfold"
    shutil.copytree(bundle, home, symlinks=True)
    plain_modes(home)
    link = tree / "usr/bin/hyperfold"
    link.parent.mkdir(parents=True)
    link.symlink_to("../lib/hyperfold/hyperfold")
    desktop_files(tree, icons)
    _place(LINUX / "lintian-overrides", tree / "usr/share/lintian/overrides/hyperfold")
    documents(tree, home)
    control(tree, home)
    for path in [tree, *tree.rglob("*")]:
        os.utime(path, (source.epoch(), source.epoch()), follow_symlinks=False)
    made = DIST / file_name()
    DIST.mkdir(exist_ok=True)
    say("packing the .deb")
    tool(
        "dpkg-deb",
        "--root-owner-group",
        "-Zzstd",
        f"-z{LEVEL}",
        "--build",
        tree,
        made,
        stdout=subprocess.DEVNULL,
    )
    say(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.0f} MB")
    return made


def desktop_files(tree: Path, icons: Path) -> None:
    """Desktop entry, metainfo, MIME type and icons below ``tree``."""
    share = tree / "usr/share"
    _place(LINUX / "hyperfold.desktop", share / "applications/hyperfold.desktop")
    _place(LINUX / "hyperfold.xml", share / "mime/packages/hyperfold.xml")
    text = (LINUX / "metainfo.xml").read_text("utf-8")
    day = datetime.fromtimestamp(source.epoch(), UTC).date().isoformat()
    text = text.replace("@VERSION@", source.version()).replace("@DATE@", day)
    pictures = f"{identity.HOME_PAGE}/releases/download/v{source.version()}"
    text = identity.filled(text.replace("@SCREENSHOTS@", pictures))
    (share / "metainfo").mkdir(parents=True)
    (share / "metainfo" / identity.METAINFO).write_text(text, encoding="utf-8")
    for path in sorted(icons.glob("*x*/hyperfold.png")):
        size = path.parent.name
        if size != "1024x1024":  # only useful on macOS
            _place(path, share / f"icons/hicolor/{size}/apps/hyperfold.png")
    _place(icons / "hyperfold.svg", share / "icons/hicolor/scalable/apps/hyperfold.svg")


def screenshots(program: Path) -> None:
    """The pictures that the metainfo names, to be released with the packages."""
    own = source.environment({"HYPERFOLD_CACHE": str(BUILD / "cache-frozen")})
    for scene, theme in (("spirals", "light"), ("regions-deep", "dark")):
        out = DIST / f"screenshot-{scene}.png"
        tool(
            program,
            "shot",
            scene,
            "-o",
            out,
            "--size",
            "1600x900",
            "--theme",
            theme,
            env=own,
        )


def lint(package: Path) -> None:
    """Check the package and its desktop files with the system's own tools."""
    try:
        programs.need("lintian", "appstreamcli", "desktop-file-validate")
    except source.Stop as reason:
        say(f"the package was not read by lintian: {reason}")
        return
    share = BUILD / "deb/usr/share"
    tool("desktop-file-validate", share / "applications/hyperfold.desktop")
    tool("appstreamcli", "validate", "--no-net", share / "metainfo" / identity.METAINFO)
    tool("lintian", "--fail-on", "error,warning", "--tag-display-limit", "0", package)
    say("lintian, appstreamcli and desktop-file-validate find nothing wrong")


def documents(tree: Path, home: Path) -> None:
    """Manual page, licences and changelog."""
    documents = tree / "usr/share/doc/hyperfold"
    documents.mkdir(parents=True)
    shutil.move(home / "licences", documents / "licences")
    _place(LINUX / "copyright", documents / "copyright")
    day = datetime.fromtimestamp(source.epoch(), UTC)
    changes = (
        f"hyperfold ({source.version()}) stable; urgency=low\n\n"
        "  * See CHANGELOG.md.gz for the changes.\n\n"
        f" -- {identity.MAINTAINER}  {day.strftime('%a, %d %b %Y %H:%M:%S +0000')}\n"
    )
    _zip(changes.encode(), documents / "changelog.gz")
    _zip((ROOT / "CHANGELOG.md").read_bytes(), documents / "CHANGELOG.md.gz")
    page = (LINUX / "hyperfold.1").read_text("utf-8")
    page = page.replace("@VERSION@", source.version())
    manual = tree / "usr/share/man/man1/hyperfold.1.gz"
    manual.parent.mkdir(parents=True)
    _zip(page.encode(), manual)


def control(tree: Path, home: Path) -> None:
    """The package's description, with its dependencies."""
    folder = tree / "DEBIAN"
    folder.mkdir()
    files = sorted(p for p in tree.rglob("*") if p.is_file() and not p.is_symlink())
    kilobytes = sum(path.stat().st_size for path in files) // 1024
    fonts = f"{FONT_PACKAGE} | fonts-liberation | fonts-noto-core"
    depends = [f"libc6 (>= {elf.needed_libc(home)})", *sorted(installed()), fonts]
    fields = {
        "Package": "hyperfold",
        "Version": source.version(),
        "Architecture": architecture(),
        "Maintainer": identity.MAINTAINER,
        "Installed-Size": str(kilobytes),
        "Depends": ", ".join(depends),
        "Recommends": "shared-mime-info, desktop-file-utils, hicolor-icon-theme",
        "Suggests": "ffmpeg",
        "Homepage": identity.HOME_PAGE,
        "Section": "education",
        "Priority": "optional",
        "Description": "watch small neural networks learn\n"
        " A desktop laboratory for small feed-forward networks on problems in the\n"
        " plane. Press play and see every layer fold the plane, the linear regions\n"
        " that the folds create, the softmax saturate, and the gradient vanish or\n"
        " explode from layer to layer, while training runs at full speed.",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    (folder / "control").write_text(text, encoding="utf-8")
    sums = (f"{_md5(path)}  {path.relative_to(tree)}\n" for path in files)
    (folder / "md5sums").write_text("".join(sums), encoding="utf-8")


def appimage_tree(bundle: Path, icons: Path, tree: Path) -> Path:
    """The folder that becomes an AppImage."""
    shutil.rmtree(tree, ignore_errors=True)
    home = tree / "usr/lib/hyperfold"
    shutil.copytree(bundle, home, symlinks=True)
    desktop_files(tree, icons)
    documents(tree, home)
    (tree / "AppRun").symlink_to("usr/lib/hyperfold/hyperfold")
    _place(LINUX / "hyperfold.desktop", tree / "hyperfold.desktop")
    _place(icons / "256x256/hyperfold.png", tree / "hyperfold.png")
    (tree / ".DirIcon").symlink_to("hyperfold.png")
    return tree


def _place(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _zip(content: bytes, target: Path) -> None:
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=source.epoch()) as out,
    ):
        out.write(content)


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def plain_modes(folder: Path) -> None:
    """Set file modes: for dpkg libraries are data; only the program is executable."""
    for path in folder.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
        elif not path.is_symlink():
            path.chmod(0o644)
    (folder / "hyperfold").chmod(0o755)
