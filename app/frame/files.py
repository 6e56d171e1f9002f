"""A file that a view offers: the shell asks for a name and calls its writer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileOffer:
    """What to ask the user, and the function that writes the file."""

    title: str  # of the dialog
    name: str  # suggested
    kind: str  # "Tables"
    ending: str  # ".csv"
    write: Callable[[Path], None]  # raises `BadInput` where it cannot be written
