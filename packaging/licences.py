"""Collect the licence texts of everything in the bundle."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from diet import METADATA
from source import PACKAGING, ROOT, Stop

#: Queries the frozen environment: name, version, licence and licence files.
_QUESTION = """
import json, sys
from importlib.metadata import distribution
found = []
for name in sys.argv[1:]:
    package = distribution(name)
    names = ("licen", "copying", "notice", "authors")
    files = [str(package.locate_file(f)) for f in package.files or ()
             if any(n in f.name.lower() for n in names)
             and f.suffix not in (".py", ".pyc")]
    head = package.metadata
    kind = head.get("License-Expression") or head.get("License") or ""
    if not kind or len(kind) > 60:
        kind = "; ".join(c.split(" :: ")[-1] for c in head.get_all("Classifier", ())
                         if c.startswith("License"))
    found.append((name, package.version, kind, files))
found.append(("Python", sys.version.split()[0], "PSF-2.0",
              [p for p in (__import__("sysconfig").get_path("stdlib") + "/LICENSE.txt",)
               if __import__("os").path.isfile(p)]))
print(json.dumps(found))
"""
#: For packages whose files lack the text: a description of their licence.
_SAID = {
    "PySide6-Essentials": "LGPL-3.0-only; Qt's libraries lie beside the program as "
    "separate files and may be exchanged. Sources: https://code.qt.io",
    "shiboken6": "LGPL-3.0-only. Sources: https://code.qt.io",
    "Python": "PSF-2.0, https://docs.python.org/3/license.html",
}


#: Shared licence texts, for packages that come without them.
_TEXTS = ("LGPL-3.txt", "GPL-3.txt")


def collect(python: Path, inside: Path, folder: Path) -> None:
    """Write one folder per package below ``folder``, and a list of them all.

    ``inside`` is the bundle's folder of libraries, some of which are the system's.
    """
    answer = subprocess.run(
        [str(python), "-c", _QUESTION, *METADATA],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = []
    for name, version, kind, files in json.loads(answer):
        if name != "hyperfold" and not files and not kind and name not in _SAID:
            raise Stop(f"licences: {name} tells no licence; add it to _SAID")
        lines.append(f"{name} {version}: {_SAID.get(name, kind) or 'see its folder'}")
        for number, file in enumerate(files):
            place = folder / name / Path(file).name
            if place.exists():  # packages with several files of one name
                place = place.with_name(f"{number}-{place.name}")
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, place)
    lines += _of_system(inside, folder)
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    for name in _TEXTS:
        shutil.copyfile(PACKAGING / "texts" / name, folder / name)
    text = "Hyperfold contains these works:\n\n" + "\n".join(sorted(lines)) + "\n"
    (folder / "README.txt").write_text(text, encoding="utf-8")


def _of_system(inside: Path, folder: Path) -> list[str]:
    """Licences of Debian's libraries in the bundle; one line per package."""
    lines = []
    for package in system_packages(inside):
        text = Path("/usr/share/doc") / package / "copyright"
        if text.is_file():
            place = folder / package / "copyright"
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(text, place)
            lines.append(f"{package}, from Debian: see its folder")
    return lines


def system_packages(inside: Path) -> dict[str, str]:
    """Debian packages with libraries in the bundle, with their versions."""
    if shutil.which("dpkg-query") is None:
        return {}
    found = set()
    for path in inside.glob("lib*.so*"):
        if path.is_symlink() or path.name.startswith("libpython"):
            continue
        found |= {line.split(":")[0] for line in _asked("--search", f"*/{path.name}")}
    wanted = ("--show", "--showformat", "${Package} ${Version}\n", *sorted(found))
    return dict(line.split(" ") for line in _asked(*wanted)) if found else {}


def _asked(*words: str) -> list[str]:
    done = subprocess.run(["dpkg-query", *words], capture_output=True, text=True)
    return done.stdout.splitlines()
