"""Kernels compiled at build time, so that the first start need not wait for them.

They are compiled with the frozen Python, libraries and sources, for processors of two
levels, and are in the bundle as ``kernels``; `core.kernels` checks them before loading,
and compiles what does not fit.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import lock
import source
from source import ROOT, say

#: Runs the Python to be frozen, with command-line arguments.
Ask = Callable[..., None]
#: Writes the folder that the frozen program reads.
MAKER = "core.cli.shipped_kernels"
_DIGEST = """
import sys, pathlib
from core.kernels import sources
pathlib.Path(sys.argv[1], sources.DIGEST_FILE).write_text(sources.digest())
"""


def make(folder: Path, system: str, ask: Ask, name: str) -> Path:
    """The folder of kernels, made unless one for the same sources exists.

    ``name`` is the path of ``folder`` for that Python.
    """
    stamp = folder.with_suffix(".stamp")
    wanted = _wanted(system)
    if stamp.is_file() and stamp.read_text() == wanted and folder.is_dir():
        return folder
    stamp.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    say("compiling kernels ahead of time")
    if (ROOT / "core" / "cli" / "shipped_kernels.py").is_file():
        ask("-m", MAKER, name)
    else:
        ask("-c", _DIGEST, name)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    say(f"kernels: {size / 1e6:.1f} MB")
    stamp.write_text(wanted)
    return folder


def _wanted(system: str) -> str:
    """Everything the compiled code depends on."""
    digest = hashlib.sha256(lock.path(system, "contents").read_bytes())
    for path in source.files():
        if path.parts[0] == "core":
            digest.update(str(path).encode() + (ROOT / path).read_bytes())
    return digest.hexdigest()
