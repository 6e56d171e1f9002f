"""Shows a message on the screen without Qt, in case Qt cannot start.

Uses only the standard library.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

TITLE = "Hyperfold"


def tell(text: str) -> bool:
    """Show ``text`` if standard error is not visible; returns whether that was tried.

    Does not wait for the program that shows it.
    """
    if in_terminal():
        return False
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, TITLE, 0x10)
        return True
    command = dialog_command(text)
    if command is None:
        return False
    quiet = subprocess.DEVNULL
    subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
    )
    return True


def in_terminal() -> bool:
    """Whether this process has a terminal."""
    if sys.platform == "win32":
        import ctypes

        return bool(ctypes.windll.kernel32.GetConsoleWindow())
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def dialog_command(text: str) -> list[str] | None:
    """A program of the desktop that shows ``text``; None if there is none."""
    if sys.platform == "darwin":
        # The text is an argument of the script, not part of its source.
        script = f'on run t\ndisplay alert "{TITLE}" message (item 1 of t)\nend run'
        return ["osascript", "-e", script, text]
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return None
    known = {
        "zenity": ["--error", "--no-markup", f"--title={TITLE}", f"--text={text}"],
        "kdialog": ["--title", TITLE, "--error", text],
        "xmessage": ["-center", "-title", TITLE, text],
        "notify-send": ["--urgency=critical", TITLE, text],
    }
    for name, words in known.items():
        if shutil.which(name):
            return [name, *words]
    return None
