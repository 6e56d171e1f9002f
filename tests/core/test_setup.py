"""The setup script and what it knows about system libraries."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core import system_libraries
from hyperfold.cli import main

ROOT = Path(__file__).resolve().parents[2]


def load(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def setup(monkeypatch, tmp_path):
    """The script, with an environment that is ready but lies elsewhere."""
    module = load("setup")
    stamp = tmp_path / "hyperfold.stamp"
    monkeypatch.setattr(module, "STAMP", stamp)
    stamp.write_text(f"{module.stamp_of(['test'])}\ntest\n")
    monkeypatch.setattr(sys, "argv", ["setup.py", "--for", "run"])
    return module


def test_ready_environment_costs_nothing(setup, monkeypatch):
    monkeypatch.setattr(system_libraries, "missing", lambda tests: [])
    monkeypatch.setattr(setup.subprocess, "run", None)  # nothing may be started
    assert setup.main() == 0


def test_not_root_is_told_the_one_command(setup, monkeypatch, capsys):
    monkeypatch.setattr(system_libraries, "missing", lambda tests: ["libegl1", "xvfb"])
    monkeypatch.setattr(system_libraries, "can_install", lambda: False)
    assert setup.main() == 1
    err = capsys.readouterr().err
    assert "sudo apt-get install -y --no-install-recommends libegl1 xvfb\n" in err


def test_root_installs_what_is_missing(setup, monkeypatch):
    installed = []
    monkeypatch.setattr(system_libraries, "missing", lambda tests: ["libegl1"])
    monkeypatch.setattr(system_libraries, "can_install", lambda: True)
    monkeypatch.setattr(
        system_libraries, "install", lambda names: installed.extend(names) or True
    )
    assert setup.main() == 0
    assert installed == ["libegl1"]


def test_python_without_venv_is_told_the_one_command(setup, monkeypatch, capsys):
    setup.STAMP.unlink()
    monkeypatch.setattr(setup, "PYTHON", Path("no-python-here"))
    monkeypatch.setattr(setup.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(system_libraries, "can_install", lambda: False)
    monkeypatch.setattr(system_libraries, "missing", lambda: ["libegl1"])
    assert setup.main() == 1
    wanted = f"recommends python3.{sys.version_info.minor}-venv libegl1\n"
    assert wanted in capsys.readouterr().err


def test_old_python_is_refused_in_one_line(setup, monkeypatch, capsys):
    monkeypatch.setattr(setup.sys, "version_info", (3, 9, 1))
    assert setup.main() == 1
    assert "must be 3.11 or newer" in capsys.readouterr().err


def test_stamp_changes_with_the_extras(setup):
    assert setup.stamp_of(["test"]) != setup.stamp_of(["bench", "test"])
    assert setup.installed_extras() == {"test"}


def test_missing_library_is_found_by_trying(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(system_libraries, "LIBRARIES", {"libnone1": "libnone.so.1"})
    monkeypatch.setattr(system_libraries, "has_font", lambda: False)
    monkeypatch.setattr(system_libraries.shutil, "which", lambda name: None)
    assert system_libraries.missing() == ["libnone1", "fonts-dejavu-core", "xvfb"]
    assert system_libraries.missing(tests=False) == ["libnone1", "fonts-dejavu-core"]
    monkeypatch.setattr(sys, "platform", "darwin")
    assert system_libraries.missing() == []


def test_doctor_names_missing_libraries(monkeypatch, capsys):
    monkeypatch.setattr(system_libraries, "missing", lambda tests: ["libegl1"])
    main(["doctor"])
    out = capsys.readouterr().out
    assert "NO  system libraries: missing; run: sudo apt-get" in out
    assert "libegl1" in out


def test_doctor_is_content_when_training_works(capsys):
    assert main(["doctor"]) == 0
    assert "ok  training: compiled" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="needs make")
def test_continuous_integration_runs_the_tests():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text()
    wanted = subprocess.run(
        ["make", "-n", "test"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout
    for word in ("ruff check", "ruff format --check", "mypy", "lint-imports", "pytest"):
        assert word in wanted


def test_machine_paths_are_found(monkeypatch):
    pattern = load("no_machine_paths").PATTERN
    home = "/" + "home"
    assert pattern.search(f"see {home}/anna/file")
    assert not pattern.search("see /usr/share/fonts and $HOME/x or a/home/page")
