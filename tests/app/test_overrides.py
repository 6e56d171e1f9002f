"""Methods called by Qt may fail; the program must survive and report it."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import app, shiboken6
from PySide6.QtWidgets import QApplication, QWidget
application = QApplication([])

def index(): [][3]
def gone():
    widget = QWidget()
    shiboken6.delete(widget)
    widget.width()
def number(): int("x")
def unpack(): a, b = [1]
def zero(): 1 / 0
def kind(): len(3)

class Broken(QWidget):
    def paintEvent(self, event): FAIL()

try:
    Broken().grab()
except Exception as error:
    print("told", type(error).__name__)
"""


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("index", "IndexError"),
        ("gone", "RuntimeError"),
        ("number", "ValueError"),
        ("unpack", "ValueError"),
        ("zero", "ZeroDivisionError"),
        ("kind", "TypeError"),
    ],
)
def test_an_error_in_an_override_does_not_end_the_program(what, error):
    script = SCRIPT.replace("FAIL", what)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"told {error}\n"
