"""Kernels made when the program is built: ``python -m core.cli.shipped_kernels OUT``.

OUT receives the digest of the sources and, on x86-64, an archive of entries for each
level of `core.kernels.target`. The program looks for it as ``kernels`` in its own
files. No code for another processor is executed: each function is compiled for the
signatures with which this processor used it.
"""

from __future__ import annotations

import importlib
import os
import pickle
import pkgutil
import platform
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import core.kernels
from core.analysis.region_warm import warm_up_regions
from core.kernels import sources
from core.kernels.cache import ARCHIVE, folder, mark_warm
from core.kernels.families import MANY, REGIONS, SETS, precision_and_family
from core.kernels.linking import load_exported, load_family, rare_entries
from core.kernels.target import LEVELS
from core.kernels.verified import VerifiedCache, used
from core.kernels.warm import warm_up, warm_up_many
from core.training import PRECISIONS

Signatures = list[tuple[str, str, Any]]  # module, function, signature
_COMPILE = "--compile"


def _kept() -> Iterator[tuple[str, str, Any]]:
    """Every cached function that Python calls."""
    for found in pkgutil.iter_modules(core.kernels.__path__, "core.kernels."):
        if found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if isinstance(getattr(value, "_cache", None), VerifiedCache):
                yield found.name, name, value


def signatures() -> Signatures:
    """The signatures with which this process calls the cached functions."""
    for precision in PRECISIONS:
        warm_up(precision)
        warm_up_many(precision)
    warm_up_regions()
    return [
        (module, name, signature)
        for module, name, function in _kept()
        for signature in function.signatures
    ]


def compile_all(wanted: Signatures) -> None:
    """Compile the functions for this process's target and cache them; run nothing."""
    functions = {(module, name): function for module, name, function in _kept()}
    for precision in PRECISIONS:  # of all modules; `_kept` has imported them
        load_exported(precision)
    for module, name, signature in wanted:
        functions[module, name].compile(signature)
    for precision in PRECISIONS:
        for what in SETS[precision]:
            _, family = precision_and_family(what)
            usual = used - rare_entries()
            mark_warm(what, load_family(precision, family) if family else usual)
    for what in MANY.values():
        mark_warm(what, used)
    mark_warm(REGIONS, used - rare_entries())


def make(out: Path) -> None:
    """Write the digest and the archives of all levels to ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    (out / sources.DIGEST_FILE).write_text(sources.digest() + "\n", encoding="ascii")
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return
    with tempfile.TemporaryDirectory(prefix="hyperfold-shipped-") as room:
        calls = Path(room) / "calls"
        calls.write_bytes(pickle.dumps(signatures()))
        for level in LEVELS:
            print(f"kernels for {level}", flush=True)
            cache = Path(room) / level
            subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "core.cli.shipped_kernels",
                    _COMPILE,
                    str(calls),
                ],
                env={
                    **os.environ,
                    "NUMBA_CPU_NAME": level,
                    "HYPERFOLD_CACHE": str(cache),
                    "PYTHONPATH": str(Path(core.kernels.__file__).parents[2]),
                },
                check=True,
            )
            (made,) = cache.glob("kernels-*")
            pack(made, out / f"{level}{ARCHIVE}")


def pack(folder: Path, archive: Path) -> None:
    """Write the files of a folder into an archive; equal files give equal archives."""
    with tarfile.open(archive, "w:xz", preset=9) as packed:
        for path in sorted(folder.iterdir()):
            entry = tarfile.TarInfo(path.name)
            entry.size, entry.mode = path.stat().st_size, 0o600
            with path.open("rb") as file:
                packed.addfile(entry, file)


def main(words: list[str]) -> int:
    """Fill the given folder, or compile the kernels of one level for it."""
    if words[:1] == [_COMPILE]:
        compile_all(pickle.loads(Path(words[1]).read_bytes()))
        print(f"{len(list(folder().glob('*.kernel')))} kernels", flush=True)
        return 0
    if len(words) != 1:
        print("usage: python -m core.cli.shipped_kernels OUT", file=sys.stderr)
        return 2
    make(Path(words[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
