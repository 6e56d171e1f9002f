"""Whether a window can open here, checked before Qt, which would end the process."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from pathlib import Path

from core import system_libraries
from core.cli.frame import Unavailable


def check_screen() -> None:
    """Raise `Unavailable` with what to do, if Qt could not reach the X server."""
    if sys.platform != "linux" or not uses_x11():
        return
    try:
        reach_server()
        load_plugin()
    except OSError as error:
        # A frozen program wraps the loader's message in its own.
        said = error.__cause__ or error
        raise Unavailable(system_libraries.advice(str(said))) from error


def uses_x11() -> bool:
    """Whether Qt will choose X11; for Wayland it includes nearly all it needs."""
    asked = os.environ.get("QT_QPA_PLATFORM")
    if asked:
        return asked.startswith("xcb")
    return bool(os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"))


def reach_server() -> None:
    """Raise `Unavailable` if no display server answers."""
    library = ctypes.CDLL("libxcb.so.1")
    library.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(library.xcb_connect(None, None))
    failed = library.xcb_connection_has_error(connection)
    library.xcb_disconnect(connection)
    if failed:
        name = os.environ.get("DISPLAY", "")
        raise Unavailable(
            f"the display {name} cannot be reached, so no window can open here "
            "(the commands of hyperfold --help work without one)"
        )


def load_plugin() -> None:
    """Load what Qt will load; an `OSError` names the first missing library."""
    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        return
    plugin = Path(found.origin).parent / "Qt/plugins/platforms/libqxcb.so"
    if plugin.is_file():  # otherwise Qt is the system's own, with its dependencies
        ctypes.CDLL(str(plugin))
