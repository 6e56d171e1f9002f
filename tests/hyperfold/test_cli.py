"""The frame of the command line: statuses, one-line errors, lazy imports."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

import core.cli
from core.cli import Command
from core.cli.files import each_file
from core.cli.frame import Parser, Unavailable, number, one_of, size, whole
from core.errors import BadInput
from core.logs import log_file
from hyperfold.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]


def plug_in(monkeypatch, run) -> None:
    """Put a command ``try`` into the table."""
    module = types.ModuleType("hyperfold_try")
    module.register = lambda subparsers: subparsers.add_parser("try")
    module.run = run
    monkeypatch.setitem(sys.modules, "hyperfold_try", module)
    monkeypatch.setitem(COMMANDS, "try", Command("hyperfold_try", "for tests"))


def fails_with(error):
    def run(args):
        raise error

    return run


def test_status_of_the_command_is_returned(monkeypatch):
    plug_in(monkeypatch, lambda args: 3)
    assert main(["try"]) == 3


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (BadInput("gap must be 0 or more, got -1"), 2, "gap must be 0 or more, got -1"),
        (BadInput("two\nlines\t here"), 2, "two lines here"),
        (Unavailable("no display"), 1, "no display"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_what_goes_wrong_is_one_line(monkeypatch, capsys, error, status, line):
    plug_in(monkeypatch, fails_with(error))
    assert main(["try"]) == status
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"hyperfold: {line}\n")


def test_own_failure_is_one_line_and_a_log(monkeypatch, capsys):
    plug_in(monkeypatch, fails_with(ZeroDivisionError("a bug\nin us")))
    monkeypatch.delenv("HYPERFOLD_DEBUG", raising=False)
    assert main(["try"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "ZeroDivisionError: a bug in us" in err
    assert "Traceback" in log_file().read_text(encoding="utf-8")
    monkeypatch.setenv("HYPERFOLD_DEBUG", "1")
    main(["try"])
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_the_log_is_the_owners_alone(monkeypatch):
    plug_in(monkeypatch, fails_with(RuntimeError("bug")))
    main(["try"])
    log_file().chmod(0o644)  # of an earlier version
    main(["try"])
    assert log_file().stat().st_mode & 0o777 == 0o600


def test_log_that_cannot_be_written_is_not_mentioned(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    blocked = tmp_path / "file" / "errors.log"
    monkeypatch.setattr("core.logs.log_file", lambda: blocked)
    plug_in(monkeypatch, fails_with(RuntimeError("bug")))
    assert main(["try"]) == 1
    assert "details" not in capsys.readouterr().err


def test_log_starts_anew_when_it_has_grown(monkeypatch):
    monkeypatch.setattr("core.logs.KEEP_BYTES", 10)
    plug_in(monkeypatch, fails_with(RuntimeError("bug")))
    for _ in range(3):
        main(["try"])
    assert log_file().read_text(encoding="utf-8").count("Traceback") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--nonsense"],
        ["no-such-scene-or-file"],
        ["xor", "spirals"],
        ["inspect"],
        ["regions"],
        ["bench", "speed"],
        ["bench", "--nonsense"],
        ["scenes", "--json=3"],
        ["scenes", "surplus"],
        ["doctor", "--verbose"],
        ["regions", "net.json", "--box", "1", "2", "3"],
        ["regions", "net.json", "--at", "one", "2"],
        ["regions", "net.json", "--at", "nan", "2"],
        ["inspect", "net.json", "--jso"],
    ],
)
def test_bad_words_give_one_line_without_usage(words, capsys):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hyperfold: ")
    assert err.count("\n") == 1
    assert "usage" not in err


def test_help_names_every_command(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name, capsys):
    assert main([name, "--help"]) == 0
    assert f"hyperfold {name}" in capsys.readouterr().out


def test_version_is_that_of_pyproject(capsys):
    assert main(["--version"]) == 0
    words = capsys.readouterr().out.split()
    assert words[0] == "hyperfold"
    assert f'version = "{words[1]}"' in (ROOT / "pyproject.toml").read_text()


def test_window_needs_a_display(monkeypatch, capsys):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert main([]) == 1
    assert "no display" in capsys.readouterr().err


def test_window_opens_on_its_target(monkeypatch, tmp_path):
    module = types.ModuleType("app.shell.main")
    opened = []
    module.main = lambda target: opened.append(target) or 0
    monkeypatch.setitem(sys.modules, "app.shell.main", module)
    monkeypatch.setattr("gc.disable", lambda: None)  # other tests need it
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setenv("DISPLAY", ":0")
    file = tmp_path / "points.csv"
    file.write_text("1,2\n")
    assert main([]) == 0
    assert main([str(file)]) == 0
    assert opened == [None, str(file)]


def negative_numbers(parser: Parser) -> argparse.Namespace:
    parser.add_argument("--at", nargs=2, type=number)
    return parser.parse_args(["--at", "-1e-3", "-.5"])


def test_negative_numbers_are_not_options():
    assert negative_numbers(Parser()).at == [-1e-3, -0.5]


def test_option_types():
    assert whole(1, 5)("3") == 3
    assert size("640x480") == (640, 480)
    assert one_of("a", "b")("b") == "b"
    for kind, text in (
        (whole(1), "0"),
        (whole(0, 5), "6"),
        (whole(), "1.5"),
        (whole(), ""),
        (number, "inf"),
        (number, "nan"),
        (number, "x"),
        (one_of("a"), "b"),
        (size, "640"),
        (size, "1x1"),
        (size, "99999x10"),
        (size, "-1x20"),
    ):
        with pytest.raises(argparse.ArgumentTypeError, match="must be"):
            kind(text)


def test_one_bad_file_among_several_harms_none(capsys):
    def work(path):
        if path == "bad":
            raise BadInput("net.layers must be a list,\ngot 3")
        return {"name": path}

    status = each_file(["a", "bad", "c"], work, lambda path, result: None, True)
    out, err = capsys.readouterr()
    message = "bad: net.layers must be a list, got 3"
    assert [json.loads(line) for line in out.splitlines()] == [
        {"name": "a"},
        {"file": "bad", "error": message},
        {"name": "c"},
    ]
    assert status == 2
    assert err == f"hyperfold: {message}\n"


def loaded_by(*words: str) -> tuple[int, set[str]]:
    """Status of a real process, and the top-level modules it imported."""
    code = (
        "import sys; from hyperfold.cli import main; status = main(sys.argv[1:]);"
        "print('|', *{m.partition('.')[0] for m in sys.modules}); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    return done.returncode, set(done.stdout.rpartition("|")[2].split())


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["scenes"]])
def test_light_commands_load_nothing_heavy(words):
    status, modules = loaded_by(*words)
    assert status == 0
    assert "core" in modules
    assert not modules & {"numba", "scipy", "PySide6", "pyqtgraph", "app"}


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
def test_reader_that_goes_away_is_no_failure():
    process = subprocess.Popen(
        [sys.executable, "-m", "hyperfold", "--help"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # before it wrote anything
    with process:
        assert process.stderr.read() == b""
    assert process.returncode in (0, core.cli.PIPE_CLOSED)


def test_terminal_without_unicode_is_no_failure():
    done = subprocess.run(
        [sys.executable, "-m", "hyperfold", "\N{GREEK SMALL LETTER SIGMA}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
