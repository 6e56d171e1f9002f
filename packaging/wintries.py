"""Test the set-up for Windows as a user would: install, use, upgrade, remove.

``wintries.py SETUP.exe --older OLDER.exe --reference PYTHON`` works on Windows itself
and, with wine in a fresh prefix, on Linux; there the window is shown on a virtual
screen, whose picture is left in ``build/windows``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import screen
import source
import wine
from place import Failed, check

KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Hyperfold"
TYPE = r"HKCU\Software\Classes\Hyperfold.Run"
SUFFIX = r"HKCU\Software\Classes\.hyperfold"
#: The folder of the older and so of the newer version: spaces, umlauts and an accent.
CHOSEN = "Eigene Programme/Hyperfold für Übungen é"
RUN_FILE = "Läufe mit Leerzeichen/Übung 1.hyperfold"
SCENE, TITLE = "moons", "Moons"
#: Scenes whose results are compared: the C libraries differ in the last digit.
COMPARED = ("moons", "spirals", "sine-1d")
CLOSE = 1e-9
FILLED = 150  # colours among the sampled pixels; an empty window has 50
#: The user's own files, below the settings folder.
_STAYS = re.compile(r"window\.ini|autosave/[^/]+\.hyperfold")
REFUSED = 3  # the exit status of the set-up
PICTURES = source.BUILD / "windows"


class Native:
    """Windows itself."""

    @property
    def profile(self) -> Path:
        """The user's folder."""
        return Path.home()

    def chosen(self, name: str) -> Path:
        """A folder to install into."""
        return Path(os.environ["SYSTEMDRIVE"] + "/") / name

    def run(
        self, *words: str | Path, seconds: float = 600, **changes: str
    ) -> subprocess.CompletedProcess[str]:
        """A program's output and exit status."""
        return subprocess.run(
            [str(word) for word in words],
            env={**os.environ, **changes},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
        )

    def path(self, place: Path) -> str:
        """The path of a file for a program."""
        return str(place)

    def end(self) -> None:
        """Do nothing: no process is left running."""


class Wine(wine.Wine):
    """A prefix, with the folders of Windows."""

    @property
    def profile(self) -> Path:
        """The user's folder."""
        (found,) = (p for p in (self.drive / "users").iterdir() if p.name != "Public")
        return found

    def chosen(self, name: str) -> Path:
        """A folder to install into."""
        return self.drive / name


Machine = Native | Wine


def registry(machine: Machine, key: str, name: str = "") -> str:
    """A registry string, the key's default without a name; empty if there is none."""
    with tempfile.TemporaryDirectory(prefix="hyperfold-registry-") as folder:
        # Export to a file, which is in Unicode; printed output is not.
        written = Path(folder) / "key.reg"
        machine.run("reg", "export", key, machine.path(written), "/y")
        text = written.read_text("utf-16") if written.is_file() else ""
    return value_of(text, key, name)


def value_of(text: str, key: str, name: str) -> str:
    """A string value of a key in the output of `reg export`."""
    full = key.replace("HKCU", "HKEY_CURRENT_USER", 1)
    _, _, own = text.partition(f"[{full}]")
    asked = re.escape(f'"{name}"') if name else "@"
    found = re.search(rf'(?m)^{asked}="(.*)"\s*$', own.partition("\n[")[0])
    return re.sub(r"\\(.)", r"\1", found[1]) if found else ""


def install(machine: Machine, setup: Path, chosen: Path | None = None) -> Path:
    """Install silently; returns the folder of the program."""
    # The folder comes last and unquoted: subprocess would quote it because of its
    # spaces.
    words = f"/D={machine.path(chosen)}".split(" ") if chosen else []
    done = machine.run(setup, "/S", *words, seconds=1200)
    check(f"{setup.name} ran", done.returncode == 0, done.stderr[-300:])
    found = located(machine)
    check("in the chosen folder", chosen is None or found == chosen, str(found))
    return found


def located(machine: Machine) -> Path:
    """The program's location according to the registry."""
    told = registry(machine, KEY, "InstallLocation")
    check("the registry knows where", bool(told), told)
    if isinstance(machine, Native):
        return Path(told)
    return machine.drive / told.removeprefix("C:\\").replace("\\", "/")


class Installed:
    """The installed program, and how to run it."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self.machine = machine
        self.folder = folder

    def ask(self, *words: str) -> str:
        """Standard output of a command that must succeed; no screen is needed."""
        program = self.folder / "hyperfold.exe"
        # wine does not pass on variables that start with QT.
        offscreen = {"QT_QPA_PLATFORM": "offscreen", "WINEQT_QPA_PLATFORM": "offscreen"}
        done = self.machine.run(program, *words, **offscreen)
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip()
            raise Failed(f"{' '.join(words)}: status {done.returncode}: {said[-2000:]}")
        return done.stdout


def try_commands(program: Installed, python: Path, work: Path) -> None:
    """Doctor, training compared with the unpackaged program, and a picture."""
    told = program.ask("--version").strip()
    check("version", told.startswith(f"hyperfold {source.version()}"), told)
    bad = [x for x in program.ask("doctor").splitlines() if x.startswith("NO")]
    check("doctor", not bad, "; ".join(bad) or "all well")
    begin = time.monotonic()
    run = json.loads(program.ask("train", "xor", "--seed", "7", "--json"))
    seconds = time.monotonic() - begin
    check("training", run["accuracy"] == 1.0, f"{run['backend']}, {seconds:.1f} s")
    same = reference(python, "xor", "--seed", "7")
    check(
        "weights of xor equal those of the unpackaged program, bit for bit",
        run["parameters_sha256"] == same["parameters_sha256"],
    )
    for scene in COMPARED:
        loss = json.loads(program.ask("train", scene, "--json"))["loss"]
        other = reference(python, scene)["loss"]
        check(
            f"loss of {scene}",
            abs(loss - other) <= CLOSE * abs(other),
            f"{loss!r}, unpackaged {other!r}",
        )
    picture = work / "Bild ä.png"
    program.ask("shot", SCENE, "-o", program.machine.path(picture), "--steps", "300")
    check("picture", picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n")
    PICTURES.mkdir(parents=True, exist_ok=True)
    shutil.copy(picture, PICTURES / "shot.png")


def reference(python: Path, *words: str) -> dict[str, object]:
    """The output of the unpackaged program on this machine."""
    cache = str(source.BUILD / "cache")
    done = subprocess.run(
        [str(python), "-I", "-m", "hyperfold", "train", *words, "--json"],
        env=source.environment({"HYPERFOLD_CACHE": cache}),
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(json.loads(done.stdout))


def try_run_file(program: Installed, work: Path) -> None:
    """Open a run through the command that is registered for its suffix."""
    machine = program.machine
    kept = work / RUN_FILE
    kept.parent.mkdir(parents=True, exist_ok=True)
    name = machine.path(kept)
    program.ask("train", SCENE, "--steps", "200", "--save", name)
    check("run kept under a name with umlauts", kept.is_file(), kept.name)
    check("suffix registered", registry(machine, SUFFIX) == "Hyperfold.Run")
    # From the user's own classes, which wine does not merge into all.
    told = registry(machine, rf"{TYPE}\shell\open\command")
    words = shlex.split(told.replace("\\", "\\\\"))
    check("command registered", len(words) == 2 and words[1] == "%1", told)
    show(machine, [words[0], name], TITLE, PICTURES / "run-file.png")


def show(machine: Machine, words: list[str], title: str, picture: Path) -> None:
    """Open the window, check that it is painted and titled, and save its picture."""
    if isinstance(machine, Native):
        done = machine.run(words[0], "--first-paint", "own", *words[1:])
        check(f"window of {title} painted", done.returncode == 0, done.stderr[-300:])
        return
    with screen.Screen() as shown:
        begin = time.monotonic()
        child = subprocess.Popen(
            ["wine", *words],
            env=machine.environment(DISPLAY=shown.name),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=machine.prefix,
        )
        try:
            painted = shown.wait(lambda: shown.colours() > 40, 120, child)
            seconds = time.monotonic() - begin
            check("window painted", painted, f"after {seconds:.1f} s")
            named = shown.wait(lambda: any(title in t for t in shown.titles()), 60)
            check("window title", named, ", ".join(filter(None, shown.titles())))
            filled = shown.wait(lambda: shown.colours() > FILLED, 120, child)
            shown.settle()
            shown.save(picture)
            check("views are filled", filled, f"{shown.colours()} colours")
        finally:
            machine.stop()
            child.wait(30)
    print(f"wintries: picture in {picture.relative_to(source.ROOT)}", flush=True)


def try_installed(machine: Machine, folder: Path, python: Path, work: Path) -> None:
    """Everything a user does with the installed program."""
    program = Installed(machine, folder)
    try_commands(program, python, work)
    window = machine.path(folder / "hyperfold-window.exe")
    show(machine, [window], "Hyperfold", PICTURES / "window.png")
    try_run_file(program, work)


def uninstall(machine: Machine, folder: Path) -> None:
    """Uninstall silently, and check what is left."""
    told = registry(machine, KEY, "QuietUninstallString")
    check("uninstaller registered", told.endswith("/S"), told)
    machine.run(folder / "uninstall.exe", "/S", seconds=300)
    # It continues as a copy, since a program cannot remove itself.
    gone = screen.wait(lambda: not folder.exists(), 120)
    left = (
        [str(p.relative_to(folder)) for p in folder.rglob("*")][:5] if not gone else []
    )
    check("removed", gone, ", ".join(left))
    for key in (KEY, TYPE, SUFFIX):
        asked = machine.run("reg", "query", key)
        check(f"not in the registry: {key}", asked.returncode != 0)
    check("not in the start menu", not list(shortcuts(machine)))
    own = machine.profile / "AppData" / "Local" / "hyperfold"
    left = sorted(p.relative_to(own).as_posix() for p in own.rglob("*") if p.is_file())
    strange = [name for name in left if not _STAYS.fullmatch(name)]
    check("nothing left but settings and kept runs", not strange, ", ".join(left))


def shortcuts(machine: Machine) -> list[Path]:
    """The entries in the start menu."""
    menu = machine.profile / "AppData/Roaming/Microsoft/Windows/Start Menu"
    return list(menu.rglob("Hyperfold*.lnk"))


def try_refusal(machine: Wine, setup: Path) -> None:
    """A Windows that is too old must be rejected, with nothing installed."""
    machine.pretend("win7")
    done = machine.run(setup, "/S")
    nothing = registry(machine, KEY, "InstallLocation") == ""
    check("Windows 7 is refused", done.returncode == REFUSED and nothing)
    machine.pretend("win10")


def try_all(machine: Machine, setup: Path, older: Path | None, python: Path) -> None:
    """The whole life cycle of an installation."""
    with tempfile.TemporaryDirectory(prefix="hyperfold-wintries-") as work:
        place = Path(work).resolve()
        if isinstance(machine, Wine):
            try_refusal(machine, older or setup)
        if older is not None:
            folder = install(machine, older, machine.chosen(CHOSEN))
            check(
                "older version",
                registry(machine, KEY, "DisplayVersion") == source.PREVIOUS,
            )
            stale = folder / "_internal" / "of-the-older-version.txt"
            stale.write_text("stale", encoding="ascii")
            settings = machine.profile / "AppData/Local/hyperfold/window.ini"
            settings.parent.mkdir(parents=True, exist_ok=True)
            settings.write_text("[General]\ntheme=dark\n", encoding="ascii")
        upgraded = install(machine, setup)
        now = registry(machine, KEY, "DisplayVersion")
        check("version in the registry", now == source.version(), now)
        if older is not None:
            check("upgraded in its place", upgraded == folder, str(upgraded))
            check("nothing left of the older version", not stale.exists())
            check("settings kept", "theme=dark" in settings.read_text("ascii"))
        check("in the start menu", len(shortcuts(machine)) == 1)
        try_installed(machine, upgraded, python, place)
        uninstall(machine, upgraded)


def main() -> int:
    """Run the tests; the first failure ends them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("setup", type=Path)
    parser.add_argument("--older", type=Path)
    parser.add_argument("--reference", type=Path, default=Path(sys.executable))
    args = parser.parse_args()
    machine: Machine = Native()
    if sys.platform != "win32":
        machine = Wine(wine.prepare(args.reference).prefix)
    try:
        older = args.older.resolve() if args.older else None
        try_all(machine, args.setup.resolve(), older, args.reference)
    except (Failed, source.Stop, subprocess.SubprocessError) as error:
        print(f"wintries: failed: {error}", file=sys.stderr)
        return 1
    finally:
        machine.end()
    where = "Windows" if isinstance(machine, Native) else "wine"
    print(f"wintries: everything works under {where}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
