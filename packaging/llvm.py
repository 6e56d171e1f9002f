"""LLVM for one processor: a quarter of the size of the one in llvmlite's wheel.

The wheel's library contains the code generators of twenty processors. llvmlite's own
sources are compiled here and linked with Debian's archives of the same LLVM, with only
the back end of this machine. `smoke.py` checks that weights are equal, bit for bit, to
those of the unpackaged program, which uses the wheel's library. If Debian has no such
LLVM, the wheel's library stays, and a message says so.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import programs
import source
from source import BUILD, Stop, say, tool

from core import system_libraries

WORK = BUILD / "llvm"
#: LLVM's names of the processors that the program is built on.
BACK_ENDS = {"x86_64": "X86", "aarch64": "AArch64"}
#: Shared libraries that LLVM is linked with, besides the C library.
COMPANIONS = ("libz.so.1", "libzstd.so.1")
_QUESTION = """
import json, llvmlite, llvmlite.binding as b
print(json.dumps([llvmlite.__version__, b.llvm_version_info[0]]))
"""
_FLAGS = (
    "-O2",
    "-DNDEBUG",
    "-fPIC",
    "-std=c++17",
    "-fvisibility=hidden",
    "-w",
    "-DLLVMLITE_LLVM_ASSERTIONS_STATE=0",
    "-D_GNU_SOURCE",
    "-D__STDC_CONSTANT_MACROS",
    "-D__STDC_FORMAT_MACROS",
    "-D__STDC_LIMIT_MACROS",
)


def put_into(inside: Path, python: Path) -> None:
    """Replace the library of a bundle; ``python`` has the llvmlite it was made from."""
    place = inside / "llvmlite" / "binding" / "libllvmlite.so"
    try:
        made = build(python)
    except (Stop, subprocess.CalledProcessError) as reason:
        say(f"LLVM stays as it is in the wheel, with every back end: {reason}")
        return
    before = place.stat().st_size
    shutil.copyfile(made, place)
    for name in COMPANIONS:
        if not (inside / name).exists():
            shutil.copyfile(_told("g++", f"-print-file-name={name}"), inside / name)
    after = place.stat().st_size
    say(f"LLVM with one back end: {after / 1e6:.0f} MB instead of {before / 1e6:.0f}")


def build(python: Path) -> Path:
    """Build the library, or reuse that of an earlier build."""
    back_end = BACK_ENDS.get(source.machine())
    if back_end is None or shutil.which("apt-get") is None:
        raise Stop("it is built with Debian's archives of LLVM, for two processors")
    version, major = json.loads(_told(python, "-c", _QUESTION))
    package = f"llvm-{major}-dev"
    archives_version = _offered(package)
    made = WORK / f"libllvmlite-{version}-{archives_version}.so"
    recipe = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    stamp = made.with_suffix(".recipe")
    if made.is_file() and stamp.is_file() and stamp.read_text() == recipe:
        return made
    programs.need("g++")
    say(f"building LLVM {archives_version} for {back_end} alone")
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    archives = _unpack(package) / f"usr/lib/llvm-{major}/lib"
    headers = archives.parents[2] / "include"
    folders = [
        narrowed(headers / f"llvm-{major}", back_end),
        headers / f"llvm-{major}",
        headers / f"llvm-c-{major}",
    ]
    objects = _without_orc(_compile(_sources(python, version), folders))
    _drop_frames(archives)
    _link(objects, archives_of(archives, headers / f"llvm-{major}", back_end), made)
    tool(python, "-c", f"import ctypes; ctypes.CDLL({str(made)!r})")
    for path in WORK.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
    stamp.write_text(recipe)
    return made


def _offered(package: str) -> str:
    """The version of a package that apt can download."""
    asked = ("apt-cache", "show", "--no-all-versions", package)
    done = subprocess.run(asked, capture_output=True, text=True)
    if done.returncode != 0 and system_libraries.can_install():
        subprocess.run(["apt-get", "-qq", "update"], capture_output=True)
        done = subprocess.run(asked, capture_output=True, text=True)
    found = re.search(r"(?m)^Version: (?:\d+:)?(\S+)", done.stdout)
    if found is None:
        raise Stop(f"this system offers no {package}")
    return found[1]


def _unpack(package: str) -> Path:
    """Download and unpack a package without installing it."""
    root = "APT::Sandbox::User=root"  # apt's own user may not access the folder
    quiet = subprocess.DEVNULL
    tool("apt-get", "-qq", "-o", root, "download", package, cwd=WORK, stdout=quiet)
    target = WORK / "unpacked"
    for path in WORK.glob("*.deb"):
        tool("dpkg-deb", "-x", path, target)
        path.unlink()
    return target


def _sources(python: Path, version: str) -> list[Path]:
    """The C++ sources of llvmlite, from PyPI."""
    tool(
        python,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-build-isolation",
        "--no-binary",
        "llvmlite",
        "-d",
        WORK,
        f"llvmlite=={version}",
    )
    (packed,) = WORK.glob("llvmlite-*.tar.gz")
    tool("tar", "-xf", packed, "-C", WORK)
    packed.unlink()
    return sorted(WORK.glob("llvmlite-*/ffi/*.cpp"))


def narrowed(headers: Path, back_end: str) -> Path:
    """A folder of headers that list only one back end, to be searched first."""
    folder = WORK / "narrowed"
    for path in (headers / "llvm" / "Config").glob("*.def"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        entry = re.compile(r"LLVM_\w+\((\w+)\)")
        kept = [
            line
            for line in lines
            if not (found := entry.match(line)) or found[1] == back_end
        ]
        place = folder / "llvm" / "Config" / path.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("".join(kept), encoding="utf-8")
    return folder


def archives_of(folder: Path, headers: Path, back_end: str) -> list[Path]:
    """LLVM's archives without those of other back ends."""
    text = (headers / "llvm" / "Config" / "Targets.def").read_text("utf-8")
    others = set(re.findall(r"(?m)^LLVM_TARGET\((\w+)\)", text)) - {back_end}
    theirs = re.compile(rf"libLLVM({'|'.join(others)})[A-Z]")
    return sorted(p for p in folder.glob("libLLVM*.a") if not theirs.match(p.name))


def _compile(sources: list[Path], folders: list[Path]) -> list[Path]:
    """Compile, with one job per processor."""
    included = [f"-I{folder}" for folder in folders]

    def one(path: Path) -> Path:
        made = WORK / f"{path.stem}.o"
        tool("g++", "-c", *_FLAGS, *included, path, "-o", made)
        return made

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, sources))


def _without_orc(objects: list[Path]) -> list[Path]:
    """Replace LLVM's second JIT, which numba does not use, by empty functions."""
    (orc,) = (path for path in objects if path.stem == "orcjit")
    names = re.findall(r" T (LLVMPY_\w+)", _told("nm", "--defined-only", orc))
    code = WORK / "no_orc.c"
    text = "".join(f"void {name}(void) {{ abort(); }}\n" for name in names)
    code.write_text(f"#include <stdlib.h>\n{text}", encoding="ascii")
    tool("gcc", "-c", "-O2", "-fPIC", code, "-o", orc)
    return objects


def _drop_frames(folder: Path) -> None:
    """Remove the unwind tables of LLVM's functions, which throw no exceptions."""
    for path in folder.glob("libLLVM*.a"):
        tool("objcopy", "--remove-section=.eh_frame", path)


def linked() -> dict[str, str]:
    """The package of Debian whose LLVM is in the bundle, and its version."""
    found = [path.stem.split("-", 2)[2] for path in WORK.glob("libllvmlite-*.so")]
    return {f"llvm-{version.split('.')[0]}-dev": version for version in found}


def _link(objects: list[Path], archives: list[Path], made: Path) -> None:
    """Link as llvmlite's own build does, dropping unused code."""
    tool(
        "g++",
        "-shared",
        "-static-libstdc++",
        "-o",
        made,
        *objects,
        "-Wl,--start-group",
        *archives,
        "-Wl,--end-group",
        "-Wl,--gc-sections",
        "-Wl,--exclude-libs,ALL",
        "-Wl,--no-undefined",
        "-Wl,-Bsymbolic",
        "-Wl,-s",
        "-Wl,-z,pack-relative-relocs",
        "-Wl,-rpath,$ORIGIN/../..",
        *(f"-l:{name}" for name in COMPANIONS),
    )
    for path in objects:
        path.unlink()


def _told(*command: str | Path) -> str:
    """The output of a program."""
    words = [str(word) for word in command]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return done.stdout.strip()
