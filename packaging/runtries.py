"""Test the self-installing file in a bare Debian without its libraries."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import chroot
import screen
import source
import tries
from place import Place, check

#: The oldest supported system, and the one after it.
SUITES = ("bookworm", "trixie")
SCENE, TITLE = "moons", "Moons"
#: The user's own files, and a font list made by the system.
_STAYS = re.compile(
    r"config/hyperfold/[^/]+|state/hyperfold/autosave/[^/]+\.hyperfold"
    r"|cache/fontconfig/.*"
)


def try_suite(package: Path, suite: str) -> None:
    """Find what is missing, install that, install, use, reinstall and remove."""
    print(f"smoke: {package.name} in Debian {suite}", flush=True)
    root = chroot.prepare(source.BUILD / f"root-{suite}", suite)
    place = Place(Path(chroot.HOME), root)
    file = place.here / package.name
    shutil.copy(package, file)
    chroot.give(place.here)
    before = listed(place)
    command = f"{place.work}/{package.name}"
    _ask_for_libraries(place, root, command)
    told = place.run(command)
    check("installed", "is installed in" in told, told.strip().splitlines()[-1])
    program = f"{place.work}/.local/bin/hyperfold"
    _use(place, program)
    place.run(command)
    again = place.run(program, "--version").strip()
    check("installed over itself", source.version() in again, again)
    told = place.run(command, "--uninstall")
    check("removed", "has been removed" in told, told.strip())
    left = sorted(listed(place) - before)
    strange = [name for name in left if not _STAYS.fullmatch(name)]
    check("nothing left but settings and kept runs", not strange, ", ".join(left))


def _ask_for_libraries(place: Place, root: Path, command: str) -> None:
    """Without its libraries it names them; with exactly those it continues."""
    done = place.ask(command)
    found = re.search(r"run: sudo apt install (.*)", done.stderr)
    if done.returncode == 0 and "is installed in" in done.stdout:
        # A root of an earlier try has them already.
        place.run(command, "--uninstall")
        check("libraries of an earlier try are there", True)
        return
    said = done.stderr.strip()
    check("missing libraries are named", done.returncode == 1 and bool(found), said)
    assert found is not None
    here = place.here / ".local"
    check("nothing installed without them", not here.exists())
    chroot.apt(root, "install", "-y", "--no-install-recommends", *found[1].split())


def _use(place: Place, program: str) -> None:
    """Train, open the window through the menu, open a run file, make a picture."""
    run = json.loads(place.run(program, "train", "xor", "--json"))
    check(
        "training", run["accuracy"] == 1.0, f"{run['backend']}, loss {run['loss']:.3g}"
    )
    doctor = place.run(program, "doctor").splitlines()
    bad = [line for line in doctor if line.startswith("NO") and "display" not in line]
    check("doctor", not bad, "; ".join(bad) or "all well")
    kind = chroot.mime_type(place.here / "data/mime", ".hyperfold")
    check("type of a run file", kind == "application/x-hyperfold", kind)
    icons = list(place.here.glob("data/icons/hicolor/*/apps/hyperfold.*"))
    check("icons", len(icons) >= 10, f"{len(icons)} sizes")
    menu = chroot.desktop_command(place.here / "data")
    kept = f"{place.work}/Übung 1.hyperfold"
    place.run(program, "train", SCENE, "--steps", "200", "--save", kept)
    place.run(program, "shot", SCENE, "-o", f"{place.work}/shot.png", "--steps", "10")
    if screen.available():
        tries.set_theme(place, "light")
        tries.try_window(place, menu(""), "Hyperfold", dark=False)
        tries.try_window(place, menu(kept), TITLE, dark=False)
    for name in ("shot.png", "Übung 1.hyperfold"):
        (place.here / name).unlink()


def listed(place: Place) -> set[str]:
    """Files of the home folder."""
    return {
        str(path.relative_to(place.here))
        for path in place.here.rglob("*")
        if not path.is_dir() or path.is_symlink()
    }
