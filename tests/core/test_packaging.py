"""What can be tested about the installers without building them."""

from __future__ import annotations

import configparser
import plistlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from hyperfold.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
LINUX = PACKAGING / "linux"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def requirements() -> set[str]:
    names = (re.split(r"[<>=!~\[; ]", line)[0] for line in PROJECT["dependencies"])
    return {name.lower() for name in names}


def test_packaging_is_no_package():
    # It would hide the library of that name from everything started in the root.
    assert not (PACKAGING / "__init__.py").exists()


def test_desktop_entry_opens_run_files():
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(LINUX / "hyperfold.desktop", encoding="utf-8")
    entry = parser["Desktop Entry"]
    assert entry["Exec"] == "hyperfold %f"
    assert entry["Icon"] == entry["StartupWMClass"] == "hyperfold"
    assert entry["Terminal"] == "false"
    kind = ET.parse(LINUX / "hyperfold.xml").getroot()[0]
    assert entry["MimeType"] == f"{kind.get('type')};"
    assert entry["Categories"].endswith(";")


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="not installed")
def test_desktop_entry_is_valid():
    done = subprocess.run(
        ["desktop-file-validate", LINUX / "hyperfold.desktop"],
        capture_output=True,
        text=True,
    )
    assert done.stdout + done.stderr == ""


def test_metainfo_agrees_with_desktop_entry_and_type():
    root = ET.parse(LINUX / "metainfo.xml").getroot()
    assert root.findtext("launchable") == "hyperfold.desktop"
    assert root.findtext("project_license") == PROJECT["license"]
    assert root.findtext("provides/mediatype") == "application/x-hyperfold"
    assert root.findtext("id") == "@ID@"
    images = [image.text or "" for image in root.iter("image")]
    assert len(images) >= 2
    assert all(image.startswith("@SCREENSHOTS@/screenshot-") for image in images)


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="not installed")
def test_metainfo_is_valid(script, tmp_path):
    identity = script("identity")
    text = identity.filled((LINUX / "metainfo.xml").read_text("utf-8"))
    for mark, value in (
        ("@VERSION@", "1.2.3"),
        ("@DATE@", "2026-01-31"),
        ("@SCREENSHOTS@", "https://example.org/pictures"),
    ):
        text = text.replace(mark, value)
    assert "@" not in text
    filled = tmp_path / identity.METAINFO
    filled.write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", filled], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_run_files_are_known_by_their_suffix():
    name = "{http://www.freedesktop.org/standards/shared-mime-info}glob"
    root = ET.parse(LINUX / "hyperfold.xml").getroot()
    assert [glob.get("pattern") for glob in root.iter(name)] == ["*.hyperfold"]


def test_manual_page_tells_every_command():
    page = (LINUX / "hyperfold.1").read_text("utf-8")
    for command in COMMANDS:
        assert re.search(rf"(?m)^\.BR? {command}\b", page), command


def test_property_list_has_the_document_type():
    with (PACKAGING / "macos" / "Info.plist").open("rb") as file:
        plist = plistlib.load(file)
    made = plist["UTExportedTypeDeclarations"][0]
    used = plist["CFBundleDocumentTypes"][0]["LSItemContentTypes"]
    assert used == [made["UTTypeIdentifier"]]
    suffixes = made["UTTypeTagSpecification"]["public.filename-extension"]
    assert suffixes == ["hyperfold"]


def test_shell_script_for_macos_parses():
    done = subprocess.run(["sh", "-n", PACKAGING / "macos" / "make_dmg.sh"])
    assert done.returncode == 0


@pytest.mark.skipif(not shutil.which("makensis"), reason="not installed")
def test_installer_for_windows_compiles(tmp_path):
    icon = make_icon(tmp_path / "icon.ico")
    bundle = tmp_path / "bundle"
    (bundle / "_internal").mkdir(parents=True)
    for name in ("hyperfold.exe", "hyperfold-window.exe", "_internal/empty"):
        (bundle / name).touch()
    out = tmp_path / "hyperfold-setup.exe"
    given = {
        "VERSION": "1.2.3",
        "BUNDLE": bundle,
        "ICON": icon,
        "OUT": out,
        "LICENCE": ROOT / "LICENSE",
    }
    done = subprocess.run(
        [
            "makensis",
            "-V2",
            "-WX",
            *(f"-D{name}={v}" for name, v in given.items()),
            PACKAGING / "windows" / "hyperfold.nsi",
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert out.read_bytes()[:2] == b"MZ"


def make_icon(path: Path) -> Path:
    from PIL import Image

    Image.new("RGBA", (32, 32)).save(path)
    return path


def test_icons_are_drawn_in_every_size_and_read_back(tmp_path):
    # In a process of its own: it makes a Qt application.
    subprocess.run([sys.executable, PACKAGING / "icons.py", tmp_path], check=True)
    assert (tmp_path / "hyperfold.icns").read_bytes()[:4] == b"icns"
    assert (tmp_path / "hyperfold.ico").read_bytes()[:4] == b"\0\0\1\0"
    assert len(list(tmp_path.glob("*/hyperfold.png"))) >= 10


def test_every_requirement_brings_its_metadata_and_licence(script):
    kept = {name.lower() for name in script("diet").METADATA}
    assert requirements() <= kept
    assert "hyperfold" in kept


def test_wheel_and_sdist_hold_every_resource(script, tmp_path):
    source = script("source")
    tree = source.copy(tmp_path / "tree")
    made = tmp_path / "made"
    # setuptools alone, without the network: what pip asks of it.
    question = (
        "import setuptools.build_meta as b, sys; folder = sys.argv[1]; "
        "b.build_wheel(folder); b.build_sdist(folder)"
    )
    made.mkdir()
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", question, made],
        check=True,
        cwd=tree,
        capture_output=True,
    )
    with zipfile.ZipFile(next(made.glob("*.whl"))) as wheel:
        packed = set(wheel.namelist())
    wanted = {
        path.as_posix()
        for path in source.files()
        if path.parts[0] in ("app", "core", "resources")
    }
    assert wanted - packed == set()
    assert not source.commit() or "resources/commit.txt" in packed
    with tarfile.open(next(made.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert wanted - names == set()
    assert not any(name.startswith(("tests/", "packaging/")) for name in packed)


def test_repacking_forgets_who_packed_it_and_when(script, tmp_path, monkeypatch):
    source = script("source")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    results = []
    for number in range(2):
        file = tmp_path / "content.txt"
        file.write_text("same")
        archive = tmp_path / f"{number}.tar.gz"
        with tarfile.open(archive, "w:gz") as out:
            entry = out.gettarinfo(str(file), "x/content.txt")
            entry.mtime, entry.uname = 1000 + number, f"user{number}"
            with file.open("rb") as content:
                out.addfile(entry, content)
        source.repack(archive)
        results.append(archive.read_bytes())
    assert results[0] == results[1]


def test_targets_that_cannot_be_built_here_say_so(script, monkeypatch, capsys):
    build = script("build")
    monkeypatch.setattr(build.sys, "platform", "linux")
    monkeypatch.setattr(build.sys, "argv", ["build.py", "macos"])
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    monkeypatch.chdir(ROOT)
    assert build.main() == 1
    err = capsys.readouterr().err
    assert err == "build: macos: can be built on darwin only, this is linux\n"


def test_appimage_names_where_its_runtime_is_to_be_had(script, monkeypatch, tmp_path):
    build = script("build")
    monkeypatch.setenv("APPIMAGE_RUNTIME", str(tmp_path / "none"))
    with pytest.raises(build.Stop, match="download runtime-"):
        build.appimage_runtime()
