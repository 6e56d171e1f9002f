"""The source files of compiled kernels: the imports of this package within core.

numba checks only the file of a function. But a constant of another module becomes a
number in the machine code, and a name's position in a registry becomes a code; so the
name of the cache depends on every module of core that a kernel module imports, directly
or indirectly. Nothing here loads numba or the modules it examines.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path

#: The package whose imports are followed.
CORE = Path(__file__).parent.parent
_START = "core.kernels"
#: ``from core.x import a, b`` and ``import core.x`` at any depth, brackets included. A
#: parser would take 30 times as long, and the window waits for it.
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(core[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)"
    r"|import[ \t]+(core[^\n]*))",
    re.MULTILINE,
)
_NAME = re.compile(r"[\w.]+")
#: In a frozen program there are no sources to read; the build wrote their digest.
DIGEST_FILE = "sources"


def shipped_folder() -> Path | None:
    """The folder of an installed program's prebuilt kernels; None if not frozen."""
    if not getattr(sys, "frozen", False):
        return None
    return Path(getattr(sys, "_MEIPASS", Path(sys.executable).parent)) / "kernels"


def _files(folder: str, package: str) -> dict[str, Path]:
    """The sources of a package and of those inside it, by module."""
    found: dict[str, Path] = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            stem, ending = os.path.splitext(entry.name)
            if ending == ".py":
                name = package if stem == "__init__" else f"{package}.{stem}"
                found[name] = Path(entry.path)
            elif not ending and entry.is_dir():
                found.update(_files(entry.path, f"{package}.{stem}"))
    return found


def module_file(module: str) -> Path | None:
    """The source of a module of core; None if there is no such module."""
    path = CORE.joinpath(*module.split(".")[1:])
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((found for found in files if found.is_file()), None)


def _imported(text: str) -> set[str]:
    """Names that a source imports from core; some of them are not modules."""
    names: set[str] = set()
    for module, listed, plain in _IMPORT.findall(text):
        if plain:
            names.update(name for name in _NAME.findall(plain) if name[:4] == "core")
            continue
        names.add(module)
        names.update(f"{module}.{name}" for name in _NAME.findall(listed))
    return names


def closure() -> dict[str, Path]:
    """Every module of core that the kernels import, by name, with its file.

    A package that uses its own ``__path__`` collects all its modules, as the registries
    do.
    """
    files = _files(str(CORE), "core")
    packages: dict[str, set[str]] = {}
    for name in files:
        packages.setdefault(name.rpartition(".")[0], set()).add(name)
    waiting = {_START} | packages[_START]
    found: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        path = files.get(name)
        if path is None or name in found:
            continue
        found[name] = path
        text = path.read_text(encoding="utf-8")
        waiting |= _imported(text)
        if "__path__" in text and path.name == "__init__.py":
            waiting |= packages[name]
        above = name.rpartition(".")[0]  # importing a module runs its package too
        if above:
            waiting.add(above)
    return dict(sorted(found.items()))


def digest() -> str:
    """A hash of all files in `closure`, or the one shipped with the program."""
    shipped = shipped_folder()
    if shipped is not None and (shipped / DIGEST_FILE).is_file():
        return (shipped / DIGEST_FILE).read_text(encoding="ascii").strip()
    total = hashlib.sha256()
    for name, path in closure().items():
        total.update(name.encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
