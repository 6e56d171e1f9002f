"""ICU's data reduced to what Qt needs: sorting, in every language.

Qt on Linux includes 32 MB of data for ICU: names of currencies, units, languages and
time zones, hyphenation and a hundred character sets of mainframes. Qt itself sorts file
names with it, changes case (which takes no data) and opens a calendar. Only the sorting
rules for all languages and the basic tables are kept.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import programs
from source import Stop, say, tool

#: Names inside the data that stay.
KEPT = re.compile(
    r"coll/.*"
    r"|zone/(root|en|pool|res_index|tzdbNames)\.res"
    r"|(root|en|pool|res_index|icuver|icustd)\.res"
    r"|(supplementalData|likelySubtags|keyTypeData|numberingSystems)\.res"
    r"|(metaZones|timezoneTypes|windowsZones|zoneinfo64|genderList|plurals)\.res"
    r"|cnvalias\.icu|uemoji\.icu|ulayout\.icu|nfkc(_cf)?\.nrm|uts46\.nrm"
)
_SYMBOL = re.compile(
    r"\s([0-9a-f]{16})\s+(0x[0-9a-f]+|\d+)\s+OBJECT .*(icudt\d+)_dat\b"
)
_LIBRARY = """
.section .rodata
.balign 16
.global {name}_dat
.type {name}_dat, @object
{name}_dat: .incbin "{data}"
.size {name}_dat, . - {name}_dat
.section .note.GNU-stack,"",@progbits
"""
#: Sorts two words in two languages that order them differently.
_QUESTION = """
import ctypes, sys
folder, version = sys.argv[1:]
ctypes.CDLL(f"{folder}/libicuuc.so.{version}", ctypes.RTLD_GLOBAL)
icu = ctypes.CDLL(f"{folder}/libicui18n.so.{version}")
call = lambda name: getattr(icu, f"{name}_{version}")
call("ucol_open").restype = ctypes.c_void_p
def order(language, *words):
    error = ctypes.c_int(0)
    rules = call("ucol_open")(language, ctypes.byref(error))
    assert rules and error.value <= 0, (language, error.value)
    # ICU falls back to the root's rules and says so: that must not happen here.
    assert error.value != -127 or language in (b"en", b"de"), (language, error.value)
    texts = [word.encode("utf-16-le") for word in words]
    pairs = [x for t in texts for x in (t, len(t) // 2)]
    return call("ucol_strcoll")(ctypes.c_void_p(rules), *pairs)
print(order(b"sv", "\\u00f6l", "zon"), order(b"de", "\\u00d6l", "Zone"),
      order(b"ja", "\\u3042", "\\u30a4"), order(b"en", "a", "B"))
"""
_ANSWER = "1 -1 -1 -1"


def cut(inside: Path) -> None:
    """Replace the data library of a bundle by a small one, and check that it sorts."""
    found = list(inside.glob("PySide6/Qt/lib/libicudata.so.*"))
    if len(found) != 1:
        raise Stop(f"icu: {len(found)} data libraries in the bundle, not one")
    programs.need("icupkg", "gcc", "readelf")
    (library,) = found
    before = library.stat().st_size
    with tempfile.TemporaryDirectory() as folder:
        _make(library, Path(folder))
    answer = sorting(library.parent, library.suffix[1:])
    if answer != _ANSWER:
        raise Stop(f"icu: the small data library sorts wrongly: {answer}")
    after = library.stat().st_size
    say(
        f"ICU sorts in every language with {after / 1e6:.0f} MB, not {before / 1e6:.0f}"
    )


def _make(library: Path, folder: Path) -> None:
    name, content = _content(library)
    (folder / f"{name}l.dat").write_bytes(content)
    listed = _told("icupkg", "-l", folder / f"{name}l.dat").splitlines()
    dropped = [entry for entry in listed if entry and not KEPT.fullmatch(entry)]
    (folder / "dropped.txt").write_text("\n".join(dropped) + "\n", encoding="ascii")
    small = folder / "small" / f"{name}l.dat"  # entries are named after their file
    small.parent.mkdir()
    words = ("--remove", folder / "dropped.txt", folder / f"{name}l.dat", small)
    tool("icupkg", *words)
    text = _LIBRARY.format(name=name, data=small)
    (folder / "data.s").write_text(text, encoding="ascii")
    tool(
        *("gcc", "-shared", "-nostdlib", "-Wl,-s", f"-Wl,-soname,{library.name}"),
        *("-Wl,--build-id=none", "-o", library, folder / "data.s"),
    )


def _content(library: Path) -> tuple[str, bytes]:
    """The data in a library, with its name."""
    found = _SYMBOL.search(_told("readelf", "--dyn-syms", "-W", library))
    if found is None:
        raise Stop(f"icu: {library.name} holds no data")
    # Read-only data has the same offset in the file as in memory.
    begin, size = int(found[1], 16), int(found[2], 0)
    return found[3], library.read_bytes()[begin : begin + size]


def sorting(folder: Path, version: str) -> str:
    """How the libraries in ``folder`` sort words."""
    return _told(sys.executable, "-c", _QUESTION, folder, version)


def _told(*command: str | Path) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise Stop(f"icu: {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()
