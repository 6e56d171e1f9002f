"""Prepare ``.venv`` and the system libraries that Qt needs; what `make setup` runs.

It runs on the system's Python before anything is installed, so it uses only the
standard library. A stamp in ``.venv`` records what was done; it depends on
``pyproject.toml``, this file, the extras and the Python version.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core import system_libraries  # noqa: E402  (needs the path above)

OLDEST = (3, 11)
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "hyperfold.stamp"
TORCH_CPU = "https://download.pytorch.org/whl/cpu"


def main() -> int:
    """Prepare what the arguments ask for, or say in one line why that failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extra", action="append", default=[], help="also install it")
    parser.add_argument(
        "--for",
        dest="purpose",
        choices=("setup", "run", "test"),
        default="setup",
        help="run and test fail when system libraries are missing",
    )
    args = parser.parse_args()
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        found = sys.version.split()[0]
        return _stop(
            f"python3 must be {wanted} or newer, got {found} ({sys.executable})"
        )
    problem = _prepare_venv(sorted({"test", *args.extra} | installed_extras()))
    if problem is not None:
        return _stop(problem)
    missing = system_libraries.missing(tests=args.purpose == "test")
    if missing and (command := _install_libraries(missing)) is not None:
        _stop(f"system libraries are missing; run this, then again:\n    {command}")
        return 0 if args.purpose == "setup" else 1
    return 0


def _prepare_venv(extras: list[str]) -> str | None:
    stamp = stamp_of(extras)
    if STAMP.is_file() and STAMP.read_text().splitlines()[:1] == [stamp]:
        return None
    problem = _make_venv() or _install(extras)
    if problem is None:
        _compile_kernels()
        STAMP.write_text(f"{stamp}\n{' '.join(extras)}\n")
        _say("ready")
    return problem


def _say(text: str) -> None:
    print(f"setup: {text}", flush=True)


def _stop(problem: str) -> int:
    print(f"setup: {problem}", file=sys.stderr)
    return 1


def stamp_of(extras: list[str]) -> str:
    """A stamp that changes whenever the installation must."""
    digest = hashlib.sha256()
    for path in (ROOT / "pyproject.toml", Path(__file__)):
        digest.update(path.read_bytes())
    # The folder too, because a moved environment does not work.
    digest.update(repr((extras, sys.version, str(ROOT))).encode())
    return digest.hexdigest()


def installed_extras() -> set[str]:
    """Extras of an earlier run: `make run` after `make bench` installs nothing anew."""
    if not STAMP.is_file():
        return set()
    return set(STAMP.read_text().splitlines()[1].split())


def _make_venv() -> str | None:
    """Make ``.venv`` unless a working one exists; returns the problem if that fails."""
    if PYTHON.exists() and _runs(PYTHON, "-m", "pip", "--version"):
        return None
    if not (importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv")):
        package = f"python3.{sys.version_info.minor}-venv"
        if not system_libraries.can_install():
            # One command for everything, so that nobody has to come back twice.
            command = system_libraries.command([package, *system_libraries.missing()])
            return f"python3 cannot make virtual environments; run: {command}"
        if not system_libraries.install([package]):
            return f"apt-get could not install {package}"
    _say("making .venv")
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)])
    return None if made.returncode == 0 else "python3 -m venv .venv failed, see above"


def _runs(*command: str | Path) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


def _install(extras: list[str]) -> str | None:
    """Install Hyperfold and ``extras`` into ``.venv``; the problem if it fails."""
    pip = [
        str(PYTHON),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    if "bench" in extras and sys.platform == "linux" and not _has_torch():
        # The CPU-only build is a tenth of the size; without it, use PyPI's.
        wanted = next(w for w in _bench_requirements() if w.startswith("torch"))
        _say("installing torch for the benchmarks")
        subprocess.run(
            [
                *pip,
                "--retries",
                "1",
                "--timeout",
                "20",
                "--index-url",
                TORCH_CPU,
                wanted,
            ],
            stderr=subprocess.DEVNULL,
        )
    _say("installing from PyPI (a few minutes the first time)")
    done = subprocess.run([*pip, "-e", f"{ROOT}[{','.join(extras)}]"])
    return None if done.returncode == 0 else "pip install failed, see above"


def _compile_kernels() -> None:
    """Compile the kernels now, with progress, rather than at the first start.

    Where that fails the program compiles them itself when it needs them.
    """
    _say("compiling kernels (a minute or two, once)")
    if subprocess.run([str(PYTHON), "-m", "tools.warm"], cwd=ROOT).returncode:
        _say("the kernels will be compiled at the first start")


def _has_torch() -> bool:
    return _runs(PYTHON, "-c", "import importlib.metadata as m; m.version('torch')")


def _bench_requirements() -> list[str]:
    import tomllib

    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    return list(extras["bench"])


def _install_libraries(packages: list[str]) -> str | None:
    """Install ``packages`` as root; otherwise return the command for it."""
    command = system_libraries.command(packages)
    if not system_libraries.can_install():
        return command
    _say(f"installing system libraries: {' '.join(packages)}")
    return None if system_libraries.install(packages) else command


if __name__ == "__main__":
    os.chdir(ROOT)
    if shutil.which("git") is None:
        _say("git was not found; version numbers will lack the commit")
    sys.exit(main())
