"""What the window remembers between starts, in the user's own settings folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

ThemeChoice = Literal["system", "light", "dark"]


class WindowSettings:
    """A few named values in one INI file; unknown or broken values mean the default."""

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            folder = platformdirs.user_config_dir("hyperfold", appauthor=False)
            path = Path(folder) / "window.ini"
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def theme(self) -> ThemeChoice:
        """Light, dark, or the system's."""
        value = self._store.value("theme", "system")
        if value == "light":
            return "light"
        return "dark" if value == "dark" else "system"

    @theme.setter
    def theme(self, value: ThemeChoice) -> None:
        self._store.setValue("theme", value)

    @property
    def language(self) -> str:
        """A language by its code, or ``system``."""
        return str(self._store.value("language", "system"))

    @language.setter
    def language(self, value: str) -> None:
        self._store.setValue("language", value)

    @property
    def scale(self) -> float:
        """Size of type and controls, from 1 to 3."""
        try:
            value = float(str(self._store.value("scale", 1.0)))
        except ValueError:
            return 1.0
        return min(3.0, max(1.0, value))

    @scale.setter
    def scale(self, value: float) -> None:
        self._store.setValue("scale", value)

    @property
    def layout(self) -> str:
        """Name of the last chosen ready layout."""
        return str(self._store.value("layout", ""))

    @layout.setter
    def layout(self, value: str) -> None:
        self._store.setValue("layout", value)

    def flag(self, name: str, default: bool = False) -> bool:
        """A yes or no by name: ``help_dismissed``, ``reduce_motion``."""
        value = str(self._store.value(f"flags/{name}", default)).lower()
        return value in ("true", "1")

    def set_flag(self, name: str, value: bool) -> None:
        """Remember a yes or no."""
        self._store.setValue(f"flags/{name}", value)

    def blob(self, name: str) -> QByteArray:
        """Qt's own state of a window, empty if there is none."""
        value = self._store.value(f"state/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_blob(self, name: str, value: QByteArray) -> None:
        """Store Qt's own state of a window."""
        self._store.setValue(f"state/{name}", value)

    @property
    def sections(self) -> list[str] | None:
        """Unfolded sections of the controls; None: never changed."""
        value = self._store.value("sections")
        return None if value is None else str(value).split("|")

    @sections.setter
    def sections(self, value: list[str]) -> None:
        self._store.setValue("sections", "|".join(value))

    def progress(self, lesson: str) -> list[int]:
        """Steps of a lesson that are done, from 0."""
        words = str(self._store.value(f"lessons/{lesson}", "")).split()
        return [int(word) for word in words if word.isdigit()]

    def set_progress(self, lesson: str, steps: list[int]) -> None:
        """Remember which steps of a lesson are done."""
        self._store.setValue(f"lessons/{lesson}", " ".join(map(str, steps)))

    def recent(self) -> list[str]:
        """Recent files, newest first."""
        value = self._store.value("recent", [])
        found = [value] if isinstance(value, str) else list(value or [])  # type: ignore[call-overload]
        return [str(path) for path in found]

    def add_recent(self, path: str) -> None:
        """Put ``path`` first in the list of recent files."""
        paths = [path, *(p for p in self.recent() if p != path)]
        self._store.setValue("recent", paths[:8])

    def drop_recent(self, path: str) -> None:
        """Remove ``path`` from the list of recent files."""
        self._store.setValue("recent", [p for p in self.recent() if p != path])

    def save(self) -> None:
        """Write the file now."""
        self._store.sync()
