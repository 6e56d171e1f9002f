"""Own tables: the kind and role of each column, and the rows as numbers."""

from core.tables.first_look import Column, Preview, preview
from core.tables.reading import Cancelled, LoadedTable, load
from core.tables.roles import Choice, guess

__all__ = [
    "Cancelled",
    "Choice",
    "Column",
    "LoadedTable",
    "Preview",
    "guess",
    "load",
    "preview",
]
