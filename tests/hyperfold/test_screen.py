"""What the user is told when a window cannot open."""

from __future__ import annotations

import subprocess

import pytest

from core import system_libraries
from hyperfold.cli import main, native_dialog, screen, window


@pytest.fixture
def on_x11(monkeypatch):
    monkeypatch.setattr(screen.sys, "platform", "linux")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":4242")


@pytest.fixture
def told(monkeypatch):
    texts: list[str] = []
    monkeypatch.setattr(native_dialog, "tell", texts.append)
    return texts


def test_a_display_that_is_not_there_is_said_before_qt_is_loaded(on_x11, told, capsys):
    assert main(["xor"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("hyperfold: the display :4242 cannot be reached")
    assert err.count("\n") == 1
    assert told[0].startswith("the display :4242 cannot be reached")


@pytest.mark.parametrize("frozen", [False, True])
def test_a_missing_library_names_the_package(on_x11, told, monkeypatch, capsys, frozen):
    def load():
        said = OSError("libxcb-cursor.so.0: cannot open shared object file: No such …")
        if frozen:  # PyInstaller wraps it
            raise OSError("Failed to load dynlib/dll 'libqxcb.so'") from said
        raise said

    monkeypatch.setattr(screen, "reach_server", lambda: None)
    monkeypatch.setattr(screen, "load_plugin", load)
    monkeypatch.setattr(system_libraries, "missing", lambda tests: ["libxcb-cursor0"])
    monkeypatch.setattr(system_libraries.shutil, "which", lambda name: f"/bin/{name}")
    assert main([]) == 1
    err = capsys.readouterr().err
    assert "libxcb-cursor.so.0 is missing; run: sudo apt-get install" in err
    assert err.endswith("libxcb-cursor0\n")
    assert len(told) == 1


def test_a_library_that_python_needs_is_named_too(monkeypatch, capsys):
    def run(args):
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file")

    monkeypatch.setattr(window, "open_window", run)
    monkeypatch.setattr(native_dialog, "tell", lambda text: True)
    assert main([]) == 1
    assert "the system library libEGL.so.1 is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ({"WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"}, True),
        ({}, False),
    ],
)
def test_x11_is_asked_only_where_qt_would_ask_it(monkeypatch, variables, expected):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert screen.uses_x11() is expected


def test_a_dialog_opens_only_without_a_terminal(monkeypatch):
    started = []
    monkeypatch.setattr(native_dialog.sys, "platform", "linux")
    monkeypatch.setattr(
        subprocess, "Popen", lambda command, **_: started.append(command)
    )
    monkeypatch.setattr(native_dialog.shutil, "which", lambda name: name == "kdialog")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(native_dialog, "in_terminal", lambda: True)
    assert not native_dialog.tell("no")
    monkeypatch.setattr(native_dialog, "in_terminal", lambda: False)
    assert native_dialog.tell("<b>why & what")
    assert started == [["kdialog", "--title", "Hyperfold", "--error", "<b>why & what"]]


def test_no_screen_no_dialog(monkeypatch):
    monkeypatch.setattr(native_dialog.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert native_dialog.dialog_command("no") is None
