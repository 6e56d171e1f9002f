"""What goes into an installer is known beforehand: locks, origins, bills, names."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SYSTEMS = ("linux-x86_64", "windows-x86_64", "macos-aarch64", "macos-x86_64")


@pytest.mark.parametrize("system", SYSTEMS)
def test_lock_satisfies_every_requirement(script, system):
    lock = script("lock")
    found = lock.read(system, "contents")
    for line in PROJECT["dependencies"]:
        wanted = Requirement(line)
        version, _ = found[lock.canonical(wanted.name)]
        assert wanted.specifier.contains(version), f"{system}: {line}"
    assert "pyinstaller" in lock.read(system, "builders")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_line_of_a_lock_has_one_version_and_one_hash(script, system):
    lock = script("lock")
    for kind in ("contents", "builders"):
        text = lock.path(system, kind).read_text("utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        assert len(lines) == 2 * len(lock.read(system, kind))


def test_pip_is_told_to_take_nothing_but_the_lock(script):
    words = script("lock").words("linux-x86_64", "contents")
    assert {"--require-hashes", "--no-deps", "--only-binary=:all:"} <= set(words)


def test_pip_refuses_a_file_with_another_hash(tmp_path):
    # The real pip with the real option, on a wheel that lies here.
    wheel = tmp_path / "thing-1.0-py3-none-any.whl"
    wheel.write_bytes(b"exchanged")
    wanted = hashlib.sha256(b"what was locked").hexdigest()
    asked = tmp_path / "lock.txt"
    asked.write_text(f"thing==1.0 --hash=sha256:{wanted}\n")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--isolated", "--no-index"),
            *("--find-links", tmp_path, "--require-hashes", "--no-deps"),
            *("--target", tmp_path / "out", "-r", asked),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stdout + done.stderr


def test_another_python_is_refused_in_one_sentence(script, monkeypatch):
    lock = script("lock")
    monkeypatch.setattr(lock, "PYTHON", (3, 99))
    with pytest.raises(lock.Stop, match=r"built with Python 3\.99"):
        lock.need("linux-x86_64")


def test_download_that_differs_from_the_one_looked_at_is_refused(script, tmp_path):
    winpython = script("winpython")
    (tmp_path / winpython.ARCHIVE[1]).write_bytes(b"something else")
    with pytest.raises(winpython.Stop, match="not used"):
        winpython.fetch(tmp_path)


def test_signer_is_read_from_what_the_verifier_tells(script):
    winpython = script("winpython")
    told = (
        "Signer's certificate:\n\t------------------\n\tSigner #0:\n"
        "\t\tSubject: /C=US/ST=Oregon/L=Beaverton/O=Python Software Foundation"
        "/CN=Python Software Foundation\n\t\tIssuer : /C=US/O=DigiCert\n"
    )
    assert winpython.signer(told).endswith(winpython.SIGNER)
    assert not winpython.signer(told.replace("Python", "Other")).endswith(
        winpython.SIGNER
    )
    assert winpython.signer("nothing was signed") == ""


def test_file_without_a_signature_is_refused(script, tmp_path, monkeypatch):
    winpython = script("winpython")
    monkeypatch.setattr(winpython.programs, "need", lambda *_: None)
    # A verifier that finds a valid signature by someone else.
    fake = tmp_path / "osslsigncode"
    fake.write_text(
        '#!/bin/sh\necho "Signer\'s certificate:"\n'
        "echo 'Subject: /O=Somebody/CN=Somebody'\necho 'Signature verification: ok'\n"
    )
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "python.exe").write_bytes(b"MZ")
    with pytest.raises(winpython.Stop, match="lacks the signature"):
        winpython.verify(tmp_path / "python.exe")


def test_library_of_unknown_origin_ends_the_build(script, tmp_path):
    windows = script("windows")
    for name in ("bundle/_internal", "builder"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "builder/a.dll").write_bytes(b"a")
    (tmp_path / "bundle/_internal/renamed.dll").write_bytes(b"a")
    (tmp_path / "bundle/hyperfold.exe").write_bytes(b"made while freezing")
    windows.check_origins(tmp_path / "bundle", tmp_path / "builder")
    (tmp_path / "bundle/_internal/icuuc.dll").write_bytes(b"wine's")
    with pytest.raises(windows.Stop, match=r"unknown origin: _internal/icuuc\.dll"):
        windows.check_origins(tmp_path / "bundle", tmp_path / "builder")


def test_libraries_that_lie_twice_are_dropped_once(script, tmp_path):
    windows = script("windows")
    (tmp_path / "numpy.libs").mkdir()
    name = "libscipy_openblas64_-1.dll"
    for place in (tmp_path / name, tmp_path / "numpy.libs" / name):
        place.write_bytes(b"same")
    (tmp_path / "msvcp140-2.dll").write_bytes(b"nowhere else")
    (tmp_path / "Qt6Core.dll").write_bytes(b"other")
    windows.drop_doubles(tmp_path)
    left = {path.name for path in tmp_path.rglob("*.dll")}
    assert left == {name, "msvcp140-2.dll", "Qt6Core.dll"}
    assert not (tmp_path / name).exists()


def test_release_is_impossible_with_placeholders(script):
    identity = script("identity")
    told = tomllib.loads(identity.FILE.read_text("utf-8"))
    if not told["placeholder"]:
        pytest.skip("everything is real")
    with pytest.raises(identity.Stop, match=r"no release: .*home_page"):
        identity.check_release()


def test_release_is_possible_once_everything_is_real(script, tmp_path, monkeypatch):
    identity = script("identity")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "they/hyperfold")
    told = identity.FILE.read_text("utf-8").replace("[placeholder]", "")
    real = tmp_path / "identity.toml"
    real.write_text(told.replace("hyperfold/hyperfold", "they/hyperfold"))
    identity.check_release(real)
    real.write_text(told)
    with pytest.raises(identity.Stop, match="but this is"):
        identity.check_release(real)
    real.write_text(re.sub(r"(?m)^maintainer.*\n", "", told))
    with pytest.raises(identity.Stop, match="lacks maintainer"):
        identity.check_release(real)


def test_release_bears_the_number_of_its_tag(script, tmp_path, monkeypatch):
    identity, source = script("identity"), script("source")
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    real = tmp_path / "identity.toml"
    told = identity.FILE.read_text("utf-8").replace("[placeholder]", "")
    real.write_text(told)
    monkeypatch.setenv("GITHUB_REF_NAME", f"v{source.version()}")
    identity.check_release(real)
    monkeypatch.setenv("GITHUB_REF_NAME", "v9.9.9")
    with pytest.raises(identity.Stop, match=r"tag is v9\.9\.9, but pyproject"):
        identity.check_release(real)


def test_tries_upgrade_over_the_version_before_this_one(script):
    source = script("source")
    headings = re.findall(r"(?m)^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert headings[:2] == [source.version(), source.PREVIOUS]


def test_release_workflow_asks_before_it_builds_anything():
    text = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    assert "python3 packaging/build.py release" in text
    for job in ("linux", "windows", "macos"):
        block = re.search(rf"(?ms)^  {job}:\n(.*?)(?=^  \w+:\n|\Z)", text)
        assert block is not None
        assert "needs: ready" in block[1], job


def test_names_of_the_publisher_stand_in_one_file():
    names = tomllib.loads((PACKAGING / "identity.toml").read_text("utf-8"))
    values = {**names["identity"], **names["placeholder"]}.values()
    for path in sorted(PACKAGING.rglob("*")):
        if path.name == "identity.toml" or path.suffix in (".pyc", ".txt"):
            continue
        if path.is_file():
            text = path.read_text("utf-8")
            assert not any(value in text for value in values), path.name


EXPORTED = r"""Windows Registry Editor Version 5.00

[HKEY_CURRENT_USER\Software\Classes\Hyperfold.Run]
@="Hyperfold run"

[HKEY_CURRENT_USER\Software\Classes\Hyperfold.Run\shell\open\command]
@="\"C:\\Eigene Programme\\Übung\\hyperfold-window.exe\" \"%1\""
"Other"="x"
"""


def test_texts_of_the_registry_are_read_with_umlauts_and_quotes(script):
    value_of = script("wintries").value_of
    kind = r"HKCU\Software\Classes\Hyperfold.Run"
    assert value_of(EXPORTED, kind, "") == "Hyperfold run"
    assert value_of(EXPORTED, kind, "Other") == ""
    command = value_of(EXPORTED, rf"{kind}\shell\open\command", "")
    assert command == r'"C:\Eigene Programme\Übung\hyperfold-window.exe" "%1"'
    assert value_of("", kind, "") == ""
