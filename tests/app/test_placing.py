"""The window fits the screen it opens on, and remembers its place there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QRect

from app.shell.placing import WANTED, inside, name_of

ROOM = QRect(0, 0, 1440, 900)


@pytest.mark.parametrize(
    ("frame", "fitting"),
    [
        (QRect(100, 50, 800, 600), QRect(100, 50, 800, 600)),
        (QRect(-20, -30, 800, 600), QRect(0, 0, 800, 600)),
        (QRect(1000, 800, 800, 600), QRect(640, 300, 800, 600)),
        (QRect(10, 10, 2000, 1000), QRect(0, 0, 1440, 900)),
    ],
)
def test_frame_is_moved_and_made_smaller_until_it_fits(frame, fitting):
    assert inside(frame, ROOM) == fitting


def test_window_fits_a_screen_smaller_than_itself(window):
    room = window.screen().availableGeometry()
    assert room.width() < WANTED.width()  # else this test sees nothing
    window.placing.restore()
    window.show()
    window.placing.settle()
    assert room.contains(window.frameGeometry())
    assert window.minimumWidth() <= room.width()
    for bar in (window.toolbar, window.timeline, window.toolbar.menu):
        placed = QRect(bar.mapTo(window, bar.rect().topLeft()), bar.size())
        assert window.rect().contains(placed), bar


def test_place_and_size_are_remembered_for_the_screen(window, settings):
    window.placing.restore()
    window.show()
    chosen = QRect(2, 60, 796, 640)
    window.setGeometry(chosen)
    window.placing.remember()
    for _ in range(2):  # it does not creep from one start to the next
        window.setGeometry(0, 0, 796, 600)
        window.placing.restore()
        assert window.geometry() == chosen
        window.placing.remember()
    name = name_of(window.screen())
    assert settings.blob("screen") == QByteArray(name.encode())


def test_place_of_another_screen_is_not_taken(window, settings):
    settings.set_blob(
        "place-HDMI-1-3840x2160", QByteArray(b"2000 900 1800 1200 0 0 0 0 0")
    )
    settings.set_blob("screen", QByteArray(b"place-HDMI-1-3840x2160"))
    window.placing.restore()
    assert window.screen().availableGeometry().contains(window.geometry())


BROKEN = [b"", b"1 2 3", b"0 0 9 9 1", b"a b c", b"0 0 -5 10 0 0 0 0 0", b"\xff"]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_place_means_the_default(window, settings, text):
    settings.set_blob(name_of(window.screen()), QByteArray(text))
    window.placing.restore()
    assert window.screen().availableGeometry().contains(window.geometry())


TRIAL = """
import json, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.editing.settings import WindowSettings
from app.shell.main import make_application, open_window

app = make_application()
window = open_window(None, WindowSettings(Path(sys.argv[1])))
app.processEvents()
window.placing.settle()
app.processEvents()
room, frame = window.screen().availableGeometry(), window.frameGeometry()
size = window.size().toTuple()
bars = [window.toolbar.menu, window.timeline, window.toolbar]
inside = [window.rect().contains(b.mapTo(window, b.rect().bottomRight())) for b in bars]
print(json.dumps([room.getRect(), frame.getRect(), size, inside]), flush=True)
window.shut_down()
import os
os._exit(0)
"""


@pytest.mark.parametrize(
    ("screen", "scale", "expected"),
    [
        ((1440, 900), "1", None),
        ((1440, 900), "2", None),
        ((2560, 1440), "1", (WANTED.width(), WANTED.height())),
        ((1366, 768), "1", None),
    ],
)
def test_real_window_fits_real_sizes(tmp_path, screen, scale, expected):
    # Qt's offscreen platform takes its screens from a file.
    entry = dict(zip(("x", "y", "width", "height"), (0, 0, *screen), strict=True))
    entry |= {"name": "one", "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": [entry]}))
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": f"offscreen:configfile={config}",
        "QT_SCALE_FACTOR": scale,
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", TRIAL, tmp_path / "window.ini"],
        env=environment,
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    room, frame, size, seen = json.loads(done.stdout)
    assert room[2:] == [side // int(scale) for side in screen]
    assert QRect(*room).contains(QRect(*frame))
    assert all(seen)
    if expected is not None:
        assert tuple(size) == expected
