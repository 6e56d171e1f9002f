"""The self-installing file: its scripts, with a small program in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from core import system_libraries

ROOT = Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging" / "linux"
#: What the scripts call; nothing else is on their path.
TOOLS = (
    "sh cat chmod cp cut dirname head ln ls mkdir mv readlink rm rmdir sed sort tr "
    "uname"
)
MANAGERS = {
    "apt-get": "apt install libegl1 libxcb-shape0",
    "dnf": "dnf install libglvnd-egl libxcb",
    "zypper": "zypper install libEGL1 libxcb-shape0",
    "pacman": "pacman -S libglvnd libxcb",
}


@pytest.fixture
def tree(script, tmp_path):
    """What the file unpacks, with a program of two lines."""
    runfile = script("runfile")
    here = tmp_path / "unpacked"
    (here / "hyperfold" / "_internal").mkdir(parents=True)
    (here / "hyperfold" / "hyperfold").write_text("#!/bin/sh\necho it runs\n")
    (here / "hyperfold" / "hyperfold").chmod(0o755)
    for name in ("install.sh", "uninstall.sh"):
        text = (LINUX / name).read_text("utf-8")
        (here / name).write_text(runfile.filled(text, "2.36"), encoding="utf-8")
    share = here / "share"
    for name in ("applications/hyperfold.desktop", "mime/packages/hyperfold.xml"):
        (share / name).parent.mkdir(parents=True)
        shutil.copy(LINUX / Path(name).name, share / name)
    icon = share / "icons/hicolor/64x64/apps/hyperfold.png"
    icon.parent.mkdir(parents=True)
    icon.write_bytes(b"icon")
    return here


@pytest.fixture
def system(tmp_path):
    """A path of programs that tests add to."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in TOOLS.split():
        found = shutil.which(name)
        assert found, name
        (folder / name).symlink_to(found)
    program(folder, "getconf", "echo glibc 2.41")
    program(folder, "ldd", "true")
    return folder


def program(folder: Path, name: str, line: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{line}\n")
    (folder / name).chmod(0o755)


def start(
    script: Path, home: Path, system: Path, *words: str
) -> subprocess.CompletedProcess[str]:
    home.mkdir(exist_ok=True)
    return subprocess.run(
        ["sh", script, *words],
        env={"HOME": str(home), "PATH": str(system), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
    )


def test_installs_menu_entry_icon_type_and_command(tree, system, tmp_path):
    home = tmp_path / "Heim für Übungen"
    done = start(tree / "install.sh", home, system)
    assert done.returncode == 0, done.stderr
    own = home / ".local/lib/hyperfold"
    command = home / ".local/bin/hyperfold"
    assert subprocess.check_output([command], text=True) == "it runs\n"
    entry = (home / ".local/share/applications/hyperfold.desktop").read_text("utf-8")
    assert f'Exec="{own}/hyperfold" %f\n' in entry
    assert f"TryExec={own}/hyperfold\n" in entry
    assert (home / ".local/share/mime/packages/hyperfold.xml").is_file()
    assert (home / ".local/share/icons/hicolor/64x64/apps/hyperfold.png").is_file()


def test_uninstalling_leaves_settings_and_kept_runs_and_nothing_else(
    tree, system, tmp_path
):
    home = tmp_path / "home"
    start(tree / "install.sh", home, system)
    kept = home / ".config/hyperfold/window.ini"
    state = home / ".local/state/hyperfold"
    run = state / "autosave/7-a.hyperfold"
    gone = (state / "autosave/7-a.lock", state / "log/errors.log")
    for place in (
        *(kept, run, *gone),
        *(home / ".cache/hyperfold/kernels", home / ".local/bin/other"),
    ):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x")
    done = start(home / ".local/lib/hyperfold/uninstall.sh", home, system)
    assert done.returncode == 0, done.stderr
    left = {str(p.relative_to(home)) for p in home.rglob("*") if p.is_file()}
    assert left == {
        ".config/hyperfold/window.ini",
        ".local/state/hyperfold/autosave/7-a.hyperfold",
        ".local/bin/other",
    }
    assert f"Autosaved runs are still in {run.parent}." in done.stdout
    again = start(tree / "uninstall.sh", home, system)
    assert again.returncode == 1
    assert "not installed" in again.stderr


def test_upgrade_leaves_nothing_of_the_older_version(tree, system, tmp_path):
    home = tmp_path / "home"
    older = home / ".local/lib/hyperfold/_internal/of-the-older-version"
    older.parent.mkdir(parents=True)
    older.write_text("x")
    assert start(tree / "install.sh", home, system).returncode == 0
    assert not older.exists()
    assert not list((home / ".local/lib").glob("hyperfold.*"))


def test_program_of_the_same_name_is_not_overwritten(tree, system, tmp_path):
    home = tmp_path / "home"
    other = home / ".local/bin/hyperfold"
    other.parent.mkdir(parents=True)
    other.write_text("another's")
    done = start(tree / "install.sh", home, system)
    assert done.returncode == 0
    assert other.read_text() == "another's"
    assert "belongs to another program" in done.stdout


@pytest.mark.parametrize("manager", MANAGERS)
def test_missing_libraries_are_named_as_packages(tree, system, tmp_path, manager):
    program(system, manager, "true")
    program(
        system,
        "ldd",
        "printf '\\tlibxcb-shape.so.0 => not found\\n\\tlibEGL.so.1 => not found\\n'\n"
        "printf '\\tlibc.so.6 => /lib/libc.so.6 (0x1)\\n'",
    )
    home = tmp_path / "home"
    done = start(tree / "install.sh", home, system)
    assert done.returncode == 1
    assert "libEGL.so.1 libxcb-shape.so.0" in done.stderr
    assert f"run: sudo {MANAGERS[manager]}\n" in done.stderr
    assert not (home / ".local").exists()


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("echo glibc 2.31", "(glibc) 2.36 or newer; this system has 2.31"),
        ("exit 1", "another C library (as on Alpine)"),
    ],
)
def test_older_or_other_c_library_is_refused(tree, system, tmp_path, told, sentence):
    program(system, "getconf", told)
    done = start(tree / "install.sh", tmp_path / "home", system)
    assert done.returncode == 1
    assert sentence in done.stderr


def test_other_processor_is_refused(tree, system, tmp_path):
    (system / "uname").unlink()
    program(system, "uname", '[ "$1" = -s ] && echo Linux || echo riscv64')
    done = start(tree / "install.sh", tmp_path / "home", system)
    assert done.returncode == 1
    assert "this machine is riscv64" in done.stderr


def test_every_library_has_a_package_for_four_managers(script):
    for name, row in script("runfile").PACKAGES.items():
        assert len(row.split(" ")) == 4, name


def test_flag_goes_into_the_header_that_is_known(script):
    runfile = script("runfile")
    header = "    --)\n\tshift\n    -*)\n\techo Unrecognized flag : x\n"
    assert "--uninstall)" in runfile.with_flag(header)
    with pytest.raises(runfile.Stop, match="not the header that is known"):
        runfile.with_flag("another version")


def test_library_without_a_package_ends_the_build(script, monkeypatch, tmp_path):
    runfile = script("runfile")
    asked = {"libc.so.6", "libwayland-client.so.0", "libEGL.so.1"}
    monkeypatch.setattr(runfile.elf, "needed", lambda _: asked)
    runfile.check_table(tmp_path)
    asked.add("libnew.so.1")
    with pytest.raises(runfile.Stop, match=r"no package is known for libnew\.so\.1"):
        runfile.check_table(tmp_path)


def test_home_that_a_menu_cannot_hold_is_refused(tree, system, tmp_path):
    done = start(tree / "install.sh", tmp_path / "50% $x", system)
    assert done.returncode == 1
    assert "menu entries cannot contain" in done.stderr
    assert os.listdir(tmp_path / "50% $x") == []


def test_installed_program_asks_for_no_library_of_a_part_left_out(monkeypatch):
    monkeypatch.setattr(system_libraries, "loads", lambda library: "X11" in library)
    monkeypatch.setattr(system_libraries, "has_font", lambda: True)
    assert "libgssapi-krb5-2" in system_libraries.missing(tests=False)
    monkeypatch.setattr(system_libraries.sys, "frozen", True, raising=False)
    asked = system_libraries.missing(tests=False)
    assert "libgssapi-krb5-2" not in asked
    assert "libegl1" in asked
    assert "libx11-xcb1" not in asked
