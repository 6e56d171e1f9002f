"""A file that a view offers: the shell asks for a name and has it written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileOffer:
    """What is asked of the person, and what writes the file."""

    title: str  # of the dialog
    name: str  # that is suggested
    kind: str  # "Tables"
    ending: str  # ".csv"
    write: Callable[[Path], None]  # raises `BadInput` where it cannot be written
